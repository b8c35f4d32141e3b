//! Two shapes next to each other: `concat` and `stack`.

use super::at::{Along, At, Seek, SizeAt, Sought, With};
use super::axes::{Unsqueeze, Unsqueezed};
use super::diagnostics::{AllElseEqual, KnownShape, Locate, OneName, Stackable};
use super::digits::Digits;
use super::list::{LeavesOpen, Shape};
use super::number::{Bool, Yes};
use super::parts::{Resized, Static};
use super::size::{ArraySize, Dim, Size, StaticSize};
use super::verbs::{concatenate, stack};

/// A shape that the shape `R` can be put next to along the axis `A`: what `concat` gives.
///
/// All other axes are equal, and the sizes add up. A named axis, whose number is known when the program runs, keeps its name:
/// `Seq` and `Seq`, or `Seq` and a static size on either side, make a longer `Seq`; two names do not go together. Code with
/// generic sizes names the trait once:
///
/// ```
/// use shaped::{Concat, Concatenated, prelude::*};
/// fn skip<C: StaticSize, D: StaticSize, W: Size>(
///     up: &Tensor<f32, shape![C, W]>,
///     left: &Tensor<f32, shape![D, W]>,
/// ) -> Tensor<f32, Concatenated<shape![C, W], shape![D, W], Axis<0>>>
/// where
///     shape![C, W]: Concat<shape![D, W], Axis<0>>,
/// {
///     up.concat(left, Axis::<0>)
/// }
/// ```
pub trait Concat<R, A>: Along<A, concatenate> {
    /// The shape of both together.
    type Output: Shape;
}

/// The shape of two shapes next to each other: `Concatenated<shape![4, 3], shape![2, 3], Axis<0>>` is `shape![6, 3]`.
pub type Concatenated<L, R, A> = <L as Concat<R, A>>::Output;

type LeftSize<L, A> = SizeAt<L, A, concatenate>;
type RightSize<L, R, A> = <Sought<L, R, A> as SizeOr<LeftSize<L, A>>>::Size;
/// What the right side must be.
type Needed<L, R, A> = With<L, A, concatenate, RightSize<L, R, A>>;
/// Is one of the two a number, or are both of one name?
type OneNamed<L, R> = <<<L as Size>::IsStatic as Bool>::Or<<R as Size>::IsStatic> as Bool>::Or<
    <<L as Size>::Spelling as Digits>::Eq<<R as Size>::Spelling>,
>;
/// The size of both together: the number, or the named axis, the left one's if there are two.
type Together<L, R, A> =
    <<LeftSize<L, A> as Size>::IsStatic as Bool>::IfSize<Resized<RightSize<L, R, A>, Length<L, R, A>>, LeftSize<L, A>>;
/// The number of both together, which means nothing for named axes.
type Length<L, R, A> = <Static<LeftSize<L, A>> as StaticSize>::Sum<Static<RightSize<L, R, A>>>;

impl<L: Along<A, concatenate>, R: KnownShape + Shape, A, Differ, Open> Concat<R, A> for L
where
    A: Locate<L::Rank, L::Shown, Place: Seek<R>>,
    Sought<L, R, A>: SizeOr<LeftSize<L, A>>,
    Needed<L, R, A>: AllElseEqual<R, L::Shown, R::Shown, A, <Needed<L, R, A> as Shape>::Shown, Differ>,
    Needed<L, R, A>: LeavesOpen<R, Open = Differ>,
    OneNamed<LeftSize<L, A>, RightSize<L, R, A>>:
        OneName<Yes, LeftSize<L, A>, RightSize<L, R, A>, L::Shown, R::Shown, A, Open>,
    OneNamed<LeftSize<L, A>, RightSize<L, R, A>>: LeavesOpen<Yes, Open = Open>,
{
    // Whole through the verdict, so that of what does not fit no part of a result is known, which what follows would judge.
    type Output = <Needed<L, R, A> as AllElseEqual<
        R,
        L::Shown,
        R::Shown,
        A,
        <Needed<L, R, A> as Shape>::Shown,
        <Needed<L, R, A> as LeavesOpen<R>>::Open,
    >>::Whole<With<L, A, concatenate, Together<L, R, A>>>;
}

/// The size of an axis that was sought, or another, if there is no such axis: then the shapes differ in rank, and that is what
/// is said.
pub trait SizeOr<D> {
    type Size: Size;
}
impl<O, E: Size, I, D> SizeOr<D> for At<O, E, I> {
    type Size = E;
}
impl<D: Size> SizeOr<D> for super::verdict::Missing {
    type Size = D;
}

/// A shape that the same shape can be stacked on along a new axis `A`: what `stack` gives.
pub trait Stack<R, A>: Shape + Unsqueeze<A> {
    /// The shape with the new axis, of size 2.
    type Output: Shape;
    /// Where the new axis is, counted from the end.
    #[doc(hidden)]
    const PLACE: usize;
}

/// The shape of two equal shapes on a new axis: `Stacked<shape![4, 3], shape![4, 3], Axis<0>>` is `shape![2, 4, 3]`.
pub type Stacked<L, R, A> = <L as Stack<R, A>>::Output;

impl<L: KnownShape + Shape + Unsqueeze<A>, R: KnownShape + Shape, A, Differ> Stack<R, A> for L
where
    R: Stackable<L, L::Shown, R::Shown, Differ> + LeavesOpen<L, Open = Differ>,
    Unsqueezed<L, A>: Concat<Unsqueezed<L, A>, A>,
{
    type Output = Concatenated<Unsqueezed<L, A>, Unsqueezed<L, A>, A>;
    const PLACE: usize = <L as Unsqueeze<A>>::PLACE;
}

/// `N` times a shape on a new axis `A`: what `stack_all` gives.
///
/// ```
/// use shaped::{StackAll, prelude::*};
/// let _: Tensor<f32, <shape![4] as StackAll<Axis<0>, 3>>::Output> = Tensor::<f32, shape![3, 4]>::zeros();
/// ```
pub trait StackAll<A, const N: usize>: Unsqueeze<A> {
    /// The shape with the new axis, of size `N`.
    type Output: Shape;
}

impl<S: Unsqueeze<A, Output = Z>, Z, A, const N: usize> StackAll<A, N> for S
where
    Dim<N>: ArraySize,
    Z: Along<A, stack>,
{
    type Output = With<Unsqueezed<S, A>, A, stack, <Dim<N> as ArraySize>::Size>;
}

/// `N` times a shape next to each other along its axis `A`: what `concat_all` gives.
///
/// ```
/// use shaped::{ConcatAll, prelude::*};
/// let _: Tensor<f32, <shape![2, 4] as ConcatAll<Axis<0>, 3>>::Output> = Tensor::<f32, shape![6, 4]>::zeros();
/// ```
pub trait ConcatAll<A, const N: usize>: Along<A, concatenate> {
    /// The shape with `N` times the size on the axis; a named axis keeps its name.
    type Output: Shape;
}

type Times<D, const N: usize> = <Static<D> as StaticSize>::Product<<Dim<N> as ArraySize>::Size>;

impl<S: Along<A, concatenate>, A, const N: usize> ConcatAll<A, N> for S
where
    Dim<N>: ArraySize,
{
    type Output = With<S, A, concatenate, Resized<LeftSize<S, A>, Times<LeftSize<S, A>, N>>>;
}

//! The same number of elements in another shape: `reshape`, `flatten` and `flatten_axes`.

use super::diagnostics::{Contiguous, FlattenAt, Locate, MergeAt, OpensReshape, SameAxes, SameNumel, StatesReshape};
use super::layout::RowMajor;
use super::list::{Exactly, Shape, StaticShape, TheVery};
use super::number::{Bool, Yes};
use super::rank::{Last, Outside, Position};
use super::regroup::{Numel, SameCountIfNames, SameNames};
use super::run_time;
use super::size::{Size, StaticSize};
use super::verdict::never_comes;

/// A shape with as many elements as the shape `O`: what `reshape` goes from, and what it goes to.
///
/// Run-time axes are the same ones in the same order on both sides, and the other sizes have one product:
/// `[Batch, 28, 28]` -> `[Batch, 784]`. Code with generic sizes in front needs no bound, nor with generic axes in front:
///
/// ```
/// use shaped::prelude::*;
/// fn pixels<B: Size>(x: &Tensor<f32, shape![B, 28, 28]>) -> View<'_, f32, shape![B, 784]> {
///     x.reshape()
/// }
/// fn heads<L: Shape>(x: &Tensor<f32, (L, dim!(512))>) -> View<'_, f32, ((L, dim!(8)), dim!(64))> {
///     x.reshape()
/// }
/// ```
///
/// Nor do generic sizes that are regrouped as [`Product`](crate::size::Product) multiplies them, in their order; of three it is
/// `Product<A, Product<B, C>>`. Axes in front and behind stay as they are. (What is regrouped in two places takes two steps.)
///
/// ```
/// use shaped::{prelude::*, size::Product};
/// fn heads<B: Size, T: Size, H: StaticSize, E: StaticSize>(
///     x: &Tensor<f32, shape![B, T, Product<H, E>]>,
/// ) -> View<'_, f32, shape![B, T, H, E]> {
///     x.reshape()
/// }
/// ```
///
/// ```
/// use shaped::{prelude::*, size::Product};
/// fn rows<A: StaticSize, B: StaticSize, C: StaticSize>(x: &Tensor<f32, shape![A, B, C]>) -> View<'_, f32, shape![Product<A, B>, C]> {
///     x.reshape()
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{prelude::*, size::Product};
/// fn heads<H: StaticSize, E: StaticSize>(x: &Tensor<f32, shape![4, Product<H, E>]>) {
///     x.reshape::<shape![4, E, H]>();
/// }
/// ```
///
/// They also become others by [`flatten_axes`](crate::AxisMerges::flatten_axes), [`unflatten`](crate::AxisSplits::unflatten) and
/// [`rearrange!`](crate::rearrange), whose results follow from them; where there is no other way, code names the trait:
///
/// ```
/// use shaped::{Reshape, prelude::*};
/// fn square<N: StaticSize, M: StaticSize>(x: &Tensor<f32, shape![N]>) -> View<'_, f32, shape![M, M]>
/// where
///     shape![N]: Reshape<shape![M, M]>,
/// {
///     x.reshape()
/// }
/// assert_eq!(square::<dim!(9), dim!(3)>(&Tensor::ones()).sizes(), [3, 3]);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot reshape shape `{Self}` to shape `{O}`",
    label = "generic sizes are regrouped in their order, which is not known to make the one of the other; axes change places by `swap_axes` or `permute`",
    note = "`flatten_axes`, `unflatten` and `rearrange!` work out the shape; or write the bound `where {Self}: shaped::Reshape<{O}>`"
)]
pub trait Reshape<O: Shape>: Shape {}

type Open<S, O> = <O as OpensReshape<S>>::Open;
/// A verdict, of which nothing is said before both are known.
type Sure<S, O, V> = <O as StatesReshape<S, <S as Shape>::Shown, <O as Shape>::Shown, Open<S, O>>>::Then<V>;

impl<S: Shape, O: Shape> Reshape<O> for S
where
    O: StatesReshape<S, S::Shown, O::Shown, Open<S, O>>,
    Sure<S, O, SameNames<S, O>>: SameAxes<S::Free, O::Free, S::Shown, O::Shown>,
    Sure<S, O, SameCountIfNames<S, O>>: SameNumel<Numel<S>, Numel<O>, S::Shown, O::Shown>,
{
}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<N, M, From, To> SameAxes<N, M, From, To> for Absent {}
    #[diagnostic::do_not_recommend]
    impl<N, M, From, To> SameNumel<N, M, From, To> for Absent {}
}

#[diagnostic::do_not_recommend]
impl<To, Of> Contiguous<RowMajor, Of> for To {}

/// A static shape, whose elements make one axis: what `flatten` gives.
pub trait Flatten: StaticShape {
    /// The shape with one axis.
    type Output: StaticShape;
}

/// The shape with one axis of all elements: `Flattened<shape![7, 7, 512]>` is `shape![25088]`.
pub type Flattened<S> = <S as Flatten>::Output;

impl<S: StaticShape> Flatten for S {
    type Output = ((), S::Known);
}

/// A shape whose axes from `A` to `B`, both included, make one axis: what `flatten_axes` gives.
pub trait FlattenAxes<A, B>: Shape {
    /// The shape with the one axis in their place.
    type Output: Shape;
    /// Where they are, counted from the end: the outermost and the innermost.
    #[doc(hidden)]
    const PLACES: (usize, usize);

    /// The shape of the result, as a value.
    #[doc(hidden)]
    #[inline]
    fn flattened(self) -> Self::Output {
        let (from, to) = const { Self::PLACES };
        let mut sizes = self.dims().sizes;
        sizes[to] = sizes[to..=from].iter().product();
        sizes.copy_within(from + 1.., to + 1);
        run_time::shape(&sizes)
    }
}

/// The shape with one axis in place of several: `AxesFlattened<shape![8, 7, 7, 512], Axis<1>, Axis<-1>>` is `shape![8, 25088]`.
pub type AxesFlattened<S, A, B> = <S as FlattenAxes<A, B>>::Output;

impl<S: Shape, A, B, P: Position, Q: Position, V> FlattenAxes<A, B> for S
where
    A: Locate<S::Rank, S::Shown, Place = P>,
    B: Locate<S::Rank, S::Shown, Place = Q, Then<S> = V>,
    V: FlattenAt<P, Q, A, B, S::Shown>,
{
    type Output = <B::Then<S> as FlattenAt<A::Place, B::Place, A, B, S::Shown>>::Output;
    const PLACES: (usize, usize) = (<A::Place as Position>::INDEX, <B::Place as Position>::INDEX);
}

#[diagnostic::do_not_recommend]
impl<L: Shape, D: Size, A, B, Of> FlattenAt<Last, Last, A, B, Of> for (L, D) {
    type Output = Self;
}

#[diagnostic::do_not_recommend]
impl<P, L: Run<P>, D: Size, A, B, Of, Open> FlattenAt<Outside<P>, Last, A, B, Of> for (L, D)
where
    L: MergeAt<P, D, A, B, Of, Open>,
    Static<L::Static, D>: Exactly<Yes, Open = Open>,
{
    type Output = <L as MergeAt<P, D, A, B, Of, Open>>::Output;
}

#[diagnostic::do_not_recommend]
impl<P, L: Run<P>, D: Size, A, B, Of, Open> MergeAt<P, D, A, B, Of, Open> for L
where
    Static<L::Static, D>: TheVery<Yes>,
{
    type Output = <Static<L::Static, D> as Exactly<Yes>>::Whole<L::Merged<D::Static>>;
}

#[diagnostic::do_not_recommend]
impl<P, Q, L: Shape + FlattenAt<P, Q, A, B, Of>, D: Size, A, B, Of> FlattenAt<Outside<P>, Outside<Q>, A, B, Of>
    for (L, D)
{
    type Output = (L::Output, D);
}

/// Are sizes static that are if `V`, and `D` as well?
type Static<V, D> = <V as Bool>::And<<D as Size>::IsStatic>;

/// The outer part of a run of axes that become one, the outermost of which is at `P`.
pub trait Run<P>: Shape {
    /// Are they static?
    type Static: Bool;
    /// The shape of the result, of `N` elements further in.
    type Merged<N: StaticSize>: Shape;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, D: Size> Run<Last> for (L, D) {
    type Static = D::IsStatic;
    type Merged<N: StaticSize> = (L, <D::Static as StaticSize>::Product<N>);
}

#[diagnostic::do_not_recommend]
impl<P, L: Run<P>, D: Size> Run<Outside<P>> for (L, D) {
    type Static = Static<L::Static, D>;
    type Merged<N: StaticSize> = L::Merged<<D::Static as StaticSize>::Product<N>>;
}

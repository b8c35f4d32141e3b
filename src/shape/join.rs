//! Two shapes next to each other: `concat` and `stack`.

use super::at::{At, Found, Seek};
use super::axes::{Position, Unsqueeze, Unsqueezed};
use super::diagnostics::{AllElseEqual, JoinAt, Locate, Stackable};
use super::list::Shape;
use super::number::Nat;
use super::size::{FromNat, Size, StaticSize};

/// A shape that the shape `R` can be put next to along the axis `A`: what `concat` gives.
///
/// All other axes are equal, and the axis has a static size on both sides. Code with generic sizes names the trait once:
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
pub trait Concat<R, A>: Shape {
    /// The shape of both together.
    type Output: Shape;
    /// Where the axis is, counted from the end.
    #[doc(hidden)]
    const PLACE: usize;
}

/// The shape of two shapes next to each other: `Concatenated<shape![4, 3], shape![2, 3], Axis<0>>` is `shape![6, 3]`.
pub type Concatenated<L, R, A> = <L as Concat<R, A>>::Output;

/// What the axis is in a shape `S` whose left neighbour (or own) shape is `L`.
type Joint<L, S, A> = <<<A as Locate<<L as Shape>::Rank, <L as Shape>::Shown>>::Place as Seek<S>>::Verdict as JoinAt<
    A,
    <S as Shape>::Shown,
>>::Axis;
type SizeOf<L, S, A> = <Joint<L, S, A> as Found>::Size;
/// What the right side must be.
type Needed<L, R, A> = <Joint<L, L, A> as Found>::With<SizeOf<L, R, A>>;
type Length<L, S, A> = <SizeOf<L, S, A> as StaticSize>::Len;

impl<L: Shape, R: Shape, A> Concat<R, A> for L
where
    A: Locate<L::Rank, L::Shown, Place: Position + Seek<L, Verdict: JoinAt<A, L::Shown>> + Seek<R>>,
    <A::Place as Seek<R>>::Verdict: JoinAt<A, R::Shown>,
    Needed<L, R, A>: AllElseEqual<R, L::Shown, R::Shown, A, <Needed<L, R, A> as Shape>::Shown>,
    SizeOf<L, L, A>: StaticSize,
    SizeOf<L, R, A>: StaticSize,
    <Length<L, L, A> as Nat>::Add<Length<L, R, A>>: FromNat,
{
    type Output = <Joint<L, L, A> as Found>::With<<<Length<L, L, A> as Nat>::Add<Length<L, R, A>> as FromNat>::Size>;
    const PLACE: usize = <A::Place as Position>::INDEX;
}

#[diagnostic::do_not_recommend]
impl<A, Of, O: Shape, D: Size, I> JoinAt<A, Of> for At<O, D, I>
where
    Self: Found,
{
    type Axis = Self;
}

#[diagnostic::do_not_recommend]
impl<S, Lhs, Rhs, A, Needed> AllElseEqual<S, Lhs, Rhs, A, Needed> for S {}

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

impl<L: Shape + Unsqueeze<A>, R: Shape, A> Stack<R, A> for L
where
    R: Stackable<L, L::Shown, R::Shown>,
    Unsqueezed<L, A>: Concat<Unsqueezed<L, A>, A>,
{
    type Output = Concatenated<Unsqueezed<L, A>, Unsqueezed<L, A>, A>;
    const PLACE: usize = <L as Unsqueeze<A>>::PLACE;
}

#[diagnostic::do_not_recommend]
impl<S, Lhs, Rhs> Stackable<S, Lhs, Rhs> for S {}

//! A part of an axis: `narrow`.

use super::at::{At, Seek};
use super::diagnostics::{Locate, LongEnough, NarrowAt, Outermost};
use super::layout::Leading;
use super::list::Shape;
use super::number::Yes;
use super::rank::Position;
use super::size::{Size, StaticSize};
use super::taken::Found;

/// A shape of whose axis `A` a part of size `D` can be taken: what `narrow` gives.
///
/// The part is no longer than the axis; of a run-time axis, that is seen when the program runs. Code with generic sizes names
/// the trait once:
///
/// ```
/// use shaped::{Narrow, prelude::*};
/// fn first_two<B: Size, D: Size>(x: &Tensor<f32, shape![B, D]>) -> Tensor<f32, shape![2, D]>
/// where
///     shape![B, D]: Narrow<Axis<0>, Dim<2>, Output = shape![2, D]>,
/// {
///     x.narrow(Axis::<0>, 0, Dim::<2>).to_tensor()
/// }
/// ```
pub trait Narrow<A, D>: Shape {
    /// The shape with size `D` on the axis.
    type Output: Shape;
    /// Where the axis is, counted from the end.
    #[doc(hidden)]
    const PLACE: usize;
    /// The axes outside it.
    #[doc(hidden)]
    type Outer: Leading;
}

/// The shape with size `D` on its axis `A`: `Narrowed<shape![4, 3], Axis<0>, Dim<2>>` is `shape![2, 3]`.
pub type Narrowed<S, A, D> = <S as Narrow<A, D>>::Output;

type Sought<S, A> = <<A as Locate<<S as Shape>::Rank, <S as Shape>::Shown>>::Place as Seek<S>>::Verdict;
type Of<S, A> = <Sought<S, A> as NarrowAt<A, <S as Shape>::Shown>>::Axis;
type SizeOf<S, A> = <Of<S, A> as Found>::Size;

impl<S: Shape, A, D: StaticSize> Narrow<A, D> for S
where
    A: Locate<S::Rank, S::Shown, Place: Position + Seek<S>>,
    Sought<S, A>: NarrowAt<A, S::Shown>,
    <SizeOf<S, A> as Size>::Holds<D::Len>: LongEnough<SizeOf<S, A>, D, A, S::Shown>,
{
    type Output = <Of<S, A> as Found>::With<D>;
    const PLACE: usize = <A::Place as Position>::INDEX;
    type Outer = <Of<S, A> as Found>::Outer;
}

#[diagnostic::do_not_recommend]
impl<A, Shown, O: Shape, D: Size, I> NarrowAt<A, Shown> for At<O, D, I>
where
    Self: Found,
{
    type Axis = Self;
}

#[diagnostic::do_not_recommend]
impl<Of, D, A, Shown> LongEnough<Of, D, A, Shown> for Yes {}

#[diagnostic::do_not_recommend]
impl<A, Of> Outermost<A, Of> for Yes {}

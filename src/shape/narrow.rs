//! A part of an axis: `narrow`.

use super::at::{Along, OuterOf, SizeAt, With};
use super::diagnostics::LongEnough;
use super::given::Given;
use super::layout::Leading;
use super::list::{LeavesOpen, Shape};
use super::number::Yes;
use super::parts::Static;
use super::size::{Size, StaticSize};
use super::verbs::narrow;

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
pub trait Narrow<A, D>: Along<A, narrow> {
    /// The shape with size `D` on the axis.
    type Output: Shape;
    /// The axes outside it.
    #[doc(hidden)]
    type Outer: Leading;
}

/// The shape with size `D` on its axis `A`: `Narrowed<shape![4, 3], Axis<0>, Dim<2>>` is `shape![2, 3]`.
pub type Narrowed<S, A, D> = <S as Narrow<A, D>>::Output;

impl<S: Along<A, narrow>, A, D: StaticSize, V, Open> Narrow<A, D> for S
where
    D: Given<Then<<SizeAt<S, A, narrow> as Size>::Reaches<D>> = V>,
    V: LongEnough<Yes, SizeAt<S, A, narrow>, D, A, S::Shown, Open> + LeavesOpen<Yes, Open = Open>,
{
    type Output = With<S, A, narrow, Static<D>>;
    type Outer = OuterOf<S, A, narrow>;
}

//! Three shapes at once: a mask and two values, or any three operands.

use super::aligns::Aligns;
use super::broadcast::{Broadcast, Broadcasted, Explain, Misfit};
use super::diagnostics::{AcceptMask, AcceptValues, KnownShape, MEETS, OpensThree, StatesSelect};
use super::list::Shape;
use super::verdict::Fits;

/// The shape of an element-wise operation on three shapes: `[4, 1]`, `[3]` and `[]` -> `[4, 3]`.
///
/// ```
/// use shaped::{BroadcastThree, prelude::*};
/// fn blend<S: Shape + BroadcastThree<S, W, Output = S>, W: Shape>(
///     x: &Tensor<f32, S>,
///     y: &Tensor<f32, S>,
///     weight: &Tensor<f32, W>,
/// ) -> Tensor<f32, S> {
///     x.lerp(y, weight)
/// }
/// let (x, y) = (tensor![[0.0, 10.0], [0.0, 10.0]], tensor![[4.0, 20.0], [4.0, 20.0]]);
/// assert_eq!(blend(&x, &y, &tensor![[0.5], [0.25]]), tensor![[2.0, 15.0], [1.0, 12.5]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// type Wrong = <shape![4, 1] as shaped::BroadcastThree<shape![3], shape![2, 3]>>::Output;
/// let _: Option<Wrong> = None;
/// ```
pub trait BroadcastThree<A: Shape, B: Shape>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

impl<L: Shape + Broadcast<A>, A: Shape, B: Shape> BroadcastThree<A, B> for L
where
    Broadcasted<L, A>: Broadcast<B>,
{
    type Output = Broadcasted<Broadcasted<L, A>, B>;
}

/// A mask of shape `Self` selects from values of shapes `A` and `B`: all three broadcast together.
///
/// ```
/// use shaped::{Select, Selected, prelude::*};
/// fn or_zero<M: Shape + Select<S, shape![]>, S: Shape>(
///     mask: &Tensor<bool, M>,
///     x: &Tensor<f32, S>,
/// ) -> Tensor<f32, Selected<M, S, shape![]>> {
///     mask.select(x, 0.0)
/// }
/// assert_eq!(or_zero(&tensor![true, false], &tensor![[1.0, 2.0]]), tensor![[1.0, 0.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// type Wrong = shaped::Selected<shape![4, 3], shape![4, 3], shape![2, 3]>;
/// let _: Option<Wrong> = None;
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot select by a mask of shape `{Self}` from values of shapes `{A}` and `{B}`",
    label = "from the last axis on, sizes that meet must be known to be equal, or one of them 1: `mask.unsqueeze(Axis::<-1>)` adds an axis of 1",
    note = "equal sizes share a parameter; code generic over whole shapes writes the bound `where {Self}: shaped::Select<{A}, {B}>`"
)]
pub trait Select<A: Shape, B: Shape>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of a selection: `Selected<shape![4, 1], shape![3], shape![]>` is `shape![4, 3]`.
pub type Selected<M, A, B> = <M as Select<A, B>>::Output;

/// An answer to whether two shapes fit, whichever it is.
pub trait Answer {
    /// The two together, or no axes.
    type Joint: Shape;
    /// The next answer to ask for: one clash is enough to read about.
    type Next<Other>;
}

impl<S: Shape> Answer for Fits<S> {
    type Joint = S;
    type Next<Other> = Other;
}

impl Answer for Misfit {
    type Joint = ();
    type Next<Other> = Fits<()>;
}

type Verdict<L, R> = <R as Aligns<L>>::Verdict;
type Outcome<L, R> = <Verdict<L, R> as Explain>::Outcome;
type Left<L, R> = <Verdict<L, R> as Explain>::Left;
type Right<L, R> = <Verdict<L, R> as Explain>::Right;
type Axes<L, R> = <Verdict<L, R> as Explain>::Axes;
type Joint<Of> = <Of as Answer>::Joint;
type Next<Is, Other> = <Is as Answer>::Next<Other>;
/// `T`, of which nothing is said before it is known how all three meet.
type Sure<M, A, B, T> = <B as StatesSelect<M, A, Pairs<M, A>, Pairs<M, B>, Open<M, A, B>>>::Then<T>;
/// The sizes that meet, for the texts.
type Pairs<L, R> = <R as MEETS<L>>::AND<()>;
type Open<M, A, B> = <B as OpensThree<M, A>>::Open;
type First<M, A, B> = Sure<M, A, B, Outcome<M, A>>;
/// What is said of the second values, and of both: one clash is told.
type Second<M, A, B> = Next<First<M, A, B>, Sure<M, A, B, Outcome<M, B>>>;
type Values<M, A, B> = Next<First<M, A, B>, Next<Sure<M, A, B, Outcome<M, B>>, Sure<M, A, B, Outcome<A, B>>>>;

impl<M: KnownShape + Shape, A: KnownShape + Shape, B: KnownShape + Shape> Select<A, B> for M
where
    A: Aligns<M>,
    B: StatesSelect<M, A, Pairs<M, A>, Pairs<M, B>, Open<M, A, B>> + Aligns<Joint<First<M, A, B>>>,
    First<M, A, B>: Answer + AcceptMask<M::Shown, A::Shown, Left<M, A>, Right<M, A>, Axes<M, A>>,
    Sure<M, A, B, Outcome<M, B>>: Answer,
    Second<M, A, B>: AcceptMask<M::Shown, B::Shown, Left<M, B>, Right<M, B>, Axes<M, B>>,
    Values<M, A, B>: AcceptValues<A::Shown, B::Shown, Left<A, B>, Right<A, B>, Axes<A, B>>,
    Outcome<Joint<First<M, A, B>>, B>: Answer,
{
    type Output = <First<M, A, B> as AcceptMask<M::Shown, A::Shown, Left<M, A>, Right<M, A>, Axes<M, A>>>::Then<
        <Second<M, A, B> as AcceptMask<M::Shown, B::Shown, Left<M, B>, Right<M, B>, Axes<M, B>>>::Then<
            <Values<M, A, B> as AcceptValues<A::Shown, B::Shown, Left<A, B>, Right<A, B>, Axes<A, B>>>::Then<
                Joint<Outcome<Joint<First<M, A, B>>, B>>,
            >,
        >,
    >;
}

//! Three shapes at once: a mask and two values, or any three operands.

use super::broadcast::{Broadcast, Broadcasted, Explain, Misfit};
use super::diagnostics::{AcceptMask, AcceptValues, KnownShape, Zip};
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

type Verdict<L, R> = <R as Zip<L>>::Verdict;
type Outcome<L, R> = <Verdict<L, R> as Explain>::Outcome;
type Left<L, R> = <Verdict<L, R> as Explain>::Left;
type Right<L, R> = <Verdict<L, R> as Explain>::Right;
type Axes<L, R> = <Verdict<L, R> as Explain>::Axes;
type Joint<L, R> = <Outcome<L, R> as Answer>::Joint;
type Next<Is, Other> = <Is as Answer>::Next<Other>;
/// What is said of the second values, and of both: one clash is told.
type Second<M, A, B> = Next<Outcome<M, A>, Outcome<M, B>>;
type Values<M, A, B> = Next<Outcome<M, A>, Next<Outcome<M, B>, Outcome<A, B>>>;

impl<M: KnownShape + Shape, A: KnownShape + Shape, B: KnownShape + Shape> Select<A, B> for M
where
    A: Zip<M>,
    B: Zip<M> + Zip<A> + Zip<Joint<M, A>>,
    Verdict<M, A>: Explain<Outcome: Answer>,
    Verdict<M, B>: Explain<Outcome: Answer>,
    Verdict<A, B>: Explain,
    Verdict<Joint<M, A>, B>: Explain<Outcome: Answer>,
    Outcome<M, A>: AcceptMask<M::Shown, A::Shown, Left<M, A>, Right<M, A>, Axes<M, A>>,
    Second<M, A, B>: AcceptMask<M::Shown, B::Shown, Left<M, B>, Right<M, B>, Axes<M, B>>,
    Values<M, A, B>: AcceptValues<A::Shown, B::Shown, Left<A, B>, Right<A, B>, Axes<A, B>>,
{
    type Output = <Outcome<M, A> as AcceptMask<M::Shown, A::Shown, Left<M, A>, Right<M, A>, Axes<M, A>>>::Then<
        <Second<M, A, B> as AcceptMask<M::Shown, B::Shown, Left<M, B>, Right<M, B>, Axes<M, B>>>::Then<
            <Values<M, A, B> as AcceptValues<A::Shown, B::Shown, Left<A, B>, Right<A, B>, Axes<A, B>>>::Then<
                Joint<Joint<M, A>, B>,
            >,
        >,
    >;
}

#[diagnostic::do_not_recommend]
impl<S, Mask, Values, Left, Right, Axes> AcceptMask<Mask, Values, Left, Right, Axes> for Fits<S> {
    type Then<R: Shape> = R;
}

#[diagnostic::do_not_recommend]
impl<S, Yes, No, Left, Right, Axes> AcceptValues<Yes, No, Left, Right, Axes> for Fits<S> {
    type Then<R: Shape> = R;
}

//! Broadcasting: a verdict on any two shapes, and the acceptance of the good ones.
//!
//! Each size meets each size ([`Meet`]), lists zip from their last axis ([`MEETS`]), and both always have an answer: [`Fits`]
//! or [`Clash`]. Only [`Broadcast`] asks for a good one, by way of a trait that prints the bad one
//! ([`diagnostics`](super::diagnostics)). The supertraits of `Size` and `Shape` promise the answers that generic code needs:
//! what is equal fits, and what is `One` stretches.

use super::aligns::Aligns;
use super::axes::{Axis, NextOuter};
use super::diagnostics::texts::texts;
use super::diagnostics::{
    Accept, AcceptAssign, AcceptScores, AcceptTo, AcceptWritten, KeepsLeft, KeepsScores, KeepsTarget, KeepsWritten,
    KnownShape, KnownToChange, KnownToFit, KnownToMeet, LeavesMeeting, MEETS, Meet, Opens, Same, StatesAssign,
    StatesAssignTo, StatesBroadcast, StatesBroadcastTo, StatesMasked, Zips,
};
use super::flat::Flat;
use super::list::Shape;
use super::size::Size;
use super::verdict::{Clash, Fits, OfSizes, Ours, Outer, never_comes};

impl<A: Size, B: Size> Meet<B> for A {
    type Verdict = A::Meets<B>;
}

impl<L> MEETS<L> for () {
    type Verdict = Fits<L>;
    type Told = ();
    type AND<Pairs: Flat> = Pairs::Plain;
}

impl<R, D> MEETS<()> for (R, D) {
    type Verdict = Fits<(R, D)>;
    type Told = ();
    type AND<Pairs: Flat> = Pairs::Plain;
}

impl<L, R: MEETS<L>, A: Meet<B>, B> MEETS<(L, A)> for (R, B) {
    type Verdict = <A::Verdict as OfSizes>::After<R::Verdict>;
    type Told = ();
    type AND<Pairs: Flat> = R::AND<Pairs::Unshift<(A, B)>>;
}

#[diagnostic::do_not_recommend]
impl<L> Zips<L> for () {}
#[diagnostic::do_not_recommend]
impl<R, D> Zips<()> for (R, D) {}
#[diagnostic::do_not_recommend]
impl<L, R: Zips<L>, A: Meet<B>, B> Zips<(L, A)> for (R, B) {}

/// A verdict with all that clashes drawn out of it, for the texts; the last axis of the verdict is called `Last`.
pub trait Explain<Last = Axis<-1>> {
    /// The verdict itself if it is good, and [`Misfit`] if not: long types are no help in a message.
    type Outcome;
    type Left;
    type Right;
    type Axes;
}

impl<S, Last> Explain<Last> for Fits<S> {
    type Outcome = Self;
    type Left = ();
    type Right = ();
    type Axes = ();
}

impl<V: Outer, W: OfSizes, Last: NextOuter> Explain<Last> for Clash<V, W> {
    type Outcome = Misfit;
    type Left = <V::Lefts<W::Left<()>> as Flat>::Plain;
    type Right = <V::Rights<W::Right<()>> as Flat>::Plain;
    type Axes = <<V as Outer>::Axes<Last::Next, W::Axis<(), Last>> as Flat>::Plain;
}

never_comes! {
    impl<S, Last> Explain<Last> for Absent<S> {
        type Outcome = Misfit;
        type Left = ();
        type Right = ();
        type Axes = ();
    }
}

/// Two shapes that clash.
pub struct Misfit;

texts! {
    /// The shape of an element-wise operation on two shapes, by NumPy's and PyTorch's rule.
    ///
    /// Shapes align at their last axis. A pair of sizes must be equal, or one of them 1; a missing axis counts as 1. The
    /// result of a pair is the one that is not 1, so 1 with 0 gives 0. What does not fit is not implemented, and the compiler's
    /// error names both shapes and what clashes.
    ///
    /// | left | right | result |
    /// |---|---|---|
    /// | `[4, 32, 14, 14]` | `[32, 1, 1]` | `[4, 32, 14, 14]` |
    /// | `[8, 1, 6, 1]` | `[7, 1, 5]` | `[8, 7, 6, 5]` |
    /// | `[4, 32, 14, 14]` | `[2, 32, 14, 14]` | an error: axis -4, 4 against 2 |
    ///
    /// Laws, where both sides exist: commutative, associative, idempotent, with `[]` as identity.
    ///
    /// Code that is generic over sizes, or over leading axes, needs no bound. Code that is generic over two whole shapes names
    /// this trait once:
    ///
    /// ```
    /// use shaped::prelude::*;
    /// fn sum<L: Shape + Broadcast<R>, R: Shape>(a: &Tensor<f32, L>, b: &Tensor<f32, R>) -> Tensor<f32, Broadcasted<L, R>> {
    ///     a + b
    /// }
    /// let column = tensor![[0.0], [10.0]];
    /// assert_eq!(sum(&column, &tensor![1.0, 2.0, 3.0]), tensor![[1.0, 2.0, 3.0], [11.0, 12.0, 13.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// type Wrong = Broadcasted<shape![4, 3], shape![4]>;
    /// let _: Option<Wrong> = None;
    /// ```
    message "cannot broadcast shape `{Self}` with shape `{Rhs}`"
    label "from the last axis on, sizes that meet must be known to be equal, or one of them 1: `x.unsqueeze(Axis::<-1>)` adds an axis of 1, `mean_keepdim` keeps one"
    note "equal sizes share a parameter; code generic over whole shapes writes the bound `where {Self}: shaped::Broadcast<{Rhs}>`"
    pub trait Broadcast<Rhs: Shape>: Shape {
        /// The shape of the result.
        type Output: Shape;
    }

    /// `Rhs` can be added (or the like) to `Self` in place: it fits, and it stretches nothing of `Self`.
    ///
    /// ```
    /// use shaped::{Assign, prelude::*};
    /// fn add_to<L: Shape + Assign<R>, R: Shape>(a: &mut Tensor<f32, L>, b: &Tensor<f32, R>) {
    ///     *a += b;
    /// }
    /// ```
    message "cannot assign shape `{Rhs}` to shape `{Self}`"
    label "from the last axis on, sizes that meet must be known to be equal, or those on the right 1: `x.unsqueeze(Axis::<-1>)` adds an axis of 1, `mean_keepdim` keeps one"
    note "equal sizes share a parameter; code generic over whole shapes writes the bound `where {Self}: shaped::Assign<{Rhs}>`"
    pub trait Assign<Rhs: Shape>: Broadcast<Rhs> {}

    /// A tensor of shape `Self` can be read as one of shape `To`, some of its axes stretched.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// fn like<S: Shape + BroadcastTo<T>, T: StaticShape>(x: &Tensor<f32, S>) -> Tensor<f32, T> {
    ///     x.broadcast_to::<T>().to_tensor()
    /// }
    /// ```
    message "cannot broadcast shape `{Self}` to shape `{To}`"
    label "from the last axis on, sizes that meet must be known to be equal, or the first 1: `x.unsqueeze(Axis::<-1>)` adds an axis of 1, `mean_keepdim` keeps one"
    note "equal sizes share a parameter; code generic over whole shapes writes the bound `where {Self}: shaped::BroadcastTo<{To}>`"
    pub trait BroadcastTo<To: Shape>: Shape {}
}

/// The output shape of an element-wise operation: `Broadcasted<shape![4, 1], shape![3]>` is `shape![4, 3]`.
pub type Broadcasted<L, R> = <L as Broadcast<R>>::Output;

type Verdict<L, R> = <R as Aligns<L>>::Verdict;
type Outcome<L, R> = <Verdict<L, R> as Explain>::Outcome;
/// The sizes that meet, for the texts.
type Pairs<L, R> = <R as MEETS<L>>::AND<()>;
/// What is left open where it is not known how the shapes meet.
type Unmet<L, R> = <R as LeavesMeeting<L>>::Open;
/// What is left open of the verdict.
type Open<L, R> = <R as Opens<L>>::Open;
/// The outcome, of which nothing is said before the verdict is known.
type Sum<L, R> =
    <R as StatesBroadcast<L, Pairs<L, R>, <L as Shape>::Shown, <R as Shape>::Shown, Open<L, R>>>::Then<Outcome<L, R>>;
type Left<L, R> = <Verdict<L, R> as Explain>::Left;
type Right<L, R> = <Verdict<L, R> as Explain>::Right;
type Axes<L, R> = <Verdict<L, R> as Explain>::Axes;

impl<L: KnownShape + Shape, R: KnownShape + Shape> Broadcast<R> for L
where
    R: KnownToMeet<L, Unmet<L, R>>,
    R: StatesBroadcast<L, Pairs<L, R>, L::Shown, R::Shown, Open<L, R>>,
    Sum<L, R>: Accept<L::Shown, R::Shown, Left<L, R>, Right<L, R>, Axes<L, R>>,
{
    type Output = <Sum<L, R> as Accept<L::Shown, R::Shown, Left<L, R>, Right<L, R>, Axes<L, R>>>::Output;
}

#[diagnostic::do_not_recommend]
impl<S: Shape, Lhs, Rhs, Left, Right, Axes> Accept<Lhs, Rhs, Left, Right, Axes> for Fits<S> {
    type Output = S;
}

/// Never applies. But for it, the compiler would look for the shape of the result in vain, and report the clash where it is a
/// condition: with the condition, the steps to it, and the signature of the method. So it reports it where the result is.
#[diagnostic::do_not_recommend]
impl<Lhs: Never, Rhs: Never, Left, Right, Axes> Accept<Lhs, Rhs, Left, Right, Axes> for Misfit {
    type Output = Rhs::Shape;
}

/// Never applies, as above: where a sum is asked for as well, both miss the same, which is told once.
#[diagnostic::do_not_recommend]
impl<Lhs: Never> Ours<Fits<Lhs>> for Misfit {}
#[diagnostic::do_not_recommend]
impl<Lhs: Never, Rhs: Never, Left, Right, Axes> AcceptAssign<Lhs, Rhs, Left, Right, Axes> for Misfit {}

/// Holds of nothing.
pub trait Never {
    /// What there is not.
    type Shape: Shape;
}

impl<L: KnownShape + Shape, R: KnownShape + Shape, V, O: Shape> Assign<R> for L
where
    R: KnownToChange<L, Unmet<L, R>>,
    R: StatesAssign<L, Pairs<L, R>, L::Shown, R::Shown, Open<L, R>, Then<Outcome<L, R>> = V>,
    V: AcceptAssign<L::Shown, R::Shown, Left<L, R>, Right<L, R>, Axes<L, R>>,
    L: Broadcast<R, Output = O>,
    O: KeepsLeft<L, L::Shown, R::Shown, O::Shown>,
{
}

/// Where a shape is asked for, axes can always be added.
type To<S, T> = <T as MEETS<S>>::Verdict;
type ToLeft<S, T> = <To<S, T> as Explain>::Left;
type ToRight<S, T> = <To<S, T> as Explain>::Right;
type ToAxes<S, T> = <To<S, T> as Explain>::Axes;

impl<S: KnownShape + Shape, T: KnownShape + Shape, V, O: Shape> BroadcastTo<T> for S
where
    T: StatesBroadcastTo<S, Pairs<S, T>, S::Shown, T::Shown, Open<S, T>, Then<<To<S, T> as Explain>::Outcome> = V>,
    V: AcceptTo<S::Shown, T::Shown, ToLeft<S, T>, ToRight<S, T>, ToAxes<S, T>, Output = O>,
    T: KeepsTarget<O, S::Shown, T::Shown, O::Shown>,
{
}

/// A mask of shape `Self` can be read as one of the scores' shape `T`: as [`BroadcastTo`], in the words of attention.
pub trait MasksScores<T: Shape>: Shape {}

impl<S: KnownShape + Shape, T: KnownShape + Shape, V, O: Shape> MasksScores<T> for S
where
    T: StatesMasked<S, Pairs<S, T>, S::Shown, T::Shown, Open<S, T>, Then<<To<S, T> as Explain>::Outcome> = V>,
    V: AcceptScores<S::Shown, T::Shown, ToLeft<S, T>, ToRight<S, T>, ToAxes<S, T>, Output = O>,
    T: KeepsScores<O, S::Shown, T::Shown>,
{
}

/// What has shape `Self`, a lazy expression or a product, can be written to a tensor of shape `To`: each size is the tensor's, or 1, and axes in front may be missing.
///
/// ```
/// use shaped::{AssignTo, prelude::*};
/// fn doubled<S: Shape + AssignTo<T>, T: Shape>(x: &Tensor<f32, S>, to: &mut Tensor<f32, T>) {
///     (x.lazy() * 2.0).assign_to(to);
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{AssignTo, prelude::*};
/// fn written<S: AssignTo<T>, T: Shape>() {}
/// written::<shape![4, 3], shape![1, 3]>();
/// ```
pub trait AssignTo<To: Shape>: Shape {}

type Written<S, T> = <T as Aligns<S>>::Verdict;

impl<S: KnownShape + Shape, T: KnownShape + Shape, V, O: Shape> AssignTo<T> for S
where
    T: KnownToFit<S, Unmet<S, T>>,
    T: StatesAssignTo<S, Pairs<S, T>, S::Shown, T::Shown, Open<S, T>, Then<<Written<S, T> as Explain>::Outcome> = V>,
    V: AcceptWritten<S::Shown, T::Shown, Left<S, T>, Right<S, T>, Axes<S, T>, Output = O>,
    T: KeepsWritten<O, S::Shown, T::Shown, O::Shown>,
{
}

/// Two shapes are one and the same.
pub trait SameShape<Rhs: Shape>: Shape {}

impl<L: KnownShape + Shape, R: KnownShape + Shape> SameShape<R> for L where R: Same<L, L::Shown, R::Shown> {}

//! Between names and numbers: `rename`, `fix` and `free`.

use super::broadcast::Explain;
use super::diagnostics::{FixTo, FreeTo, Pairs, SameNumbers, SameRank};
use super::digits::Digits;
use super::list::Shape;
use super::number::Bool;
use super::size::Size;
use super::verdict::{And, Differ, Fits};

/// A shape whose axes have the numbers of the shape `O`, but other names: what `rename` goes from, and what it goes to.
///
/// A static axis goes to one of the same number, with a name or without; a run-time axis goes to another:
/// `[Batch, 3, 32]` -> `[Seq, Channels, 32]`. Code generic over sizes or leading axes needs no bound:
///
/// ```
/// use shaped::prelude::*;
/// axis!(Channels = 3);
/// fn channels<L: Shape>(x: &Tensor<f32, (L, Dim<3>)>) -> View<'_, f32, (L, Channels)> {
///     x.rename()
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// axis!(Channels = 3);
/// fn channels<L: Shape>(x: &Tensor<f32, (L, Dim<4>)>) -> View<'_, f32, (L, Channels)> {
///     x.rename()
/// }
/// ```
pub trait Rename<O: Shape>: Shape {}

impl<S: Shape, O: Shape> Rename<O> for S where O::Numbers: SameNumbers<S::Numbers, S::Shown, O::Shown> {}

/// A shape that may turn out to be the shape `O` when the program runs: what `fix` goes from, and what it goes to.
///
/// Each axis is the same, or known at run time on the left and static on the right: `[Batch, 784]` -> `[32, 784]`. Code in
/// which a generic size stays as it is names the trait once.
pub trait Fix<O: Shape>: Shape {}

/// A shape some of whose static sizes become run-time ones in the shape `O`: what `free` goes from, and what it goes to.
///
/// Each axis is the same, or static on the left and known at run time on the right: `[32, 784]` -> `[Batch, 784]`. Code
/// in which a generic size stays as it is names the trait once.
pub trait Free<O: Shape>: Shape {}

/// From a run-time axis to a static one, or from an axis to itself.
pub struct Fixing;
/// From a static axis to a run-time one, or from an axis to itself.
pub struct Freeing;

/// What each axis of one shape may become in another: always a verdict.
pub trait Become<A, B> {
    type Verdict;
}

type Equal<A, B> = <<A as Size>::Spelling as Digits>::Eq<<B as Size>::Spelling>;
type OneOf<P, Q, A, B> = <<P as Bool>::Or<Q> as Bool>::If<Fits<B>, Differ<A, B>>;
type Both<P, Q> = <P as Bool>::And<Q>;
type Not<P> = <P as Bool>::Not;

impl<A: Size, B: Size> Become<A, B> for Fixing {
    type Verdict = OneOf<Both<Not<A::IsStatic>, B::IsStatic>, Equal<A, B>, A, B>;
}

impl<A: Size, B: Size> Become<A, B> for Freeing {
    type Verdict = OneOf<Both<A::IsStatic, Not<B::IsStatic>>, Equal<A, B>, A, B>;
}

/// Two shapes have different numbers of axes, which is told elsewhere; nothing more is said of them.
pub struct OtherRank;

impl<Last> And<Last> for OtherRank {
    type Verdict = Self;
}

impl Explain for OtherRank {
    type Outcome = Fits<()>;
    type Left = ();
    type Right = ();
    type Axes = ();
}

impl<How> Pairs<How, ()> for () {
    type Verdict = Fits<()>;
}

impl<How, L, A> Pairs<How, (L, A)> for () {
    type Verdict = OtherRank;
}

impl<How, R, B> Pairs<How, ()> for (R, B) {
    type Verdict = OtherRank;
}

#[diagnostic::do_not_recommend]
impl<How: Become<A, B>, L, A, R: Pairs<How, L, Verdict: And<How::Verdict>>, B> Pairs<How, (L, A)> for (R, B) {
    type Verdict = <R::Verdict as And<How::Verdict>>::Verdict;
}

impl<S: Shape, O: Shape + Pairs<Fixing, S, Verdict = V>, V, W, L, R, A> Fix<O> for S
where
    O::Rank: SameRank<S::Rank, S::Shown, O::Shown>,
    V: Explain<Outcome = W, Left = L, Right = R, Axes = A>,
    W: FixTo<S::Shown, O::Shown, L, R, A>,
{
}

impl<S: Shape, O: Shape + Pairs<Freeing, S, Verdict = V>, V, W, L, R, A> Free<O> for S
where
    O::Rank: SameRank<S::Rank, S::Shown, O::Shown>,
    V: Explain<Outcome = W, Left = L, Right = R, Axes = A>,
    W: FreeTo<S::Shown, O::Shown, L, R, A>,
{
}

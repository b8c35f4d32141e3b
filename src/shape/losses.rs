//! The shapes of losses: a prediction and its target, which never stretch.

use super::at::{At, Seek};
use super::diagnostics::{
    AxisOfClasses, ComparedWith, KnownShape, LabelsOf, LeavesMeeting, SequenceLengths, TargetOf, TargetsOf, ToldTarget,
    WeightsOfClasses, Zips,
};
use super::given::Given;
use super::list::{LeavesOpen, Shape};
use super::rank::Last;
use super::reduce::Reduce;
use super::size::Size;

/// A shape whose elements a loss compares with those of a target of shape `R`: the very same shape.
///
/// Nothing is stretched, since predictions `[n]` against targets `[n, 1]` would compare each with each.
///
/// ```
/// use shaped::prelude::*;
/// fn loss<S: Shape>(predicted: &Tensor<f32, S>, target: &Tensor<f32, S>) -> f32 {
///     predicted.mse_loss(target) // no bound
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{ComparesWith, prelude::*};
/// fn compared<L: ComparesWith<R>, R: Shape>() {}
/// compared::<shape![64], shape![64, 1]>();
/// ```
pub trait ComparesWith<R: Shape>: Shape {}

impl<L: KnownShape + Shape, R: KnownShape + Shape, Unmet, V, Differ> ComparesWith<R> for L
where
    R: ToldTarget<L, Unmet, Then<R> = V> + LeavesMeeting<L, Open = Unmet>,
    V: TargetOf<L, L::Shown, R::Shown, Differ> + LeavesOpen<L, Open = Differ>,
{
}

#[diagnostic::do_not_recommend]
impl<L, R: Zips<L>, Open> ToldTarget<L, Open> for R {
    type Then<T> = <R::Told as Given>::Then<T>;
}

/// A shape of scores of classes, `[…, C]`, one class of which each target of shape `R`, `[…]`, names.
///
/// The classes are the last axis, for any number of leading axes:
///
/// ```
/// use shaped::prelude::*;
/// fn loss<L: Shape, C: Size>(logits: &Tensor<f32, (L, C)>, targets: &Tensor<u32, L>) -> f32 {
///     logits.cross_entropy(targets)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{ClassScores, prelude::*};
/// fn scores<L: ClassScores<R>, R: Shape>() {}
/// scores::<shape![64, 10], shape![64, 1]>();
/// ```
// Where the targets are of the scores' own shape, the compiler prints this text, and not that of `TargetsOf`.
#[diagnostic::on_unimplemented(
    message = "cannot compare logits with targets of the logits' own shape, `{Self}`",
    label = "the targets would have one class for each row of logits, and not have the classes' axis",
    note = "probabilities of the classes, […, C] as the logits, are for `cross_entropy_soft`"
)]
pub trait ClassScores<R: Shape>: Shape {}

impl<S: Shape, R: Shape, V, O: Shape, Open> ClassScores<R> for S
where
    Last: Seek<S, Verdict = V>,
    R: AxisOfClasses<V, S::Shown, Outer = O>
        + TargetsOf<O, S::Shown, R::Shown, O::Shown, Open>
        + LeavesOpen<O, Open = Open>,
{
}

#[diagnostic::do_not_recommend]
impl<L: Shape, C: Size, Of, R> AxisOfClasses<At<L, C, ()>, Of> for R {
    type Outer = L;
    type Classes = ((), C);
}

/// A shape of scores of classes, `[…, C]`, which have weights of shape `W`, `[C]`.
pub trait ClassWeights<W: Shape>: Shape {}

impl<S: Shape, W: Shape, V, C: Shape> ClassWeights<W> for S
where
    Last: Seek<S, Verdict = V>,
    W: AxisOfClasses<V, S::Shown, Classes = C> + WeightsOfClasses<C, S::Shown, W::Shown, C::Shown>,
{
}

/// Logarithms of probabilities, `[T, B, C]`, that are aligned with labels of shape `R`, `[B, S]`, and of lengths of shapes `I` and `J`, `[B]`.
pub trait AlignsWith<R: Shape, I: Shape, J: Shape>: Shape {
    /// One axis, of the sequences: `[B]`.
    type Batch: Shape;
}

impl<S: KnownShape + Shape, R: KnownShape + Shape, I: Shape, J: Shape, B: Shape> AlignsWith<R, I, J> for S
where
    R::Shown: LabelsOf<S, R, S::Shown, Batch = B>,
    I: SequenceLengths<B, S::Shown, I::Shown, B::Shown>,
    J: SequenceLengths<B, S::Shown, J::Shown, B::Shown>,
{
    type Batch = <R::Shown as LabelsOf<S, R, S::Shown>>::Batch;
}

#[diagnostic::do_not_recommend]
impl<T: Size, B: Size, C: Size, N: Size, Of, Labels> LabelsOf<((((), T), B), C), (((), B), N), Of> for Labels {
    type Batch = ((), B);
}

/// A shape whose vectors along the axis `A` can be compared with those of shape `R`: what `cosine_similarity` takes.
///
/// ```
/// use shaped::prelude::*;
/// fn alike<L: Shape, D: Size>(a: &Tensor<f32, (L, D)>, b: &Tensor<f32, (L, D)>) -> Tensor<f32, L> {
///     a.cosine_similarity(b, Axis::<-1>) // no bound
/// }
/// ```
pub trait VectorsLike<R: Shape, A>: Reduce<A> {}

impl<S: Shape + Reduce<A>, R: Shape, A> VectorsLike<R, A> for S where R: ComparedWith<S, S::Shown, R::Shown> {}

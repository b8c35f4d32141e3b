//! The shapes of losses: a prediction and its target, which never stretch.

use super::at::{At, Seek};
use super::diagnostics::{
    AxisOfClasses, ComparedWith, KnownShape, LabelsOf, SequenceLengths, TargetOf, TargetsOf, WeightsOfClasses,
};
use super::list::Shape;
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

impl<L: KnownShape + Shape, R: KnownShape + Shape> ComparesWith<R> for L where R: TargetOf<L, L::Shown, R::Shown> {}

#[diagnostic::do_not_recommend]
impl<S, Lhs, Rhs> TargetOf<S, Lhs, Rhs> for S {}

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

type Outer<S, R> = <R as AxisOfClasses<<Last as Seek<S>>::Verdict, <S as Shape>::Shown>>::Outer;

impl<S: Shape, R: Shape> ClassScores<R> for S
where
    Last: Seek<S>,
    R: AxisOfClasses<<Last as Seek<S>>::Verdict, S::Shown>,
    R: TargetsOf<Outer<S, R>, S::Shown, R::Shown, <Outer<S, R> as Shape>::Shown>,
{
}

#[diagnostic::do_not_recommend]
impl<L: Shape, C: Size, Of, R> AxisOfClasses<At<L, C, ()>, Of> for R {
    type Outer = L;
    type Classes = ((), C);
}

#[diagnostic::do_not_recommend]
impl<S, Of, Targets, Needed> TargetsOf<S, Of, Targets, Needed> for S {}

/// A shape of scores of classes, `[…, C]`, which have weights of shape `W`, `[C]`.
pub trait ClassWeights<W: Shape>: Shape {}

type Classes<S, W> = <W as AxisOfClasses<<Last as Seek<S>>::Verdict, <S as Shape>::Shown>>::Classes;

impl<S: Shape, W: Shape> ClassWeights<W> for S
where
    Last: Seek<S>,
    W: AxisOfClasses<<Last as Seek<S>>::Verdict, S::Shown>,
    W: WeightsOfClasses<Classes<S, W>, S::Shown, W::Shown, <Classes<S, W> as Shape>::Shown>,
{
}

#[diagnostic::do_not_recommend]
impl<S, Of, Weights, Needed> WeightsOfClasses<S, Of, Weights, Needed> for S {}

/// Logarithms of probabilities, `[T, B, C]`, that are aligned with labels of shape `R`, `[B, S]`, and of lengths of shapes `I` and `J`, `[B]`.
pub trait AlignsWith<R: Shape, I: Shape, J: Shape>: Shape {
    /// One axis, of the sequences: `[B]`.
    type Batch: Shape;
}

type Batch<S, R> = <<R as Shape>::Shown as LabelsOf<S, R, <S as Shape>::Shown>>::Batch;

impl<S: KnownShape + Shape, R: KnownShape + Shape, I: Shape, J: Shape> AlignsWith<R, I, J> for S
where
    R::Shown: LabelsOf<S, R, S::Shown>,
    I: SequenceLengths<Batch<S, R>, S::Shown, I::Shown, <Batch<S, R> as Shape>::Shown>,
    J: SequenceLengths<Batch<S, R>, S::Shown, J::Shown, <Batch<S, R> as Shape>::Shown>,
{
    type Batch = Batch<S, R>;
}

#[diagnostic::do_not_recommend]
impl<T: Size, B: Size, C: Size, N: Size, Of, Labels> LabelsOf<((((), T), B), C), (((), B), N), Of> for Labels {
    type Batch = ((), B);
}
#[diagnostic::do_not_recommend]
impl<S, Of, Lengths, Needed> SequenceLengths<S, Of, Lengths, Needed> for S {}

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

#[diagnostic::do_not_recommend]
impl<S, Lhs, Rhs> ComparedWith<S, Lhs, Rhs> for S {}

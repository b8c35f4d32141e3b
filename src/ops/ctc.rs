//! Connectionist temporal classification: the loss of labels of which nobody knows when they were said.

use alloc::vec::Vec;

use num_traits::{Float, Zero};

use super::class_losses::no_class;
use super::reduce::number;
use super::reductions::FullReductions;
use super::rows::elements;
use super::wide::wide;
use crate::kernels::ctc::Spoken;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Scalar, Step, held};
use crate::shape::diagnostics::{FloatElement, IndexNumber};
use crate::shape::dims::MAX_RANK;
use crate::shape::losses::AlignsWith;
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

/// How [`ctc_loss`](CtcLosses::ctc_loss) counts.
///
/// ```
/// use shaped::CtcOptions;
/// assert_eq!(CtcOptions::default(), CtcOptions { blank: 0, zero_infinity: false });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CtcOptions {
    /// The number of the class that stands for no label.
    pub blank: usize,
    /// Whether a loss that is infinite, since a sequence has fewer steps than its labels need, counts 0.
    pub zero_infinity: bool,
}

operation! {
    /// Losses of sequences against their labels `R`, where only their order is known, of lengths `I` and `J`.
    trait CtcLosses[R, I, J][R, I, J]
    for X where [X: Operand<Elem: FloatElement, Shape: AlignsWith<R::Shape, I::Shape, J::Shape>> + ?Sized, R: Values<Elem: IndexNumber>, I: Values<Elem: IndexNumber>, J: Values<Elem: IndexNumber>] {
        /// A loss for each sequence.
        type Batch: Shape = <X::Shape as AlignsWith<R::Shape, I::Shape, J::Shape>>::Batch;
    }

    /// The connectionist temporal classification of sequences of logarithms of probabilities, `[T, B, C]`: minus the logarithm of the probability that
    /// a sequence says its labels, `[B, S]`, in this order, each for as many steps as it takes, with or without the blank class between them. Of each
    /// sequence the first `input_lengths` steps count, and of its labels the first `target_lengths`, both `[B]`; what is behind these may be any
    /// number. PyTorch's `F.ctc_loss(x, targets, input_lengths, target_lengths, blank, zero_infinity=…)`: the mean over the sequences, of each loss over
    /// its number of labels. Allocates a table of `T` by `2 S + 1` numbers, and two on the way back.
    ///
    /// Steps are the first axis: a network that gives `[B, T, C]` hands over `x.log_softmax(Axis::<-1>).swap_axes(Axis::<0>, Axis::<1>)`. The
    /// gradient is that of these logarithms as they are. PyTorch's has `x.exp()` besides, which its `log_softmax` in front takes away again: before that,
    /// both are the same. Where a loss is infinite, the gradient is 0.
    ///
    /// # Panics
    /// If a label is no class, or a length is more than there are steps or labels.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// // Two steps, one sequence, three classes, alike; the label 1 is said by "1 1", "- 1" and "1 -".
    /// let logs: Tensor<f64, shape![2, 1, 3]> = Tensor::full((1.0f64 / 3.0).ln());
    /// let loss = logs.ctc_loss(&tensor![[1, 0]], &tensor![2], &tensor![1], Default::default());
    /// assert!((loss - 3f64.ln()).abs() < 1e-12);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let logs: Tensor<f64, shape![8, 50, 20]> = Tensor::zeros(); // eight sequences first, and not fifty steps
    /// let (labels, steps) = (Tensor::<i64, shape![8, 30]>::ones(), Tensor::<i64, shape![8]>::full(50));
    /// logs.ctc_loss(&labels, &steps, &steps, Default::default());
    /// ```
    #[track_caller]
    fn ctc_loss(&self, targets: &R, input_lengths: &I, target_lengths: &J, options: CtcOptions) -> Scalar<Self::Kind, Self::Elem> {
        losses::<_, Self::Batch, _, _, _>(self, targets, input_lengths, target_lengths, options, true).mean_all()
    }

    /// As [`ctc_loss`](Self::ctc_loss), the loss of each sequence, not over its number of labels: `[50, 8, 20]` and `[8, 30]` -> `[8]`. PyTorch's
    /// `reduction="none"`.
    ///
    /// # Panics
    /// If a label is no class, or a length is more than there are steps or labels.
    #[track_caller]
    fn ctc_loss_each(&self, targets: &R, input_lengths: &I, target_lengths: &J, options: CtcOptions) -> Tensor<Self::Elem, Self::Batch, Self::Kind> {
        losses(self, targets, input_lengths, target_lengths, options, false)
    }
}

/// The loss of each sequence, or of each label of it on average.
#[track_caller]
fn losses<X, B, R, I, J>(
    x: &X,
    targets: &R,
    input_lengths: &I,
    target_lengths: &J,
    options: CtcOptions,
    by_label: bool,
) -> Tensor<X::Elem, B, X::Kind>
where
    X: Operand<Elem: Float> + ?Sized,
    B: Shape,
    R: Values<Elem: IndexNumber>,
    I: Values<Elem: IndexNumber>,
    J: Values<Elem: IndexNumber>,
{
    let x = x.view();
    let [classes, batch, steps, ..] = x.shape().dims().sizes;
    let [most_labels, sequences, ..] = targets.view().shape().dims().sizes;
    let counts = [sequences, input_lengths.numel(), target_lengths.numel()];
    assert!(counts == [batch; 3], "ctc_loss: labels and lengths of {counts:?} sequences, and there are {batch}");
    assert!(options.blank < classes, "ctc_loss: the blank is class {}, and there are {classes}", options.blank);
    // (Loops, and no closures, of which a panic would say that it is in this file.)
    let mut lengths: Vec<[usize; 2]> = Vec::with_capacity(batch);
    for (i, (rows, labels)) in input_lengths.iter().zip(target_lengths.iter()).enumerate() {
        let rows = length("steps", i, *rows, steps);
        lengths.push([rows, length("labels", i, *labels, most_labels)]);
    }
    let mut labels: Vec<usize> = Vec::with_capacity(targets.numel());
    for (at, label) in targets.iter().enumerate() {
        labels.push(match label.count() {
            Some(class) if class < classes => class,
            // Behind the end any number may stand.
            _ if at % most_labels >= lengths[at / most_labels][1] => 0,
            _ => no_class("ctc_loss", label.number(), classes),
        });
    }
    let mut sizes = [1; MAX_RANK];
    sizes[0] = batch;
    let shape: B = run_time::shape(&sizes);
    let known = Known { labels: &labels, lengths: &lengths };
    let sizes = CtcBack { of: known, classes, options, by_label };
    let of = Told { labels: targets, steps: input_lengths, counts: target_lengths, known };
    let back = CtcBack { of, classes, options, by_label };
    Tensor::made(X::Kind::apply_op((x,), shape, |(x,): (View<'_, _, _, _>,)| sizes.losses(&x), back), shape)
}

/// How many steps or labels a sequence has, of so many at most.
#[track_caller]
fn length(what: &str, i: usize, length: impl IndexNumber, most: usize) -> usize {
    match length.count() {
        Some(length) if length <= most => length,
        _ => panic!("ctc_loss: sequence {i} is to have {} {what}, and there is room for {most}", length.number()),
    }
}

/// The way back of the losses of sequences, with the labels of each and their lengths.
#[derive(Clone, Copy)]
pub(super) struct CtcBack<L> {
    pub(super) of: L,
    pub(super) classes: usize,
    pub(super) options: CtcOptions,
    /// Is each loss over its number of labels?
    pub(super) by_label: bool,
}

/// Labels and lengths as numbers.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    labels: &'a [usize],
    /// Of each sequence the steps, and the labels.
    lengths: &'a [[usize; 2]],
}

/// Labels and lengths where they are, of which graphs ask, and as numbers.
#[cfg_attr(not(feature = "graph"), allow(dead_code))]
#[derive(Clone, Copy)]
pub(super) struct Told<'a, R, I, J> {
    pub(super) labels: &'a R,
    pub(super) steps: &'a I,
    pub(super) counts: &'a J,
    known: Known<'a>,
}

held!(CtcBack<Told<'_, R, I, J>> where [R: Values<Elem: IndexNumber>, I: Values<Elem: IndexNumber>, J: Values<Elem: IndexNumber>], |this, memory| {
    let CtcBack { of: Told { known, .. }, classes, options, by_label } = this;
    let known = Known { labels: memory.copy_slice(known.labels), lengths: memory.copy_slice(known.lengths) };
    CtcBack { of: known, classes, options, by_label }
}; lowered_at);

impl CtcBack<Known<'_>> {
    /// A sequence of logarithms of probabilities, and by what its loss is divided.
    fn sequence<'a, T: Float>(&'a self, logs: &'a [T], i: usize) -> (Spoken<'a, T>, T) {
        let batch = self.of.lengths.len();
        let ([rows, labels], most) = (self.of.lengths[i], self.of.labels.len() / batch);
        let spoken = Spoken {
            logs: logs.get(i * self.classes..).unwrap_or(&[]),
            step: batch * self.classes,
            rows,
            labels: &self.of.labels[i * most..][..labels],
            blank: self.options.blank,
        };
        (spoken, if self.by_label { number(labels.max(1)) } else { T::one() })
    }

    fn losses<X: Values<Elem: Float>>(&self, x: &X) -> Buffer<X::Elem> {
        if const { can_be::<X::Elem>() }
            && let Some(x) = wide(x, ByNumbers)
        {
            return rounded(self.losses(&x.view()).as_slice(), ByNumbers);
        }
        let logs = elements(x);
        let mut losses = room(self.of.lengths.len());
        losses.extend((0..self.of.lengths.len()).map(|i| {
            let (sequence, by) = self.sequence(&logs, i);
            let loss = sequence.loss();
            if self.options.zero_infinity && loss.is_infinite() { X::Elem::zero() } else { loss / by }
        }));
        Buffer::from_vec(losses)
    }
}

impl<T: Real> Backward<T> for CtcBack<Known<'_>> {
    fn name(&self) -> &'static str {
        "ctc_loss"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let logs = at.elements(0);
        to.accumulate(0, |to| {
            for (i, &g) in grad.as_slice().iter().enumerate() {
                let (sequence, by) = self.sequence(&logs, i);
                sequence.add_slopes(g / by, to.get_mut(i * self.classes..).unwrap_or(&mut []));
            }
        });
        to.free(grad);
    }
}

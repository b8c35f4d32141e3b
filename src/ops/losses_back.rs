//! The way back of losses, to the prediction and to the target.

use num_traits::Float;

use super::index::{Forward, held_places};
use super::reduce::{float, number};
use crate::kernels::back::{classes, losses};
use crate::kernels::level::{Wide, widest};
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::shape::diagnostics::IndexNumber;
use crate::storage::Buffer;
use crate::view::Values;

/// What a loss gives.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Over {
    /// The mean of all losses.
    Mean,
    Sum,
    /// Each loss.
    Each,
}

impl Over {
    /// By what the gradient of each of `n` losses is multiplied, if it is the same for all.
    fn factor<T: Real>(self, grad: &[T], n: usize) -> Option<T> {
        match self {
            Over::Mean => Some(grad[0] / number(n)),
            Over::Sum => Some(grad[0]),
            Over::Each => None,
        }
    }
}

/// The slopes of a loss of one element and its target, by either.
pub(super) trait LossSlopes: Copy + 'static {
    /// What a program calls the loss.
    fn name(self) -> &'static str;
    fn slopes<T: Float>(self, x: T, y: T) -> [T; 2];
    /// The number beside them, if there is one.
    #[cfg(feature = "graph")]
    fn argument(self) -> f64;
}

/// The way back of a loss of pairs of elements.
pub(super) struct LossBack<F> {
    pub slopes: F,
    pub over: Over,
}

held!(LossBack<F> where [F: LossSlopes]; lowered);

impl<T: Real, F: LossSlopes> Backward<T> for LossBack<F> {
    fn name(&self) -> &'static str {
        self.slopes.name()
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let (x, y) = (at.elements(0), at.elements(1));
        let factor = self.over.factor(grad.as_slice(), x.len());
        for side in 0..2 {
            if to.wants(side) {
                let mut all = to.room(x.len());
                let grad = if factor.is_some() { &[] } else { grad.as_slice() };
                widest(AllSlopes { pairs: [&x, &y], side, slopes: self.slopes, factor, grad, to: all.as_mut_slice() });
                to.give(side, all);
            }
        }
        to.free(grad);
    }
}

/// Slopes of all pairs, times one factor or else each times its own gradient.
struct AllSlopes<'a, T, F> {
    pairs: [&'a [T]; 2],
    side: usize,
    slopes: F,
    factor: Option<T>,
    grad: &'a [T],
    to: &'a mut [T],
}

impl<T: Real, F: LossSlopes> Wide for AllSlopes<'_, T, F> {
    type Output = ();
    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        let ([x, y], slopes) = (self.pairs, self.slopes);
        let pairs = self.to.iter_mut().zip(x).zip(y);
        // The side is asked here, so that each loop computes one of the slopes.
        match (self.factor, self.side) {
            (Some(factor), 0) => pairs.for_each(|((to, x), y)| *to = slopes.slopes(*x, *y)[0] * factor),
            (Some(factor), _) => pairs.for_each(|((to, x), y)| *to = slopes.slopes(*x, *y)[1] * factor),
            (None, 0) => pairs.zip(self.grad).for_each(|(((to, x), y), g)| *to = slopes.slopes(*x, *y)[0] * *g),
            (None, _) => pairs.zip(self.grad).for_each(|(((to, x), y), g)| *to = slopes.slopes(*x, *y)[1] * *g),
        }
    }
}

/// The way back of a loss of rows of `n` scores, of which each has one class.
pub(super) struct ClassBack<P, W> {
    pub classes: P,
    /// One for each class, or none.
    pub weights: W,
    pub n: usize,
    /// Is the logarithm of the softmax taken first?
    pub logits: bool,
    pub label_smoothing: f64,
    /// The number of the class whose rows lose nothing.
    pub ignore_index: Option<i64>,
    pub over: Over,
}

held!(ClassBack<&R, &[f64]> where [R: Values<Elem: IndexNumber>], |this, memory| {
    let ClassBack { classes, weights, n, logits, label_smoothing, ignore_index, over } = this;
    let ignored = |class: R::Elem| ignore_index.is_some_and(|ignored| class.number() == i128::from(ignored));
    let classes: &[usize] = held_places::<Forward, _, T>(memory, classes, n, ignored);
    let weights: &[f64] = memory.copy_slice(weights);
    ClassBack { classes, weights, n, logits, label_smoothing, ignore_index, over }
}; lowered_at);

impl<T: Real> Backward<T> for ClassBack<&[usize], &[f64]> {
    fn name(&self) -> &'static str {
        if self.logits { "cross_entropy" } else { "nll_loss" }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, self.logits)
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let g = grad.as_slice();
        let classes = self.classes.iter().map(|&class| (class < self.n).then_some(class));
        let factor = match self.over {
            Over::Mean if !self.weights.is_empty() => {
                Some(g[0] / float(classes.clone().flatten().map(|class| self.weights[class]).sum()))
            }
            over => over.factor(g, classes.clone().flatten().count()),
        };
        let factor = |row: usize| factor.unwrap_or_else(|| g[row]);
        if self.logits {
            let x = at.elements(0);
            let mut all = to.room(x.len());
            let shares = (self.label_smoothing, self.weights);
            classes::cross_entropy(self.n, &x, classes, shares, factor, all.as_mut_slice());
            to.give(0, all);
        } else {
            let weight = |row: usize| self.weights.get(self.classes[row]).map_or(T::one(), |&weight| float(weight));
            to.accumulate(0, |to| classes::nll(self.n, classes, |row| factor(row) * weight(row), to));
        }
        to.free(grad);
    }
}

/// The way back of a cross-entropy of rows of `n` scores and as many probabilities.
pub(super) struct SoftBack {
    pub n: usize,
    pub over: Over,
}
held!(SoftBack; lowered);

impl<T: Real> Backward<T> for SoftBack {
    fn name(&self) -> &'static str {
        "cross_entropy_soft"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, true).operand(1, wanted.has(0))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let g = grad.as_slice();
        let x = at.elements(0);
        let factor = self.over.factor(g, x.len().checked_div(self.n).unwrap_or(0));
        let factor = |row: usize| factor.unwrap_or_else(|| g[row]);
        if to.wants(0) {
            let mut all = to.room(x.len());
            classes::soft_cross_entropy(self.n, &x, &at.elements(1), factor, all.as_mut_slice());
            to.give(0, all);
        }
        if to.wants(1) {
            let mut all = to.room(x.len());
            classes::less_log_softmax(self.n, &x, factor, all.as_mut_slice());
            to.give(1, all);
        }
        to.free(grad);
    }
}

/// The way back of the cosine of the angle between vectors, `n` elements `inner` apart each.
pub(super) struct CosineBack {
    pub n: usize,
    pub inner: usize,
}
held!(CosineBack; lowered);

impl<T: Real> Backward<T> for CosineBack {
    fn name(&self) -> &'static str {
        "cosine_similarity"
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let (x, y) = (at.elements(0), at.elements(1));
        for (side, [of, other]) in [[&x, &y], [&y, &x]].into_iter().enumerate() {
            if to.wants(side) {
                let mut all = to.room(x.len());
                losses::cosine([self.n, self.inner], of, other, at.out(), grad.as_slice(), all.as_mut_slice());
                to.give(side, all);
            }
        }
        to.free(grad);
    }
}

//! Losses whose classes weigh more or less.

use alloc::vec::Vec;

use num_traits::{Float, One, ToPrimitive};

use super::class_losses::{CrossEntropyOptions, Targets};
use super::losses::Losses;
use super::losses_back::Over;
use super::reductions::FullReductions;
use super::{Copies, Likes};
use crate::kind::Scalar;
use crate::shape::Shape;
use crate::shape::broadcast::Assign;
use crate::shape::diagnostics::{ClassNumber, FloatElement, ScoreElement};
use crate::shape::given::Given;
use crate::shape::losses::{ClassScores, ClassWeights, ComparesWith};
use crate::shape::verdict::Concrete;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{OfElements, Operand, Values, View};

operation! {
    /// Cross-entropies whose classes have weights `W`, against the classes `R` by number.
    trait WeightedClassLosses[R, W][R, W]
    for X where [<R as Given>::Then<X::Elem>: ScoreElement, X: Operand<Shape: ClassScores<<<R::Elem as Concrete>::Itself as Given>::Then<R::Shape>> + ClassWeights<W::Shape>> + ?Sized, R: Values<Elem: ClassNumber>, W: Values + OfElements<X::Elem, <W as Operand>::Elem>] {
        /// A loss for each row.
        type Losses: Shape = R::Shape;
    }

    /// [`cross_entropy`](super::ClassLosses::cross_entropy) where the loss of each row is multiplied by its class's weight, and the mean is over the
    /// sum of these weights: `[…, C]`, integers `[…]` and weights `[C]`. PyTorch's `F.cross_entropy(x, target, weight)`. The weights have no
    /// gradient.
    ///
    /// # Panics
    /// If a target is no class, and not -100.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (logits, classes) = (tensor![[0.0f64, 0.0], [2.0, 2.0], [1.0, 1.0]], tensor![0, 1, 1]);
    /// let sum = logits.cross_entropy_weighted_each(&classes, &tensor![3.0, 0.5], Default::default()).sum_all();
    /// assert!((sum - 4.0 * 2f64.ln()).abs() < 1e-12);
    /// assert!((logits.cross_entropy_weighted(&classes, &tensor![3.0, 0.5]) - 2f64.ln()).abs() < 1e-12);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[0.0, 0.0], [2.0, 2.0]].cross_entropy_weighted(&tensor![0, 1], &tensor![3.0, 0.5, 1.0]); // three weights of two classes
    /// ```
    #[track_caller]
    fn cross_entropy_weighted(&self, target: &R, weights: &W) -> Scalar<Self::Kind, Self::Elem> {
        self.cross_entropy_weighted_with(target, weights, CrossEntropyOptions::default())
    }

    /// As [`cross_entropy_weighted`](Self::cross_entropy_weighted), with smoothed labels or another index that is ignored. PyTorch's
    /// `F.cross_entropy(x, target, weight, ignore_index=…, label_smoothing=…)`.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored, or the smoothing is not from 0 to 1.
    #[track_caller]
    fn cross_entropy_weighted_with(&self, target: &R, weights: &W, options: CrossEntropyOptions) -> Scalar<Self::Kind, Self::Elem> {
        Targets::with(target, options).weighted(&of_classes(self.view().shape(), weights)).over(self, Over::Mean)
    }

    /// The loss of each row, 0 where it is ignored: `[4, 10]`, `[4]` and `[10]` -> `[4]`. PyTorch's `reduction="none"`.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored, or the smoothing is not from 0 to 1.
    #[track_caller]
    fn cross_entropy_weighted_each(&self, target: &R, weights: &W, options: CrossEntropyOptions) -> Tensor<Self::Elem, Self::Losses, Self::Kind> {
        Targets::with(target, options).weighted(&of_classes(self.view().shape(), weights)).each(self)
    }

    /// [`nll_loss`](super::ClassLosses::nll_loss) where the loss of each row is multiplied by its class's weight, and the mean is over the sum of these
    /// weights: `[…, C]`, integers `[…]` and weights `[C]`; an index may be ignored. PyTorch's `F.nll_loss(x, target, weight, ignore_index=…)`.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let logs = tensor![[-0.5, -1.0], [-2.0, -0.25]];
    /// assert_eq!(logs.nll_loss_weighted(&tensor![0, 1], &tensor![3.0, 1.0], Some(-100)), (1.5 + 0.25) / 4.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[-0.5, -1.0], [-2.0, -0.25]].nll_loss_weighted(&tensor![0, 1], &tensor![3.0, 0.5, 1.0], None); // three weights of two classes
    /// ```
    #[track_caller]
    fn nll_loss_weighted(&self, target: &R, weights: &W, ignore_index: Option<i64>) -> Scalar<Self::Kind, Self::Elem> {
        let weights = of_classes(self.view().shape(), weights);
        Targets::logarithms(target).ignoring(ignore_index).weighted(&weights).over(self, Over::Mean)
    }

    /// As [`nll_loss_weighted`](Self::nll_loss_weighted), the loss of each row, 0 where it is ignored: `[4, 10]`, `[4]` and `[10]` -> `[4]`.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored.
    #[track_caller]
    fn nll_loss_weighted_each(&self, target: &R, weights: &W, ignore_index: Option<i64>) -> Tensor<Self::Elem, Self::Losses, Self::Kind> {
        let weights = of_classes(self.view().shape(), weights);
        Targets::logarithms(target).ignoring(ignore_index).weighted(&weights).each(self)
    }
}

/// The weights, one for each class of scores.
#[track_caller]
pub(super) fn of_classes<W: Values<Elem: Float>>(scores: impl Shape, weights: &W) -> Vec<f64> {
    let weights: Vec<f64> = weights.iter().map(|weight| weight.to_f64().unwrap_or(f64::NAN)).collect();
    let classes = scores.dims().sizes[0];
    assert!(weights.len() == classes, "{} weights of {classes} classes", weights.len());
    weights
}

operation! {
    /// Cross-entropies of yes and no, against the targets `R`, where yes has weights `W`.
    trait WeightedLosses[R, W][R, W]
    for X where [
        X: Operand<Shape: ComparesWith<R::Shape>> + ?Sized,
        <R as Given>::Then<X::Elem>: FloatElement,
        R: Values<Elem = X::Elem, Shape: Assign<W::Shape>>,
        W: Values<Elem = X::Elem>
    ]

    /// [`binary_cross_entropy_with_logits`](super::Losses::binary_cross_entropy_with_logits) where the part of yes is multiplied by a weight, which is
    /// stretched to the shape: a weight above 1 finds more of what is rare. The mean over all elements. PyTorch's
    /// `F.binary_cross_entropy_with_logits(x, target, pos_weight=weight)`. Target and weight have no gradient. Takes about as long as two losses
    /// without weights, and allocates tensors of the shape.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, target) = (tensor![[0.0f64, 0.0], [0.0, 0.0]], tensor![[1.0, 1.0], [0.0, 0.0]]);
    /// let losses = x.binary_cross_entropy_with_logits_weighted_each(&target, &tensor![1.0, 3.0]);
    /// assert!(losses.all_close(&(tensor![[1.0, 3.0], [1.0, 1.0]] * 2f64.ln()), 1e-12, 0.0));
    /// assert_eq!(x.binary_cross_entropy_with_logits_weighted(&target, &tensor![1.0, 3.0]), losses.mean_all());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (x, target) = (tensor![[0.0, 0.0], [0.0, 0.0]], tensor![[1.0, 1.0], [0.0, 0.0]]);
    /// x.binary_cross_entropy_with_logits_weighted(&target, &tensor![1.0, 3.0, 2.0]);
    /// ```
    fn binary_cross_entropy_with_logits_weighted(&self, target: &R, yes: &W) -> Scalar<Self::Kind, Self::Elem> {
        self.binary_cross_entropy_with_logits_weighted_each(target, yes).mean_all()
    }

    /// The loss of each element: `[4, 3]`, `[4, 3]` and `[3]` -> `[4, 3]`. PyTorch's `reduction="none"`.
    fn binary_cross_entropy_with_logits_weighted_each(
        &self,
        target: &R,
        yes: &W,
    ) -> Tensor<Self::Elem, Self::Shape, Self::Kind> {
        let x = self.view();
        // (1 - y) x + (1 + (w - 1) y) softplus(-x): the loss without weights, and more of softplus(-x), which is the loss where all are yes.
        let (target, ones) = (target.to_tensor(), target.ones_like());
        let mut more = target.zeros_like();
        more.view_mut().copy_from(yes);
        more.as_mut_slice().iter_mut().zip(target.iter()).for_each(|(more, y)| *more = (*more - X::Elem::one()) * *y);
        let loss = x.binary_cross_entropy_with_logits_each(&target.view().foreign(x.note()));
        let of_yes = x.binary_cross_entropy_with_logits_each(&ones.view().foreign(x.note()));
        let more: View<'_, X::Elem, X::Shape> = View::over(more.as_slice(), x.shape());
        loss + of_yes * more.foreign(x.note())
    }
}

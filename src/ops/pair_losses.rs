//! Losses of two predictions beside each other: which is larger, how alike they are, which of two is nearer; and of classes on any axis.

use num_traits::{Float, One};

use super::class_losses::CrossEntropyOptions;
use super::each;
use super::losses::{ClassLosses, Losses, Similarities};
use super::reductions::FullReductions;
use super::triplets::{TripletBack, triplets};
use super::{Minus, Swapped};
use crate::kind::{Kind, Scalar};
use crate::shape::axes::Axis;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::diagnostics::{ClassNumber, FloatElement, ScoreElement};
use crate::shape::given::Given;
use crate::shape::losses::{ClassScores, ComparesWith, VectorsLike};
use crate::shape::reduce::{Reduce, Reduced};
use crate::shape::verdict::Concrete;
use crate::shape::{Shape, run_time};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{AxisMoves, Beside, Operand, Values, View};

operation! {
    /// Losses of pairs of predictions, the other ones `R`, against targets `Y` of 1 and -1.
    trait PairLosses[R, Y][R, Y]
    for X where [X: Operand<Elem: FloatElement, Shape: Broadcast<R::Size>> + ?Sized, R: Beside<X::Elem, X::Kind>, Y: Beside<X::Elem, X::Kind>, Broadcasted<X::Shape, R::Size>: ComparesWith<Y::Size>] {
        /// A loss for each pair of numbers.
        type Ranked: Shape = Broadcasted<X::Shape, R::Size>;
    }

    /// What is missing until the left number is larger than the right one by `margin`, where the target is 1, and smaller where it is -1:
    /// `max(0, margin - target * (x - other))`. The mean. PyTorch's `F.margin_ranking_loss(x, other, target, margin)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, other, target) = (tensor![1.0, 2.0], tensor![0.5, 3.0], tensor![1.0, 1.0]);
    /// assert_eq!(x.margin_ranking_loss_each(&other, &target, 1.0), tensor![0.5, 2.0]);
    /// assert_eq!(x.margin_ranking_loss(&other, &target, 1.0), 1.25);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].margin_ranking_loss(&tensor![0.5, 3.0], &tensor![1.0, 1.0, -1.0], 0.0);
    /// ```
    fn margin_ranking_loss(&self, other: &R, target: &Y, margin: Self::Elem) -> Scalar<Self::Kind, Self::Elem> {
        let x = self.view();
        each::pair(x, other.beside(x.note()), Minus).hinge_loss(target, margin)
    }

    /// As [`margin_ranking_loss`](Self::margin_ranking_loss), the loss of each pair: `[4]`, `[4]` and `[4]` -> `[4]`.
    fn margin_ranking_loss_each(&self, other: &R, target: &Y, margin: Self::Elem) -> Tensor<Self::Elem, Self::Ranked, Self::Kind> {
        let x = self.view();
        each::pair(x, other.beside(x.note()), Minus).hinge_loss_each(target, margin)
    }
}

operation! {
    /// Losses of pairs of vectors, the other ones `R`, against targets `Y` of 1 and -1.
    trait AngleLosses[R, Y][R, Y]
    for X where [X: Operand<Elem: FloatElement, Shape: VectorsLike<R::Size, Axis<-1>>> + ?Sized, R: Beside<X::Elem, X::Kind>, Y: Beside<X::Elem, X::Kind>, Reduced<X::Shape, Axis<-1>>: ComparesWith<Y::Size> + Broadcast<()>] {
        /// A loss for each pair of vectors.
        type Compared: Shape = Reduced<X::Shape, Axis<-1>>;
    }

    /// 1 less the cosine of the angle of vectors on the last axis where the target is 1, and what the cosine is more than `margin` where it is -1.
    /// The mean. PyTorch's `F.cosine_embedding_loss(x, other, target, margin)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, other) = (tensor![[3.0, 4.0], [1.0, 0.0]], tensor![[6.0, 8.0], [5.0, 0.0]]);
    /// assert_eq!(x.cosine_embedding_loss_each(&other, &tensor![1.0, -1.0], 0.25), tensor![0.0, 0.75]);
    /// assert_eq!(x.cosine_embedding_loss(&other, &tensor![1.0, -1.0], 0.25), 0.375);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (x, other) = (tensor![[3.0, 4.0], [1.0, 0.0]], tensor![[6.0, 8.0], [5.0, 0.0]]);
    /// x.cosine_embedding_loss(&other, &tensor![[1.0, -1.0]], 0.25);
    /// ```
    fn cosine_embedding_loss(&self, other: &R, target: &Y, margin: Self::Elem) -> Scalar<Self::Kind, Self::Elem> {
        let one = Self::Elem::one();
        distance(self.cosine_similarity(other, Axis::<-1>)).hinge_embedding_loss(target, one - margin)
    }

    /// As [`cosine_embedding_loss`](Self::cosine_embedding_loss), the loss of each pair: `[4, 3]`, `[4, 3]` and `[4]` -> `[4]`.
    fn cosine_embedding_loss_each(&self, other: &R, target: &Y, margin: Self::Elem) -> Tensor<Self::Elem, Self::Compared, Self::Kind> {
        let one = Self::Elem::one();
        distance(self.cosine_similarity(other, Axis::<-1>)).hinge_embedding_loss_each(target, one - margin)
    }
}

/// 1 less each cosine.
fn distance<T: Float, S: Shape + Broadcast<()>, K: Kind<T>>(cosine: Tensor<T, S, K>) -> Tensor<T, S, K> {
    let shape = cosine.shape();
    each::with_into(cosine, T::one(), Swapped(Minus), shape)
}

/// How [`triplet_margin_loss`](TripletLosses::triplet_margin_loss) measures.
///
/// ```
/// use shaped::TripletOptions;
/// assert_eq!(TripletOptions::default(), TripletOptions { margin: 1.0, order: 2.0, eps: 1e-6, swap: false });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TripletOptions {
    /// By how much the negative example is to be further away.
    pub margin: f64,
    /// The order of the norm, 1 or more. PyTorch's `p`.
    pub order: f64,
    /// What is added to each difference.
    pub eps: f64,
    /// Whether the negative example is compared with whichever of anchor and positive example is nearer.
    pub swap: bool,
}

impl Default for TripletOptions {
    /// As in PyTorch.
    fn default() -> Self {
        TripletOptions { margin: 1.0, order: 2.0, eps: 1e-6, swap: false }
    }
}

operation! {
    /// Losses of anchors beside positive examples `P` and negative ones `N`.
    trait TripletLosses[P, N][P, N]
    for X where [
        X: Operand<Shape: ComparesWith<P::Size> + ComparesWith<N::Size> + Reduce<Axis<-1>>> + ?Sized,
        <P as Given>::Then<X::Elem>: FloatElement,
        P: Beside<X::Elem, X::Kind>,
        N: Beside<X::Elem, X::Kind>
    ] {
        /// A loss for each anchor.
        type Anchors: Shape = Reduced<X::Shape, Axis<-1>>;
    }

    /// What the positive example is too far away, or the negative one too near: `max(0, margin + |x - positive| - |x - negative|)` of vectors on the
    /// last axis. The mean. PyTorch's `F.triplet_margin_loss(x, positive, negative, margin, p, eps, swap)`.
    ///
    /// # Panics
    /// If the order is less than 1, or a run-time axis has two sizes.
    ///
    /// ```
    /// use shaped::{TripletOptions, prelude::*};
    /// let (anchor, positive, negative) = (tensor![[0.0, 0.0]], tensor![[3.0, 4.0]], tensor![[0.0, 2.0]]);
    /// let options = TripletOptions { eps: 0.0, ..Default::default() };
    /// assert_eq!(anchor.triplet_margin_loss(&positive, &negative, options), 4.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[0.0, 0.0]].triplet_margin_loss(&tensor![[3.0, 4.0]], &tensor![[0.0, 2.0, 1.0]], Default::default());
    /// ```
    #[track_caller]
    fn triplet_margin_loss(
        &self,
        positive: &P,
        negative: &N,
        options: TripletOptions,
    ) -> Scalar<Self::Kind, Self::Elem> {
        self.triplet_margin_loss_each(positive, negative, options).mean_all()
    }

    /// As [`triplet_margin_loss`](Self::triplet_margin_loss), the loss of each anchor: three of `[4, 3]` -> `[4]`.
    #[track_caller]
    fn triplet_margin_loss_each(
        &self,
        positive: &P,
        negative: &N,
        options: TripletOptions,
    ) -> Tensor<Self::Elem, Self::Anchors, Self::Kind> {
        let order = options.order;
        assert!(
            order >= 1.0 && order.is_finite(),
            "triplet_margin_loss: the order of the norm is 1 or more, and is {order}"
        );
        let x = self.view();
        let (positive, negative) = (positive.beside(x.note()), negative.beside(x.note()));
        run_time::same(x.shape(), positive.shape());
        run_time::same(x.shape(), negative.shape());
        let (n, shape) = (x.shape().dims().sizes[0], x.shape().reduced());
        let forward = |(x, positive, negative): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
            triplets(&x, &positive, &negative, n, shape.numel(), options)
        };
        Tensor::made(X::Kind::apply_op((x, positive, negative), shape, forward, TripletBack { n, options }), shape)
    }
}

operation! {
    /// Losses of scores whose classes are the axis `Axis<I>`, wherever that is, against the classes `R` by number.
    trait ClassLossesAlong[R, const I: isize][R, I]
    for X where [
        X: AxisMoves<Axis<I>, Axis<-1>, AxisMoved: ClassScores<<<R::Elem as Concrete>::Itself as Given>::Then<R::Shape>>> + ?Sized,
        <R as Given>::Then<X::Elem>: ScoreElement,
        R: Values<Elem: ClassNumber>
    ] {
        /// A loss for each target.
        type Losses: Shape = R::Shape;
    }

    /// [`cross_entropy_with`](ClassLosses::cross_entropy_with) of scores whose classes are on any axis: `[B, C, H, W]` at `Axis::<1>` and integers
    /// `[B, H, W]`. PyTorch's `F.cross_entropy(x, target, ignore_index=…, label_smoothing=…)`, whose classes are axis 1. Where they are not the last
    /// axis, the scores are copied row by row.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored, or the smoothing is not from 0 to 1.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let pictures: Tensor<f64, shape![2, 3, 4, 4]> = Tensor::zeros();
    /// let classes: Tensor<u8, shape![2, 4, 4]> = Tensor::ones();
    /// let loss = pictures.cross_entropy_along(Axis::<1>, &classes, Default::default());
    /// assert!((loss - 3f64.ln()).abs() < 1e-12);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let pictures: Tensor<f64, shape![2, 3, 4, 4]> = Tensor::zeros();
    /// let classes: Tensor<u8, shape![2, 4, 3]> = Tensor::ones();
    /// pictures.cross_entropy_along(Axis::<1>, &classes, Default::default());
    /// ```
    #[track_caller]
    fn cross_entropy_along( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: Axis<I>,
        target: &R,
        options: CrossEntropyOptions,
    ) -> Scalar<Self::Kind, Self::Elem> {
        self.move_axis(axis, Axis::<-1>).cross_entropy_with(target, options)
    }

    /// As [`cross_entropy_along`](Self::cross_entropy_along), the loss of each target, 0 where it is ignored: `[B, C, H, W]` at `Axis::<1>` and
    /// `[B, H, W]` -> `[B, H, W]`.
    #[track_caller]
    fn cross_entropy_along_each( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: Axis<I>,
        target: &R,
        options: CrossEntropyOptions,
    ) -> Tensor<Self::Elem, Self::Losses, Self::Kind> {
        self.move_axis(axis, Axis::<-1>).cross_entropy_with_each(target, options)
    }

    /// [`nll_loss_with`](ClassLosses::nll_loss_with) of logarithms whose classes are on any axis. PyTorch's `F.nll_loss(x, target, ignore_index=…)`.
    ///
    /// # Panics
    /// If a target is neither a class nor ignored.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let logs = tensor![[[-0.5, -2.0], [-1.0, -0.25]]];
    /// assert_eq!(logs.nll_loss_along(Axis::<1>, &tensor![[0, 1]], None), 0.375);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[[-0.5, -2.0], [-1.0, -0.25]]].nll_loss_along(Axis::<1>, &tensor![0, 1], None);
    /// ```
    #[track_caller]
    fn nll_loss_along( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, target: &R, ignore_index: Option<i64>) -> Scalar<Self::Kind, Self::Elem> {
        self.move_axis(axis, Axis::<-1>).nll_loss_with(target, ignore_index)
    }

    /// As [`nll_loss_along`](Self::nll_loss_along), the loss of each target, 0 where it is ignored.
    #[track_caller]
    fn nll_loss_along_each( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self,
        axis: Axis<I>,
        target: &R,
        ignore_index: Option<i64>,
    ) -> Tensor<Self::Elem, Self::Losses, Self::Kind> {
        self.move_axis(axis, Axis::<-1>).nll_loss_with_each(target, ignore_index)
    }
}

//! Losses of scores of classes by margins: what other classes' scores come too near to those of the targets.

use alloc::vec::Vec;

use num_traits::{Float, Zero};

use super::class_losses::no_class;
use super::index::{Forward, Range};
use super::reduce::{float, number};
use super::reductions::FullReductions;
use super::rows::elements;
use super::weighted_losses::of_classes;
use super::wide::wide;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Scalar, Step, held};
use crate::shape::axes::Axis;
use crate::shape::diagnostics::{ClassNumber, FloatElement, IndexNumber, ScoreElement};
use crate::shape::given::Given;
use crate::shape::losses::{ClassScores, ClassWeights, ComparesWith};
use crate::shape::reduce::{Reduce, Reduced};
use crate::shape::verdict::Concrete;
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{OfElements, Operand, Values, View};

/// How [`multi_margin_loss`](MarginLosses::multi_margin_loss) counts.
///
/// ```
/// use shaped::MarginOptions;
/// assert_eq!(MarginOptions::default(), MarginOptions { margin: 1.0, squared: false });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarginOptions {
    /// By how much the target's score is to be above all others.
    pub margin: f64,
    /// Whether what is missing is squared. PyTorch's `p=2`.
    pub squared: bool,
}

impl Default for MarginOptions {
    /// As in PyTorch.
    fn default() -> Self {
        MarginOptions { margin: 1.0, squared: false }
    }
}

operation! {
    /// Losses by margins of scores of classes against the classes `R` by number.
    trait MarginLosses[R][R]
    for X where [<R as Given>::Then<X::Elem>: ScoreElement, X: Operand<Shape: ClassScores<<<R::Elem as Concrete>::Itself as Given>::Then<R::Shape>>> + ?Sized, R: Values<Elem: ClassNumber>] {
        /// A loss for each row.
        type Losses: Shape = R::Shape;
    }

    /// What is missing until the target's score is above each other class's by a margin, summed over these and divided by the number of classes:
    /// `[…, C]` and integers `[…]`. The mean over the rows. PyTorch's `F.multi_margin_loss(x, target, p, margin)`.
    ///
    /// # Panics
    /// If a target is no class.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (scores, classes) = (tensor![[0.0, 2.0], [1.0, 1.5]], tensor![1, 0]);
    /// assert_eq!(scores.multi_margin_loss_each(&classes, Default::default()), tensor![0.0, 0.75]);
    /// assert_eq!(scores.multi_margin_loss(&classes, Default::default()), 0.375);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[0.0, 2.0], [1.0, 1.5]].multi_margin_loss(&tensor![1, 0, 1], Default::default());
    /// ```
    #[track_caller]
    fn multi_margin_loss(&self, target: &R, options: MarginOptions) -> Scalar<Self::Kind, Self::Elem> {
        self.multi_margin_loss_each(target, options).mean_all()
    }

    /// As [`multi_margin_loss`](Self::multi_margin_loss), the loss of each row: `[4, 10]` and `[4]` -> `[4]`.
    ///
    /// # Panics
    /// If a target is no class.
    #[track_caller]
    fn multi_margin_loss_each(
        &self,
        target: &R,
        options: MarginOptions,
    ) -> Tensor<Self::Elem, Self::Losses, Self::Kind> {
        of_one_class(self, target, &[], options)
    }
}

/// The loss of each row of scores, of which one class is right, by these weights of the classes, if there are any.
#[track_caller]
fn of_one_class<X, R>(x: &X, target: &R, weights: &[f64], options: MarginOptions) -> Tensor<X::Elem, R::Shape, X::Kind>
where
    X: Operand<Elem: FloatElement> + ?Sized,
    R: Values<Elem: IndexNumber>,
{
    let x = x.view();
    run_time::targets(x.shape(), target.view().shape());
    let n = x.shape().dims().sizes[0];
    let shape = target.view().shape();
    let back = MarginBack { n, most: 1, classes: target, weights, options, several: false };
    let made = X::Kind::apply_op((x,), shape, |(x,): (View<'_, _, _, _>,)| back.to_places().losses(&x), back);
    Tensor::made(made, shape)
}

operation! {
    /// Losses by margins of scores of classes, which have weights `W`, against the classes `R` by number.
    trait WeightedMarginLosses[R, W][R, W]
    for X where [<R as Given>::Then<X::Elem>: ScoreElement, X: Operand<Shape: ClassScores<<<R::Elem as Concrete>::Itself as Given>::Then<R::Shape>> + ClassWeights<W::Shape>> + ?Sized, R: Values<Elem: ClassNumber>, W: Values + OfElements<X::Elem, <W as Operand>::Elem>] {
        /// A loss for each row.
        type Losses: Shape = R::Shape;
    }

    /// [`multi_margin_loss`](MarginLosses::multi_margin_loss) where the loss of each row is multiplied by its class's weight: `[…, C]`, integers `[…]` and
    /// `[C]`. The mean over the rows, by their number, as PyTorch's `F.multi_margin_loss(x, target, p, margin, weight)`. Weights have no gradient.
    ///
    /// # Panics
    /// If a target is no class.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (scores, classes) = (tensor![[0.0, 2.0], [1.0, 1.5]], tensor![1, 0]);
    /// assert_eq!(scores.multi_margin_loss_weighted(&classes, &tensor![2.0, 1.0], Default::default()), 0.75);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (scores, classes) = (tensor![[0.0, 2.0], [1.0, 1.5]], tensor![1, 0]);
    /// scores.multi_margin_loss_weighted(&classes, &tensor![2.0, 1.0, 1.0], Default::default()); // three weights of two classes
    /// ```
    #[track_caller]
    fn multi_margin_loss_weighted(&self, target: &R, weights: &W, options: MarginOptions) -> Scalar<Self::Kind, Self::Elem> {
        self.multi_margin_loss_weighted_each(target, weights, options).mean_all()
    }

    /// As [`multi_margin_loss_weighted`](Self::multi_margin_loss_weighted), the loss of each row: `[4, 10]`, `[4]` and `[10]` -> `[4]`.
    ///
    /// # Panics
    /// If a target is no class.
    #[track_caller]
    fn multi_margin_loss_weighted_each(&self, target: &R, weights: &W, options: MarginOptions) -> Tensor<Self::Elem, Self::Losses, Self::Kind> {
        of_one_class(self, target, &of_classes(self.view().shape(), weights), options)
    }
}

operation! {
    /// Losses by margins of scores of classes, of which several are right: those that the rows of `R` list.
    trait MultilabelLosses[R][R]
    for X where [
        X: Operand<Shape: ComparesWith<R::Shape> + Reduce<Axis<-1>>> + ?Sized,
        <R as Given>::Then<X::Elem>: FloatElement,
        R: Values<Elem: IndexNumber>
    ] {
        /// A loss for each row.
        type Losses: Shape = Reduced<X::Shape, Axis<-1>>;
    }

    /// What is missing until the score of each class that is right is above that of each class that is not by 1, summed over all these pairs and
    /// divided by the number of classes: `[…, C]` and integers `[…, C]`, of which each row lists classes that are right up to the first
    /// negative number. The mean over the rows. PyTorch's `F.multilabel_margin_loss(x, target)`.
    ///
    /// # Panics
    /// If a number in front of the first negative one is no class.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let scores = tensor![[0.1, 0.2, 0.4, 0.8f64]];
    /// let loss = scores.multilabel_margin_loss(&tensor![[3, 0, -1, 1]]); // 3 and 0 are right, 1 and 2 are not
    /// assert!((loss - 0.85).abs() < 1e-12);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[0.1, 0.2, 0.4, 0.8]].multilabel_margin_loss(&tensor![[3, 0]]);
    /// ```
    #[track_caller]
    fn multilabel_margin_loss(&self, target: &R) -> Scalar<Self::Kind, Self::Elem> {
        self.multilabel_margin_loss_each(target).mean_all()
    }

    /// As [`multilabel_margin_loss`](Self::multilabel_margin_loss), the loss of each row: `[4, 10]` and `[4, 10]` -> `[4]`.
    ///
    /// # Panics
    /// If a number in front of the first negative one is no class.
    #[track_caller]
    fn multilabel_margin_loss_each(&self, target: &R) -> Tensor<Self::Elem, Self::Losses, Self::Kind> {
        let x = self.view();
        run_time::same(x.shape(), target.view().shape());
        let (n, shape) = (x.shape().dims().sizes[0], x.shape().reduced());
        let options = MarginOptions::default();
        let back = MarginBack { n, most: n, classes: target, weights: &[][..], options, several: true };
        let made = X::Kind::apply_op((x,), shape, |(x,): (View<'_, _, _, _>,)| back.to_places().losses(&x), back);
        Tensor::made(made, shape)
    }
}

/// The way back of losses by margins, of rows of `n` scores.
#[derive(Clone, Copy)]
pub(super) struct MarginBack<P, W> {
    pub(super) n: usize,
    /// Of so many classes for each row those in front of the first one that is negative, or `usize::MAX`, are right.
    pub(super) most: usize,
    pub(super) classes: P,
    /// One for each class, or none.
    pub(super) weights: W,
    pub(super) options: MarginOptions,
    pub(super) several: bool,
}

held!(MarginBack<&R, &[f64]> where [R: Values<Elem: IndexNumber>], |this, memory| {
    let places = this.places();
    let (classes, weights): (&[usize], &[f64]) = (memory.copy_slice(&places), memory.copy_slice(this.weights));
    let MarginBack { n, most, options, several, .. } = this;
    MarginBack { n, most, classes, weights, options, several }
}; lowered_at);

impl<'a, R: Values<Elem: IndexNumber>> MarginBack<&R, &'a [f64]> {
    /// The places of the classes.
    #[track_caller]
    fn places(&self) -> Vec<usize> {
        let range = Range { axis: Some(0), size: self.n };
        let mut ended = false;
        let mut places = Vec::with_capacity(self.classes.view().numel());
        for (i, &class) in self.classes.iter().enumerate() {
            ended = self.several && (ended && !i.is_multiple_of(self.n) || class.number() < 0);
            places.push(match range.place::<Forward, _>(class) {
                _ if ended => usize::MAX,
                Ok(place) => place,
                Err(_) => no_class(name(self.several), class.number(), self.n),
            });
        }
        places
    }

    fn to_places(self) -> MarginBack<Vec<usize>, &'a [f64]> {
        let MarginBack { n, most, weights, options, several, .. } = self;
        MarginBack { n, most, classes: self.places(), weights, options, several }
    }
}

fn name(several: bool) -> &'static str {
    if several { "multilabel_margin_loss" } else { "multi_margin_loss" }
}

impl<P: AsRef<[usize]>> MarginBack<P, &[f64]> {
    /// Shows `f` each class that is right, and each that is not, of a row, and by how much the first is too little above the second.
    fn each_pair<T: Float>(&self, i: usize, row: &[T], mut f: impl FnMut(usize, usize, T)) {
        let right = &self.classes.as_ref()[i * self.most..][..self.most];
        let right = right.split(|&place| place == usize::MAX).next().unwrap_or(&[]);
        let margin = float::<T>(self.options.margin);
        for &one in right {
            for (other, &score) in row.iter().enumerate() {
                let missing = margin - row[one] + score;
                if missing > T::zero() && !right.contains(&other) {
                    f(one, other, missing);
                }
            }
        }
    }

    /// What the pairs of a row count: one over the number of classes, times the weight of the row's class.
    fn share<T: Float>(&self, i: usize) -> T {
        let share = number::<T>(self.n).recip();
        if self.weights.is_empty() { share } else { share * float(self.weights[self.classes.as_ref()[i]]) }
    }

    fn losses<X: Values<Elem: Float>>(&self, x: &X) -> Buffer<X::Elem> {
        if const { can_be::<X::Elem>() }
            && let Some(x) = wide(x, ByNumbers)
        {
            return rounded(self.losses(&x.view()).as_slice(), ByNumbers);
        }
        let mut losses = room(self.classes.as_ref().len().checked_div(self.most).unwrap_or(0));
        losses.extend(elements(x).chunks_exact(self.n.max(1)).enumerate().map(|(i, row)| {
            let mut sum = X::Elem::zero();
            self.each_pair(i, row, |_, _, d| sum = sum + if self.options.squared { d * d } else { d });
            sum * self.share(i)
        }));
        Buffer::from_vec(losses)
    }
}

impl<T: Real> Backward<T> for MarginBack<&[usize], &[f64]> {
    fn name(&self) -> &'static str {
        name(self.several)
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let (x, n) = (at.elements(0), self.n.max(1));
        to.accumulate(0, |to| {
            let rows = x.chunks_exact(n).zip(to.chunks_exact_mut(n)).zip(grad.as_slice());
            for (i, ((row, to), &g)) in rows.enumerate() {
                let g = g * self.share(i);
                self.each_pair(i, row, |right, other, d| {
                    let slope = if self.options.squared { g * (d + d) } else { g };
                    to[right] = to[right] - slope;
                    to[other] = to[other] + slope;
                });
            }
        });
        to.free(grad);
    }
}

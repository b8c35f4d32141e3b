//! The loops of losses over rows of scores, one for each class.

use num_traits::Float;

use super::function::ln;
use super::index::{Forward, Range};
use super::losses_back::{ClassBack, Over, SoftBack};
use super::reduce::{float, number};
use super::rows::{self, Pairs};
use super::wide::wide;
use crate::error::IndexError;
use crate::kernels::norms;
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, rounded, widened};
use crate::kind::{Kind, Scalar};
use crate::shape::axes::Axis;
use crate::shape::diagnostics::IndexNumber;
use crate::shape::layout::Layout;
use crate::shape::reduce::{Reduce, Reduced};
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, Elements};
use crate::tensor::Tensor;
use crate::view::{Operand, Values, View};

/// How [`cross_entropy_with`](super::ClassLosses::cross_entropy_with) differs from the plain one.
///
/// ```
/// use shaped::CrossEntropyOptions;
/// let smooth = CrossEntropyOptions { label_smoothing: 0.1, ..CrossEntropyOptions::default() };
/// assert_eq!(smooth.ignore_index, Some(-100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossEntropyOptions {
    /// How much of the target is spread over all classes, from 0 to 1. PyTorch's `label_smoothing`.
    pub label_smoothing: f64,
    /// Targets of this number lose nothing, and are not counted in the mean. PyTorch's `ignore_index`.
    pub ignore_index: Option<i64>,
}

impl Default for CrossEntropyOptions {
    /// No smoothing, and targets of -100 are ignored, as in PyTorch.
    fn default() -> Self {
        CrossEntropyOptions { label_smoothing: 0.0, ignore_index: Some(-100) }
    }
}

/// Losses of one row that are added one after the other, before they are joined in pairs.
const BLOCK: usize = 64;

/// What a row of scores loses.
pub(crate) trait RowLoss<T> {
    /// The loss of each row in order, or `None` where it is ignored. The first target that is no class, if there is one, whose row's loss is
    /// NaN.
    fn losses<X: Values<Elem = T> + ?Sized>(&self, x: &X, each: impl FnMut(Option<T>)) -> Option<IndexError>;
    /// By what the sum is divided for the mean of `rows` that are not ignored.
    fn divisor(&self, rows: usize) -> T;
    /// The same of scores that became `f32`, for floats of 16 bits.
    type Single<'s>: RowLoss<f32>
    where
        Self: 's;
    fn in_single(&self) -> Self::Single<'_>;
}

/// The loss of each row; and the first target that is no class.
fn each_row_loss<T: Float, X, L>(x: &X, loss: &L) -> (Buffer<T>, Option<IndexError>)
where
    X: Values<Elem = T> + ?Sized,
    L: RowLoss<T>,
{
    if const { can_be::<T>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        let (losses, wrong) = each_row_loss(&x.view(), &loss.in_single());
        return (rounded(losses.as_slice(), ByNumbers), wrong);
    }
    let mut losses = crate::storage::room(row_count(x));
    let wrong = loss.losses(x, |loss| losses.push(loss.unwrap_or(T::zero())));
    (Buffer::from_vec(losses), wrong)
}

/// The sum of the losses of all rows, or the mean of those that are not ignored; and the first target that is no class.
fn row_loss_over<T, X, L>(x: &X, loss: &L, over: Over) -> (T, Option<IndexError>)
where
    T: Float,
    X: Values<Elem = T> + ?Sized,
    L: RowLoss<T>,
{
    if const { can_be::<T>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        let (loss, wrong) = row_loss_over(&x.view(), &loss.in_single(), over);
        return (ByNumbers::narrow(loss), wrong);
    }
    let mut sum = Pairs::new();
    let wrong = loss.losses(x, |loss| {
        if let Some(loss) = loss {
            sum.push(loss);
        }
    });
    let total = sum.total();
    (if over == Over::Mean { total / loss.divisor(sum.n) } else { total }, wrong)
}

/// The number of rows of scores.
fn row_count<X: Values + ?Sized>(x: &X) -> usize {
    let dims = x.view().shape().dims();
    crate::shape::dims::product(&dims.sizes[1..])
}

/// Classes by number.
pub(crate) struct Targets<'a, R> {
    classes: &'a R,
    /// Is the logarithm of the softmax to be taken first?
    logits: bool,
    options: CrossEntropyOptions,
    /// Of the classes: one for each, or none.
    weights: &'a [f64],
}

impl<'a, R> Targets<'a, R> {
    pub(crate) fn logits(classes: &'a R) -> Self {
        Targets { classes, logits: true, options: CrossEntropyOptions::default(), weights: &[] }
    }

    pub(crate) fn logarithms(classes: &'a R) -> Self {
        Targets { classes, logits: false, options: CrossEntropyOptions::default(), weights: &[] }
    }

    #[track_caller]
    pub(crate) fn with(classes: &'a R, options: CrossEntropyOptions) -> Self {
        let smoothing = options.label_smoothing;
        assert!((0.0..=1.0).contains(&smoothing), "label smoothing is {smoothing}, and is to be from 0 to 1");
        Targets { classes, logits: true, options, weights: &[] }
    }

    /// The same, where targets of another number lose nothing.
    pub(crate) fn ignoring(self, ignore_index: Option<i64>) -> Self {
        Targets { options: CrossEntropyOptions { ignore_index, ..self.options }, ..self }
    }

    /// The same, where classes have weights.
    pub(crate) fn weighted(self, weights: &'a [f64]) -> Self {
        Targets { weights, ..self }
    }
}

impl<R: Values<Elem: IndexNumber>> Targets<'_, R> {
    /// Makes sure that there is a target for each row of scores, where the types don't say so, and gives what the way back needs.
    #[track_caller]
    fn back<S: Shape>(&self, scores: S, over: Over) -> ClassBack<&R, &[f64]> {
        run_time::targets(scores, self.classes.view().shape());
        let CrossEntropyOptions { label_smoothing, ignore_index } = self.options;
        let n = scores.dims().sizes[0];
        let (classes, weights) = (self.classes, self.weights);
        ClassBack { classes, weights, n, logits: self.logits, label_smoothing, ignore_index, over }
    }

    /// The sum of the losses of all rows, or the mean of those that are not ignored.
    #[track_caller]
    pub(crate) fn over<X>(&self, x: &X, over: Over) -> Scalar<X::Kind, X::Elem>
    where
        X: Operand<Elem: Float> + ?Sized,
    {
        let (x, mut wrong) = (x.view(), None);
        let back = self.back(x.shape(), over);
        let forward = |(x,): (View<'_, _, _, _>,)| {
            let loss;
            (loss, wrong) = row_loss_over(&x, self, over);
            loss
        };
        let loss = X::Kind::fold_op((x,), forward, back);
        self.unless(wrong);
        loss
    }

    /// The loss of each row.
    #[track_caller]
    pub(crate) fn each<X>(&self, x: &X) -> Tensor<X::Elem, R::Shape, X::Kind>
    where
        X: Operand<Elem: Float> + ?Sized,
    {
        let (x, mut wrong) = (x.view(), None);
        let back = self.back(x.shape(), Over::Each);
        let forward = |(x,): (View<'_, _, _, _>,)| {
            let losses;
            (losses, wrong) = each_row_loss(&x, self);
            losses
        };
        let shape = self.classes.view().shape();
        let losses = X::Kind::apply_op((x,), shape, forward, back);
        self.unless(wrong);
        Tensor::made(losses, shape)
    }

    /// Panics if a target is no class.
    #[track_caller]
    fn unless(&self, wrong: Option<IndexError>) {
        if let Some(error) = wrong {
            let loss = if self.logits { "cross_entropy" } else { "nll_loss" };
            no_class(loss, error.index(), error.size());
        }
    }
}

/// Panics of a class that there is not.
#[cold]
#[track_caller]
pub(super) fn no_class(loss: &str, class: i128, classes: usize) -> ! {
    match classes.checked_sub(1) {
        Some(last) => panic!("{loss}: {class} is none of the classes 0 to {last}"),
        None => panic!("{loss}: {class} is none of the classes, since there are none"),
    }
}

impl<T: Float, R: Values<Elem: IndexNumber>> RowLoss<T> for Targets<'_, R> {
    fn divisor(&self, rows: usize) -> T {
        if self.weights.is_empty() {
            return number(rows);
        }
        let ignored = |class: &R::Elem| self.options.ignore_index.is_some_and(|i| class.number() == i128::from(i));
        let weight = |class: &R::Elem| usize::try_from(class.number()).ok().and_then(|place| self.weights.get(place));
        float(self.classes.iter().filter(|class| !ignored(class)).filter_map(weight).sum())
    }

    type Single<'s>
        = Targets<'s, R>
    where
        Self: 's;
    fn in_single(&self) -> Targets<'_, R> {
        Targets { ..*self }
    }

    fn losses<X: Values<Elem = T> + ?Sized>(&self, x: &X, mut each: impl FnMut(Option<T>)) -> Option<IndexError> {
        let n = x.view().shape().dims().sizes[0];
        let smoothing = self.options.label_smoothing;
        let mut classes = self.classes.iter();
        let mut wrong = None;
        rows::each_row(x, row_count(x), n, |_, row| {
            let Some(&class) = classes.next() else { return };
            if self.options.ignore_index.is_some_and(|ignored| class.number() == i128::from(ignored)) {
                return each(None);
            }
            let range = Range { axis: Some(0), size: n };
            let place = match range.place::<Forward, _>(class) {
                Ok(place) => place,
                Err(error) => {
                    wrong = wrong.or(Some(error));
                    return each(Some(T::nan()));
                }
            };
            if !self.logits {
                let weight = self.weights.get(place).map_or(T::one(), |&weight| float(weight));
                return each(Some(-row[place] * weight));
            }
            let (peak, log) = log_of_sum(row);
            let mut loss = log - (row[place] - peak);
            if let Some(&weight) = self.weights.get(place) {
                loss = loss * float(weight);
            }
            if smoothing > 0.0 {
                let of_all = if self.weights.is_empty() {
                    log * number(n) - norms::rises(row, peak)
                } else {
                    let losses = row.iter().zip(self.weights).map(|(&x, &weight)| (log - (x - peak)) * float(weight));
                    losses.fold(T::zero(), |sum, loss| sum + loss)
                };
                loss = loss * float(1.0 - smoothing) + of_all / number(n) * float(smoothing);
            }
            each(Some(loss));
        });
        wrong
    }
}

/// The largest element, and the logarithm of the sum of the exponentials of what is left without it.
fn log_of_sum<T: Float>(row: &[T]) -> (T, T) {
    let (peak, sum) = norms::peak_and_sum(row);
    (peak, ln(sum))
}

/// Probabilities of the classes, row by row.
struct Soft<'a, T>(Elements<'a, T>);

impl<T: Float> RowLoss<T> for Soft<'_, T> {
    fn divisor(&self, rows: usize) -> T {
        number(rows)
    }

    type Single<'s>
        = Soft<'s, f32>
    where
        Self: 's;
    fn in_single(&self) -> Soft<'_, f32> {
        Soft(Elements::Copied(widened(&self.0, ByNumbers)))
    }

    fn losses<X: Values<Elem = T> + ?Sized>(&self, x: &X, mut each: impl FnMut(Option<T>)) -> Option<IndexError> {
        let n = x.view().shape().dims().sizes[0];
        rows::each_row(x, row_count(x), n, |i, row| {
            let (peak, log) = log_of_sum(row);
            let mut loss = Pairs::new();
            for (x, p) in row.chunks(BLOCK).zip(self.0[i * n..].chunks(BLOCK)) {
                let losses = x.iter().zip(p).map(|(&x, &p)| (log - (x - peak)) * p);
                loss.push(losses.fold(T::zero(), |sum, loss| sum + loss));
            }
            each(Some(loss.total()));
        });
        None
    }
}

/// The sum or the mean of the losses of all rows, by probabilities of the classes.
#[track_caller]
pub(crate) fn soft_over<T, S, R, Y, Z, K>(
    x: View<'_, T, S, Y, K>,
    target: View<'_, T, R, Z, K>,
    over: Over,
) -> Scalar<K, T>
where
    T: Float,
    S: Shape,
    R: Shape,
    Y: Layout<S>,
    Z: Layout<R>,
    K: Kind<T>,
{
    run_time::same(x.shape(), target.shape());
    let back = SoftBack { n: x.shape().dims().sizes[0], over };
    K::fold_op((x, target), |(x, target)| row_loss_over(&x, &Soft(rows::elements(&target)), over).0, back)
}

/// The loss of each row, by probabilities of the classes.
#[track_caller]
pub(crate) fn soft_each<T, S, R, Y, Z, K>(
    x: View<'_, T, S, Y, K>,
    target: View<'_, T, R, Z, K>,
) -> Tensor<T, Reduced<S, Axis<-1>>, K>
where
    T: Float,
    S: Shape + Reduce<Axis<-1>>,
    R: Shape,
    Y: Layout<S>,
    Z: Layout<R>,
    K: Kind<T>,
{
    run_time::same(x.shape(), target.shape());
    let back = SoftBack { n: x.shape().dims().sizes[0], over: Over::Each };
    let shape = x.shape().reduced();
    let forward =
        |(x, target): (View<'_, _, _, _>, View<'_, _, _, _>)| each_row_loss(&x, &Soft(rows::elements(&target))).0;
    Tensor::made(K::apply_op((x, target), shape, forward, back), shape)
}

//! The loops of losses over rows of scores, one for each class.

use alloc::borrow::Cow;

use num_traits::Float;

use super::function::ln;
use super::index::{Forward, Range};
use super::reduce::{float, number};
use super::rows::{self, Pairs};
use super::wide::wide;
use crate::kernels::norms;
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, rounded, wide_slice};
use crate::shape::diagnostics::IndexNumber;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::view::{Operand, Values};

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
    /// Makes sure that the target fits scores of this shape, where the types say so.
    fn fits<S: Shape>(&self, scores: S);
    /// The loss of each row in order, or `None` where it is ignored.
    fn losses<X: Values<Elem = T> + ?Sized>(&self, x: &X, each: impl FnMut(Option<T>));
    /// The same of scores that became `f32`, for floats of 16 bits.
    type Single<'s>: RowLoss<f32>
    where
        Self: 's;
    fn in_single(&self) -> Self::Single<'_>;
}

/// The loss of each row.
#[track_caller]
pub(crate) fn each_row_loss<T: Float, X, L>(x: &X, loss: &L) -> Buffer<T>
where
    X: Values<Elem = T> + ?Sized,
    L: RowLoss<T>,
{
    if const { can_be::<T>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return rounded(each_row_loss(&x.view(), &loss.in_single()).as_slice(), ByNumbers);
    }
    loss.fits(x.view().shape());
    let mut losses = crate::storage::room(row_count(x));
    loss.losses(x, |loss| losses.push(loss.unwrap_or(T::zero())));
    Buffer::from_vec(losses)
}

/// The sum of the losses of all rows.
#[track_caller]
pub(crate) fn sum_row_loss<T: Float, X: Values<Elem = T> + ?Sized, L: RowLoss<T>>(x: &X, loss: &L) -> T {
    if const { can_be::<T>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return ByNumbers::narrow(sum_row_loss(&x.view(), &loss.in_single()));
    }
    total(x, loss).0
}

/// The mean of the losses of the rows that are not ignored.
#[track_caller]
pub(crate) fn mean_row_loss<T: Float, X: Values<Elem = T> + ?Sized, L: RowLoss<T>>(x: &X, loss: &L) -> T {
    if const { can_be::<T>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return ByNumbers::narrow(mean_row_loss(&x.view(), &loss.in_single()));
    }
    let (sum, n) = total(x, loss);
    sum / number(n)
}

#[track_caller]
fn total<T: Float, X: Values<Elem = T> + ?Sized, L: RowLoss<T>>(x: &X, loss: &L) -> (T, usize) {
    loss.fits(x.view().shape());
    let mut sum = Pairs::new();
    loss.losses(x, |loss| {
        if let Some(loss) = loss {
            sum.push(loss);
        }
    });
    (sum.total(), sum.n)
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
}

impl<'a, R> Targets<'a, R> {
    pub(crate) fn logits(classes: &'a R) -> Self {
        Targets { classes, logits: true, options: CrossEntropyOptions::default() }
    }

    pub(crate) fn logarithms(classes: &'a R) -> Self {
        Targets { classes, logits: false, options: CrossEntropyOptions::default() }
    }

    #[track_caller]
    pub(crate) fn with(classes: &'a R, options: CrossEntropyOptions) -> Self {
        let smoothing = options.label_smoothing;
        assert!((0.0..=1.0).contains(&smoothing), "label smoothing is {smoothing}, and is to be from 0 to 1");
        Targets { classes, logits: true, options }
    }
}

impl<T: Float, R: Values<Elem: IndexNumber>> RowLoss<T> for Targets<'_, R> {
    type Single<'s>
        = Targets<'s, R>
    where
        Self: 's;
    fn in_single(&self) -> Targets<'_, R> {
        Targets { ..*self }
    }
    fn fits<S: Shape>(&self, scores: S) {
        run_time::targets(scores, self.classes.view().shape());
    }

    #[track_caller]
    fn losses<X: Values<Elem = T> + ?Sized>(&self, x: &X, mut each: impl FnMut(Option<T>)) {
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
                    return;
                }
            };
            if !self.logits {
                return each(Some(-row[place]));
            }
            let (peak, log) = log_of_sum(row);
            let mut loss = log - (row[place] - peak);
            if smoothing > 0.0 {
                let n = number::<T>(n);
                let of_all = (log * n - norms::rises(row, peak)) / n;
                loss = loss * float(1.0 - smoothing) + of_all * float(smoothing);
            }
            each(Some(loss));
        });
        if let Some(error) = wrong {
            let loss = if self.logits { "cross_entropy" } else { "nll_loss" };
            panic!("{loss}: {} is none of {} classes", error.index(), error.size());
        }
    }
}

/// The largest element, and the logarithm of the sum of the exponentials of what is left without it.
fn log_of_sum<T: Float>(row: &[T]) -> (T, T) {
    let (peak, sum) = norms::peak_and_sum(row);
    (peak, ln(sum))
}

/// Probabilities of the classes.
pub(crate) struct Soft<'a, T: Clone, R> {
    target: &'a R,
    probabilities: Cow<'a, [T]>,
}

impl<'a, T: Clone, R: Values<Elem = T>> Soft<'a, T, R> {
    pub(crate) fn new(target: &'a R) -> Self {
        Soft { target, probabilities: rows::elements(target) }
    }
}

impl<T: Float, R: Values> RowLoss<T> for Soft<'_, T, R> {
    type Single<'s>
        = Soft<'s, f32, R>
    where
        Self: 's;
    fn in_single(&self) -> Soft<'_, f32, R> {
        Soft { target: self.target, probabilities: wide_slice(&self.probabilities, ByNumbers).into() }
    }
    fn fits<S: Shape>(&self, scores: S) {
        run_time::same(scores, self.target.view().shape());
    }

    fn losses<X: Values<Elem = T> + ?Sized>(&self, x: &X, mut each: impl FnMut(Option<T>)) {
        let n = x.view().shape().dims().sizes[0];
        rows::each_row(x, row_count(x), n, |i, row| {
            let (peak, log) = log_of_sum(row);
            let mut loss = Pairs::new();
            for (x, p) in row.chunks(BLOCK).zip(self.probabilities[i * n..].chunks(BLOCK)) {
                let losses = x.iter().zip(p).map(|(&x, &p)| (log - (x - peak)) * p);
                loss.push(losses.fold(T::zero(), |sum, loss| sum + loss));
            }
            each(Some(loss.total()));
        });
    }
}

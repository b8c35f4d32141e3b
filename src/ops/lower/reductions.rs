//! Reductions and scans.

use alloc::vec;
use alloc::vec::Vec;

use super::{lanes, widened};
use crate::hlo::{Element, Fold, Id, Notes, Pooling, Relation};
use crate::kind::Lower;
use crate::ops::differences::DifferenceBack;
use crate::ops::reduce_back::{ReductionBack, Way};
use crate::ops::scan::{self, ScanBack};

impl<T> Lower<T> for ReductionBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let (from, kept) = (self.from.outermost_first(), self.kept.outermost_first());
        // An axis of size 1 is the same, whether it is reduced or not, unless something is counted, and then it counts 1.
        let axes: Vec<usize> = (0..from.len()).filter(|&axis| from[axis] != kept[axis]).collect();
        let count = axes.iter().map(|&axis| from[axis]).product::<usize>() as f64;
        let (notes, x) = (&mut *notes, x[0]);
        let own = notes.dtype(x);
        let wide = widened(notes, x);
        let made = match self.way {
            Way::Sum => notes.reduce_keepdim(Fold::Sum, wide, &axes),
            Way::Mean => mean(notes, wide, &axes, count),
            Way::Product => notes.reduce_keepdim(Fold::Product, wide, &axes),
            Way::Extreme { largest } => {
                notes.reduce_keepdim(if largest { Fold::Largest } else { Fold::Smallest }, x, &axes)
            }
            Way::Variance { correction } => variance(notes, wide, &axes, count - correction as f64),
            Way::Deviation { correction } => {
                let variance = variance(notes, wide, &axes, count - correction as f64);
                root(notes, variance)
            }
            Way::Norm => {
                let square = notes.binary("multiply", wide, wide);
                let sum = notes.reduce_keepdim(Fold::Sum, square, &axes);
                root(notes, sum)
            }
            Way::NormOf { order } => norm_of(notes, wide, &axes, order),
            Way::NanSum => numbers(notes, wide, &axes)[0],
            Way::NanMean => {
                let [sum, count] = numbers(notes, wide, &axes);
                notes.binary("divide", sum, count)
            }
            Way::LogSumExp => log_sum_exp(notes, wide, &axes),
        };
        notes.convert(made, own)
    }
}

/// The mean, the axes of size 1.
pub(super) fn mean(notes: &mut Notes, x: Id, axes: &[usize], count: f64) -> Id {
    let sum = notes.reduce_keepdim(Fold::Sum, x, axes);
    notes.by("divide", sum, count)
}

/// The mean of squared differences from the mean, but for the divisor.
fn variance(notes: &mut Notes, x: Id, axes: &[usize], divisor: f64) -> Id {
    let count = axes.iter().map(|&axis| notes.sizes(x)[axis]).product::<usize>() as f64;
    let mean = mean(notes, x, axes, count);
    let way = notes.binary("subtract", x, mean);
    let square = notes.binary("multiply", way, way);
    let sum = notes.reduce_keepdim(Fold::Sum, square, axes);
    notes.by("divide", sum, divisor.max(0.0))
}

/// The sum of all that are numbers, and how many are.
fn numbers(notes: &mut Notes, x: Id, axes: &[usize]) -> [Id; 2] {
    let (zero, one) = (notes.like(0.0, x), notes.like(1.0, x));
    let is_number = notes.compare(Relation::Equal, x, x);
    [x, one].map(|of| {
        let of = notes.select(is_number, of, zero);
        notes.reduce_keepdim(Fold::Sum, of, axes)
    })
}

/// The norm of an order, whose slope is 0 where a size is 0.
pub(super) fn norm_of(notes: &mut Notes, x: Id, axes: &[usize], order: f64) -> Id {
    let (zero, one, size) = (notes.like(0.0, x), notes.like(1.0, x), notes.unary("abs", x));
    if order.is_infinite() {
        return notes.reduce_keepdim(if order > 0.0 { Fold::Largest } else { Fold::Smallest }, size, axes);
    }
    let none = notes.compare(Relation::Equal, x, zero);
    let power = if order == 0.0 {
        notes.select(none, zero, one)
    } else {
        let some = notes.select(none, one, size);
        let power = notes.by("power", some, order);
        let of_zero = notes.like(if order < 0.0 { f64::INFINITY } else { 0.0 }, x);
        notes.select(none, of_zero, power)
    };
    let sum = notes.reduce_keepdim(Fold::Sum, power, axes);
    if order == 0.0 {
        return sum;
    }
    let (zero, one) = (notes.like(0.0, sum), notes.like(1.0, sum));
    let none = notes.compare(Relation::Equal, sum, zero);
    let some = notes.select(none, one, sum);
    let norm = notes.by("power", some, order.recip());
    notes.select(none, zero, norm)
}

/// The root, whose slope at 0 is 0, as PyTorch's of a norm is.
pub(super) fn root(notes: &mut Notes, x: Id) -> Id {
    let (zero, one) = (notes.like(0.0, x), notes.like(1.0, x));
    let none = notes.compare(Relation::Equal, x, zero);
    let some = notes.select(none, one, x);
    let root = notes.unary("sqrt", some);
    notes.select(none, zero, root)
}

/// `ln Σ exp(x)`, without overflow, the axes of size 1.
pub(super) fn log_sum_exp(notes: &mut Notes, x: Id, axes: &[usize]) -> Id {
    let peak = notes.reduce_keepdim(Fold::Largest, x, axes);
    let peak = notes.detach(peak);
    // Of infinities nothing is subtracted.
    let size = notes.unary("abs", peak);
    let (infinite, zero) = (notes.like(f64::INFINITY, x), notes.like(0.0, x));
    let is_infinite = notes.compare(Relation::Equal, size, infinite);
    let shift = notes.select(is_infinite, zero, peak);
    let less = notes.binary("subtract", x, shift);
    let e = notes.unary("exponential", less);
    let sum = notes.reduce_keepdim(Fold::Sum, e, axes);
    // Nothing but infinities below: a sum of zeros, whose logarithm has no slope.
    let (zero, one) = (notes.like(0.0, sum), notes.like(1.0, sum));
    let none = notes.compare(Relation::Equal, sum, zero);
    let some = notes.select(none, one, sum);
    let log = notes.unary("log", some);
    let below = notes.like(f64::NEG_INFINITY, log);
    let log = notes.select(none, below, log);
    notes.binary("add", log, shift)
}

impl<T> Lower<T> for ScanBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [n, inner] = self.axis;
        let wide = lanes(notes, x[0], [n, inner]);
        let outer = notes.sizes(wide)[0];
        // Windows of all that comes before.
        let fold = |notes: &mut Notes, x: Id, fold| {
            let plane = notes.reshape(x, &[1, outer, n, inner]);
            let by =
                Pooling { kernel: [n.max(1), 1], stride: [1; 2], pads: [[n.saturating_sub(1) as isize, 0], [0; 2]] };
            let made = notes.pool(fold, plane, by);
            notes.reshape(made, &[outer, n, inner])
        };
        match self.way {
            scan::Way::Sum => fold(notes, wide, Fold::Sum),
            scan::Way::Product => fold(notes, wide, Fold::Product),
            scan::Way::Extreme { largest: true } => fold(notes, wide, Fold::Largest),
            scan::Way::Extreme { largest: false } => {
                let minus = notes.unary("negate", wide);
                let largest = fold(notes, minus, Fold::Largest);
                notes.unary("negate", largest)
            }
            scan::Way::LogSumExp => {
                let peak = notes.reduce_keepdim(Fold::Largest, wide, &[1]);
                let peak = notes.detach(peak);
                let less = notes.binary("subtract", wide, peak);
                let e = notes.unary("exponential", less);
                let sum = fold(notes, e, Fold::Sum);
                let log = notes.unary("log", sum);
                notes.binary("add", log, peak)
            }
        }
    }
}

impl<T> Lower<T> for DifferenceBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [n, inner] = self.axis;
        let x = lanes(notes, x[0], [n, inner]);
        let (next, x) = (notes.narrow(x, 1, 1, n - 1), notes.narrow(x, 1, 0, n - 1));
        notes.binary("subtract", next, x)
    }
}

/// All axes of a value from one on.
pub(super) fn axes_from(notes: &Notes, x: Id, first: usize) -> Vec<usize> {
    let mut axes = vec![];
    axes.extend(first..notes.sizes(x).len());
    axes
}

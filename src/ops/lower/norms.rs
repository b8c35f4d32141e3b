//! Normalisations.

use super::reductions::{log_sum_exp, mean, root};
use super::{lanes, widened};
use crate::hlo::{Element, Fold, Id, Notes};
use crate::kind::{Lower, LowerAt, Lowering};
use crate::ops::local_response::ResponseBack;
use crate::ops::normalize_back::{AlongBack, BatchBack, GroupsBack, RowsBack, Way};
use crate::ops::rotary::RotaryBack;

/// Of an axis: `exp(x - largest) / Σ`.
pub(super) fn softmax(notes: &mut Notes, x: Id, axis: usize) -> Id {
    let peak = notes.reduce_keepdim(Fold::Largest, x, &[axis]);
    let peak = notes.detach(peak);
    let less = notes.binary("subtract", x, peak);
    let e = notes.unary("exponential", less);
    let sum = notes.reduce_keepdim(Fold::Sum, e, &[axis]);
    notes.binary("divide", e, sum)
}

impl<T> Lower<T> for AlongBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let x = widened(notes, x[0]);
        let x = lanes(notes, x, self.axis);
        match self.way {
            Way::Softmax => softmax(notes, x, 1),
            Way::LogSoftmax => {
                let log = log_sum_exp(notes, x, &[1]);
                notes.binary("subtract", x, log)
            }
            Way::OverNorm => {
                let square = notes.binary("multiply", x, x);
                let sum = notes.reduce_keepdim(Fold::Sum, square, &[1]);
                let norm = root(notes, sum);
                let norm = notes.by("maximum", norm, 1e-12);
                notes.binary("divide", x, norm)
            }
        }
    }
}

/// `(x - mean) / sqrt(variance + eps)` over axes.
fn standardised(notes: &mut Notes, x: Id, axes: &[usize], centred: bool, eps: f64) -> Id {
    let count = axes.iter().map(|&axis| notes.sizes(x)[axis]).product::<usize>() as f64;
    let x = if centred {
        let mean = mean(notes, x, axes, count);
        notes.binary("subtract", x, mean)
    } else {
        x
    };
    let square = notes.binary("multiply", x, x);
    let variance = mean(notes, square, axes, count);
    let variance = notes.by("add", variance, eps);
    let over = notes.unary("rsqrt", variance);
    notes.binary("multiply", x, over)
}

/// Times a weight and plus a bias, if there are any, of these sizes.
fn scaled(notes: &mut Notes, x: Id, by: &[Id], sizes: &[usize]) -> Id {
    let mut made = x;
    for (op, by) in ["multiply", "add"].into_iter().zip(by) {
        let by = notes.reshape(*by, sizes);
        let by = notes.convert(by, notes.dtype(made));
        made = notes.binary(op, made, by);
    }
    made
}

impl<T> Lower<T> for RowsBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let rows = widened(notes, x[0]);
        let rows = lanes(notes, rows, [self.n, 1]);
        let standard = standardised(notes, rows, &[1], self.centred, self.eps);
        scaled(notes, standard, &x[1..], &[self.n, 1])
    }
}

impl<T> Lower<T> for GroupsBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let wide = widened(notes, x[0]);
        let rows = lanes(notes, wide, [self.in_group * self.plane, 1]);
        let standard = standardised(notes, rows, &[1], true, self.eps);
        let planes = lanes(notes, standard, [self.channels, self.plane]);
        scaled(notes, planes, &x[1..], &[self.channels, 1])
    }
}

impl<T> LowerAt<T> for BatchBack {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let mut notes = at.notes();
        let wide = widened(&mut notes, x[0]);
        let planes = lanes(&mut notes, wide, [self.channels, self.plane]);
        let channels = [self.channels, 1];
        let count = notes.numel(planes) as f64 / self.channels as f64;
        let (middle, way, variance) = if self.by_batch {
            let middle = mean(&mut notes, planes, &[0, 2], count);
            let way = notes.binary("subtract", planes, middle);
            let square = notes.binary("multiply", way, way);
            (middle, way, mean(&mut notes, square, &[0, 2], count))
        } else {
            let [middle, variance] = [x[1], x[2]].map(|x| {
                let x = widened(&mut notes, x);
                notes.reshape(x, &channels)
            });
            (middle, notes.binary("subtract", planes, middle), variance)
        };
        let over = notes.by("add", variance, self.eps);
        let over = notes.unary("rsqrt", over);
        let standard = notes.binary("multiply", way, over);
        let y = scaled(&mut notes, standard, &x[if self.by_batch { 1 } else { 3 }..], &channels);
        if self.by_batch {
            let of_sample = notes.by("multiply", variance, count / (count - 1.0));
            let moments = [middle, of_sample].map(|x| {
                let x = notes.detach(x);
                notes.reshape(x, &[self.channels])
            });
            drop(notes);
            at.took(moments);
        }
        y
    }
}

impl<T> Lower<T> for RotaryBack {
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        if to.contains(&0) {
            return x[0];
        }
        let wide = widened(notes, x[0]);
        let half = self.width / 2;
        // Pairs are an axis of two: the outer one of the width, or the inner one.
        let (axis, apart, shared) = if self.options.is_interleaved() {
            (3, [half, 2], [self.steps, half, 1])
        } else {
            (2, [2, half], [self.steps, 1, half])
        };
        let outer = notes.numel(wide) / (self.steps * self.width);
        let pairs = notes.reshape(wide, &[outer, self.steps, apart[0], apart[1]]);
        let [cos, sin] = self.angles().map(|angles| {
            let angles = notes.constant(&angles, shared.to_vec());
            notes.convert(angles, notes.dtype(wide))
        });
        let [a, b] = [0, 1].map(|i| notes.narrow(pairs, axis, i, 1));
        let turned = [("subtract", a, b), ("add", b, a)].map(|(op, own, other)| {
            let (own, other) = (notes.binary("multiply", own, cos), notes.binary("multiply", other, sin));
            notes.binary(op, own, other)
        });
        notes.concat(&turned, axis)
    }
}

impl<T> Lower<T> for ResponseBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let wide = widened(notes, x[0]);
        let planes = lanes(notes, wide, [self.channels, self.inner]);
        let squares = notes.binary("multiply", planes, planes);
        let zero = notes.number(0.0, notes.dtype(planes));
        let [before, after] = self.options.sides().map(|side| side as isize);
        let padded = notes.pad(squares, zero, alloc::vec![[0; 3], [before, after, 0], [0; 3]]);
        let parts = (0..self.options.size).map(|from| notes.narrow(padded, 1, from, self.channels));
        let parts: alloc::vec::Vec<_> = parts.collect();
        let sum = parts.into_iter().reduce(|sum, part| notes.binary("add", sum, part));
        let sum = sum.expect("a size of at least one channel");
        let share = notes.by("multiply", sum, self.options.alpha / self.options.size as f64);
        let divisor = notes.by("add", share, self.options.k);
        let power = notes.by("power", divisor, self.options.beta);
        notes.binary("divide", planes, power)
    }
}

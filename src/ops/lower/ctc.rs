//! Connectionist temporal classification: step by step, each a few notes.

use alloc::vec;
use alloc::vec::Vec;

use super::{indices, widened};
use crate::hlo::{Element, ElementType, Fold, Id, Notes, Relation};
use crate::kind::{LowerAt, Lowering};
use crate::ops::ctc::{CtcBack, Told};
use crate::shape::diagnostics::IndexNumber;
use crate::view::Values;

/// In place of minus infinity, of which differences are no numbers.
const NEVER: f64 = -1e30;

/// A number in front, so many times, and what is cut off at the end.
fn behind(notes: &mut Notes, x: Id, number: f64, by: usize) -> Id {
    let [rows, n] = [0, 1].map(|axis| notes.sizes(x)[axis]);
    let front = notes.filled(number, &[rows, by.min(n)], notes.dtype(x));
    let rest = notes.narrow(x, 1, 0, n - by.min(n));
    notes.concat(&[front, rest], 1)
}

/// The logarithm of a sum of exponentials of numbers that may be [`NEVER`].
fn log_of_sum(notes: &mut Notes, of: &[Id]) -> Id {
    let peak = of.iter().copied().reduce(|a, b| notes.binary("maximum", a, b)).expect("some");
    let peak = notes.detach(peak);
    let parts: Vec<Id> = of.iter().map(|x| notes.binary("subtract", *x, peak)).collect();
    let parts: Vec<Id> = parts.into_iter().map(|x| notes.unary("exponential", x)).collect();
    let sum = parts.into_iter().reduce(|a, b| notes.binary("add", a, b)).expect("some");
    let log = notes.unary("log", sum);
    notes.binary("add", peak, log)
}

impl<T, R, I, J> LowerAt<T> for CtcBack<Told<'_, R, I, J>>
where
    R: Values<Elem: IndexNumber>,
    I: Values<Elem: IndexNumber>,
    J: Values<Elem: IndexNumber>,
{
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let (labels, steps) = (indices(at, self.of.labels), indices(at, self.of.steps));
        let counts = indices(at, self.of.counts);
        let notes = &mut *at.notes();
        let logs = widened(notes, x[0]);
        let (dtype, batch, classes) = (notes.dtype(logs), to.iter().product::<usize>(), self.classes);
        if batch == 0 {
            return notes.filled(0.0, to, dtype);
        }
        let rows = notes.numel(logs) / (batch * classes);
        let most = notes.numel(labels) / batch;
        let [steps, counts] = [steps, counts].map(|x| notes.reshape(x, &[batch, 1]));
        // Behind the end any number may stand.
        let labels = notes.reshape(labels, &[batch, most]);
        let [zero, last] = [0, classes as i64 - 1].map(|number| notes.constant(&[number], vec![]));
        let (below, above) =
            (notes.compare(Relation::Less, labels, zero), notes.compare(Relation::Greater, labels, last));
        let none = notes.binary("or", below, above);
        let labels = notes.select(none, zero, labels);
        // The labels, and a blank before, between and behind them.
        let n = 2 * most + 1;
        let blank = self.options.blank as f64;
        let blanks = notes.filled(blank, &[batch, most, 1], ElementType::I64);
        let one_each = notes.reshape(labels, &[batch, most, 1]);
        let pairs = notes.concat(&[blanks, one_each], 2);
        let pairs = notes.reshape(pairs, &[batch, 2 * most]);
        let end = notes.filled(blank, &[batch, 1], ElementType::I64);
        let states = notes.concat(&[pairs, end], 1);
        let state = notes.iota(&[1, n], 1, ElementType::I64);
        // The blank may be left out between labels that differ.
        let before = behind(notes, states, -1.0, 2);
        let differ = notes.compare(Relation::NotEqual, states, before);
        let is_label: Vec<i64> = (0..n).map(|state| state as i64 % 2).collect();
        let is_label = notes.constant(&is_label, vec![1, n]);
        let is_label = notes.compare(Relation::NotEqual, is_label, zero);
        let skips = notes.binary("and", differ, is_label);
        // Of each step and state the logarithm of its class: `[rows, batch, n]`.
        let table = notes.reshape(logs, &[rows, batch * classes]);
        let table = notes.transpose(table, &[1, 0]);
        let start = notes.iota(&[batch, 1], 0, ElementType::I64);
        let start = notes.by("multiply", start, classes as f64);
        let places = notes.binary("add", start, states);
        let own = notes.take(table, places);
        let never = notes.number(NEVER, dtype);
        let is_low = notes.compare(Relation::Less, own, never);
        let own = notes.select(is_low, never, own);
        let own = notes.transpose(own, &[2, 0, 1]);
        let at_step = |notes: &mut Notes, step: usize| {
            let one = notes.narrow(own, 0, step, 1);
            notes.reshape(one, &[batch, n])
        };
        let mut ways = notes.filled(NEVER, &[batch, n], dtype);
        for step in 0..rows {
            let log = at_step(notes, step);
            let next = if step == 0 {
                let two = notes.constant(&[2i64], vec![]);
                let begins = notes.compare(Relation::Less, state, two);
                notes.select(begins, log, never)
            } else {
                let (one, two) = (behind(notes, ways, NEVER, 1), behind(notes, ways, NEVER, 2));
                let two = notes.select(skips, two, never);
                let sum = log_of_sum(notes, &[ways, one, two]);
                notes.binary("add", sum, log)
            };
            let number = notes.constant(&[step as i64], vec![]);
            let goes_on = notes.compare(Relation::Greater, steps, number);
            ways = notes.select(goes_on, next, ways);
        }
        // The last label or the blank behind it; of no steps no label.
        let end = notes.by("multiply", counts, 2.0);
        let label = notes.by("subtract", end, 1.0);
        let ends = [end, label].map(|place| {
            let is_there = notes.compare(Relation::Equal, state, place);
            let kept = notes.select(is_there, ways, never);
            notes.reduce(Fold::Largest, kept, &[1])
        });
        let log = log_of_sum(notes, &ends);
        let mut losses = notes.unary("negate", log);
        let [steps, counts] = [steps, counts].map(|x| notes.reshape(x, &[batch]));
        let (free, nothing) = (notes.like(0.0, losses), notes.like(f64::INFINITY, losses));
        let beyond = notes.like(-0.5 * NEVER, losses);
        let is_infinite = notes.compare(Relation::Greater, losses, beyond);
        losses = notes.select(is_infinite, nothing, losses);
        let (no_steps, no_labels) =
            (notes.compare(Relation::Equal, steps, zero), notes.compare(Relation::Equal, counts, zero));
        let silent = notes.binary("and", no_steps, no_labels);
        losses = notes.select(silent, free, losses);
        if self.options.zero_infinity {
            let is_infinite = notes.compare(Relation::Equal, losses, nothing);
            losses = notes.select(is_infinite, free, losses);
        }
        if self.by_label {
            let counts = notes.convert(counts, dtype);
            let by = notes.by("maximum", counts, 1.0);
            losses = notes.binary("divide", losses, by);
        }
        losses
    }
}

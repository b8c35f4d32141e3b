//! What moves elements: copies, joins, borders, choices by masks and indices.

use alloc::vec;
use alloc::vec::Vec;

use super::{indices, lanes};
use crate::hlo::{Element, ElementType, Fold, Id, Notes, Relation};
use crate::kind::{Lower, LowerAt, Lowering};
use crate::ops::copies::Copied;
use crate::ops::index::Count;
use crate::ops::index::back::{Counted, SelectBack};
use crate::ops::join::JoinBack;
use crate::ops::linear::RowsBack;
use crate::ops::mask::SelectionBack;
use crate::ops::order::{Between, Quantile};
use crate::ops::order_back::QuantileBack;
use crate::ops::rearrange_back::{DiagonalBack, PadBack, RepeatBack, RollBack, TileBack, TriangleBack};
use crate::ops::unpool::UnpoolBack;
use crate::shape::Shape;
use crate::shape::diagnostics::{IndexNumber, Truth};
use crate::view::Values;

impl<T> Lower<T> for Copied {
    fn lower(self, _: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        x[0]
    }
}

impl<T> Lower<T> for JoinBack<'_> {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let outer = x.iter().zip(self.lens).map(|(x, len)| notes.numel(*x).checked_div(*len)).find_map(|n| n);
        let outer = outer.unwrap_or(0);
        let parts: Vec<Id> = x.iter().zip(self.lens).map(|(x, len)| notes.reshape(*x, &[outer, *len])).collect();
        notes.concat(&parts, 1)
    }
}

impl<T> Lower<T> for DiagonalBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let n = self.size;
        let rows = lanes(notes, x[0], [n, 1]);
        let count = notes.sizes(rows)[0];
        let all = [count, n, n];
        let (i, j) = (notes.iota(&all, 1, ElementType::I32), notes.iota(&all, 2, ElementType::I32));
        let on = notes.compare(Relation::Equal, i, j);
        let zero = notes.like(0.0, rows);
        notes.select(on, rows, zero)
    }
}

impl<T> Lower<T> for TriangleBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let matrices = lanes(notes, x[0], [self.rows, self.columns]);
        let all = notes.sizes(matrices).to_vec();
        let (row, column) = (notes.iota(&all, 1, ElementType::I64), notes.iota(&all, 2, ElementType::I64));
        let crossing = notes.by("add", row, self.kept.diagonal as f64);
        let relation = if self.kept.lower { Relation::LessEqual } else { Relation::GreaterEqual };
        let kept = notes.compare(relation, column, crossing);
        let zero = notes.like(0.0, matrices);
        notes.select(kept, matrices, zero)
    }
}

impl<T> Lower<T> for RepeatBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let blocks = lanes(notes, x[0], [1, self.inner]);
        let count = notes.sizes(blocks)[0];
        notes.stretch(blocks, &[count, self.times, self.inner])
    }
}

impl<T> Lower<T> for TileBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let sizes = self.from.outermost_first();
        // An axis of repetitions in front of each.
        let rank = sizes.len().max(self.counts.len());
        let (mut spaced, mut wide) = (vec![], vec![]);
        for axis in (0..rank).rev() {
            let size = if axis < sizes.len() { sizes[sizes.len() - 1 - axis] } else { 1 };
            spaced.extend([1, size]);
            wide.extend([self.counts.get(axis).copied().unwrap_or(1), size]);
        }
        let x = notes.reshape(x[0], &spaced);
        notes.stretch(x, &wide)
    }
}

impl<T> Lower<T> for RollBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let blocks = lanes(notes, x[0], [self.size, self.inner]);
        let behind = notes.narrow(blocks, 1, self.first, self.size - self.first);
        let before = notes.narrow(blocks, 1, 0, self.first);
        notes.concat(&[behind, before], 1)
    }
}

impl<T> Lower<T> for PadBack<T> {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let value = notes.constant(&[self.value], vec![]);
        let rank = self.from.rank;
        let width = |axis: usize| self.widths.get(axis).copied().unwrap_or((0, 0));
        let parts = (0..rank).rev().map(|axis| [width(axis).0 as isize, width(axis).1 as isize, 0]).collect();
        notes.pad(x[0], value, parts)
    }
}

impl<T, M: Values<Elem: Truth> + ?Sized> LowerAt<T> for SelectionBack<'_, M, T> {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let view = self.mask.view();
        let (dims, strides) = (view.shape().dims(), view.strides_by_axis());
        let truths = || self.mask.iter().map(|mask| (*mask).into()).collect::<Vec<bool>>();
        let mask = at.elements(view.as_ptr().addr(), ElementType::Bool, &dims, &strides, truths);
        let mut notes = at.notes();
        let (yes, no) = match self.value {
            Some(value) => (notes.constant(&[value], vec![]), x[0]),
            None => (x[0], x[1]),
        };
        notes.select(mask, yes, no)
    }
}

impl<T> Lower<T> for SelectBack<'_> {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let parts = lanes(notes, x[0], [self.size, self.inner]);
        let turned = notes.transpose(parts, &[1, 0, 2]);
        let places: Vec<i64> = self.places.iter().map(|&place| place as i64).collect();
        let places = notes.constant(&places, vec![places.len()]);
        let taken = notes.take(turned, places);
        notes.transpose(taken, &[1, 0, 2])
    }
}

impl<T, I: Values<Elem: IndexNumber>> LowerAt<T> for RowsBack<'_, I> {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let places = indices(at, self.ids);
        let mut notes = at.notes();
        let table = notes.reshape(x[0], &self.size);
        notes.take(table, places)
    }
}

impl<T, C: Count, I: Values<Elem: IndexNumber>> LowerAt<T> for Counted<&I, C> {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let Counted(back, ..) = self;
        let by = indices(at, back.indices);
        let mut notes = at.notes();
        let notes = &mut *notes;
        // The place of each element: by its index along the axis, and by where it is along the others.
        let [size, step] = back.axis;
        let negative = notes.like(0.0, by);
        let negative = notes.compare(Relation::Less, by, negative);
        let from_end = notes.by("add", by, size as f64);
        let by = notes.select(negative, from_end, by);
        let out = back.out.outermost_first();
        let by = notes.stretch(by, &out);
        let mut places = notes.by("multiply", by, step as f64);
        for (axis, _) in out.iter().enumerate() {
            let own = back.steps[0][out.len() - 1 - axis];
            if own != 0isize {
                let along = notes.iota(&out, axis, ElementType::I64);
                let along = notes.by("multiply", along, own as f64);
                places = notes.binary("add", places, along);
            }
        }
        let flat = notes.reshape(x[0], &[notes.numel(x[0])]);
        notes.take(flat, places)
    }
}

impl<T, R: Values<Elem: IndexNumber>> LowerAt<T> for UnpoolBack<&R> {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let places = indices(at, self.places);
        let notes = &mut *at.notes();
        let (count, size) = (notes.numel(x[0]), to.iter().product());
        // The place within the whole, of each element.
        let blocks = count.checked_div(self.each).unwrap_or(0);
        let block = notes.iota(&[blocks, self.each], 0, ElementType::I64);
        let start = notes.by("multiply", block, self.size as f64);
        let places = notes.reshape(places, &[blocks, self.each]);
        let places = notes.binary("add", start, places);
        let places = notes.reshape(places, &[count]);
        let parts = notes.reshape(x[0], &[count]);
        let sum = notes.add_at(size, places, parts);
        // Windows that overlap have put one element twice: it is there once, and its gradient goes to both.
        let ones = notes.filled(1.0, &[count], notes.dtype(parts));
        let times = notes.add_at(size, places, ones);
        let one = notes.like(1.0, times);
        let several = notes.compare(Relation::Greater, times, one);
        let times = notes.select(several, times, one);
        let once = notes.binary("divide", sum, times);
        let more = notes.binary("subtract", sum, once);
        let more = notes.detach(more);
        let once = notes.binary("subtract", sum, more);
        notes.select(several, once, sum)
    }
}

impl<T> Lower<T> for QuantileBack {
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let n = self.n;
        if to.iter().product::<usize>() == 0 {
            return notes.filled(0.0, to, notes.dtype(x[0]));
        }
        assert!(n > 0, "quantile of no elements: the axis has size 0");
        let lanes = lanes(notes, x[0], [n, self.inner]);
        let (outer, inner) = (notes.sizes(lanes)[0], self.inner);
        let dtype = notes.dtype(lanes);
        // How many of a lane come before each of its elements: those that are less, and of those that are equal the earlier ones. NaN is the last.
        let (one, other) = (notes.reshape(lanes, &[outer, n, 1, inner]), notes.reshape(lanes, &[outer, 1, n, inner]));
        let (i, j) = (notes.iota(&[n, n, 1], 0, ElementType::I64), notes.iota(&[n, n, 1], 1, ElementType::I64));
        let [one_is_none, other_is_none] = [one, other].map(|x| notes.compare(Relation::NotEqual, x, x));
        let less = notes.compare(Relation::Less, other, one);
        let is_some = notes.unary("not", other_is_none);
        let both = notes.binary("and", is_some, one_is_none);
        let less = notes.binary("or", less, both);
        let equal = notes.compare(Relation::Equal, other, one);
        let both = notes.binary("and", other_is_none, one_is_none);
        let equal = notes.binary("or", equal, both);
        let earlier = notes.compare(Relation::Less, j, i);
        let tie = notes.binary("and", equal, earlier);
        let before = notes.binary("or", less, tie);
        let before = notes.convert(before, ElementType::I64);
        let rank = notes.reduce(Fold::Sum, before, &[2]);
        let is_none = notes.compare(Relation::NotEqual, lanes, lanes);
        let zero = notes.like(0.0, lanes);
        let at = |notes: &mut Notes, place: Id| {
            let is_there = notes.compare(Relation::Equal, rank, place);
            let own = notes.select(is_there, lanes, zero);
            notes.reduce_keepdim(Fold::Sum, own, &[1])
        };
        let none = notes.convert(is_none, ElementType::I64);
        let none = notes.reduce_keepdim(Fold::Sum, none, &[1]);
        let places = if self.part.numbers {
            let all = notes.number(n as f64, ElementType::I64);
            let numbers = notes.binary("subtract", all, none);
            among(notes, self.part, numbers)
        } else {
            let (below, weight) = self.part.place(n);
            let above = (below + 1).min(n - 1);
            let [below, above] = [below, above].map(|place| notes.number(place as f64, ElementType::I64));
            [below, above, notes.number(weight, ElementType::F32)]
        };
        let [low, high] = [places[0], places[1]].map(|place| at(notes, place));
        let weight = notes.convert(places[2], dtype);
        let (no, half, whole) = (notes.like(0.0, weight), notes.like(0.5, weight), notes.like(1.0, weight));
        // From the nearer of the two, as the eager operation; of an infinite one that does not count nothing is taken.
        let exact = notes.compare(Relation::Equal, weight, no);
        let high = notes.select(exact, low, high);
        let way = notes.binary("subtract", high, low);
        let rest = notes.binary("subtract", whole, weight);
        let [part, rest] = [weight, rest].map(|share| notes.binary("multiply", way, share));
        let (up, down) = (notes.binary("add", low, part), notes.binary("subtract", high, rest));
        let nearer = notes.compare(Relation::Less, weight, half);
        let between = notes.select(nearer, up, down);
        let made = notes.select(exact, low, between);
        // One that is no number makes the result none, or all of them do.
        let least = notes.number(if self.part.numbers { n as f64 } else { 1.0 }, ElementType::I64);
        let is_none = notes.compare(Relation::GreaterEqual, none, least);
        let nan = notes.like(f64::NAN, made);
        notes.select(is_none, nan, made)
    }
}

/// Of lanes of so many elements, one number for each: between which two places a quantile is, and how far from the first to the second.
fn among(notes: &mut Notes, part: Quantile, numbers: Id) -> [Id; 3] {
    let numbers = notes.convert(numbers, ElementType::F32);
    let last = notes.by("subtract", numbers, 1.0);
    let rank = notes.by("multiply", last, part.part);
    let below = notes.unary("floor", rank);
    let way = notes.binary("subtract", rank, below);
    let (no, half) = (notes.like(0.0, way), notes.like(0.5, way));
    let [below, weight] = match part.between {
        Between::Linear => [below, way],
        Between::Lower => [below, no],
        Between::Midpoint => {
            let exact = notes.compare(Relation::Equal, way, no);
            [below, notes.select(exact, no, half)]
        }
        Between::Higher => [notes.unary("ceil", rank), no],
        Between::Nearest => [notes.unary("round_nearest_even", rank), no],
    };
    let next = notes.by("add", below, 1.0);
    let beyond = notes.compare(Relation::Greater, next, last);
    let above = notes.select(beyond, last, next);
    let [below, above] = [below, above].map(|place| notes.convert(place, ElementType::I64));
    [below, above, weight]
}

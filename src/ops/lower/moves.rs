//! What moves elements: copies, joins, borders, choices by masks and indices.

use alloc::vec;
use alloc::vec::Vec;

use super::{indices, lanes};
use crate::hlo::{Element, ElementType, Id, Notes, Relation};
use crate::kind::{Lower, LowerAt, Lowering};
use crate::ops::copies::Copied;
use crate::ops::index::Count;
use crate::ops::index::back::{Counted, SelectBack};
use crate::ops::join::JoinBack;
use crate::ops::linear::RowsBack;
use crate::ops::mask::SelectionBack;
use crate::ops::rearrange_back::{DiagonalBack, PadBack, RepeatBack, RollBack, TileBack, TriangleBack};
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

//! Pictures read at any places.

use alloc::vec;
use alloc::vec::Vec;

use super::widened;
use crate::hlo::{Element, ElementType, Id, Notes, Relation};
use crate::kernels::grid::{Between, Beyond, INNER, OUTER, Sampling};
use crate::kind::Lower;
use crate::ops::grid_sample::{AffineBack, GridBack};

/// Where what lies below a limit, or above one, is the limit, and has no slope.
fn within(notes: &mut Notes, x: Id, last: f64) -> Id {
    let (first, last) = (notes.like(0.0, x), notes.like(last, x));
    let below = notes.compare(Relation::LessEqual, x, first);
    let above = notes.compare(Relation::GreaterEqual, x, last);
    let x = notes.select(above, last, x);
    notes.select(below, first, x)
}

/// A place of an axis of so many elements that may lie beyond its edges, where it is within them.
fn bounded<const N: usize>(notes: &mut Notes, of: &Sampling<N>, mut at: Id, size: f64) -> Id {
    if of.beyond == Beyond::Reflection {
        let (low, span) = if of.align_corners { (0.0, size - 1.0) } else { (-0.5, size) };
        let way = notes.by("subtract", at, low);
        let way = notes.unary("abs", way);
        let turns = notes.by("divide", way, span.max(1.0));
        let turns = notes.unary("floor", turns);
        let turns = notes.detach(turns);
        let gone = notes.by("multiply", turns, span);
        let rest = notes.binary("subtract", way, gone);
        let back = notes.unary("negate", rest);
        let back = notes.by("add", back, span);
        let pairs = notes.by("multiply", turns, 0.5);
        let whole = notes.unary("floor", pairs);
        let odd = notes.compare(Relation::NotEqual, pairs, whole);
        let rest = notes.select(odd, back, rest);
        at = notes.by("add", rest, low);
    }
    if of.beyond == Beyond::Zeros { at } else { within(notes, at, size - 1.0) }
}

/// The elements that count for places of an axis of `n` elements: where each is, as an integer within the axis, and how much of it is taken.
fn taps<const N: usize>(notes: &mut Notes, of: &Sampling<N>, x: Id, n: usize) -> Vec<[Id; 2]> {
    let size = n as f64;
    let is_number = notes.compare(Relation::Equal, x, x);
    let left = notes.like(-1.0, x);
    let x = notes.select(is_number, x, left);
    let x = notes.by("add", x, 1.0);
    let at = if of.align_corners {
        notes.by("multiply", x, 0.5 * (size - 1.0))
    } else {
        let x = notes.by("multiply", x, 0.5 * size);
        notes.by("subtract", x, 0.5)
    };
    let at = if of.between == Between::Cubic { at } else { bounded(notes, of, at, size) };
    let first = notes.unary(if of.between == Between::Nearest { "round_nearest_even" } else { "floor" }, at);
    let first = notes.detach(first);
    let share = notes.binary("subtract", at, first);
    let one = notes.like(1.0, first);
    let rest = notes.binary("subtract", one, share);
    let shares = match of.between {
        Between::Nearest => vec![(0.0, one)],
        Between::Linear => vec![(0.0, rest), (1.0, share)],
        Between::Cubic => {
            let (before, behind) = (notes.by("add", share, 1.0), notes.by("add", rest, 1.0));
            let by = [(-1.0, before, OUTER), (0.0, share, INNER), (1.0, rest, INNER), (2.0, behind, OUTER)];
            by.into_iter().map(|(step, way, by)| (step, polynomial(notes, by, way))).collect()
        }
    };
    let tap = |(step, taken): (f64, Id)| {
        let mut own = notes.by("add", first, step);
        if of.between == Between::Cubic {
            own = bounded(notes, of, own, size);
        }
        let inside = within(notes, own, size - 1.0);
        let is_inside = notes.compare(Relation::Equal, own, inside);
        let zero = notes.like(0.0, first);
        let taken = notes.select(is_inside, taken, zero);
        [notes.convert(inside, ElementType::I64), taken]
    };
    shares.into_iter().map(tap).collect()
}

/// A polynomial, by its powers from the third down.
fn polynomial(notes: &mut Notes, [a, b, c, d]: [f64; 4], x: Id) -> Id {
    let mut made = notes.by("multiply", x, a);
    for plus in [b, c] {
        made = notes.by("add", made, plus);
        made = notes.binary("multiply", made, x);
    }
    notes.by("add", made, d)
}

impl<T, const N: usize> Lower<T> for GridBack<N> {
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let of = self.0;
        let [pictures, grid] = [x[0], x[1]].map(|x| widened(notes, x));
        let (plane, places, channels) = (of.from.iter().product::<usize>(), of.places, of.channels);
        if to.contains(&0) || plane == 0 {
            return notes.filled(0.0, to, notes.dtype(pictures));
        }
        let count = to.iter().product::<usize>() / (places * channels);
        // A row of channels for each element.
        let table = notes.reshape(pictures, &[count, channels, plane]);
        let table = notes.transpose(table, &[0, 2, 1]);
        let table = notes.reshape(table, &[count * plane, channels]);
        let grid = notes.reshape(grid, &[count, places, N]);
        let picture = notes.iota(&[count, places], 0, ElementType::I64);
        let picture = notes.by("multiply", picture, plane as f64);
        let mut sum = notes.filled(0.0, &[count, places, channels], notes.dtype(table));
        // Of each axis so far: the elements that count, and how much of each is taken. A place's numbers begin with that of the last axis.
        let mut corners: Vec<[Id; 2]> = vec![];
        for (axis, &size) in of.from.iter().enumerate() {
            let part = notes.narrow(grid, 2, N - 1 - axis, 1);
            let part = notes.reshape(part, &[count, places]);
            let taps = taps(notes, &of, part, size);
            if axis == 0 {
                corners = taps;
                continue;
            }
            let mut all = Vec::with_capacity(corners.len() * taps.len());
            for [at, taken] in corners {
                let row = notes.by("multiply", at, size as f64);
                for &[column, of_column] in &taps {
                    all.push([notes.binary("add", row, column), notes.binary("multiply", taken, of_column)]);
                }
            }
            corners = all;
        }
        for [at, taken] in corners {
            let at = notes.binary("add", at, picture);
            let taken = notes.stretch(taken, &[count, places]);
            let taken = notes.reshape(taken, &[count, places, 1]);
            let elements = notes.take(table, at);
            let part = notes.binary("multiply", elements, taken);
            sum = notes.binary("add", sum, part);
        }
        notes.transpose(sum, &[0, 2, 1])
    }
}

impl<T, const N: usize> Lower<T> for AffineBack<N> {
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let maps = widened(notes, x[0]);
        let places = self.sizes.iter().product();
        if to.contains(&0) {
            return notes.filled(0.0, to, notes.dtype(maps));
        }
        let count = notes.numel(maps) / (N * (N + 1));
        let mut by: Vec<f64> = vec![];
        self.each(|_, numbers: &[f64]| by.extend(numbers));
        let by = notes.constant(&by, vec![places, N + 1]);
        let by = notes.convert(by, notes.dtype(maps));
        let maps = notes.reshape(maps, &[count, N, N + 1]);
        let made = notes.dot(maps, by, 0, [2, 1]);
        notes.transpose(made, &[0, 2, 1])
    }
}

//! Distances of vectors.

use super::reductions::{norm_of, root};
use super::widened;
use crate::hlo::{Element, Fold, Id, Notes};
use crate::kernels::distances::Measure;
use crate::kind::Lower;
use crate::ops::distances::DistancesBack;

impl<T> Lower<T> for DistancesBack {
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let [rows, columns] = [self.rows, self.columns];
        let count = to.iter().product::<usize>().checked_div(rows * columns).unwrap_or(0);
        let [x, other] = [x[0], x[1]].map(|x| widened(notes, x));
        let x = notes.reshape(x, &[count, rows, 1, self.n]);
        let other = notes.reshape(other, &[count, 1, columns, self.n]);
        distance(notes, x, other, self.of)
    }
}

/// The distance of vectors on the last axis, which goes.
pub(super) fn distance(notes: &mut Notes, x: Id, other: Id, of: Measure) -> Id {
    let mut way = notes.binary("subtract", x, other);
    if of.eps != 0.0 {
        way = notes.by("add", way, of.eps);
    }
    let sizes = notes.sizes(way).to_vec();
    let (to, last) = (&sizes[..sizes.len() - 1], sizes.len() - 1);
    // A largest one of nothing would be minus infinity.
    if sizes[last] == 0 {
        return notes.filled(0.0, to, notes.dtype(way));
    }
    let made = if of.order == 2.0 {
        let square = notes.binary("multiply", way, way);
        let sum = notes.reduce(Fold::Sum, square, &[last]);
        root(notes, sum)
    } else {
        norm_of(notes, way, &[last], of.order)
    };
    notes.reshape(made, to)
}

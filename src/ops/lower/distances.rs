//! Distances of vectors.

use super::reductions::{norm_of, root};
use super::widened;
use crate::hlo::{Element, Fold, Id, Notes};
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
        let mut way = notes.binary("subtract", x, other);
        if self.of.eps != 0.0 {
            way = notes.by("add", way, self.of.eps);
        }
        // A largest one of nothing would be minus infinity.
        if self.n == 0 {
            return notes.filled(0.0, to, notes.dtype(way));
        }
        if self.of.order == 2.0 {
            let square = notes.binary("multiply", way, way);
            let sum = notes.reduce(Fold::Sum, square, &[3]);
            return root(notes, sum);
        }
        norm_of(notes, way, &[3], self.of.order)
    }
}

//! Elements in another order: five axes, of which the result's sizes and the operand's steps are given.

use alloc::vec::Vec;

use num_traits::Float;

/// Where the rows of the result start in the operand: rows of the last two axes.
fn starts(([a, b, c, _, _], [da, db, dc, _, _]): ([usize; 5], [usize; 5])) -> impl Iterator<Item = usize> {
    (0..a).flat_map(move |i| (0..b).flat_map(move |j| (0..c).map(move |k| i * da + j * db + k * dc)))
}

/// Appends the elements in their new order.
pub(crate) fn moved<T: Clone>(order: ([usize; 5], [usize; 5]), x: &[T], out: &mut Vec<T>) {
    let ([.., rows, columns], [.., row, column]) = order;
    for start in starts(order) {
        for i in 0..rows {
            let first = start + i * row;
            if column == 1 {
                out.extend_from_slice(&x[first..first + columns]);
            } else {
                out.extend((0..columns).map(|j| x[first + j * column].clone()));
            }
        }
    }
}

/// Adds a gradient in the new order to one in the old.
pub(crate) fn add_moved<T: Float>(order: ([usize; 5], [usize; 5]), grad: &[T], to: &mut [T]) {
    let ([.., rows, columns], [.., row, column]) = order;
    let mut grad = grad.iter();
    for start in starts(order) {
        for i in 0..rows {
            for (j, g) in grad.by_ref().take(columns).enumerate() {
                let at = start + i * row + j * column;
                to[at] = to[at] + *g;
            }
        }
    }
}

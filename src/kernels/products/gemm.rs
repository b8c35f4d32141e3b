//! One product of matrices in slices, written or added to what is there: for gradients.

use core::mem;

use num_traits::Float;

use super::{Matrix, ProductSizes, one};
use crate::kernels::float::as_places;
use crate::storage::{Buffer, Written};

/// A matrix in a slice: how far it is from one row to the next, and from one column to the next.
#[derive(Clone, Copy)]
pub(crate) struct Grid<'a, T> {
    pub elements: &'a [T],
    pub rows: usize,
    pub columns: usize,
}

impl<T> Grid<'_, T> {
    /// Whether it has as many rows and columns.
    fn has(&self, rows: usize, columns: usize) -> bool {
        let last = |n: usize, step: usize| (n - 1).checked_mul(step);
        rows == 0
            || columns == 0
            || last(rows, self.rows)
                .zip(last(columns, self.columns))
                .and_then(|(down, right)| down.checked_add(right))
                .is_some_and(|last| last < self.elements.len())
    }

    /// The same elements with rows as columns.
    pub(crate) fn transposed(self) -> Self {
        Grid { rows: self.columns, columns: self.rows, ..self }
    }
}

/// `to = a b` of `[m, k] x [k, n]`, or `to += a b`.
///
/// # Panics
/// If an operand is shorter than its sizes say, or the result has not `m n` elements.
pub(crate) fn gemm<T: Float + 'static>(a: Grid<'_, T>, b: Grid<'_, T>, sizes: ProductSizes, add: bool, to: &mut [T]) {
    let ProductSizes { m, k, n } = sizes;
    assert!(m.checked_mul(n) == Some(to.len()) && a.has(m, k) && b.has(k, n), "operands of a product, and room for it");
    if to.is_empty() {
        return;
    }
    // SAFETY: the slice has as many rows and columns at these distances, as was compared just above.
    let left = unsafe { Matrix::new(a.elements.as_ptr(), [m, k], [a.rows as isize, a.columns as isize]) };
    // SAFETY: the slice has as many rows and columns at these distances, as was compared just above.
    let right = unsafe { Matrix::new(b.elements.as_ptr(), [k, n], [b.rows as isize, b.columns as isize]) };
    if !add {
        let (mut written, places) = Written::to(as_places(to));
        one(&left, &right, None, None, None, places, &mut written);
        // Floats need not be dropped.
        mem::forget(written);
        return;
    }
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        use super::floats::{Start, product};
        let problem = super::problem(&left, &right, to.as_mut_ptr(), Start::Result);
        // SAFETY: two matrices of these sizes, by the comparison above, and elements for their product, which are there.
        if unsafe { product(&problem) } {
            return;
        }
    }
    let mut sums = Buffer::filled(to.len(), T::zero());
    gemm(a, b, sizes, false, sums.as_mut_slice());
    for (to, sum) in to.iter_mut().zip(sums.as_slice()) {
        *to = *to + *sum;
    }
}

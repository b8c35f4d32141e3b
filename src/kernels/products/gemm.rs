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

impl<'a, T> Grid<'a, T> {
    /// So many rows and columns.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn matrix(&self, rows: usize, columns: usize) -> Matrix<'a, T> {
        assert!(self.has(rows, columns), "the elements of a matrix");
        // SAFETY: the slice has as many rows and columns at these distances, as was compared just above.
        unsafe { Matrix::new(self.elements.as_ptr(), [rows, columns], [self.rows as isize, self.columns as isize]) }
    }

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
    assert!(m.checked_mul(n) == Some(to.len()), "room for a product");
    let (left, right) = (a.matrix(m, k), b.matrix(k, n));
    if to.is_empty() {
        return;
    }
    if !add {
        let (mut written, places) = Written::to(as_places(to));
        one(&left, &right, None, None, None, places, &mut written);
        // Floats need not be dropped.
        mem::forget(written);
        return;
    }
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        use super::floats::{Sound, product};
        if product(&Sound::onto(&left, &right, to)) {
            return;
        }
    }
    let mut sums = Buffer::filled(to.len(), T::zero());
    gemm(a, b, sizes, false, sums.as_mut_slice());
    for (to, sum) in to.iter_mut().zip(sums.as_slice()) {
        *to = *to + *sum;
    }
}

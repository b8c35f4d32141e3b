//! Stacks of matrices, and what they are stretched to, by numbers alone.

use core::marker::PhantomData;

use crate::kernels::products::Matrix;
use crate::shape::dims::{Dims, Strides};
use crate::shape::layout::Layout;
use crate::shape::{Shape, run_time};
use crate::view::View;

/// A stack of matrices, whose rows and columns are the last two axes.
///
/// Invariant: at every index within the sizes, these strides lead from the first element to one that is borrowed for `'a`.
pub(super) struct Stack<'a, T> {
    first: *const T,
    dims: Dims,
    strides: Strides,
    borrowed: PhantomData<&'a [T]>,
}

impl<'a, T> Stack<'a, T> {
    /// All of a view; a vector is a row.
    #[inline(always)]
    pub(super) fn of<S: Shape, Y: Layout<S>>(view: &View<'a, T, S, Y>) -> Self {
        // The view's own sizes and strides. An axis beyond the rank has size 1.
        Stack {
            first: view.as_ptr(),
            dims: view.shape().dims(),
            strides: view.strides_by_axis(),
            borrowed: PhantomData,
        }
    }

    /// The same, but that a vector is a column.
    #[inline(always)]
    pub(super) fn column(mut self) -> Self {
        if self.dims.rank == 1 {
            (self.strides[0], self.strides[1]) = (0, self.strides[0]);
        }
        self.dims = run_time::column(self.dims);
        self
    }

    /// With the rows of each matrix as its columns.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(super) fn transposed(mut self) -> Self {
        self.dims.sizes.swap(0, 1);
        self.strides.swap(0, 1);
        self
    }

    /// The sizes.
    #[inline(always)]
    pub(super) fn dims(&self) -> &Dims {
        &self.dims
    }

    /// How many rows and columns each matrix has.
    #[inline(always)]
    pub(super) fn matrix_sizes(&self) -> [usize; 2] {
        [self.dims.sizes[1], self.dims.sizes[0]]
    }

    /// Does each matrix lie in one block, row by row or column by column?
    #[inline(always)]
    pub(super) fn in_blocks(&self) -> bool {
        let ([rows, columns], steps) = (self.matrix_sizes(), &self.strides);
        steps[0] == 1 && steps[1] == columns as isize || steps[1] == 1 && steps[0] == rows as isize
    }

    /// As many matrices as the leading axes of `out` say.
    ///
    /// # Panics
    /// If a leading axis is neither of its size there nor stretched to it.
    #[inline(always)]
    pub(super) fn stretched(&self, out: &Dims) -> Stretched<'_, 'a, T> {
        let fits = |axis: usize| self.dims.is_one(axis) || self.dims.sizes[axis] == out.sizes[axis];
        assert!(
            self.dims.rank <= out.rank.max(2) && (2..self.dims.rank).all(fits),
            "the leading axes of a matrix product"
        );
        Stretched { stack: self, steps: self.dims.stretched(&self.strides, out), out: *out }
    }
}

/// A stack of matrices, stretched along its leading axes.
///
/// Invariant: at every index within the leading sizes of `out`, the steps lead from the first matrix to one of the stack's.
pub(super) struct Stretched<'s, 'a, T> {
    stack: &'s Stack<'a, T>,
    steps: Strides,
    out: Dims,
}

impl<'a, T> Stretched<'_, 'a, T> {
    /// Is it one matrix again and again?
    #[inline(always)]
    pub(super) fn is_one(&self) -> bool {
        (2..self.out.rank).all(|axis| self.steps[axis] == 0 || self.out.sizes[axis] == 1)
    }

    /// Matrix number `i`, in row-major order; behind the last one it starts again.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub(super) fn matrix(&self, mut i: usize) -> Matrix<'a, T> {
        let mut at = 0;
        for (step, size) in self.steps.iter().zip(self.out.sizes).take(self.out.rank).skip(2) {
            at += step * (i % size) as isize;
            i /= size;
        }
        let Stack { first, strides, .. } = *self.stack;
        // SAFETY: an index within each of the leading sizes leads to a matrix of the stack, whose rows and columns have these strides.
        unsafe { Matrix::new(first.wrapping_offset(at), self.stack.matrix_sizes(), [strides[1], strides[0]]) }
    }

    /// All of them as one matrix, if their rows follow each other.
    pub(super) fn as_one(&self) -> Option<Matrix<'a, T>> {
        let Stack { first, strides, .. } = *self.stack;
        let ([mut rows, columns], mut step) = (self.stack.matrix_sizes(), strides[1]);
        for (&size, &stride) in self.out.sizes.iter().zip(&self.steps).take(self.out.rank).skip(2) {
            if rows == 1 {
                // One row has no next one to step to.
                (rows, step) = (size, stride);
            } else if size != 1 {
                if stride != step * rows as isize {
                    return None;
                }
                rows = rows.checked_mul(size)?;
            }
        }
        // SAFETY: these are the rows of all matrices, each a step further than the one before, and so from matrix to matrix.
        Some(unsafe { Matrix::new(first, [rows, columns], [step, strides[0]]) })
    }
}

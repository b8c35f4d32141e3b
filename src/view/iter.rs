//! Iteration over the elements of any view, in row-major order.

use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::View;
use crate::shape::Shape;
use crate::shape::dims::{Dims, MAX_RANK, Strides};
use crate::shape::layout::Layout;

/// The elements of a tensor or view in row-major order.
#[derive(Clone)]
pub struct Iter<'a, T> {
    ptr: *const T,
    dims: Dims,
    strides: Strides,
    index: [usize; MAX_RANK],
    left: usize,
    borrowed: PhantomData<&'a T>,
}

// SAFETY: an iterator is a shared borrow of its elements.
unsafe impl<T: Sync> Send for Iter<'_, T> {}
// SAFETY: what is shared gives out shared references only, as a slice does.
unsafe impl<T: Sync> Sync for Iter<'_, T> {}

impl<'a, T> Iter<'a, T> {
    pub(super) fn new<S: Shape, Y: Layout<S>>(view: &View<'a, T, S, Y>) -> Self {
        Iter {
            ptr: view.as_ptr(),
            dims: view.shape().dims(),
            strides: view.strides_by_axis(),
            index: [0; MAX_RANK],
            left: view.shape().numel(),
            borrowed: PhantomData,
        }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let element = self.ptr;
        for axis in 0..self.dims.rank {
            self.index[axis] += 1;
            self.ptr = self.ptr.wrapping_offset(self.strides[axis]);
            if self.index[axis] < self.dims.sizes[axis] {
                break;
            }
            self.index[axis] = 0;
            let back = self.strides[axis].wrapping_mul(self.dims.sizes[axis] as isize);
            self.ptr = self.ptr.wrapping_offset(back.wrapping_neg());
        }
        // SAFETY: `left` counts the elements of the shape, and the index ran through it in order, so this is one of the
        // view's elements, borrowed for `'a`.
        Some(unsafe { &*element })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}
impl<T> FusedIterator for Iter<'_, T> {}

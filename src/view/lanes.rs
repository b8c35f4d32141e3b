//! The elements of a view along one axis, read in any order, whatever the layout.

use core::marker::PhantomData;

use super::View;
use crate::shape::Shape;
use crate::shape::dims::{Dims, MAX_RANK, Strides};
use crate::shape::layout::Layout;

/// The elements along an axis.
///
/// Invariant: for each `i < len`, `ptr` moved by `i * stride` is an initialised element that is borrowed for `'a`.
pub(crate) struct Lane<'a, T> {
    ptr: *const T,
    stride: isize,
    len: usize,
    borrowed: PhantomData<&'a T>,
}

impl<T> Clone for Lane<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Lane<'_, T> {}

impl<'a, T> Lane<'a, T> {
    /// The element number `i`.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline(always)]
    pub(crate) fn at(&self, i: usize) -> &'a T {
        assert!(i < self.len, "an element of the lane");
        // SAFETY: `i < len`, so by the invariant this is an element, borrowed for `'a`.
        unsafe { &*self.ptr.wrapping_offset(self.stride * i as isize) }
    }

    /// The elements in order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = &'a T> {
        (0..self.len).map(move |i| self.at(i))
    }
}

/// Lanes of a view along one axis, one for each element of a shape, in row-major order.
pub(crate) struct Lanes<'a, T> {
    lane: Lane<'a, T>,
    dims: Dims,
    strides: Strides,
    index: [usize; MAX_RANK],
    left: usize,
}

impl<'a, T> Lanes<'a, T> {
    /// For each element of a shape of the sizes `out`, the lane of `view` that goes along the axis `place` at the element's index on
    /// all other axes; axes of size 1 of the view are stretched.
    ///
    /// # Panics
    /// If the sizes are not those of the view on the other axes, nor stretchings of such.
    pub(crate) fn new<S: Shape, Y: Layout<S>>(
        view: &View<'a, T, S, Y>,
        place: usize,
        out: &[usize; MAX_RANK],
    ) -> Lanes<'a, T> {
        let from = view.shape().dims();
        let mut strides = view.strides_by_axis();
        let stride = strides[place];
        let dims = Dims { rank: from.rank, sizes: *out, unknown: 0 };
        for axis in 0..from.rank {
            if axis == place || from.sizes[axis] == 1 {
                strides[axis] = 0;
            } else {
                assert!(from.sizes[axis] == out[axis], "the view's size on axis -{}", axis + 1);
            }
        }
        let lane = Lane { ptr: view.as_ptr(), stride, len: from.sizes[place], borrowed: PhantomData };
        Lanes { lane, dims, strides, index: [0; MAX_RANK], left: dims.numel().expect("sizes of a shape") }
    }
}

impl<'a, T> Iterator for Lanes<'a, T> {
    type Item = Lane<'a, T>;

    /// The next lane. It starts at an index within the shape on all axes but its own, so that its elements are the view's. (With
    /// an axis of size 0 there is no index, and either no lane, or none with an element.)
    #[inline]
    fn next(&mut self) -> Option<Lane<'a, T>> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let lane = self.lane;
        for axis in 0..self.dims.rank {
            self.index[axis] += 1;
            self.lane.ptr = self.lane.ptr.wrapping_offset(self.strides[axis]);
            if self.index[axis] < self.dims.sizes[axis] {
                break;
            }
            self.index[axis] = 0;
            let back = self.strides[axis].wrapping_mul(self.dims.sizes[axis] as isize);
            self.lane.ptr = self.lane.ptr.wrapping_offset(back.wrapping_neg());
        }
        Some(lane)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<'a, T, S: Shape, Y: Layout<S>> View<'a, T, S, Y> {
    /// The element number `i` in row-major order, if there is one.
    pub(crate) fn nth(&self, i: usize) -> Option<&'a T> {
        let dims = self.shape.dims();
        if i >= self.shape.numel() {
            return None;
        }
        let (mut rest, strides, mut offset) = (i, self.strides_by_axis(), 0);
        for (size, stride) in dims.sizes.into_iter().zip(strides).take(dims.rank) {
            offset += (rest % size) as isize * stride;
            rest /= size;
        }
        // SAFETY: `i` is less than the number of elements, so what is left of it by the sizes is an index within the shape, and
        // by the invariant it leads to an element, borrowed for `'a`.
        Some(unsafe { &*self.ptr.as_ptr().wrapping_offset(offset) })
    }
}

//! A view with its shape and layout as data, for what copies: one compiled function for all shapes.

use core::marker::PhantomData;
use core::ops::Range;
use core::slice;

use super::View;
use crate::shape::Shape;
use crate::shape::dims::{MAX_RANK, product};
use crate::shape::layout::Layout;
use crate::storage::Growing;

/// The sizes and strides of a view, outermost axis first.
pub(crate) struct Erased<'a, T> {
    ptr: *const T,
    rank: usize,
    sizes: [usize; MAX_RANK],
    strides: [isize; MAX_RANK],
    borrowed: PhantomData<&'a T>,
}

/// A block of elements: an [`Erased`] view, or what is left of it at an index of its outermost axes.
///
/// Invariant: for each index within `sizes`, `ptr` moved by the index times `strides`, which are as many, is an initialised
/// element that is borrowed for `'a`.
pub(crate) struct Block<'a, T> {
    ptr: *const T,
    sizes: &'a [usize],
    strides: &'a [isize],
    borrowed: PhantomData<&'a T>,
}

impl<T> Clone for Block<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Block<'_, T> {}

impl<'a, T> Erased<'a, T> {
    pub(crate) fn new<S: Shape, Y: Layout<S>>(view: View<'a, T, S, Y>) -> Self {
        let dims = view.shape().dims();
        let (mut sizes, mut strides) = (dims.sizes, view.strides_by_axis());
        sizes[..dims.rank].reverse();
        strides[..dims.rank].reverse();
        Erased { ptr: view.as_ptr(), rank: dims.rank, sizes, strides, borrowed: PhantomData }
    }

    /// The transposes of matrices that lie one after the other, `[matrices, rows, columns]`.
    ///
    /// # Panics
    /// If there are not as many elements.
    pub(crate) fn transposes(elements: &'a [T], [matrices, rows, columns]: [usize; 3]) -> Self {
        let matrix = rows.checked_mul(columns).filter(|matrix| matrices.checked_mul(*matrix) == Some(elements.len()));
        let matrix = matrix.expect("as many elements as matrices have");
        let (mut sizes, mut strides) = ([0; MAX_RANK], [0; MAX_RANK]);
        sizes[..3].copy_from_slice(&[matrices, columns, rows]);
        strides[..3].copy_from_slice(&[matrix as isize, 1, columns as isize]);
        // The invariant: an index leads to one of the elements, counted just above.
        Erased { ptr: elements.as_ptr(), rank: 3, sizes, strides, borrowed: PhantomData }
    }

    /// All of it.
    pub(crate) fn block(&self) -> Block<'_, T> {
        // The invariant is the view's.
        Block {
            ptr: self.ptr,
            sizes: &self.sizes[..self.rank],
            strides: &self.strides[..self.rank],
            borrowed: PhantomData,
        }
    }
}

impl<'a, T> Erased<'a, T> {
    /// The same elements in the same order by as few axes as can be: neighbouring ones that go on in memory are one, and those of size 1 none.
    pub(crate) fn merged(&self) -> Self {
        let mut merged = Erased { rank: 0, ..*self };
        for (&size, &stride) in self.sizes[..self.rank].iter().zip(&self.strides).filter(|(size, _)| **size != 1) {
            // The invariant: `size` steps of the last axis are one of the axis around it, so an index of both is one of what they are together.
            let last = merged.rank.checked_sub(1);
            match last.filter(|&last| merged.strides[last] == stride.wrapping_mul(size as isize)) {
                Some(last) => {
                    merged.sizes[last] = merged.sizes[last].saturating_mul(size);
                    merged.strides[last] = stride;
                }
                None => {
                    (merged.sizes[merged.rank], merged.strides[merged.rank]) = (size, stride);
                    merged.rank += 1;
                }
            }
        }
        merged
    }

    /// The axis along which elements lie next to each other, if it is not the last one.
    pub(crate) fn neighbours(&self) -> Option<usize> {
        let (last, outer) = self.strides[..self.rank].split_last()?;
        if last.unsigned_abs() <= 1 {
            return None;
        }
        outer.iter().position(|stride| *stride == 1)
    }

    /// The same elements as they lie in memory, if that is with one axis behind the last ones instead of in front of them, and without gaps, as where channels
    /// come last; how long that axis is, and those behind it together.
    pub(crate) fn channels_last(&self) -> Option<(&'a [T], usize, usize)> {
        let x = self.merged();
        let axis = x.neighbours().filter(|axis| axis + 2 == x.rank)?;
        let len = x.with_last(axis).block().as_slice()?.len();
        // SAFETY: with the axis behind the last one as many elements lie next to each other, by the invariant borrowed for `'a`.
        let elements = unsafe { slice::from_raw_parts(x.ptr, len) };
        Some((elements, x.sizes[axis], x.sizes[axis + 1]))
    }

    /// An axis moved to the end.
    ///
    /// # Panics
    /// If there is no such axis.
    pub(crate) fn with_last(&self, axis: usize) -> Self {
        let mut moved = Erased { ..*self };
        // The invariant says nothing of the order of axes.
        moved.sizes[axis..self.rank].rotate_left(1);
        moved.strides[axis..self.rank].rotate_left(1);
        moved
    }
}

impl<'a, T> Block<'a, T> {
    /// The size of the outermost axis.
    pub(crate) fn len(self) -> usize {
        self.sizes[0]
    }

    /// The sizes, outermost axis first.
    pub(crate) fn sizes(self) -> &'a [usize] {
        self.sizes
    }

    /// Do rows lie in memory, of so many elements at least?
    pub(crate) fn has_rows(self, least: usize) -> bool {
        matches!((self.sizes, self.strides), (&[.., size], [.., 1]) if size >= least) && !self.sizes.contains(&0)
    }

    /// What is at a place of the outermost axis.
    ///
    /// # Panics
    /// If there is no such place.
    #[inline]
    pub(crate) fn at(self, i: usize) -> Block<'a, T> {
        assert!(i < self.sizes[0], "a place within the axis");
        let sizes = &self.sizes[1..];
        let empty = sizes.contains(&0);
        let offset = if empty { 0 } else { (i as isize).wrapping_mul(self.strides[0]) };
        // SAFETY: 0, or the way to the element at index `i` of the outermost axis and 0 of the others, which there is.
        let ptr = unsafe { self.ptr.offset(offset) };
        // The invariant: an index of the result with `i` in front is one of this block.
        Block { ptr, sizes, strides: &self.strides[1..], borrowed: PhantomData }
    }

    /// Each block at an index of the outermost `depth` axes, in order.
    pub(crate) fn each(self, depth: usize, f: &mut dyn FnMut(Block<'a, T>)) {
        if depth == 0 {
            return f(self);
        }
        for i in 0..self.len() {
            self.at(i).each(depth - 1, f);
        }
    }

    /// The elements as a slice, if they lie row by row without gaps.
    #[inline]
    pub(crate) fn as_slice(self) -> Option<&'a [T]> {
        if self.sizes.contains(&0) {
            return Some(&[]);
        }
        let mut step = 1isize;
        for (&size, &stride) in self.sizes.iter().zip(self.strides).rev() {
            if size != 1 {
                if stride != step {
                    return None;
                }
                step = step.wrapping_mul(size as isize);
            }
        }
        // SAFETY: row by row without gaps, so by the invariant these elements lie next to each other, borrowed for `'a`.
        Some(unsafe { slice::from_raw_parts(self.ptr, step as usize) })
    }

    /// A part of a row of two axes, of which the last one's elements lie next to each other.
    ///
    /// # Panics
    /// If there are other axes, or elements are apart, or it is no part of a row.
    #[inline]
    pub(crate) fn part_of_row(self, i: usize, part: Range<usize>) -> &'a [T] {
        let (&[rows, columns], &[step, 1]) = (self.sizes, self.strides) else { panic!("rows that lie in memory") };
        assert!(i < rows && part.start < part.end && part.end <= columns, "a part of a row");
        // SAFETY: the way to the row's first element, which there is.
        let row = unsafe { self.ptr.offset((i as isize).wrapping_mul(step)) };
        // SAFETY: by the invariant the row's elements lie next to each other from there on, borrowed for `'a`, and these are some of them.
        unsafe { slice::from_raw_parts(row.wrapping_add(part.start), part.len()) }
    }

    /// Where two axes begin, how many rows and columns they are, and how far it is from row to row, if the elements of each row lie next to each other.
    pub(crate) fn as_rows(self) -> Option<(*const T, [usize; 2], isize)> {
        match (self.sizes, self.strides) {
            (&[rows, columns], &[step, 1]) => Some((self.ptr, [rows, columns], step)),
            _ => None,
        }
    }

    /// The rows of two axes, if the elements of each lie next to each other.
    #[inline]
    pub(crate) fn rows(self) -> Option<impl Iterator<Item = &'a [T]>> {
        let (&[count, size], &[_, 1]) = (self.sizes, self.strides) else { return None };
        (size > 0).then(|| (0..count).map(move |i| self.part_of_row(i, 0..size)))
    }

    /// The elements as a slice, the last one first, if there is one axis only, along which they lie so.
    #[inline]
    pub(crate) fn backwards(self) -> Option<&'a [T]> {
        let (&[size], [-1]) = (self.sizes, self.strides) else { return None };
        if size == 0 {
            return None;
        }
        // SAFETY: the way to the last element of the only axis.
        let last = unsafe { self.ptr.offset(1 - size as isize) };
        // SAFETY: from there on the elements of the axis lie next to each other, by the invariant borrowed for `'a`.
        Some(unsafe { slice::from_raw_parts(last, size) })
    }

    /// The elements of a part of the only axis.
    ///
    /// # Panics
    /// If there are more axes, or if it is no part of the axis.
    #[inline]
    pub(crate) fn row(self, range: Range<usize>) -> impl Iterator<Item = &'a T> {
        assert!(self.sizes.len() == 1 && range.start <= range.end && range.end <= self.sizes[0], "a part of a row");
        range.map(move |i| {
            // SAFETY: the index is within the only axis.
            let place = unsafe { self.ptr.offset((i as isize).wrapping_mul(self.strides[0])) };
            // SAFETY: by the invariant an element, borrowed for `'a`.
            unsafe { &*place }
        })
    }
}

impl<T: Clone> Block<'_, T> {
    /// Copies the elements, row by row.
    pub(crate) fn copy_to(self, to: &mut Growing<T>) {
        match (self.as_slice(), self.sizes) {
            (Some(elements), _) => to.extend_from_slice(elements),
            (None, &[size]) => to.extend(size, self.row(0..size).cloned()),
            (None, _) => {
                for i in 0..self.len() {
                    self.at(i).copy_to(to);
                }
            }
        }
    }

    /// Copies the elements of a part of the outermost axis, row by row.
    ///
    /// # Panics
    /// If it is no part of the axis.
    pub(crate) fn copy_part_to(self, range: Range<usize>, to: &mut Growing<T>) {
        match (self.as_slice(), self.sizes) {
            (Some(elements), &[_, ref inner @ ..]) => {
                let inner = product(inner);
                to.extend_from_slice(&elements[range.start * inner..range.end * inner]);
            }
            (None, &[_]) => to.extend(range.len(), self.row(range).cloned()),
            _ => range.for_each(|i| self.at(i).copy_to(to)),
        }
    }
}

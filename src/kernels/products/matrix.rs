//! A matrix in memory, of any steps.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
use core::slice;

#[cfg(feature = "alloc")]
use crate::kernels::sixteen::{ByType, Known, Sixteen, widen_onto};
use crate::kernels::types::Same;

/// A matrix in memory.
///
/// Invariant: element `[i, j]`, of `height` rows and `width` columns, lies `i` times `rows` and `j` times `columns` elements behind the first place,
/// and is borrowed for `'a`.
pub(crate) struct Matrix<'a, T> {
    ptr: *const T,
    pub height: usize,
    pub width: usize,
    /// From one row to the next.
    pub rows: isize,
    /// From one column to the next.
    pub columns: isize,
    borrowed: PhantomData<&'a [T]>,
}

impl<'a, T> Matrix<'a, T> {
    /// So many rows and columns, at these distances.
    ///
    /// # Safety
    /// Each of the elements lies where these say, and is borrowed for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn new(ptr: *const T, [height, width]: [usize; 2], [rows, columns]: [isize; 2]) -> Self {
        Matrix { ptr, height, width, rows, columns, borrowed: PhantomData }
    }

    /// A slice of rows of this width, of which there are so many.
    ///
    /// # Panics
    /// If they are not as many elements.
    #[cfg(feature = "alloc")]
    pub(crate) fn of(elements: &'a [T], height: usize, width: usize) -> Self {
        assert!(height.checked_mul(width) == Some(elements.len()), "the elements of a matrix");
        Matrix { ptr: elements.as_ptr(), height, width, rows: width as isize, columns: 1, borrowed: PhantomData }
    }

    /// Rows of this width that are so far apart.
    ///
    /// # Panics
    /// If there are not as many elements, or no rows.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn apart(elements: &'a [T], [height, width]: [usize; 2], step: usize) -> Self {
        let len = height.checked_sub(1).and_then(|last| last.checked_mul(step)?.checked_add(width));
        assert!(len.is_some_and(|len| len <= elements.len()) && isize::try_from(step).is_ok(), "the elements of rows");
        Matrix { ptr: elements.as_ptr(), height, width, rows: step as isize, columns: 1, borrowed: PhantomData }
    }

    /// Of floats as what they are.
    #[inline(always)]
    pub(crate) fn same<R: Copy + 'static>(&self, _: Same<T, R>) -> Matrix<'a, R> {
        // The invariant: the types are one.
        let Matrix { ptr, height, width, rows, columns, .. } = *self;
        Matrix { ptr: ptr.cast(), height, width, rows, columns, borrowed: PhantomData }
    }

    /// The bits of its elements.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn bits(&self, _: &Known<T>) -> Matrix<'a, u16> {
        // The invariant: elements are of a type that has these bits, and of their size.
        let Matrix { ptr, height, width, rows, columns, .. } = *self;
        Matrix { ptr: ptr.cast(), height, width, rows, columns, borrowed: PhantomData }
    }

    /// Some of the rows.
    ///
    /// # Panics
    /// If there are not so many.
    #[cfg(feature = "alloc")]
    pub(crate) fn some_rows(&self, rows: Range<usize>) -> Self {
        assert!(rows.start <= rows.end && rows.end <= self.height, "some of the rows");
        let ptr = self.ptr.wrapping_offset(rows.start as isize * self.rows);
        Matrix { ptr, height: rows.end - rows.start, ..*self }
    }

    /// Some of the columns.
    ///
    /// # Panics
    /// If there are not so many.
    #[cfg(feature = "alloc")]
    pub(crate) fn some_columns(&self, columns: Range<usize>) -> Self {
        self.transposed().some_rows(columns).transposed()
    }

    /// All elements as one row, if its rows lie next to each other.
    #[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
    pub(super) fn in_one_row(&self) -> Option<Self> {
        let next = self.columns == 1 && self.rows == self.width as isize;
        next.then(|| Matrix { height: 1, width: self.height * self.width, ..*self })
    }

    /// Where the first element is, if there is one.
    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *const T {
        self.ptr
    }

    /// One element.
    #[inline(always)]
    pub(crate) fn get(&self, i: usize, j: usize) -> &'a T {
        assert!(i < self.height && j < self.width, "an element of a matrix");
        let place = self.ptr.wrapping_offset(i as isize * self.rows + j as isize * self.columns);
        // SAFETY: one of the elements, as was compared just above.
        unsafe { &*place }
    }

    /// Some columns of a row, if they lie next to each other.
    #[inline(always)]
    pub(crate) fn row(&self, i: usize, columns: Range<usize>) -> Option<&'a [T]> {
        assert!(i < self.height && columns.start <= columns.end && columns.end <= self.width, "columns of a row");
        let first = self.ptr.wrapping_offset(i as isize * self.rows + columns.start as isize * self.columns);
        // SAFETY: so many elements of the row, as was compared just above, each behind the other.
        (self.columns == 1).then(|| unsafe { slice::from_raw_parts(first, columns.end - columns.start) })
    }

    /// All rows, if the elements of each lie next to each other.
    #[inline(always)]
    pub(super) fn each_row(&self) -> Option<impl Iterator<Item = &'a [T]>> {
        (self.columns == 1)
            .then(|| (0..self.height).map(|i| self.row(i, 0..self.width).expect("columns that are neighbours")))
    }

    /// With rows as columns.
    #[inline(always)]
    pub(crate) fn transposed(&self) -> Self {
        let Matrix { ptr, height, width, rows, columns, borrowed } = *self;
        Matrix { ptr, height: width, width: height, rows: columns, columns: rows, borrowed }
    }
}

/// A part of a matrix of floats with 16 bits as `f32`, row by row.
#[cfg(feature = "alloc")]
pub(super) fn widen<T>(from: &Matrix<'_, T>, rows: Range<usize>, columns: Range<usize>, to: &mut Vec<f32>) {
    to.clear();
    for i in rows {
        match from.row(i, columns.clone()) {
            Some(row) => widen_onto(row, to, ByType),
            None => to.extend(columns.clone().map(|j| ByType::widen(from.get(i, j)))),
        }
    }
}

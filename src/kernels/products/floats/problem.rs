//! A product of two matrices in memory, as a type that says that they are there.

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Deref, Range};

use crate::kernels::float::Same;
use crate::kernels::products::{Matrix, Then};

/// What the sums start from; pointers are to the tile's first column or row.
#[derive(Clone, Copy)]
pub(crate) enum Start<T> {
    Zero,
    /// What is in the result.
    Result,
    /// A number for each column.
    Columns(*const T),
    /// A number for each row.
    Rows(*const T),
}

impl<T> Start<T> {
    /// The same from another row and column on.
    #[inline(always)]
    pub(crate) fn at(self, row: usize, column: usize) -> Self {
        match self {
            Start::Columns(from) => Start::Columns(from.wrapping_add(column)),
            Start::Rows(from) => Start::Rows(from.wrapping_add(row)),
            other => other,
        }
    }
}

/// `C = start + A B`, with the steps from one row and column to the next of each; the right operand lies in memory as `E`.
#[derive(Clone, Copy)]
pub(crate) struct Problem<T, E = T> {
    pub m: usize,
    pub k: usize,
    pub n: usize,
    pub a: *const T,
    pub a_row: isize,
    pub a_column: isize,
    pub b: *const E,
    pub b_row: isize,
    pub b_column: isize,
    pub c: *mut T,
    pub c_row: isize,
    pub c_column: isize,
    pub start: Start<T>,
    /// The operands of the product that comes next, if they lie in blocks. Memory reads ahead by itself, but not in the order of tiles.
    pub ahead: Option<[*const T; 2]>,
    /// What is applied to the sums. If there is something, one axis of the result is contiguous.
    pub then: Option<Then<T>>,
    /// Where the bits of the `bf16` nearest to the sums go, in place of the result, whose steps these have: of [pairs](super::product_of_pairs) only.
    pub brains: Option<*mut u16>,
}

/// A product, or a part of one.
///
/// Invariant: all elements of the two matrices may be read, those of the result written, and these are nobody else's, for `'a`; the numbers to start from are
/// initialised. One axis of the result is contiguous, if something is applied to it. What is rounded has as many places as the result, at the same steps.
pub(crate) struct Sound<'a, T, E = T>(Problem<T, E>, PhantomData<&'a mut [T]>);

impl<T, E> Deref for Sound<'_, T, E> {
    type Target = Problem<T, E>;
    #[inline(always)]
    fn deref(&self) -> &Problem<T, E> {
        &self.0
    }
}

impl<'a, T, E> Sound<'a, T, E> {
    /// # Safety
    /// The invariant holds.
    #[inline(always)]
    pub(crate) unsafe fn new(problem: Problem<T, E>) -> Self {
        Sound(problem, PhantomData)
    }

    /// The product of two matrices to rows that lie next to each other.
    ///
    /// # Panics
    /// If the sizes do not fit each other, or there are not as many places.
    #[inline(always)]
    fn to(a: &Matrix<'a, T>, b: &Matrix<'a, E>, c: *mut T, len: usize, start: Start<T>) -> Self {
        let (m, k, n) = (a.height, a.width, b.width);
        assert!(k == b.height && m.checked_mul(n) == Some(len), "the sizes of a matrix product");
        let problem = Problem {
            m,
            k,
            n,
            a: a.as_ptr(),
            a_row: a.rows,
            a_column: a.columns,
            b: b.as_ptr(),
            b_row: b.rows,
            b_column: b.columns,
            c,
            c_row: n as isize,
            c_column: 1,
            start,
            ahead: None,
            then: None,
            brains: None,
        };
        Sound(problem, PhantomData)
    }

    /// The product of two matrices, plus a row that is added to each of its rows, to rows that lie next to each other.
    ///
    /// # Panics
    /// If the sizes do not fit each other, or there are not as many places.
    #[inline(always)]
    pub(crate) fn of(a: &Matrix<'a, T>, b: &Matrix<'a, E>, row: Option<&'a [T]>, c: &'a mut [MaybeUninit<T>]) -> Self {
        assert!(row.is_none_or(|row| row.len() == b.width), "one number for each column");
        let start = row.map_or(Start::Zero, |row| Start::Columns(row.as_ptr()));
        Self::to(a, b, c.as_mut_ptr().cast(), c.len(), start)
    }

    /// The product of two matrices, plus a column that is added to each of its columns, to rows that lie next to each other.
    ///
    /// # Panics
    /// If the sizes do not fit each other, or there are not as many places.
    #[inline(always)]
    pub(crate) fn plus_column(
        a: &Matrix<'a, T>,
        b: &Matrix<'a, E>,
        column: Option<&'a [T]>,
        c: &'a mut [MaybeUninit<T>],
    ) -> Self {
        assert!(column.is_none_or(|column| column.len() == a.height), "one number for each row");
        let start = column.map_or(Start::Zero, |column| Start::Rows(column.as_ptr()));
        Self::to(a, b, c.as_mut_ptr().cast(), c.len(), start)
    }

    /// The product of two matrices, added to what is there, row by row.
    ///
    /// # Panics
    /// If the sizes do not fit each other, or there are not as many elements.
    #[inline(always)]
    pub(crate) fn onto(a: &Matrix<'a, T>, b: &Matrix<'a, E>, c: &'a mut [T]) -> Self {
        Self::to(a, b, c.as_mut_ptr(), c.len(), Start::Result)
    }
}

impl<T: Copy, E: Copy> Sound<'_, T, E> {
    /// Some of the rows.
    ///
    /// # Panics
    /// If there are not so many.
    #[cfg(feature = "rayon")]
    pub(super) fn rows(&self, rows: Range<usize>) -> Self {
        assert!(rows.start <= rows.end && rows.end <= self.m, "some of the rows");
        let first = rows.start as isize;
        let problem = Problem {
            m: rows.end - rows.start,
            a: self.a.wrapping_offset(first * self.a_row),
            c: self.c.wrapping_offset(first * self.c_row),
            brains: self.brains.map(|to| to.wrapping_offset(first * self.c_row)),
            start: self.start.at(rows.start, 0),
            ..self.0
        };
        Sound(problem, PhantomData)
    }

    /// Some of the products that are summed, after those before them.
    ///
    /// # Safety
    /// The result is written, if they are not the first ones.
    ///
    /// # Panics
    /// If there are not so many.
    pub(super) unsafe fn summed(&self, products: Range<usize>) -> Self {
        assert!(products.start <= products.end && products.end <= self.k, "some of the products");
        let first = products.start as isize;
        let problem = Problem {
            k: products.end - products.start,
            a: self.a.wrapping_offset(first * self.a_column),
            b: self.b.wrapping_offset(first * self.b_row),
            start: if first == 0 { self.start } else { Start::Result },
            ahead: None,
            then: if products.end == self.k { self.then } else { None },
            brains: if products.end == self.k { self.brains } else { None },
            ..self.0
        };
        Sound(problem, PhantomData)
    }
}

impl<T: Copy> Sound<'_, T> {
    /// The same product, transposed.
    pub(super) fn transposed(&self) -> Self {
        let p = &self.0;
        let start = match p.start {
            Start::Columns(from) => Start::Rows(from),
            Start::Rows(from) => Start::Columns(from),
            other => other,
        };
        let problem = Problem {
            m: p.n,
            n: p.m,
            a: p.b,
            a_row: p.b_column,
            a_column: p.b_row,
            b: p.a,
            b_row: p.a_column,
            b_column: p.a_row,
            c_row: p.c_column,
            c_column: p.c_row,
            start,
            ahead: p.ahead.map(|[a, b]| [b, a]),
            ..*p
        };
        Sound(problem, PhantomData)
    }
}

impl<'a, T> Sound<'a, T> {
    /// With something that is applied to the sums, and the operands of the product that comes next. Rows that lie next to each other are contiguous.
    #[inline(always)]
    pub(crate) fn with(self, then: Option<Then<T>>, ahead: Option<[*const T; 2]>) -> Self {
        assert!(self.c_column == 1 || self.c_row == 1 || then.is_none(), "a contiguous axis");
        Sound(Problem { then, ahead, ..self.0 }, PhantomData)
    }

    /// With places for the bits of the nearest `bf16`, row by row, in place of the result, which is only where sums are on their way.
    ///
    /// # Panics
    /// If there are not as many as sums.
    #[cfg(feature = "half")]
    pub(crate) fn rounded_to(self, to: &'a mut [MaybeUninit<u16>]) -> Self {
        assert!(self.m.checked_mul(self.n) == Some(to.len()), "a place for each sum");
        assert!((self.c_row, self.c_column) == (self.n as isize, 1), "sums row by row");
        Sound(Problem { brains: Some(to.as_mut_ptr().cast()), ..self.0 }, PhantomData)
    }

    /// The same, of floats.
    pub(super) fn same<R: Copy + 'static>(&self, _: Same<T, R>) -> &Sound<'a, R> {
        // SAFETY: the two types are one.
        unsafe { &*core::ptr::from_ref(self).cast::<Sound<'a, R>>() }
    }
}

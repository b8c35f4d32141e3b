//! Reductions of rows and columns in memory: what is asked of a reduction, and the loops of floats.

pub(crate) mod fold;
#[cfg(feature = "alloc")]
mod wide;

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;

use super::float::Same;
use super::simd::Simd;
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
pub(crate) use fold::{columns_by, first_of, places_by, rows_by};
#[cfg(feature = "alloc")]
pub(crate) use wide::wide_columns_by;

/// Independent partial results, and what a block of elements is reduced to.
pub(crate) const LANES: usize = 16;
/// As many elements or more have as many lanes, enough to hide how long an addition takes.
pub(crate) const MANY: usize = 4 * LANES;
/// How many elements each lane takes in a block before blocks are joined.
pub(crate) const STEPS: usize = 16;
/// Rows that a tile takes one after the other.
pub(crate) const ROWS: usize = 32;
/// Neighbouring results that are computed together.
pub(crate) const TILE: usize = 128;
/// The same at the end of a row.
pub(crate) const SMALL_TILE: usize = 8;

/// How elements become one result.
pub(crate) trait Reducer<T> {
    type Acc: Clone;
    type Output;
    /// Is there no result of no elements? Then [`empty`](Reducer::empty) panics.
    const NEEDS_SOME: bool = false;
    /// Do the elements' numbers count?
    const COUNTS: bool = false;
    /// What it makes of floats, if there are loops of vectors for it.
    const KIND: Option<Kind> = None;
    /// Does the faster way keep more than `Acc` can, so that joining its results would round again?
    const ROUNDS_ONCE: bool = false;
    /// The result of one element, which is number `i` of those that are reduced.
    fn first(&self, x: T, i: usize) -> Self::Acc;
    /// With one element more.
    fn step(&self, acc: &mut Self::Acc, x: T, i: usize);
    /// Two results as one.
    fn join(&self, acc: &mut Self::Acc, other: Self::Acc);
    /// The result.
    fn finish(&self, acc: Self::Acc) -> Self::Output;
    /// The result of no elements.
    fn empty(&self) -> Self::Output;

    /// The results of rows in memory, of as many as there is a faster way for than element by element, from the first one on; it is
    /// to lead to the same results, or to nearer ones.
    #[inline(always)]
    fn rows(&self, x: &Rows<'_, T>, to: &mut Results<Self::Acc>) {
        let _ = (x, to);
    }
    /// As [`rows`](Reducer::rows), of columns.
    #[inline(always)]
    fn columns(&self, x: &Rows<'_, T>, to: &mut Results<Self::Acc>) {
        let _ = (x, to);
    }
    /// As [`columns`](Reducer::columns), of all columns but the last few, if rows are so long and so many that another order is faster.
    #[cfg(feature = "alloc")]
    fn wide_columns(&self, x: &Rows<'_, T>) -> Option<Buffer<Self::Acc>> {
        let _ = x;
        None
    }
}

/// What a reduction makes of floats, for which there are [loops](fold) of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sum,
    SumOfSquares,
    Largest,
    Smallest,
}

/// Rows of elements in memory, at a distance of `step`, each of `count` elements next to each other.
pub(crate) struct Rows<'a, T> {
    first: *const T,
    step: isize,
    rows: usize,
    count: usize,
    elements: PhantomData<&'a T>,
}

impl<T> Clone for Rows<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Rows<'_, T> {}

impl<'a, T> Rows<'a, T> {
    /// # Safety
    /// There are `rows` rows of `count` elements each, at a distance of `step` from one to the next, borrowed for `'a`.
    pub(crate) unsafe fn new(first: *const T, step: isize, rows: usize, count: usize) -> Self {
        Rows { first, step, rows, count, elements: PhantomData }
    }
    /// Those of a slice, one after the other; what is left is passed over.
    #[inline(always)]
    pub(crate) fn of(x: &'a [T], count: usize) -> Self {
        Rows { first: x.as_ptr(), step: count as isize, rows: x.len() / count, count, elements: PhantomData }
    }
    /// The same, as floats.
    #[inline(always)]
    pub(in crate::kernels) fn same<R: Copy + 'static>(&self, _: Same<T, R>) -> Rows<'a, R> {
        Rows { first: self.first.cast(), step: self.step, rows: self.rows, count: self.count, elements: PhantomData }
    }
    /// The same, as their bits.
    ///
    /// # Safety
    /// Elements of the two types are of one size, and the bits of the one are some of the other.
    #[cfg(feature = "half")]
    #[inline(always)]
    pub(in crate::kernels) unsafe fn of_bits<R>(&self) -> Rows<'a, R> {
        Rows { first: self.first.cast(), step: self.step, rows: self.rows, count: self.count, elements: PhantomData }
    }
    #[inline(always)]
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }
    /// How far it is from one to the next.
    #[inline(always)]
    pub(in crate::kernels) fn step(&self) -> isize {
        self.step
    }
    /// So many of them as one, if they follow each other without gaps; what is left is passed over.
    pub(crate) fn joined(&self, many: usize) -> Option<Rows<'a, T>> {
        let Rows { first, step, rows, count, elements } = *self;
        let follow = step == count as isize && count > 0;
        follow.then(|| Rows { first, step: step * many as isize, rows: rows / many, count: count * many, elements })
    }
    /// `count` columns of some of the rows, from one column on.
    #[inline(always)]
    pub(in crate::kernels) fn columns(&self, rows: Range<usize>, column: usize, count: usize) -> Columns<'a, T> {
        let fits = column <= self.count && count <= self.count - column;
        assert!(fits && rows.start <= rows.end && rows.end <= self.rows, "some rows, and columns of them");
        let first = self.first.wrapping_offset(rows.start as isize * self.step).wrapping_add(column);
        Columns { first, step: self.step, left: rows.end - rows.start, count, elements: PhantomData }
    }
    /// One of the rows.
    #[inline(always)]
    pub(crate) fn row(&self, i: usize) -> &'a [T] {
        assert!(i < self.rows, "row {i} of {}", self.rows);
        let first = self.first.wrapping_offset(i as isize * self.step);
        // SAFETY: a row of `count` elements, which are borrowed.
        unsafe { core::slice::from_raw_parts(first, self.count) }
    }
}

/// Some neighbouring columns of some rows, row by row.
///
/// Invariant: there are `left` rows, a step apart, which have `count` elements each from `first` on, borrowed for `'a`.
pub(crate) struct Columns<'a, T> {
    first: *const T,
    step: isize,
    left: usize,
    count: usize,
    elements: PhantomData<&'a T>,
}

impl<T> Columns<'_, T> {
    /// How many rows are left.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn left(&self) -> usize {
        self.left
    }
}

impl<'a, T> Iterator for Columns<'a, T> {
    type Item = &'a [T];
    #[inline(always)]
    fn next(&mut self) -> Option<&'a [T]> {
        if self.left == 0 {
            return None;
        }
        let first = self.first;
        self.first = first.wrapping_offset(self.step);
        self.left -= 1;
        // SAFETY: a row was left, which has so many elements.
        Some(unsafe { core::slice::from_raw_parts(first, self.count) })
    }
}

/// The results of some columns.
pub(crate) struct Results<T> {
    places: [MaybeUninit<T>; TILE],
    /// How many of them are written.
    done: usize,
}

impl<T> Results<T> {
    pub(crate) fn new() -> Self {
        Results { places: [const { MaybeUninit::uninit() }; TILE], done: 0 }
    }
    /// The same, of the type that they are.
    pub(in crate::kernels) fn same<R: Copy + 'static>(&mut self, _: Same<T, R>) -> &mut Results<R> {
        // SAFETY: the two types are one.
        unsafe { &mut *core::ptr::from_mut(self).cast::<Results<R>>() }
    }
    /// One more result.
    #[inline(always)]
    pub(crate) fn push(&mut self, x: T) {
        self.places[self.done].write(x);
        self.done += 1;
    }
    /// More results, as many as there is room for.
    #[inline(always)]
    pub(in crate::kernels) fn extend(&mut self, more: impl Iterator<Item = T>) {
        let mut done = self.done;
        for (place, x) in self.places[done..].iter_mut().zip(more) {
            place.write(x);
            done += 1;
        }
        self.done = done;
    }
    /// Result number `i`, before which all are there.
    #[inline(always)]
    pub(in crate::kernels) fn put(&mut self, i: usize, x: T) {
        assert!(i <= self.done, "results without a gap");
        self.places[i].write(x);
        self.done = self.done.max(i + 1);
    }
    /// As [`put`](Results::put), `N` vectors of them.
    #[inline(always)]
    pub(in crate::kernels) fn put_vectors<S: Simd<Elem = T>, const N: usize>(&mut self, s: S, i: usize, x: &[S::V; N]) {
        assert!(i <= self.done, "results without a gap");
        let places = &mut self.places[i..][..N * S::LANES];
        for (v, x) in x.iter().enumerate() {
            s.store(*x, &mut places[v * S::LANES..]);
        }
        self.done = self.done.max(i + N * S::LANES);
    }
    /// The first results, `count` at most: of each number one, as long as there are any.
    #[inline(always)]
    pub(in crate::kernels) fn fill(&mut self, count: usize, mut make: impl FnMut(usize) -> Option<T>) {
        self.done = 0;
        let places = &mut self.places[..count.min(TILE)];
        let mut done = places.len();
        for (i, place) in places.iter_mut().enumerate() {
            let Some(x) = make(i) else {
                done = i;
                break;
            };
            place.write(x);
        }
        self.done = done;
    }
    /// Forgets them.
    pub(in crate::kernels) fn clear(&mut self) {
        self.done = 0;
    }
    /// With those of other elements: of as many as both have.
    pub(in crate::kernels) fn join(&mut self, others: &Results<T>, mut join: impl FnMut(&mut T, T))
    where
        T: Clone,
    {
        self.done = self.done.min(others.done);
        for (i, other) in others.as_slice()[..self.done].iter().enumerate() {
            let mut acc = self.as_slice()[i].clone();
            join(&mut acc, other.clone());
            self.places[i].write(acc);
        }
    }
    /// How many results are written.
    pub(crate) fn done(&self) -> usize {
        self.done
    }
    pub(crate) fn as_slice(&self) -> &[T] {
        // SAFETY: so many are written.
        unsafe { self.places[..self.done].assume_init_ref() }
    }
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: so many are written.
        unsafe { self.places[..self.done].assume_init_mut() }
    }
}

//! Sinks: what happens to the rows of an expression.

use core::mem::{self, MaybeUninit};
use core::{ptr, slice};

use super::node::{FnMut2, Row, Written};

/// Takes the rows of an expression in row-major order.
///
/// # Safety
/// `row` calls `get` with `0..len` only.
pub unsafe trait Sink<Item> {
    /// Takes the next row.
    ///
    /// # Safety
    /// The row has `len` elements, and all rows together no more than the sink has room for.
    unsafe fn row<R: Row<Item = Item>>(&mut self, row: R, len: usize);
}

/// Writes new elements into memory that holds none.
pub struct Fill<'a, T> {
    next: *mut T,
    written: &'a mut Written<T>,
}

impl<'a, T> Fill<'a, T> {
    #[inline(always)]
    pub fn new(start: *mut T, written: &'a mut Written<T>) -> Self {
        Fill { next: start, written }
    }
}

// SAFETY: `get` is called with `0..len`.
unsafe impl<T> Sink<T> for Fill<'_, T> {
    #[inline(always)]
    unsafe fn row<R: Row<Item = T>>(&mut self, row: R, len: usize) {
        // SAFETY: there is room for all rows, so for `len` elements here, and nothing else refers to it.
        let out = unsafe { slice::from_raw_parts_mut(self.next.cast::<MaybeUninit<T>>(), len) };
        // SAFETY: passed on from the caller.
        unsafe { fill(row, out, self.written) };
        // SAFETY: still within the room, or just past its end.
        self.next = unsafe { self.next.add(len) };
    }
}

/// A function of its own, so that the compiler sees that `out` overlaps nothing that the row reads.
#[inline(always)]
unsafe fn fill<R: Row>(mut row: R, out: &mut [MaybeUninit<R::Item>], written: &mut Written<R::Item>) {
    for (i, element) in out.iter_mut().enumerate() {
        // SAFETY: `i` is less than the length of the row.
        element.write(unsafe { row.get(i) });
        if mem::needs_drop::<R::Item>() {
            written.done += 1;
        }
    }
}

/// Replaces each element by a function of it and the expression's.
pub struct Update<'a, T, F> {
    next: *mut T,
    f: &'a mut F,
    hole: &'a mut Hole<T>,
}

impl<'a, T, F> Update<'a, T, F> {
    #[inline(always)]
    pub fn new(start: *mut T, f: &'a mut F, hole: &'a mut Hole<T>) -> Self {
        Update { next: start, f, hole }
    }
}

// SAFETY: `get` is called with `0..len`.
unsafe impl<T, I, F: FnMut2<T, I, Output = T>> Sink<I> for Update<'_, T, F> {
    #[inline(always)]
    unsafe fn row<R: Row<Item = I>>(&mut self, row: R, len: usize) {
        // SAFETY: there are elements for all rows, so `len` here, and nothing else refers to them.
        let out = unsafe { slice::from_raw_parts_mut(self.next, len) };
        // SAFETY: passed on from the caller.
        unsafe { update(row, out, self.f, self.hole) };
        // SAFETY: still within the elements, or just past their end.
        self.next = unsafe { self.next.add(len) };
    }
}

#[inline(always)]
unsafe fn update<T, R: Row, F: FnMut2<T, R::Item, Output = T>>(
    mut row: R,
    out: &mut [T],
    f: &mut F,
    hole: &mut Hole<T>,
) {
    for (i, element) in out.iter_mut().enumerate() {
        // SAFETY: `i` is less than the length of the row.
        let item = unsafe { row.get(i) };
        if mem::needs_drop::<T>() {
            hole.taken = 1;
        }
        // SAFETY: the element is initialised; from here to the write the guard knows that it is not.
        let old = unsafe { ptr::read(element) };
        let new = f.call(old, item);
        // SAFETY: the element was moved out of just above, so nothing is overwritten that needs dropping.
        unsafe { ptr::write(element, new) };
        if mem::needs_drop::<T>() {
            hole.taken = 0;
            hole.at += 1;
        }
    }
}

/// Drops the elements of an array but for the one that a panicking function had taken.
pub struct Hole<T> {
    ptr: *mut T,
    len: usize,
    /// The element that is being replaced.
    at: usize,
    /// 1 while it is moved out.
    taken: usize,
}

impl<T> Hole<T> {
    /// # Safety
    /// The `len` elements at `ptr` are initialised and owned by the caller, who forgets the guard when all went well, and
    /// the elements when not.
    #[inline(always)]
    pub unsafe fn new(ptr: *mut T, len: usize) -> Self {
        Hole { ptr, len, at: 0, taken: 0 }
    }
}

impl<T> Drop for Hole<T> {
    fn drop(&mut self) {
        let before = ptr::slice_from_raw_parts_mut(self.ptr, self.at);
        let after = (self.at + self.taken).min(self.len);
        // SAFETY: within the array, or just past its end.
        let rest = unsafe { self.ptr.add(after) };
        let rest = ptr::slice_from_raw_parts_mut(rest, self.len - after);
        // SAFETY: the elements before the hole are initialised, and nobody else drops them.
        unsafe { ptr::drop_in_place(before) };
        // SAFETY: so are those after it.
        unsafe { ptr::drop_in_place(rest) };
    }
}

/// Applies a function to each element in place, which never leaves a hole.
pub struct Assign<'a, T, F> {
    next: *mut T,
    f: &'a mut F,
}

/// A function that changes an element.
pub trait Change<T, I> {
    fn change(&mut self, element: &mut T, item: I);
}

impl<'a, T, F> Assign<'a, T, F> {
    #[inline(always)]
    pub fn new(start: *mut T, f: &'a mut F) -> Self {
        Assign { next: start, f }
    }
}

// SAFETY: `get` is called with `0..len`.
unsafe impl<T, I, F: Change<T, I>> Sink<I> for Assign<'_, T, F> {
    #[inline(always)]
    unsafe fn row<R: Row<Item = I>>(&mut self, row: R, len: usize) {
        // SAFETY: there are elements for all rows, so `len` here, and nothing else refers to them.
        let out = unsafe { slice::from_raw_parts_mut(self.next, len) };
        // SAFETY: passed on from the caller.
        unsafe { assign(row, out, self.f) };
        // SAFETY: still within the elements, or just past their end.
        self.next = unsafe { self.next.add(len) };
    }
}

#[inline(always)]
unsafe fn assign<T, R: Row, F: Change<T, R::Item>>(mut row: R, out: &mut [T], f: &mut F) {
    for (i, element) in out.iter_mut().enumerate() {
        // SAFETY: `i` is less than the length of the row.
        let item = unsafe { row.get(i) };
        f.change(element, item);
    }
}

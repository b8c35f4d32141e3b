//! What is written in order, one element after the other.

use core::mem::MaybeUninit;
use core::{ptr, slice};

/// Drops what a panic leaves behind in memory that is written in order.
pub(crate) struct Written<T> {
    ptr: *mut T,
    /// How many elements are written.
    pub done: usize,
}

impl<T> Written<T> {
    /// Nothing written yet.
    #[inline(always)]
    pub(crate) fn new(ptr: *mut T) -> Self {
        Written { ptr, done: 0 }
    }

    /// Nothing written yet to these places, which are handed back to be written.
    #[inline(always)]
    pub(crate) fn to<'a>(places: &'a mut [MaybeUninit<T>]) -> (Self, &'a mut [MaybeUninit<T>]) {
        let (start, len) = (places.as_mut_ptr(), places.len());
        // SAFETY: the same places, so that the guard may look at them when they are not borrowed any more.
        let places = unsafe { slice::from_raw_parts_mut::<'a>(start, len) };
        (Written::new(start.cast()), places)
    }

    /// Where the first element is.
    #[inline(always)]
    pub(super) fn start(&self) -> *const T {
        self.ptr
    }
}

impl<T> Drop for Written<T> {
    fn drop(&mut self) {
        let written = ptr::slice_from_raw_parts_mut(self.ptr, self.done);
        // SAFETY: the first `done` elements are written, and nobody else drops them: the owner forgets this guard once all
        // are.
        unsafe { ptr::drop_in_place(written) };
    }
}

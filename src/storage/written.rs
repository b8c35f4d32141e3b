//! What is written in order, one element after the other.

use core::ptr;

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
}

impl<T> Drop for Written<T> {
    fn drop(&mut self) {
        let written = ptr::slice_from_raw_parts_mut(self.ptr, self.done);
        // SAFETY: the first `done` elements are written, and nobody else drops them: the owner forgets this guard once all
        // are.
        unsafe { ptr::drop_in_place(written) };
    }
}

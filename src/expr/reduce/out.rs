//! Where the results of a reduction go.

use core::mem::MaybeUninit;

use crate::storage::Written;

/// Where the results go, in order.
pub(super) struct Out<'a, T> {
    pub places: &'a mut [MaybeUninit<T>],
    pub written: Written<T>,
}

impl<T> Out<'_, T> {
    #[inline(always)]
    pub(super) fn push(&mut self, x: T) {
        self.places[self.written.done].write(x);
        self.written.done += 1;
    }
}

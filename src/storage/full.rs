//! Places in new memory, all of which are written.

use core::mem::MaybeUninit;

/// Places all of which hold an element, which belongs to whoever has this.
pub struct Full<'a, T>(&'a mut [MaybeUninit<T>]);

impl<'a, T> Full<'a, T> {
    /// # Safety
    /// All places are written, and nobody else drops what is in them.
    #[inline(always)]
    pub(crate) unsafe fn new(places: &'a mut [MaybeUninit<T>]) -> Self {
        Full(places)
    }

    /// Makes sure that these are the `len` places from `start` on, whose elements are from here on the caller's.
    ///
    /// # Panics
    /// If they are others.
    #[inline(always)]
    pub(crate) fn are(self, start: *const T, len: usize) {
        assert!(self.0.as_ptr().cast() == start && self.0.len() == len, "the places that were handed out");
    }
}

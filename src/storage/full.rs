//! Places in new memory, all of which are written.

use core::mem::{self, MaybeUninit};

use super::Written;

/// Places all of which hold an element, which belongs to whoever has this.
pub struct Full<'a, T>(&'a mut [MaybeUninit<T>]);

impl<'a, T> Full<'a, T> {
    /// # Safety
    /// All places are written, and nobody else drops what is in them.
    #[inline(always)]
    pub(crate) unsafe fn new(places: &'a mut [MaybeUninit<T>]) -> Self {
        Full(places)
    }

    /// An element again and again.
    #[inline(always)]
    pub(crate) fn of(element: &T, places: &'a mut [MaybeUninit<T>]) -> Self
    where
        T: Clone,
    {
        for place in &mut *places {
            place.write(element.clone());
        }
        // SAFETY: each was written just above.
        unsafe { Full::new(places) }
    }

    /// Places of which `write` writes `len` at a time, or what is left: what it hands back is compared with the places that it was handed.
    ///
    /// If it panics, what it has handed back before is dropped.
    #[inline(always)]
    pub(crate) fn by_parts(
        places: &'a mut [MaybeUninit<T>],
        len: usize,
        mut write: impl for<'b> FnMut(usize, &'b mut [MaybeUninit<T>]) -> Full<'b, T>,
    ) -> Self {
        let (mut written, places) = Written::to(places);
        for (i, part) in places.chunks_mut(len.max(1)).enumerate() {
            let (start, len) = (part.as_ptr().cast(), part.len());
            write(i, part).are(start, len);
            written.done += len;
        }
        written.finish(places)
    }

    /// The elements, which are not dropped.
    #[inline(always)]
    pub(crate) fn elements(self) -> &'a mut [T] {
        // SAFETY: all places hold an element.
        unsafe { self.0.assume_init_mut() }
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

impl<T> Written<T> {
    /// What was written: all of these places.
    ///
    /// # Panics
    /// If they are others, or not all are written.
    #[inline(always)]
    pub(crate) fn finish(self, places: &mut [MaybeUninit<T>]) -> Full<'_, T> {
        assert!(self.done == places.len() && self.start() == places.as_ptr().cast(), "all places are written");
        mem::forget(self);
        // SAFETY: as many as are written, from the first one on, and the guard does not drop them any more.
        unsafe { Full::new(places) }
    }
}

//! A buffer that is written from its first element to its last.

use core::mem::{MaybeUninit, needs_drop};
use core::slice;

use super::Buffer;

/// A buffer with room for a number of elements, of which the first ones are there.
///
/// Invariant: `buffer` was made with room for `room` elements, and has at most as many.
pub(crate) struct Growing<T> {
    buffer: Buffer<T>,
    room: usize,
}

/// Tells the buffer how many elements it has, also if making the next one panics.
struct Count<'a, T> {
    buffer: &'a mut Buffer<T>,
    len: usize,
}

impl<T> Drop for Count<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: `extend` counts the elements that it has written.
        unsafe { self.buffer.set_len(self.len) };
    }
}

impl<T> Growing<T> {
    /// Room for this many elements.
    ///
    /// # Panics
    /// If that is more memory than there is.
    pub(crate) fn with_room(room: usize) -> Self {
        Growing { buffer: Buffer::with_capacity(room), room }
    }

    /// Are all elements there, as they are at once where there is room for none?
    pub(crate) fn is_full(&self) -> bool {
        self.buffer.as_slice().len() == self.room
    }

    /// Writes the next elements, of which the iterator gives at least as many as announced.
    ///
    /// # Panics
    /// If there is no room for them.
    #[inline]
    pub(crate) fn extend(&mut self, len: usize, elements: impl Iterator<Item = T>) {
        let done = self.buffer.as_slice().len();
        assert!(len <= self.room - done, "room for all elements");
        // SAFETY: at most `room` elements from the first one on.
        let at = unsafe { self.buffer.as_mut_ptr().add(done) };
        let mut count = Count { buffer: &mut self.buffer, len: done };
        for (i, element) in elements.take(len).enumerate() {
            // SAFETY: `i` is less than `len`, and there is room for as many.
            let place = unsafe { at.add(i) };
            // SAFETY: nothing is there yet.
            unsafe { place.write(element) };
            count.len = done + i + 1;
        }
    }

    /// The places of so many elements more, behind those that are there.
    ///
    /// # Panics
    /// If there is no room for them.
    #[inline]
    fn places(&mut self, len: usize) -> &mut [MaybeUninit<T>] {
        let done = self.buffer.as_slice().len();
        assert!(len <= self.room - done, "room for all elements");
        // SAFETY: at most `room` elements from the first one on.
        let at = unsafe { self.buffer.as_mut_ptr().add(done) };
        // SAFETY: there is room for as many, which may hold anything as long as they are not read.
        unsafe { slice::from_raw_parts_mut(at.cast::<MaybeUninit<T>>(), len) }
    }

    /// The buffer with all its elements.
    ///
    /// # Panics
    /// If there are fewer than it has room for.
    pub(crate) fn finish(self) -> Buffer<T> {
        assert!(self.buffer.as_slice().len() == self.room, "as many elements as there is room for");
        self.buffer
    }
}

impl<T: Clone> Growing<T> {
    /// Writes clones of the elements of slices of one length next, in turn: the first ones, the second ones, and so on.
    ///
    /// # Panics
    /// If there is no room for them, or the lengths differ.
    #[inline]
    pub(crate) fn extend_in_turn<const N: usize>(&mut self, slices: [&[T]; N]) {
        let len = slices.first().map_or(0, |slice| slice.len());
        assert!(slices.iter().all(|slice| slice.len() == len), "slices of one length");
        let done = self.buffer.as_slice().len();
        assert!(len.checked_mul(N).is_some_and(|all| all <= self.room - done), "room for all elements");
        if needs_drop::<T>() {
            // If a clone panics, those before it are dropped.
            let elements = (0..len).flat_map(|i| slices.map(|slice| slice[i].clone()));
            return self.extend(len * N, elements);
        }
        for (i, places) in self.places(len * N).chunks_exact_mut(N.max(1)).enumerate() {
            for (place, slice) in places.iter_mut().zip(&slices) {
                place.write(slice[i].clone());
            }
        }
        // SAFETY: written just above.
        unsafe { self.buffer.set_len(done + len * N) };
    }

    /// Writes clones of these elements next.
    ///
    /// # Panics
    /// If there is no room for them.
    #[inline]
    pub(crate) fn extend_from_slice(&mut self, elements: &[T]) {
        let done = self.buffer.as_slice().len();
        // (If a clone panics, those before it are dropped.)
        self.places(elements.len()).write_clone_of_slice(elements);
        // SAFETY: written just above.
        unsafe { self.buffer.set_len(done + elements.len()) };
    }

    /// Writes this many clones of an element next.
    #[inline]
    pub(crate) fn repeat(&mut self, len: usize, element: &T) {
        self.extend(len, core::iter::repeat_with(|| element.clone()));
    }
}

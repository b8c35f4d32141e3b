//! Memory of one step of training: given out front to back, and emptied as a whole.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{Cell, UnsafeCell};
use core::mem::{MaybeUninit, needs_drop};

use super::Buffer;

/// The unit of the memory, which is aligned for all that is put there.
type Unit = u128;

/// Memory that is given out, and reset as a whole.
pub(crate) struct Arena<T> {
    chunks: UnsafeCell<Vec<Box<[MaybeUninit<Unit>]>>>,
    /// Units of the last chunk that are given out.
    used: Cell<usize>,
    buffers: UnsafeCell<Vec<Buffer<T>>>,
}

impl<T> Arena<T> {
    pub(crate) fn new() -> Self {
        Arena { chunks: UnsafeCell::new(Vec::new()), used: Cell::new(0), buffers: UnsafeCell::new(Vec::new()) }
    }

    /// Room for so many bytes.
    fn room(&self, bytes: usize) -> *mut MaybeUninit<Unit> {
        let units = bytes.div_ceil(size_of::<Unit>());
        // SAFETY: the list is touched here and in `reset` only, which has `&mut self`, and no reference to it leaves.
        let chunks = unsafe { &mut *self.chunks.get() };
        let full = chunks.last().is_none_or(|chunk| chunk.len() - self.used.get() < units);
        if full {
            let len = (2 * chunks.last().map_or(256, |chunk| chunk.len())).max(units);
            chunks.push(Box::new_uninit_slice(len));
            self.used.set(0);
        }
        let start = self.used.get();
        self.used.set(start + units);
        let chunk = chunks.last_mut().expect("just made");
        chunk[start..start + units].as_mut_ptr()
    }

    /// A value, for as long as the arena is not reset.
    #[allow(clippy::mut_from_ref)] // each call gives out other memory
    pub(crate) fn alloc<V>(&self, value: V) -> &mut V {
        const { assert!(!needs_drop::<V>() && align_of::<V>() <= align_of::<Unit>()) };
        let place = self.room(size_of::<V>()).cast::<V>();
        // SAFETY: there is room, aligned for more than the value is.
        unsafe { place.write(value) };
        // SAFETY: written just above, and given to nobody else until the arena is reset.
        unsafe { &mut *place }
    }

    /// The elements of a slice, for as long as the arena is not reset.
    #[allow(clippy::mut_from_ref)] // each call gives out other memory
    pub(crate) fn copy_slice<V: Copy>(&self, from: &[V]) -> &mut [V] {
        const { assert!(align_of::<V>() <= align_of::<Unit>()) };
        let place = self.room(size_of_val(from)).cast::<V>();
        // SAFETY: there is room for as many, aligned for more than they are, and it is nobody else's.
        unsafe { place.copy_from_nonoverlapping(from.as_ptr(), from.len()) };
        // SAFETY: written just above, and given to nobody else until the arena is reset.
        unsafe { core::slice::from_raw_parts_mut(place, from.len()) }
    }

    /// So many values, for as long as the arena is not reset.
    #[allow(clippy::mut_from_ref)] // each call gives out other memory
    pub(crate) fn alloc_with<V>(&self, len: usize, mut f: impl FnMut(usize) -> V) -> &mut [V] {
        const { assert!(!needs_drop::<V>() && align_of::<V>() <= align_of::<Unit>()) };
        let bytes = len.checked_mul(size_of::<V>()).expect("less memory than there is");
        let place = self.room(bytes).cast::<V>();
        for i in 0..len {
            // SAFETY: there is room for as many, aligned for more than they are, and it is nobody else's.
            unsafe { place.wrapping_add(i).write(f(i)) };
        }
        // SAFETY: all written just above, and given to nobody else until the arena is reset.
        unsafe { core::slice::from_raw_parts_mut(place, len) }
    }

    /// The elements of a buffer, which is kept as long as the arena is not reset.
    #[allow(clippy::mut_from_ref)] // each call gives out another buffer
    pub(crate) fn keep(&self, buffer: Buffer<T>) -> &mut [T] {
        // SAFETY: the list is touched here and in `reset` only, which has `&mut self`, and no reference to it leaves.
        let buffers = unsafe { &mut *self.buffers.get() };
        buffers.push(buffer);
        let elements = buffers.last_mut().expect("just put there").as_mut_slice();
        let (from, len) = (elements.as_mut_ptr(), elements.len());
        // SAFETY: on the heap, where they stay while the list grows, and given to nobody else until the arena is reset.
        unsafe { core::slice::from_raw_parts_mut(from, len) }
    }

    /// Empties the memory, and keeps it for what comes.
    pub(crate) fn reset(&mut self) {
        let chunks = self.chunks.get_mut();
        if chunks.len() > 1 {
            let len = chunks.iter().map(|chunk| chunk.len()).sum();
            chunks.clear();
            chunks.push(Box::new_uninit_slice(len));
        }
        self.used.set(0);
        self.buffers.get_mut().clear();
    }

    /// How many bytes it holds.
    pub(crate) fn bytes(&mut self) -> usize {
        let units: usize = self.chunks.get_mut().iter().map(|chunk| chunk.len()).sum();
        let elements: usize = self.buffers.get_mut().iter().map(|buffer| buffer.as_slice().len()).sum();
        units * size_of::<Unit>() + elements * size_of::<T>()
    }
}

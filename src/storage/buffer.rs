//! A block of elements: like a `Vec` of fixed length, but aligned for the widest vector registers.

use alloc::alloc::{alloc, dealloc};
use alloc::vec::Vec;
use core::alloc::Layout;
use core::mem::{self, ManuallyDrop};
use core::ptr::NonNull;
use core::{ptr, slice};

/// A cache line, and the widest vector register.
const ALIGN: usize = 64;
/// Blocks of this many bytes are aligned to `ALIGN`; smaller ones would pay more for it than it saves.
const ALIGNED_FROM: usize = 1024;

/// Elements on the heap.
///
/// Invariants:
/// 1. If `layout.size()` is not 0, the address `shift` bytes below `ptr` is a live allocation of the global allocator with
///    `layout`, owned by this buffer.
/// 2. `ptr` is aligned for `T`, and has room for at least `len` elements.
/// 3. The first `len` elements are initialised and owned by this buffer.
pub struct Buffer<T> {
    ptr: NonNull<T>,
    len: usize,
    layout: Layout,
    shift: usize,
}

// SAFETY: the buffer owns its elements, like a `Vec`.
unsafe impl<T: Send> Send for Buffer<T> {}
// SAFETY: a shared buffer gives out shared references only, like a `Vec`.
unsafe impl<T: Sync> Sync for Buffer<T> {}

impl<T> Buffer<T> {
    /// Memory for `capacity` elements, none of which is there yet; aligned to 64 bytes if it is large enough to gain by it.
    ///
    /// The alignment is made here, in a block with room to spare: asking the allocator for it costs several times the price
    /// of the block.
    ///
    /// # Panics
    /// If that is more memory than there is.
    #[inline]
    pub fn with_capacity(capacity: usize) -> Self {
        let Ok(layout) = Layout::array::<T>(capacity) else { too_large::<T>(capacity) };
        if layout.size() == 0 {
            return Buffer { ptr: NonNull::dangling(), len: 0, layout, shift: 0 };
        }
        let spare = if layout.size() < ALIGNED_FROM || align_of::<T>() >= ALIGN { 0 } else { ALIGN - align_of::<T>() };
        let Ok(layout) = Layout::from_size_align(layout.size() + spare, align_of::<T>()) else {
            too_large::<T>(capacity)
        };
        // SAFETY: the size is not 0.
        let memory = unsafe { alloc(layout) };
        if !memory.is_null() {
            super::huge::prefer_huge_pages(memory, layout.size());
        }
        let shift = if spare == 0 { 0 } else { memory.addr().wrapping_neg() % ALIGN };
        debug_assert!(shift <= spare);
        // SAFETY: a multiple of the alignment of `T`, since both the block and the result are aligned for it, so `shift` is at
        // most `spare`, which the block has beyond the elements. (A null block is found out below: it has shift 0.)
        let start = unsafe { memory.add(shift) };
        match NonNull::new(start.cast::<T>()) {
            Some(ptr) => Buffer { ptr, len: 0, layout, shift },
            None => too_large::<T>(capacity),
        }
    }

    /// Takes over the elements of a vector, without a copy.
    pub fn from_vec(elements: Vec<T>) -> Self {
        let mut elements = ManuallyDrop::new(elements);
        let size = elements.capacity() * size_of::<T>();
        // SAFETY: this is the layout that the vector was allocated with, or one of size 0.
        let layout = unsafe { Layout::from_size_align_unchecked(size, align_of::<T>()) };
        // SAFETY: the pointer of a vector is never null.
        let ptr = unsafe { NonNull::new_unchecked(elements.as_mut_ptr()) };
        Buffer { ptr, len: elements.len(), layout, shift: 0 }
    }

    /// The elements as a vector: without a copy if they came from one, moved to new memory if not, since a vector starts where
    /// its block does.
    pub fn into_vec(self) -> Vec<T> {
        let this = ManuallyDrop::new(self);
        let size = size_of::<T>();
        if size == 0 || (this.shift == 0 && this.layout.size().is_multiple_of(size)) {
            let capacity = this.layout.size().checked_div(size).unwrap_or(this.len);
            // SAFETY: allocated with the layout of a vector of this capacity, by invariant 1, and `len` elements are
            // initialised, by invariant 3. The buffer is not used again.
            return unsafe { Vec::from_raw_parts(this.ptr.as_ptr(), this.len, capacity) };
        }
        let mut elements = Vec::with_capacity(this.len);
        // SAFETY: both blocks hold `len` elements, and the new one is elsewhere.
        unsafe { ptr::copy_nonoverlapping(this.ptr.as_ptr(), elements.as_mut_ptr(), this.len) };
        // SAFETY: they were written just above.
        unsafe { elements.set_len(this.len) };
        // The elements have moved out, and the buffer is not used again.
        drop(this.block());
        elements
    }

    /// What frees the block when it is dropped.
    #[inline]
    fn block(&self) -> Block {
        Block(self.ptr.as_ptr().cast::<u8>().wrapping_sub(self.shift), self.layout)
    }

    /// Where the elements are.
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.ptr.as_ptr()
    }

    /// Declares how many elements there are.
    ///
    /// # Safety
    /// The first `len` elements are initialised and owned by this buffer.
    #[inline(always)]
    pub unsafe fn set_len(&mut self, len: usize) {
        self.len = len;
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: invariants 2 and 3.
        unsafe { slice::from_raw_parts(self.ptr.as_ptr(), self.len) }
    }

    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: invariants 2 and 3, and the buffer is borrowed mutably.
        unsafe { slice::from_raw_parts_mut(self.ptr.as_ptr(), self.len) }
    }

    /// `len` times one value.
    pub fn filled(len: usize, value: T) -> Self
    where
        T: Copy,
    {
        let mut buffer = Buffer::<T>::with_capacity(len);
        // SAFETY: there is room for `len` elements, which may hold anything as long as they are not read.
        let room = unsafe { slice::from_raw_parts_mut(buffer.as_mut_ptr().cast::<mem::MaybeUninit<T>>(), len) };
        room.fill(mem::MaybeUninit::new(value));
        // SAFETY: all of them are written.
        unsafe { buffer.set_len(len) };
        buffer
    }

    /// `len` elements from an iterator.
    ///
    /// # Panics
    /// If the iterator gives fewer.
    pub fn from_iter(len: usize, elements: impl IntoIterator<Item = T>) -> Self {
        let mut buffer = Buffer::<T>::with_capacity(len);
        let mut elements = elements.into_iter();
        for i in 0..len {
            let element = elements.next().expect("as many elements as announced");
            // SAFETY: there is room for `len` elements.
            let place = unsafe { buffer.as_mut_ptr().add(i) };
            // SAFETY: nothing is there yet.
            unsafe { place.write(element) };
            // SAFETY: these elements are written; on a panic the buffer drops them.
            unsafe { buffer.set_len(i + 1) };
        }
        buffer
    }
}

/// A block of memory, without its elements.
struct Block(*mut u8, Layout);

impl Drop for Block {
    #[inline]
    fn drop(&mut self) {
        if self.1.size() != 0 {
            // SAFETY: invariant 1 of `Buffer`, which is not used again.
            unsafe { dealloc(self.0, self.1) };
        }
    }
}

impl<T> Drop for Buffer<T> {
    #[inline]
    fn drop(&mut self) {
        // A guard, so that the memory is freed even if an element panics as it is dropped.
        let _block = self.block();
        if mem::needs_drop::<T>() {
            // SAFETY: invariant 3; the buffer is not used again.
            unsafe { ptr::drop_in_place(self.as_mut_slice()) };
        }
    }
}

impl<T: Clone> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        Buffer::from_iter(self.len, self.as_slice().iter().cloned())
    }
}

/// A vector with room for so many elements. A result that is too large is an error that can be caught, as in NumPy and PyTorch, and a
/// vector's own way to ask for memory ends the program.
///
/// # Panics
/// If that is more memory than there is.
pub(crate) fn room<T>(capacity: usize) -> Vec<T> {
    let mut elements = Vec::new();
    if elements.try_reserve_exact(capacity).is_err() {
        too_large::<T>(capacity);
    }
    elements
}

/// The one text for results that are too large.
#[cold]
#[inline(never)]
fn too_large<T>(elements: usize) -> ! {
    fn refuse(elements: usize, size: usize, name: &str) -> ! {
        let bytes = elements as u128 * size as u128;
        panic!("a tensor of {elements} elements of `{name}` is {bytes} bytes, more memory than there is")
    }
    refuse(elements, size_of::<T>(), core::any::type_name::<T>())
}

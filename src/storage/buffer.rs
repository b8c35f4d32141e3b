//! A block of elements: like a `Vec` of fixed length, but aligned for the widest vector registers.

use alloc::vec::Vec;
use core::alloc::Layout;
use core::mem::{self, ManuallyDrop};
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use core::{ptr, slice};

use super::Plain;
use super::block::{ALIGN, Block};
use super::memory::{self, KEPT_FROM};

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
    /// Memory for `capacity` elements, none of which is there yet; aligned to 64 bytes if it is large enough to gain by it. What was
    /// there before is unknown: large blocks are those of tensors that were dropped, if there are any of about that size.
    ///
    /// # Panics
    /// If that is more memory than there is.
    #[inline]
    pub fn with_capacity(capacity: usize) -> Self {
        Self::with_written(capacity).0
    }

    /// As [`with_capacity`](Self::with_capacity), of a few bytes that come from the allocator; none of others. Inline, since a buffer that is handed
    /// back in memory costs as much as the allocator does.
    #[inline(always)]
    fn small(capacity: usize) -> Option<Self> {
        if size_of::<T>() == 0 || capacity >= KEPT_FROM / size_of::<T>() || memory::is_kept_even_if_small() {
            return None;
        }
        let layout = Layout::array::<T>(capacity).ok()?;
        let (start, layout) = Block::new(layout)?.into_raw();
        Some(Buffer { ptr: start.cast::<T>(), len: 0, layout, shift: 0 })
    }

    /// As [`with_capacity`](Self::with_capacity), and how many bytes from the first element's place on were written by whoever had the memory
    /// before, as numbers without padding.
    #[inline]
    fn with_written(capacity: usize) -> (Self, usize) {
        let Ok(layout) = Layout::array::<T>(capacity) else { too_large::<T>(capacity) };
        if layout.size() == 0 {
            return (Buffer { ptr: NonNull::dangling(), len: 0, layout, shift: 0 }, 0);
        }
        let (block, shift, written) = if layout.size() < KEPT_FROM || align_of::<T>() > ALIGN {
            let Some((block, written)) = memory::small(layout) else { too_large::<T>(capacity) };
            (block, 0, if layout.size() < KEPT_FROM { written } else { 0 })
        } else {
            let Some(aligned) = memory::aligned(layout) else { too_large::<T>(capacity) };
            aligned
        };
        let (start, layout) = block.into_raw();
        // SAFETY: `aligned` has compared that the elements end within the block if they start here, and the other block has just
        // their layout.
        let start = unsafe { start.add(shift) };
        // A multiple of 64, and so of the alignment of `T`, or the start of a block of this alignment.
        (Buffer { ptr: start.cast::<T>(), len: 0, layout, shift }, written)
    }

    /// `len` elements that are any numbers: those that a step left in the memory, and 0 behind them.
    ///
    /// # Panics
    /// If that is more memory than there is.
    pub fn of_any(len: usize, zero: T) -> Self
    where
        T: Plain,
    {
        let (mut buffer, written) = Buffer::<T>::with_written(len);
        let there = (written / size_of::<T>().max(1)).min(len);
        // SAFETY: there is room for `len` elements, at least as many as are there.
        let rest = unsafe { buffer.as_mut_ptr().add(there) };
        // SAFETY: so many elements are left, which may hold anything as long as they are not read.
        let rest = unsafe { slice::from_raw_parts_mut(rest.cast::<mem::MaybeUninit<T>>(), len - there) };
        rest.fill(mem::MaybeUninit::new(zero));
        // SAFETY: the first ones lie in bytes that were written, which `leave` has counted from this place, and any bytes are a number; the
        // others were written just above.
        unsafe { buffer.set_len(len) };
        buffer
    }

    /// Leaves the memory to the step that runs, as dropping it does; where it is remembered that numbers are there.
    pub fn leave(self)
    where
        T: Plain,
    {
        if self.layout.size() == 0 || !memory::is_kept(self.layout) {
            return;
        }
        // Elements without destructors.
        let this = ManuallyDrop::new(self);
        let bytes = size_of_val(this.as_slice());
        // SAFETY: the block starts so many bytes below, by invariant 1.
        let start = unsafe { this.ptr.cast::<u8>().sub(this.shift) };
        // SAFETY: invariant 1, and the buffer is not used again.
        let block = unsafe { Block::from_raw(start, this.layout) };
        // Where the next one's elements will lie.
        let shift = if this.layout.size() < KEPT_FROM { 0 } else { block.shift() };
        memory::keep_written(block, if shift == this.shift { bytes } else { 0 });
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
        let layout = this.layout;
        if size == 0 || (this.shift == 0 && layout.align() == align_of::<T>() && layout.size().is_multiple_of(size)) {
            let capacity = layout.size().checked_div(size).unwrap_or(this.len);
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

    /// What gives the block back when it is dropped.
    #[inline]
    fn block(&self) -> Dropped {
        // SAFETY: the block starts so many bytes below, by invariant 1; without a block the shift is 0.
        let start = unsafe { self.ptr.cast::<u8>().sub(self.shift) };
        Dropped(start, self.layout)
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

    /// `len` elements whose bytes are 0: of new memory only what is touched takes any.
    ///
    /// # Safety
    /// Bytes of 0 are an element, and the alignment is at most that of a cache line.
    ///
    /// # Panics
    /// If that is more memory than there is.
    pub(crate) unsafe fn zeroed(len: usize) -> Self {
        let Ok(layout) = Layout::array::<T>(len) else { too_large::<T>(len) };
        let Some((block, shift, is_zero)) = memory::zeroed(layout) else { too_large::<T>(len) };
        let (start, layout) = block.into_raw();
        // SAFETY: `zeroed` has compared that the elements end within the block if they start here.
        let start = unsafe { start.add(shift) };
        // A multiple of 64, and so of the alignment of `T`.
        let mut buffer = Buffer { ptr: start.cast::<T>(), len: 0, layout, shift };
        if !is_zero {
            // SAFETY: there is room for `len` elements.
            unsafe { buffer.as_mut_ptr().write_bytes(0, len) };
        }
        // SAFETY: all their bytes are 0, which the caller promises to be elements.
        unsafe { buffer.set_len(len) };
        buffer
    }

    /// `len` elements that `fill` writes to its places.
    ///
    /// # Panics
    /// If that is more memory than there is.
    #[inline(always)]
    pub(crate) fn written_by(len: usize, fill: impl FnOnce(&mut [mem::MaybeUninit<T>]) -> super::Full<'_, T>) -> Self {
        Self::written::<false>(len, fill)
    }

    /// As [`written_by`](Self::written_by), where the compiler does not know how many they are: few are worth a test.
    ///
    /// # Panics
    /// As that does.
    #[inline(always)]
    pub(crate) fn some_written_by(
        len: usize,
        fill: impl FnOnce(&mut [mem::MaybeUninit<T>]) -> super::Full<'_, T>,
    ) -> Self {
        Self::written::<true>(len, fill)
    }

    #[inline(always)]
    fn written<const FEW: bool>(
        len: usize,
        fill: impl FnOnce(&mut [mem::MaybeUninit<T>]) -> super::Full<'_, T>,
    ) -> Self {
        let room = match if const { FEW } { Self::small(len) } else { None } {
            Some(small) => small,
            None => Self::with_capacity(len),
        };
        // A buffer that a panic could drop would lie in memory until it is handed on.
        let Buffer { ptr, layout, shift, .. } = *ManuallyDrop::new(room);
        let guard = Unwritten { ptr: ptr.cast(), layout, shift };
        // SAFETY: there is room for `len` elements, which may hold anything as long as they are not read.
        let places = unsafe { slice::from_raw_parts_mut(ptr.as_ptr().cast::<mem::MaybeUninit<T>>(), len) };
        fill(places).are(ptr.as_ptr(), len);
        mem::forget(guard);
        // All of them are written, as was compared just above.
        Buffer { ptr, len, layout, shift }
    }

    /// `len` times one value of no bytes that is not dropped, if elements are that: there is nothing to write, so that any number of them is there
    /// at once.
    pub fn of_no_bytes(len: usize, _: &T) -> Option<Self>
    where
        T: Clone,
    {
        if size_of::<T>() > 0 || mem::needs_drop::<T>() {
            return None;
        }
        let mut buffer = Buffer::<T>::with_capacity(len);
        // SAFETY: elements of no bytes are written as soon as there is one such value, which can be cloned as often as one likes; and there is
        // room for any number of them.
        unsafe { buffer.set_len(len) };
        Some(buffer)
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

/// The memory of a buffer whose elements are still to be written, if it has any: given back if that panics.
struct Unwritten {
    ptr: NonNull<u8>,
    layout: Layout,
    shift: usize,
}

impl Drop for Unwritten {
    #[inline(always)]
    fn drop(&mut self) {
        give_back(self.ptr, self.layout, self.shift);
    }
}

/// What [`Unwritten`] does, by numbers, which need not lie in memory.
#[cold]
#[inline(never)]
fn give_back(ptr: NonNull<u8>, layout: Layout, shift: usize) {
    drop(Buffer::<u8> { ptr, len: 0, layout, shift });
}

/// The memory of a buffer that is not used again, if it has any.
struct Dropped(NonNull<u8>, Layout);

impl Drop for Dropped {
    #[inline]
    fn drop(&mut self) {
        if self.1.size() != 0 {
            // SAFETY: invariant 1 of `Buffer`, which is not used again.
            let block = unsafe { Block::from_raw(self.0, self.1) };
            if memory::is_kept(self.1) {
                memory::keep(block);
            }
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
        let some = self.as_slice().first().and_then(|x| Buffer::of_no_bytes(self.len, x));
        some.unwrap_or_else(|| Buffer::from_iter(self.len, self.as_slice().iter().cloned()))
    }
}

/// A vector with room for at least so many elements. A result that is too large is an error that can be caught, as in NumPy and PyTorch,
/// and a vector's own way to ask for memory ends the program. As a buffer's, large blocks are those that were dropped; they are kept
/// again only if the vector becomes a buffer.
///
/// # Panics
/// If that is more memory than there is.
pub(crate) fn room<T>(capacity: usize) -> Vec<T> {
    let Ok(layout) = Layout::array::<T>(capacity) else { too_large::<T>(capacity) };
    if !memory::is_kept(layout) || layout.size() == 0 {
        let mut elements = Vec::new();
        if elements.try_reserve_exact(capacity).is_err() {
            too_large::<T>(capacity);
        }
        return elements;
    }
    let Some(block) = memory::for_vector(layout, size_of::<T>()) else { too_large::<T>(capacity) };
    let (start, layout) = block.into_raw();
    // SAFETY: a block of the global allocator, of the alignment of `T` and as many bytes as this number of elements takes, which
    // `for_vector` has compared. None of them is there, and nobody else has the block.
    unsafe { Vec::from_raw_parts(start.as_ptr().cast(), 0, layout.size() / size_of::<T>()) }
}

/// A vector for what is needed in between, whose memory is kept when it is dropped, as a buffer's is.
pub struct Scratch<T>(Vec<T>);

impl<T> Scratch<T> {
    /// Room for nothing yet.
    pub(crate) const fn new() -> Self {
        Scratch(Vec::new())
    }

    /// Room for at least so many elements, in other memory if there is less, which forgets those that are there.
    ///
    /// # Panics
    /// If that is more memory than there is.
    pub(crate) fn make_room(&mut self, capacity: usize) {
        if self.capacity() < capacity {
            *self = Scratch::with_room(capacity);
        }
    }

    /// Room for at least so many elements.
    ///
    /// # Panics
    /// If that is more memory than there is.
    pub(crate) fn with_room(capacity: usize) -> Self {
        Scratch(room(capacity))
    }
}

impl<T> FromIterator<T> for Scratch<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let all = all.into_iter();
        let (least, most) = all.size_hint();
        let mut scratch = Scratch::with_room(most.unwrap_or(least));
        scratch.extend(all);
        scratch
    }
}

impl<T> Deref for Scratch<T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Scratch<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T> Drop for Scratch<T> {
    fn drop(&mut self) {
        drop(Buffer::from_vec(mem::take(&mut self.0)));
    }
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

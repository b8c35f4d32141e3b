//! Memory for what lives as long as a step of training: given out front to back, and taken back as a whole.

use alloc::vec::Vec;
use core::alloc::Layout;
use core::cell::{Cell, RefCell};
use core::mem::{MaybeUninit, needs_drop};
use core::ptr::{self, NonNull};
use core::slice;

use super::{Buffer, Plain};

/// The bytes of the first chunk. Each further one is at least twice as large as the one before it.
const FIRST: usize = 4 << 10;

/// Values without destructors, in chunks of memory, and buffers of `T`, whose elements it lends.
///
/// What is given out is borrowed from the arena for as long as the arena is: [`reset`](Self::reset) needs it for itself. From the second
/// round on there is one chunk, as large as all of the first round's, and nothing is allocated.
///
/// Invariants:
/// 1. `next` is within the memory of the last chunk, or at its end, and `left` bytes of that memory are at `next` and behind; without
///    chunks `left` is 0.
/// 2. None of these `left` bytes is given out.
/// 3. Chunks and kept buffers are dropped, and `next` goes back, only through an exclusive borrow of the arena or as it is dropped: when nothing
///    that it has given out is borrowed any more. But for what `put` keeps, which `give_up` and `let_go` give up earlier: the arena lends nothing
///    of that.
pub struct Arena<T> {
    next: Cell<NonNull<u8>>,
    left: Cell<usize>,
    chunks: RefCell<Vec<Chunk>>,
    kept: RefCell<Vec<Option<Buffer<T>>>>,
    /// What is done with buffers that nobody uses any more.
    done: fn(Buffer<T>),
}

/// Invariant: `memory` was made with room for `size` bytes.
struct Chunk {
    memory: Buffer<MaybeUninit<u8>>,
    size: usize,
}

impl Chunk {
    fn new(size: usize) -> Self {
        Chunk { memory: Buffer::with_capacity(size), size }
    }

    fn start(&mut self) -> NonNull<u8> {
        NonNull::new(self.memory.as_mut_ptr().cast()).expect("a buffer's address is not null")
    }
}

// SAFETY: an arena that goes to another thread is not borrowed, so by invariant 3 nobody has what it gave out, whatever its type; it is not
// looked at again, since it has no destructor. The kept elements may be dropped by the other thread.
unsafe impl<T: Send> Send for Arena<T> {}

impl<T> Arena<T> {
    /// An arena without memory.
    #[cfg(test)]
    pub(crate) const fn new() -> Self {
        Arena::with(drop)
    }

    const fn with(done: fn(Buffer<T>)) -> Self {
        Arena {
            next: Cell::new(NonNull::dangling()),
            left: Cell::new(0),
            chunks: RefCell::new(Vec::new()),
            kept: RefCell::new(Vec::new()),
            done,
        }
    }

    /// An arena of plain numbers without memory: buffers that are given up are left to the step as such.
    pub(crate) const fn of_numbers() -> Self
    where
        T: Plain,
    {
        Arena::with(Buffer::leave)
    }

    /// A value, for as long as the arena is borrowed. It is not dropped.
    ///
    /// # Panics
    /// If there is no more memory.
    #[inline]
    #[allow(clippy::mut_from_ref)] // each time another place
    pub(crate) fn alloc<V>(&self, value: V) -> &mut V {
        const { assert!(!needs_drop::<V>(), "a value that needs no drop") }
        let mut place = self.room(Layout::new::<V>()).cast::<V>();
        // SAFETY: `room` gives as many bytes as the layout says, at its alignment.
        unsafe { place.write(value) };
        // SAFETY: the value was written just above; by invariants 2 and 3 nobody else has the place while the arena is borrowed.
        unsafe { place.as_mut() }
    }

    /// A copy of a slice, for as long as the arena is borrowed.
    ///
    /// # Panics
    /// If there is no more memory.
    #[inline]
    #[allow(clippy::mut_from_ref)] // each time another place
    pub(crate) fn copy_slice<V: Copy>(&self, values: &[V]) -> &mut [V] {
        let place = self.room(Layout::for_value(values)).cast::<V>().as_ptr();
        // SAFETY: `room` gives as many bytes as the layout says, at its alignment, in memory that by invariant 2 nobody else has.
        unsafe { ptr::copy_nonoverlapping(values.as_ptr(), place, values.len()) };
        // SAFETY: so many values were written just above; by invariants 2 and 3 nobody else has the place while the arena is borrowed.
        unsafe { slice::from_raw_parts_mut(place, values.len()) }
    }

    /// So many values, for as long as the arena is borrowed. They are not dropped.
    ///
    /// # Panics
    /// If there is no more memory.
    #[allow(clippy::mut_from_ref)] // each time another place
    pub(crate) fn alloc_with<V>(&self, len: usize, mut value: impl FnMut(usize) -> V) -> &mut [V] {
        const { assert!(!needs_drop::<V>(), "values that need no drop") }
        let layout = Layout::array::<V>(len).expect("less memory than there is");
        let place = self.room(layout).cast::<V>().as_ptr();
        for i in 0..len {
            // SAFETY: within the `len` places that `room` gave, at the alignment of the values.
            unsafe { place.wrapping_add(i).write(value(i)) };
        }
        // SAFETY: all of them were written just above; by invariants 2 and 3 nobody else has the places while the arena is borrowed.
        unsafe { slice::from_raw_parts_mut(place, len) }
    }

    /// Keeps a buffer, and lends its elements for as long as the arena is borrowed.
    #[inline]
    #[allow(clippy::mut_from_ref)] // each time another buffer
    pub(crate) fn keep(&self, mut buffer: Buffer<T>) -> &mut [T] {
        let (start, len) = (buffer.as_mut_ptr(), buffer.as_slice().len());
        self.kept.borrow_mut().push(Some(buffer));
        // SAFETY: the buffer's elements, which stay where they are when it moves; nobody else has them, and by invariant 3 it is not
        // dropped while the arena is borrowed: nobody was told its place.
        unsafe { slice::from_raw_parts_mut(start, len) }
    }

    /// Keeps a buffer until it is given up; says where.
    #[inline]
    pub(super) fn put(&self, buffer: Buffer<T>) -> usize {
        let mut kept = self.kept.borrow_mut();
        kept.push(Some(buffer));
        kept.len() - 1
    }

    /// The buffer of a place that `put` gave, unless it was given up.
    #[inline]
    pub(super) fn give_up(&self, place: usize) -> Option<Buffer<T>> {
        self.kept.borrow_mut().get_mut(place)?.take()
    }

    /// Gives up the buffer of a place that `put` gave.
    pub(super) fn let_go(&self, place: usize) {
        if let Some(buffer) = self.give_up(place) {
            (self.done)(buffer);
        }
    }

    /// The bytes that the arena holds: of its chunks, and of the elements of buffers.
    pub(crate) fn bytes(&self) -> usize {
        let chunks: usize = self.chunks.borrow().iter().map(|chunk| chunk.size).sum();
        let kept: usize = self.kept.borrow().iter().flatten().map(|buffer| size_of_val(buffer.as_slice())).sum();
        chunks + kept
    }

    /// Takes everything back: drops the buffers that are kept, and starts at the front again, with one chunk.
    ///
    /// If an element panics as it is dropped, all others are dropped, and the arena is as without buffers.
    pub(crate) fn reset(&mut self) {
        // From here on nothing is given out, whatever comes next.
        self.left.set(0);
        let chunks = self.chunks.get_mut();
        if chunks.len() > 1 {
            let size = chunks.iter().map(|chunk| chunk.size).sum();
            chunks.clear();
            chunks.push(Chunk::new(size));
        }
        if let Some(chunk) = chunks.last_mut() {
            self.next.set(chunk.start());
            self.left.set(chunk.size);
        }
        self.kept.get_mut().clear();
    }

    /// As many bytes as the layout says, at its alignment, that nobody else has.
    #[inline(always)]
    fn room(&self, layout: Layout) -> NonNull<u8> {
        if layout.size() == 0 {
            // At its alignment, which is not 0.
            return NonNull::without_provenance(core::num::NonZero::new(layout.align()).expect("an alignment"));
        }
        if self.skip(layout).is_none() {
            self.grow(layout);
        }
        let Some((skip, after)) = self.skip(layout) else { no_room() };
        // SAFETY: by invariant 1 there are `left` bytes at `next`, of which `skip` has compared that these are not more.
        let place = unsafe { self.next.get().add(skip) };
        // SAFETY: by invariant 1 there are `left` bytes at `next`, of which `skip` has compared that these and those of the layout are not
        // more.
        let next = unsafe { place.add(layout.size()) };
        // Both at once: the bytes up to `next` are given out.
        self.next.set(next);
        self.left.set(after);
        place
    }

    /// How many bytes behind `next` there is room for this layout, and how many are left behind it; if there are enough.
    #[inline(always)]
    fn skip(&self, layout: Layout) -> Option<(usize, usize)> {
        let skip = self.next.get().addr().get().wrapping_neg() & (layout.align() - 1);
        let after = self.left.get().checked_sub(skip)?.checked_sub(layout.size())?;
        Some((skip, after))
    }

    /// A new chunk, in which there is room for this layout.
    #[cold]
    #[inline(never)]
    fn grow(&self, layout: Layout) {
        let mut chunks = self.chunks.borrow_mut();
        let more = chunks.last().map_or(FIRST, |last| last.size.saturating_mul(2));
        let mut chunk = Chunk::new(more.max(layout.size().saturating_add(layout.align())));
        self.next.set(chunk.start());
        self.left.set(chunk.size);
        chunks.push(chunk);
    }
}

#[cold]
fn no_room() -> ! {
    unreachable!("a new chunk has room")
}

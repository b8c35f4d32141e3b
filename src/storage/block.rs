//! Memory of the global allocator, without its elements.

use alloc::alloc::{alloc, alloc_zeroed, dealloc};
use core::alloc::Layout;
use core::ptr::NonNull;

/// A cache line, and the widest vector register.
pub(super) const ALIGN: usize = 64;

/// A block of memory.
///
/// Invariants:
/// 1. The size of `layout` is not 0.
/// 2. `start` is a live allocation of the global allocator with `layout`, owned by this block.
pub(super) struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the block owns its memory, which any thread may use and free.
unsafe impl Send for Block {}

impl Block {
    /// New memory; none if there is no more, or nothing was asked for.
    #[inline]
    pub(super) fn new(layout: Layout) -> Option<Self> {
        if layout.size() == 0 {
            return None;
        }
        // SAFETY: the size is not 0.
        let start = unsafe { alloc(layout) };
        Some(Block { start: NonNull::new(start)?, layout })
    }

    /// As [`new`](Self::new), of bytes that are 0.
    pub(super) fn zeroed(layout: Layout) -> Option<Self> {
        if layout.size() == 0 {
            return None;
        }
        // SAFETY: the size is not 0.
        let start = unsafe { alloc_zeroed(layout) };
        Some(Block { start: NonNull::new(start)?, layout })
    }

    /// Takes over memory.
    ///
    /// # Safety
    /// The size of the layout is not 0, and `start` is a live allocation of the global allocator with it, which nobody else owns.
    #[inline(always)]
    pub(super) unsafe fn from_raw(start: NonNull<u8>, layout: Layout) -> Self {
        Block { start, layout }
    }

    /// The memory, which the caller owns from now on, and its layout.
    #[inline(always)]
    pub(super) fn into_raw(self) -> (NonNull<u8>, Layout) {
        let this = core::mem::ManuallyDrop::new(self);
        (this.start, this.layout)
    }

    #[inline(always)]
    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// Where it is, for who asks the system about it.
    #[cfg(all(target_os = "linux", feature = "std", not(miri)))]
    #[inline(always)]
    pub(super) fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    /// How many bytes from its start the first multiple of `ALIGN` is, which may be beyond its end.
    #[inline(always)]
    pub(super) fn shift(&self) -> usize {
        self.start.addr().get().wrapping_neg() % ALIGN
    }
}

impl Drop for Block {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: invariant 2; the block is not used again.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

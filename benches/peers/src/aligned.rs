//! Memory for operands that starts where a cache line does, whoever asks for it.
//!
//! A vector of the standard library starts 16 bytes behind one, or at one, as it happens: read by vectors of 64 bytes, the same loop takes 1.8 times as long over
//! the first. Each variant of a row has copies of its own, and none is to be lucky.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, but that large blocks start with a cache line.
pub struct Aligned;

/// From so many bytes on.
const LARGE: usize = 16 << 10;

// SAFETY: all is the system's; that blocks are aligned to more than was asked for, it does not have to be told when they are given back (`free`).
unsafe impl GlobalAlloc for Aligned {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let layout = if layout.size() < LARGE { layout } else { layout.align_to(64).unwrap_or(layout) };
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        unsafe { System.realloc(at, layout, size) }
    }
}

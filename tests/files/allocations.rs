//! An allocator that counts what is in use, on each thread.
#![allow(unsafe_code)] // an allocator

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static IN_USE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.set(IN_USE.get().wrapping_add(layout.size()));
        PEAK.set(PEAK.get().max(IN_USE.get()));
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are the system allocator's, too.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // What another thread allocated makes this less than nothing.
        IN_USE.set(IN_USE.get().saturating_sub(layout.size()));
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are the system allocator's, too.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes that a function has in use at once, and its result, with nothing kept.
#[allow(dead_code)] // without the formats nothing is measured
pub fn peak<R>(f: impl FnOnce() -> R) -> (usize, R) {
    shaped::memory::keep_at_most(0);
    let before = IN_USE.get();
    PEAK.set(before);
    let result = f();
    (PEAK.get() - before, result)
}

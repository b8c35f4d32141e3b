//! Memory for copies of operands, which each thread keeps for its next product: what is asked for anew each time is given back to the
//! system as often, and costs more by its page faults than a product of a few hundred rows.

use alloc::vec::Vec;
use core::cell::Cell;
use core::mem::MaybeUninit;

/// A cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[allow(dead_code)] [u8; 64]);

std::thread_local! {
    static KEPT: Cell<Vec<MaybeUninit<Line>>> = const { Cell::new(Vec::new()) };
}

/// Memory that nobody else uses, which is kept when it is dropped.
pub(super) struct Scratch(Vec<MaybeUninit<Line>>);

impl Scratch {
    /// At least so many bytes, at a multiple of 64; nothing is said of what is there.
    pub(super) fn new(bytes: usize) -> Self {
        let lines = bytes.div_ceil(size_of::<Line>());
        // A thread that ends has nothing any more.
        let mut memory = KEPT.try_with(Cell::take).unwrap_or_default();
        if memory.capacity() < lines {
            memory = Vec::with_capacity(lines);
        }
        Scratch(memory)
    }

    /// Where it starts.
    pub(super) fn as_mut_ptr<T>(&mut self) -> *mut T {
        self.0.as_mut_ptr().cast()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let memory = core::mem::take(&mut self.0);
        // As above; then it is freed.
        let _ = KEPT.try_with(|kept| kept.set(memory));
    }
}

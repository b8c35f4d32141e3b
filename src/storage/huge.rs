//! Huge pages: new memory of many megabytes costs more by its page faults than by the work that fills it.

use super::block::Block;

/// Blocks of this many bytes are worth the question.
const HUGE_FROM: usize = 4 << 20;

/// Asks the system to back a block of new memory by huge pages, where it is large and the system is Linux. It is a hint: what the
/// system makes of it changes no value.
#[inline(always)]
pub(super) fn prefer_huge_pages(block: &Block) {
    if block.layout().size() >= HUGE_FROM {
        ask(block);
    }
}

#[cfg(all(target_os = "linux", feature = "std", not(miri)))]
#[cold]
fn ask(block: &Block) {
    use core::ffi::{c_int, c_void};

    const PAGE: usize = 4096;
    const MADV_HUGEPAGE: c_int = 14;
    unsafe extern "C" {
        // Of the C library, which `std` links on this system.
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    let (start, size) = (block.start(), block.layout().size());
    let skip = start.addr().wrapping_neg() % PAGE;
    let length = (size - skip) / PAGE * PAGE;
    // SAFETY: whole pages within a block, which is larger than one; the advice changes nothing but how they are backed, and an error
    // (a kernel without huge pages, a start of another page size) means that it was not taken.
    unsafe { madvise(start.wrapping_add(skip).cast(), length, MADV_HUGEPAGE) };
}

#[cfg(not(all(target_os = "linux", feature = "std", not(miri))))]
fn ask(_: &Block) {}

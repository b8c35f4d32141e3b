//! Large results, written past the caches: what is too large to stay there need not be read into them first, line by line, only to be
//! written over.

use core::mem::MaybeUninit;
use core::slice;

/// Results of fewer bytes find room in the last cache, or may.
const LARGE: usize = 32 << 20;
/// As [`LARGE`], of results that are written line by line, each far from the last: to be read again, they come from memory as fast as to be written.
#[cfg(feature = "alloc")]
pub(crate) const LARGE_APART: usize = 8 << 20;
/// Rows of fewer bytes begin and end in the middle of a cache line too often.
const LONG: usize = 4096;

/// Can this machine write past its caches?
pub(crate) const CAN: bool = cfg!(all(feature = "std", target_arch = "x86_64", not(miri)));

/// Is a result of so many elements along each loop, the innermost first, of this size, so large, in rows so long, that it is better not to have it in the caches?
#[inline(always)]
pub(crate) fn pays(counts: &[usize], size: usize) -> bool {
    counts[0] * size >= LONG && counts.iter().product::<usize>() * size >= LARGE
}

/// Waits until all has been written, however it ends: another thread could see the rest before.
pub(crate) struct Fence;

impl Drop for Fence {
    #[inline(always)]
    fn drop(&mut self) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        // SAFETY: every CPU of this kind has the instruction.
        unsafe {
            core::arch::x86_64::_mm_sfence()
        };
    }
}

/// Copies elements past the caches. A [`Fence`] is to be dropped after the last ones.
#[inline(always)]
pub(crate) fn copy<T>(from: &[MaybeUninit<T>], to: &mut [MaybeUninit<T>]) {
    // SAFETY: as many bytes, which may hold anything.
    let from = unsafe { slice::from_raw_parts(from.as_ptr().cast(), size_of_val(from)) };
    // SAFETY: as many bytes, which may hold anything, as these elements may.
    let to = unsafe { slice::from_raw_parts_mut(to.as_mut_ptr().cast(), size_of_val(to)) };
    copy_bytes(from, to);
}

#[inline(never)]
fn copy_bytes(from: &[MaybeUninit<u8>], to: &mut [MaybeUninit<u8>]) {
    const LINE: usize = 64;
    let start = to.as_ptr().align_offset(LINE).min(to.len());
    let ((first, from), (to_first, to)) = (from.split_at(start), to.split_at_mut(start));
    to_first.copy_from_slice(first);
    let (lines, last) = from.as_chunks::<LINE>();
    let (to_lines, to_last) = to.as_chunks_mut::<LINE>();
    send(lines, to_lines);
    to_last.copy_from_slice(last);
}

/// Copies lines, in assembly, because the bytes need not all be initialised, as those of a number would have to be.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn send<const LINE: usize>(from: &[[MaybeUninit<u8>; LINE]], to: &mut [[MaybeUninit<u8>; LINE]]) {
    use core::arch::asm;

    use super::level::{Level, level};

    const { assert!(LINE == 64) };
    // After longer vectors, the shorter encoding would wait for the rest of their registers.
    let has_avx = level() >= Level::Avx2;
    for (from, to) in from.iter().zip(to) {
        let (from, to) = (from.as_ptr(), to.as_mut_ptr());
        macro_rules! line {
            ($load:literal, $store:literal) => {
                asm!(
                    concat!($load, " {a}, [{from}]"), concat!($load, " {b}, [{from} + 16]"),
                    concat!($load, " {c}, [{from} + 32]"), concat!($load, " {d}, [{from} + 48]"),
                    concat!($store, " [{to}], {a}"), concat!($store, " [{to} + 16], {b}"),
                    concat!($store, " [{to} + 32], {c}"), concat!($store, " [{to} + 48], {d}"),
                    a = out(xmm_reg) _, b = out(xmm_reg) _, c = out(xmm_reg) _, d = out(xmm_reg) _,
                    from = in(reg) from, to = in(reg) to, options(nostack, preserves_flags)
                )
            };
        }
        if has_avx {
            // SAFETY: 64 bytes each, of which those written start at a multiple of 64; the CPU has the instructions.
            unsafe { line!("vmovups", "vmovntps") }
        } else {
            // SAFETY: 64 bytes each, of which those written start at a multiple of 64; every CPU of this kind has the instructions.
            unsafe { line!("movups", "movntps") }
        }
    }
}

#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
fn send<const LINE: usize>(from: &[[MaybeUninit<u8>; LINE]], to: &mut [[MaybeUninit<u8>; LINE]]) {
    to.copy_from_slice(from);
}

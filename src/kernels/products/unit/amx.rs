//! The CPU's unit for matrices (AMX): sums of products of `bf16`, 16 rows by 16 columns by 16 pairs in one instruction.
//!
//! Stable Rust has no intrinsics for it, but can write the instructions down: this is the one loop of them.

use core::arch::asm;
use core::arch::x86_64::__cpuid_count;
use std::sync::OnceLock;

use super::laid::{self, TILE, WIDE};
use crate::kernels::products::Matrix;
use crate::kernels::simd::has_pairs;

/// So many tiles of a band are gone through at a time, which stay in the nearest cache; of some more than these sums come and go too often.
const DEEP: usize = 8;

/// The right to use the unit: the CPU has it, and the system lets this process use it.
#[derive(Clone, Copy)]
pub(super) struct Amx(());

impl Amx {
    /// If there is one, and vectors are not to be narrower than the CPU has them. The first time the system is asked.
    #[inline]
    pub(super) fn new() -> Option<Self> {
        static HAS: OnceLock<bool> = OnceLock::new();
        // The only place where such a value is made.
        HAS.get_or_init(|| has_pairs() && is_there() && is_allowed()).then_some(Amx(()))
    }

    /// As [`laid::band`].
    pub(super) fn band(self, x: &Matrix<'_, u16>, to: &mut [f32], step: usize, depth: usize) -> u16 {
        // SAFETY: `has_pairs` was seen when this value was made: the CPU has all of the vectors' features that `band` names.
        unsafe { laid::band(x, to, step, depth) }
    }

    /// As [`laid::panels`].
    pub(super) fn panels(self, x: &Matrix<'_, u16>, to: &mut [f32], depth: usize) -> u16 {
        // SAFETY: `has_pairs` was seen when this value was made: the CPU has all of the vectors' features that `panels` names.
        unsafe { laid::panels(x, to, depth) }
    }

    /// As [`laid::split`].
    pub(super) fn split(self, x: &Matrix<'_, f32>, to: [&mut [f32]; 2], step: usize, depth: usize) {
        // SAFETY: `has_pairs` was seen when this value was made: the CPU has the vectors' features that `split` names, with those for `bf16`.
        unsafe { laid::split(x, to, step, depth) }
    }

    /// The sums of a band of rows with all columns of panels, a row of sums behind the other, with those that are there, if they are `more`.
    ///
    /// The band has [`WIDE`] rows, or [`TILE`] of them, each of `depth` times 16 numbers, which lie `step` from one to the next. The panels lie one behind the other, and have
    /// [`WIDE`] columns and a row for each of the band's numbers.
    ///
    /// # Panics
    /// If they are not so many.
    pub(super) fn multiply(
        self,
        band: &[f32],
        step: usize,
        panels: &[f32],
        depth: usize,
        sums: &mut [f32],
        more: bool,
    ) {
        let (rows, numbers) = (band.len() / step, depth * TILE);
        assert!((rows == TILE || rows == WIDE) && band.len() == rows * step && step >= numbers, "the rows of a band");
        let panel = numbers * WIDE;
        let count = panels.len() / panel;
        assert!(count > 0 && panels.len() == count * panel, "whole panels");
        let width = count * WIDE;
        assert!(sums.len() == rows * width, "a place for each sum");
        let deep = if depth <= 8 * DEEP { DEEP } else { depth };
        for from in (0..depth).step_by(deep) {
            let some = deep.min(depth - from);
            let band = band.as_ptr().wrapping_add(from * TILE);
            let run = Run {
                band: [band, band.wrapping_add(TILE * step)],
                band_step: size_of::<f32>() * step,
                panels: panels.as_ptr().wrapping_add(from * TILE * WIDE),
                depth: some,
                rest: size_of::<f32>() * (depth - some) * TILE * WIDE,
                count,
                sums: [sums.as_mut_ptr(), sums.as_mut_ptr().wrapping_add(TILE * width)],
                sums_step: size_of::<f32>() * width,
            };
            let way = match (rows == WIDE, more || from > 0) {
                (true, false) => two_by_two,
                (true, true) => two_by_two_more,
                (false, false) => one_by_two,
                (false, true) => one_by_two_more,
            };
            // SAFETY: the CPU and the system allow the instructions, as this value says. They read 16 rows of 16 numbers at a time: `some` times along the rows
            // of the band, whose first half, and second if there is one, was compared to be there, from one of their `depth` on; and as often down each panel, of which
            // there are `count`. They write 32 sums of each of the `rows`, `count` times along rows of `width`, and read them if they are to be more: of these there is a place each, which is written.
            unsafe { way(&run) };
        }
    }
}

/// Where a band, panels and sums lie: both halves of what has two, and how many bytes it is from one row to the next.
struct Run {
    band: [*const f32; 2],
    band_step: usize,
    panels: *const f32,
    depth: usize,
    /// From the end of what is read of a panel to where that begins in the next one, in bytes.
    rest: usize,
    count: usize,
    sums: [*mut f32; 2],
    sums_step: usize,
}

/// Does the CPU have tiles of as many bytes as are written down here, and instructions for `bf16`?
fn is_there() -> bool {
    const TILES_AND_BRAINS: u32 = 1 << 24 | 1 << 22;
    #[allow(unused_unsafe)] // in the oldest toolchain that this compiles with it is
    // SAFETY: every CPU of this architecture answers, with zeros where it knows nothing.
    let cpu = |leaf, part| unsafe { __cpuid_count(leaf, part) };
    let tiles = cpu(0x1d, 1);
    let (bytes, row, names, rows) = (tiles.eax >> 16, tiles.ebx & 0xffff, tiles.ebx >> 16, tiles.ecx & 0xffff);
    cpu(7, 0).edx & TILES_AND_BRAINS == TILES_AND_BRAINS && (bytes, row, names, rows) == (1024, 64, 8, 16)
}

/// Asks the system for the registers of tiles, which it keeps for a process that has asked.
fn is_allowed() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const REQUEST: i32 = 0x1023;
    const TILES: i64 = 18;
    let result: i64;
    // SAFETY: a system call of Linux that only turns registers on, and writes no memory of ours.
    unsafe {
        asm!(
            "syscall", inlateout("rax") ARCH_PRCTL => result, in("rdi") REQUEST, in("rsi") TILES,
            out("rcx") _, out("r11") _, options(nostack)
        );
    }
    result == 0
}

/// What the registers hold: palette 1, and 16 rows of 64 bytes each.
#[repr(C, align(64))]
struct Config([u8; 64]);

static CONFIG: Config = {
    let mut config = [0; 64];
    config[0] = 1;
    let mut tile = 0;
    while tile < 8 {
        config[16 + 2 * tile] = 64;
        config[48 + tile] = 16;
        tile += 1;
    }
    Config(config)
};

/// A band by panels: for each panel sums start, and its rows are gone through once. The lines of the tiles after the next are asked for, which may be where no panel is:
/// a hint, which any address may be given to.
macro_rules! bands {
    ($name:ident: $($start:literal)*; $($sum:literal)*; $($store:literal)*; $($on:literal)*; $($back:literal)*; $($second:ident = $field:ident)*) => {
        /// # Safety
        /// The system allows the instructions, and as much is there as they read and write.
        #[inline(never)]
        unsafe fn $name(run: &Run) {
            // SAFETY: as is asked for. The registers of tiles are left as they are to be: unused.
            unsafe {
                asm!(
                    "ldtilecfg [{left}]",
                    "2:",
                    $( $start, )*
                    "mov {left}, {depth}",
                    "3:",
                    $( $sum, )*
                    "add {a}, 64",
                    "add {b}, 2048",
                    $( $on, )*
                    "dec {left}",
                    "jnz 3b",
                    $( $store, )*
                    "add {c}, 128",
                    "shl {depth}, 6",
                    "sub {a}, {depth}",
                    $( $back, )*
                    "shr {depth}, 6",
                    "add {b}, {rest}",
                    "dec {count}",
                    "jnz 2b",
                    "tilerelease",
                    $( $second = inout(reg) run.$field[1] => _, )*
                    a = inout(reg) run.band[0] => _,
                    a_step = in(reg) run.band_step,
                    b = inout(reg) run.panels => _,
                    b_step = in(reg) size_of::<f32>() * WIDE,
                    c = inout(reg) run.sums[0] => _,
                    c_step = in(reg) run.sums_step,
                    depth = inout(reg) run.depth => _,
                    rest = in(reg) run.rest,
                    count = inout(reg) run.count => _,
                    left = inout(reg) &raw const CONFIG => _,
                    options(nostack)
                );
            }
        }
    };
}
macro_rules! one_by_two {
    ($name:ident: $($start:literal)*) => {
        bands! {
            $name:
            $($start)*;
            "tileloadd tmm4, [{a} + {a_step}*1]" "tileloadd tmm6, [{b} + {b_step}*1]" "tdpbf16ps tmm0, tmm4, tmm6"
            "tileloadd tmm7, [{b} + {b_step}*1 + 64]" "tdpbf16ps tmm1, tmm4, tmm7";
            "tilestored [{c} + {c_step}*1], tmm0" "tilestored [{c} + {c_step}*1 + 64], tmm1";
            ; ;
        }
    };
}
one_by_two! { one_by_two: "tilezero tmm0" "tilezero tmm1" }
one_by_two! { one_by_two_more: "tileloadd tmm0, [{c} + {c_step}*1]" "tileloadd tmm1, [{c} + {c_step}*1 + 64]" }
macro_rules! two_by_two {
    ($name:ident: $($start:literal)*) => {
        bands! {
            $name:
            $($start)*;
            "tileloadd tmm6, [{b} + {b_step}*1]" "tileloadd tmm4, [{a} + {a_step}*1]" "tdpbf16ps tmm0, tmm4, tmm6"
            ".irp line, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79" "prefetcht0 [{b} + 64*\\line]" ".endr"
            "tileloadd tmm5, [{a_second} + {a_step}*1]" "tdpbf16ps tmm2, tmm5, tmm6"
            ".irp line, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95" "prefetcht0 [{b} + 64*\\line]" ".endr"
            "tileloadd tmm7, [{b} + {b_step}*1 + 64]" "tdpbf16ps tmm1, tmm4, tmm7" "tdpbf16ps tmm3, tmm5, tmm7";
            "tilestored [{c} + {c_step}*1], tmm0" "tilestored [{c} + {c_step}*1 + 64], tmm1"
            "tilestored [{c_second} + {c_step}*1], tmm2" "tilestored [{c_second} + {c_step}*1 + 64], tmm3" "add {c_second}, 128";
            "add {a_second}, 64";
            "sub {a_second}, {depth}";
            a_second = band c_second = sums
        }
    };
}
two_by_two! { two_by_two: "tilezero tmm0" "tilezero tmm1" "tilezero tmm2" "tilezero tmm3" }
two_by_two! {
    two_by_two_more:
    "tileloadd tmm0, [{c} + {c_step}*1]" "tileloadd tmm1, [{c} + {c_step}*1 + 64]"
    "tileloadd tmm2, [{c_second} + {c_step}*1]" "tileloadd tmm3, [{c_second} + {c_step}*1 + 64]"
}

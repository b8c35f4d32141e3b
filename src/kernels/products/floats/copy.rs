//! Copies of a part of an operand, in the order in which tiles read it.

// Circle with products/floats/mod.rs, products/floats/tile.rs: whether operands are copied depends on what they lie in memory as, and so does how tiles read
// them.

use core::arch::x86_64::*;
use core::slice;

use super::{AHEAD, Sound};
#[cfg(feature = "half")]
use crate::kernels::halves::{Brain, Half, widen_brain, widen_half};
use crate::kernels::rows::fold::Lies;
use crate::kernels::simd::Simd;

/// A part of a matrix, which lies in memory as `E`, and where it is copied to: its rows next to each other, at a distance of `width`. What lies between them there is
/// anything, and so are a vector's lanes behind the last one.
pub(super) struct Part<T, E = T> {
    pub from: *const E,
    /// From one row to the next.
    pub row: isize,
    /// From one column to the next.
    pub column: isize,
    pub rows: usize,
    pub columns: usize,
    pub to: *mut T,
    pub width: usize,
}

/// An element whose matrices can be transposed in registers, as `T`.
///
/// # Safety
/// `turn` does what it says.
pub(super) unsafe trait Turned<T = Self>: Lies<T> {
    /// Is it `T`?
    const IS: bool;
    /// How many rows and columns at a time.
    const BLOCK: usize;
    /// Writes the elements that lie at `from[j]`, next to each other, as column `j`, for rows at a distance of `width`.
    ///
    /// # Safety
    /// `BLOCK` elements may be read from each, and written to each of as many rows. The CPU has AVX2 and F16C.
    unsafe fn turn(from: [*const Self; 8], to: *mut T, width: usize);
    /// The same number.
    fn number(self) -> T;
    /// The first lanes of a vector, and how many these are.
    ///
    /// # Safety
    /// Their elements may be read.
    unsafe fn load_first_at<S: Simd<Elem = T>>(s: S, from: *const Self, first: (S::First, usize)) -> S::V;
    /// The product, if [it is](Turned::IS) one of `T`.
    fn as_it_is<'p, 'a>(p: &'p Sound<'a, T, Self>) -> Option<&'p Sound<'a, T>>;
}

/// The vectors from memory.
macro_rules! read {
    ($load:ident, $from:ident: $($i:literal)*) => {
        // SAFETY: as many elements as a vector has lanes, by the promise of the caller.
        [$(unsafe { $load($from[$i]) }),*]
    };
}

/// The vectors to rows of memory.
macro_rules! write {
    ($store:ident, $to:ident, $width:ident: $($i:literal $row:expr;)*) => { $(
        // SAFETY: a row has room for as many elements as a vector has lanes, by the promise of the caller.
        unsafe { $store($to.wrapping_add($i * $width), $row) };
    )* };
}

/// Writes eight rows as columns: pairs are interleaved, then pairs of pairs, then the halves.
///
/// # Safety
/// There is room for as many elements in each of as many rows.
#[inline]
#[target_feature(enable = "avx")]
unsafe fn turn_singles(x: [__m256; 8], to: *mut f32, width: usize) {
    let fours = |a, b, c, d| {
        let (low, high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
        let (low2, high2) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
        [
            _mm256_shuffle_ps::<0x44>(low, low2),
            _mm256_shuffle_ps::<0xee>(low, low2),
            _mm256_shuffle_ps::<0x44>(high, high2),
            _mm256_shuffle_ps::<0xee>(high, high2),
        ]
    };
    let (l, r) = (fours(x[0], x[1], x[2], x[3]), fours(x[4], x[5], x[6], x[7]));
    write! { _mm256_storeu_ps, to, width:
        0 _mm256_permute2f128_ps::<0x20>(l[0], r[0]);
        1 _mm256_permute2f128_ps::<0x20>(l[1], r[1]);
        2 _mm256_permute2f128_ps::<0x20>(l[2], r[2]);
        3 _mm256_permute2f128_ps::<0x20>(l[3], r[3]);
        4 _mm256_permute2f128_ps::<0x31>(l[0], r[0]);
        5 _mm256_permute2f128_ps::<0x31>(l[1], r[1]);
        6 _mm256_permute2f128_ps::<0x31>(l[2], r[2]);
        7 _mm256_permute2f128_ps::<0x31>(l[3], r[3]);
    }
}

/// Elements that are copied as they are.
macro_rules! themselves {
    ($t:ident) => {
        const IS: bool = true;
        #[inline(always)]
        fn number(self) -> $t {
            self
        }
        #[inline(always)]
        unsafe fn load_first_at<S: Simd<Elem = $t>>(s: S, from: *const $t, (first, _): (S::First, usize)) -> S::V {
            // SAFETY: the caller's elements.
            unsafe { s.load_first_at(from, first) }
        }
        #[inline(always)]
        fn as_it_is<'p, 'a>(p: &'p Sound<'a, $t>) -> Option<&'p Sound<'a, $t>> {
            Some(p)
        }
    };
}

// SAFETY: each row of the block becomes a column.
unsafe impl Turned for f32 {
    const BLOCK: usize = 8;
    #[inline]
    #[target_feature(enable = "avx")]
    unsafe fn turn(from: [*const f32; 8], to: *mut f32, width: usize) {
        let x = read!(_mm256_loadu_ps, from: 0 1 2 3 4 5 6 7);
        // SAFETY: the caller's room.
        unsafe { turn_singles(x, to, width) }
    }
    themselves!(f32);
}

/// Floats of 16 bits.
#[cfg(feature = "half")]
macro_rules! sixteen {
    ($($name:ident $number:ident |$from:ident| $load:expr;)*) => { $(
        // SAFETY: each row of the block becomes a column, of the numbers that the bits are.
        unsafe impl Turned<f32> for $name {
            const IS: bool = false;
            const BLOCK: usize = 8;
            #[inline]
            #[target_feature(enable = "avx2,f16c")]
            unsafe fn turn(from: [*const $name; 8], to: *mut f32, width: usize) {
                #[inline]
                #[target_feature(enable = "avx2,f16c")]
                unsafe fn load(from: *const $name) -> __m256 {
                    // SAFETY: as many elements as a vector has lanes, by the promise of the caller.
                    let $from = unsafe { _mm_loadu_si128(from.cast()) };
                    $load
                }
                let x = read!(load, from: 0 1 2 3 4 5 6 7);
                // SAFETY: the caller's room.
                unsafe { turn_singles(x, to, width) }
            }
            #[inline(always)]
            fn number(self) -> f32 {
                $number(self.0)
            }
            #[inline(always)]
            unsafe fn load_first_at<S: Simd<Elem = f32>>(
                s: S,
                from: *const $name,
                (_, count): (S::First, usize),
            ) -> S::V {
                // SAFETY: the caller's elements.
                let first = unsafe { slice::from_raw_parts(from, count) };
                if count == S::LANES {
                    // SAFETY: as many as a vector has lanes.
                    return unsafe { Self::load_at(s, from) };
                }
                Self::load_part(s, first)
            }
            #[inline(always)]
            fn as_it_is<'p, 'a>(_: &'p Sound<'a, f32, $name>) -> Option<&'p Sound<'a, f32>> {
                None
            }
        }
    )* };
}
#[cfg(feature = "half")]
sixteen! {
    Half widen_half |x| _mm256_cvtph_ps(x);
    Brain widen_brain |x| _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(x)));
}

// SAFETY: each row of the block becomes a column: pairs are interleaved, then the halves.
unsafe impl Turned for f64 {
    themselves!(f64);
    const BLOCK: usize = 4;
    #[inline]
    #[target_feature(enable = "avx")]
    unsafe fn turn(from: [*const f64; 8], to: *mut f64, width: usize) {
        let x: [__m256d; 4] = read!(_mm256_loadu_pd, from: 0 1 2 3);
        let (low, high) = (_mm256_unpacklo_pd(x[0], x[1]), _mm256_unpackhi_pd(x[0], x[1]));
        let (low2, high2) = (_mm256_unpacklo_pd(x[2], x[3]), _mm256_unpackhi_pd(x[2], x[3]));
        write! { _mm256_storeu_pd, to, width:
            0 _mm256_permute2f128_pd::<0x20>(low, low2);
            1 _mm256_permute2f128_pd::<0x20>(high, high2);
            2 _mm256_permute2f128_pd::<0x31>(low, low2);
            3 _mm256_permute2f128_pd::<0x31>(high, high2);
        }
    }
}

/// Asks for the columns of a row of the part, some rows further, or of the part beside it.
#[inline(always)]
fn ask<S: Simd, E: Turned<S::Elem>>(s: S, part: &Part<S::Elem, E>, i: usize) {
    let (row, beside) = if i < part.rows { (i, 0) } else { (i - part.rows, part.width) };
    let from = part.from.wrapping_offset(row as isize * part.row).wrapping_add(beside).cast::<S::Elem>();
    for line in (0..part.columns * size_of::<E>()).step_by(64) {
        s.prefetch(from.wrapping_byte_add(line));
    }
}

/// Copies a part of a matrix.
///
/// # Safety
/// Its elements may be read, and there is room for `rows` times `width` of them, and for a vector from each row's last column on. The CPU
/// has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn copy<S: Simd, E: Turned<S::Elem>>(s: S, part: &Part<S::Elem, E>) {
    let Part { from, row, column, rows, columns, to, width } = *part;
    if column == 1 && columns == width && E::IS {
        for i in 0..rows {
            ask(s, part, i + AHEAD);
            let from = from.wrapping_offset(i as isize * row).cast::<S::Elem>();
            // What comes from memory comes a third faster by the system's function than by a loop of vectors.
            // SAFETY: a row, and room for it elsewhere.
            unsafe { from.copy_to_nonoverlapping(to.wrapping_add(i * width), columns) };
        }
        return;
    }
    if column == 1 {
        let last = (columns - 1) / S::LANES * S::LANES;
        for i in 0..rows {
            ask(s, part, i + AHEAD);
            let from = from.wrapping_offset(i as isize * row);
            let to = to.wrapping_add(i * width);
            for j in (0..last).step_by(S::LANES) {
                // SAFETY: some elements of the row.
                let x = unsafe { E::load_at(s, from.wrapping_add(j)) };
                // SAFETY: room for them.
                unsafe { s.store_at(x, to.wrapping_add(j)) };
            }
            // SAFETY: the last elements of the row.
            let x = E::load_part(s, unsafe { slice::from_raw_parts(from.wrapping_add(last), columns - last) });
            // SAFETY: room for a vector from the last column on; what is written too far is written again with the next row.
            unsafe { s.store_at(x, to.wrapping_add(last)) };
        }
        return;
    }
    let mut done = 0;
    if row == 1 {
        let block = E::BLOCK;
        done = rows / block * block;
        // Column by column, as memory reads ahead. From the last columns to the first, since those may be fewer than are written.
        for j in (0..columns).step_by(block).rev() {
            for done in (0..done).step_by(block) {
                let from = core::array::from_fn(|l| {
                    from.wrapping_add(done).wrapping_offset((j + l).min(columns - 1) as isize * column)
                });
                // SAFETY: as many rows of these columns; there is room for a vector from a row's last column on.
                unsafe { E::turn(from, to.wrapping_add(done * width + j), width) };
            }
        }
    }
    for i in done..rows {
        for j in 0..columns {
            // SAFETY: an element of the part.
            let x = unsafe { from.wrapping_offset(i as isize * row + j as isize * column).read() };
            // SAFETY: there is room.
            unsafe { to.wrapping_add(i * width + j).write(x.number()) };
        }
    }
}

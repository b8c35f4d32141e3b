//! Matrices of the bits of `bf16` as the CPU's unit for matrices reads them: bands of rows, and panels of columns, both of pairs.

use core::arch::x86_64::*;

use crate::kernels::products::Matrix;
use crate::kernels::products::pairs::size;

/// The rows and the columns of a tile of sums, and the numbers of a tile's row.
pub(super) const TILE: usize = 16;
/// The rows of a band, and the columns of a panel: four tiles of sums, for which each tile that is read serves twice.
pub(super) const WIDE: usize = 2 * TILE;

/// So many rows of pairs are laid out along all panels at a time: memory is read as it lies.
const SOME: usize = 8;

/// The numbers of a vector.
const LANES: usize = 32;

/// The first lanes, of so many or more.
#[inline(always)]
fn first(lanes: usize) -> u32 {
    if lanes >= LANES { u32::MAX } else { (1 << lanes) - 1 }
}

/// Reads a matrix whose rows are contiguous, and keeps the least of what it has read.
struct Reader<'x, 'a> {
    x: &'x Matrix<'a, u16>,
    least: __m512i,
}

impl<'x, 'a> Reader<'x, 'a> {
    /// # Panics
    /// If rows are not contiguous.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
    fn new(x: &'x Matrix<'a, u16>) -> Self {
        assert!(x.columns == 1, "contiguous rows");
        Reader { x, least: _mm512_set1_epi16(-1) }
    }

    /// Numbers of a row from a column on, at most so many, and 0 where there are none.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
    fn read(&mut self, row: usize, column: usize, most: usize) -> __m512i {
        let Matrix { height, width, .. } = *self.x;
        let count = if row < height { width.saturating_sub(column).min(most) } else { 0 };
        let from = self.x.as_ptr().wrapping_offset(row as isize * self.x.rows + column as isize);
        // SAFETY: reads the first `count` lanes, no more than there are columns in the row, which is contiguous.
        let numbers = unsafe { _mm512_maskz_loadu_epi16(first(count), from.cast()) };
        // As `size` has it: nothing is above 0.
        let sizes = _mm512_sub_epi16(_mm512_and_si512(numbers, _mm512_set1_epi16(0x7fff)), _mm512_set1_epi16(1));
        self.least = _mm512_min_epu16(self.least, sizes);
        numbers
    }

    /// The least [`size`] of all that was read.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
    fn least(self) -> u16 {
        let mut all = [0u16; LANES];
        // SAFETY: as many places as lanes.
        unsafe { _mm512_storeu_epi16(all.as_mut_ptr().cast(), self.least) };
        all.into_iter().fold(size(0), |least, x| least.min(x))
    }
}

/// Writes a line of pairs.
///
/// # Panics
/// If there is no place for it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
fn write(x: __m512i, to: &mut [f32]) {
    let to = to.first_chunk_mut::<TILE>().expect("a line");
    // SAFETY: as many bytes as a vector has.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), x) };
}

/// Rows of pairs as columns.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
fn turned(x: [__m512i; TILE]) -> [__m512i; TILE] {
    let mut y = x;
    for i in 0..8 {
        y[2 * i] = _mm512_unpacklo_epi32(x[2 * i], x[2 * i + 1]);
        y[2 * i + 1] = _mm512_unpackhi_epi32(x[2 * i], x[2 * i + 1]);
    }
    // Each quarter of a vector has a column of four rows now.
    let mut x = y;
    for i in 0..4 {
        for j in 0..2 {
            x[4 * i + 2 * j] = _mm512_unpacklo_epi64(y[4 * i + j], y[4 * i + 2 + j]);
            x[4 * i + 2 * j + 1] = _mm512_unpackhi_epi64(y[4 * i + j], y[4 * i + 2 + j]);
        }
    }
    for j in 0..4 {
        let [a, b, c, d] = [x[j], x[4 + j], x[8 + j], x[12 + j]];
        let (low, high) = (_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0xdd>(a, b));
        let (other_low, other_high) = (_mm512_shuffle_i32x4::<0x88>(c, d), _mm512_shuffle_i32x4::<0xdd>(c, d));
        y[j] = _mm512_shuffle_i32x4::<0x88>(low, other_low);
        y[8 + j] = _mm512_shuffle_i32x4::<0xdd>(low, other_low);
        y[4 + j] = _mm512_shuffle_i32x4::<0x88>(high, other_high);
        y[12 + j] = _mm512_shuffle_i32x4::<0xdd>(high, other_high);
    }
    y
}

/// Two rows of numbers as pairs of one of each: the first 16, and the others.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
fn joined(first: __m512i, second: __m512i) -> [__m512i; 2] {
    let (low, high) = (_mm512_unpacklo_epi16(first, second), _mm512_unpackhi_epi16(first, second));
    let ahead = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    let behind = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    [_mm512_permutex2var_epi64(low, ahead, high), _mm512_permutex2var_epi64(low, behind, high)]
}

/// A band of rows, which lie so far apart, of so many times 16 pairs, 0 behind the last ones; and the least [`size`] of the numbers.
///
/// # Panics
/// If neither rows nor columns are contiguous.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
pub(super) fn band(x: &Matrix<'_, u16>, to: &mut [f32], step: usize, depth: usize) -> u16 {
    if x.columns == 1 {
        let mut reader = Reader::new(x);
        for (i, to) in to.chunks_exact_mut(step).enumerate() {
            for (at, to) in to.chunks_exact_mut(TILE).take(depth).enumerate() {
                write(reader.read(i, at * LANES, LANES), to);
            }
        }
        return reader.least();
    }
    let x = x.transposed();
    let mut reader = Reader::new(&x);
    for (i, to) in to.chunks_exact_mut(TILE * step).enumerate() {
        for at in 0..depth {
            let mut pairs = [_mm512_setzero_si512(); TILE];
            for (l, pairs) in pairs.iter_mut().enumerate() {
                let l = 2 * (at * TILE + l);
                let first = reader.read(l, i * TILE, TILE);
                *pairs = joined(first, reader.read(l + 1, i * TILE, TILE))[0];
            }
            for (pairs, to) in turned(pairs).into_iter().zip(to.chunks_exact_mut(step)) {
                write(pairs, &mut to[at * TILE..]);
            }
        }
    }
    reader.least()
}

/// Panels of columns, which are rows here: a row for each of their pairs, so many times 16, 0 behind the last ones; and the least [`size`] of the numbers.
///
/// # Panics
/// If neither rows nor columns are contiguous.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
pub(super) fn panels(x: &Matrix<'_, u16>, to: &mut [f32], depth: usize) -> u16 {
    let panel = depth * TILE * WIDE;
    if x.columns != 1 {
        let x = x.transposed();
        let mut reader = Reader::new(&x);
        for first in (0..depth * TILE).step_by(SOME) {
            for (at, to) in to.chunks_exact_mut(panel).enumerate() {
                for (l, to) in (first..first + SOME).zip(to[first * WIDE..].chunks_exact_mut(WIDE)) {
                    let one = reader.read(2 * l, at * WIDE, WIDE);
                    let pairs = joined(one, reader.read(2 * l + 1, at * WIDE, WIDE));
                    write(pairs[0], to);
                    write(pairs[1], &mut to[TILE..]);
                }
            }
        }
        return reader.least();
    }
    let mut reader = Reader::new(x);
    for (at, to) in to.chunks_exact_mut(TILE * WIDE).enumerate() {
        let (at, column) = (at / depth * WIDE, at % depth * LANES);
        for first in [0, TILE] {
            let mut pairs = [_mm512_setzero_si512(); TILE];
            for (j, pairs) in pairs.iter_mut().enumerate() {
                *pairs = reader.read(at + first + j, column, LANES);
            }
            for (pairs, to) in turned(pairs).into_iter().zip(to.chunks_exact_mut(WIDE)) {
                write(pairs, &mut to[first..]);
            }
        }
    }
    reader.least()
}

/// Weights, 1 at most, as bands of two parts: the nearest `bf16`, and of what is left the nearest; of less than 2^-40 nothing. Rows are as in [`band`].
///
/// # Panics
/// If rows are not contiguous.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma,bmi1,bmi2")]
pub(super) fn split(x: &Matrix<'_, f32>, [high, low]: [&mut [f32]; 2], step: usize, depth: usize) {
    let least = _mm512_set1_ps(1.0 / (1u64 << 40) as f32);
    for (i, (high, low)) in high.chunks_exact_mut(step).zip(low.chunks_exact_mut(step)).enumerate() {
        let row = if i < x.height { x.row(i, 0..x.width).expect("contiguous rows") } else { &[] };
        let lines = high.chunks_exact_mut(TILE).zip(low.chunks_exact_mut(TILE));
        for (at, (high, low)) in lines.take(depth).enumerate() {
            let rest = row.get(at * LANES..).unwrap_or(&[]);
            let mut halves = [_mm512_setzero_ps(); 2];
            for (half, at) in halves.iter_mut().zip([0, TILE]) {
                let rest = rest.get(at..).unwrap_or(&[]);
                // SAFETY: reads the first lanes, no more than there are numbers.
                let x = unsafe { _mm512_maskz_loadu_ps(first(rest.len().min(TILE)) as u16, rest.as_ptr()) };
                *half = _mm512_maskz_mov_ps(_mm512_cmp_ps_mask::<_CMP_NLT_UQ>(x, least), x);
            }
            let [x, y] = halves;
            let nearest = |x, y| {
                let bits = _mm512_cvtne2ps_pbh(y, x);
                // SAFETY: vectors of as many bits, any of which are a vector of either type.
                unsafe { core::mem::transmute::<__m512bh, __m512i>(bits) }
            };
            let near = nearest(x, y);
            let number = |half| _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(half)));
            let left = |x, half| _mm512_sub_ps(x, number(half));
            let rest = nearest(left(x, _mm512_castsi512_si256(near)), left(y, _mm512_extracti64x4_epi64::<1>(near)));
            write(near, high);
            write(rest, low);
        }
    }
}

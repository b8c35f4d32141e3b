//! Products of `bf16` by instructions that sum two products at a time, in `f32`, where the CPU has them.
//!
//! Each product of two such numbers is a number of `f32`, and each sum is rounded as one by one. Only numbers below the least normal one are lost: operands
//! that could make such a number are left to the other kernels.

use core::mem::MaybeUninit;

use super::floats::{Sound, product_of_pairs};
use super::{Matrix, ProductSizes, Summed, sizes_of};
use crate::kernels::float::as_places;
use crate::kernels::level::in_widest;
use crate::kernels::sixteen::{self, ByType, narrow_into, wide_slice};
use crate::storage::Scratch;

/// Fewer rows, or products of a sum, are not worth it that the operands become pairs.
const LEAST: [usize; 2] = [6, 8];
/// Fewer columns do not make a vector.
const COLUMNS: usize = 16;
/// As many sums at most are rounded at a time: a megabyte of them. Each time the right operand is gone through.
const SUMS: usize = 1 << 18;

/// The exponent of the least normal number, and what is added to those of all.
const BIAS: u16 = 127;
/// How many digits behind the point a number has.
const DIGITS: u32 = 7;

/// The product, plus a row that is added to each of its rows: says whether it is computed.
pub(super) fn in_pairs<T: Summed>(
    a: &Matrix<'_, T>,
    b: &Matrix<'_, T>,
    row: Option<&[T]>,
    c: &mut [MaybeUninit<T>],
) -> bool {
    let ProductSizes { m, k, n } = sizes_of(a, b, c);
    if m < LEAST[0] || k < LEAST[1] || n < COLUMNS || !crate::kernels::simd::has_pairs() {
        return false;
    }
    let (Some(left), Some(right)) = (Pairs::along(a), Pairs::along(&b.transposed())) else { return false };
    // Each sum is a multiple of the last digits' product: that has to be a normal number.
    let row_is_normal = row.is_none_or(|row| exponent(least(sixteen::bits(row))) > DIGITS as u16);
    let [x, y] = [&left, &right].map(|x| exponent(x.least));
    if !row_is_normal || x == 0 || y == 0 || u32::from(x) + u32::from(y) <= u32::from(BIAS) + 2 * DIGITS {
        return false;
    }
    let row = row.map(|row| wide_slice(row, ByType));
    let row = row.as_ref().map(|row| &row[..]);
    let some = (SUMS / n).next_multiple_of(8).clamp(8, m.next_multiple_of(8));
    let mut sums = Scratch::with_room(some * n);
    sums.resize(some * n, 0.0);
    let (left, right) = (left.matrix(), right.matrix().transposed());
    for (first, c) in (0..m).step_by(some).zip(c.chunks_mut(some * n)) {
        let rows = left.some_rows(first..first + c.len() / n);
        if !product_of_pairs(&Sound::of(&rows, &right, row, as_places(&mut sums[..c.len()]))) {
            return false;
        }
        narrow_into(&sums[..c.len()], c, ByType);
    }
    true
}

/// A matrix, of which two neighbours of a row are a pair. If their number is odd, the last one is beside 0.
struct Pairs {
    pairs: Scratch<f32>,
    /// How many rows, or columns, lie one after the other.
    lines: usize,
    /// Are these the rows?
    by_row: bool,
    /// The least number that is not 0, as [`least`] says it.
    least: u16,
}

impl Pairs {
    /// If rows are contiguous, or columns.
    fn along<T>(x: &Matrix<'_, T>) -> Option<Self> {
        let (rows, count) = (x.height, x.width.div_ceil(2));
        let mut pairs = Scratch::with_room(rows * count);
        pairs.resize(rows * count, 0.0);
        let mut least = u16::MAX;
        if x.columns == 1 {
            for (i, to) in pairs.chunks_exact_mut(count).enumerate() {
                least = least.min(neighbours(sixteen::bits(x.row(i, 0..x.width)?), to));
            }
            return Some(Pairs { pairs, lines: rows, by_row: true, least });
        }
        let columns = x.transposed();
        let column = |j| columns.row(j, 0..rows).map(sixteen::bits);
        for (i, to) in pairs.chunks_exact_mut(rows).enumerate() {
            let first = column(2 * i)?;
            least = least.min(match 2 * i + 1 < x.width {
                true => joined(first, column(2 * i + 1)?, to),
                false => alone(first, to),
            });
        }
        Some(Pairs { pairs, lines: count, by_row: false, least })
    }

    /// What the kernels take for numbers.
    fn matrix(&self) -> Matrix<'_, f32> {
        let lines = Matrix::of(&self.pairs, self.lines, self.pairs.len() / self.lines);
        if self.by_row { lines } else { lines.transposed() }
    }
}

/// The exponent of what [`least`] gives: 0 of a number that is not normal.
fn exponent(least: u16) -> u16 {
    least.saturating_add(1) >> DIGITS
}

/// One less than the size of a number by its bits, so that nothing is above 0.
#[inline(always)]
fn size(bits: u16) -> u16 {
    (bits & 0x7fff).wrapping_sub(1)
}

/// Two numbers, the first in the upper bits of what is taken for a number.
#[inline(always)]
fn pair(first: u16, second: u16) -> f32 {
    f32::from_bits(u32::from(first) << 16 | u32::from(second))
}

in_widest! {
    /// The least [`size`].
    fn least<>(x: &[u16]) -> u16 {
        x.iter().fold(u16::MAX, |least, &x| least.min(size(x)))
    }
    /// Neighbours as pairs, and their least [`size`].
    fn neighbours<>(x: &[u16], to: &mut [f32]) -> u16 {
        let (pairs, last) = x.as_chunks::<2>();
        let mut least = u16::MAX;
        for (to, &[first, second]) in to.iter_mut().zip(pairs) {
            *to = pair(first, second);
            least = least.min(size(first)).min(size(second));
        }
        if let (&[last], Some(to)) = (last, to.last_mut()) {
            *to = pair(last, 0);
            least = least.min(size(last));
        }
        least
    }
    /// Pairs of two rows, and their least [`size`].
    fn joined<>(first: &[u16], second: &[u16], to: &mut [f32]) -> u16 {
        let mut least = u16::MAX;
        for (to, (&first, &second)) in to.iter_mut().zip(first.iter().zip(second)) {
            *to = pair(first, second);
            least = least.min(size(first)).min(size(second));
        }
        least
    }
    /// A row beside 0, and its least [`size`].
    fn alone<>(first: &[u16], to: &mut [f32]) -> u16 {
        let mut least = u16::MAX;
        for (to, &first) in to.iter_mut().zip(first) {
            *to = pair(first, 0);
            least = least.min(size(first));
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use half::bf16;

    use super::*;

    fn numbers(count: usize, scale: f32, seed: u32) -> Vec<bf16> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as f32 / 8_388_608.0 - 1.0) * scale
        };
        (0..count).map(|_| bf16::from_f32(next())).collect()
    }

    /// The sums one product after the other, if they are computed in pairs.
    fn check([m, k, n]: [usize; 3], scale: f32, with_row: bool, expected: bool) {
        let (a, b, row) = (numbers(m * k, scale, 1), numbers(k * n, scale, 2), numbers(n, scale, 3));
        let row = with_row.then_some(&row[..]);
        for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
            let x = if left { Matrix::of(&a, k, m).transposed() } else { Matrix::of(&a, m, k) };
            let y = if right { Matrix::of(&b, n, k).transposed() } else { Matrix::of(&b, k, n) };
            let mut c = alloc::vec![bf16::ZERO; m * n];
            let done = in_pairs(&x, &y, row, as_places(&mut c));
            assert_eq!(done, expected && crate::kernels::simd::has_pairs(), "{m} {k} {n} {scale}");
            for (at, sum) in c.iter().enumerate().filter(|_| done) {
                let (i, j) = (at / n, at % n);
                let first = row.map_or(0.0, |row| row[j].to_f32());
                let truth = (0..k).fold(first, |sum, l| x.get(i, l).to_f32().mul_add(y.get(l, j).to_f32(), sum));
                assert_eq!(*sum, bf16::from_f32(truth), "{m} {k} {n}: {i}, {j}");
            }
        }
    }

    #[test]
    fn sums_are_those_of_f32() {
        for sizes in [[6, 8, 16], [7, 9, 17], [33, 127, 65], [130, 64, 48], [9, 100, 200]] {
            check(sizes, 1.0, false, true);
            check(sizes, 1e6, true, true);
        }
    }

    #[test]
    fn numbers_that_would_be_lost_are_left_to_others() {
        check([8, 32, 32], 1e-19, false, false);
        check([8, 32, 32], 1e-39, true, false);
        check([8, 32, 5], 1.0, false, false);
    }
}

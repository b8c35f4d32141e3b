//! Products of `bf16` by instructions that sum two products at a time, in `f32`, where the CPU has them.
//!
//! Each product of two such numbers is a number of `f32`, and each sum is rounded as one by one. Only numbers below the least normal one are lost: operands
//! that could make such a number are left to the other kernels.

use core::mem::MaybeUninit;

use super::floats::{Sound, product_of_pairs};
use super::{Matrix, ProductSizes, Summed, sizes_of};
use crate::kernels::level::in_widest;
use crate::kernels::sixteen::{self, ByType, Known, wide_slice};
use crate::storage::Scratch;

/// Fewer rows, or products of a sum, are not worth it that the operands become pairs.
const LEAST: [usize; 2] = [6, 8];
/// Fewer columns do not make a vector.
const COLUMNS: usize = 16;
/// As many sums at most are on their way at a time, a megabyte of them, or those of so many rows: each time the right operand becomes pairs.
const SUMS: usize = 1 << 18;
const ROWS: usize = 256;
/// So many products of each sum are added at a time, of few rows by many columns and of others: pairs stay in the second cache, or are gone through by many rows.
const DEEP: [usize; 2] = [256, 1024];
const FEW: usize = 64;

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
    // Each sum is a multiple of the last digits' product: that has to be a normal number.
    let row_is_normal = row.is_none_or(|row| exponent(least(sixteen::bits(row))) > DIGITS as u16);
    let Some(known) = Known::<T>::new().filter(|_| row_is_normal) else { return false };
    let row = row.map(|row| wide_slice(row, ByType));
    let row = row.as_ref().map(|row| &row[..]);
    let some = (SUMS / n).max(ROWS).next_multiple_of(8).min(m);
    let deep = DEEP[usize::from(m >= FEW || n <= 2 * FEW)];
    let mut sums = Scratch::with_room(some * n);
    sums.resize_with(some * n, MaybeUninit::uninit);
    let (mut left, mut right) = (Scratch::new(), Scratch::new());
    for (first, c) in (0..m).step_by(some).zip(c.chunks_mut(some * n)) {
        let sums = &mut sums[..c.len()];
        let rows = a.some_rows(first..first + c.len() / n).transposed();
        for at in (0..k).step_by(deep) {
            let products = at..k.min(at + deep);
            let left = Pairs::along(&rows.some_rows(products.clone()).transposed(), &mut left);
            let right = Pairs::along(&b.some_rows(products.clone()).transposed(), &mut right);
            let (Some(left), Some(right)) = (left, right) else { return false };
            if !are_kept(left.least, right.least) {
                return false;
            }
            let right = right.matrix.transposed();
            let product = match at {
                0 => Sound::of(&left.matrix, &right, row, sums),
                // SAFETY: the products before these were summed, which has written all of them.
                _ => Sound::onto(&left.matrix, &right, unsafe { sums.assume_init_mut() }),
            };
            let product = if products.end == k { product.rounded_to(known.places(c)) } else { product };
            if !product_of_pairs(&product) {
                return false;
            }
        }
    }
    true
}

/// A matrix, of which two neighbours of a row are a pair, in place of numbers. If their number is odd, the last one is beside 0.
struct Pairs<'a> {
    matrix: Matrix<'a, f32>,
    /// The least number that is not 0, as [`least`] says it.
    least: u16,
}

impl<'a> Pairs<'a> {
    /// If rows are contiguous, or columns.
    fn along<T: Summed>(x: &Matrix<'_, T>, pairs: &'a mut Scratch<f32>) -> Option<Self> {
        let (rows, count) = (x.height, x.width.div_ceil(2));
        if pairs.len() < rows * count {
            pairs.make_room(rows * count);
            pairs.resize(rows * count, 0.0);
        }
        let pairs = &mut pairs[..rows * count];
        if x.columns == 1 {
            // No pair is of two rows.
            let one = x.in_one_row().filter(|_| x.width.is_multiple_of(2));
            let least = neighbours(one.as_ref().unwrap_or(x), pairs);
            return Some(Pairs { matrix: Matrix::of(pairs, rows, count), least });
        }
        let columns = x.transposed();
        let least = (columns.columns == 1).then(|| joined(&columns, pairs))?;
        Some(Pairs { matrix: Matrix::of(pairs, count, rows).transposed(), least })
    }
}

/// The exponent of what [`least`] gives: 0 of a number that is not normal.
fn exponent(least: u16) -> u16 {
    least.saturating_add(1) >> DIGITS
}

/// Are products and sums of them normal numbers, or 0, of operands of which these are the least?
pub(super) fn are_kept(left: u16, right: u16) -> bool {
    let [x, y] = [left, right].map(exponent);
    x != 0 && y != 0 && u32::from(x) + u32::from(y) > u32::from(BIAS) + 2 * DIGITS
}

/// One less than the size of a number by its bits, so that nothing is above 0.
#[inline(always)]
pub(super) fn size(bits: u16) -> u16 {
    (bits & 0x7fff).wrapping_sub(1)
}

/// Two numbers, the first in the upper bits of what is taken for a number.
#[inline(always)]
fn pair(first: u16, second: u16) -> f32 {
    f32::from_bits(u32::from(first) << 16 | u32::from(second))
}

/// A row of a matrix whose rows are contiguous.
#[inline(always)]
fn row_of<'a, T>(x: &Matrix<'a, T>, i: usize) -> &'a [u16] {
    sixteen::bits(x.row(i, 0..x.width).expect("neighbours"))
}

/// The least [`size`].
#[inline(always)]
fn least_of(x: &[u16]) -> u16 {
    x.iter().fold(u16::MAX, |least, &x| least.min(size(x)))
}

in_widest! {
    /// The least [`size`].
    fn least<>(x: &[u16]) -> u16 {
        least_of(x)
    }
    /// Neighbours of a row as pairs, and their least [`size`].
    fn neighbours<T: Summed>(x: &Matrix<'_, T>, to: &mut [f32]) -> u16 {
        let mut least = u16::MAX;
        for (i, to) in to.chunks_exact_mut(x.width.div_ceil(2)).enumerate() {
            let row = row_of(x, i);
            let (pairs, last) = row.as_chunks::<2>();
            for (to, &[first, second]) in to.iter_mut().zip(pairs) {
                // As they lie, and turned.
                *to = f32::from_bits((u32::from(second) << 16 | u32::from(first)).rotate_left(16));
            }
            if let (&[last], Some(to)) = (last, to.last_mut()) {
                *to = pair(last, 0);
            }
            least = least.min(least_of(row));
        }
        least
    }
    /// Pairs of two rows, the last one beside 0 if their number is odd, and their least [`size`].
    fn joined<T: Summed>(x: &Matrix<'_, T>, to: &mut [f32]) -> u16 {
        let mut least = u16::MAX;
        for (i, to) in to.chunks_exact_mut(x.width).enumerate() {
            let first = row_of(x, 2 * i);
            if 2 * i + 1 < x.height {
                let second = row_of(x, 2 * i + 1);
                for (to, (&first, &second)) in to.iter_mut().zip(first.iter().zip(second)) {
                    *to = pair(first, second);
                }
                let both = first.iter().zip(second).map(|(&first, &second)| size(first).min(size(second)));
                least = least.min(both.fold(u16::MAX, u16::min));
            } else {
                for (to, &first) in to.iter_mut().zip(first) {
                    *to = pair(first, 0);
                }
                least = least.min(least_of(first));
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use half::bf16;

    use super::*;
    use crate::kernels::float::as_places;

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
                // More products are summed in blocks.
                let near = k > 128 && (sum.to_f32() - truth).abs() <= scale * scale * 0.02 + truth.abs() / 128.0;
                assert!(near || *sum == bf16::from_f32(truth), "{m} {k} {n}: {i}, {j}");
            }
        }
    }

    #[test]
    fn sums_are_those_of_f32() {
        for sizes in [[6, 8, 16], [7, 9, 17], [33, 127, 65], [130, 64, 48], [9, 100, 200]] {
            check(sizes, 1.0, false, true);
            check(sizes, 1e6, true, true);
        }
        // Several blocks of products, and of rows.
        for sizes in [[9, 601, 150], [7, 1100, 40], [300, 9, 1100]] {
            check(sizes, 1.0, true, true);
        }
    }

    #[test]
    fn numbers_that_would_be_lost_are_left_to_others() {
        check([8, 32, 32], 1e-19, false, false);
        check([8, 32, 32], 1e-39, true, false);
        check([8, 32, 5], 1.0, false, false);
    }
}

//! Products of `bf16` by the CPU's unit for matrices, if it has [one](Amx): bands of the left operand's rows by panels of the right one's columns, both of
//! pairs.
//!
//! What [pairs](crate::kernels::products::pairs) say of numbers that would be lost holds here, too.

use alloc::vec::Vec;
use core::cell::Cell;
use core::mem::{self, MaybeUninit};
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use std::thread::LocalKey;

use super::amx::Amx;
use super::laid::{TILE, WIDE};
use crate::kernels::halves::narrow_brain;
use crate::kernels::level::in_widest;
use crate::kernels::products::pairs::are_kept;
use crate::kernels::products::{Matrix, ProductSizes, sizes_of};
use crate::storage::Buffer;

/// Fewer rows, products of a sum, or columns are not worth it that the operands become bands and panels; and of columns that are contiguous even some more rows.
const LEAST: [usize; 3] = [4, 16, 16];
const MORE: usize = 1;
/// Sums of more products are left to loops that need no memory for all of them.
const DEEPEST: usize = 1 << 17;
/// So many bytes of panels at a time are gone through by up to so many rows, or those of so many columns: they stay near. Of more rows each part of the panels takes
/// the longer way for the bands.
const PANELS: [[usize; 2]; 2] = [[128 << 10, 64], [1 << 20, 128]];
const SHORT: usize = 256;
/// So many pairs of bands at most are kept while parts of the columns are gone through: 16 megabytes.
const BANDS: usize = 1 << 22;
/// So many numbers at most are kept by a thread, twice: two megabytes.
const KEPT: usize = 1 << 19;
/// Numbers in a cache line.
const LINE: usize = 16;

/// What sums become: numbers of this type.
pub(super) trait Sum: Copy {
    fn of(sum: f32) -> Self;
}
impl Sum for f32 {
    #[inline(always)]
    fn of(sum: f32) -> f32 {
        sum
    }
}
/// The bits of the nearest `bf16`.
impl Sum for u16 {
    #[inline(always)]
    fn of(sum: f32) -> u16 {
        narrow_brain(sum)
    }
}

/// Does it pay to lay out the operands of a product?
pub(super) fn pays<T>(a: &Matrix<'_, T>, b: &Matrix<'_, T>) -> bool {
    let more = if b.columns == 1 { 0 } else { MORE };
    a.height >= LEAST[0] + more && a.width >= LEAST[1] && b.width >= LEAST[2]
}

/// The product of matrices of the bits of `bf16`, plus a row that is added to each of its rows, rounded: says whether it is computed, and all of it written.
#[inline(never)]
pub(super) fn rounded(
    amx: Amx,
    a: &Matrix<'_, u16>,
    b: &Matrix<'_, u16>,
    row: Option<&[f32]>,
    c: &mut [MaybeUninit<u16>],
) -> bool {
    product(amx, a, b, row, c)
}

/// The product of matrices of the bits of `bf16`: says whether it is computed, and all of it written.
#[inline(never)]
pub(super) fn sums(amx: Amx, a: &Matrix<'_, u16>, b: &Matrix<'_, u16>, c: &mut [MaybeUninit<f32>]) -> bool {
    product(amx, a, b, None, c)
}

/// Either of these.
fn product<S: Sum>(
    amx: Amx,
    a: &Matrix<'_, u16>,
    b: &Matrix<'_, u16>,
    row: Option<&[f32]>,
    c: &mut [MaybeUninit<S>],
) -> bool {
    let ProductSizes { m, k, n } = sizes_of(a, b, c);
    let b = &b.transposed();
    if !lies(a) || !lies(b) || m.min(k).min(n) == 0 || k > DEEPEST {
        return false;
    }
    let depth = k.div_ceil(2 * TILE);
    let [bytes, columns] = if m <= SHORT { PANELS[0] } else { PANELS[1] };
    let most = (bytes / (depth * TILE * size_of::<f32>()) / WIDE * WIDE).max(columns);
    // An odd number of lines: rows whose lines meet in few places of the nearest cache would drive each other out.
    let step = (depth | 1) * LINE;
    let is_done = AtomicBool::new(true);
    // Bands that meet several parts of the columns are laid out once, if they are not too many.
    let laid = if n > most { (m + WIDE).next_multiple_of(TILE).saturating_mul(step) } else { 0 };
    let laid = if laid <= BANDS { laid } else { 0 };
    let mut left = Buffer::of_any(laid, 0.0);
    let left = left.as_mut_slice();
    let left = (laid > 0).then(|| (amx.band(a, left, step, depth), &*left));
    let mut memory = Memory::new(&PANELS_KEPT, n.next_multiple_of(WIDE).min(most) * depth * TILE);
    let memory = memory.lines();
    for first in (0..n).step_by(most) {
        let columns = first..n.min(first + most);
        let width = columns.len().next_multiple_of(WIDE);
        let panels = &mut memory[..width * depth * TILE];
        let least = amx.panels(&b.some_rows(columns.clone()), panels, depth);
        let panels = &*panels;
        let row = row.map(|row| &row[columns.clone()]);
        let some = |rows: Range<usize>, c: &mut [MaybeUninit<S>]| {
            let own = if left.is_none() { WIDE * step } else { 0 };
            let mut memory = Memory::new(&BANDS_KEPT, own + WIDE * width);
            let (band, sums) = memory.lines().split_at_mut(own);
            for (from, c) in rows.step_by(WIDE).zip(c.chunks_mut(WIDE * n)) {
                let count = c.len() / n;
                let tall = if count <= TILE { TILE } else { WIDE };
                let sums = &mut sums[..tall * width];
                let (of_band, band) = match left {
                    Some((least, bands)) => (least, &bands[from * step..][..tall * step]),
                    None => {
                        let band = &mut band[..tall * step];
                        (amx.band(&a.some_rows(from..from + count), band, step, depth), &*band)
                    }
                };
                if !are_kept(of_band, least) {
                    return is_done.store(false, Ordering::Relaxed);
                }
                amx.multiply(band, step, panels, depth, sums, false);
                finish(sums, width, row, c, n, &columns);
            }
        };
        shared(m, k, n, c, some);
        if !is_done.load(Ordering::Relaxed) {
            return false;
        }
    }
    true
}

/// The least number that weights are made of.
const LEAST_WEIGHT: u16 = (127 - 64) << 7;

/// The weighted sums of rows of values, which are the bits of `bf16`: each weight, 1 at most, as two of these, which leave out a 65536th of it, and nothing of one below
/// 2^-40. Says whether they are computed.
#[inline(never)]
pub(super) fn weighted(
    amx: Amx,
    weights: &Matrix<'_, f32>,
    values: &Matrix<'_, u16>,
    c: &mut [MaybeUninit<u16>],
) -> bool {
    let ProductSizes { m, k, n } = sizes_of(weights, values, c);
    let values = &values.transposed();
    if weights.columns != 1 || !lies(values) || m.min(k).min(n) == 0 || k > DEEPEST {
        return false;
    }
    let depth = k.div_ceil(2 * TILE);
    let (step, width) = ((depth | 1) * LINE, n.next_multiple_of(WIDE));
    let mut memory = Memory::new(&PANELS_KEPT, width * depth * TILE);
    let panels = memory.lines();
    if !are_kept(LEAST_WEIGHT - 1, amx.panels(values, panels, depth)) {
        return false;
    }
    let mut memory = Memory::new(&BANDS_KEPT, WIDE * (2 * step + width));
    let (both, sums) = memory.lines().split_at_mut(2 * WIDE * step);
    for (from, c) in (0..m).step_by(WIDE).zip(c.chunks_mut(WIDE * n)) {
        let count = c.len() / n;
        let tall = if count <= TILE { TILE } else { WIDE };
        let (high, low) = both[..2 * tall * step].split_at_mut(tall * step);
        let sums = &mut sums[..tall * width];
        amx.split(&weights.some_rows(from..from + count), [&mut *high, &mut *low], step, depth);
        amx.multiply(high, step, panels, depth, sums, false);
        amx.multiply(low, step, panels, depth, sums, true);
        // A weight whose other part is 0 makes no number of an infinite value.
        if !are_numbers(sums) {
            return false;
        }
        finish(sums, width, None, c, n, &(0..n));
    }
    true
}

/// Are rows contiguous, or columns?
fn lies(x: &Matrix<'_, u16>) -> bool {
    x.rows == 1 || x.columns == 1
}

/// The rows, on several threads where that pays: the sums of each do not depend on others.
fn shared<S>(
    m: usize,
    k: usize,
    n: usize,
    c: &mut [MaybeUninit<S>],
    some: impl Fn(Range<usize>, &mut [MaybeUninit<S>]),
) {
    #[cfg(feature = "rayon")]
    {
        /// By so much the unit is faster than vectors.
        const FASTER: usize = 8;
        let parts = crate::kernels::parallel::parts(m, WIDE, (m * n).saturating_mul(k) / FASTER);
        if parts > 1 {
            // SAFETY: what is shared are numbers that are only read, and any thread may write those of the result.
            return unsafe { crate::kernels::parallel::split_places(c, n, parts, some) };
        }
    }
    debug_assert!(c.len() == m * n && k > 0, "the sizes of a product");
    some(0..m, c);
}

/// Memory for what is laid out: a thread keeps some for its next product, and what is larger is kept as tensors' is. Nothing is said of what the numbers are.
enum Memory {
    Near { numbers: Vec<f32>, len: usize, kept: &'static LocalKey<Cell<Vec<f32>>> },
    Large(Buffer<f32>),
}

std::thread_local! {
    static PANELS_KEPT: Cell<Vec<f32>> = const { Cell::new(Vec::new()) };
    static BANDS_KEPT: Cell<Vec<f32>> = const { Cell::new(Vec::new()) };
}

impl Memory {
    fn new(kept: &'static LocalKey<Cell<Vec<f32>>>, len: usize) -> Self {
        if len > KEPT {
            return Memory::Large(Buffer::of_any(len, 0.0));
        }
        // A thread that ends has nothing any more.
        let mut numbers = kept.try_with(Cell::take).unwrap_or_default();
        if numbers.len() < len + LINE {
            numbers = alloc::vec![0.0; len + LINE];
        }
        Memory::Near { numbers, len, kept }
    }
    /// From the start of a cache line on.
    fn lines(&mut self) -> &mut [f32] {
        match self {
            Memory::Near { numbers, len, .. } => {
                let first = numbers.as_ptr().align_offset(size_of::<f32>() * LINE).min(LINE);
                &mut numbers[first..][..*len]
            }
            Memory::Large(numbers) => numbers.as_mut_slice(),
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Memory::Near { numbers, kept, .. } = self {
            let numbers = mem::take(numbers);
            // As above; then it is freed.
            let _ = kept.try_with(|kept| kept.set(numbers));
        }
    }
}

in_widest! {
    /// Sums, of which each row has so many places, with what is added to them, in some columns of rows of so many.
    fn finish<S: Sum>(
        sums: &mut [f32],
        width: usize,
        row: Option<&[f32]>,
        to: &mut [MaybeUninit<S>],
        n: usize,
        columns: &Range<usize>,
    ) {
        for (sums, to) in sums.chunks_exact_mut(width).zip(to.chunks_exact_mut(n)) {
            let (sums, to) = (&mut sums[..columns.len()], &mut to[columns.clone()]);
            if let Some(row) = row {
                sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
            for (to, &sum) in to.iter_mut().zip(&*sums) {
                to.write(S::of(sum));
            }
        }
    }

    /// Is none of these NaN?
    fn are_numbers<>(sums: &[f32]) -> bool {
        !sums.iter().fold(false, |is_nan, sum| is_nan | sum.is_nan())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use half::bf16;

    use super::*;
    use crate::kernels::float::as_places;

    /// If it pays, and the CPU has the unit.
    fn in_bands(a: &Matrix<'_, u16>, b: &Matrix<'_, u16>, row: Option<&[f32]>, c: &mut [MaybeUninit<u16>]) -> bool {
        pays(a, b) && Amx::new().is_some_and(|amx| rounded(amx, a, b, row, c))
    }

    fn numbers(count: usize, scale: f32, seed: u32) -> Vec<u16> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as f32 / 8_388_608.0 - 1.0) * scale
        };
        (0..count).map(|_| bf16::from_f32(next()).to_bits()).collect()
    }

    fn number(bits: u16) -> f32 {
        bf16::from_bits(bits).to_f32()
    }

    /// Against sums of `f64`, within the roundings of sums in `f32` and of the result.
    fn check([m, k, n]: [usize; 3], scale: f32, with_row: bool, expected: bool) {
        let (a, b) = (numbers(m * k, scale, 1), numbers(k * n, scale, 2));
        let row: Vec<f32> = numbers(n, scale, 3).into_iter().map(number).collect();
        let row = with_row.then_some(&row[..]);
        for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
            let x = if left { Matrix::of(&a, k, m).transposed() } else { Matrix::of(&a, m, k) };
            let y = if right { Matrix::of(&b, n, k).transposed() } else { Matrix::of(&b, k, n) };
            let mut c = alloc::vec![0x7fc0; m * n];
            let done = in_bands(&x, &y, row, as_places(&mut c));
            assert_eq!(done, expected && Amx::new().is_some(), "{m} {k} {n} {scale}");
            for (at, &sum) in c.iter().enumerate().filter(|_| done) {
                let (i, j) = (at / n, at % n);
                let first = f64::from(row.map_or(0.0, |row| row[j]));
                let product = |l| f64::from(number(*x.get(i, l))) * f64::from(number(*y.get(l, j)));
                let truth = (0..k).map(product).sum::<f64>() + first;
                let terms = (0..k).map(|l| product(l).abs()).sum::<f64>() + first.abs();
                let near = (f64::from(number(sum)) - truth).abs()
                    <= truth.abs() / 255.0 + terms * f64::from(f32::EPSILON) * (k as f64).sqrt();
                assert!(near, "{m} {k} {n}: {i}, {j}: {} for {truth}", number(sum));
            }
        }
    }

    #[test]
    fn sums_are_those_of_wider_numbers() {
        for sizes in
            [[5, 16, 16], [7, 33, 17], [16, 64, 32], [17, 31, 33], [33, 127, 65], [64, 200, 48], [70, 1025, 31]]
        {
            check(sizes, 1.0, false, true);
            check(sizes, 1e6, true, true);
        }
        // Several parts of the columns.
        check([35, 4100, 150], 1.0, true, true);
    }

    #[test]
    fn numbers_that_would_be_lost_are_left_to_others() {
        check([8, 32, 32], 1e-19, false, false);
        check([8, 32, 32], 1e-39, true, false);
        check([8, 32, 5], 1.0, false, false);
    }

    #[test]
    fn what_is_no_number_spreads_as_it_should() {
        let (mut a, b) = (alloc::vec![bf16::ONE.to_bits(); 20 * 40], alloc::vec![bf16::ONE.to_bits(); 40 * 20]);
        a[3 * 40 + 7] = bf16::INFINITY.to_bits();
        a[5 * 40 + 39] = bf16::NAN.to_bits();
        let mut c = alloc::vec![0; 20 * 20];
        if in_bands(&Matrix::of(&a, 20, 40), &Matrix::of(&b, 40, 20), None, as_places(&mut c)) {
            for (i, row) in c.chunks_exact(20).enumerate() {
                for &sum in row {
                    match i {
                        3 => assert_eq!(number(sum), f32::INFINITY),
                        5 => assert!(number(sum).is_nan()),
                        _ => assert_eq!(number(sum), 40.0),
                    }
                }
            }
        }
    }

    #[test]
    fn weights_count_as_they_are() {
        let Some(amx) = Amx::new() else { return };
        for [m, k, n] in [[1, 1, 1], [5, 33, 17], [16, 64, 32], [35, 127, 65], [70, 300, 64]] {
            let x = numbers(k * n, 1.0, 5);
            // From a half down to what counts as nothing.
            let weights: Vec<f32> =
                numbers(m * k, 1.0, 7).into_iter().map(|w| (number(w).abs() * 60.0 - 59.0).exp2() / 1.37).collect();
            for right in [false, true] {
                let values = if right { Matrix::of(&x, n, k).transposed() } else { Matrix::of(&x, k, n) };
                let mut c = alloc::vec![0x7fc0; m * n];
                assert!(weighted(amx, &Matrix::of(&weights, m, k), &values, as_places(&mut c)), "{m} {k} {n}");
                for (at, &sum) in c.iter().enumerate() {
                    let term = |l| f64::from(weights[at / n * k + l]) * f64::from(number(*values.get(l, at % n)));
                    let (truth, terms) = ((0..k).map(term).sum::<f64>(), (0..k).map(|l| term(l).abs()).sum::<f64>());
                    let near = (f64::from(number(sum)) - truth).abs() <= truth.abs() / 255.0 + terms / 30_000.0;
                    assert!(near, "{m} {k} {n}: {at}: {} for {truth}", number(sum));
                }
            }
        }
        // What the parts of a weight would make no number of, and what would be lost.
        for x in [bf16::INFINITY.to_bits(), bf16::from_f32(1e-30).to_bits()] {
            assert!(!weighted(amx, &Matrix::of(&[0.5; 8], 2, 4), &Matrix::of(&[x; 8], 4, 2), as_places(&mut [0; 4])));
        }
    }
}

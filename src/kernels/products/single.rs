//! Products of floats with 16 bits, in `f32`.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use super::matrix::widen;
#[cfg(feature = "alloc")]
use super::one;
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
use super::pairs::in_pairs;
#[cfg(feature = "alloc")]
use super::unit::Unit;
use super::{Matrix, ProductSizes, Summed, sizes_of};
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
use crate::kernels::sixteen;
use crate::kernels::sixteen::ByType;
#[cfg(not(feature = "alloc"))]
use crate::kernels::sixteen::Sixteen;
#[cfg(feature = "alloc")]
use crate::kernels::sixteen::{narrow_into, wide_slice};
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
use crate::storage::Scratch;
#[cfg(feature = "alloc")]
use crate::storage::{Buffer, Written};

/// How many elements of an operand with 16 bits are `f32` at a time: a megabyte of them.
#[cfg(feature = "alloc")]
const WIDENED: usize = 1 << 18;
/// Of so many rows at most, a sixteenth.
#[cfg(feature = "alloc")]
const FEW: usize = 8;
/// The least rows or columns of such a part.
#[cfg(feature = "alloc")]
const LEAST: usize = 64;

/// The product of two matrices of floats with 16 bits, plus a row that is added to each of its rows, in `f32`: some rows of the left one
/// with some columns of the right one at a time, and each sum is rounded once.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn in_single<T: Summed>(a: &Matrix<'_, T>, b: &Matrix<'_, T>, row: Option<&[T]>, c: &mut [MaybeUninit<T>]) {
    if Unit::new().is_some_and(|unit| unit.product(a, b, row, c)) {
        return;
    }
    #[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
    let by_pairs = sixteen::is_half::<T>() == Some(false)
        && (crate::kernels::simd::pairs_pay() || a.height.saturating_mul(a.width).saturating_mul(b.width) < TINY);
    #[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
    if by_pairs && in_pairs(a, b, row, c) || as_it_is(a, b, row, c) {
        return;
    }
    let ProductSizes { m, k, n } = sizes_of(a, b, c);
    // Few rows meet each column once: it goes no further than the nearest caches.
    let most = (if m <= FEW { WIDENED / 16 } else { WIDENED } / k.max(1)).max(LEAST);
    let row = row.map(|row| wide_slice(row, ByType));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for first in (0..m).step_by(most) {
        let rows = most.min(m - first);
        let by_columns = a.rows == 1 && a.columns != 1;
        if by_columns {
            widen(&a.transposed(), 0..k, first..first + rows, &mut left);
        } else {
            widen(a, first..first + rows, 0..k, &mut left);
        }
        for column in (0..n).step_by(most) {
            let columns = most.min(n - column);
            // What lies column by column becomes `f32` as it lies.
            let b = if b.rows == 1 && b.columns != 1 {
                widen(&b.transposed(), column..column + columns, 0..k, &mut right);
                Matrix::of(&right, columns, k).transposed()
            } else {
                widen(b, 0..k, column..column + columns, &mut right);
                Matrix::of(&right, k, columns)
            };
            let a = if by_columns { Matrix::of(&left, k, rows).transposed() } else { Matrix::of(&left, rows, k) };
            let row = row.as_ref().map(|row| &row[column..][..columns]);
            let sums = Buffer::written_by(rows * columns, |to| {
                let (mut written, to) = Written::to(to);
                one(&a, &b, row, None, None, to, &mut written);
                written.finish(to)
            });
            for (i, sums) in sums.as_slice().chunks_exact(columns).enumerate() {
                narrow_into(sums, &mut c[(first + i) * n + column..][..columns], ByType);
            }
        }
    }
}

/// The product of two matrices of floats with 16 bits, plus a row that is added to each of its rows, in `f32`: sum by sum.
#[cfg(not(feature = "alloc"))]
pub(super) fn in_single<T: Summed>(a: &Matrix<'_, T>, b: &Matrix<'_, T>, row: Option<&[T]>, c: &mut [MaybeUninit<T>]) {
    let ProductSizes { k, n, .. } = sizes_of(a, b, c);
    for (at, place) in c.iter_mut().enumerate() {
        let (i, j) = (at / n, at % n);
        let mut sum = row.map_or(0.0, |row| ByType::widen(&row[j]));
        for l in 0..k {
            sum += ByType::widen(a.get(i, l)) * ByType::widen(b.get(l, j));
        }
        place.write(ByType::narrow(sum));
    }
}

/// Of fewer products pairs are made sooner than there is room for operands in `f32`.
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
const TINY: usize = 1 << 14;
/// As many columns of the right operand make a vector, or more.
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
const COLUMNS: usize = 16;
/// As many rows of the left operand or more are `f32` at a time: each time all of the right one becomes that.
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
const ROWS: usize = 256;

/// The product by kernels that make `f32` of the right operand as they read it: says whether there are any. The left operand's rows become `f32` some
/// at a time.
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
fn as_it_is<T: Summed>(a: &Matrix<'_, T>, b: &Matrix<'_, T>, row: Option<&[T]>, c: &mut [MaybeUninit<T>]) -> bool {
    use super::floats::{Narrow, Sound};
    use crate::kernels::halves::{Brain, Half};
    use crate::kernels::sixteen::Known;

    fn some<T, E: Narrow>(
        left: &Matrix<'_, f32>,
        b: &Matrix<'_, T>,
        row: Option<&[f32]>,
        c: &mut [MaybeUninit<f32>],
    ) -> bool {
        // SAFETY: the matrix's own sizes and steps; elements are of the type that has these bits, and of their size.
        let b = unsafe { Matrix::new(b.as_ptr().cast::<E>(), [b.height, b.width], [b.rows, b.columns]) };
        E::product(&Sound::of(left, &b, row, c))
    }

    let ProductSizes { m, k, n } = sizes_of(a, b, c);
    let Some(known) = Known::<T>::new().filter(|_| n >= COLUMNS && m > 0) else { return false };
    let most = (WIDENED / k.max(1)).max(ROWS);
    let row = row.map(|row| wide_slice(row, ByType));
    let row = row.as_ref().map(|row| &row[..]);
    let by_columns = a.rows == 1 && a.columns != 1;
    let mut left = Vec::new();
    for (first, c) in (0..m).step_by(most).zip(c.chunks_mut(most * n)) {
        let rows = most.min(m - first);
        let a = if by_columns {
            widen(&a.transposed(), 0..k, first..first + rows, &mut left);
            Matrix::of(&left, k, rows).transposed()
        } else {
            widen(a, first..first + rows, 0..k, &mut left);
            Matrix::of(&left, rows, k)
        };
        let mut sums = Scratch::with_room(rows * n);
        sums.resize_with(rows * n, MaybeUninit::uninit);
        let done = match known {
            Known::Half(_) => some::<T, Half>(&a, b, row, &mut sums),
            Known::Brain(_) => some::<T, Brain>(&a, b, row, &mut sums),
        };
        if !done {
            return false;
        }
        // SAFETY: the kernel has written all of them.
        narrow_into(unsafe { sums.assume_init_ref() }, c, ByType);
    }
    true
}

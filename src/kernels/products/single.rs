//! Products of floats with 16 bits, in `f32`.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::ops::Range;
#[cfg(feature = "alloc")]
use core::slice;

#[cfg(feature = "alloc")]
use super::one;
use super::{Matrix, ProductSizes, Summed};
#[cfg(feature = "alloc")]
use crate::kernels::sixteen::wide_slice;
use crate::kernels::sixteen::{ByType, Sixteen};
use crate::storage::Written;

/// How many elements of an operand with 16 bits are `f32` at a time: a megabyte of them.
#[cfg(feature = "alloc")]
const WIDENED: usize = 1 << 18;
/// The least rows or columns of such a part.
#[cfg(feature = "alloc")]
const LEAST: usize = 64;

/// The product of two matrices of floats with 16 bits, plus a row that is added to each of its rows, in `f32`: some rows of the left one
/// with some columns of the right one at a time, and each sum is rounded once.
///
/// # Safety
/// As for [`one`]; the elements are such floats.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) unsafe fn in_single<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: ProductSizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let ProductSizes { m, k, n } = sizes;
    let most = (WIDENED / k.max(1)).max(LEAST);
    let row = row.map(|row| wide_slice(row, ByType));
    let (mut left, mut right, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for first in (0..m).step_by(most) {
        let rows = most.min(m - first);
        // SAFETY: some rows of the left matrix.
        unsafe { widen(a, first..first + rows, 0..k, &mut left) };
        for column in (0..n).step_by(most) {
            let columns = most.min(n - column);
            // SAFETY: some columns of the right matrix.
            unsafe { widen(b, 0..k, column..column + columns, &mut right) };
            let a = Matrix { ptr: left.as_ptr(), rows: k as isize, columns: 1 };
            let b = Matrix { ptr: right.as_ptr(), rows: columns as isize, columns: 1 };
            let row = row.as_ref().map(|row| &row[column..][..columns]);
            sums.clear();
            sums.reserve(rows * columns);
            let sizes = ProductSizes { m: rows, k, n: columns };
            let to: *mut f32 = sums.as_mut_ptr();
            // SAFETY: the matrices were made in these sizes just above, and there is room for their product.
            unsafe { one(&a, &b, sizes, row, None, None, to, &mut Written::new(to)) };
            // SAFETY: all of it is written.
            unsafe { sums.set_len(rows * columns) };
            for (i, sums) in sums.chunks_exact(columns).enumerate() {
                let c = c.wrapping_add((first + i) * n + column);
                for (j, &sum) in sums.iter().enumerate() {
                    // SAFETY: there is room for `m n` elements, which need not be dropped.
                    unsafe { c.wrapping_add(j).write(ByType::narrow(sum)) };
                }
            }
        }
    }
    written.done += m * n;
}

/// The product of two matrices of floats with 16 bits, plus a row that is added to each of its rows, in `f32`: sum by sum.
///
/// # Safety
/// As for [`one`]; the elements are such floats.
#[cfg(not(feature = "alloc"))]
pub unsafe fn in_single<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: ProductSizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let ProductSizes { m, k, n } = sizes;
    for i in 0..m {
        for j in 0..n {
            let mut sum = row.map_or(0.0, |row| ByType::widen(&row[j]));
            for l in 0..k {
                // SAFETY: row `i` and column `l` are within the left matrix, which is borrowed.
                let x = unsafe { &*a.ptr.wrapping_offset(i as isize * a.rows + l as isize * a.columns) };
                // SAFETY: row `l` and column `j` are within the right matrix, which is borrowed.
                let y = unsafe { &*b.ptr.wrapping_offset(l as isize * b.rows + j as isize * b.columns) };
                sum += ByType::widen(x) * ByType::widen(y);
            }
            // SAFETY: there is room for `m n` elements, and nothing is there yet.
            unsafe { c.wrapping_add(i * n + j).write(ByType::narrow(sum)) };
            written.done += 1;
        }
    }
}

/// A part of a matrix of floats with 16 bits as `f32`, row by row.
///
/// # Safety
/// The rows and columns are within the matrix, which is borrowed; the elements are such floats.
#[cfg(feature = "alloc")]
unsafe fn widen<T>(from: &Matrix<T>, rows: Range<usize>, columns: Range<usize>, to: &mut Vec<f32>) {
    to.clear();
    for i in rows {
        let row = from.ptr.wrapping_offset(i as isize * from.rows);
        if from.columns == 1 {
            // SAFETY: these columns of a row, next to each other.
            let row = unsafe { slice::from_raw_parts(row.wrapping_add(columns.start), columns.len()) };
            to.extend(row.iter().map(ByType::widen));
            continue;
        }
        to.extend(columns.clone().map(|j| {
            // SAFETY: an element of the row.
            ByType::widen(unsafe { &*row.wrapping_offset(j as isize * from.columns) })
        }));
    }
}

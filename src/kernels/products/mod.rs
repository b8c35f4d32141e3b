//! Products of two matrices in memory, by their steps: the kernels of floats, and the loops of everything else.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod floats;
#[cfg(feature = "alloc")]
mod gemm;
#[cfg(feature = "alloc")]
mod long_dot;
mod single;
#[cfg(feature = "alloc")]
pub(crate) mod sums;
mod then;

#[cfg(feature = "alloc")]
use core::any::TypeId;
use core::ops::Mul;
#[cfg(feature = "alloc")]
use core::ptr;
use core::{array, slice};

#[cfg(feature = "alloc")]
pub(crate) use gemm::{Grid, gemm};
use num_traits::Zero;
pub(crate) use then::Then;

use crate::kernels::level::dispatched;
use crate::kernels::sixteen::{ByType, Sixteen, can_be};
use crate::storage::Written;

/// An element of which products are summed.
pub(crate) trait Summed: Clone + Zero + Mul<Output = Self> + 'static {}
impl<T: Clone + Zero + Mul<Output = T> + 'static> Summed for T {}

/// A matrix in memory.
pub(crate) struct Matrix<T> {
    pub ptr: *const T,
    /// From one row to the next.
    pub rows: isize,
    /// From one column to the next.
    pub columns: isize,
}

/// The sizes of a product: `[m, k] x [k, n]`.
#[derive(Clone, Copy)]
pub(crate) struct ProductSizes {
    pub m: usize,
    pub k: usize,
    pub n: usize,
}

/// The product of two matrices whose sizes the compiler knows, at most 8: unrolled where it is asked for, without a call. The sums
/// of a row are kept apart from the result, which the compiler may take for memory of the operands.
///
/// # Safety
/// The matrices have these sizes, and there is room for the product at `to`.
#[inline(always)]
pub(crate) unsafe fn tiny<T: Summed>(a: &Matrix<T>, b: &Matrix<T>, sizes: ProductSizes, to: *mut T) {
    let ProductSizes { m, k, n } = sizes;
    for i in 0..m {
        let mut sums: [T; 8] = array::from_fn(|_| T::zero());
        for l in 0..k {
            // SAFETY: within the left matrix, which is borrowed.
            let x = unsafe { &*a.ptr.wrapping_offset(i as isize * a.rows + l as isize * a.columns) };
            #[allow(clippy::needless_range_loop)] // a loop of a constant, which is unrolled
            for j in 0..n {
                // SAFETY: within the right matrix, which is borrowed.
                let y = unsafe { &*b.ptr.wrapping_offset(l as isize * b.rows + j as isize * b.columns) };
                sums[j] = sums[j].clone() + x.clone() * y.clone();
            }
        }
        #[allow(clippy::needless_range_loop)] // as above
        for j in 0..n {
            // SAFETY: there is room for `m n` elements.
            unsafe { to.wrapping_add(i * n + j).write(sums[j].clone()) };
        }
    }
}

/// The product of two matrices, plus a row that is added to each of its rows, row-major at `c`, after `then`; `ahead` is where the two of the
/// next product lie, if they lie in blocks.
///
/// # Safety
/// The matrices have these sizes, the row has `n` elements, and there is room for `m n` elements at `c`, the next ones of `written`.
#[allow(clippy::too_many_arguments)] // two operands and a result
pub(crate) unsafe fn one<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: ProductSizes,
    row: Option<&[T]>,
    then: Option<Then<T>>,
    #[cfg_attr(not(all(feature = "std", target_arch = "x86_64")), allow(unused_variables))] // for the kernels
    ahead: Option<[*const T; 2]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let ProductSizes { m, n, .. } = sizes;
    if is_sixteen::<T>() {
        // SAFETY: the operands and the places are those that the caller vouches for.
        unsafe { single::in_single(a, b, sizes, row, c, written) };
        if let Some(then) = then {
            // SAFETY: all of the result is written, and nothing else refers to it.
            (then.each)(unsafe { slice::from_raw_parts_mut(c, m * n) });
        }
        return;
    }
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        use floats::{Start, product};
        let start = row.map_or(Start::Zero, |row| Start::Columns(row.as_ptr()));
        let problem = floats::Problem { ahead, then, ..problem(a, b, sizes, c, start) };
        // SAFETY: the matrices and the result have these sizes and steps, and the row has `n` elements.
        if unsafe { product(&problem) } {
            return;
        }
    }
    // SAFETY: the caller's matrices, row and room.
    unsafe { by_others(a, b, sizes, row, c, written) };
    if let Some(then) = then {
        // SAFETY: all of the result is written, and nothing else refers to it.
        (then.each)(unsafe { slice::from_raw_parts_mut(c, m * n) });
    }
}

/// The product of two matrices of these sizes, for the kernels of floats, to rows that lie next to each other.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline(always)]
fn problem<T>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: ProductSizes,
    c: *mut T,
    start: floats::Start<T>,
) -> floats::Problem<T> {
    let ProductSizes { m, k, n } = sizes;
    floats::Problem {
        m,
        k,
        n,
        a: a.ptr,
        a_row: a.rows,
        a_column: a.columns,
        b: b.ptr,
        b_row: b.rows,
        b_column: b.columns,
        c,
        c_row: n as isize,
        c_column: 1,
        start,
        ahead: None,
        then: None,
    }
}

/// Are elements floats of 16 bits, which are multiplied and summed in `f32`?
#[inline(always)]
pub(crate) fn is_sixteen<T>() -> bool {
    can_be::<T>() && <ByType as Sixteen<T>>::is()
}

/// The product of two matrices, plus a row that is added to each of its rows, where none of our kernels is for it.
///
/// # Safety
/// As for [`one`].
unsafe fn by_others<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: ProductSizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    #[cfg(feature = "alloc")]
    let ProductSizes { m, k, n } = sizes;
    #[cfg(feature = "alloc")]
    macro_rules! kernel {
        ($t:ty, $kernel:path) => {
            if TypeId::of::<T>() == TypeId::of::<$t>() {
                let (a_ptr, b_ptr, c_ptr) = (a.ptr.cast(), b.ptr.cast(), c.cast());
                if let Some(row) = row {
                    for i in 0..m {
                        // SAFETY: there is room for `m` rows of `n` elements.
                        let to = unsafe { c.add(i * n) };
                        // SAFETY: the row has `n` elements, floats, which are elsewhere.
                        unsafe { ptr::copy_nonoverlapping(row.as_ptr(), to, n) };
                    }
                }
                let factor = if row.is_some() { 1.0 } else { 0.0 };
                // SAFETY: the element type was compared just above; the sizes and strides are the operands' own. With a factor
                // of 0 for what is at `c`, that is not read; with a factor of 1, it was written just above.
                unsafe {
                    $kernel(m, k, n, 1.0, a_ptr, a.rows, a.columns, b_ptr, b.rows, b.columns, factor, c_ptr, n as isize, 1)
                };
                return;
            }
        };
    }
    #[cfg(feature = "alloc")]
    kernel!(f32, matrixmultiply::sgemm);
    #[cfg(feature = "alloc")]
    kernel!(f64, matrixmultiply::dgemm);
    // SAFETY: the caller's matrices, row and room.
    unsafe { in_order(a, b, sizes, row, c, written) };
}

dispatched! {
    /// The product of two matrices, plus a row that is added to each of its rows, each sum in order.
    ///
    /// # Safety
    /// As for [`one`].
    unsafe fn in_order<T: Summed>(
        a: &Matrix<T>,
        b: &Matrix<T>,
        sizes: ProductSizes,
        row: Option<&[T]>,
        c: *mut T,
        written: &mut Written<T>,
    ) = in_order_body;
}

/// As [`in_order`]: row by row of the right matrix, if these are contiguous, which is a loop that the compiler makes vectors of; else
/// sum by sum.
///
/// # Safety
/// As for [`one`].
#[inline(always)]
unsafe fn in_order_body<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: ProductSizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let ProductSizes { m, k, n } = sizes;
    // SAFETY: row `i` and column `l` are within the left matrix, which is borrowed.
    let left = |i: usize, l: usize| unsafe { &*a.ptr.wrapping_offset(i as isize * a.rows + l as isize * a.columns) };
    for i in 0..m {
        if b.columns == 1 && n > 1 {
            for j in 0..n {
                // SAFETY: there is room for `m n` elements, and nothing is there yet.
                unsafe { c.wrapping_add(i * n + j).write(T::zero()) };
                written.done += 1;
            }
            // SAFETY: they were written just above, and nothing else refers to them.
            let sums = unsafe { slice::from_raw_parts_mut(c.wrapping_add(i * n), n) };
            for l in 0..k {
                // SAFETY: row `l` of the right matrix, which is borrowed.
                let right = unsafe { slice::from_raw_parts(b.ptr.wrapping_offset(l as isize * b.rows), n) };
                let x = left(i, l);
                for (sum, y) in sums.iter_mut().zip(right) {
                    *sum = sum.clone() + x.clone() * y.clone();
                }
            }
            if let Some(row) = row {
                for (sum, x) in sums.iter_mut().zip(row) {
                    *sum = sum.clone() + x.clone();
                }
            }
            continue;
        }
        for j in 0..n {
            // SAFETY: row `l` and column `j` are within the right matrix, which is borrowed.
            let right = |l: usize| unsafe { &*b.ptr.wrapping_offset(l as isize * b.rows + j as isize * b.columns) };
            let mut sum = T::zero();
            if a.columns == 1 && b.rows == 1 && k > 0 {
                // SAFETY: row `i` of the left matrix, which is borrowed.
                let x = unsafe { slice::from_raw_parts(left(i, 0), k) };
                // SAFETY: column `j` of the right matrix, which is borrowed.
                let y = unsafe { slice::from_raw_parts(right(0), k) };
                for (x, y) in x.iter().zip(y) {
                    sum = sum + x.clone() * y.clone();
                }
            } else {
                for l in 0..k {
                    sum = sum + left(i, l).clone() * right(l).clone();
                }
            }
            if let Some(row) = row {
                sum = sum + row[j].clone();
            }
            // SAFETY: there is room for `m n` elements, and nothing is there yet.
            unsafe { c.wrapping_add(i * n + j).write(sum) };
            written.done += 1;
        }
    }
}

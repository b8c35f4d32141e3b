//! Products of two matrices in memory, by their steps: the kernels of floats, and the loops of everything else.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod floats;
#[cfg(feature = "alloc")]
mod gemm;
#[cfg(feature = "alloc")]
mod long_dot;
mod matrix;
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
mod pairs;
mod single;
#[cfg(feature = "alloc")]
pub(crate) mod sums;
mod then;
#[cfg_attr(
    not(all(feature = "half", feature = "std", target_arch = "x86_64", target_os = "linux", not(miri))),
    path = "no_unit.rs"
)]
#[cfg(feature = "alloc")]
mod unit;
#[cfg(feature = "alloc")]
mod ways;

#[cfg(feature = "alloc")]
use core::any::TypeId;
use core::array;
#[cfg(feature = "alloc")]
use core::iter;
use core::mem::MaybeUninit;
use core::ops::Mul;

#[cfg(feature = "alloc")]
pub(crate) use gemm::{Grid, gemm};
pub(crate) use matrix::Matrix;
use num_traits::Zero;
pub(crate) use then::Then;
#[cfg(feature = "alloc")]
pub(crate) use unit::Unit;
#[cfg(feature = "alloc")]
pub(crate) use ways::{Plain, Ways};

use crate::kernels::level::in_widest;
use crate::kernels::sixteen::{ByType, Sixteen, can_be};
use crate::storage::{Full, Written};

/// An element of which products are summed.
pub(crate) trait Summed: Clone + Zero + Mul<Output = Self> + 'static {}
impl<T: Clone + Zero + Mul<Output = T> + 'static> Summed for T {}

/// The sizes of a product: `[m, k] x [k, n]`.
#[derive(Clone, Copy)]
pub(crate) struct ProductSizes {
    pub m: usize,
    pub k: usize,
    pub n: usize,
}

/// The sizes of the product of two matrices, for which there is room.
///
/// # Panics
/// If they do not fit each other, or there are not as many places as the product has elements.
#[inline(always)]
fn sizes_of<A, B, C>(a: &Matrix<'_, A>, b: &Matrix<'_, B>, c: &[MaybeUninit<C>]) -> ProductSizes {
    let sizes = ProductSizes { m: a.height, k: a.width, n: b.width };
    assert!(sizes.k == b.height, "the inner sizes of a matrix product");
    assert!(sizes.m.checked_mul(sizes.n) == Some(c.len()), "as many places as a matrix product has elements");
    sizes
}

/// The product of two matrices whose sizes the compiler knows, at most 8: unrolled where it is asked for, without a call. The sums
/// of a row are kept apart from the result, which the compiler may take for memory of the operands.
///
/// # Panics
/// If the sizes are not those of a product.
#[inline(always)]
pub(crate) fn tiny<'c, T: Summed>(a: &Matrix<'_, T>, b: &Matrix<'_, T>, c: &'c mut [MaybeUninit<T>]) -> Full<'c, T> {
    let ProductSizes { m, k, n } = sizes_of(a, b, c);
    for i in 0..m {
        let mut sums: [T; 8] = array::from_fn(|_| T::zero());
        for l in 0..k {
            let x = a.get(i, l);
            #[allow(clippy::needless_range_loop)] // a loop of a constant, which is unrolled
            for j in 0..n {
                sums[j] = sums[j].clone() + x.clone() * b.get(l, j).clone();
            }
        }
        #[allow(clippy::needless_range_loop)] // as above
        for j in 0..n {
            c[i * n + j].write(sums[j].clone());
        }
    }
    // SAFETY: `n` places of each of `m` rows were written, and there are no others, as was compared.
    unsafe { Full::new(c) }
}

/// The product of two matrices, plus a row that is added to each of its rows, row-major at `c`, after `then`; `ahead` is where the two of the
/// next product lie, if they lie in blocks. All of `c` is written, and counted.
///
/// # Panics
/// If the sizes are not those of a product.
pub(crate) fn one<T: Summed>(
    a: &Matrix<'_, T>,
    b: &Matrix<'_, T>,
    row: Option<&[T]>,
    then: Option<Then<T>>,
    #[cfg_attr(not(all(feature = "std", target_arch = "x86_64")), allow(unused_variables))] // for the kernels
    ahead: Option<[*const T; 2]>,
    c: &mut [MaybeUninit<T>],
    written: &mut Written<T>,
) {
    let n = sizes_of(a, b, c).n;
    assert!(row.is_none_or(|row| row.len() == n), "one number for each column");
    if is_sixteen::<T>() {
        single::in_single(a, b, row, c);
        written.done += c.len();
    } else {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            let product = floats::Sound::of(a, b, row, &mut *c).with(then, ahead);
            if floats::product(&product) {
                written.done += c.len();
                return;
            }
        }
        by_others(a, b, row, c, written);
    }
    if let Some(then) = then {
        // SAFETY: all of the result is written.
        (then.each)(unsafe { c.assume_init_mut() });
    }
}

/// The product of two matrices, plus a column that is added to each of its columns, if there are kernels for these elements: says whether there are, and all of `c` is
/// written.
///
/// # Panics
/// If the sizes are not those of a product.
#[cfg(feature = "alloc")]
pub(crate) fn plus_column<T: Summed>(
    a: &Matrix<'_, T>,
    b: &Matrix<'_, T>,
    column: Option<&[T]>,
    c: &mut [MaybeUninit<T>],
) -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return floats::product(&floats::Sound::plus_column(a, b, column, c));
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    {
        let _ = (a, b, column, c);
        false
    }
}

/// Are elements floats of 16 bits, which are multiplied and summed in `f32`?
#[inline(always)]
pub(crate) fn is_sixteen<T>() -> bool {
    can_be::<T>() && <ByType as Sixteen<T>>::is()
}

/// The product of two matrices, plus a row that is added to each of its rows, where none of our kernels is for it.
fn by_others<T: Summed>(
    a: &Matrix<'_, T>,
    b: &Matrix<'_, T>,
    row: Option<&[T]>,
    c: &mut [MaybeUninit<T>],
    written: &mut Written<T>,
) {
    #[cfg(feature = "alloc")]
    macro_rules! kernel {
        ($t:ty, $kernel:path) => {
            if TypeId::of::<T>() == TypeId::of::<$t>() {
                let ProductSizes { m, k, n } = sizes_of(a, b, c);
                if let Some(row) = row {
                    for to in c.chunks_exact_mut(n.max(1)) {
                        iter::zip(to, row).for_each(|(to, x)| _ = to.write(x.clone()));
                    }
                }
                let factor = if row.is_some() { 1.0 } else { 0.0 };
                let (a_ptr, b_ptr, c_ptr) = (a.as_ptr().cast(), b.as_ptr().cast(), c.as_mut_ptr().cast());
                // SAFETY: the element type was compared just above; the sizes and strides are the operands' own. With a factor
                // of 0 for what is at `c`, that is not read; with a factor of 1, it was written just above.
                unsafe {
                    $kernel(m, k, n, 1.0, a_ptr, a.rows, a.columns, b_ptr, b.rows, b.columns, factor, c_ptr, n as isize, 1)
                };
                written.done += c.len();
                return;
            }
        };
    }
    #[cfg(feature = "alloc")]
    kernel!(f32, matrixmultiply::sgemm);
    #[cfg(feature = "alloc")]
    kernel!(f64, matrixmultiply::dgemm);
    in_order(a, b, row, c, written);
}

in_widest! {
    /// The product of two matrices, plus a row that is added to each of its rows, each sum in order: row by row of the right matrix, if these
    /// are contiguous, which is a loop that the compiler makes vectors of; else sum by sum.
    fn in_order<T: Summed>(
        a: &Matrix<'_, T>,
        b: &Matrix<'_, T>,
        row: Option<&[T]>,
        c: &mut [MaybeUninit<T>],
        written: &mut Written<T>,
    ) {
        let ProductSizes { m, k, n } = sizes_of(a, b, c);
        let columns = b.transposed();
        for i in 0..m {
            let c = &mut c[i * n..][..n];
            if let (true, Some(rows)) = (n > 1, b.each_row()) {
                let sums = Full::of(&T::zero(), c).elements();
                written.done += n;
                for (l, right) in rows.enumerate() {
                    let x = a.get(i, l);
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
            for (j, place) in c.iter_mut().enumerate() {
                let mut sum = T::zero();
                if let (Some(x), Some(y)) = (a.row(i, 0..k), columns.row(j, 0..k)) {
                    for (x, y) in x.iter().zip(y) {
                        sum = sum + x.clone() * y.clone();
                    }
                } else {
                    for l in 0..k {
                        sum = sum + a.get(i, l).clone() * b.get(l, j).clone();
                    }
                }
                if let Some(row) = row {
                    sum = sum + row[j].clone();
                }
                place.write(sum);
                written.done += 1;
            }
        }
    }
}

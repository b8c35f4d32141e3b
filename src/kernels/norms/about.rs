//! Reductions of rows that need another one first: squares about the mean, exponentials below the largest element. Elements meet
//! in the order of all reductions.

use num_traits::{Float, NumCast};

use super::passes::Full;
use crate::kernels::exp::exp_of_negative;
use crate::kernels::moments::is_far;
use crate::kernels::rows::fold::{Add, Fold, Highest, row};
use crate::kernels::vector::Vector;

/// Of what is less than a number by a difference.
#[derive(Clone, Copy)]
struct Squares<V>(V);
/// The difference itself.
#[derive(Clone, Copy)]
struct Differences<V>(V);
#[derive(Clone, Copy)]
struct Exponentials<V>(V);

impl<V: Vector> Fold<V> for Squares<V> {
    const NAN: bool = false;
    #[inline(always)]
    unsafe fn first(self, x: V) -> V {
        // SAFETY: passed on from the caller.
        let x = unsafe { x.sub(self.0) };
        // SAFETY: as above.
        unsafe { x.mul(x) }
    }
    #[inline(always)]
    unsafe fn join(acc: V, x: V) -> V {
        // SAFETY: passed on from the caller.
        unsafe { acc.add(x) }
    }
}

impl<V: Vector> Fold<V> for Differences<V> {
    const NAN: bool = false;
    #[inline(always)]
    unsafe fn first(self, x: V) -> V {
        // SAFETY: passed on from the caller.
        unsafe { x.sub(self.0) }
    }
    #[inline(always)]
    unsafe fn join(acc: V, x: V) -> V {
        // SAFETY: passed on from the caller.
        unsafe { acc.add(x) }
    }
}

impl<V: Full> Fold<V> for Exponentials<V> {
    const NAN: bool = false;
    #[inline(always)]
    unsafe fn first(self, x: V) -> V {
        // SAFETY: passed on from the caller.
        let x = unsafe { x.sub(self.0) };
        // SAFETY: as above.
        unsafe { exp_of_negative::<V, false>(x) }
    }
    #[inline(always)]
    unsafe fn join(acc: V, x: V) -> V {
        // SAFETY: passed on from the caller.
        unsafe { acc.add(x) }
    }
}

/// The squares of what elements are more than the mean of their row, summed: one result for each row of `len`. The mean is
/// [corrected](is_far) where its rounding would count.
///
/// # Safety
/// There are so many rows, long enough for [`row`], and room for as many results. The CPU has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn squares<V: Full, const G: usize, const N: usize>(
    from: *const V::Elem,
    to: *mut V::Elem,
    rows: usize,
    len: usize,
) {
    let count = <V::Elem as NumCast>::from(len).unwrap_or_else(V::Elem::nan);
    for i in 0..rows {
        let from = from.wrapping_add(i * len);
        // SAFETY: passed on from the caller.
        let sum = unsafe { row::<V, Add, G, N>(Add, from, len) }.unwrap_or_else(V::Elem::nan);
        let mean = sum / count;
        // SAFETY: as above.
        let all = unsafe { V::splat(mean) };
        // SAFETY: as above.
        let sum = unsafe { row::<V, Squares<V>, G, N>(Squares(all), from, len) };
        let mut sum = sum.unwrap_or_else(V::Elem::nan);
        if is_far(mean, sum / count) {
            // SAFETY: as above.
            let more = unsafe { row::<V, Differences<V>, G, N>(Differences(all), from, len) };
            let mean = mean + more.unwrap_or_else(V::Elem::nan) / count;
            // SAFETY: as above.
            let all = unsafe { V::splat(mean) };
            // SAFETY: as above.
            let again = unsafe { row::<V, Squares<V>, G, N>(Squares(all), from, len) };
            sum = again.unwrap_or_else(V::Elem::nan);
        }
        // SAFETY: as above.
        unsafe { to.wrapping_add(i).write(sum) };
    }
}

/// The logarithm of the sum of a row's exponentials, as [`squares`].
///
/// # Safety
/// As for [`squares`].
#[inline(always)]
pub(super) unsafe fn log_sums<V: Full, const G: usize, const N: usize>(
    ln: fn(V::Elem) -> V::Elem,
    from: *const V::Elem,
    to: *mut V::Elem,
    rows: usize,
    len: usize,
) {
    for i in 0..rows {
        let from = from.wrapping_add(i * len);
        // SAFETY: passed on from the caller.
        let peak = unsafe { row::<V, Highest, G, N>(Highest, from, len) }.unwrap_or_else(V::Elem::nan);
        // What is infinite, or no number, is the result.
        let mut result = peak;
        if peak.is_finite() {
            // SAFETY: as above.
            let all = unsafe { V::splat(peak) };
            // SAFETY: as above.
            let sum = unsafe { row::<V, Exponentials<V>, G, N>(Exponentials(all), from, len) };
            result = ln(sum.unwrap_or_else(V::Elem::nan)) + peak;
        }
        // SAFETY: as above.
        unsafe { to.wrapping_add(i).write(result) };
    }
}

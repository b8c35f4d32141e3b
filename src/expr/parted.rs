//! Functions and reductions of many elements on more cores, with the feature `rayon`: of floats that lie in memory in one order. It is the library's own
//! functions, and nothing is asked of a program's. What adds or copies waits for the memory, which cores share, so that it takes more elements to pay.

use core::mem::MaybeUninit;
use core::ops::Range;

use super::node::{FnMut1, FnMut2};
use super::{Map, Zip};
use crate::kernels::parallel;
use crate::shape::recurrent::row::Elements;
use crate::storage::{Buffer, Full};
use crate::view::View;

/// An exponential or a logarithm is about so many multiply-adds.
const WORK: usize = 16;

/// A part has at least so many elements.
const LEAST: usize = 1 << 14;

/// Would other threads compute a function of so many elements?
pub(super) fn pays<T, F: FnMut1<T>>(len: usize, f: &F) -> bool {
    let parts = parallel::parts(len, LEAST, len.saturating_mul(WORK));
    parts > 1 && parallel::shares::<T>() && parallel::shares::<F::Output>() && f.formula().is_some()
}

/// A function of each element, if there are enough of them, and other threads may compute it.
pub(super) fn unary<T: Clone, F: FnMut1<T>>(x: &[T], f: &F) -> Option<Buffer<F::Output>> {
    if !pays::<T, F>(x.len(), f) {
        return None;
    }
    let parts = parallel::parts(x.len(), LEAST, x.len().saturating_mul(WORK));
    // SAFETY: floats are read and written by any thread, and a formula holds nothing but such; `fill` writes all places.
    Some(unsafe {
        made(x.len(), parts, |range, places| {
            let mut f = f.formula().expect("a formula, as before");
            if const { F::KERNEL } {
                let _: Full<'_, _> = f.kernel(&x[range], places);
                return;
            }
            let shape = ((), Elements(range.len()));
            super::fill(Map(View::over(&x[range], shape), f), shape, places);
        })
    })
}

/// A function of each pair of elements, as [`unary`]: of so many that it pays though they are waited for.
///
/// # Panics
/// If there are not as many on both sides.
pub(super) fn binary<T: Clone, U: Clone, F: FnMut2<T, U>>(x: &[T], y: &[U], f: &F) -> Option<Buffer<F::Output>> {
    assert!(x.len() == y.len(), "pairs of elements");
    let parts = parallel::parts(x.len(), LEAST, x.len());
    let shared = parallel::shares::<T>() && parallel::shares::<U>() && parallel::shares::<F::Output>();
    if parts == 1 || !shared || f.formula().is_none() {
        return None;
    }
    // SAFETY: floats are read and written by any thread, and a formula holds nothing but such; `fill` writes all places.
    Some(unsafe {
        made(x.len(), parts, |range, places| {
            let f = f.formula().expect("a formula, as before");
            let shape = ((), Elements(range.len()));
            let (x, y) = (View::over(&x[range.clone()], shape), View::over(&y[range], shape));
            super::fill(Zip(x, y, f), shape, places);
        })
    })
}

/// So many results in parts, each of a range and in places of its own.
///
/// # Safety
/// `part` may be called on several threads at once, for ranges that have nothing in common; it writes all of its places.
pub(super) unsafe fn made<U>(
    len: usize,
    parts: usize,
    part: impl Fn(Range<usize>, &mut [MaybeUninit<U>]),
) -> Buffer<U> {
    Buffer::written_by(len, |places| {
        // SAFETY: as the caller promises.
        unsafe { parallel::split_places(places, 1, parts, part) };
        // SAFETY: the ranges are all places, and those of each are written, as the caller promises.
        unsafe { Full::new(places) }
    })
}

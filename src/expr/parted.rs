//! Functions of many elements on more cores, with the feature `rayon`: of floats that lie in memory in one order. What adds or copies waits for
//! the memory, which cores share; so it is the library's own functions of one element, and nothing is asked of a program's.

use core::ops::Range;
use core::slice;

use super::Map;
use super::node::FnMut1;
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
    Some(Buffer::written_by(x.len(), |places| {
        let to = places.as_mut_ptr();
        let part = |range: Range<usize>| {
            let (x, f) = (&x[range.clone()], f.formula().expect("a formula, as before"));
            // SAFETY: ranges within the places, which have nothing in common.
            let places = unsafe { slice::from_raw_parts_mut(to.wrapping_add(range.start), range.len()) };
            let shape = ((), Elements(x.len()));
            super::fill(Map(View::over(x, shape), f), shape, places);
        };
        // SAFETY: floats are read and written by any thread, and a formula holds nothing but such.
        unsafe { parallel::split(x.len(), parts, 1, part) };
        // SAFETY: the ranges are all places, and `fill` writes those of each.
        unsafe { Full::new(places) }
    }))
}

//! Functions of elements of 16 bits, computed in `f32`, block by block: of what lies in memory in one order. What does not is computed
//! element by element.

use core::mem::MaybeUninit;

use super::node::{FnMut1, FnMut2};
use super::sink::Change;
use crate::kernels::level::in_widest;
use crate::kernels::sixteen;
#[cfg(feature = "alloc")]
use crate::kernels::sixteen::{BLOCK, ByType, Sixteen};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;

in_widest! {
    /// A function of each number, in its place.
    pub(crate) fn each<F: FnMut1<f32, Output = f32>>(f: F, x: &mut [f32]) {
        let mut f = f;
        for x in x {
            *x = f.call(*x);
        }
    }
    /// A function of each element, to as many places, all of which are written.
    #[cfg_attr(not(feature = "alloc"), allow(dead_code))]
    pub(super) fn each_to<T: Clone, F: FnMut1<T>>(x: &[T], f: &mut F, to: &mut [MaybeUninit<<F as FnMut1<T>>::Output>]) {
        assert!(x.len() == to.len(), "a place for each element");
        for (to, x) in to.iter_mut().zip(x) {
            to.write(f.call(x.clone()));
        }
    }
    /// A function of each element and of another, to as many places, all of which are written.
    pub(super) fn pairs_to<T: Clone, U: Clone, F: FnMut2<T, U>>(
        x: &[T],
        y: &[U],
        f: &mut F,
        to: &mut [MaybeUninit<<F as FnMut2<T, U>>::Output>],
    ) {
        assert!(x.len() == to.len() && y.len() == to.len(), "a place for each pair");
        for ((to, x), y) in to.iter_mut().zip(x).zip(y) {
            to.write(f.call(x.clone(), y.clone()));
        }
    }
    /// A function of each number and of another, in the place of the first.
    pub(crate) fn pairs<F: FnMut2<f32, f32, Output = f32>>(f: F, x: &mut [f32], y: &[f32]) {
        let mut f = f;
        for (x, &y) in x.iter_mut().zip(y) {
            *x = f.call(*x, y);
        }
    }
}

/// A function of each element, if these are floats of 16 bits of known types, and so are the results.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn unary<T, F: FnMut1<T>>(x: &[T], f: &mut F) -> Option<Buffer<F::Output>> {
    if !F::SINGLE {
        return None;
    }
    sixteen::each(x, |x| f.singles(x))
}

/// As [`unary`], to as many places, all of which are written: says whether they are.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn unary_to<T, F: FnMut1<T>>(x: &[T], f: &mut F, to: &mut [MaybeUninit<F::Output>]) -> bool {
    F::SINGLE && sixteen::each_to(x, to, |x| f.singles(x))
}

/// A function of each pair of elements, as [`unary`].
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn binary<T, U, F: FnMut2<T, U>>(x: &[T], y: &[U], f: &mut F) -> Option<Buffer<F::Output>> {
    if !F::SINGLE || x.len() != y.len() {
        return None;
    }
    sixteen::pairs(x, y, |x, y| f.singles(x, y))
}

/// As [`binary`], to as many places, all of which are written: says whether they are.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn binary_to<T, U, F: FnMut2<T, U>>(x: &[T], y: &[U], f: &mut F, to: &mut [MaybeUninit<F::Output>]) -> bool {
    F::SINGLE && sixteen::pairs_to(x, y, to, |x, y| f.singles(x, y))
}

/// A function of each element and one value, as [`unary`].
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn with_value<T, F: FnMut2<T, T>>(x: &[T], value: &T, f: &mut F) -> Option<Buffer<F::Output>> {
    if !F::SINGLE || !<ByType as Sixteen<T>>::is() {
        return None;
    }
    let values = [ByType::widen(value); BLOCK];
    sixteen::each(x, |x| f.singles(x, &values[..x.len()]))
}

/// Changes elements by a function of each and of another, if these are floats of 16 bits of known types; says whether they are.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn binary_into<T, F: FnMut2<T, T, Output = T>>(x: &mut [T], y: &[T], f: &mut F) -> bool {
    F::SINGLE && x.len() == y.len() && sixteen::change(x, Some(y), |x, y| f.singles(x, y))
}

/// As [`binary_into`], of one value.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn with_value_into<T, F: FnMut2<T, T, Output = T>>(x: &mut [T], value: &T, f: &mut F) -> bool {
    if !F::SINGLE || !<ByType as Sixteen<T>>::is() {
        return false;
    }
    let values = [ByType::widen(value); BLOCK];
    sixteen::change::<T, T>(x, None, |x, _| f.singles(x, &values[..x.len()]))
}

/// As [`binary_into`], of a function that changes elements.
#[inline(never)]
pub(super) fn change<T, U, F: Change<T, U>>(x: &mut [T], y: &[U], f: &mut F) -> bool {
    F::SINGLE && x.len() == y.len() && sixteen::change(x, Some(y), |x, y| f.singles(x, y))
}

//! One lane.

use core::marker::PhantomData;

use num_traits::Float;

use super::{Simd, Task};
use crate::kernels::by_type;

/// One lane, of any float: what any CPU does, and how elements are computed that there are no vectors of. The compiler makes vectors of
/// loops over many of them.
#[derive(Clone, Copy)]
pub(crate) struct One<T>(pub PhantomData<T>);

// SAFETY: one element is read or written, or none.
unsafe impl<T: Float> Simd for One<T> {
    type Elem = T;
    type V = T;
    type First = bool;
    type Which = bool;
    const LANES: usize = 1;
    const REGISTERS: usize = 16;
    const FUSED: bool = false;

    #[inline(always)]
    fn call<K: Task<Self>>(self, task: K) -> K::Output {
        task.run(self)
    }
    #[inline(always)]
    fn splat(self, x: T) -> T {
        x
    }
    #[inline(always)]
    fn first(self, lanes: usize) -> bool {
        lanes > 0
    }
    #[inline(always)]
    unsafe fn load_at(self, from: *const T) -> T {
        // SAFETY: the caller's one element.
        unsafe { from.read() }
    }
    #[inline(always)]
    unsafe fn load_first_at(self, from: *const T, first: bool) -> T {
        // SAFETY: the caller's one element, if it is meant.
        if first { unsafe { from.read() } } else { T::zero() }
    }
    #[inline(always)]
    unsafe fn load_singles_at(self, from: *const f32) -> T {
        // SAFETY: the caller's one number.
        T::from(unsafe { from.read() }).unwrap_or_else(T::nan)
    }
    #[inline(always)]
    unsafe fn store_at(self, x: T, to: *mut T) {
        // SAFETY: the caller's place for one element.
        unsafe { to.write(x) }
    }
    #[inline(always)]
    unsafe fn send_at(self, x: T, to: *mut T) {
        // SAFETY: the caller's place for one element.
        unsafe { self.store_at(x, to) }
    }
    #[inline(always)]
    unsafe fn store_first_at(self, x: T, to: *mut T, first: bool) {
        if first {
            // SAFETY: the caller's place for one element.
            unsafe { to.write(x) }
        }
    }
    #[inline(always)]
    fn exp_of_negative<const FUSED: bool>(self, x: T) -> T {
        by_type::exp(x)
    }
    #[inline(always)]
    fn prefetch(self, _: *const T) {}
    #[inline(always)]
    fn prefetch_second(self, _: *const T) {}
    #[inline(always)]
    fn add(self, a: T, b: T) -> T {
        a + b
    }
    #[inline(always)]
    fn sub(self, a: T, b: T) -> T {
        a - b
    }
    #[inline(always)]
    fn mul(self, a: T, b: T) -> T {
        a * b
    }
    #[inline(always)]
    fn div(self, a: T, b: T) -> T {
        a / b
    }
    #[inline(always)]
    fn sqrt(self, x: T) -> T {
        x.sqrt()
    }
    #[inline(always)]
    fn mul_add(self, a: T, b: T, c: T) -> T {
        c + a * b
    }
    #[inline(always)]
    fn larger(self, a: T, b: T) -> T {
        if a > b { a } else { b }
    }
    #[inline(always)]
    fn smaller(self, a: T, b: T) -> T {
        if a < b { a } else { b }
    }
    #[inline(always)]
    fn above(self, a: T, b: T) -> bool {
        a > b
    }
    #[inline(always)]
    fn equal(self, a: T, b: T) -> bool {
        a == b
    }
    #[inline(always)]
    fn unordered(self, a: T, b: T) -> bool {
        a.is_nan() | b.is_nan()
    }
    #[inline(always)]
    fn either(self, a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn select(self, which: bool, a: T, b: T) -> T {
        if which { a } else { b }
    }
    #[inline(always)]
    fn only(self, first: bool, a: T, b: T) -> T {
        if first { a } else { b }
    }
    #[inline(always)]
    fn bits(self, which: bool) -> u32 {
        which.into()
    }
    #[inline(always)]
    fn swapped(self, x: T, _: usize) -> T {
        x
    }
    #[inline(always)]
    fn parted(self, a: T, b: T) -> [T; 2] {
        [a, b]
    }
    #[inline(always)]
    fn lane(self, x: T) -> T {
        x
    }
}

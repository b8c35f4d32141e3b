//! [`Along`] rows and columns.

use num_traits::{Float, Zero};

use super::Along;
use super::passes::{Change, First, Full, Part, STEPS, Term, Whole, map, peak, sum};
use crate::kernels::exp::exp_of_negative;
use crate::kernels::rows::fold::{Add, Stack};
use crate::kernels::vector::Vector;

/// As many lanes at most, in [`columns`].
const MOST: usize = 64;

/// [`Along`], as types.
pub(super) trait Kernel<V: Vector>: Copy {
    /// Is the largest element needed first?
    const PEAK: bool;
    /// Is what the first pass gives what the second one needs? If not, that starts from the element.
    const KEEPS: bool;
    /// What is kept, and what is summed.
    ///
    /// # Safety
    /// The CPU has the vector's instructions, here and below.
    unsafe fn term(self, x: V, peak: V) -> (V, V);
    /// A number made of the sum.
    fn turn(self, sum: V::Elem) -> V::Elem;
    /// # Safety
    /// As above.
    unsafe fn finish(self, x: V, peak: V, by: V) -> V;
}

#[derive(Clone, Copy)]
pub(super) struct Softmax;
#[derive(Clone, Copy)]
pub(super) struct LogSoftmax<T>(pub fn(T) -> T);
#[derive(Clone, Copy)]
pub(super) struct Over<T>(pub fn(T) -> T);

impl<V: Full> Kernel<V> for Softmax {
    const PEAK: bool = true;
    const KEEPS: bool = true;
    #[inline(always)]
    unsafe fn term(self, x: V, peak: V) -> (V, V) {
        // SAFETY: passed on from the caller.
        let below = unsafe { x.sub(peak) };
        // SAFETY: as above; it is not above the peak.
        let e = unsafe { exp_of_negative::<V, true>(below) };
        (e, e)
    }
    #[inline(always)]
    fn turn(self, sum: V::Elem) -> V::Elem {
        sum.recip()
    }
    #[inline(always)]
    unsafe fn finish(self, x: V, _: V, by: V) -> V {
        // SAFETY: passed on from the caller.
        unsafe { x.mul(by) }
    }
}

impl<V: Full> Kernel<V> for LogSoftmax<V::Elem> {
    const PEAK: bool = true;
    const KEEPS: bool = false;
    #[inline(always)]
    unsafe fn term(self, x: V, peak: V) -> (V, V) {
        // SAFETY: passed on from the caller.
        unsafe { Kernel::<V>::term(Softmax, x, peak) }
    }
    #[inline(always)]
    fn turn(self, sum: V::Elem) -> V::Elem {
        (self.0)(sum)
    }
    #[inline(always)]
    unsafe fn finish(self, x: V, peak: V, log: V) -> V {
        // SAFETY: passed on from the caller.
        let below = unsafe { x.sub(peak) };
        // SAFETY: as above.
        unsafe { below.sub(log) }
    }
}

impl<V: Full> Kernel<V> for Over<V::Elem> {
    const PEAK: bool = false;
    const KEEPS: bool = false;
    #[inline(always)]
    unsafe fn term(self, x: V, _: V) -> (V, V) {
        // SAFETY: passed on from the caller.
        (x, unsafe { x.mul(x) })
    }
    #[inline(always)]
    fn turn(self, sum: V::Elem) -> V::Elem {
        (self.0)(sum)
    }
    #[inline(always)]
    unsafe fn finish(self, x: V, _: V, by: V) -> V {
        // SAFETY: passed on from the caller.
        unsafe { x.div(by) }
    }
}

/// A kernel, with the largest element of a row.
#[derive(Clone, Copy)]
struct ByPeak<K, V>(K, V);
impl<V: Vector, K: Kernel<V>> Term<V> for ByPeak<K, V> {
    const KEEPS: bool = K::KEEPS;
    #[inline(always)]
    unsafe fn term(self, x: V) -> (V, V) {
        // SAFETY: passed on from the caller.
        unsafe { self.0.term(x, self.1) }
    }
}

/// And with the number made of the sum.
#[derive(Clone, Copy)]
struct Finish<K, V>(K, V, V);
impl<V: Vector, K: Kernel<V>> Change<V> for Finish<K, V> {
    #[inline(always)]
    unsafe fn change<P: Part<V>>(self, x: V, _: usize, _: P) -> V {
        // SAFETY: passed on from the caller.
        unsafe { self.0.finish(x, self.1, self.2) }
    }
}

/// A kernel on rows of `len` elements, one after the other.
///
/// # Safety
/// There are so many elements, and room for as many; both may be one. The CPU has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn rows<V: Full, K: Kernel<V>, const N: usize>(
    kernel: K,
    from: *const V::Elem,
    to: *mut V::Elem,
    rows: usize,
    len: usize,
) {
    for i in 0..rows {
        let (from, to) = (from.wrapping_add(i * len), to.wrapping_add(i * len));
        // SAFETY: passed on from the caller.
        let peak = if K::PEAK { unsafe { peak::<V, N>(from, len) } } else { V::Elem::zero() };
        // SAFETY: as above.
        let peak = unsafe { V::splat(peak) };
        // SAFETY: as above.
        let sum = unsafe { sum::<V, _, N>(from, to, len, ByPeak(kernel, peak)) };
        // SAFETY: as above.
        let by = unsafe { V::splat(kernel.turn(sum)) };
        let kept = if K::KEEPS { to.cast_const() } else { from };
        // SAFETY: as above; what was kept is there.
        unsafe { map::<V, _>(kept, to, 0, len, Finish(kernel, peak, by)) };
    }
}

/// Of what is left without the largest element.
#[derive(Clone, Copy)]
struct Exponential<V>(V);
impl<V: Full> Term<V> for Exponential<V> {
    const KEEPS: bool = false;
    #[inline(always)]
    unsafe fn term(self, x: V) -> (V, V) {
        // SAFETY: passed on from the caller.
        unsafe { Kernel::<V>::term(Softmax, x, self.0) }
    }
}

/// The largest element, and the sum of the exponentials of what is left without it.
///
/// # Safety
/// There are so many elements. The CPU has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn peak_and_sum<V: Full, const N: usize>(from: *const V::Elem, len: usize) -> (V::Elem, V::Elem) {
    // SAFETY: passed on from the caller.
    let peak = unsafe { peak::<V, N>(from, len) };
    // SAFETY: as above.
    let all = unsafe { V::splat(peak) };
    // SAFETY: as above; nothing is kept.
    (peak, unsafe { sum::<V, _, N>(from, from.cast_mut(), len, Exponential(all)) })
}

/// A kernel on the columns of a row-major block: `len` rows of `inner` elements.
///
/// # Safety
/// As for [`rows`]; `N` vectors have [`MOST`] lanes at most.
#[inline(always)]
pub(super) unsafe fn columns<V: Full, K: Kernel<V>, const N: usize>(
    kernel: K,
    from: *const V::Elem,
    to: *mut V::Elem,
    len: usize,
    inner: usize,
) {
    let mut at = 0;
    while at + N * V::LANES <= inner {
        let (from, to) = (from.wrapping_add(at), to.wrapping_add(at));
        // SAFETY: these columns are there.
        unsafe { some_columns::<V, K, Whole, N>(kernel, from, to, len, inner, Whole) };
        at += N * V::LANES;
    }
    while at < inner {
        let (from, to) = (from.wrapping_add(at), to.wrapping_add(at));
        // SAFETY: the CPU has the instructions.
        let part = First(unsafe { V::mask((inner - at).min(V::LANES)) });
        // SAFETY: what is left of the columns.
        unsafe { some_columns::<V, K, First<V::Mask>, 1>(kernel, from, to, len, inner, part) };
        at += V::LANES;
    }
}

/// `N` vectors of neighbouring columns.
///
/// # Safety
/// As for [`columns`], for these.
#[inline(always)]
unsafe fn some_columns<V: Full, K: Kernel<V>, P: Part<V>, const N: usize>(
    kernel: K,
    from: *const V::Elem,
    to: *mut V::Elem,
    len: usize,
    inner: usize,
    part: P,
) {
    // SAFETY: the CPU has the instructions.
    let zero = unsafe { V::splat(V::Elem::zero()) };
    // SAFETY: as above.
    let mut peaks = [unsafe { V::splat(V::Elem::neg_infinity()) }; N];
    if K::PEAK {
        for row in 0..len {
            for (v, peak) in peaks.iter_mut().enumerate() {
                // SAFETY: passed on from the caller.
                let x = unsafe { part.load(from.wrapping_add(row * inner + v * V::LANES)) };
                // SAFETY: the CPU has the instructions.
                *peak = unsafe { x.larger(*peak) };
            }
        }
    }
    let mut stack = Stack::<V, N>::new();
    let mut row = 0;
    let sums = loop {
        let end = len.min(row + STEPS);
        let mut sums = [zero; N];
        while row < end {
            for v in 0..N {
                let at = row * inner + v * V::LANES;
                // SAFETY: passed on from the caller.
                let x = unsafe { part.load(from.wrapping_add(at)) };
                // SAFETY: the CPU has the instructions.
                let (new, term) = unsafe { kernel.term(x, peaks[v]) };
                if K::KEEPS {
                    // SAFETY: passed on from the caller.
                    unsafe { part.store(new, to.wrapping_add(at)) };
                }
                // SAFETY: as above.
                sums[v] = unsafe { sums[v].add(term) };
            }
            row += 1;
        }
        if row == len {
            // SAFETY: the CPU has the instructions.
            break unsafe { stack.finish::<Add>(sums) };
        }
        // SAFETY: as above.
        unsafe { stack.push::<Add>(sums) };
    };
    let mut numbers = [V::Elem::zero(); MOST];
    for (v, sum) in sums.into_iter().enumerate() {
        // SAFETY: there are so many lanes at most.
        unsafe { sum.store(numbers.as_mut_ptr().wrapping_add(v * V::LANES)) };
    }
    for number in &mut numbers[..N * V::LANES] {
        *number = kernel.turn(*number);
    }
    let mut by = [zero; N];
    for (v, by) in by.iter_mut().enumerate() {
        // SAFETY: as above.
        *by = unsafe { V::load(numbers.as_ptr().wrapping_add(v * V::LANES)) };
    }
    let kept = if K::KEEPS { to.cast_const() } else { from };
    for row in 0..len {
        for v in 0..N {
            let at = row * inner + v * V::LANES;
            // SAFETY: passed on from the caller; what was kept is there.
            let x = unsafe { part.load(kept.wrapping_add(at)) };
            // SAFETY: the CPU has the instructions.
            let x = unsafe { kernel.finish(x, peaks[v], by[v]) };
            // SAFETY: passed on from the caller.
            unsafe { part.store(x, to.wrapping_add(at)) };
        }
    }
}

/// [`rows`] or [`columns`] of all blocks of `len * inner` elements.
///
/// # Safety
/// As for these.
#[inline(always)]
pub(super) unsafe fn all_along<V: Full, const N: usize>(
    work: Along<V::Elem>,
    from: *const V::Elem,
    to: *mut V::Elem,
    blocks: usize,
    len: usize,
    inner: usize,
) {
    macro_rules! with {
        ($kernel:expr) => {
            if inner == 1 {
                // SAFETY: passed on from the caller.
                unsafe { rows::<V, _, N>($kernel, from, to, blocks, len) }
            } else {
                for i in 0..blocks {
                    let (from, to) = (from.wrapping_add(i * len * inner), to.wrapping_add(i * len * inner));
                    // SAFETY: as above.
                    unsafe { columns::<V, _, N>($kernel, from, to, len, inner) }
                }
            }
        };
    }
    match work {
        Along::Softmax => with!(Softmax),
        Along::LogSoftmax(log) => with!(LogSoftmax(log)),
        Along::Over(norm) => with!(Over(norm)),
    }
}

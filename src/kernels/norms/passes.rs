//! The passes over one row, for any vector: the largest element, sums, and what changes all elements.

use num_traits::{Float, Zero};

use crate::kernels::exp::Numbers;
use crate::kernels::rows::fold::{Add, Highest, Stack, halved};
use crate::kernels::vector::{Exponent, Vector};

/// Steps of a sum's lanes before blocks are joined in pairs.
pub(super) const STEPS: usize = 32;

/// Vectors that have all that is needed here.
pub(super) trait Full: Exponent<Elem: Numbers + Float> {}
impl<V: Exponent<Elem: Numbers + Float>> Full for V {}

/// How much of a vector there is.
///
/// # Safety
/// The functions reach no further.
pub(super) unsafe trait Part<V: Vector>: Copy {
    /// # Safety
    /// The CPU has the vector's instructions, and so many elements may be read.
    unsafe fn load(self, from: *const V::Elem) -> V;
    /// # Safety
    /// The CPU has the vector's instructions, and so many elements may be written.
    unsafe fn store(self, x: V, to: *mut V::Elem);
    /// `x` in these lanes, `other` elsewhere.
    ///
    /// # Safety
    /// The CPU has the vector's instructions.
    unsafe fn only(self, x: V, other: V) -> V;
}

#[derive(Clone, Copy)]
pub(super) struct Whole;
/// The lanes of a mask.
#[derive(Clone, Copy)]
pub(super) struct First<M>(pub M);

// SAFETY: a whole vector.
unsafe impl<V: Vector> Part<V> for Whole {
    #[inline(always)]
    unsafe fn load(self, from: *const V::Elem) -> V {
        // SAFETY: passed on from the caller.
        unsafe { V::load(from) }
    }
    #[inline(always)]
    unsafe fn store(self, x: V, to: *mut V::Elem) {
        // SAFETY: passed on from the caller.
        unsafe { x.store(to) }
    }
    #[inline(always)]
    unsafe fn only(self, x: V, _: V) -> V {
        x
    }
}

// SAFETY: the lanes of the mask.
unsafe impl<V: Vector> Part<V> for First<V::Mask> {
    #[inline(always)]
    unsafe fn load(self, from: *const V::Elem) -> V {
        // SAFETY: passed on from the caller.
        unsafe { V::load_first(from, self.0) }
    }
    #[inline(always)]
    unsafe fn store(self, x: V, to: *mut V::Elem) {
        // SAFETY: passed on from the caller.
        unsafe { x.store_first(to, self.0) }
    }
    #[inline(always)]
    unsafe fn only(self, x: V, other: V) -> V {
        // SAFETY: passed on from the caller.
        unsafe { x.first_of(self.0, other) }
    }
}

/// The first pass: what is summed of each element, and what is kept of it for the second pass.
pub(super) trait Term<V: Vector>: Copy {
    /// Is anything kept?
    const KEEPS: bool;
    /// Gives what is kept, and what is summed.
    ///
    /// # Safety
    /// The CPU has the vector's instructions, here and below.
    unsafe fn term(self, x: V) -> (V, V);
}

/// The second pass.
pub(super) trait Change<V: Vector>: Copy {
    /// The new elements, of which the first is number `at` of the row.
    ///
    /// # Safety
    /// The CPU has the vector's instructions, and the row has these elements.
    unsafe fn change<P: Part<V>>(self, x: V, at: usize, part: P) -> V;
}

/// Runs code for two vectors at a time, and then for what is left of a row: `$part` says how much of a vector there is.
macro_rules! vectors {
    ($V:ident, $from:expr, $to:expr; |$at:ident, $part:ident| $body:expr) => {{
        let (mut $at, end) = ($from, $to);
        while $at + 2 * $V::LANES <= end {
            let $part = Whole;
            $body;
            $at += $V::LANES;
            $body;
            $at += $V::LANES;
        }
        while $at < end {
            if end - $at >= $V::LANES {
                let $part = Whole;
                $body;
            } else {
                // SAFETY: the CPU has the instructions.
                let $part = First(unsafe { $V::mask(end - $at) });
                $body;
            }
            $at += $V::LANES;
        }
    }};
}

/// The sum over a row in `N` vectors of lanes, and in pairs of blocks.
///
/// # Safety
/// There are `len` elements, and room for as many if the term keeps them. The CPU has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn sum<V: Full, T: Term<V>, const N: usize>(
    from: *const V::Elem,
    to: *mut V::Elem,
    len: usize,
    term: T,
) -> V::Elem {
    // SAFETY: the CPU has the instructions.
    let zero = unsafe { V::splat(V::Elem::zero()) };
    let mut stack = Stack::<V, N>::new();
    let mut at = 0;
    loop {
        let end = len.min(at + STEPS * N * V::LANES);
        let mut lanes = [zero; N];
        while at + N * V::LANES <= end {
            for (v, lane) in lanes.iter_mut().enumerate() {
                // SAFETY: a vector of the row.
                *lane = unsafe { one::<V, T, Whole>(from, to, at + v * V::LANES, *lane, term, Whole) };
            }
            at += N * V::LANES;
        }
        for (v, lane) in lanes.iter_mut().enumerate() {
            let at = at + v * V::LANES;
            if at < end {
                // SAFETY: the CPU has the instructions.
                let part = First(unsafe { V::mask((end - at).min(V::LANES)) });
                // SAFETY: what is left of the row.
                *lane = unsafe { one::<V, T, First<V::Mask>>(from, to, at, *lane, term, part) };
            }
        }
        at = end;
        if at == len {
            // SAFETY: the CPU has the instructions.
            let lanes = unsafe { stack.finish::<Add>(lanes) };
            // SAFETY: as above.
            return unsafe { halved::<V, Add, N>(lanes) };
        }
        // SAFETY: as above.
        unsafe { stack.push::<Add>(lanes) };
    }
}

/// The lanes with a vector more.
///
/// # Safety
/// As for [`sum`], for the elements from `at` on.
#[inline(always)]
unsafe fn one<V: Full, T: Term<V>, P: Part<V>>(
    from: *const V::Elem,
    to: *mut V::Elem,
    at: usize,
    lane: V,
    term: T,
    part: P,
) -> V {
    // SAFETY: passed on from the caller.
    let x = unsafe { part.load(from.wrapping_add(at)) };
    // SAFETY: as above.
    let (new, term) = unsafe { term.term(x) };
    if T::KEEPS {
        // SAFETY: as above.
        unsafe { part.store(new, to.wrapping_add(at)) };
    }
    // SAFETY: as above.
    let sum = unsafe { lane.add(term) };
    // SAFETY: as above.
    unsafe { part.only(sum, lane) }
}

/// The second pass over a row.
///
/// # Safety
/// There are elements up to `to`, and room for as many. The CPU has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn map<V: Full, C: Change<V>>(x: *const V::Elem, y: *mut V::Elem, from: usize, to: usize, change: C) {
    vectors!(V, from, to; |at, part| {
        // SAFETY: so many elements.
        let old = unsafe { part.load(x.wrapping_add(at)) };
        // SAFETY: as above.
        let new = unsafe { change.change(old, at, part) };
        // SAFETY: there is room.
        unsafe { part.store(new, y.wrapping_add(at)) };
    });
}

/// The largest element that is a number; minus infinity, if there is none.
///
/// # Safety
/// There are so many elements. The CPU has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn peak<V: Full, const N: usize>(from: *const V::Elem, len: usize) -> V::Elem {
    // SAFETY: the CPU has the instructions.
    let least = unsafe { V::splat(V::Elem::neg_infinity()) };
    let mut peaks = [least; N];
    let mut at = 0;
    while at + N * V::LANES <= len {
        for (v, peak) in peaks.iter_mut().enumerate() {
            // SAFETY: a vector of the row.
            let x = unsafe { V::load(from.wrapping_add(at + v * V::LANES)) };
            // SAFETY: the CPU has the instructions. NaN is passed over.
            *peak = unsafe { x.larger(*peak) };
        }
        at += N * V::LANES;
    }
    for (v, peak) in peaks.iter_mut().enumerate() {
        let at = at + v * V::LANES;
        if at < len {
            // SAFETY: the CPU has the instructions.
            let part = First(unsafe { V::mask((len - at).min(V::LANES)) });
            // SAFETY: what is left of the row.
            let x: V = unsafe { part.load(from.wrapping_add(at)) };
            // SAFETY: as above.
            let larger = unsafe { x.larger(*peak) };
            // SAFETY: as above.
            *peak = unsafe { part.only(larger, *peak) };
        }
    }
    // SAFETY: as above.
    unsafe { halved::<V, Highest, N>(peaks) }
}

//! [`Normal`] rows, and [`PerChannel`].

use num_traits::{Float, NumCast, Zero};

use super::passes::{Change, Full, Part, Term, map, sum};
use super::{Affine, Normal, PerChannel};
use crate::kernels::moments::is_far;
use crate::kernels::vector::Vector;

#[derive(Clone, Copy)]
struct Itself;
/// What an element is more than the mean.
#[derive(Clone, Copy)]
struct More<V>(V);
/// The square of what an element is more than the mean.
#[derive(Clone, Copy)]
struct Deviation<V>(V);
#[derive(Clone, Copy)]
struct SquareOf;

impl<V: Vector> Term<V> for Itself {
    const KEEPS: bool = false;
    #[inline(always)]
    unsafe fn term(self, x: V) -> (V, V) {
        (x, x)
    }
}
impl<V: Vector> Term<V> for More<V> {
    const KEEPS: bool = false;
    #[inline(always)]
    unsafe fn term(self, x: V) -> (V, V) {
        // SAFETY: passed on from the caller.
        (x, unsafe { x.sub(self.0) })
    }
}
impl<V: Vector> Term<V> for Deviation<V> {
    const KEEPS: bool = false;
    #[inline(always)]
    unsafe fn term(self, x: V) -> (V, V) {
        // SAFETY: passed on from the caller.
        let more = unsafe { x.sub(self.0) };
        // SAFETY: as above.
        (x, unsafe { more.mul(more) })
    }
}
impl<V: Vector> Term<V> for SquareOf {
    const KEEPS: bool = false;
    #[inline(always)]
    unsafe fn term(self, x: V) -> (V, V) {
        // SAFETY: passed on from the caller.
        (x, unsafe { x.mul(x) })
    }
}

/// Less the mean, times the scale.
#[derive(Clone, Copy)]
struct Scaled<V, A> {
    mean: V,
    scale: V,
    affine: A,
}

/// What comes after that.
trait After<V: Vector>: Copy {
    /// # Safety
    /// As for [`Change::change`].
    unsafe fn after<P: Part<V>>(self, x: V, at: usize, part: P) -> V;
}

impl<V: Vector, A: After<V>> Change<V> for Scaled<V, A> {
    #[inline(always)]
    unsafe fn change<P: Part<V>>(self, x: V, at: usize, part: P) -> V {
        // SAFETY: passed on from the caller.
        let more = unsafe { x.sub(self.mean) };
        // SAFETY: as above.
        let x = unsafe { more.mul(self.scale) };
        // SAFETY: as above.
        unsafe { self.affine.after(x, at, part) }
    }
}

#[derive(Clone, Copy)]
struct AsItIs;
/// Factors of a row's elements.
#[derive(Clone, Copy)]
struct By<T>(*const T);
/// And terms.
#[derive(Clone, Copy)]
struct ByAndPlus<T>(*const T, *const T);
/// Terms of a row's elements.
#[derive(Clone, Copy)]
struct Terms<T>(*const T);
/// A term of all elements.
#[derive(Clone, Copy)]
struct Plus<V>(V);

impl<V: Vector> After<V> for AsItIs {
    #[inline(always)]
    unsafe fn after<P: Part<V>>(self, x: V, _: usize, _: P) -> V {
        x
    }
}
impl<V: Vector> After<V> for By<V::Elem> {
    #[inline(always)]
    unsafe fn after<P: Part<V>>(self, x: V, at: usize, part: P) -> V {
        // SAFETY: there are as many as elements.
        let weight = unsafe { part.load(self.0.wrapping_add(at)) };
        // SAFETY: passed on from the caller.
        unsafe { x.mul(weight) }
    }
}
impl<V: Vector> After<V> for ByAndPlus<V::Elem> {
    #[inline(always)]
    unsafe fn after<P: Part<V>>(self, x: V, at: usize, part: P) -> V {
        // SAFETY: passed on from the caller.
        let x = unsafe { By(self.0).after(x, at, part) };
        // SAFETY: as above.
        unsafe { Terms(self.1).after(x, at, part) }
    }
}
impl<V: Vector> After<V> for Terms<V::Elem> {
    #[inline(always)]
    unsafe fn after<P: Part<V>>(self, x: V, at: usize, part: P) -> V {
        // SAFETY: there are as many as elements.
        let bias = unsafe { part.load(self.0.wrapping_add(at)) };
        // SAFETY: passed on from the caller.
        unsafe { x.add(bias) }
    }
}
impl<V: Vector> After<V> for Plus<V> {
    #[inline(always)]
    unsafe fn after<P: Part<V>>(self, x: V, _: usize, _: P) -> V {
        // SAFETY: passed on from the caller.
        unsafe { x.add(self.0) }
    }
}

/// Rows of `len` elements less their mean, over their deviation. The mean comes first, in a pass of its own, so that a large one
/// costs no accuracy, and is [corrected](is_far) where its rounding would count.
///
/// # Safety
/// As for [`rows`], and what comes after fits the length.
#[inline(always)]
pub(super) unsafe fn normal_rows<V: Full, const N: usize>(
    work: &Normal<'_, V::Elem>,
    from: *const V::Elem,
    to: *mut V::Elem,
    rows: usize,
    len: usize,
) {
    let count = <V::Elem as NumCast>::from(len).unwrap_or_else(V::Elem::nan);
    for i in 0..rows {
        let (from, to) = (from.wrapping_add(i * len), to.wrapping_add(i * len));
        let (mean, squares) = if work.centred {
            // SAFETY: passed on from the caller.
            let mean = unsafe { sum::<V, _, N>(from, to, len, Itself) } / count;
            // SAFETY: as above.
            let mut all = unsafe { V::splat(mean) };
            // SAFETY: as above.
            let mut squares = unsafe { sum::<V, _, N>(from, to, len, Deviation(all)) };
            if is_far(mean, squares / count) {
                // SAFETY: as above.
                let more = unsafe { sum::<V, _, N>(from, to, len, More(all)) };
                // SAFETY: as above.
                all = unsafe { V::splat(mean + more / count) };
                // SAFETY: as above.
                squares = unsafe { sum::<V, _, N>(from, to, len, Deviation(all)) };
            }
            (all, squares)
        } else {
            // SAFETY: as above. Less 0 everything is what it was.
            let none = unsafe { V::splat(V::Elem::zero()) };
            // SAFETY: as above.
            (none, unsafe { sum::<V, _, N>(from, to, len, SquareOf) })
        };
        let scale = (squares / count + work.eps).sqrt().recip();
        // SAFETY: as above.
        let scales = unsafe { V::splat(scale) };
        macro_rules! then {
            ($from:expr, $to:expr, $scale:expr, $affine:expr) => {
                // SAFETY: passed on from the caller; what comes after fits.
                unsafe { map::<V, _>(from, to, $from, $to, Scaled { mean, scale: $scale, affine: $affine }) }
            };
        }
        match work.affine {
            Affine::Nothing => then!(0, len, scales, AsItIs),
            Affine::Weight(weight) => then!(0, len, scales, By(weight.as_ptr())),
            Affine::WeightAndBias(weight, bias) => {
                then!(0, len, scales, ByAndPlus(weight.as_ptr(), bias.as_ptr()));
            }
            Affine::Channels(weight, bias, inner) => {
                let channels = len / inner;
                let first = i * channels % weight.len();
                let parameters = weight[first..].iter().zip(&bias[first..]);
                if inner == 1 {
                    let (weight, bias) = (weight[first..].as_ptr(), bias[first..].as_ptr());
                    then!(0, len, scales, ByAndPlus(weight, bias));
                    continue;
                }
                for (channel, (&weight, &bias)) in parameters.take(channels).enumerate() {
                    // SAFETY: the CPU has the instructions.
                    let scale = unsafe { V::splat(scale * weight) };
                    // SAFETY: as above.
                    let bias = unsafe { V::splat(bias) };
                    then!(channel * inner, (channel + 1) * inner, scale, Plus(bias));
                }
            }
        }
    }
}

/// [`PerChannel`] of neighbouring elements.
#[derive(Clone, Copy)]
struct ByChannel<T>(*const T, *const T, *const T);
impl<V: Vector> Change<V> for ByChannel<V::Elem> {
    #[inline(always)]
    unsafe fn change<P: Part<V>>(self, x: V, at: usize, part: P) -> V {
        // SAFETY: there are as many as elements.
        let mean = unsafe { part.load(self.0.wrapping_add(at)) };
        // SAFETY: as above.
        let scale = unsafe { part.load(self.1.wrapping_add(at)) };
        // SAFETY: as above.
        unsafe { Scaled { mean, scale, affine: Terms(self.2) }.change(x, at, part) }
    }
}

/// [`PerChannel`] of `inner` elements each, `rows` of them.
///
/// # Safety
/// As for [`rows`]; there are as many of each parameter, and at least one.
#[inline(always)]
pub(super) unsafe fn channels<V: Full>(
    by: &PerChannel<'_, V::Elem>,
    from: *const V::Elem,
    to: *mut V::Elem,
    rows: usize,
    inner: usize,
) {
    let count = by.mean.len();
    if inner == 1 {
        let change = ByChannel(by.mean.as_ptr(), by.scale.as_ptr(), by.bias.as_ptr());
        for i in 0..rows / count {
            let (from, to) = (from.wrapping_add(i * count), to.wrapping_add(i * count));
            // SAFETY: passed on from the caller.
            unsafe { map::<V, _>(from, to, 0, count, change) };
        }
        return;
    }
    let mut channel = 0;
    for i in 0..rows {
        // SAFETY: the CPU has the instructions.
        let mean = unsafe { V::splat(by.mean[channel]) };
        // SAFETY: as above.
        let scale = unsafe { V::splat(by.scale[channel]) };
        // SAFETY: as above.
        let bias = unsafe { V::splat(by.bias[channel]) };
        let (from, to) = (from.wrapping_add(i * inner), to.wrapping_add(i * inner));
        // SAFETY: passed on from the caller.
        unsafe { map::<V, _>(from, to, 0, inner, Scaled { mean, scale, affine: Plus(bias) }) };
        channel = if channel + 1 == count { 0 } else { channel + 1 };
    }
}

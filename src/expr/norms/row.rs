//! The loops over one row, or over some neighbouring columns, for any vector.

use num_traits::{Float, NumCast, Zero};

use super::{Affine, Along, Channels, Normal};
use crate::expr::exp::{Numbers, exp_of_negative};
use crate::expr::fold::{Add, Highest, Stack, halved};
use crate::expr::vector::{Exponent, Vector};

/// Steps of a sum's lanes before blocks are joined in pairs.
const STEPS: usize = 32;
/// As many lanes at most, in [`columns`].
pub const MOST: usize = 64;

/// Vectors that have all that is needed here.
pub trait Full: Exponent<Elem: Numbers + Float> {}
impl<V: Exponent<Elem: Numbers + Float>> Full for V {}

/// How much of a vector there is.
///
/// # Safety
/// The functions reach no further.
unsafe trait Part<V: Vector>: Copy {
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
struct Whole;
/// The lanes of a mask.
#[derive(Clone, Copy)]
struct First<M>(M);

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
trait Term<V: Vector>: Copy {
    /// Is anything kept?
    const KEEPS: bool;
    /// Gives what is kept, and what is summed.
    ///
    /// # Safety
    /// The CPU has the vector's instructions, here and below.
    unsafe fn term(self, x: V) -> (V, V);
}

/// The second pass.
trait Change<V: Vector>: Copy {
    /// The new elements, of which the first is number `at` of the row.
    ///
    /// # Safety
    /// The CPU has the vector's instructions, and the row has these elements.
    unsafe fn change<P: Part<V>>(self, x: V, at: usize, part: P) -> V;
}

/// Runs code for `N` vectors, and then for what is left of a row: `$part` says how much of a vector there is.
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
unsafe fn sum<V: Full, T: Term<V>, const N: usize>(
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
unsafe fn map<V: Full, C: Change<V>>(x: *const V::Elem, y: *mut V::Elem, from: usize, to: usize, change: C) {
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
unsafe fn peak<V: Full, const N: usize>(from: *const V::Elem, len: usize) -> V::Elem {
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

/// [`Along`], as types.
pub trait Kernel<V: Vector>: Copy {
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
pub struct Softmax;
#[derive(Clone, Copy)]
pub struct LogSoftmax<T>(pub fn(T) -> T);
#[derive(Clone, Copy)]
pub struct Over<T>(pub fn(T) -> T);

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
pub unsafe fn rows<V: Full, K: Kernel<V>, const N: usize>(
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
pub unsafe fn peak_and_sum<V: Full, const N: usize>(from: *const V::Elem, len: usize) -> (V::Elem, V::Elem) {
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
pub unsafe fn columns<V: Full, K: Kernel<V>, const N: usize>(
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

#[derive(Clone, Copy)]
struct Itself;
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
/// costs no accuracy.
///
/// # Safety
/// As for [`rows`], and what comes after fits the length.
#[inline(always)]
pub unsafe fn normal_rows<V: Full, const N: usize>(
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
            let all = unsafe { V::splat(mean) };
            // SAFETY: as above.
            (all, unsafe { sum::<V, _, N>(from, to, len, Deviation(all)) })
        } else {
            // SAFETY: as above. What is less by minus zero is what it was.
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

/// [`Channels`] of neighbouring elements.
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

/// [`Channels`] of `inner` elements each, `rows` of them.
///
/// # Safety
/// As for [`rows`]; there are as many of each parameter, and at least one.
#[inline(always)]
pub unsafe fn channels<V: Full>(
    by: &Channels<'_, V::Elem>,
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

/// [`rows`] or [`columns`] of all blocks of `len * inner` elements.
///
/// # Safety
/// As for these.
#[inline(always)]
pub unsafe fn all_along<V: Full, const N: usize>(
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

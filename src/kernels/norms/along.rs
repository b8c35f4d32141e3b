//! What is done along rows and columns: softmax, its logarithm, and division by the norm.

use num_traits::{Float, NumCast, One, Zero};

use super::passes::{Change, First, FromTo, Lanes, STEPS, Term, Whole, map, peak, sum};
use crate::kernels::by_type::ln;
use crate::kernels::rows::fold::{Add, Stack};
use crate::kernels::simd::Simd;

/// As many lanes at most, in [`columns`].
const MOST: usize = 64;

/// What is done to all the elements along one axis: the sum of what one pass gives decides the next.
pub(crate) trait Kernel<S: Simd>: Copy {
    /// Is the largest element needed first?
    const PEAK: bool;
    /// Is what the first pass gives what the second one needs? If not, that starts from the element.
    const KEEPS: bool;
    /// What is kept, and what is summed.
    fn term(self, s: S, x: S::V, peak: S::V) -> (S::V, S::V);
    /// A number made of the sum.
    fn turn(self, sum: S::Elem) -> S::Elem;
    fn finish(self, s: S, x: S::V, peak: S::V, by: S::V) -> S::V;

    /// Does the rounding of the number count?
    const EXACT: bool = false;
    /// What it has taken from the number, made of the sum.
    #[inline(always)]
    fn rest(self, s: S, sum: S::V, by: S::V) -> S::V {
        let _ = (sum, by);
        s.zero()
    }
    /// As [`finish`](Kernel::finish), with that.
    #[inline(always)]
    fn finish_exactly(self, s: S, x: S::V, peak: S::V, by: S::V, rest: S::V) -> S::V {
        let _ = rest;
        self.finish(s, x, peak, by)
    }
}

/// So many elements are worth what the rounding of a number costs that all of them are multiplied by.
const WORTH: usize = 512;

/// Exponentials of what is left without the largest element, over their sum.
#[derive(Clone, Copy)]
pub(crate) struct Softmax;
/// What is left without the largest element, less the logarithm of the sum of its exponentials.
#[derive(Clone, Copy)]
pub(crate) struct LogSoftmax;
/// Division by the Euclidean norm, or by 1e-12 if that is larger.
#[derive(Clone, Copy)]
pub(crate) struct OverNorm;

impl<S: Simd> Kernel<S> for Softmax {
    const PEAK: bool = true;
    const KEEPS: bool = true;
    #[inline(always)]
    fn term(self, s: S, x: S::V, peak: S::V) -> (S::V, S::V) {
        // It is not above the peak.
        let e = s.exp_of_negative::<true>(s.sub(x, peak));
        (e, e)
    }
    #[inline(always)]
    fn turn(self, sum: S::Elem) -> S::Elem {
        sum.recip()
    }
    #[inline(always)]
    fn finish(self, s: S, x: S::V, _: S::V, by: S::V) -> S::V {
        s.mul(x, by)
    }
    // As near as a division, which costs several products. Of `f64` nobody sees it.
    const EXACT: bool = size_of::<S::Elem>() == 4;
    #[inline(always)]
    fn rest(self, s: S, sum: S::V, by: S::V) -> S::V {
        let one = s.splat(S::Elem::one());
        s.mul(s.mul_add(s.sub(s.zero(), by), sum, one), by)
    }
    #[inline(always)]
    fn finish_exactly(self, s: S, x: S::V, _: S::V, by: S::V, rest: S::V) -> S::V {
        s.mul_add(x, by, s.mul(x, rest))
    }
}

impl<S: Simd> Kernel<S> for LogSoftmax {
    const PEAK: bool = true;
    const KEEPS: bool = false;
    #[inline(always)]
    fn term(self, s: S, x: S::V, peak: S::V) -> (S::V, S::V) {
        Softmax.term(s, x, peak)
    }
    #[inline(always)]
    fn turn(self, sum: S::Elem) -> S::Elem {
        ln(sum)
    }
    #[inline(always)]
    fn finish(self, s: S, x: S::V, peak: S::V, log: S::V) -> S::V {
        s.sub(s.sub(x, peak), log)
    }
}

impl<S: Simd> Kernel<S> for OverNorm {
    const PEAK: bool = false;
    const KEEPS: bool = false;
    #[inline(always)]
    fn term(self, s: S, x: S::V, _: S::V) -> (S::V, S::V) {
        (x, s.mul(x, x))
    }
    #[inline(always)]
    fn turn(self, sum: S::Elem) -> S::Elem {
        let (norm, least) = (sum.sqrt(), <S::Elem as NumCast>::from(1e-12).unwrap_or_else(Zero::zero));
        // A norm that is NaN stays.
        if norm < least { least } else { norm }
    }
    #[inline(always)]
    fn finish(self, s: S, x: S::V, _: S::V, by: S::V) -> S::V {
        s.div(x, by)
    }
}

/// A kernel, with the largest element of a row.
#[derive(Clone, Copy)]
struct ByPeak<K, V>(K, V);
impl<S: Simd, K: Kernel<S>> Term<S> for ByPeak<K, S::V> {
    const KEEPS: bool = K::KEEPS;
    #[inline(always)]
    fn term(self, s: S, x: S::V) -> (S::V, S::V) {
        self.0.term(s, x, self.1)
    }
}

/// And with the number made of the sum.
#[derive(Clone, Copy)]
struct Finish<K, V>(K, V, V);
impl<S: Simd, K: Kernel<S>> Change<S> for Finish<K, S::V> {
    #[inline(always)]
    fn change<P: Lanes<S>>(self, s: S, x: S::V, _: usize, _: P) -> S::V {
        self.0.finish(s, x, self.1, self.2)
    }
}

/// And with what its rounding has taken from it.
#[derive(Clone, Copy)]
struct Exactly<K, V>(K, V, V, V);
impl<S: Simd, K: Kernel<S>> Change<S> for Exactly<K, S::V> {
    #[inline(always)]
    fn change<P: Lanes<S>>(self, s: S, x: S::V, _: usize, _: P) -> S::V {
        self.0.finish_exactly(s, x, self.1, self.2, self.3)
    }
}

/// Does the CPU round `a * b + c` once? The compiler knows.
#[inline(always)]
fn is_fused<S: Simd>(s: S) -> bool {
    let (one, eps) = (S::Elem::one(), S::Elem::epsilon());
    !s.lane(s.mul_add(s.splat(one + eps), s.splat(one - eps), s.splat(-one))).is_zero()
}

/// A kernel on one row.
#[inline(always)]
pub(super) fn row<S: Simd, K: Kernel<S>, const N: usize>(s: S, kernel: K, x: &mut FromTo<'_, S::Elem>) {
    let peak = s.splat(if K::PEAK { peak::<S, N>(s, x) } else { S::Elem::zero() });
    let (sum, mut x) = sum::<S, _, N>(s, x, ByPeak(kernel, peak));
    let by = s.splat(kernel.turn(sum));
    if K::EXACT && x.len() >= WORTH && is_fused(s) {
        let rest = kernel.rest(s, s.splat(sum), by);
        map(s, &mut x, Exactly(kernel, peak, by, rest));
    } else {
        map(s, &mut x, Finish(kernel, peak, by));
    }
}

/// The largest element that is a number, or minus infinity, and the sum of the exponentials of what is left without it.
#[inline(always)]
pub(super) fn peak_and_sum<S: Simd, const N: usize>(s: S, x: &[S::Elem]) -> (S::Elem, S::Elem) {
    let mut x = FromTo::read(x);
    let peak = peak::<S, N>(s, &mut x);
    (peak, sum::<S, _, N>(s, &mut x, Exponential(s.splat(peak))).0)
}

/// Of what is left without the largest element.
#[derive(Clone, Copy)]
struct Exponential<V>(V);
impl<S: Simd> Term<S> for Exponential<S::V> {
    #[inline(always)]
    fn term(self, s: S, x: S::V) -> (S::V, S::V) {
        Softmax.term(s, x, self.0)
    }
}

/// A kernel on all blocks of `len * inner` elements: rows, or columns.
#[inline(always)]
pub(super) fn all<S: Simd, K: Kernel<S>, const N: usize>(
    s: S,
    kernel: K,
    x: &mut FromTo<'_, S::Elem>,
    len: usize,
    inner: usize,
) {
    for at in (0..x.len()).step_by(len * inner) {
        let mut block = x.part(at, len * inner);
        if inner == 1 {
            row::<S, K, N>(s, kernel, &mut block);
        } else {
            columns::<S, K, N>(s, kernel, &mut block, inner);
        }
    }
}

/// A kernel on the columns of a row-major block, in rows of `inner` elements. `N` vectors have [`MOST`] lanes at most.
#[inline(always)]
pub(super) fn columns<S: Simd, K: Kernel<S>, const N: usize>(
    s: S,
    kernel: K,
    x: &mut FromTo<'_, S::Elem>,
    inner: usize,
) {
    let mut at = 0;
    while inner - at >= N * S::LANES {
        some_columns::<S, K, Whole, N>(s, kernel, x, at, inner, Whole);
        at += N * S::LANES;
    }
    while at < inner {
        some_columns::<S, K, First<S::First>, 1>(s, kernel, x, at, inner, First::new(s, inner - at));
        at += S::LANES;
    }
}

/// `N` vectors of neighbouring columns, from number `first` on.
#[inline(always)]
fn some_columns<S: Simd, K: Kernel<S>, P: Lanes<S>, const N: usize>(
    s: S,
    kernel: K,
    x: &mut FromTo<'_, S::Elem>,
    first: usize,
    inner: usize,
    part: P,
) {
    let len = x.len() / inner;
    let mut peaks = [s.splat(S::Elem::neg_infinity()); N];
    if K::PEAK {
        for row in 0..len {
            for (v, peak) in peaks.iter_mut().enumerate() {
                *peak = s.larger(x.load(s, row * inner + first + v * S::LANES, part), *peak);
            }
        }
    }
    let mut stack = Stack::<S::V, N>::new();
    let mut row = 0;
    let sums = loop {
        let end = len.min(row + STEPS);
        let mut sums = [s.zero(); N];
        while row < end {
            for v in 0..N {
                let at = row * inner + first + v * S::LANES;
                let (new, term) = kernel.term(s, x.load(s, at, part), peaks[v]);
                if K::KEEPS {
                    x.store(s, new, at, part);
                }
                sums[v] = s.add(sums[v], term);
            }
            row += 1;
        }
        if row == len {
            break stack.finish(s, Add, sums);
        }
        stack.push(s, Add, sums);
    };
    let mut numbers = [S::Elem::zero(); MOST];
    let mut by = sums;
    for (v, by) in by.iter_mut().enumerate() {
        let numbers = &mut numbers[v * S::LANES..][..S::LANES];
        FromTo::own(numbers).store(s, *by, 0, Whole);
        for number in &mut *numbers {
            *number = kernel.turn(*number);
        }
        *by = s.load(numbers);
    }
    macro_rules! finish {
        (|$v:ident| $change:expr) => {
            for row in 0..len {
                for $v in 0..N {
                    let at = row * inner + first + $v * S::LANES;
                    // SAFETY: the loop above has kept something of each element.
                    let old = if K::KEEPS { unsafe { x.load_result(s, at, part) } } else { x.load(s, at, part) };
                    x.store(s, $change.change(s, old, at, part), at, part);
                }
            }
        };
    }
    if K::EXACT && len >= WORTH && is_fused(s) {
        let mut rests = sums;
        for (rest, by) in rests.iter_mut().zip(by) {
            *rest = kernel.rest(s, *rest, by);
        }
        finish!(|v| Exactly(kernel, peaks[v], by[v], rests[v]));
    } else {
        finish!(|v| Finish(kernel, peaks[v], by[v]));
    }
}

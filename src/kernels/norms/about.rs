//! Reductions of rows that need another one first: squares about the mean, exponentials below the largest element. Elements meet
//! in the order of all reductions.

use core::mem::MaybeUninit;

use num_traits::{Float, NumCast};

use super::About;
use crate::kernels::by_type::ln;
use crate::kernels::moments::is_far;
use crate::kernels::rows::Rows;
use crate::kernels::rows::fold::{Add, Fold, Highest, row};
use crate::kernels::simd::Simd;

/// The square of what an element is more than a number.
#[derive(Clone, Copy)]
struct Squares<V>(V);
/// What it is more.
#[derive(Clone, Copy)]
struct Differences<V>(V);
/// The exponential of that.
#[derive(Clone, Copy)]
struct Exponentials<V>(V);

macro_rules! sums {
    ($($name:ident, |$s:ident, $x:ident| $of:expr;)*) => { $(
        impl<S: Simd> Fold<S> for $name<S::V> {
            const NAN: bool = false;
            #[inline(always)]
            fn first(self, $s: S, x: S::V) -> S::V {
                let $x = $s.sub(x, self.0);
                $of
            }
            #[inline(always)]
            fn join(s: S, acc: S::V, x: S::V) -> S::V {
                s.add(acc, x)
            }
        }
    )* };
}
sums! {
    Squares, |s, x| s.mul(x, x);
    Differences, |s, x| x;
    Exponentials, |s, x| s.exp_of_negative::<false>(x);
}

/// A row, which is long enough.
#[inline(always)]
fn sum<S: Simd, O: Fold<S>, const G: usize, const N: usize>(s: S, fold: O, x: &[S::Elem]) -> S::Elem {
    row::<S, O, _, G, N>(s, fold, x).unwrap_or_else(S::Elem::nan)
}

/// Each row reduced.
#[inline(always)]
pub(super) fn about<S: Simd, const G: usize, const N: usize>(
    s: S,
    work: About,
    x: Rows<'_, S::Elem>,
    to: &mut [MaybeUninit<S::Elem>],
) {
    for (i, to) in to.iter_mut().enumerate() {
        to.write(match work {
            About::Squares => squares::<S, G, N>(s, x.row(i)),
            About::LogSum => log_sum::<S, G, N>(s, x.row(i)),
        });
    }
}

/// The squares of what elements are more than their mean, summed. The mean is [corrected](is_far) where its rounding would count.
#[inline(always)]
fn squares<S: Simd, const G: usize, const N: usize>(s: S, x: &[S::Elem]) -> S::Elem {
    let count = <S::Elem as NumCast>::from(x.len()).unwrap_or_else(S::Elem::nan);
    let mean = sum::<S, _, G, N>(s, Add, x) / count;
    let squares = sum::<S, _, G, N>(s, Squares(s.splat(mean)), x);
    if is_far(mean, squares / count) {
        let more = sum::<S, _, G, N>(s, Differences(s.splat(mean)), x) / count;
        return sum::<S, _, G, N>(s, Squares(s.splat(mean + more)), x);
    }
    squares
}

/// The logarithm of the sum of exponentials.
#[inline(always)]
fn log_sum<S: Simd, const G: usize, const N: usize>(s: S, x: &[S::Elem]) -> S::Elem {
    let peak = row::<S, _, _, G, N>(s, Highest, x).unwrap_or_else(S::Elem::nan);
    if peak.is_finite() {
        return ln(sum::<S, _, G, N>(s, Exponentials(s.splat(peak)), x)) + peak;
    }
    // What is infinite, or no number, is the result.
    peak
}

//! The exponential: what it is computed from, and how vectors compute it.

#![allow(clippy::excessive_precision)] // the digits of published coefficients
// Where there are no vectors, each element is computed by itself.
#![cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]

#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;

use super::simd::Simd;
#[cfg(feature = "alloc")]
use super::simd::{Real, Work};

/// A polynomial by Horner's rule, the highest power first.
macro_rules! polynomial {
    ($x:expr; $first:expr $(, $more:expr)*) => {{
        let (x, mut y) = ($x, $first);
        $( y = y * x + $more; )*
        y
    }};
}
pub(crate) use polynomial;

/// Adding it to a number below 2^22 leaves the nearest integer in the lowest bits.
pub(crate) const MAGIC: f32 = 12_582_912.0;
/// The logarithm of 2 in two parts, of which the first has few digits.
pub(crate) const LN2_HI: f32 = 0.693_359_375;
pub(crate) const LN2_LO: f32 = -2.121_944_4e-4;
/// `(exp(r) - 1 - r) / r^2` where `|r| <= ln(2) / 2`: the highest power first.
pub(crate) const TAIL: [f32; 5] = [
    0.001_381_454_017_680_133,
    0.008_368_745_108_942_59,
    0.041_668_390_783_547_914,
    0.166_665_203_990_425_4,
    0.499_999_934_321_292_9,
];
/// Where the exponential is 0, also if it is multiplied by the exponent.
pub(crate) const LEAST: f32 = -130.0;

/// As [`MAGIC`], for numbers below 2^51.
pub(crate) const MAGIC_DOUBLE: f64 = 6_755_399_441_055_744.0;
pub(crate) const LN2_HI_DOUBLE: f64 = 6.931_471_803_691_238_164_90e-1;
pub(crate) const LN2_LO_DOUBLE: f64 = 1.908_214_929_270_587_700_02e-10;
/// As [`TAIL`].
pub(crate) const TAIL_DOUBLE: [f64; 10] = [
    2.503_639_640_490_374e-8,
    2.763_123_085_017_141e-7,
    2.755_748_540_437_67e-6,
    2.480_149_048_036_740_6e-5,
    0.000_198_412_696_036_843_53,
    0.001_388_888_894_601_026_5,
    0.008_333_333_333_457_208,
    0.041_666_666_666_521_74,
    0.166_666_666_666_664_58,
    0.500_000_000_000_001_1,
];
pub(crate) const LEAST_DOUBLE: f64 = -746.0;

/// The numbers above, by type.
pub(crate) trait Numbers: Sized + 'static {
    const LEAST: Self;
    /// Where it is infinite.
    const INFINITE: Self;
    const LOG2_E: Self;
    const MAGIC: Self;
    const MINUS_MAGIC: Self;
    const MINUS_LN2_HI: Self;
    const MINUS_LN2_LO: Self;
    const ONE: Self;
    /// Is what is lost in the reduced argument given back?
    const EXACT: bool;
    /// `(exp(r) - 1 - r) / r^2` where `|r| <= ln(2) / 2`.
    fn tail<S: Simd<Elem = Self>, const FUSED: bool>(s: S, r: S::V) -> S::V;
}
macro_rules! numbers {
    ($($t:ident $exact:literal $infinite:literal $least:ident $magic:ident $high:ident $low:ident [$first:literal $($next:literal)*] of $tail:ident;)*) => { $(
        impl Numbers for $t {
            const LEAST: $t = $least;
            const INFINITE: $t = $infinite;
            const LOG2_E: $t = core::$t::consts::LOG2_E;
            const MAGIC: $t = $magic;
            const MINUS_MAGIC: $t = -$magic;
            const MINUS_LN2_HI: $t = -$high;
            const MINUS_LN2_LO: $t = -$low;
            const ONE: $t = 1.0;
            const EXACT: bool = $exact;
            // Written out: for one element this is compiled with each program that uses it.
            #[inline(always)]
            fn tail<S: Simd<Elem = $t>, const FUSED: bool>(s: S, r: S::V) -> S::V {
                let tail = s.splat($tail[$first]);
                $(let tail = mul_add::<S, FUSED>(s, tail, r, s.splat($tail[$next]));)*
                tail
            }
        }
    )* };
}
numbers! {
    f32 false 89.0 LEAST MAGIC LN2_HI LN2_LO [0 1 2 3 4] of TAIL;
    f64 true 710.0 LEAST_DOUBLE MAGIC_DOUBLE LN2_HI_DOUBLE LN2_LO_DOUBLE [0 1 2 3 4 5 6 7 8 9] of TAIL_DOUBLE;
}

/// Multiplication by powers of 2.
pub(crate) trait Exponent: Simd<Elem: Numbers> {
    /// `x * 2^n`, of integers `n`, rounded once: as far down as that is 0 if `x` is near 1, and as far up as it is infinite.
    fn times_power_of_2(self, x: Self::V, n: Self::V) -> Self::V;
}

/// `a * b + c`, rounded once if it is to be and the CPU can.
#[inline(always)]
fn mul_add<S: Simd, const FUSED: bool>(s: S, a: S::V, b: S::V, c: S::V) -> S::V {
    if FUSED { s.mul_add(a, b, c) } else { s.add(s.mul(a, b), c) }
}

/// e to the power of what is not so large that it is infinite, or NaN. What is not `FUSED` has the bits of the exponential of one element.
#[inline(always)]
pub(crate) fn exp<S: Exponent, const FUSED: bool>(s: S, x: S::V) -> S::V {
    // NaN stays.
    let x = s.larger(s.splat(S::Elem::LEAST), x);
    let shifted = mul_add::<S, FUSED>(s, x, s.splat(S::Elem::LOG2_E), s.splat(S::Elem::MAGIC));
    let n = s.add(shifted, s.splat(S::Elem::MINUS_MAGIC));
    let low = s.splat(S::Elem::MINUS_LN2_LO);
    let high = mul_add::<S, FUSED>(s, n, s.splat(S::Elem::MINUS_LN2_HI), x);
    let r = mul_add::<S, FUSED>(s, n, low, high);
    let tail = S::Elem::tail::<S, FUSED>(s, r);
    let square = s.mul(r, r);
    let less_one = if FUSED || !S::Elem::EXACT {
        mul_add::<S, FUSED>(s, square, tail, r)
    } else {
        let lost = mul_add::<S, false>(s, n, low, s.sub(high, r));
        s.add(mul_add::<S, false>(s, square, tail, lost), r)
    };
    s.times_power_of_2(s.add(less_one, s.splat(S::Elem::ONE)), n)
}

/// The exponentials of elements, to as many places.
#[cfg(feature = "alloc")]
struct Each<'a, T>(&'a [T], &'a mut [MaybeUninit<T>]);

#[cfg(feature = "alloc")]
impl<T: Real + Numbers> Work<T> for Each<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const A: usize, const B: usize, const C: usize, const D: usize>(self, s: S) {
        let (mut from, mut to) = (self.0.chunks_exact(S::LANES), self.1.chunks_exact_mut(S::LANES));
        for (x, to) in from.by_ref().zip(to.by_ref()) {
            s.store(s.exp_of_negative::<false>(s.smaller(s.splat(T::INFINITE), s.load(x))), to);
        }
        for (&x, to) in from.remainder().iter().zip(to.into_remainder()) {
            to.write(super::by_type::exp(x));
        }
    }
}

/// Writes the exponentials of floats, with the bits of those of one element, by the instructions that CPUs have for it; says whether they are such.
///
/// # Panics
/// If there are not as many places.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn each<T>(x: &[T], to: &mut [MaybeUninit<T>]) -> bool {
    assert!(x.len() == to.len(), "a place for each element");
    super::float::for_floats!(T, |same| <_>::widest(Each(same.slice(x), same.places(to))), else return false);
    true
}

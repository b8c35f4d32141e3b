//! The exponential: what it is computed from, and how vectors compute it.

#![allow(clippy::excessive_precision)] // the digits of published coefficients
// Where there are no vectors, each element is computed by itself.
#![cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]

#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;

use super::simd::Simd;
#[cfg(feature = "alloc")]
use super::simd::{Real, Work};

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
    /// From here on it is a normal number: what is less takes a CPU a hundred times as long, if it comes out of arithmetic.
    const NORMAL: Self;
    /// So many powers of 2 above the least number that is not 0 is 1, and there begin the numbers between which there are none but whole ones.
    const ABOVE_LEAST: Self;
    const WHOLE: Self;
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
    ($($t:ident $exact:literal $infinite:literal $normal:literal $above:literal $whole:literal $least:ident $magic:ident $high:ident $low:ident [$first:literal $($next:literal)*] of $tail:ident;)*) => { $(
        impl Numbers for $t {
            const LEAST: $t = $least;
            const NORMAL: $t = $normal;
            const ABOVE_LEAST: $t = $above;
            const WHOLE: $t = $whole;
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
    f32 false 89.0 -87.336_540_222_167_97 149.0 8_388_608.0 LEAST MAGIC LN2_HI LN2_LO [0 1 2 3 4] of TAIL;
    f64 true 710.0 -708.396_418_532_264_1 1074.0 4_503_599_627_370_496.0 LEAST_DOUBLE MAGIC_DOUBLE LN2_HI_DOUBLE LN2_LO_DOUBLE [0 1 2 3 4 5 6 7 8 9] of TAIL_DOUBLE;
}

/// Multiplication by powers of 2.
pub(crate) trait Exponent: Simd<Elem: Numbers> {
    /// `x * 2^n`, of integers `n`, rounded once: as far down as that is 0 if `x` is near 1, and as far up as it is infinite.
    fn times_power_of_2(self, x: Self::V, n: Self::V) -> Self::V;
    /// The bits in which two numbers differ, as a number.
    fn bits_apart(self, a: Self::V, b: Self::V) -> Self::V;
}

/// `a * b + c`, rounded once if it is to be and the CPU can.
#[inline(always)]
fn mul_add<S: Simd, const FUSED: bool>(s: S, a: S::V, b: S::V, c: S::V) -> S::V {
    if FUSED { s.mul_add(a, b, c) } else { s.add(s.mul(a, b), c) }
}

/// e to the power of what is not so large that it is infinite, or NaN. What is not `FUSED` has the bits of the exponential of one element.
#[inline(always)]
pub(crate) fn exp<S: Exponent, const FUSED: bool>(s: S, x: S::V) -> S::V {
    let small = s.above(s.splat(S::Elem::NORMAL), x);
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
    let y = s.add(less_one, s.splat(S::Elem::ONE));
    // What is masked is small, or nothing is.
    if s.bits(small) == 0 { s.times_power_of_2(y, n) } else { with_small(s, small, y, n) }
}

/// `y * 2^n`, of which some are no normal numbers: these are whole multiples of the least number, and their bits count them.
#[inline(always)]
fn with_small<S: Exponent>(s: S, small: S::Which, y: S::V, n: S::V) -> S::V {
    let normal = s.times_power_of_2(y, s.select(small, s.zero(), n));
    let whole = s.splat(S::Elem::WHOLE);
    let count = s.times_power_of_2(y, s.add(n, s.splat(S::Elem::ABOVE_LEAST)));
    // (Of what is not small this is any number.)
    let count = s.add(s.select(small, count, s.zero()), whole);
    s.select(small, s.bits_apart(count, whole), normal)
}

/// The exponential of what may be so large that it is infinite.
#[cfg(feature = "alloc")]
#[inline(always)]
fn of_any<S: Simd<Elem: Numbers>>(s: S, x: S::V) -> S::V {
    let x = s.smaller(s.splat(S::Elem::INFINITE), x);
    if S::FUSED { s.exp_of_negative::<true>(x) } else { s.exp_of_negative::<false>(x) }
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
            s.store(of_any(s, s.load(x)), to);
        }
        // Vectors too, so that an element's place does not change its bits.
        s.store_part(of_any(s, s.load_part(from.remainder())), to.into_remainder());
    }
}

/// Writes the exponentials of floats, by the instructions that CPUs have for it, fused multiply-adds among them; says whether they are such.
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

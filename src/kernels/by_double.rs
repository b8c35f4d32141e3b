//! Functions of `f32` that are computed in `f64`, and so are right but for the last rounding: as [`simd_math`](super::simd_math) says, without branches,
//! calls or tables, for loops in whatever vectors. `tools/coefficients.py` has computed the numbers.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use super::circle::{Cosine, Sine, Tangent};
use super::exp::MAGIC_DOUBLE;
use super::fused::{horner, mul_add};
use super::usual::Usual;

/// 2/pi without its multiples of 4 times 2^-26k: in parts of 29, 29 and 53 bits, so that the first two times an `f32` are exact.
const TWO_OVER_PI: [[f64; 3]; 4] = [
    [0.6366197690367699, 3.3308114738561656e-09, 2.276010073078396e-18],
    scaled([1.7235269770026207, -2.6412272785547586e-09, 5.1651711996897015e-18], 1.490_116_119_384_765_6e-8),
    scaled([1.3227502405643463, -2.447338956490519e-09, 4.220776518111768e-18], 2.220_446_049_250_313e-16),
    scaled([1.8357618600130081, 3.0772192433081713e-09, -2.1333796079983287e-18], 3.308_722_450_212_111e-24),
];

const fn scaled([first, second, third]: [f64; 3], by: f64) -> [f64; 3] {
    [first * by, second * by, third * by]
}

/// From here on a number is a whole multiple of 2^26k, and is below 2^50 of them.
const FROM: [f64; 3] = [562_949_953_421_312.0, 3.777_893_186_295_716e22, 2.535_301_200_456_459e30];

/// From here on every float is a whole number; so is what is added to it, rounded.
pub(crate) const WHOLE_DOUBLE: f64 = 4_503_599_627_370_496.0;

/// Up to here the second part of a product is less than a half.
const NEAR: f32 = 134_217_728.0;

/// What is left of a number that is not negative without multiples of pi/2, and how many these are but for multiples of 4. Of what is not `ANY` number, but none
/// beyond [`NEAR`], with the same bits by less.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rest<const ANY: bool>(x: f32) -> (f64, u64) {
    let x = f64::from(x);
    let [mut first, mut second, mut third] = TWO_OVER_PI[0];
    // Not an index: what each lane reads elsewhere costs more than all the rest.
    macro_rules! from {
        ($($k:literal)*) => { $(
            let is_beyond = x >= FROM[$k - 1];
            first = if is_beyond { TWO_OVER_PI[$k][0] } else { first };
            second = if is_beyond { TWO_OVER_PI[$k][1] } else { second };
            third = if is_beyond { TWO_OVER_PI[$k][2] } else { third };
        )* };
    }
    if ANY {
        from!(1 2 3);
    }
    let (a, b, c) = (x * first, x * second, x * third);
    let of_a = a + MAGIC_DOUBLE;
    let of_b = if ANY { b + MAGIC_DOUBLE } else { MAGIC_DOUBLE };
    let (a, b) = (a - (of_a - MAGIC_DOUBLE), b - (of_b - MAGIC_DOUBLE));
    let of_both = (a + b) + MAGIC_DOUBLE;
    // In this order nothing is lost where they all but cancel.
    let turns = ((a - (of_both - MAGIC_DOUBLE)) + b) + c;
    let quarters = of_a.to_bits().wrapping_add(of_b.to_bits()).wrapping_add(of_both.to_bits());
    (turns * core::f64::consts::FRAC_PI_2, quarters)
}

/// What pi/2 is more than the nearest `f64`.
const MORE: f64 = 6.123233995736766e-17;

/// As [`rest`], of a number that is not beyond [`NEAR`], by fused multiply-adds: less than 2^27 times pi/2 is taken away, in two parts.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rest_near<const FUSED: bool>(x: f32) -> (f64, u64) {
    if !FUSED {
        return rest::<false>(x);
    }
    let x = f64::from(x);
    let shifted = mul_add::<_, FUSED>(x, core::f64::consts::FRAC_2_PI, MAGIC_DOUBLE);
    let n = shifted - MAGIC_DOUBLE;
    let r = mul_add::<_, FUSED>(n, -core::f64::consts::FRAC_PI_2, x);
    (mul_add::<_, FUSED>(n, -MORE, r), shifted.to_bits())
}

/// `(sin(r) - r) / r^3` by the square of `r`, and `(cos(r) - 1) / r^2`: the highest power first.
const SIN: [f64; 4] = [2.719742446612215e-06, -0.00019839499422898426, 0.008333329958111653, -0.1666666664733345];
const COS: [f64; 4] = [2.440421334873749e-05, -0.001388692347857291, 0.041666628942647506, -0.49999999782120874];

/// The sine if it `begins` with `r`, and the cosine if with 1.
#[cfg_attr(not(debug_assertions), inline(always))]
fn curve<const FUSED: bool>(begins: f64, z: f64, of: &[f64; 4]) -> f64 {
    mul_add::<_, FUSED>(begins * z, horner!(FUSED; z; of[0], of[1], of[2], of[3]), begins)
}

/// The sine of `|r| <= pi / 2`, and of half a turn more if the lowest bit of `halves` is there.
#[cfg_attr(not(debug_assertions), inline(always))]
fn wide<const FUSED: bool>(r: f64, halves: u64) -> f64 {
    let z = r * r;
    let tail = horner!(FUSED; z; -2.393942673801111e-08, 2.7528416584593937e-06, -0.00019840931196107953,
        0.00833333162808321, -0.16666666639674213);
    let y = mul_add::<_, FUSED>(r * z, tail, r);
    f64::from_bits(y.to_bits() ^ halves << 63)
}

/// The sine of `r` and so many quarters of a turn more, where `|r| <= pi / 4`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sin_of<const FUSED: bool>(r: f64, quarters: u64) -> f64 {
    let to_quarter = core::f64::consts::FRAC_PI_2 - r.abs();
    wide::<FUSED>(if quarters & 1 == 0 { r } else { to_quarter }, quarters >> 1)
}

/// The sine or the cosine of a number that is not negative and not beyond [`NEAR`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn near<const COSINE: bool, const FUSED: bool>(x: f32) -> f64 {
    if !FUSED {
        let (r, quarters) = rest::<false>(x);
        return sin_of::<FUSED>(r, quarters.wrapping_add(COSINE as u64));
    }
    let x = f64::from(x);
    // The cosine of `x` is the sine of a quarter of a turn more: halves of turns are taken away that begin a quarter before.
    let before = if COSINE { 0.5 } else { 0.0 };
    let shifted = mul_add::<_, FUSED>(x, core::f64::consts::FRAC_1_PI, before) + MAGIC_DOUBLE;
    let n = (shifted - MAGIC_DOUBLE) - before;
    let r = mul_add::<_, FUSED>(n, -core::f64::consts::PI, x);
    wide::<FUSED>(mul_add::<_, FUSED>(n, -2.0 * MORE, r), shifted.to_bits())
}

/// The tangent of `r` and so many quarters of a turn more, where `|r| <= pi / 4`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tan_of<const FUSED: bool>(r: f64, quarters: u64) -> f64 {
    let (sin, cos) = (curve::<FUSED>(r, r * r, &SIN), curve::<FUSED>(1.0, r * r, &COS));
    let (above, below) = if quarters & 1 == 0 { (sin, cos) } else { (-cos, sin) };
    above / below
}

/// A number with the sign of an odd function of `x`, of which it is that of the size.
#[cfg_attr(not(debug_assertions), inline(always))]
fn odd(y: f64, x: f32) -> f32 {
    f32::from_bits((y as f32).to_bits() ^ x.to_bits() & 0x8000_0000)
}

macro_rules! circles {
    ($($circle:ident, $name:ident: |$x:ident, $r:ident, $quarters:ident| $of:expr, near $near:expr;)*) => { $(
        impl Usual<f32> for $circle {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_usual(x: f32) -> bool {
                x.abs() <= NEAR
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn usual<const FUSED: bool>($x: f32) -> f32 {
                $near
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn any<const FUSED: bool>($x: f32) -> f32 {
                let ($r, $quarters) = rest::<true>($x.abs());
                $of
            }
        }

        /// The function of radians.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub(crate) fn $name(x: f32) -> f32 {
            $circle::any::<false>(x)
        }
    )* };
}
circles! {
    Sine, sin: |x, r, quarters| odd(sin_of::<FUSED>(r, quarters), x), near odd(near::<false, FUSED>(x.abs()), x);
    Cosine, cos: |x, r, quarters| sin_of::<FUSED>(r, quarters.wrapping_add(1)) as f32, near near::<true, FUSED>(x.abs()) as f32;
    Tangent, tan: |x, r, quarters| odd(tan_of::<FUSED>(r, quarters), x), near {
        let (r, quarters) = rest_near::<FUSED>(x.abs());
        odd(tan_of::<FUSED>(r, quarters), x)
    };
}

/// The exponent of a positive normal number, and what is left of it, from the root of 1/2 to that of 2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn split(x: f64) -> (f64, f64) {
    let bits = x.to_bits();
    let beyond = bits.wrapping_sub(0x3fe6_a09e_667f_3bcd);
    // As the lowest bits of a number that holds nothing else there.
    let biased = beyond.wrapping_add(0x3ff0_0000_0000_0000) >> 52;
    let n = f64::from_bits(WHOLE_DOUBLE.to_bits() | biased) - (WHOLE_DOUBLE + 1023.0);
    (n, f64::from_bits(bits.wrapping_sub(beyond & 0xfff0_0000_0000_0000)))
}

/// `x` to the power of `y`, with all that IEEE 754 says of zeros, infinities and NaN.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn pow(x: f32, y: f32) -> f32 {
    let (size, power) = (f64::from(x.abs()), f64::from(y));
    let (n, m) = split(size);
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let log = n + s
        * horner!(false; z; 0.28290144570830644, 0.31990561173358695, 0.41220925433664757, 0.5770779423465943,
            0.9617966941134019, 2.88539008177785);
    let log = if size == 0.0 { f64::NEG_INFINITY } else { log };
    let log = if size == f64::INFINITY { size } else { log };
    let t = if size == 1.0 { 0.0 } else { power * log };
    // Far beyond what `f32` can hold; NaN stays.
    let t = if t > 300.0 { 300.0 } else { t };
    let t = if t < -300.0 { -300.0 } else { t };
    let shifted = t + MAGIC_DOUBLE;
    let f = t - (shifted - MAGIC_DOUBLE);
    let e = horner!(false; f; 1.5201902357481663e-05, 0.00015469317310837328, 0.001333392285010186, 0.009618027172760796,
        0.055504103528388596, 0.24022651198754624, 0.6931471807287144, 0.9999999999616215);
    let y_size = (e * f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52)) as f32;
    // From 2^24 on all numbers are even.
    let is_large = y.abs() >= 16_777_216.0;
    let whole = power + MAGIC_DOUBLE;
    let is_whole = is_large | (whole - MAGIC_DOUBLE == power);
    let is_odd = !is_large & is_whole & (whole.to_bits() & 1 == 1);
    let sign = if is_odd { x.to_bits() & 0x8000_0000 } else { 0 };
    let result = f32::from_bits(y_size.to_bits() | sign);
    let result = if (x < 0.0) & (x > f32::NEG_INFINITY) & !is_whole { f32::NAN } else { result };
    let result = if x.is_nan() | y.is_nan() { f32::NAN } else { result };
    if (x == 1.0) | (y == 0.0) { 1.0 } else { result }
}

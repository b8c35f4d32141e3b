//! Functions of `f32` that are computed in `f64`, and so are right but for the last rounding: as [`simd_math`](super::simd_math) says, without branches,
//! calls or tables, for loops in whatever vectors. `tools/coefficients.py` has computed the numbers.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use super::exp::{MAGIC_DOUBLE, polynomial};

/// 2/pi times 2^26k, without its multiples of 4: in parts of 29, 29 and 53 bits, so that the first two times an `f32` are exact.
const TWO_OVER_PI: [[f64; 3]; 4] = [
    [0.6366197690367699, 3.3308114738561656e-09, 2.276010073078396e-18],
    [1.7235269770026207, -2.6412272785547586e-09, 5.1651711996897015e-18],
    [1.3227502405643463, -2.447338956490519e-09, 4.220776518111768e-18],
    [1.8357618600130081, 3.0772192433081713e-09, -2.1333796079983287e-18],
];

/// From here on a number is a whole multiple of 2^26k, and is below 2^50 of them.
const FROM: [f64; 3] = [562_949_953_421_312.0, 3.777_893_186_295_716e22, 2.535_301_200_456_459e30];

/// 2^-26k.
const SCALE: [f64; 4] = [1.0, 1.490_116_119_384_765_6e-8, 2.220_446_049_250_313e-16, 3.308_722_450_212_111e-24];

/// The sine and the cosine of what is left of a number that is not negative without multiples of pi/2, and how many these are but for multiples
/// of 4.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_the_rest(x: f32) -> (f64, f64, u64) {
    let x = f64::from(x);
    let mut scale = SCALE[0];
    let [mut first, mut second, mut third] = TWO_OVER_PI[0];
    // Not an index: what each lane reads elsewhere costs more than all the rest.
    macro_rules! from {
        ($($k:literal)*) => { $(
            let is_beyond = x >= FROM[$k - 1];
            scale = if is_beyond { SCALE[$k] } else { scale };
            first = if is_beyond { TWO_OVER_PI[$k][0] } else { first };
            second = if is_beyond { TWO_OVER_PI[$k][1] } else { second };
            third = if is_beyond { TWO_OVER_PI[$k][2] } else { third };
        )* };
    }
    from!(1 2 3);
    let x = x * scale;
    let (a, b, c) = (x * first, x * second, x * third);
    let (of_a, of_b) = (a + MAGIC_DOUBLE, b + MAGIC_DOUBLE);
    let (a, b) = (a - (of_a - MAGIC_DOUBLE), b - (of_b - MAGIC_DOUBLE));
    let of_both = (a + b) + MAGIC_DOUBLE;
    // In this order nothing is lost where they all but cancel.
    let turns = ((a - (of_both - MAGIC_DOUBLE)) + b) + c;
    let quarters = of_a.to_bits().wrapping_add(of_b.to_bits()).wrapping_add(of_both.to_bits());
    let r = turns * core::f64::consts::FRAC_PI_2;
    let z = r * r;
    let sin = r + r
        * z
        * polynomial!(z; 2.719742446612215e-06, -0.00019839499422898426, 0.008333329958111653, -0.1666666664733345);
    let cos = 1.0
        + z * polynomial!(z; 2.440421334873749e-05, -0.001388692347857291, 0.041666628942647506, -0.49999999782120874);
    (sin, cos, quarters)
}

/// The number with its sign changed if the bit 1 of `quarters` is there.
#[cfg_attr(not(debug_assertions), inline(always))]
fn turned(x: f64, quarters: u64) -> f64 {
    f64::from_bits(x.to_bits() ^ (quarters & 2) << 62)
}

/// The sine, of radians.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn sin(x: f32) -> f32 {
    let (sin, cos, quarters) = of_the_rest(x.abs());
    let y = turned(if quarters & 1 == 0 { sin } else { cos }, quarters) as f32;
    f32::from_bits(y.to_bits() ^ x.to_bits() & 0x8000_0000)
}

/// The cosine, of radians.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn cos(x: f32) -> f32 {
    let (sin, cos, quarters) = of_the_rest(x.abs());
    turned(if quarters & 1 == 0 { cos } else { sin }, quarters.wrapping_add(1)) as f32
}

/// The tangent, of radians.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn tan(x: f32) -> f32 {
    let (sin, cos, quarters) = of_the_rest(x.abs());
    let (above, below) = if quarters & 1 == 0 { (sin, cos) } else { (-cos, sin) };
    let y = (above / below) as f32;
    f32::from_bits(y.to_bits() ^ x.to_bits() & 0x8000_0000)
}

/// `x` to the power of `y`, with all that IEEE 754 says of zeros, infinities and NaN.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn pow(x: f32, y: f32) -> f32 {
    let (size, power) = (f64::from(x.abs()), f64::from(y));
    let bits = size.to_bits();
    // The exponent, from the root of 1/2 on, as the lowest bits of a number that holds nothing else there.
    let biased = bits.wrapping_sub(0x3fe6_a09e_667f_3bcd).wrapping_add(0x3ff0_0000_0000_0000) >> 52;
    let m = f64::from_bits(bits.wrapping_sub(biased.wrapping_sub(1023) << 52));
    let n = f64::from_bits(0x4330_0000_0000_0000 | biased) - 4_503_599_627_370_496.0 - 1023.0;
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let log = n + s * polynomial!(z; 0.28290144570830644, 0.31990561173358695, 0.41220925433664757, 0.5770779423465943,
            0.9617966941134019, 2.88539008177785);
    let log = if size == 0.0 { f64::NEG_INFINITY } else { log };
    let log = if size == f64::INFINITY { size } else { log };
    let t = if size == 1.0 { 0.0 } else { power * log };
    // Far beyond what `f32` can hold; NaN stays.
    let t = if t > 300.0 { 300.0 } else { t };
    let t = if t < -300.0 { -300.0 } else { t };
    let shifted = t + MAGIC_DOUBLE;
    let f = t - (shifted - MAGIC_DOUBLE);
    let e = polynomial!(f; 1.5201902357481663e-05, 0.00015469317310837328, 0.001333392285010186, 0.009618027172760796,
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

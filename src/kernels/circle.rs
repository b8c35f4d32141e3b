//! The sine, the cosine and the tangent of `f64`: as [`simd_math`](super::simd_math) says, without branches, calls or tables, of all that is not so large
//! that what is left without multiples of pi/2 would take more digits. `tools/coefficients.py` has computed the numbers.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use num_traits::Float;

use super::exp::MAGIC_DOUBLE;
use super::fused::{horner, mul_add};
use super::usual::Usual;

/// Up to here there are fewer than 2^19 multiples of pi/2. (2^19 pi/2 is 823549.66.)
const FAR: f64 = 823_549.0;

/// pi/2 in parts, of which the first three have 33 bits: so their products with a number of multiples are exact.
const PARTS: [f64; 4] =
    [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_711_166_5e-21, 8.478_427_660_368_9e-32];

/// What is left of a number that is not negative and not beyond [`FAR`] without multiples of pi/2, in two parts: the second is what the first has lost. And
/// how many these are but for multiples of 4.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rest<const FUSED: bool>(x: f64) -> (f64, f64, u64) {
    let shifted = mul_add::<_, FUSED>(x, core::f64::consts::FRAC_2_PI, MAGIC_DOUBLE);
    let n = shifted - MAGIC_DOUBLE;
    // Exact: both are multiples of one power of 2, of which the difference is few enough.
    let (first, second) = (mul_add::<_, FUSED>(n, -PARTS[0], x), n * PARTS[1]);
    let high = first - second;
    // What was lost: exact where the first is the larger one, and nothing where it is not.
    let low = mul_add::<_, FUSED>(n, -PARTS[2], (first - high) - second);
    let r = high + low;
    (r, mul_add::<_, FUSED>(n, -PARTS[3], (high - r) + low), shifted.to_bits())
}

/// The sine of `r` and a little more, where `|r| <= pi / 4`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sin_of<const FUSED: bool>(r: f64, more: f64) -> f64 {
    let z = r * r;
    let cube = z * r;
    let tail = horner!(FUSED; z; 1.589_690_995_211_55e-10, -2.505_076_025_340_686_3e-8, 2.755_731_370_707_006_8e-6,
        -0.000_198_412_698_298_579_5, 0.008_333_333_333_322_49);
    let low = mul_add::<_, FUSED>(-cube, tail, 0.5 * more);
    r - mul_add::<_, FUSED>(-cube, -0.166_666_666_666_666_32, mul_add::<_, FUSED>(z, low, -more))
}

/// The cosine.
#[cfg_attr(not(debug_assertions), inline(always))]
fn cos_of<const FUSED: bool>(r: f64, more: f64) -> f64 {
    let z = r * r;
    let tail = horner!(FUSED; z; -1.135_964_755_778_819_5e-11, 2.087_572_321_298_175e-9, -2.755_731_435_139_066_3e-7,
        2.480_158_728_947_673e-5, -0.001_388_888_888_887_411, 0.041_666_666_666_666_6);
    let half = 0.5 * z;
    let most = 1.0 - half;
    most + (((1.0 - most) - half) + mul_add::<_, FUSED>(z, z * tail, -(r * more)))
}

/// The number with its sign changed if the bit 1 of `quarters` is there.
#[cfg_attr(not(debug_assertions), inline(always))]
fn turned(x: f64, quarters: u64) -> f64 {
    f64::from_bits(x.to_bits() ^ (quarters & 2) << 62)
}

macro_rules! circles {
    ($($name:ident, $method:ident, $any:ident: |$x:ident, $sin:ident, $cos:ident, $quarters:ident| $of:expr;)*) => { $(
        pub(crate) struct $name;
        impl Usual<f64> for $name {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_usual(x: f64) -> bool {
                x.abs() <= FAR
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn usual<const FUSED: bool>($x: f64) -> f64 {
                let (r, more, $quarters) = rest::<FUSED>($x.abs());
                let ($sin, $cos) = (sin_of::<FUSED>(r, more), cos_of::<FUSED>(r, more));
                $of
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn any<const FUSED: bool>(x: f64) -> f64 {
                /// Rust's own.
                #[inline(never)]
                fn beyond(x: f64) -> f64 {
                    Float::$method(x)
                }
                if Self::is_usual(x) { Self::usual::<FUSED>(x) } else { beyond(x) }
            }
        }

        /// The function of radians.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub(crate) fn $any(x: f64) -> f64 {
            $name::any::<false>(x)
        }
    )* };
}
circles! {
    Sine, sin, sin_double: |x, sin, cos, quarters| {
        let y = turned(if quarters & 1 == 0 { sin } else { cos }, quarters);
        f64::from_bits(y.to_bits() ^ x.to_bits() & 1 << 63)
    };
    Cosine, cos, cos_double: |x, sin, cos, quarters| {
        turned(if quarters & 1 == 0 { cos } else { sin }, quarters.wrapping_add(1))
    };
    Tangent, tan, tan_double: |x, sin, cos, quarters| {
        let (above, below) = if quarters & 1 == 0 { (sin, cos) } else { (-cos, sin) };
        let y = above / below;
        f64::from_bits(y.to_bits() ^ x.to_bits() & 1 << 63)
    };
}

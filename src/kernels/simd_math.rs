//! Elementary functions that a compiler can vectorise: no branches, no calls, no tables, no conversions that saturate.
//!
//! Each is a polynomial around selects, `#[cfg_attr(not(debug_assertions), inline(always))]`, so that the loop around it runs in whatever vectors it is compiled
//! for. What is `FUSED` uses fused multiply-adds, and is called by loops that are compiled for CPUs that have these: a third faster, with the same bits on
//! every such CPU. All else never does, and so has the same bits on every CPU and at every dispatch level. Errors
//! were measured over all `f32` (`tests/math_accuracy.rs` does so again for a part of them): at most 2 units in the last place, and of `gelu` below -0.5 7. What is
//! `of_sixteen` is for floats of 16 bits, for which it need not be as exact.
//!
//! Library crates were considered: those that vectorise are for nightly's `portable_simd`, need intrinsics of one
//! width, or are less exact; those that are exact (`libm`, `core-math`) are scalar, by branches and tables.

#![allow(clippy::excessive_precision, clippy::approx_constant)] // the digits of published coefficients; logarithms in two parts

use crate::kernels::by_double::{WHOLE_DOUBLE, split as split_double};
pub(crate) use crate::kernels::by_double::{cos, pow, sin, tan};
pub(crate) use crate::kernels::circle::{cos_double, sin_double, tan_double};
use crate::kernels::exp::{
    LEAST, LN2_HI, LN2_HI_DOUBLE, LN2_LO, LN2_LO_DOUBLE, MAGIC, MAGIC_DOUBLE, Numbers, TAIL, TAIL_DOUBLE,
};
use crate::kernels::fused::{horner, mul_add};
use crate::kernels::usual::Usual;

/// From here on every float is a whole number; so is what is added to it, rounded.
const WHOLE: f32 = 8_388_608.0;

/// The nearest whole number, and half to the even one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn round(x: f32) -> f32 {
    let size = x.abs();
    let size = if size < WHOLE { (size + WHOLE) - WHOLE } else { size };
    f32::from_bits(size.to_bits() | x.to_bits() & 0x8000_0000)
}

/// As [`round`], of `f64`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn round_double(x: f64) -> f64 {
    let size = x.abs();
    let size = if size < WHOLE_DOUBLE { (size + WHOLE_DOUBLE) - WHOLE_DOUBLE } else { size };
    f64::from_bits(size.to_bits() | x.to_bits() & 0x8000_0000_0000_0000)
}

/// The smaller one; NaN in `x` stays.
#[cfg_attr(not(debug_assertions), inline(always))]
fn at_most(x: f32, limit: f32) -> f32 {
    if x > limit { limit } else { x }
}

/// The larger one; NaN in `x` stays.
#[cfg_attr(not(debug_assertions), inline(always))]
fn at_least(x: f32, limit: f32) -> f32 {
    if x < limit { limit } else { x }
}

/// 2 to the power of `n`, from -126 to 127; something for every other number.
#[cfg_attr(not(debug_assertions), inline(always))]
fn power_of_2(n: i32) -> f32 {
    f32::from_bits((n.wrapping_add(127) as u32) << 23)
}

/// The integer nearest to `x / ln(2)`, and what is left of `x`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn reduced<const FUSED: bool>(x: f32) -> (i32, f32) {
    let shifted = mul_add::<_, FUSED>(x, core::f32::consts::LOG2_E, MAGIC);
    let count = (shifted.to_bits() as i32).wrapping_sub(MAGIC.to_bits() as i32);
    (count, less_powers::<FUSED>(x, shifted - MAGIC))
}

/// What is left of a number without `n` times `ln(2)`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn less_powers<const FUSED: bool>(x: f32, n: f32) -> f32 {
    mul_add::<_, FUSED>(n, -LN2_LO, mul_add::<_, FUSED>(n, -LN2_HI, x))
}

/// `(exp(r) - 1 - r) / r^2` where `|r| <= ln(2) / 2`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn exp_tail<const FUSED: bool>(r: f32) -> f32 {
    let [e, d, c, b, a] = TAIL;
    horner!(FUSED; r; e, d, c, b, a)
}

/// As [`MAGIC`], of what is to be 64 more, or less: so far from 1 a number that is to be multiplied by the power of 2 stays a normal one for longer.
const MAGIC_64: f32 = MAGIC + 64.0;
const MAGIC_LESS_64: f32 = MAGIC - 64.0;
/// 2 to the power of -64.
const LESS_64: f32 = 1.0 / 18_446_744_073_709_551_616.0;

/// A number times 2 to the power of `n`, which `shifted` has in its lowest bits; both are normal numbers, and not NaN.
#[cfg_attr(not(debug_assertions), inline(always))]
fn times_power_of_2(x: f32, shifted: f32) -> f32 {
    f32::from_bits(x.to_bits().wrapping_add(shifted.to_bits() << 23))
}

/// A polynomial of `x`, of which `square` is the square, the highest power first: by parts that do not wait for each other, as a CPU waits longer for what
/// comes one after the other than it takes to compute it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn quartic<const FUSED: bool>(x: f32, square: f32, [e, d, c, b, a]: [f32; 5]) -> f32 {
    let above = mul_add::<_, FUSED>(e, square, mul_add::<_, FUSED>(d, x, c));
    mul_add::<_, FUSED>(above, square, mul_add::<_, FUSED>(b, x, a))
}

/// As [`quartic`], of degree 3.
#[cfg_attr(not(debug_assertions), inline(always))]
fn cubic<const FUSED: bool>(x: f32, square: f32, [d, c, b, a]: [f32; 4]) -> f32 {
    mul_add::<_, FUSED>(mul_add::<_, FUSED>(d, x, c), square, mul_add::<_, FUSED>(b, x, a))
}

/// As [`quartic`], of degree 8.
#[cfg_attr(not(debug_assertions), inline(always))]
fn octic<const FUSED: bool>(x: f32, square: f32, [i, h, g, f, e, d, c, b, a]: [f32; 9]) -> f32 {
    let (fourth, above) = (square * square, cubic::<FUSED>(x, square, [h, g, f, e]));
    mul_add::<_, FUSED>(mul_add::<_, FUSED>(i, fourth, above), fourth, cubic::<FUSED>(x, square, [d, c, b, a]))
}

/// As [`quartic`], of degree 6.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sextic<const FUSED: bool>(x: f32, square: f32, [g, f, e, d, c, b, a]: [f32; 7]) -> f32 {
    let high = mul_add::<_, FUSED>(g, square, mul_add::<_, FUSED>(f, x, e));
    mul_add::<_, FUSED>(high, square * square, cubic::<FUSED>(x, square, [d, c, b, a]))
}

/// `(exp(r) - 1 - r) / r^2` where `|r| <= 0.41`.
const SHORT_TAIL: [f32; 5] =
    [0.0013788704340057393, 0.008381608671745682, 0.04166985088429112, 0.16666395208246662, 0.49999983433261114];

/// `exp(r) - 1` where `|r| <= 0.41`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn short_exp_m1<const FUSED: bool>(r: f32) -> f32 {
    let square = r * r;
    mul_add::<_, FUSED>(square, quartic::<FUSED>(r, square, SHORT_TAIL), r)
}

/// The exponential, times the power of 2 that `magic` adds to [`MAGIC`], if that is a normal number.
#[cfg_attr(not(debug_assertions), inline(always))]
fn scaled_exp<const FUSED: bool>(x: f32, magic: f32) -> f32 {
    let shifted = mul_add::<_, FUSED>(x, core::f32::consts::LOG2_E, magic);
    (1.0 + short_exp_m1::<FUSED>(less_powers::<FUSED>(x, shifted - magic))) * times_power_of_2(1.0, shifted)
}

/// `1 + exp(-x)`, times 2^-64, so that it is a finite number, also where the exponential is not: up to that of 130, and that for all that is more.
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_and_exp<const FUSED: bool>(x: f32) -> f32 {
    let x = at_most(at_least(x, LEAST), 40.0);
    let shifted = mul_add::<_, FUSED>(x, -core::f32::consts::LOG2_E, MAGIC_LESS_64);
    // Of what is left of `x`, and not of `-x`, the signs are others: it has not to be made.
    let r = less_powers::<FUSED>(x, MAGIC_LESS_64 - shifted);
    let (square, [e, d, c, b, a]) = (r * r, SHORT_TAIL);
    let p = mul_add::<_, FUSED>(square, quartic::<FUSED>(r, square, [e, -d, c, -b, a]), -r);
    let power = times_power_of_2(1.0, shifted);
    mul_add::<_, FUSED>(p, power, LESS_64) + power
}

/// Of less the exponential is 0: arithmetic that comes to nothing takes a CPU a hundred times as long.
const NONE: f32 = -103.98;
const NONE_DOUBLE: f64 = -745.14;

/// e to the power of `x`: times a power of 2 that keeps what is positive finite, and what is negative a normal number, and without it at the end.
#[cfg_attr(not(debug_assertions), inline(always))]
fn exp_of<const FUSED: bool>(x: f32) -> f32 {
    let none = x < NONE;
    let x = if none { 0.0 } else { at_most(x, f32::INFINITE) };
    let (magic, scale) = if x < 0.0 { (MAGIC_64, LESS_64) } else { (MAGIC_LESS_64, 1.0 / LESS_64) };
    let shifted = mul_add::<_, FUSED>(x, core::f32::consts::LOG2_E, magic);
    let r = less_powers::<FUSED>(x, shifted - magic);
    let (p, power) = (mul_add::<_, FUSED>(r * r, exp_tail::<FUSED>(r), r), times_power_of_2(1.0, shifted));
    let y = mul_add::<_, FUSED>(p, power, power) * scale;
    if none { 0.0 } else { y }
}

/// As [`exp_of`], of one element: of many a [kernel](super::exp::each) is better.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn exp(x: f32) -> f32 {
    exp_of::<false>(x)
}

/// e to the power of `x`, less 1.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn exp_m1<const FUSED: bool>(x: f32) -> f32 {
    let (n, r) = reduced::<FUSED>(at_least(at_most(x, 89.0), -18.0));
    // The largest power of 2 in two steps, for half of it times 2 may be finite still.
    let last = if n > 127 { 1 } else { 0 };
    let scale = power_of_2(n.wrapping_sub(last));
    let one = if n > 127 { 0.5 } else { 1.0 };
    let y = mul_add::<_, FUSED>(r * r, exp_tail::<FUSED>(r), r);
    let y = mul_add::<_, FUSED>(scale, y, scale - one) / one;
    if x.abs() < 1e-8 { x } else { y }
}

/// The exponent of a positive normal number, and what is left of it, from the root of 1/2 to that of 2.
#[cfg_attr(not(debug_assertions), inline(always))]
fn split(x: f32) -> (i32, f32) {
    let bits = x.to_bits() as i32;
    let beyond = bits.wrapping_sub(0x3f35_04f3);
    (beyond >> 23, f32::from_bits(bits.wrapping_sub(beyond & !0x7f_ffff) as u32))
}

/// The logarithm of `1 + f`, times 2 to the power of `n`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn ln_of<const FUSED: bool>(f: f32, n: f32) -> f32 {
    let square = f * f;
    let tail = [
        7.037_683_629_2e-2,
        -0.115_146_103_1,
        0.116_769_987_4,
        -0.124_201_408_46,
        0.142_493_227_87,
        -0.166_680_576_65,
        0.200_007_147_65,
        -0.249_999_939_93,
        0.333_333_311_74,
    ];
    let low = mul_add::<_, FUSED>(n, LN2_LO, -0.5 * square);
    let y = mul_add::<_, FUSED>(f * square, octic::<FUSED>(f, square, tail), low);
    mul_add::<_, FUSED>(n, LN2_HI, f + y)
}

/// The natural logarithm of a positive normal number, which has been multiplied by 2 to the power of `more`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn ln_of_normal<const FUSED: bool>(x: f32, more: f32) -> f32 {
    let (n, m) = split(x);
    ln_of::<FUSED>(m - 1.0, n as f32 - more)
}

/// The natural logarithm.
pub(crate) struct Logarithm;

macro_rules! logarithms {
    ($($t:ident $of_normal:ident $any:ident;)*) => { $(
        impl Usual<$t> for Logarithm {
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(clippy::manual_range_contains)] // both are asked, without a branch
            fn is_usual(x: $t) -> bool {
                (x >= $t::MIN_POSITIVE) & (x < $t::INFINITY)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn usual<const FUSED: bool>(x: $t) -> $t {
                $of_normal::<FUSED>(x, 0.0)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn any<const FUSED: bool>(x: $t) -> $t {
                $any::<FUSED>(x)
            }
        }
    )* };
}
logarithms! {
    f32 ln_of_normal ln;
    f64 ln_of_normal_double ln_double;
}

/// The natural logarithm.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn ln<const FUSED: bool>(x: f32) -> f32 {
    let small = x < f32::MIN_POSITIVE;
    let y = ln_of_normal::<FUSED>(if small { x * 8_388_608.0 } else { x }, if small { 23.0 } else { 0.0 });
    // What is no logarithm is known before it. Infinity and NaN stay.
    let other = if x == 0.0 { f32::NEG_INFINITY } else { x };
    let other = if x < 0.0 { f32::NAN } else { other };
    if (x > 0.0) & (x < f32::INFINITY) { y } else { other }
}

/// The natural logarithm of `1 + x`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn ln_1p<const FUSED: bool>(x: f32) -> f32 {
    let u = 1.0 + x;
    let (n, m) = split(u);
    // What was lost in the sum, at the scale of `m`: next to nothing beside the logarithm where `x` is the larger one.
    let lost = if x < 1.0 { (x - (u - 1.0)) * power_of_2(n.wrapping_neg()) } else { 0.0 };
    // Zeros keep their sign.
    let y = ln_of::<FUSED>((m - 1.0) + lost, n as f32).copysign(x);
    let other = if u == 0.0 { f32::NEG_INFINITY } else { u };
    let other = if u < 0.0 { f32::NAN } else { other };
    if (u > 0.0) & (u < f32::INFINITY) { y } else { other }
}

/// As [`MAGIC`], with the bias of exponents: shifted to where they are, the lowest bits are the power of 2.
const MAGIC_BIASED: f32 = MAGIC + 127.0;

/// The hyperbolic tangent: of `m`, which is `1 - exp(-2 |x|)`, it is `m / (2 - m)`. Neither number cancels, whatever power of 2 it has.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn tanh<const FUSED: bool>(x: f32) -> f32 {
    let size = x.abs();
    let y = at_most(size + size, 40.0);
    let shifted = mul_add::<_, FUSED>(y, -core::f32::consts::LOG2_E, MAGIC_BIASED);
    // What the product loses is nothing beside the rest: the larger it is, the less is the power of 2 that it belongs to.
    let r = mul_add::<_, FUSED>(shifted - MAGIC_BIASED, core::f32::consts::LN_2, y);
    let power = f32::from_bits(shifted.to_bits() << 23);
    let less = mul_add::<_, FUSED>(-(r * r), exp_tail::<FUSED>(-r), r) * power;
    // Never more than the argument, as rounding would have it near 0.
    at_most((less + (1.0 - power)) / ((1.0 + power) - less), size).copysign(x)
}

/// `1 / (1 + exp(-x))`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn sigmoid<const FUSED: bool>(x: f32) -> f32 {
    LESS_64 / one_and_exp::<FUSED>(x)
}

/// `x * sigmoid(x)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn silu<const FUSED: bool>(x: f32) -> f32 {
    // Infinity over infinity is NaN.
    let over = if x < LEAST { f32::INFINITY } else { one_and_exp::<FUSED>(x) };
    let y = x / over * LESS_64;
    // What the sum is so much less than, it is, as far as floats can tell.
    if x > 20.0 { x } else { y }
}

/// The error function.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn erf<const FUSED: bool>(x: f32) -> f32 {
    let size = at_most(x.abs(), 4.0);
    let square = size * size;
    // The logarithm of what is left to 1, as `far * size - size`.
    let far = horner!(FUSED; size; -1.152_304_139_395_71e-5, 3.256_599_302_403_629e-4, -3.653_792_198_747_396_5e-3,
        2.378_540_486_097_335_8e-2, -0.106_263_212_859_630_58, -0.635_135_889_053_344_7, -0.128_652_170_300_483_7);
    let far = 1.0 - exp_of::<FUSED>(mul_add::<_, FUSED>(far, size, -size));
    let near = horner!(FUSED; square; -5.967_617_03e-4, 4.991_194_23e-3, -2.676_813_49e-2, 0.112_819_925, -0.376_125_336,
        0.128_379_166);
    let near = mul_add::<_, FUSED>(near, x, x);
    (if size > 0.927_734_375 { far } else { near }).copysign(x)
}

/// 2 to the power of `n`, from -1022 to 1023; something for every other number.
#[cfg_attr(not(debug_assertions), inline(always))]
fn power_of_2_double(n: i64) -> f64 {
    f64::from_bits((n.wrapping_add(1023) as u64) << 52)
}

/// As [`reduced`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn reduced_double(x: f64) -> (i64, f64) {
    let shifted = x * core::f64::consts::LOG2_E + MAGIC_DOUBLE;
    let n = shifted - MAGIC_DOUBLE;
    let count = (shifted.to_bits() as i64).wrapping_sub(MAGIC_DOUBLE.to_bits() as i64);
    (count, (x - n * LN2_HI_DOUBLE) - n * LN2_LO_DOUBLE)
}

/// The part of the normal distribution below `-t`, where `0 <= t`, to 2e-9 of itself.
#[cfg_attr(not(debug_assertions), inline(always))]
fn normal_tail(t: f64) -> f64 {
    let size = t;
    let t = if t > 16.0 { 16.0 } else { t };
    let (n, r) = reduced_double(-0.5 * t * t);
    let e = horner!(false; r; 1.0 / 362_880.0, 1.0 / 40_320.0, 1.0 / 5_040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0,
        0.5, 1.0, 1.0);
    let over = 1.0 / (t + 3.0);
    let q = (t - 3.0) * over;
    let ratio = horner!(false; q; 5.501_878_689_684_217e-5, 1.322_640_483_151_905_5e-4, -2.448_887_566_509_921_5e-4,
        -1.033_499_104_307_857e-3, 1.024_603_906_918_104_1e-3, 6.969_621_598_672_36e-3, -1.046_244_672_568_823_5e-2,
        -4.726_272_756_237_405e-2, 0.230_017_692_869_119_63, -0.509_331_989_995_717_8, 0.729_083_690_462_529_4);
    let tail = e * power_of_2_double(n) * (ratio * over);
    if size > 16.0 { 0.0 } else { tail }
}

/// `x * P(X <= x)` of a normal distribution.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gelu<const FUSED: bool>(x: f32) -> f32 {
    /// Below the negative of it the function is 0, as is the tail, of which that is not computed.
    const MOST: f32 = 14.357;
    let size = x.abs();
    let t = if size > MOST { 0.0 } else { size };
    // The square in two parts: an error of the exponent, half of it, is one of the result.
    let (square, rest) = if FUSED {
        (t * t, mul_add::<_, FUSED>(t, t, -(t * t)))
    } else {
        // Of which the first is exact.
        let high = f32::from_bits(t.to_bits() & 0xffff_f000);
        (high * high, (t - high) * (t + high))
    };
    let shifted = mul_add::<_, FUSED>(square, -0.5 * core::f32::consts::LOG2_E, MAGIC_64);
    let n = shifted - MAGIC_64;
    let high = mul_add::<_, FUSED>(n, -LN2_HI, -0.5 * square);
    let more = short_exp_m1::<FUSED>(high - mul_add::<_, FUSED>(n, LN2_LO, 0.5 * rest));
    // The part of the distribution below `-t`, by this density; of which little is known near 0, where the half of it is left out.
    let over = 1.0 / (t + 3.5);
    let v = over - 0.15;
    let ratio = [
        2282.3698946793725,
        453.3855371107224,
        -352.07657534015425,
        -124.11276085793806,
        37.62651801620342,
        40.94063076028813,
        16.321178996044345,
        4.185882787995564,
        0.7734973427101998,
    ];
    let ratio = over * octic::<FUSED>(v, v * v, ratio);
    let tail = times_power_of_2(mul_add::<_, FUSED>(ratio, more, ratio), shifted);
    // (The product with 0 is NaN where the argument is infinite.)
    let far = mul_add::<_, FUSED>(t * -LESS_64, tail, if x < 0.0 { 0.0 * x } else { x });
    let z = x * x;
    let near =
        [0.0001044635161669128, -0.001182694114923399, 0.009972749330033342, -0.06649033050053202, 0.39894227991192194];
    let near = mul_add::<_, FUSED>(x, quartic::<FUSED>(z, z * z, near), 0.5);
    if size < 0.7 { x * near } else { far }
}

/// 2 to the power of -16: what has 16 bits is still exact by so much less.
const LESS_16: f32 = 1.0 / 65_536.0;
/// The exponential of `by * r`, a number of at most `ln(2) / 2`, to 2^-18 of itself: enough for what is rounded to 12 digits and less.
#[cfg_attr(not(debug_assertions), inline(always))]
fn exp_of_sixteen<const FUSED: bool>(r: f32, by: f32) -> f32 {
    let powers = [
        0.041_458_401_113_768_07 * (by * by * by * by),
        0.167_910_306_062_809_57 * (by * by * by),
        0.500_043_673_532_889_8 * (by * by),
        0.999_963_332_589_868_4 * by,
        0.999_999_259_242_051_7,
    ];
    quartic::<FUSED>(r, r * r, powers)
}

/// [`gelu`] of a float of 16 bits, to a hundredth of its own units.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gelu_of_sixteen<const FUSED: bool>(x: f32) -> f32 {
    const MAGIC_16: f32 = MAGIC + 16.0;
    // Of more the tail is 0, of such floats.
    let t = if x.abs() > 13.562 { 0.0 } else { x.abs() };
    // Exact, as there are so few digits: twice what the exponential is of.
    let square = t * t;
    let shifted = mul_add::<_, FUSED>(square, -0.5 * core::f32::consts::LOG2_E, MAGIC_16);
    let r = mul_add::<_, FUSED>(shifted - MAGIC_16, 2.0 * core::f32::consts::LN_2, square);
    let e = exp_of_sixteen::<FUSED>(r, -0.5);
    // As in `gelu`, and near 0, too; times 2^-16.
    let over = 1.0 / (t + 3.5);
    let square = over * over;
    let coefficients = [
        -235.576_051_993_814_33 * LESS_16,
        95.897_477_513_042_6 * LESS_16,
        43.892_365_375_123_866 * LESS_16,
        8.882_237_439_199_63 * LESS_16,
        4.955_254_615_403_126 * LESS_16,
        1.371_885_278_153_216_3 * LESS_16,
        0.399_422_550_323_381_2 * LESS_16,
    ];
    let ratio = t * over * sextic::<FUSED>(over, square, coefficients);
    mul_add::<_, FUSED>(-ratio, times_power_of_2(e, shifted), if x < 0.0 { 0.0 * x } else { x })
}

/// [`erf`] of a float of 16 bits, to a hundredth of its own units.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn erf_of_sixteen<const FUSED: bool>(x: f32) -> f32 {
    // Of more it is 1, of such floats.
    let x = at_least(at_most(x, 3.2), -3.2);
    let z = x * x;
    let square = z * z;
    let above = cubic::<FUSED>(z, square, [0.000_754_051_7, 0.043_281_258, 0.153_974_16, 1.128_381]);
    let below = cubic::<FUSED>(z, square, [0.009_328_843_5, 0.094_816_97, 0.469_827_72, 1.0]);
    x * above / below
}

/// [`silu`] of a float of 16 bits, to a hundredth of its own units.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn silu_of_sixteen<const FUSED: bool>(x: f32) -> f32 {
    const MAGIC_LESS_16: f32 = MAGIC - 16.0;
    let y = at_least(at_most(-x, 98.0), -40.0);
    let shifted = mul_add::<_, FUSED>(y, core::f32::consts::LOG2_E, MAGIC_LESS_16);
    let r = mul_add::<_, FUSED>(shifted - MAGIC_LESS_16, -core::f32::consts::LN_2, y);
    let e = exp_of_sixteen::<FUSED>(r, 1.0);
    // Below -99 it is 0, of such floats, and infinity over infinity is NaN.
    x * LESS_16 / if x < -99.0 { f32::INFINITY } else { times_power_of_2(e, shifted) + LESS_16 }
}

/// 1 less the error function.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn erfc(x: f32) -> f32 {
    let wide = f64::from(x) * core::f64::consts::SQRT_2;
    let tail = 2.0 * normal_tail(wide.abs());
    (if wide < 0.0 { 2.0 - tail } else { tail }) as f32
}

/// As [`reduced_double`], and what was lost in what is left.
#[cfg_attr(not(debug_assertions), inline(always))]
fn reduced_exactly(x: f64) -> (i64, f64, f64) {
    let shifted = x * core::f64::consts::LOG2_E + MAGIC_DOUBLE;
    let count = (shifted.to_bits() as i64).wrapping_sub(MAGIC_DOUBLE.to_bits() as i64);
    let n = shifted - MAGIC_DOUBLE;
    let (high, low) = (x - n * LN2_HI_DOUBLE, n * LN2_LO_DOUBLE);
    let r = high - low;
    (count, r, (high - r) - low)
}

/// As [`exp_tail`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn exp_tail_double<const FUSED: bool>(r: f64) -> f64 {
    let [j, i, h, g, f, e, d, c, b, a] = TAIL_DOUBLE;
    horner!(FUSED; r; j, i, h, g, f, e, d, c, b, a)
}

/// e to the power of `x`, as [`exp`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn exp_of_double<const FUSED: bool>(x: f64) -> f64 {
    /// 2 to the power of 512.
    const MORE: f64 = f64::from_bits((1023 + 512) << 52);
    let none = x < NONE_DOUBLE;
    let x = if x > f64::INFINITE { f64::INFINITE } else { x };
    let x = if none { 0.0 } else { x };
    let (magic, scale) = if x < 0.0 { (MAGIC_DOUBLE + 512.0, 1.0 / MORE) } else { (MAGIC_DOUBLE - 512.0, MORE) };
    let shifted = x * core::f64::consts::LOG2_E + magic;
    let n = shifted - magic;
    let (high, low) = (x - n * LN2_HI_DOUBLE, n * LN2_LO_DOUBLE);
    let r = high - low;
    let p = r + mul_add::<_, FUSED>(r * r, exp_tail_double::<FUSED>(r), (high - r) - low);
    let power = f64::from_bits(1f64.to_bits().wrapping_add(shifted.to_bits() << 52));
    let y = mul_add::<_, FUSED>(p, power, power) * scale;
    if none { 0.0 } else { y }
}

/// As [`exp_of_double`], of one element: of many a [kernel](super::exp::each) is better.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn exp_double(x: f64) -> f64 {
    exp_of_double::<false>(x)
}

/// e to the power of `x`, less 1, as [`exp_m1`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn exp_m1_double<const FUSED: bool>(x: f64) -> f64 {
    let y = if x > 710.0 { 710.0 } else { x };
    let (count, r, lost) = reduced_exactly(if y < -40.0 { -40.0 } else { y });
    let last = if count > 1023 { 1 } else { 0 };
    let scale = power_of_2_double(count.wrapping_sub(last));
    let one = if count > 1023 { 0.5 } else { 1.0 };
    let y = r + mul_add::<_, FUSED>(r * r, exp_tail_double::<FUSED>(r), lost);
    let y = mul_add::<_, FUSED>(scale, y, scale - one) / one;
    if x.abs() < 1e-17 { x } else { y }
}

/// The hyperbolic tangent.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn tanh_double<const FUSED: bool>(x: f64) -> f64 {
    let size = x.abs();
    let square = x * x;
    let near = square
        * horner!(FUSED; square; 6.465_788_408_718_577e-6, -3.116_122_777_121_773e-5, 9.253_580_052_436_035e-5,
        -2.375_729_695_417_925_5e-4, 5.896_551_828_359_278e-4, -1.455_774_326_044_409_7e-3, 3.592_121_613_250_894_3e-3,
        -8.863_235_092_362_764e-3, 2.186_948_851_850_972_8e-2, -5.396_825_396_788_533e-2, 0.133_333_333_333_330_3,
        -0.333_333_333_333_333_3);
    let far = 1.0 - 2.0 / (exp_of_double::<FUSED>(if size > 20.0 { 40.0 } else { size + size }) + 1.0);
    (if size < 0.625 { mul_add::<_, FUSED>(x, near, x) } else { far }).copysign(x)
}

/// As [`ln_of_normal`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn ln_of_normal_double<const FUSED: bool>(x: f64, more: f64) -> f64 {
    let (n, m) = split_double(x);
    let (n, f) = (n - more, m - 1.0);
    let s = f / (2.0 + f);
    let z = s * s;
    let tail = z
        * horner!(FUSED; z; 1.479_819_860_511_658_591e-1, 1.531_383_769_920_937_332e-1, 1.818_357_216_161_805_012e-1,
        2.222_219_843_214_978_396e-1, 2.857_142_874_366_239_149e-1, 3.999_999_999_940_941_908e-1, 6.666_666_666_666_735_130e-1);
    let half = 0.5 * f * f;
    let low = mul_add::<_, FUSED>(s, half + tail, n * LN2_LO_DOUBLE);
    mul_add::<_, FUSED>(n, LN2_HI_DOUBLE, f - (half - low))
}

/// The natural logarithm.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn ln_double<const FUSED: bool>(x: f64) -> f64 {
    let small = x < f64::MIN_POSITIVE;
    let (normal, more) = if small { (x * 18_014_398_509_481_984.0, 54.0) } else { (x, 0.0) };
    let y = ln_of_normal_double::<FUSED>(normal, more);
    let y = if x < f64::INFINITY { y } else { x };
    let y = if x == 0.0 { f64::NEG_INFINITY } else { y };
    if x < 0.0 { f64::NAN } else { y }
}

/// The natural logarithm of `1 + x`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn ln_1p_double<const FUSED: bool>(x: f64) -> f64 {
    let u = 1.0 + x;
    // What was lost in the sum.
    let lost = if x < 1.0 { x - (u - 1.0) } else { 1.0 - (u - x) };
    let lost = if x < 1e18 && u > 0.0 { lost / u } else { 0.0 };
    if x.abs() < 1e-17 { x } else { ln_double::<FUSED>(u) + lost }
}

/// As [`log_sigmoid`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn log_sigmoid_double<const FUSED: bool>(x: f64) -> f64 {
    (if x < 0.0 { x } else { 0.0 }) - ln_1p_double::<FUSED>(exp_of_double::<FUSED>(-x.abs()))
}

/// `ln(1 + exp(x))`, as [`softplus`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn softplus_double<const FUSED: bool>(x: f64) -> f64 {
    let y = (if x > 0.0 { x } else { 0.0 }) + ln_1p_double::<FUSED>(exp_of_double::<FUSED>(-x.abs()));
    if x > 20.0 { x } else { y }
}

/// `ln(1 + exp(x))` of what is not positive, or NaN.
#[cfg_attr(not(debug_assertions), inline(always))]
fn softplus_of_negative<const FUSED: bool>(x: f32) -> f32 {
    let e = scaled_exp::<FUSED>(at_least(x, LEAST), MAGIC_64) * LESS_64;
    // The logarithm of 1 + e, or of half of that.
    let above = e > core::f32::consts::SQRT_2 - 1.0;
    ln_of::<FUSED>(if above { 0.5 * (e - 1.0) } else { e }, if above { 1.0 } else { 0.0 })
}

/// `ln(1 + exp(x))`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn softplus<const FUSED: bool>(x: f32) -> f32 {
    let y = at_least(x, 0.0) + softplus_of_negative::<FUSED>(-x.abs());
    // Beyond 20 it is the element itself, as far as floats can tell.
    if x > 20.0 { x } else { y }
}

/// The logarithm of [`sigmoid`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn log_sigmoid<const FUSED: bool>(x: f32) -> f32 {
    at_most(x, 0.0) - softplus_of_negative::<FUSED>(-x.abs())
}

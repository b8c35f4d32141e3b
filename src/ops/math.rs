//! Mathematical functions of elements.

use core::ops::{Mul, Neg};

use num_traits::{Float, One, Signed, Zero};

use super::Times;
use super::function::{
    cos, erf, erfc, exp, exp_m1, functions_of_one, ln, ln_1p, maximum, minimum, num, pow, round, sin, tan, tanh,
    through,
};
use super::slope::{
    logit_slope, one_where, root_of_one_and_square, sinc_slope, slope_of_integer_power, slope_of_power,
};
use crate::expr::Map;
use crate::expr::lazy::{Lazy, Steps};
use crate::expr::node::{FnMut1, FnMut2};
use crate::shape::Shape;
use crate::shape::diagnostics::FloatElement;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
#[cfg(feature = "alloc")]
use crate::view::Operand;

functions_of_one! {
    /// Mathematical functions of each element, for every operand.
    ///
    /// Results are those of Rust's own functions but for what is vectorised: `exp`, `ln`, `exp_m1`, `ln_1p`, `tanh`, `erf`, `erfc`, `sin`, `cos`,
    /// `tan` and `powf` of `f32` (and of `f16` and `bf16`, through it), and `exp_m1`, `ln_1p` and `tanh` of `f64`, are at most 2 units in the last place
    /// off, `exp` and `ln` of `f64` at most one from Rust's, and up to 823549 `sin` and `cos`, `tan` two: by fused multiply-adds where the CPU has them, and by the same formulas without in chains (`x.lazy().exp()`), whose last bit may be another. NaN goes in
    /// and out. Elements are floats (`f32`, `f64`, `f16`, `bf16`: everything
    /// that is [`num_traits::Float`]) but where a function says otherwise. To change a tensor in its own memory, there is
    /// [`map_in_place`](Tensor::map_in_place).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[0.0, 1.0], [4.0, 9.0]];
    /// assert_eq!(x.sqrt().pow(&tensor![[1.0], [2.0]]), tensor![[0.0, 1.0], [4.0, 9.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 4, 9].sqrt();
    /// ```
    trait Math;

    /// Mathematical functions of each element, to be run with the rest, in the same pass; each means what the method of the same name
    /// means for a tensor.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[-1.0, 0.0], [2.0, 3.0]];
    /// assert_eq!(x.lazy().exp().ln().sum_all(), 4.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let _ = tensor![1, 2].lazy().exp();
    /// ```
    impl Lazy;

    /// e to the power of each element. PyTorch's and NumPy's `exp`.
    exp: Exp [FloatElement] x -> T = exp(x), of many exponentials; "[0.0, f64::NEG_INFINITY]" => "[1.0, 0.0]"; slope |_, y| y
    /// 2 to the power of each element. PyTorch's and NumPy's `exp2`.
    exp2: Exp2 [FloatElement] x -> T = x.exp2(); "[3.0, f64::NEG_INFINITY]" => "[8.0, 0.0]";
        slope |_, y| y * num(core::f64::consts::LN_2)
    /// e to the power of each element, less 1, exact near 0. PyTorch's and NumPy's `expm1`.
    #[doc(alias = "expm1")]
    exp_m1: Expm1 [FloatElement] x -> T = exp_m1(x), of many fused by fused_exp_m1; "[0.0, 1e-20]" => "[0.0, 1e-20]"; slope |_, y| y + T::one()
    /// The natural logarithm. PyTorch's and NumPy's `log`; NaN of negative numbers, minus infinity of 0.
    #[doc(alias = "log")]
    ln: Ln [FloatElement] x -> T = ln(x), of many logarithms by fused_ln; "[1.0, 0.0]" => "[0.0, f64::NEG_INFINITY]"; slope |x, _| x.recip()
    /// The logarithm to base 2. PyTorch's and NumPy's `log2`.
    log2: Log2 [FloatElement] x -> T = x.log2(); "[1.0, 8.0]" => "[0.0, 3.0]";
        slope |x, _| (x * num(core::f64::consts::LN_2)).recip()
    /// The logarithm to base 10. PyTorch's and NumPy's `log10`.
    log10: Log10 [FloatElement] x -> T = x.log10(); "[1.0, 1000.0]" => "[0.0, 3.0]";
        slope |x, _| (x * num(core::f64::consts::LN_10)).recip()
    /// The natural logarithm of each element plus 1, exact near 0. PyTorch's and NumPy's `log1p`.
    #[doc(alias = "log1p")]
    ln_1p: Ln1p [FloatElement] x -> T = ln_1p(x), of many fused by fused_ln_1p; "[0.0, 1e-20]" => "[0.0, 1e-20]";
        slope |x, _| (x + T::one()).recip()
    /// The logarithm of the odds, `ln(x / (1 - x))`, of which [`sigmoid`](crate::methods::Activations::sigmoid) is the inverse; NaN beyond 0 and 1.
    /// PyTorch's `logit`, SciPy's `special.logit`.
    logit: Logit [FloatElement] x -> T = logit(x); "[0.5, 0.0, 1.0]" => "[0.0, f64::NEG_INFINITY, f64::INFINITY]";
        slope |x, _| logit_slope(x)
    /// As [`logit`](Math::logit), of the elements kept between `eps` and `1 - eps`. PyTorch's `logit(x, eps)`.
    logit_with(eps: T): LogitWith<T> [FloatElement] x -> T = logit(kept_within(x, eps, T::one() - eps));
        "[0.5, 0.0, 1.0]", "0.5" => "[0.0, 0.0, 0.0]";
        slope |x, _| if x < eps || x > T::one() - eps { T::zero() } else { logit_slope(x) }
    /// The square root. PyTorch's and NumPy's `sqrt`; NaN of negative numbers.
    sqrt: Sqrt [FloatElement] x -> T = x.sqrt(); "[4.0, 9.0]" => "[2.0, 3.0]"; slope |_, y| num::<T>(0.5) / y
    /// 1 over the square root. PyTorch's `rsqrt`.
    rsqrt: Rsqrt [FloatElement] x -> T = x.sqrt().recip(); "[4.0, 0.0]" => "[0.5, f64::INFINITY]";
        slope |_, y| num::<T>(-0.5) * y * y * y
    /// The cube root. NumPy's `cbrt`.
    cbrt: Cbrt [FloatElement] x -> T = x.cbrt(); "[8.0, -27.0]" => "[2.0, -3.0]";
        slope |_, y| (num::<T>(3.0) * y * y).recip()
    /// The sine, of radians. PyTorch's and NumPy's `sin`.
    sin: Sin [FloatElement] x -> T = sin(x), of many sines; "[0.0, 1.0]" => "[0.0, 1f64.sin()]"; slope |x, _| cos(x)
    /// The cosine, of radians. PyTorch's and NumPy's `cos`.
    cos: Cos [FloatElement] x -> T = cos(x), of many cosines; "[0.0, 1.0]" => "[1.0, 1f64.cos()]"; slope |x, _| -sin(x)
    /// The tangent, of radians. PyTorch's and NumPy's `tan`.
    tan: Tan [FloatElement] x -> T = tan(x), of many tangents; "[0.0, 0.5]" => "[0.0, 0.5f64.tan()]"; slope |_, y| T::one() + y * y
    /// `sin(pi x) / (pi x)`, and 1 of 0. PyTorch's and NumPy's `sinc`.
    sinc: Sinc [FloatElement] x -> T = sinc(x); "[0.0, 0.5]" => "[1.0, std::f64::consts::FRAC_2_PI]"; slope |x, _| sinc_slope(x)
    /// Radians of degrees. PyTorch's and NumPy's `deg2rad`.
    #[doc(alias = "deg2rad")]
    to_radians: ToRadians [FloatElement] x -> T = x * num(core::f64::consts::PI / 180.0);
        "[0.0, 180.0]" => "[0.0, std::f64::consts::PI]"; slope |_, _| num(core::f64::consts::PI / 180.0)
    /// Degrees of radians. PyTorch's and NumPy's `rad2deg`.
    #[doc(alias = "rad2deg")]
    to_degrees: ToDegrees [FloatElement] x -> T = x * num(180.0 / core::f64::consts::PI);
        "[0.0, std::f64::consts::PI]" => "[0.0, 180.0]"; slope |_, _| num(180.0 / core::f64::consts::PI)
    /// The angle in radians of a sine. PyTorch's `asin`, NumPy's `arcsin`; NaN beyond -1 and 1.
    #[doc(alias = "arcsin")]
    asin: Asin [FloatElement] x -> T = x.asin(); "[0.0, 1.0]" => "[0.0, std::f64::consts::FRAC_PI_2]";
        slope |x, _| ((T::one() - x) * (T::one() + x)).sqrt().recip()
    /// The angle in radians of a cosine. PyTorch's `acos`, NumPy's `arccos`; NaN beyond -1 and 1.
    #[doc(alias = "arccos")]
    acos: Acos [FloatElement] x -> T = x.acos(); "[1.0, 0.0]" => "[0.0, std::f64::consts::FRAC_PI_2]";
        slope |x, _| -((T::one() - x) * (T::one() + x)).sqrt().recip()
    /// The angle in radians of a tangent. PyTorch's `atan`, NumPy's `arctan`.
    #[doc(alias = "arctan")]
    atan: Atan [FloatElement] x -> T = x.atan(); "[0.0, 1.0]" => "[0.0, std::f64::consts::FRAC_PI_4]";
        slope |x, _| (T::one() + x * x).recip()
    /// The hyperbolic sine. PyTorch's and NumPy's `sinh`.
    sinh: Sinh [FloatElement] x -> T = x.sinh(); "[0.0, f64::INFINITY]" => "[0.0, f64::INFINITY]";
        slope |_, y| root_of_one_and_square(y)
    /// The hyperbolic cosine. PyTorch's and NumPy's `cosh`.
    cosh: Cosh [FloatElement] x -> T = x.cosh(); "[0.0, f64::INFINITY]" => "[1.0, f64::INFINITY]";
        slope |x, _| x.sinh()
    /// The hyperbolic tangent. PyTorch's and NumPy's `tanh`.
    tanh: Tanh [FloatElement] x -> T = tanh(x), of many fused by fused_tanh; "[0.0, 1e4, -1e4]" => "[0.0, 1.0, -1.0]";
        slope |_, y| T::one() - y * y
    /// The inverse hyperbolic sine. PyTorch's `asinh`, NumPy's `arcsinh`.
    #[doc(alias = "arcsinh")]
    asinh: Asinh [FloatElement] x -> T = asinh(x); "[0.0, 1e-20]" => "[0.0, 1e-20]";
        slope |x, _| root_of_one_and_square(x).recip()
    /// The inverse hyperbolic cosine. PyTorch's `acosh`, NumPy's `arccosh`; NaN below 1.
    #[doc(alias = "arccosh")]
    acosh: Acosh [FloatElement] x -> T = acosh(x); "[1.0, f64::INFINITY]" => "[0.0, f64::INFINITY]";
        slope |x, _| ((x - T::one()).sqrt() * (x + T::one()).sqrt()).recip()
    /// The inverse hyperbolic tangent. PyTorch's `atanh`, NumPy's `arctanh`; NaN beyond -1 and 1.
    #[doc(alias = "arctanh")]
    atanh: Atanh [FloatElement] x -> T = atanh(x); "[0.0, 1.0]" => "[0.0, f64::INFINITY]";
        slope |x, _| ((T::one() - x) * (T::one() + x)).recip()
    /// The error function. PyTorch's `erf`, SciPy's `special.erf`. `f32` and smaller are computed in `f32`.
    erf: Erf [FloatElement] x -> T = erf(x), of 16 bits erf_of_sixteen, of many fused by fused_erf; "[0.0, 10.0, -10.0]" => "[0.0, 1.0, -1.0]";
        slope |x, _| num::<T>(core::f64::consts::FRAC_2_SQRT_PI) * exp(-x * x)
    /// 1 less the error function, exact where that is tiny. PyTorch's `erfc`, SciPy's `special.erfc`.
    erfc: Erfc [FloatElement] x -> T = erfc(x); "[0.0, -10.0]" => "[1.0, 2.0]";
        slope |x, _| num::<T>(-core::f64::consts::FRAC_2_SQRT_PI) * exp(-x * x)
    /// The distance from 0, of floats and signed integers. PyTorch's and NumPy's `abs`. The least integer has none: it panics
    /// in debug builds and wraps in release builds, as Rust's `abs` does.
    abs: Abs [Clone + Signed] x -> T = x.abs(); "[-3, 0, 2]" => "[3, 0, 2]"; slope |x, _| sign(x)
    /// 1 of positive elements, -1 of negative ones, 0 of zeros, NaN of NaN. NumPy's `sign`, and PyTorch's but for NaN, of which
    /// that makes 0. Signed integers, too.
    sign: Sign [Clone + PartialOrd + Zero + One] [Neg] x -> T = sign(x); "[-3.5, 0.0, 2.0]" => "[-1.0, 0.0, 1.0]";
        slope |_, _| T::zero()
    /// The integer at or below. PyTorch's and NumPy's `floor`.
    floor: Floor [FloatElement] x -> T = x.floor(); "[1.5, -1.5]" => "[1.0, -2.0]"; slope |_, _| T::zero()
    /// The integer at or above. PyTorch's and NumPy's `ceil`.
    ceil: Ceil [FloatElement] x -> T = x.ceil(); "[1.5, -1.5]" => "[2.0, -1.0]"; slope |_, _| T::zero()
    /// The nearest integer, of two as near the even one. PyTorch's and NumPy's `round` (Rust's goes away from 0).
    round: Round [FloatElement] x -> T = round(x); "[0.5, 1.5, 2.5, 2.6]" => "[0.0, 2.0, 2.0, 3.0]";
        slope |_, _| T::zero()
    /// The integer towards 0. PyTorch's and NumPy's `trunc`.
    trunc: Trunc [FloatElement] x -> T = x.trunc(); "[1.5, -1.5]" => "[1.0, -1.0]"; slope |_, _| T::zero()
    /// What `trunc` cuts off, with the element's sign. PyTorch's `frac`.
    #[doc(alias = "frac")]
    fract: Fract [FloatElement] x -> T = x - x.trunc(); "[1.5, -1.5]" => "[0.5, -0.5]"; slope |_, _| T::one()
    /// 1 over each element. PyTorch's and NumPy's `reciprocal`.
    #[doc(alias = "reciprocal")]
    recip: Recip [FloatElement] x -> T = x.recip(); "[4.0, 0.0]" => "[0.25, f64::INFINITY]"; slope |_, y| -y * y
    /// Each element times itself, whatever can be multiplied. PyTorch's and NumPy's `square`.
    square: Square [Clone] [Mul] x -> T = square(x); "[3, -4]" => "[9, 16]"; slope |x, _| x + x
    /// Where the elements are NaN. PyTorch's and NumPy's `isnan`.
    #[doc(alias = "isnan")]
    is_nan: IsNan [FloatElement] x -> bool = x.is_nan(); "[1.0, f64::NAN]" => "[false, true]"
    /// Where the elements are neither NaN nor infinite. PyTorch's and NumPy's `isfinite`.
    #[doc(alias = "isfinite")]
    is_finite: IsFinite [FloatElement] x -> bool = x.is_finite(); "[1.0, f64::NAN, f64::INFINITY]" => "[true, false, false]"
    /// Where the elements are infinite. PyTorch's and NumPy's `isinf`.
    #[doc(alias = "isinf")]
    is_infinite: IsInfinite [FloatElement] x -> bool = x.is_infinite(); "[1.0, f64::NEG_INFINITY]" => "[false, true]"
    /// Where the sign is minus, of -0.0 too. PyTorch's and NumPy's `signbit`.
    #[doc(alias = "signbit")]
    is_sign_negative: IsSignNegative [FloatElement] x -> bool = x.is_sign_negative(); "[1.0, 0.0, -0.0]" => "[false, false, true]"
    /// Each element to the power of an integer that is not negative, of all that can be multiplied, integers as well. PyTorch's and NumPy's
    /// `x ** n`. An integer that leaves its type panics in debug builds and wraps in release builds, as Rust's products do; PyTorch's wrap. [`powi`](Math::powi)
    /// is for floats, whose exponent may be negative.
    powu(exponent: u32): Powu [Clone + One] [Mul] x -> T = num_traits::pow(x, exponent as usize); "[2, -3]", "3" => "[8, -27]";
        slope |x, _| slope_of_integer_power(x, i32::try_from(exponent).unwrap_or(i32::MAX))
    /// Each element to the power of an integer. PyTorch's `x ** n`.
    powi(exponent: i32): Powi [FloatElement] x -> T = x.powi(exponent); "[2.0, -3.0]", "3" => "[8.0, -27.0]";
        slope |x, _| slope_of_integer_power(x, exponent)
    /// Each element to the power of one number. PyTorch's `x ** p`.
    powf(exponent: T): Powf<T> [FloatElement] x -> T = pow(x, exponent); "[4.0, 9.0]", "0.5" => "[2.0, 3.0]";
        slope |x, _| slope_of_power(x, exponent)
    /// Each element, or the limit that it is beyond. NaN stays NaN, and a limit that is NaN makes everything so; if the limits are
    /// the wrong way round, everything becomes `max`. PyTorch's `clamp`, NumPy's `clip`; of everything that has an order.
    /// [`maximum`](crate::methods::PairFunctions::maximum) and [`minimum`](crate::methods::PairFunctions::minimum) take a limit for each element.
    #[doc(alias = "clip")]
    clamp(min: T, max: T): Clamp<T> [Clone + PartialOrd] x -> T = minimum(maximum(x, min), max);
        "[-2, 0, 5, 9]", "0, 6" => "[0, 0, 5, 6]"; slope |x, _| one_where(x > min && x < max)
    /// Each element, but not less than the limit. PyTorch's `clamp_min`.
    clamp_min(min: T): ClampMin<T> [Clone + PartialOrd] x -> T = maximum(x, min);
        "[-2.0, 5.0, f64::NEG_INFINITY]", "0.0" => "[0.0, 5.0, 0.0]"; slope |x, _| one_where(x > min)
    /// Each element, but not more than the limit. PyTorch's `clamp_max`.
    clamp_max(max: T): ClampMax<T> [Clone + PartialOrd] x -> T = minimum(x, max); "[-2, 5, 9]", "6" => "[-2, 5, 6]";
        slope |x, _| one_where(x < max)
    /// Another number for each NaN, and the largest or the smallest finite one for infinities. PyTorch's and NumPy's
    /// `nan_to_num(x, nan)`.
    nan_to_num(nan: T): NanToNum<T> [FloatElement] x -> T, own = nan_to_num(x, nan, T::max_value(), T::min_value());
        "[f64::NAN, 1.0, f64::INFINITY]", "0.0" => "[0.0, 1.0, f64::MAX]"; slope |x, _| one_where(x.is_finite())
    /// Other numbers for NaN, for infinity and for minus infinity. PyTorch's `nan_to_num(x, nan, posinf, neginf)`.
    nan_to_num_with(nan: T, posinf: T, neginf: T): NanToNumWith<T> [FloatElement] x -> T = nan_to_num(x, nan, posinf, neginf);
        "[f64::NAN, 1.0, f64::INFINITY]", "0.0, 9.0, -9.0" => "[0.0, 1.0, 9.0]"; slope |x, _| one_where(x.is_finite())
}

/// Both zeros become 0; NaN stays.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sign<T: Clone + PartialOrd + Zero + One + Neg<Output = T>>(x: T) -> T {
    if x > T::zero() {
        T::one()
    } else if x < T::zero() {
        -T::one()
    } else if x.is_zero() {
        T::zero()
    } else {
        x
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn logit<T: Float>(x: T) -> T {
    ln(x / (T::one() - x))
}

/// As PyTorch has it where the limits are the wrong way round: the lower one counts first.
#[cfg_attr(not(debug_assertions), inline(always))]
fn kept_within<T: Float>(x: T, least: T, most: T) -> T {
    if x < least {
        least
    } else if x > most {
        most
    } else {
        x
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn nan_to_num<T: Float>(x: T, nan: T, posinf: T, neginf: T) -> T {
    match x {
        x if x.is_nan() => nan,
        x if x.is_finite() => x,
        x if x.is_sign_negative() => neginf,
        _ => posinf,
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn sinc<T: Float>(x: T) -> T {
    let angle = x * num(core::f64::consts::PI);
    if x.is_zero() { T::one() } else { sin(angle) / angle }
}

/// The inverse hyperbolic functions: Rust's own lose accuracy near 0 and overflow far out, so these are `libm`'s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn asinh<T: Float>(x: T) -> T {
    through(x, libm::asinhf, libm::asinh, |x| 1.0 / libm::hypot(x, 1.0))
}

/// Below 1 there is none, of which `libm::acoshf` is not aware everywhere.
#[cfg_attr(not(debug_assertions), inline(always))]
fn acosh<T: Float>(x: T) -> T {
    if x < T::one() {
        T::nan()
    } else {
        through(x, libm::acoshf, libm::acosh, |x| 1.0 / (libm::sqrt(x - 1.0) * libm::sqrt(x + 1.0)))
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn atanh<T: Float>(x: T) -> T {
    through(x, libm::atanhf, libm::atanh, |x| 1.0 / ((1.0 - x) * (1.0 + x)))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn square<T: Clone + Mul<Output = T>>(x: T) -> T {
    Times.call(x.clone(), x)
}

//! Functions of elements: what each one computes, in one place. They are types without shapes, not closures, so that all
//! shapes share one compiled loop.

use core::ops::{Mul, Neg};

use num_traits::{Float, Num, One, Signed, Zero};

use crate::expr::node::{FnMut1, FnMut2};
use crate::kernels::simd_math;
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be};

/// Functions of one element.
macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident [$($bound:tt)*] $x:ident -> $out:ty = $body:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name;

        impl<T: $($bound)*> FnMut1<T> for $name {
            type Output = $out;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn call(&mut self, $x: T) -> $out {
                $body
            }
        }
    )* };
}

/// Functions of one element with numbers that are the same for all.
macro_rules! unary_with {
    ($($(#[$doc:meta])* $name:ident($($p:ident),*) [$($bound:tt)*] $x:ident -> $out:ty = $body:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<T> {
            $(pub $p: T),*
        }

        impl<T: Clone + $($bound)*> FnMut1<T> for $name<T> {
            type Output = $out;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn call(&mut self, $x: T) -> $out {
                let $name { $($p),* } = self.clone();
                $body
            }
        }
    )* };
}

/// Functions of two elements.
macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident [$($bound:tt)*] $a:ident, $b:ident -> $out:ty = $body:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[allow(unreachable_pub)] // some are in the types of lazy expressions
        pub struct $name;

        impl<T: $($bound)*> FnMut2<T, T> for $name {
            type Output = $out;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn call(&mut self, $a: T, $b: T) -> $out {
                $body
            }
        }
    )* };
}

/// A constant as an element.
#[cfg_attr(not(debug_assertions), inline(always))]
fn num<T: Float>(x: f64) -> T {
    T::from(x).expect("a float for every number")
}

/// A function made of several, each of which rounds: of a float of 16 bits it is `single`, and rounded once.
#[cfg_attr(not(debug_assertions), inline(always))]
fn once<T: Float>(x: T, single: impl FnOnce(f32) -> f32, own: impl FnOnce(T) -> T) -> T {
    if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        ByNumbers::narrow(single(ByNumbers::widen(&x)))
    } else {
        own(x)
    }
}

/// A parameter of such a function.
#[cfg_attr(not(debug_assertions), inline(always))]
fn single<T: Float>(x: T) -> f32 {
    ByNumbers::widen(&x)
}

// Mathematics.
unary! {
    Exp [Float] x -> T = exp(x);
    Expm1 [Float] x -> T = exp_m1(x);
    Ln [Float] x -> T = ln(x);
    Log2 [Float] x -> T = x.log2();
    Log10 [Float] x -> T = x.log10();
    Ln1p [Float] x -> T = ln_1p(x);
    Sqrt [Float] x -> T = x.sqrt();
    Rsqrt [Float] x -> T = once(x, rsqrt, rsqrt);
    Cbrt [Float] x -> T = x.cbrt();
    Sin [Float] x -> T = x.sin();
    Cos [Float] x -> T = x.cos();
    Tan [Float] x -> T = x.tan();
    Asin [Float] x -> T = x.asin();
    Acos [Float] x -> T = x.acos();
    Atan [Float] x -> T = x.atan();
    Sinh [Float] x -> T = x.sinh();
    Cosh [Float] x -> T = x.cosh();
    Tanh [Float] x -> T = tanh(x);
    Asinh [Float] x -> T = asinh(x);
    Acosh [Float] x -> T = acosh(x);
    Atanh [Float] x -> T = atanh(x);
    Erf [Float] x -> T = erf(x);
    Erfc [Float] x -> T = erfc(x);
    Abs [Signed] x -> T = x.abs();
    Sign [Clone + PartialOrd + Zero + One + Neg<Output = T>] x -> T = sign(x);
    Floor [Float] x -> T = x.floor();
    Ceil [Float] x -> T = x.ceil();
    Round [Float] x -> T = round(x);
    Trunc [Float] x -> T = x.trunc();
    Fract [Float] x -> T = x - x.trunc();
    Recip [Float] x -> T = x.recip();
    Square [Clone + Mul<Output = T>] x -> T = x.clone() * x;
    IsNan [Float] x -> bool = x.is_nan();
    IsFinite [Float] x -> bool = x.is_finite();
    IsInfinite [Float] x -> bool = x.is_infinite();
}

unary_with! {
    Clamp(min, max) [PartialOrd] x -> T = minimum(maximum(x, min), max);
    ClampMin(min) [PartialOrd] x -> T = maximum(x, min);
    ClampMax(max) [PartialOrd] x -> T = minimum(x, max);
    NanToNum(nan) [Float] x -> T = if x.is_nan() { nan } else { x.max(T::min_value()).min(T::max_value()) };
}

/// A power with an integer as exponent.
#[derive(Clone, Copy)]
pub struct Powi(pub i32);

impl<T: Float> FnMut1<T> for Powi {
    type Output = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, x: T) -> T {
        x.powi(self.0)
    }
}

binary! {
    Maximum [PartialOrd] a, b -> T = maximum(a, b);
    Minimum [PartialOrd] a, b -> T = minimum(a, b);
    Pow [Float] a, b -> T = a.powf(b);
    Atan2 [Float] a, b -> T = a.atan2(b);
    Hypot [Float] a, b -> T = a.hypot(b);
    Remainder [Clone + Num + PartialOrd] a, b -> T = remainder(a, b);
}

/// Linear interpolation from the first of a pair to the second by a weight.
#[derive(Clone, Copy)]
pub(crate) struct Lerp;

#[cfg_attr(not(debug_assertions), inline(always))]
fn lerp<T: Float>(start: T, end: T, weight: T) -> T {
    let way = end - start;
    if weight.abs() < num(0.5) { start + weight * way } else { end - way * (T::one() - weight) }
}

impl<T: Float> FnMut2<(T, T), T> for Lerp {
    type Output = T;
    /// From whichever end is nearer, so that both ends are met exactly.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, (start, end): (T, T), weight: T) -> T {
        once(start, |start| lerp(start, single(end), single(weight)), |start| lerp(start, end, weight))
    }
}

/// The larger of two elements, NaN if one is, and the left one of equal ones (as -0 and 0 are).
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::eq_op)] // that is what NaN means for a type that is only known to compare
fn maximum<T: PartialOrd>(a: T, b: T) -> T {
    if b > a || b != b { b } else { a }
}

/// The smaller of two elements, NaN if one is, and the left one of equal ones.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::eq_op)] // as above
fn minimum<T: PartialOrd>(a: T, b: T) -> T {
    if b < a || b != b { b } else { a }
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

/// To the nearest integer, and half to the even one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn round<T: Float>(x: T) -> T {
    let two = num::<T>(2.0);
    if (x - x.trunc()).abs() == num(0.5) { (x / two).round() * two } else { x.round() }
}

/// What is left of a division, with the sign of the divisor.
#[cfg_attr(not(debug_assertions), inline(always))]
fn remainder<T: Clone + Num + PartialOrd>(a: T, b: T) -> T {
    let rest = a % b.clone();
    if !rest.is_zero() && (rest < T::zero()) != (b < T::zero()) { rest + b } else { rest }
}

/// By a function of `f32` where that holds all that the type does, and of `f64` if not.
#[cfg_attr(not(debug_assertions), inline(always))]
fn through<T: Float>(x: T, single: fn(f32) -> f32, double: fn(f64) -> f64) -> T {
    let y = if size_of::<T>() <= size_of::<f32>() {
        x.to_f32().and_then(|x| T::from(single(x)))
    } else {
        x.to_f64().and_then(|x| T::from(double(x)))
    };
    y.expect("a float for every number")
}

/// Can `f32` hold what the type does, and nothing of it is more than a number? So of `f32` itself, `f16` and `bf16`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_single<T: Float>() -> bool {
    let is_f32 = || T::epsilon().to_f32() == Some(f32::EPSILON) && T::max_value().to_f32() == Some(f32::MAX);
    size_of::<T>() == 2 || size_of::<T>() == 4 && is_f32()
}

/// Is it `f64`, as far as numbers tell?
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_double<T: Float>() -> bool {
    let is_f64 = || T::epsilon().to_f64() == Some(f64::EPSILON) && T::max_value().to_f64() == Some(f64::MAX);
    size_of::<T>() == 8 && is_f64()
}

/// Functions by type: [`simd_math`]'s where there is one, for what `f32` can hold and for `f64`, and Rust's for everything else.
/// Constants decide which it is when the program is compiled; there are no closures on the way, which nothing makes inline.
macro_rules! vectorised {
    ($($(#[$doc:meta])* $name:ident $(and $double:ident)?, $x:ident => $other:expr;)*) => { $(
        $(#[$doc])*
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub(crate) fn $name<T: Float>($x: T) -> T {
            if is_single::<T>()
                && let Some(x) = $x.to_f32()
                && let Some(y) = T::from(simd_math::$name(x))
            {
                return y;
            }
            $(
                if is_double::<T>()
                    && let Some(x) = $x.to_f64()
                    && let Some(y) = T::from(simd_math::$double(x))
                {
                    return y;
                }
            )?
            $other
        }
    )* };
}

vectorised! {
    exp and exp_double, x => x.exp();
    ln and ln_double, x => x.ln();
    exp_m1 and exp_m1_double, x => x.exp_m1();
    ln_1p and ln_1p_double, x => x.ln_1p();
    tanh and tanh_double, x => x.tanh();
    /// Only ever the exponential of what is not positive, which cannot overflow.
    sigmoid, x => {
        let e = exp(-x.abs());
        (if x < T::zero() { e } else { T::one() }) / (T::one() + e)
    };
    silu, x => x * sigmoid(x);
    /// The error function.
    erf, x => through(x, libm::erff, libm::erf);
    /// 1 less the error function, as exact where that is tiny.
    erfc, x => through(x, libm::erfcf, libm::erfc);
    gelu, x => num::<T>(0.5) * x * (T::one() + erf(x * num(core::f64::consts::FRAC_1_SQRT_2)));
    /// Beyond 20 it is the element itself, as far as floats can tell.
    softplus and softplus_double, x => if x > num(20.0) { x } else { ln_1p(exp(x)) };
}

/// The inverse hyperbolic functions: Rust's own lose accuracy near 0 and overflow far out, so these are `libm`'s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn asinh<T: Float>(x: T) -> T {
    through(x, libm::asinhf, libm::asinh)
}

/// Below 1 there is none, of which `libm::acoshf` is not aware everywhere.
#[cfg_attr(not(debug_assertions), inline(always))]
fn acosh<T: Float>(x: T) -> T {
    if x < T::one() { T::nan() } else { through(x, libm::acoshf, libm::acosh) }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn atanh<T: Float>(x: T) -> T {
    through(x, libm::atanhf, libm::atanh)
}

// Activations, by PyTorch's formulas, so that they agree at infinities.
unary! {
    /// The larger of the element and 0; NaN stays.
    Relu [PartialOrd + Zero] x -> T = if x < T::zero() { T::zero() } else { x };
    Relu6 [Float] x -> T = six(x);
    Selu [Float] x -> T = once(x, selu, selu);
    Gelu [Float] x -> T = gelu(x);
    GeluTanh [Float] x -> T = once(x, gelu_tanh, gelu_tanh);
    Silu [Float] x -> T = silu(x);
    Sigmoid [Float] x -> T = sigmoid(x);
    LogSigmoid [Float] x -> T = once(x, log_sigmoid, log_sigmoid);
    Softplus [Float] x -> T = softplus(x);
    Mish [Float] x -> T = once(x, mish, mish);
    HardSigmoid [Float] x -> T = once(x, hard_sigmoid, hard_sigmoid);
    HardSwish [Float] x -> T = once(x, hard_swish, hard_swish);
    Softsign [Float] x -> T = once(x, softsign, softsign);
}

unary_with! {
    LeakyRelu(slope) [Float] x -> T = if x > T::zero() { x } else { x * slope };
    Elu(alpha) [Float] x -> T = once(x, |x| elu(x, single(alpha)), |x| elu(x, alpha));
}

/// The inverse of the square root.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rsqrt<T: Float>(x: T) -> T {
    x.sqrt().recip()
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn selu<T: Float>(x: T) -> T {
    num::<T>(1.050_700_987_355_480_5) * elu(x, num(1.673_263_242_354_377_2))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn mish<T: Float>(x: T) -> T {
    x * tanh(ln_1p(exp(x)))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn hard_sigmoid<T: Float>(x: T) -> T {
    six(x + num(3.0)) / num(6.0)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn hard_swish<T: Float>(x: T) -> T {
    x * six(x + num(3.0)) / num(6.0)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn softsign<T: Float>(x: T) -> T {
    x / (T::one() + x.abs())
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn six<T: Float>(x: T) -> T {
    minimum(maximum(x, T::zero()), num(6.0))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn elu<T: Float>(x: T, alpha: T) -> T {
    if x > T::zero() { x } else { alpha * exp_m1(x) }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn gelu_tanh<T: Float>(x: T) -> T {
    let inner = num::<T>(0.797_884_560_802_865_4) * (x + num::<T>(0.044715) * x * x * x);
    num::<T>(0.5) * x * (T::one() + tanh(inner))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn log_sigmoid<T: Float>(x: T) -> T {
    (if x < T::zero() { x } else { T::zero() }) - ln_1p(exp(-x.abs()))
}

// Comparisons.
binary! {
    Equal [PartialEq] a, b -> bool = a == b;
    NotEqual [PartialEq] a, b -> bool = a != b;
    Less [PartialOrd] a, b -> bool = a < b;
    LessEqual [PartialOrd] a, b -> bool = a <= b;
    Greater [PartialOrd] a, b -> bool = a > b;
    GreaterEqual [PartialOrd] a, b -> bool = a >= b;
}

/// Whether two elements are as near to each other as relative and absolute tolerances say.
#[derive(Clone, Copy)]
pub(crate) struct IsClose<T> {
    pub rtol: T,
    pub atol: T,
}

impl<T: Float> FnMut2<T, T> for IsClose<T> {
    type Output = bool;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, a: T, b: T) -> bool {
        let distance = (a - b).abs();
        a == b || distance.is_finite() && distance <= self.atol + (self.rtol * b).abs()
    }
}

// Masks.

/// The first of a pair where a mask holds, the second where it does not.
#[derive(Clone, Copy)]
pub(crate) struct Choose;

impl<M: Into<bool>, T> FnMut2<(M, T), T> for Choose {
    type Output = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, (mask, yes): (M, T), no: T) -> T {
        if mask.into() { yes } else { no }
    }
}

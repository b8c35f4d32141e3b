//! `Dual`: a number and its derivative by one other.

use core::fmt;
use core::num::FpCategory;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use crate::kernels::float::float;
use crate::storage::Plain;
use num_traits::{Float, Num, NumCast, One, Signed, ToPrimitive, Zero};

/// A number and its derivative by some other: each operation computes both, by the rule for its derivative. What is computed of `Dual`s knows its
/// slope, exactly.
///
/// [`map_dual`](crate::Duals::map_dual) takes a function of them, which has a gradient on a tape; and as elements of tensors they make forward
/// mode: [`grad::jvp`](crate::grad::jvp). They have all operations of `num_traits::Float`, are compared by their numbers, and have the slopes that
/// PyTorch's operations have: 0 of `abs` at 0, half and half of two equal ones' `max`, 0 of `floor`.
///
/// ```
/// use num_traits::Float;
/// use shaped::grad::Dual;
/// let x = Dual::variable(3.0f64);
/// let y = x * x + (2.0 * x).sin();
/// assert_eq!((y.value, y.slope), (9.0 + 6.0f64.sin(), 6.0 + 2.0 * 6.0f64.cos()));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Dual<T> {
    /// The number.
    pub value: T,
    /// Its derivative.
    pub slope: T,
}

// SAFETY: two floats, and nothing between or behind them, as the assertion says.
unsafe impl Plain for Dual<f32> {}
const _: () = assert!(size_of::<Dual<f32>>() == 2 * size_of::<f32>());
// SAFETY: two floats, and nothing between or behind them, as the assertion says.
unsafe impl Plain for Dual<f64> {}
const _: () = assert!(size_of::<Dual<f64>>() == 2 * size_of::<f64>());

impl<T: Zero> Dual<T> {
    /// A number that does not change: of slope 0.
    #[inline(always)]
    pub fn constant(value: T) -> Self {
        Dual { value, slope: T::zero() }
    }
}

impl<T: One> Dual<T> {
    /// What derivatives are taken by: of slope 1.
    #[inline(always)]
    pub fn variable(value: T) -> Self {
        Dual { value, slope: T::one() }
    }
}

impl<T: Float> Dual<T> {
    /// Whether it has no slope, of its own or of its slope.
    #[inline(always)]
    fn is_constant(&self) -> bool {
        self.slope.to_f64() == Some(0.0)
    }

    /// A function of this number whose value and derivative are known: the chain rule. For functions that `Float` has not.
    ///
    /// ```
    /// use shaped::grad::Dual;
    /// let sigmoid = |x: Dual<f64>| {
    ///     let y = 1.0 / (1.0 + (-x.value).exp());
    ///     x.through(y, y * (1.0 - y))
    /// };
    /// assert_eq!(sigmoid(Dual::variable(0.0)).slope, 0.25);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn through(self, value: T, derivative: T) -> Self {
        Dual { value, slope: self.slope * derivative }
    }
}

/// By their numbers alone, so that a comparison decides as it does of these.
impl<T: PartialEq> PartialEq for Dual<T> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: PartialOrd> PartialOrd for Dual<T> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: fmt::Display> fmt::Display for Dual<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)?;
        f.write_str(" (")?;
        self.slope.fmt(f)?;
        f.write_str(")")
    }
}

/// An operator of two: the value, and the slope, by values and slopes of both.
macro_rules! operators {
    ($($op:ident $method:ident $assign:ident $method_assign:ident $sign:tt, |$a:ident, $b:ident| $slope:expr;)*) => { $(
        impl<T: Float> $op for Dual<T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                Dual { value: $a.value $sign $b.value, slope: $slope }
            }
        }
        impl<T: Float> $op<T> for Dual<T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: T) -> Self {
                self $sign Dual::constant(other)
            }
        }
        impl<T: Float> $assign for Dual<T> {
            #[inline(always)]
            fn $method_assign(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
        operators! { on the left: $op $method $sign f32 f64 }
    )* };
    (on the left: $op:ident $method:ident $sign:tt $($t:ident)*) => { $(
        impl $op<Dual<$t>> for $t {
            type Output = Dual<$t>;
            #[inline(always)]
            fn $method(self, other: Dual<$t>) -> Dual<$t> {
                Dual::constant(self) $sign other
            }
        }
    )* };
}
operators! {
    Add add AddAssign add_assign +, |a, b| a.slope + b.slope;
    Sub sub SubAssign sub_assign -, |a, b| a.slope - b.slope;
    Mul mul MulAssign mul_assign *, |a, b| a.slope * b.value + a.value * b.slope;
    Div div DivAssign div_assign /, |a, b| (a.slope - a.value / b.value * b.slope) / b.value;
    Rem rem RemAssign rem_assign %, |a, b| a.slope - (a.value / b.value).trunc() * b.slope;
}

impl<T: Float> Neg for Dual<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Dual { value: -self.value, slope: -self.slope }
    }
}

impl<T: Float> core::iter::Sum for Dual<T> {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::zero(), |sum, x| sum + x)
    }
}

impl<T: Float> Zero for Dual<T> {
    #[inline(always)]
    fn zero() -> Self {
        Dual::constant(T::zero())
    }
    #[inline(always)]
    fn is_zero(&self) -> bool {
        self.value.is_zero()
    }
}

impl<T: Float> One for Dual<T> {
    #[inline(always)]
    fn one() -> Self {
        Dual::constant(T::one())
    }
}

impl<T: Float> Num for Dual<T> {
    type FromStrRadixErr = T::FromStrRadixErr;
    fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
        T::from_str_radix(text, radix).map(Dual::constant)
    }
}

impl<T: Float> Signed for Dual<T> {
    #[inline(always)]
    fn abs(&self) -> Self {
        Float::abs(*self)
    }
    fn abs_sub(&self, other: &Self) -> Self {
        Float::abs_sub(*self, *other)
    }
    #[inline(always)]
    fn signum(&self) -> Self {
        Float::signum(*self)
    }
    #[inline(always)]
    fn is_positive(&self) -> bool {
        self.value > T::zero()
    }
    #[inline(always)]
    fn is_negative(&self) -> bool {
        self.value < T::zero()
    }
}

/// Of constants only: of a number with a slope nothing is given, so that no slope is lost on the way through another type.
impl<T: Float> ToPrimitive for Dual<T> {
    fn to_i64(&self) -> Option<i64> {
        self.is_constant().then(|| self.value.to_i64())?
    }
    fn to_u64(&self) -> Option<u64> {
        self.is_constant().then(|| self.value.to_u64())?
    }
    #[inline(always)]
    fn to_f32(&self) -> Option<f32> {
        self.is_constant().then(|| self.value.to_f32())?
    }
    #[inline(always)]
    fn to_f64(&self) -> Option<f64> {
        self.is_constant().then(|| self.value.to_f64())?
    }
}

impl<T: Float> NumCast for Dual<T> {
    #[inline(always)]
    fn from<N: ToPrimitive>(x: N) -> Option<Self> {
        T::from(x).map(Dual::constant)
    }
}

/// Functions of one: the value `y`, and the derivative by `x`.
macro_rules! functions {
    ($($name:ident |$x:ident, $y:ident| $derivative:expr;)*) => { $(
        #[inline(always)]
        fn $name(self) -> Self {
            let ($x, $y) = (self.value, self.value.$name());
            self.through($y, $derivative)
        }
    )* };
}

/// Constants, and questions about the number.
macro_rules! constants {
    ($($name:ident)*) => { $(
        #[inline(always)]
        fn $name() -> Self {
            Dual::constant(T::$name())
        }
    )* };
}
macro_rules! questions {
    ($($name:ident -> $answer:ty;)*) => { $(
        #[inline(always)]
        fn $name(self) -> $answer {
            self.value.$name()
        }
    )* };
}

impl<T: Float> Float for Dual<T> {
    constants! { nan infinity neg_infinity neg_zero min_value min_positive_value epsilon max_value }
    questions! {
        is_nan -> bool;
        is_infinite -> bool;
        is_finite -> bool;
        is_normal -> bool;
        is_subnormal -> bool;
        classify -> FpCategory;
        is_sign_positive -> bool;
        is_sign_negative -> bool;
        integer_decode -> (u64, i16, i8);
    }
    functions! {
        floor |_x, y| T::zero();
        ceil |_x, y| T::zero();
        round |_x, y| T::zero();
        trunc |_x, y| T::zero();
        fract |_x, y| T::one();
        signum |_x, y| T::zero();
        abs |x, y| if x.is_zero() { T::zero() } else { x.signum() };
        recip |_x, y| -y * y;
        sqrt |_x, y| (y + y).recip();
        cbrt |_x, y| (float::<T>(3.0) * y * y).recip();
        exp |_x, y| y;
        exp2 |_x, y| y * float(core::f64::consts::LN_2);
        exp_m1 |_x, y| y + T::one();
        ln |x, y| x.recip();
        log2 |x, y| (x * float(core::f64::consts::LN_2)).recip();
        log10 |x, y| (x * float(core::f64::consts::LN_10)).recip();
        ln_1p |x, y| (T::one() + x).recip();
        sin |x, y| x.cos();
        cos |x, y| -x.sin();
        tan |_x, y| T::one() + y * y;
        asin |x, y| ((T::one() - x) * (T::one() + x)).sqrt().recip();
        acos |x, y| -((T::one() - x) * (T::one() + x)).sqrt().recip();
        atan |x, y| (T::one() + x * x).recip();
        sinh |x, y| x.cosh();
        cosh |x, y| x.sinh();
        tanh |_x, y| T::one() - y * y;
        asinh |x, y| x.hypot(T::one()).recip();
        acosh |x, y| ((x - T::one()).sqrt() * (x + T::one()).sqrt()).recip();
        atanh |x, y| ((T::one() - x) * (T::one() + x)).recip();
        to_degrees |_x, y| T::one().to_degrees();
        to_radians |_x, y| T::one().to_radians();
    }

    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        let slope = self.slope.mul_add(a.value, self.value * a.slope) + b.slope;
        Dual { value: self.value.mul_add(a.value, b.value), slope }
    }

    #[inline(always)]
    fn powi(self, n: i32) -> Self {
        let slope = if n == 0 { T::zero() } else { float::<T>(n.into()) * self.value.powi(n.saturating_sub(1)) };
        self.through(self.value.powi(n), slope)
    }

    fn powf(self, n: Self) -> Self {
        let (x, p) = (self.value, n.value);
        let value = x.powf(p);
        let by_x = if p.is_zero() { T::zero() } else { p * x.powf(p - T::one()) };
        let mut slope = self.slope * by_x;
        // A constant exponent's slope would be 0 times a logarithm, which negative numbers have not.
        if !n.is_constant() {
            let by_p = if x.is_zero() && p >= T::zero() { T::zero() } else { value * x.ln() };
            slope = slope + n.slope * by_p;
        }
        Dual { value, slope }
    }

    fn log(self, base: Self) -> Self {
        self.ln() / base.ln()
    }

    /// Of equal ones it has half of either's slope; beside NaN it is the other.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self.value == other.value {
            return Dual { value: self.value.max(other.value), slope: (self.slope + other.slope) * float(0.5) };
        }
        if self.value > other.value || other.value.is_nan() { self } else { other }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self.value == other.value {
            return Dual { value: self.value.min(other.value), slope: (self.slope + other.slope) * float(0.5) };
        }
        if self.value < other.value || other.value.is_nan() { self } else { other }
    }

    fn abs_sub(self, other: Self) -> Self {
        if self.value <= other.value { Self::zero() } else { self - other }
    }

    fn hypot(self, other: Self) -> Self {
        let value = self.value.hypot(other.value);
        let slope = self.slope * (self.value / value) + other.slope * (other.value / value);
        Dual { value, slope }
    }

    fn atan2(self, other: Self) -> Self {
        let (a, b) = (self.value, other.value);
        let square = a * a + b * b;
        let over = if square.is_zero() { T::zero() } else { square.recip() };
        Dual { value: a.atan2(b), slope: (self.slope * b - other.slope * a) * over }
    }

    fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    /// The slope turns with the sign.
    fn copysign(self, sign: Self) -> Self {
        if self.value.is_sign_negative() == sign.value.is_sign_negative() { self } else { -self }
    }
}

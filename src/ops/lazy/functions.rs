//! Functions of each element of a lazy expression: those of [`Math`](crate::Math) and [`Activations`](crate::Activations) that
//! take one operand.

use num_traits::{One, Signed, Zero};

use super::super::function as f;
use crate::expr::lazy::{Lazy, Steps};
use crate::expr::{Map, Value, Zip};
use crate::shape::Shape;
use crate::shape::diagnostics::FloatElement;

macro_rules! functions {
    ($($name:ident [$($bound:tt)*] of $family:ident = $f:ident;)*) => {
        /// Functions of each element, to be run with the rest, in the same pass; each means what the method of the same name
        /// means for a tensor.
        ///
        /// ```
        /// use shaped::prelude::*;
        /// let (x, scale) = (tensor![[-1.0, 0.0], [2.0, 3.0]], tensor![2.0, 3.0]);
        /// assert_eq!((x.lazy() * &scale + 1.0).relu().eval(), tensor![[0.0, 1.0], [5.0, 10.0]]);
        /// assert_eq!(x.lazy().exp().ln().sum_all(), 4.0);
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use shaped::prelude::*;
        /// let _ = tensor![1, 2].lazy().exp();
        /// ```
        impl<E: Steps, S: Shape> Lazy<E, S> { $(
            #[doc = concat!("As `", stringify!($family), "::", stringify!($name), "`.")]
            #[inline]
            pub fn $name(self) -> Lazy<Map<E, f::$f>, S>
            where
                E::Item: $($bound)*,
            {
                self.through(f::$f)
            }
        )* }
    };
}

functions! {
    exp [FloatElement] of Math = Exp;
    exp_m1 [FloatElement] of Math = Expm1;
    ln [FloatElement] of Math = Ln;
    log2 [FloatElement] of Math = Log2;
    log10 [FloatElement] of Math = Log10;
    ln_1p [FloatElement] of Math = Ln1p;
    sqrt [FloatElement] of Math = Sqrt;
    rsqrt [FloatElement] of Math = Rsqrt;
    cbrt [FloatElement] of Math = Cbrt;
    sin [FloatElement] of Math = Sin;
    cos [FloatElement] of Math = Cos;
    tan [FloatElement] of Math = Tan;
    asin [FloatElement] of Math = Asin;
    acos [FloatElement] of Math = Acos;
    atan [FloatElement] of Math = Atan;
    sinh [FloatElement] of Math = Sinh;
    cosh [FloatElement] of Math = Cosh;
    tanh [FloatElement] of Math = Tanh;
    asinh [FloatElement] of Math = Asinh;
    acosh [FloatElement] of Math = Acosh;
    atanh [FloatElement] of Math = Atanh;
    erf [FloatElement] of Math = Erf;
    erfc [FloatElement] of Math = Erfc;
    abs [Clone + Signed] of Math = Abs;
    sign [Clone + PartialOrd + Zero + One + core::ops::Neg<Output = E::Item>] of Math = Sign;
    floor [FloatElement] of Math = Floor;
    ceil [FloatElement] of Math = Ceil;
    round [FloatElement] of Math = Round;
    trunc [FloatElement] of Math = Trunc;
    fract [FloatElement] of Math = Fract;
    recip [FloatElement] of Math = Recip;
    square [Clone + core::ops::Mul<Output = E::Item>] of Math = Square;
    is_nan [FloatElement] of Math = IsNan;
    is_finite [FloatElement] of Math = IsFinite;
    is_infinite [FloatElement] of Math = IsInfinite;
    relu [Clone + PartialOrd + Zero] of Activations = Relu;
    relu6 [FloatElement] of Activations = Relu6;
    selu [FloatElement] of Activations = Selu;
    gelu [FloatElement] of Activations = Gelu;
    gelu_tanh [FloatElement] of Activations = GeluTanh;
    silu [FloatElement] of Activations = Silu;
    sigmoid [FloatElement] of Activations = Sigmoid;
    log_sigmoid [FloatElement] of Activations = LogSigmoid;
    softplus [FloatElement] of Activations = Softplus;
    mish [FloatElement] of Activations = Mish;
    hard_sigmoid [FloatElement] of Activations = HardSigmoid;
    hard_swish [FloatElement] of Activations = HardSwish;
    softsign [FloatElement] of Activations = Softsign;
}

/// Functions with numbers that are the same for all elements; each means what the method of the same name means for a tensor.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![-2.0, 0.5, 9.0];
/// assert_eq!((x.lazy() * 2.0).clamp(0.0, 6.0).powi(2).eval(), tensor![0.0, 1.0, 36.0]);
/// ```
impl<E: Steps, S: Shape> Lazy<E, S> {
    /// As `Math::powi`.
    #[inline]
    pub fn powi(self, exponent: i32) -> Lazy<Map<E, f::Powi>, S>
    where
        E::Item: FloatElement,
    {
        self.through(f::Powi(exponent))
    }

    /// As `Math::powf`.
    #[inline]
    pub fn powf(self, exponent: E::Item) -> Lazy<Zip<E, Value<E::Item>, f::Pow>, S>
    where
        E::Item: FloatElement,
    {
        self.with_value(exponent, f::Pow)
    }

    /// As `Math::clamp`.
    #[inline]
    pub fn clamp(self, min: E::Item, max: E::Item) -> Lazy<Map<E, f::Clamp<E::Item>>, S>
    where
        E::Item: Clone + PartialOrd,
    {
        self.through(f::Clamp { min, max })
    }

    /// As `Math::clamp_min`.
    #[inline]
    pub fn clamp_min(self, min: E::Item) -> Lazy<Map<E, f::ClampMin<E::Item>>, S>
    where
        E::Item: Clone + PartialOrd,
    {
        self.through(f::ClampMin { min })
    }

    /// As `Math::clamp_max`.
    #[inline]
    pub fn clamp_max(self, max: E::Item) -> Lazy<Map<E, f::ClampMax<E::Item>>, S>
    where
        E::Item: Clone + PartialOrd,
    {
        self.through(f::ClampMax { max })
    }

    /// As `Math::nan_to_num`.
    #[inline]
    pub fn nan_to_num(self, nan: E::Item) -> Lazy<Map<E, f::NanToNum<E::Item>>, S>
    where
        E::Item: FloatElement,
    {
        self.through(f::NanToNum { nan })
    }

    /// As `Activations::leaky_relu`.
    #[inline]
    pub fn leaky_relu(self, slope: E::Item) -> Lazy<Map<E, f::LeakyRelu<E::Item>>, S>
    where
        E::Item: FloatElement,
    {
        self.through(f::LeakyRelu { slope })
    }

    /// As `Activations::elu`.
    #[inline]
    pub fn elu(self, alpha: E::Item) -> Lazy<Map<E, f::Elu<E::Item>>, S>
    where
        E::Item: FloatElement,
    {
        self.through(f::Elu { alpha })
    }
}

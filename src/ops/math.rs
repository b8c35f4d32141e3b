//! Mathematical functions of elements.

use num_traits::{Num, One, Signed, Zero};

use super::function as f;
use super::operand_or_scalar::{OperandOrScalar, binary_methods, unary_methods};
use crate::expr;
use crate::expr::node::FnMut1;
use crate::shape::Shape;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::diagnostics::FloatElement;
use crate::shape::select::BroadcastThree;
use crate::tensor::Tensor;
use crate::view::Operand;

/// A function of each element that keeps its type.
fn each<X: Operand<Elem: Clone> + ?Sized, F: FnMut1<X::Elem>>(x: &X, f: F) -> Tensor<F::Output, X::Shape> {
    Tensor::from_parts(expr::unary(x, f), x.view().shape())
}

/// Mathematical functions of each element, for every operand.
///
/// Results are those of Rust's own functions but for what is vectorised: `exp`, `ln`, `exp_m1`, `ln_1p`, `tanh`, `erf` and `erfc` of
/// `f32` (and of `f16` and `bf16`, through it), and `exp_m1`, `ln_1p` and `tanh` of `f64`, are at most 2 units in the last place
/// off, `exp` and `ln` of `f64` at most one from Rust's, with the same bits on every CPU. NaN goes in and out. Elements are floats (`f32`, `f64`, `f16`, `bf16`: everything
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
pub trait Math: Operand {
    unary_methods! {
        /// e to the power of each element. PyTorch's and NumPy's `exp`.
        exp [FloatElement] -> Self::Elem = f::Exp; "[0.0, f64::NEG_INFINITY]" => "[1.0, 0.0]"
        /// e to the power of each element, less 1, exact near 0. PyTorch's and NumPy's `expm1`.
        exp_m1 [FloatElement] -> Self::Elem = f::Expm1; "[0.0, 1e-20]" => "[0.0, 1e-20]"
        /// The natural logarithm. PyTorch's and NumPy's `log`; NaN of negative numbers, minus infinity of 0.
        ln [FloatElement] -> Self::Elem = f::Ln; "[1.0, 0.0]" => "[0.0, f64::NEG_INFINITY]"
        /// The logarithm to base 2. PyTorch's and NumPy's `log2`.
        log2 [FloatElement] -> Self::Elem = f::Log2; "[1.0, 8.0]" => "[0.0, 3.0]"
        /// The logarithm to base 10. PyTorch's and NumPy's `log10`.
        log10 [FloatElement] -> Self::Elem = f::Log10; "[1.0, 1000.0]" => "[0.0, 3.0]"
        /// The natural logarithm of each element plus 1, exact near 0. PyTorch's and NumPy's `log1p`.
        ln_1p [FloatElement] -> Self::Elem = f::Ln1p; "[0.0, 1e-20]" => "[0.0, 1e-20]"
        /// The square root. PyTorch's and NumPy's `sqrt`; NaN of negative numbers.
        sqrt [FloatElement] -> Self::Elem = f::Sqrt; "[4.0, 9.0]" => "[2.0, 3.0]"
        /// 1 over the square root. PyTorch's `rsqrt`.
        rsqrt [FloatElement] -> Self::Elem = f::Rsqrt; "[4.0, 0.0]" => "[0.5, f64::INFINITY]"
        /// The cube root. NumPy's `cbrt`.
        cbrt [FloatElement] -> Self::Elem = f::Cbrt; "[8.0, -27.0]" => "[2.0, -3.0]"
        /// The sine, of radians. PyTorch's and NumPy's `sin`.
        sin [FloatElement] -> Self::Elem = f::Sin; "[0.0, 1.0]" => "[0.0, 1f64.sin()]"
        /// The cosine, of radians. PyTorch's and NumPy's `cos`.
        cos [FloatElement] -> Self::Elem = f::Cos; "[0.0, 1.0]" => "[1.0, 1f64.cos()]"
        /// The tangent, of radians. PyTorch's and NumPy's `tan`.
        tan [FloatElement] -> Self::Elem = f::Tan; "[0.0, 1.0]" => "[0.0, 1f64.tan()]"
        /// The angle in radians of a sine. PyTorch's `asin`, NumPy's `arcsin`; NaN beyond -1 and 1.
        asin [FloatElement] -> Self::Elem = f::Asin; "[0.0, 1.0]" => "[0.0, std::f64::consts::FRAC_PI_2]"
        /// The angle in radians of a cosine. PyTorch's `acos`, NumPy's `arccos`; NaN beyond -1 and 1.
        acos [FloatElement] -> Self::Elem = f::Acos; "[1.0, 0.0]" => "[0.0, std::f64::consts::FRAC_PI_2]"
        /// The angle in radians of a tangent. PyTorch's `atan`, NumPy's `arctan`.
        atan [FloatElement] -> Self::Elem = f::Atan; "[0.0, 1.0]" => "[0.0, std::f64::consts::FRAC_PI_4]"
        /// The hyperbolic sine. PyTorch's and NumPy's `sinh`.
        sinh [FloatElement] -> Self::Elem = f::Sinh; "[0.0, f64::INFINITY]" => "[0.0, f64::INFINITY]"
        /// The hyperbolic cosine. PyTorch's and NumPy's `cosh`.
        cosh [FloatElement] -> Self::Elem = f::Cosh; "[0.0, f64::INFINITY]" => "[1.0, f64::INFINITY]"
        /// The hyperbolic tangent. PyTorch's and NumPy's `tanh`.
        tanh [FloatElement] -> Self::Elem = f::Tanh; "[0.0, 1e4, -1e4]" => "[0.0, 1.0, -1.0]"
        /// The inverse hyperbolic sine. PyTorch's `asinh`, NumPy's `arcsinh`.
        asinh [FloatElement] -> Self::Elem = f::Asinh; "[0.0, 1e-20]" => "[0.0, 1e-20]"
        /// The inverse hyperbolic cosine. PyTorch's `acosh`, NumPy's `arccosh`; NaN below 1.
        acosh [FloatElement] -> Self::Elem = f::Acosh; "[1.0, f64::INFINITY]" => "[0.0, f64::INFINITY]"
        /// The inverse hyperbolic tangent. PyTorch's `atanh`, NumPy's `arctanh`; NaN beyond -1 and 1.
        atanh [FloatElement] -> Self::Elem = f::Atanh; "[0.0, 1.0]" => "[0.0, f64::INFINITY]"
        /// The error function. PyTorch's `erf`, SciPy's `special.erf`. `f32` and smaller are computed in `f32`.
        erf [FloatElement] -> Self::Elem = f::Erf; "[0.0, 10.0, -10.0]" => "[0.0, 1.0, -1.0]"
        /// 1 less the error function, exact where that is tiny. PyTorch's `erfc`, SciPy's `special.erfc`.
        erfc [FloatElement] -> Self::Elem = f::Erfc; "[0.0, -10.0]" => "[1.0, 2.0]"
        /// The distance from 0, of floats and signed integers. PyTorch's and NumPy's `abs`. The least integer has none: it panics
        /// in debug builds and wraps in release builds, as Rust's `abs` does.
        abs [Clone + Signed] -> Self::Elem = f::Abs; "[-3, 0, 2]" => "[3, 0, 2]"
        /// 1 of positive elements, -1 of negative ones, 0 of zeros, NaN of NaN. NumPy's `sign`, and PyTorch's but for NaN, of which
        /// that makes 0. Signed integers, too.
        sign [Clone + PartialOrd + Zero + One + core::ops::Neg<Output = Self::Elem>] -> Self::Elem = f::Sign;
            "[-3.5, 0.0, 2.0]" => "[-1.0, 0.0, 1.0]"
        /// The integer at or below. PyTorch's and NumPy's `floor`.
        floor [FloatElement] -> Self::Elem = f::Floor; "[1.5, -1.5]" => "[1.0, -2.0]"
        /// The integer at or above. PyTorch's and NumPy's `ceil`.
        ceil [FloatElement] -> Self::Elem = f::Ceil; "[1.5, -1.5]" => "[2.0, -1.0]"
        /// The nearest integer, of two as near the even one. PyTorch's and NumPy's `round` (Rust's goes away from 0).
        round [FloatElement] -> Self::Elem = f::Round; "[0.5, 1.5, 2.5, 2.6]" => "[0.0, 2.0, 2.0, 3.0]"
        /// The integer towards 0. PyTorch's and NumPy's `trunc`.
        trunc [FloatElement] -> Self::Elem = f::Trunc; "[1.5, -1.5]" => "[1.0, -1.0]"
        /// What `trunc` cuts off, with the element's sign. PyTorch's `frac`.
        fract [FloatElement] -> Self::Elem = f::Fract; "[1.5, -1.5]" => "[0.5, -0.5]"
        /// 1 over each element. PyTorch's and NumPy's `reciprocal`.
        recip [FloatElement] -> Self::Elem = f::Recip; "[4.0, 0.0]" => "[0.25, f64::INFINITY]"
        /// Each element times itself, whatever can be multiplied. PyTorch's and NumPy's `square`.
        square [Clone + core::ops::Mul<Output = Self::Elem>] -> Self::Elem = f::Square; "[3, -4]" => "[9, 16]"
        /// Where the elements are NaN. PyTorch's and NumPy's `isnan`.
        is_nan [FloatElement] -> bool = f::IsNan; "[1.0, f64::NAN]" => "[false, true]"
        /// Where the elements are neither NaN nor infinite. PyTorch's and NumPy's `isfinite`.
        is_finite [FloatElement] -> bool = f::IsFinite; "[1.0, f64::NAN, f64::INFINITY]" => "[true, false, false]"
        /// Where the elements are infinite. PyTorch's and NumPy's `isinf`.
        is_infinite [FloatElement] -> bool = f::IsInfinite; "[1.0, f64::NEG_INFINITY]" => "[false, true]"
    }

    /// Each element to the power of an integer. PyTorch's `x ** n`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![2.0, -3.0].powi(3), tensor![8.0, -27.0]);
    /// ```
    #[inline]
    fn powi(&self, exponent: i32) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        each(self, f::Powi(exponent))
    }

    /// Each element to the power of one number. PyTorch's `x ** p`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![4.0, 9.0].powf(0.5), tensor![2.0, 3.0]);
    /// ```
    #[inline]
    fn powf(&self, exponent: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        Tensor::from_parts(expr::with_scalar(self, exponent, f::Pow), self.view().shape())
    }

    /// Each element, or the limit that it is beyond. NaN stays NaN, and a limit that is NaN makes everything so; if the limits are
    /// the wrong way round, everything becomes `max`. PyTorch's `clamp`, NumPy's `clip`; of everything that has an order.
    /// Allocates the result. [`maximum`](PairFunctions::maximum) and [`minimum`](PairFunctions::minimum) take a limit for each element.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![-2, 0, 5, 9].clamp(0, 6), tensor![0, 0, 5, 6]);
    /// ```
    #[inline]
    fn clamp(&self, min: Self::Elem, max: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Clone + PartialOrd,
    {
        each(self, f::Clamp { min, max })
    }

    /// Each element, but not less than the limit. PyTorch's `clamp_min`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![-2.0, 5.0, f64::NEG_INFINITY].clamp_min(0.0), tensor![0.0, 5.0, 0.0]);
    /// ```
    #[inline]
    fn clamp_min(&self, min: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Clone + PartialOrd,
    {
        each(self, f::ClampMin { min })
    }

    /// Each element, but not more than the limit. PyTorch's `clamp_max`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![-2, 5, 9].clamp_max(6), tensor![-2, 5, 6]);
    /// ```
    #[inline]
    fn clamp_max(&self, max: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Clone + PartialOrd,
    {
        each(self, f::ClampMax { max })
    }

    /// Another number for each NaN, and the largest or the smallest finite one for infinities. PyTorch's and NumPy's
    /// `nan_to_num(x, nan)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![f64::NAN, 1.0, f64::INFINITY];
    /// assert_eq!(x.nan_to_num(0.0), tensor![0.0, 1.0, f64::MAX]);
    /// ```
    #[inline]
    fn nan_to_num(&self, nan: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        each(self, f::NanToNum { nan })
    }
}

impl<X: Operand + ?Sized> Math for X {}

binary_methods! {
    /// Mathematical functions of each element and another, `R`: those of a tensor, or one value.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1.0, 5.0]].maximum(&tensor![[2.0], [6.0]]), tensor![[2.0, 5.0], [6.0, 6.0]]);
    /// ```
    PairFunctions;

    /// The larger of two elements, NaN if one is. PyTorch's and NumPy's `maximum`; of everything that has an order.
    maximum [Clone + PartialOrd] -> Self::Elem = f::Maximum;
        "[[1, 5], [3, 2]]", "[2, 3]" => "[[2, 5], [3, 3]]"; not "[2, 3, 4]"
    /// The smaller of two elements, NaN if one is. PyTorch's and NumPy's `minimum`; of everything that has an order.
    minimum [Clone + PartialOrd] -> Self::Elem = f::Minimum;
        "[[1, 5], [3, 2]]", "[2, 3]" => "[[1, 3], [2, 2]]"; not "[2, 3, 4]"
    /// Each element to the power of the other. PyTorch's `pow`, NumPy's `power`. [`powi`](Math::powi) is faster for an integer.
    pow [FloatElement] -> Self::Elem = f::Pow;
        "[[2.0], [3.0]]", "[0.0, 2.0]" => "[[1.0, 4.0], [1.0, 9.0]]"; not "[[0.0, 2.0], [0.0, 2.0], [0.0, 2.0]]"
    /// The angle in radians of the point whose ordinate is on the left and whose abscissa is on the right, in all four
    /// quadrants. PyTorch's `atan2`, NumPy's `arctan2`.
    atan2 [FloatElement] -> Self::Elem = f::Atan2;
        "[[0.0], [1.0]]", "[0.0, 1.0]" => "[[0.0, 0.0], [std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_4]]";
        not "[[0.0], [1.0], [2.0]]"
    /// The length of the hypotenuse of a right triangle, without overflow on the way. PyTorch's and NumPy's `hypot`.
    hypot [FloatElement] -> Self::Elem = f::Hypot;
        "[3.0, 0.0]", "[4.0, 1.0]" => "[5.0, 1.0]"; not "[4.0, 1.0, 0.0]"
    /// What is left of a division, with the sign of the divisor: Python's, PyTorch's and NumPy's `%` and `remainder`. Rust's
    /// `%`, here as everywhere, has the sign of the dividend: it is PyTorch's and NumPy's `fmod`.
    ///
    /// # Panics
    /// If an integer is divided by 0, as Rust's `%` does.
    remainder [Clone + Num + PartialOrd] -> Self::Elem = f::Remainder;
        "[-7, 7]", "[[3], [-3]]" => "[[2, 1], [-1, -2]]"; not "[3, 3, 3]"
}

/// Interpolations to `E` by the weight `W`.
pub trait Interpolations<E, W, EndKind, WeightKind>: Operand {
    /// The shape of the result.
    type Joint: Shape;

    /// From each element to another by a weight: `x + weight * (end - x)`, exact at weights 0 and 1. PyTorch's `lerp`. End and
    /// weight are tensors, which are broadcast (`[4, 1]`, `[3]` and `[]` -> `[4, 3]`), or one value each. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![0.0, 10.0], tensor![4.0, 20.0]);
    /// assert_eq!(x.lerp(&y, 0.5), tensor![2.0, 15.0]);
    /// assert_eq!(x.lerp(&y, &tensor![[0.0], [1.0]]), tensor![[0.0, 10.0], [4.0, 20.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![0.0, 10.0], tensor![4.0, 20.0]);
    /// x.lerp(&y, &tensor![0.0, 0.5, 1.0]);
    /// ```
    fn lerp(&self, end: E, weight: W) -> Tensor<Self::Elem, Self::Joint>
    where
        Self::Elem: FloatElement;
}

impl<X, E, W, EndKind, WeightKind> Interpolations<E, W, EndKind, WeightKind> for X
where
    X: Operand<Shape: BroadcastThree<E::Shape, W::Shape>> + ?Sized,
    E: OperandOrScalar<X::Elem, EndKind>,
    W: OperandOrScalar<X::Elem, WeightKind>,
{
    type Joint = <X::Shape as BroadcastThree<E::Shape, W::Shape>>::Output;

    #[inline]
    fn lerp(&self, end: E, weight: W) -> Tensor<Self::Elem, Self::Joint>
    where
        Self::Elem: FloatElement,
    {
        let (buffer, shape) = expr::ternary(self, &end.values(), &weight.values(), f::Lerp);
        Tensor::from_parts(buffer, shape)
    }
}

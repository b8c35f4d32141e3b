//! Activations of neural networks.

use num_traits::Zero;

use super::function as f;
use super::operand_or_scalar::unary_methods;
use crate::expr;
use crate::shape::diagnostics::FloatElement;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Activations of neural networks, for every operand. `tanh` is in [`Math`](crate::Math).
///
/// Results are PyTorch's, also at infinities: what a formula makes NaN there (`0 * inf`) is NaN. NaN stays NaN.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![[-1.0, 0.0], [2.0, f64::NAN]];
/// assert_eq!(x.relu().get([0, 0]), Some(&0.0));
/// assert!(x.relu()[[1, 1]].is_nan());
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// tensor![-1, 0, 2].sigmoid();
/// ```
pub trait Activations: Operand {
    unary_methods! {
        /// 0 in place of negative elements, of integers too. PyTorch's `relu`.
        relu [Clone + PartialOrd + Zero] -> Self::Elem = f::Relu; "[-1, 0, 2]" => "[0, 0, 2]"
        /// The elements, but not less than 0 nor more than 6. PyTorch's `relu6`.
        relu6 [FloatElement] -> Self::Elem = f::Relu6; "[-1.0, 2.0, 9.0]" => "[0.0, 2.0, 6.0]"
        /// [`elu`](Activations::elu) with the scale and slope that keep mean 0 and variance 1. PyTorch's `selu`.
        selu [FloatElement] -> Self::Elem = f::Selu; "[0.0, 1.0]" => "[0.0, 1.0507009873554805]"
        /// `x * P(X <= x)` of a normal distribution, by the error function. PyTorch's `gelu(x)`.
        gelu [FloatElement] -> Self::Elem = f::Gelu; "[0.0, 1e4, -1e4]" => "[0.0, 1e4, 0.0]"
        /// As [`gelu`](Activations::gelu), by `tanh`: an approximation, which many models were trained with. PyTorch's
        /// `gelu(x, approximate="tanh")`.
        gelu_tanh [FloatElement] -> Self::Elem = f::GeluTanh; "[0.0, 1e4, -1e4]" => "[0.0, 1e4, 0.0]"
        /// `x * sigmoid(x)`, also called swish. PyTorch's `silu`.
        silu [FloatElement] -> Self::Elem = f::Silu; "[0.0, 1e4, -1e4]" => "[0.0, 1e4, 0.0]"
        /// `1 / (1 + exp(-x))`, without overflow. PyTorch's `sigmoid`, SciPy's `special.expit`.
        sigmoid [FloatElement] -> Self::Elem = f::Sigmoid; "[0.0, 1e4, -1e4]" => "[0.5, 1.0, 0.0]"
        /// The logarithm of [`sigmoid`](Activations::sigmoid), without overflow. PyTorch's `logsigmoid`.
        log_sigmoid [FloatElement] -> Self::Elem = f::LogSigmoid; "[1e4, -1e4]" => "[0.0, -1e4]"
        /// `ln(1 + exp(x))`, a smooth `relu`; the element itself above 20. PyTorch's `softplus`.
        softplus [FloatElement] -> Self::Elem = f::Softplus; "[1e4, -1e4]" => "[1e4, 0.0]"
        /// `x * tanh(softplus(x))`. PyTorch's `mish`.
        mish [FloatElement] -> Self::Elem = f::Mish; "[0.0, 1e4, -1e4]" => "[0.0, 1e4, 0.0]"
        /// `relu6(x + 3) / 6`, a `sigmoid` of straight lines. PyTorch's `hardsigmoid`.
        hard_sigmoid [FloatElement] -> Self::Elem = f::HardSigmoid; "[-3.0, 0.0, 3.0]" => "[0.0, 0.5, 1.0]"
        /// `x * hard_sigmoid(x)`. PyTorch's `hardswish`.
        hard_swish [FloatElement] -> Self::Elem = f::HardSwish; "[-4.0, 0.0, 4.0]" => "[0.0, 0.0, 4.0]"
        /// `x / (1 + |x|)`. PyTorch's `softsign`.
        softsign [FloatElement] -> Self::Elem = f::Softsign; "[-1.0, 0.0, 3.0]" => "[-0.5, 0.0, 0.75]"
    }

    /// A small slope for negative elements: PyTorch's `leaky_relu(x, slope)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![-1.0, 0.0, 2.0].leaky_relu(0.125), tensor![-0.125, 0.0, 2.0]);
    /// ```
    #[inline]
    fn leaky_relu(&self, slope: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        Tensor::from_parts(expr::unary(self, f::LeakyRelu { slope }), self.view().shape())
    }

    /// `alpha * (exp(x) - 1)` for negative elements. PyTorch's `elu(x, alpha)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![-1e4, 0.0, 2.0].elu(1.5), tensor![-1.5, 0.0, 2.0]);
    /// ```
    #[inline]
    fn elu(&self, alpha: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        Tensor::from_parts(expr::unary(self, f::Elu { alpha }), self.view().shape())
    }
}

impl<X: Operand + ?Sized> Activations for X {}

//! Activations of neural networks, by PyTorch's formulas, so that they agree at infinities.

use num_traits::{Float, Zero};

use super::function::{
    exp, exp_m1, functions_of_one, gelu, ln_1p, log_sigmoid, maximum, minimum, num, sigmoid, silu, softplus, tanh,
};
#[cfg(feature = "alloc")]
pub(crate) use super::math::Tanh;
use super::slope::{elu_slope, gelu_slope, gelu_tanh_slope, hard_swish_slope, mish_slope, one_where, silu_slope};
use crate::expr::Map;
use crate::expr::lazy::{Lazy, Steps};
use crate::expr::node::FnMut1;
use crate::shape::Shape;
use crate::shape::diagnostics::FloatElement;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
#[cfg(feature = "alloc")]
use crate::view::Operand;

functions_of_one! {
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
    trait Activations;

    /// Activations of each element, to be run with the rest, in the same pass; each means what the method of the same name means for
    /// a tensor.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, scale) = (tensor![[-1.0, 0.0], [2.0, 3.0]], tensor![2.0, 3.0]);
    /// assert_eq!((x.lazy() * &scale + 1.0).relu().eval(), tensor![[0.0, 1.0], [5.0, 10.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let _ = tensor![1, 2].lazy().sigmoid();
    /// ```
    impl Lazy;

    /// 0 in place of negative elements, of integers too. PyTorch's `relu`.
    relu: Relu [Clone + PartialOrd + Zero] x -> T = if x < T::zero() { T::zero() } else { x }; "[-1, 0, 2]" => "[0, 0, 2]";
        slope |_, y| if y <= T::zero() { T::zero() } else { T::one() }
    /// The elements, but not less than 0 nor more than 6. PyTorch's `relu6`.
    relu6: Relu6 [FloatElement] x -> T = six(x); "[-1.0, 2.0, 9.0]" => "[0.0, 2.0, 6.0]";
        slope |_, y| one_where(y > T::zero() && y < num(6.0))
    /// [`elu`](Activations::elu) with the scale and slope that keep mean 0 and variance 1. PyTorch's `selu`.
    selu: Selu [FloatElement] x -> T = num::<T>(1.050_700_987_355_480_5) * elu(x, num(1.673_263_242_354_377_2));
        "[0.0, 1.0]" => "[0.0, 1.0507009873554805]";
        slope |x, _| num::<T>(1.050_700_987_355_480_5) * elu_slope(x, num(1.673_263_242_354_377_2))
    /// `x * P(X <= x)` of a normal distribution, by the error function. PyTorch's `gelu(x)`, and NaN of minus infinity as there.
    gelu: Gelu [FloatElement] x -> T = gelu(x), of 16 bits gelu_of_sixteen, of many fused by fused_gelu; "[0.0, 1e4, -1e4]" => "[0.0, 1e4, 0.0]"; slope |x, _| gelu_slope(x)
    /// As [`gelu`](Activations::gelu), by `tanh`: an approximation, which many models were trained with. PyTorch's
    /// `gelu(x, approximate="tanh")`, and NaN of minus infinity as there.
    gelu_tanh: GeluTanh [FloatElement] x -> T = gelu_tanh(x); "[0.0, 1e4, -1e4]" => "[0.0, 1e4, 0.0]";
        slope |x, _| gelu_tanh_slope(x)
    /// `x * sigmoid(x)`, also called swish. PyTorch's `silu`, and NaN of minus infinity as there.
    silu: Silu [FloatElement] x -> T = silu(x), of 16 bits silu_of_sixteen, of many fused by fused_silu; "[0.0, 1e4, -1e4]" => "[0.0, 1e4, 0.0]"; slope |x, _| silu_slope(x)
    /// `1 / (1 + exp(-x))`, without overflow. PyTorch's `sigmoid`, SciPy's `special.expit`.
    sigmoid: Sigmoid [FloatElement] x -> T = sigmoid(x), of many fused by fused_sigmoid; "[0.0, 1e4, -1e4]" => "[0.5, 1.0, 0.0]";
        slope |_, y| y * (T::one() - y)
    /// The logarithm of [`sigmoid`](Activations::sigmoid), without overflow. PyTorch's `logsigmoid`.
    #[doc(alias = "logsigmoid")]
    log_sigmoid: LogSigmoid [FloatElement] x -> T = log_sigmoid(x), of many fused by fused_log_sigmoid; "[1e4, -1e4]" => "[0.0, -1e4]";
        slope |x, _| sigmoid(-x)
    /// `ln(1 + exp(x))`, a smooth `relu`; the element itself above 20. PyTorch's `softplus`.
    softplus: Softplus [FloatElement] x -> T = softplus(x), of many fused by fused_softplus; "[1e4, -1e4]" => "[1e4, 0.0]";
        slope |x, _| if x > num(20.0) { T::one() } else { sigmoid(x) }
    /// `ln(1 + exp(beta * x)) / beta`; the element itself where `beta * x` is above the threshold. PyTorch's `softplus(x, beta, threshold)`, whose
    /// threshold is 20 if not told.
    softplus_with(beta: T, threshold: T): SoftplusWith<T> [FloatElement] x -> T = softplus_with(x, beta, threshold);
        "[8.0, -1e4]", "2.0, 10.0" => "[8.0, 0.0]"; slope |x, _| if x * beta > threshold { T::one() } else { sigmoid(x * beta) }
    /// `x * tanh(softplus(x))`. PyTorch's `mish`, and NaN of minus infinity as there.
    mish: Mish [FloatElement] x -> T = mish(x); "[0.0, 1e4, -1e4]" => "[0.0, 1e4, 0.0]";
        slope |x, _| mish_slope(x)
    /// `relu6(x + 3) / 6`, a `sigmoid` of straight lines. PyTorch's `hardsigmoid`.
    #[doc(alias = "hardsigmoid")]
    hard_sigmoid: HardSigmoid [FloatElement] x -> T = six(x + num(3.0)) / num(6.0); "[-3.0, 0.0, 3.0]" => "[0.0, 0.5, 1.0]";
        slope |x, _| one_where::<T>(x > num(-3.0) && x < num(3.0)) / num(6.0)
    /// `x * hard_sigmoid(x)`. PyTorch's `hardswish`, and NaN of minus infinity as there.
    #[doc(alias = "hardswish")]
    hard_swish: HardSwish [FloatElement] x -> T = x * six(x + num(3.0)) / num(6.0); "[-4.0, 0.0, 4.0]" => "[0.0, 0.0, 4.0]";
        slope |x, _| hard_swish_slope(x)
    /// `x / (1 + |x|)`. PyTorch's `softsign`.
    softsign: Softsign [FloatElement] x -> T = x / (T::one() + x.abs()); "[-1.0, 0.0, 3.0]" => "[-0.5, 0.0, 0.75]";
        slope |x, _| { let below = T::one() + x.abs(); (below * below).recip() }
    /// A small slope for negative elements: PyTorch's `leaky_relu(x, slope)`.
    leaky_relu(slope: T): LeakyRelu<T> [FloatElement] x -> T = if x > T::zero() { x } else { x * slope };
        "[-1.0, 0.0, 2.0]", "0.125" => "[-0.125, 0.0, 2.0]"; slope |x, _| if x > T::zero() { T::one() } else { slope }
    /// `alpha * (exp(x) - 1)` for negative elements. PyTorch's `elu(x, alpha)`.
    elu(alpha: T): Elu<T> [FloatElement] x -> T = elu(x, alpha); "[-1e4, 0.0, 2.0]", "1.5" => "[-1.5, 0.0, 2.0]";
        slope |x, _| elu_slope(x, alpha)
    /// `alpha * (exp(x / alpha) - 1)` for negative elements, whose slope goes on at 0. PyTorch's `celu(x, alpha)`.
    celu(alpha: T): Celu<T> [FloatElement] x -> T = celu(x, alpha);
        "[-1e4, 0.0, 2.0]", "1.5" => "[-1.5, 0.0, 2.0]"; slope |x, _| if x > T::zero() { T::one() } else { exp(x / alpha) }
    /// 0 in place of elements from `-lambda` to `lambda`. PyTorch's `hardshrink(x, lambda)`, whose `lambda` is 0.5 if not told.
    hardshrink(lambda: T): Hardshrink<T> [FloatElement] x -> T = if within(x, lambda) { T::zero() } else { x };
        "[-2.0, 0.25, 0.75]", "0.5" => "[-2.0, 0.0, 0.75]"; slope |x, _| one_where(!within(x, lambda))
    /// Each element nearer to 0 by `lambda`, and 0 of those that are no further from it. PyTorch's `softshrink(x, lambda)`, whose `lambda` is 0.5
    /// if not told.
    softshrink(lambda: T): Softshrink<T> [FloatElement] x -> T = softshrink(x, lambda);
        "[-2.0, 0.25, 0.75]", "0.5" => "[-1.5, 0.0, 0.25]"; slope |x, _| one_where(!within(x, lambda))
    /// `x - tanh(x)`. PyTorch's `tanhshrink`.
    tanhshrink: Tanhshrink [FloatElement] x -> T = x - tanh(x); "[0.0, 1e4]" => "[0.0, 9999.0]";
        slope |x, _| { let y = tanh(x); y * y }
    /// The elements above a threshold, and a value in place of the others. PyTorch's `threshold(x, threshold, value)`.
    threshold(threshold: T, value: T): Threshold<T> [Clone + PartialOrd] x -> T = if x <= threshold { value } else { x };
        "[-1, 2, 3]", "2, 7" => "[7, 7, 3]"; slope |x, _| if x <= threshold { T::zero() } else { T::one() }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn six<T: Float>(x: T) -> T {
    minimum(maximum(x, T::zero()), num(6.0))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn elu<T: Float>(x: T, alpha: T) -> T {
    // Computed whatever the sign is: vectors choose, where a branch would go element by element.
    let below = alpha * exp_m1(x);
    if x > T::zero() { x } else { below }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn celu<T: Float>(x: T, alpha: T) -> T {
    let below = alpha * exp_m1(x / alpha);
    if x > T::zero() { x } else { below }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn gelu_tanh<T: Float>(x: T) -> T {
    // `(1 + tanh(y)) / 2` is `sigmoid(2 y)`, of which nothing cancels.
    let inner = num::<T>(2.0 * 0.797_884_560_802_865_4) * (x + num::<T>(0.044715) * x * x * x);
    x * sigmoid(inner)
}

/// With `e` the exponential, `tanh(ln(1 + e))` is `n / (n + 2)`, where `n` is `e * (e + 2)`. Beyond 20 it is the element itself, as far as floats
/// can tell.
#[cfg_attr(not(debug_assertions), inline(always))]
fn mish<T: Float>(x: T) -> T {
    let e = exp(x);
    let n = e * (e + num(2.0));
    if x > num(20.0) { x } else { x * (n / (n + num(2.0))) }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn softplus_with<T: Float>(x: T, beta: T, threshold: T) -> T {
    let scaled = x * beta;
    if scaled > threshold { x } else { ln_1p(exp(scaled)) / beta }
}

/// Is an element from `-limit` to `limit`? NaN is not.
#[cfg_attr(not(debug_assertions), inline(always))]
fn within<T: Float>(x: T, limit: T) -> bool {
    x >= -limit && x <= limit
}

/// NaN stays.
#[cfg_attr(not(debug_assertions), inline(always))]
fn softshrink<T: Float>(x: T, lambda: T) -> T {
    if x > lambda {
        x - lambda
    } else if x < -lambda {
        x + lambda
    } else {
        x * T::zero()
    }
}

//! Mathematical functions of two elements, and of three.

use num_traits::{Float, Num, One, Zero};

use super::function::{exp, functions_of_two, ln, ln_1p, maximum, minimum, num, once, pow, sigmoid, single};
use super::operand_or_scalar::OperandOrScalar;
use super::slope::{one_where, share, shares_of_number, slope_of_exponent, slope_of_power, slopes_of_angle};
use crate::expr;
use crate::expr::node::FnMut2;
use crate::kernels::back::strides::into_stretched;
use crate::kernels::sixteen::is_above;
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::diagnostics::FloatElement;
use crate::shape::dims::Dims;
use crate::shape::select::BroadcastThree;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, View};

functions_of_two! {
    /// Mathematical functions of each element and another, `R`: those of a tensor, or one value.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1.0, 5.0]].maximum(&tensor![[2.0], [6.0]]), tensor![[2.0, 5.0], [6.0, 6.0]]);
    /// ```
    trait PairFunctions;

    /// The larger of two elements, NaN if one is. PyTorch's and NumPy's `maximum`; of everything that has an order.
    maximum: Maximum [Clone + PartialOrd] a, b -> T = maximum(a, b);
        "[[1, 5], [3, 2]]", "[2, 3]" => "[[2, 5], [3, 3]]"; not "[2, 3, 4]";
        slopes [share(a, b), share(b, a)]
    /// The smaller of two elements, NaN if one is. PyTorch's and NumPy's `minimum`; of everything that has an order.
    minimum: Minimum [Clone + PartialOrd] a, b -> T = minimum(a, b);
        "[[1, 5], [3, 2]]", "[2, 3]" => "[[1, 3], [2, 2]]"; not "[2, 3, 4]";
        slopes [share(b, a), share(a, b)]
    /// Each element to the power of the other. PyTorch's `pow`, NumPy's `power`. [`powi`](crate::Math::powi) is faster for an integer.
    #[doc(alias = "power")]
    pow: Pow [FloatElement] a, b -> T = pow(a, b);
        "[[2.0], [3.0]]", "[0.0, 2.0]" => "[[1.0, 4.0], [1.0, 9.0]]"; not "[[0.0, 2.0], [0.0, 2.0], [0.0, 2.0]]";
        slopes [slope_of_power(a, b), slope_of_exponent(a, b)]
    /// The angle in radians of the point whose ordinate is on the left and whose abscissa is on the right, in all four
    /// quadrants. PyTorch's `atan2`, NumPy's `arctan2`.
    #[doc(alias = "arctan2")]
    atan2: Atan2 [FloatElement] a, b -> T = a.atan2(b);
        "[[0.0], [1.0]]", "[0.0, 1.0]" => "[[0.0, 0.0], [std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_4]]";
        not "[[0.0], [1.0], [2.0]]";
        slopes slopes_of_angle(a, b)
    /// The length of the hypotenuse of a right triangle, without overflow on the way. PyTorch's and NumPy's `hypot`.
    hypot: Hypot [FloatElement] a, b -> T = a.hypot(b);
        "[3.0, 0.0]", "[4.0, 1.0]" => "[5.0, 1.0]"; not "[4.0, 1.0, 0.0]";
        slopes { let length = a.hypot(b); [a / length, b / length] }
    /// What is left of a division, with the sign of the divisor: Python's, PyTorch's and NumPy's `%` and `remainder`. Rust's
    /// `%`, here as everywhere, has the sign of the dividend: it is PyTorch's and NumPy's `fmod`.
    ///
    /// # Panics
    /// If an integer is divided by 0, as Rust's `%` does.
    remainder: Remainder [Clone + Num + PartialOrd] a, b -> T = remainder(a, b);
        "[-7, 7]", "[[3], [-3]]" => "[[2, 1], [-1, -2]]"; not "[3, 3, 3]";
        slopes [T::one(), -(a / b).floor()]
    /// The integer at or below a quotient, of integers too: Python's, PyTorch's and NumPy's `//` and `floor_divide`. (Rust's `/` of integers goes
    /// towards 0.) A constant, as far as gradients go.
    ///
    /// # Panics
    /// If an integer is divided by 0, as Rust's `/` does.
    floor_divide: FloorDivide [Clone + Num + PartialOrd] a, b -> T = floor_divide(a, b);
        "[-7, 7]", "[[2], [-2]]" => "[[-4, 3], [3, -4]]"; not "[2, 2, 2]";
        slopes [T::zero(), T::zero()]
    /// The larger of two elements, the other one if one is NaN. PyTorch's and NumPy's `fmax`.
    fmax: Fmax [Clone + PartialOrd] a, b -> T = fmax(a, b);
        "[[1.0, f64::NAN]]", "[2.0, 3.0]" => "[[2.0, 3.0]]"; not "[2.0, 3.0, 4.0]";
        slopes shares_of_number(a, b, a > b)
    /// The smaller of two elements, the other one if one is NaN. PyTorch's and NumPy's `fmin`.
    fmin: Fmin [Clone + PartialOrd] a, b -> T = fmin(a, b);
        "[[1.0, f64::NAN]]", "[2.0, 3.0]" => "[[1.0, 3.0]]"; not "[2.0, 3.0, 4.0]";
        slopes shares_of_number(a, b, a < b)
    /// The size of each element with the sign of the other, of -0.0 too. PyTorch's and NumPy's `copysign`.
    copysign: Copysign [FloatElement] a, b -> T = a.copysign(b);
        "[1.0, -2.0]", "[[3.0], [-0.0]]" => "[[1.0, 2.0], [-1.0, -2.0]]"; not "[1.0, 1.0, 1.0]";
        slopes [if a.is_zero() { T::zero() } else { a.signum() * b.signum() }, T::zero()]
    /// 0 of negative elements, 1 of positive ones, and of 0 the other: a step. PyTorch's and NumPy's `heaviside`; of NaN 0, as in PyTorch.
    heaviside: Heaviside [Clone + PartialOrd + Zero + One] a, b -> T = heaviside(a, b);
        "[-3.0, 0.0, 2.0]", "[0.5]" => "[0.0, 0.5, 1.0]"; not "[0.5, 0.5]";
        slopes [T::zero(), one_where(a.is_zero())]
    /// Each element times 2 to the power of the other. PyTorch's and NumPy's `ldexp`.
    ldexp: Ldexp [FloatElement] a, b -> T = a * b.exp2();
        "[3.0, 1.0]", "[[2.0], [-1.0]]" => "[[12.0, 4.0], [1.5, 0.5]]"; not "[1.0, 1.0, 1.0]";
        slopes { let power = b.exp2(); [power, a * power * num(core::f64::consts::LN_2)] }
    /// Each element times the logarithm of the other; 0 of 0, whatever the other is but NaN. PyTorch's `xlogy`, SciPy's `special.xlogy`.
    xlogy: Xlogy [FloatElement] a, b -> T = if a.is_zero() && !b.is_nan() { T::zero() } else { a * ln(b) };
        "[0.0, 2.0]", "[[0.0], [1.0]]" => "[[0.0, f64::NEG_INFINITY], [0.0, 0.0]]"; not "[1.0, 1.0, 1.0]";
        slopes [if a.is_zero() && b <= T::zero() { T::zero() } else { ln(b) }, a / b]
    /// `ln(exp(a) + exp(b))`, without overflow. PyTorch's and NumPy's `logaddexp`.
    logaddexp: Logaddexp [FloatElement] a, b -> T = logaddexp(a, b);
        "[1000.0, 0.0]", "[f64::NEG_INFINITY]" => "[1000.0, 0.0]"; not "[1.0, 2.0, 3.0]";
        slopes [sigmoid(a - b), sigmoid(b - a)]
    /// `log2(exp2(a) + exp2(b))`, without overflow. PyTorch's and NumPy's `logaddexp2`.
    logaddexp2: Logaddexp2 [FloatElement] a, b -> T = logaddexp2(a, b);
        "[1000.0, 3.0]", "[1000.0, 3.0]" => "[1001.0, 4.0]"; not "[1.0, 2.0, 3.0]";
        slopes { let way = (a - b) * num(core::f64::consts::LN_2); [sigmoid(way), sigmoid(-way)] }
}

/// The quotient, rounded down. By what is left of the division, so that rounding of the quotient never has it one off.
#[cfg_attr(not(debug_assertions), inline(always))]
fn floor_divide<T: Clone + Num + PartialOrd>(a: T, b: T) -> T {
    let towards_zero = a.clone() / b.clone();
    // Of integers this has panicked.
    if b.is_zero() {
        return towards_zero;
    }
    let rest = a.clone() % b.clone();
    let other_way = !rest.is_zero() && (rest < T::zero()) != (b < T::zero());
    let quotient = (a - rest) / b;
    let quotient = if other_way { quotient - T::one() } else { quotient };
    if quotient.is_zero() {
        // Of floats there is a sign.
        return towards_zero * T::zero();
    }
    // Whole but for rounding; infinite, it has no part.
    let part = quotient.clone() % T::one();
    if part.partial_cmp(&part).is_none() {
        return quotient;
    }
    let down = if part < T::zero() { quotient.clone() - part - T::one() } else { quotient.clone() - part };
    let beyond = quotient - down.clone();
    if beyond.clone() + beyond > T::one() { down + T::one() } else { down }
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::eq_op)] // NaN differs from itself
fn fmax<T: PartialOrd>(a: T, b: T) -> T {
    let other = match is_above(&b, &a, i16::MIN) {
        Some(it_is) => it_is,
        None => !(a >= b || b != b),
    };
    if other { b } else { a }
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::eq_op)] // as above
fn fmin<T: PartialOrd>(a: T, b: T) -> T {
    let other = match is_above(&a, &b, i16::MAX) {
        Some(it_is) => it_is,
        None => !(a <= b || b != b),
    };
    if other { b } else { a }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn heaviside<T: PartialOrd + Zero + One>(a: T, b: T) -> T {
    if a.is_zero() {
        b
    } else if a > T::zero() {
        T::one()
    } else {
        T::zero()
    }
}

/// The difference of two equal infinities would be NaN.
#[cfg_attr(not(debug_assertions), inline(always))]
fn logaddexp<T: Float>(a: T, b: T) -> T {
    if a.is_infinite() && a == b { a } else { maximum(a, b) + ln_1p(exp(-(a - b).abs())) }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn logaddexp2<T: Float>(a: T, b: T) -> T {
    if a.is_infinite() && a == b {
        a
    } else {
        maximum(a, b) + ln_1p((-(a - b).abs()).exp2()) * num(core::f64::consts::LOG2_E)
    }
}

/// What is left of a division, with the sign of the divisor.
#[cfg_attr(not(debug_assertions), inline(always))]
fn remainder<T: Clone + Num + PartialOrd>(a: T, b: T) -> T {
    let rest = a % b.clone();
    if !rest.is_zero() && (rest < T::zero()) != (b < T::zero()) { rest + b } else { rest }
}

operation! {
    /// Interpolations to `E` by the weight `W`.
    trait Interpolations[E, W, EndKind, WeightKind][E, W, EndKind, WeightKind]
    for X where [
        X: Operand<Shape: BroadcastThree<E::Shape, W::Shape>> + ?Sized,
        E: OperandOrScalar<X::Elem, EndKind, X::Kind>,
        W: OperandOrScalar<X::Elem, WeightKind, X::Kind>
    ] {
        /// The shape of the result.
        type Joint: Shape = <X::Shape as BroadcastThree<E::Shape, W::Shape>>::Output;
    }

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
    fn lerp( // as `start.lerp(&end, 0.5)`
        &self, end: E, weight: W) -> Tensor<Self::Elem, Self::Joint, Self::Kind>
    where [Self::Elem: FloatElement] => #[inline]
    {
        let x = self.view();
        let (end, weight) = (end.values(x.note()), weight.values(x.note()));
        let shape: Self::Joint = run_time::three(x.shape(), end.shape(), weight.shape());
        let forward = |(x, end, weight): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
            expr::ternary::<_, _, _, Self::Joint, _>(&x, &end, &weight, Lerp).0
        };
        let back =
            LerpBack { out: shape.dims(), operands: [x.shape().dims(), end.shape().dims(), weight.shape().dims()] };
        Tensor::made(X::Kind::apply_op((x, end, weight), shape, forward, back), shape)
    }
}

/// The way back of interpolations, of these sizes.
pub(super) struct LerpBack {
    out: Dims,
    operands: [Dims; 3],
}
held!(LerpBack; lowered);

impl<T: Real> Backward<T> for LerpBack {
    fn name(&self) -> &'static str {
        "lerp"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        let ends = wanted.has(2);
        Reads::NOTHING.operand(0, ends).operand(1, ends).operand(2, wanted.has(0) || wanted.has(1))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let LerpBack { out, operands } = self;
        let sizes = &out.sizes[..out.rank];
        let steps = operands.map(|of| of.stretched(&of.strides(), out));
        let steps = steps.each_ref().map(|steps| &steps[..out.rank]);
        let ends = to.wants(2);
        let read = [ends, ends, to.wants(0) || to.wants(1)];
        let [x, end, weight] = [0, 1, 2].map(|i| at.elements_if(i, read[i]));
        let g = grad.as_slice();
        // Of the weight alone: it stands beside itself.
        let both: [&[T]; 2] = [&weight, &weight];
        to.accumulate(0, |to| into_stretched(sizes, [steps[2], steps[2], steps[0]], both, g, to, |w, _| T::one() - w));
        to.accumulate(1, |to| into_stretched(sizes, [steps[2], steps[2], steps[1]], both, g, to, |w, _| w));
        to.accumulate(2, |to| into_stretched(sizes, steps, [&x, &end], g, to, |x, end| end - x));
        to.free(grad);
    }
}

/// Linear interpolation from the first of a pair to the second by a weight.
#[derive(Clone, Copy)]
struct Lerp;

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

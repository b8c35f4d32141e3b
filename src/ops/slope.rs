//! Derivatives of the functions of elements: the traits, the operators', and the formulas that the tables' rows name.
//!
//! At a kink a function has the slope that PyTorch gives it there. Most slopes are formulas of the argument and of the value there, which
//! is known on the way back, so that no function is computed a second time.

#[cfg(test)]
mod tests;

use num_traits::Float;

use super::function::{cos, erfc, exp, num, sigmoid, sin, single};
use super::{And, Invert, Minus, Modulo, Negate, Or, Over, Plus, Swapped, Times, Xor};
use crate::expr::node::{FnMut1, FnMut2};
#[cfg(feature = "graph")]
use crate::hlo::{Element, Id, Notes};
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be};

/// A function of one element that has a derivative.
pub(crate) trait Slope<T>: FnMut1<T, Output = T> + Clone {
    /// The function as the tape keeps it for the way back, longer than anything borrowed.
    type Held: Slope<T> + 'static
    where
        T: 'static;

    fn hold(&self) -> Self::Held
    where
        T: 'static;

    /// What a program calls it.
    fn name(&self) -> &'static str;

    /// Whether the derivative is a formula of the argument, and of the value there. What it is not a formula of may be any number.
    const READS: [bool; 2];

    /// The derivative at `x`, where the value is `y`.
    fn slope(&self, x: T, y: T) -> T
    where
        T: Float;

    /// Whether the function can be noted for other engines.
    #[cfg(feature = "graph")]
    const LOWERED: bool = true;

    /// Notes the function.
    #[cfg(feature = "graph")]
    fn lower(&self, notes: &mut Notes, x: Id) -> Id
    where
        T: Element,
    {
        notes.function(self.name(), x, &[]).unwrap_or_else(|| unknown(self.name()))
    }
}

/// Each function has a formula for engines, which `tests/graph` sees to.
#[cfg(feature = "graph")]
#[cold]
pub(crate) fn unknown(name: &str) -> ! {
    panic!("`{name}` cannot be put into a graph yet")
}

/// A function of two elements that has derivatives.
pub trait Slopes<T>: FnMut2<T, T, Output = T> + Clone {
    /// The function as the tape keeps it for the way back, longer than anything borrowed.
    type Held: Slopes<T> + 'static
    where
        T: 'static;

    fn hold(&self) -> Self::Held
    where
        T: 'static;

    /// What a program calls it.
    fn name(&self) -> &'static str;

    /// Whether the derivative by the left argument is a formula of the left and of the right one, and the one by the right argument.
    /// What it is not a formula of may be any number.
    const READS: [[bool; 2]; 2] = [[true; 2]; 2];

    /// The derivatives by either at `a` and `b`. What of them is not used costs nothing.
    fn slopes(&self, a: T, b: T) -> [T; 2]
    where
        T: Float;

    /// Whether the function can be noted for other engines.
    #[cfg(feature = "graph")]
    const LOWERED: bool = true;

    /// Notes the function.
    #[cfg(feature = "graph")]
    #[doc(hidden)]
    #[allow(private_interfaces)] // no program calls or implements it
    fn lower(&self, notes: &mut Notes, a: Id, b: Id) -> Id
    where
        T: Element,
    {
        notes.function_of_two(self.name(), a, b).unwrap_or_else(|| unknown(self.name()))
    }
}

/// Of a function that borrows nothing: what the tape keeps is the function itself.
macro_rules! held_as_it_is {
    () => {
        type Held
            = Self
        where
            T: 'static;
        #[inline(always)]
        fn hold(&self) -> Self
        where
            T: 'static,
        {
            Clone::clone(self)
        }
    };
}
pub(crate) use held_as_it_is;

/// Whether an argument of a formula has a name: one that is written `_` is not read, which the compiler sees to.
macro_rules! named {
    (_) => {
        false
    };
    ($name:ident) => {
        true
    };
}
pub(crate) use named;

macro_rules! operators {
    ($($name:ident $sign:literal: $op:ident |$a:tt, $b:tt| $by_left:expr, |$c:tt, $d:tt| $by_right:expr;)*) => { $(
        impl<T: core::ops::$op<Output = T>> Slopes<T> for $name {
            held_as_it_is!();
            fn name(&self) -> &'static str {
                $sign
            }
            const READS: [[bool; 2]; 2] = [[named!($a), named!($b)], [named!($c), named!($d)]];
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn slopes(&self, a: T, b: T) -> [T; 2]
            where
                T: Float,
            {
                let by_left = |$a: T, $b: T| -> T { $by_left };
                let by_right = |$c: T, $d: T| -> T { $by_right };
                [by_left(a, b), by_right(a, b)]
            }
        }
    )* };
}

operators! {
    Plus "+": Add |_, _| T::one(), |_, _| T::one();
    Minus "-": Sub |_, _| T::one(), |_, _| -T::one();
    Times "*": Mul |_, b| b, |a, _| a;
    Over "/": Div |_, b| b.recip(), |a, b| -(a / b) / b;
    Modulo "%": Rem |_, _| T::one(), |a, b| -(a / b).trunc();
    // Of whole numbers and masks, which are no floats.
    And "&": BitAnd |_, _| T::zero(), |_, _| T::zero();
    Or "|": BitOr |_, _| T::zero(), |_, _| T::zero();
    Xor "^": BitXor |_, _| T::zero(), |_, _| T::zero();
}

impl<T: core::ops::Not<Output = T>> Slope<T> for Invert {
    held_as_it_is!();
    fn name(&self) -> &'static str {
        "!"
    }
    const READS: [bool; 2] = [false; 2];
    fn slope(&self, _: T, _: T) -> T
    where
        T: Float,
    {
        T::zero()
    }
}

impl<T: core::ops::Neg<Output = T>> Slope<T> for Negate {
    held_as_it_is!();
    fn name(&self) -> &'static str {
        "-"
    }
    const READS: [bool; 2] = [false; 2];
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slope(&self, _: T, _: T) -> T
    where
        T: Float,
    {
        -T::one()
    }
}

impl<T, F: Slopes<T>> Slopes<T> for Swapped<F> {
    type Held
        = Swapped<F::Held>
    where
        T: 'static;
    #[inline(always)]
    fn hold(&self) -> Swapped<F::Held>
    where
        T: 'static,
    {
        Swapped(self.0.hold())
    }
    fn name(&self) -> &'static str {
        self.0.name()
    }
    #[cfg(feature = "graph")]
    const LOWERED: bool = F::LOWERED;
    #[cfg(feature = "graph")]
    #[allow(private_interfaces)]
    fn lower(&self, notes: &mut Notes, a: Id, b: Id) -> Id
    where
        T: Element,
    {
        self.0.lower(notes, b, a)
    }
    const READS: [[bool; 2]; 2] = {
        let [[own_left, own_right], [left, right]] = F::READS;
        [[right, left], [own_right, own_left]]
    };
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slopes(&self, a: T, b: T) -> [T; 2]
    where
        T: Float,
    {
        let [by_b, by_a] = self.0.slopes(b, a);
        [by_a, by_b]
    }
}

/// What a row's slope computes. Of a float of 16 bits it is computed in `f32`, and rounded once.
macro_rules! slope_of_row {
    ($x:tt, $y:tt, $at:ident, $value:ident, [$($p:ident: $of_p:ident),*] $formula:expr) => {{
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(unused_variables, clippy::eq_op)]
        fn formula<T: num_traits::Float>($x: T, $y: T $(, $p: $of_p)*) -> T {
            $formula
        }
        // No closures, which nothing makes inline.
        if const { crate::kernels::sixteen::can_be::<T>() } && crate::ops::function::is_sixteen::<T>() {
            use crate::ops::function::single;
            crate::ops::function::narrowed(formula(
                single($at),
                single($value) $(, crate::ops::slope::single_of_row!($of_p $p))*
            ))
        } else {
            formula($at, $value $(, $p)*)
        }
    }};
}

/// A number beside an element, as the formula in `f32` takes it.
macro_rules! single_of_row {
    (T $p:ident) => {
        crate::ops::function::single($p)
    };
    ($other:ident $p:ident) => {
        $p
    };
}
pub(crate) use {single_of_row, slope_of_row};

/// Two slopes, of floats of 16 bits computed in `f32`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn once_each<T: Float>(
    a: T,
    b: T,
    in_single: impl FnOnce(f32, f32) -> [f32; 2],
    own: impl FnOnce(T, T) -> [T; 2],
) -> [T; 2] {
    if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        in_single(single(a), single(b)).map(ByNumbers::narrow)
    } else {
        own(a, b)
    }
}

/// 1 where it is so, 0 elsewhere.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn one_where<T: Float>(it_is: bool) -> T {
    if it_is { T::one() } else { T::zero() }
}

/// What the left one of two has of the slope of the larger one: half of it if they are equal, and all of it beside NaN.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn share<T: Float>(a: T, b: T) -> T {
    let of_unequal = if a < b { T::zero() } else { T::one() };
    if a == b { num(0.5) } else { of_unequal }
}

/// The slopes of the one of two that is taken, whatever NaN is: half of each if they are equal.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn shares_of_number<T: Float>(a: T, b: T, left_wins: bool) -> [T; 2] {
    let left = if a == b { num(0.5) } else { one_where(left_wins || b.is_nan()) };
    [left, T::one() - left]
}

/// `sqrt(1 + x^2)`, also where the square is infinite.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn root_of_one_and_square<T: Float>(x: T) -> T {
    // Beyond this, 1 is less than half of the square's last bit.
    if x.abs() > num(1e9) { x.abs() } else { (T::one() + x * x).sqrt() }
}

/// NaN beyond 0 and 1, as the function is.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn logit_slope<T: Float>(x: T) -> T {
    if x < T::zero() || x > T::one() { T::nan() } else { (x * (T::one() - x)).recip() }
}

/// Of `sin(u) / u`, where `u` is pi times `x`; near 0, where two numbers nearly cancel, by its series.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sinc_slope<T: Float>(x: T) -> T {
    let pi = num::<T>(core::f64::consts::PI);
    let u = pi * x;
    if u.abs() > num(0.5) {
        return pi * (u * cos(u) - sin(u)) / (u * u);
    }
    let square = u * u;
    let series = [1.0 / 518_918_400.0, -1.0 / 3_991_680.0, 1.0 / 45_360.0, -1.0 / 840.0, 1.0 / 30.0, -1.0 / 3.0];
    pi * u * series.into_iter().fold(T::zero(), |sum, term| sum * square + num(term))
}

/// Of `x^n`. A power of 0 is 1 everywhere, and so has slope 0 at 0 too.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slope_of_integer_power<T: Float>(x: T, exponent: i32) -> T {
    if exponent == 0 {
        return T::zero();
    }
    num::<T>(f64::from(exponent)) * x.powi(exponent.saturating_sub(1))
}

/// Of `x^p`, by `x`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slope_of_power<T: Float>(x: T, exponent: T) -> T {
    if exponent.is_zero() { T::zero() } else { exponent * x.powf(exponent - T::one()) }
}

/// Of `x^p`, by `p`: 0 of powers of 0, but for negative ones, which are infinite.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slope_of_exponent<T: Float>(x: T, exponent: T) -> T {
    if x.is_zero() && exponent >= T::zero() { T::zero() } else { x.powf(exponent) * x.ln() }
}

/// Of the angle of a point; 0 of the origin's, which is nowhere.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slopes_of_angle<T: Float>(a: T, b: T) -> [T; 2] {
    let square = a * a + b * b;
    let over = if square.is_zero() { T::zero() } else { square.recip() };
    [b * over, -a * over]
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn elu_slope<T: Float>(x: T, alpha: T) -> T {
    if x > T::zero() { T::one() } else { alpha * exp(x) }
}

/// `P(X <= x) + x p(x)` of a normal distribution, as exact where both are small.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gelu_slope<T: Float>(x: T) -> T {
    /// `1 / sqrt(2 pi)`.
    const DENSITY_AT_0: f64 = 0.398_942_280_401_432_7;
    let below = num::<T>(0.5) * erfc(-x * num(core::f64::consts::FRAC_1_SQRT_2));
    below + x * num(DENSITY_AT_0) * exp(num::<T>(-0.5) * x * x)
}

/// Of `x sigmoid(2 u)`, which it is: `(1 + tanh(u)) / 2` would be inexact where it is small.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gelu_tanh_slope<T: Float>(x: T) -> T {
    let (factor, cubic) = (num::<T>(2.0 * 0.797_884_560_802_865_4), num::<T>(0.044715));
    let square = x * x;
    let s = sigmoid(factor * x * (T::one() + cubic * square));
    s * (T::one() + x * (T::one() - s) * factor * (T::one() + num::<T>(3.0) * cubic * square))
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn silu_slope<T: Float>(x: T) -> T {
    let s = sigmoid(x);
    s * (T::one() + x * (T::one() - s))
}

/// By one exponential: `tanh(ln(1 + e)) = n / (n + 2)`, where `n = e (e + 2)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn mish_slope<T: Float>(x: T) -> T {
    // Beyond 20 it is 1, as far as floats can tell; NaN stays.
    let x = if x > num(20.0) { num(20.0) } else { x };
    let two = num::<T>(2.0);
    let e = exp(x);
    let n = e * (e + two);
    let t = n / (n + two);
    t + x * (e / (T::one() + e)) * (two / (n + two)) * (T::one() + t)
}

/// As PyTorch has it since 2.8: at -3 and 3 that of the outer pieces.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn hard_swish_slope<T: Float>(x: T) -> T {
    let three = num::<T>(3.0);
    let inner = x / three + num(0.5);
    if x >= three {
        T::one()
    } else if x <= -three {
        T::zero()
    } else {
        inner
    }
}

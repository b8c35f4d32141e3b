//! Functions of elements of one's own, with a gradient: over dual numbers.

use core::any::type_name;

use num_traits::Float;

use super::each::each;
use super::operand_or_scalar::{OperandOrScalar, pairs};
use super::slope::{Slope, Slopes, held_as_it_is};
use crate::expr::node::{FnMut1, FnMut2};
use crate::kernels::dual::Dual;
use crate::shape::Shape;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::diagnostics::FloatElement;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Functions of elements of one's own, for operands of every kind: `map_dual`.
pub trait Duals: Operand {
    /// A function of each element that has a gradient: the closure computes with [`Dual`] numbers, which know their slopes. On a tape it is
    /// one operation and one pass, forward and back; what [`map`](crate::Copies::map) gives has no gradient. Allocates the result.
    ///
    /// Where nothing is recorded only the numbers are computed, as fast as by `map`. On the way back the function is computed once more, with its
    /// slope; so it has to compute the same each time, and what it uses besides is moved into it, and `Copy`. JAX's `jax.vmap(jax.grad(f))`; of
    /// PyTorch several operations, or `torch.autograd.Function`.
    ///
    /// ```
    /// use num_traits::Float;
    /// use shaped::{grad::grad, prelude::*};
    /// let x = tensor![0.5f64, -2.0];
    /// let beta = 1.5;
    /// let gradient = grad(&x, |tape| tape.input(&x).map_dual(move |x| x / ((-x * beta).exp() + 1.0)).sum_all());
    /// let s = (&x * beta).sigmoid(); // swish: x s, whose slope is s + beta x s (1 - s)
    /// assert!(gradient.all_close(&(&s + &x * beta * &s * (1.0 - &s)), 1e-12, 0.0));
    /// assert!(x.map_dual(move |x| x / ((-x * beta).exp() + 1.0)).all_close(&(&x * &s), 1e-12, 0.0));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::prelude::*;
    /// tensor![0.5f64, -2.0].map_dual(|x| x > 0.0); // a dual number is needed
    /// ```
    fn map_dual<F>(&self, f: F) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where
        Self::Elem: FloatElement,
        F: Fn(Dual<Self::Elem>) -> Dual<Self::Elem> + Copy + 'static,
    {
        each(self, OfDuals(f))
    }
}

impl<X: Operand + ?Sized> Duals for X {}

/// Functions of pairs of elements of one's own, for operands of every kind: `zip_dual`.
pub trait DualPairs<R, Form>: Operand {
    /// The shape of the two together.
    type Joint: Shape;

    /// As [`map_dual`](Duals::map_dual), of each element and another, with broadcasting (`[4, 1]` with `[3]` -> `[4, 3]`): that of a tensor, or
    /// one value. Allocates the result.
    ///
    /// ```
    /// use num_traits::Float;
    /// use shaped::{grad::grad, prelude::*};
    /// let model = (tensor![[1.0f64], [2.0]], tensor![3.0f64, 4.0]);
    /// let (x, y) = &model;
    /// let gradient = grad(&model, |tape| tape.input(x).zip_dual(&tape.input(y), |x, y| x * y.ln()).sum_all());
    /// let ln = 3f64.ln() + 4f64.ln();
    /// assert!(gradient.0.all_close(&tensor![[ln], [ln]], 1e-12, 0.0));
    /// assert!(gradient.1.all_close(&tensor![1.0, 0.75], 1e-12, 0.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].zip_dual(&tensor![1.0, 2.0, 3.0], |x, y| x * y);
    /// ```
    fn zip_dual<F>(&self, other: R, f: F) -> Tensor<Self::Elem, Self::Joint, Self::Kind>
    where
        Self::Elem: FloatElement,
        F: Fn(Dual<Self::Elem>, Dual<Self::Elem>) -> Dual<Self::Elem> + Copy + 'static;
}

impl<X, R, Form> DualPairs<R, Form> for X
where
    X: Operand<Shape: Broadcast<R::Shape>> + ?Sized,
    R: OperandOrScalar<X::Elem, Form, X::Kind>,
{
    type Joint = Broadcasted<X::Shape, R::Shape>;

    fn zip_dual<F>(&self, other: R, f: F) -> Tensor<X::Elem, Self::Joint, X::Kind>
    where
        X::Elem: FloatElement,
        F: Fn(Dual<X::Elem>, Dual<X::Elem>) -> Dual<X::Elem> + Copy + 'static,
    {
        pairs(self, &other, OfDuals(f))
    }
}

/// A function of dual numbers as one of their values.
#[derive(Clone, Copy)]
struct OfDuals<F>(F);

impl<T: Float, F: Fn(Dual<T>) -> Dual<T>> FnMut1<T> for OfDuals<F> {
    type Output = T;
    #[inline(always)]
    fn call(&mut self, x: T) -> T {
        (self.0)(Dual::constant(x)).value
    }
}

impl<T: Float, F: Fn(Dual<T>, Dual<T>) -> Dual<T>> FnMut2<T, T> for OfDuals<F> {
    type Output = T;
    #[inline(always)]
    fn call(&mut self, a: T, b: T) -> T {
        (self.0)(Dual::constant(a), Dual::constant(b)).value
    }
}

impl<T: Float, F: Fn(Dual<T>) -> Dual<T> + Copy + 'static> Slope<T> for OfDuals<F> {
    // A closure of numbers says nothing but numbers.
    #[cfg(feature = "graph")]
    const LOWERED: bool = false;
    held_as_it_is!();
    fn name(&self) -> &'static str {
        type_name::<F>()
    }
    const READS: [bool; 2] = [true, false];
    #[inline(always)]
    fn slope(&self, x: T, _: T) -> T {
        (self.0)(Dual::variable(x)).slope
    }
}

impl<T: Float, F: Fn(Dual<T>, Dual<T>) -> Dual<T> + Copy + 'static> Slopes<T> for OfDuals<F> {
    // A closure of numbers says nothing but numbers.
    #[cfg(feature = "graph")]
    const LOWERED: bool = false;
    held_as_it_is!();
    fn name(&self) -> &'static str {
        type_name::<F>()
    }
    #[inline(always)]
    fn slopes(&self, a: T, b: T) -> [T; 2] {
        [(self.0)(Dual::variable(a), Dual::constant(b)).slope, (self.0)(Dual::constant(a), Dual::variable(b)).slope]
    }
}

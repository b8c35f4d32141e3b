//! `Sequential`: modules one after the other, each checked against the shape that reaches it as it is added.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::converts::Converts;
use super::module::{Layer, Module};
use super::parameters::{Parameter, ParameterMut, Parameters, Role, child};
use crate::kernels::products::Then;
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Modules one after the other, from an input of shape `S` to an output of shape `O`; each `then` checks the next one against the
/// shape that reaches it, so that a mismatch is an error at that line. PyTorch's `nn.Sequential`.
///
/// A tuple of modules does the same, and takes every shape that its modules take; where two of them do not fit, that shows when
/// an input is given.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// axis!(Batch);
/// let mlp = Sequential::<shape![Batch, 64]>::new()
///     .then(Linear::<dim!(64), dim!(128)>::default())
///     .then(Relu)
///     .then(Linear::<dim!(128), dim!(10)>::default());
/// let x = Tensor::zeros_with(Batch(5));
/// assert_eq!(mlp.forward(&x).sizes(), [5, 10]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// axis!(Batch);
/// let mlp = Sequential::<shape![Batch, 64]>::new()
///     .then(Linear::<dim!(64), dim!(128)>::default())
///     .then(Linear::<dim!(64), dim!(10)>::default());
/// ```
pub struct Sequential<S, M = (), O = S, T = f32> {
    modules: M,
    shapes: PhantomData<fn(S, T) -> O>,
}

impl<S: Shape, T> Sequential<S, (), S, T> {
    /// Nothing yet: gives what it takes.
    #[rustfmt::skip] // the compiler shows the line to who gives it layers
    pub fn new() -> Self { // a tuple of layers is a model by itself: `let model = (first, Relu, last);`
        Sequential { modules: (), shapes: PhantomData }
    }
}

impl<S, M: Default, O, T> Default for Sequential<S, M, O, T> {
    fn default() -> Self {
        Sequential { modules: M::default(), shapes: PhantomData }
    }
}

impl<S, M: Clone, O, T> Clone for Sequential<S, M, O, T> {
    fn clone(&self) -> Self {
        Sequential { modules: self.modules.clone(), shapes: PhantomData }
    }
}

impl<S, M: fmt::Debug, O, T> fmt::Debug for Sequential<S, M, O, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sequential").field(&self.modules).finish()
    }
}

impl<S: Shape, M, O: Shape, T> Sequential<S, M, O, T> {
    /// One more module, which takes what the last one gives.
    pub fn then<N: Module<O, T>>(self, module: N) -> Sequential<S, (M, N), N::Output, T> {
        Sequential { modules: (self.modules, module), shapes: PhantomData }
    }
}

impl<S: Shape, T, M: Chain<S, T>> Layer<(S, T)> for Sequential<S, M, M::Output, T> {
    type Output = M::Output;
    #[inline]
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, M::Output, X::Kind> {
        self.modules.run(x, None)
    }
}

/// A list of modules that fit, the last one outermost.
pub trait Chain<S: Shape, T> {
    type Output: Shape;
    /// What the last one gives, and `then` is applied to its elements.
    fn run<X: Operand<Elem = T, Shape = S>>(&self, x: &X, then: Option<Then<T>>) -> Tensor<T, Self::Output, X::Kind>;
}

impl<S: Shape, T, A: Module<S, T>> Chain<S, T> for ((), A) {
    type Output = A::Output;
    #[inline]
    fn run<X: Operand<Elem = T, Shape = S>>(&self, x: &X, then: Option<Then<T>>) -> Tensor<T, A::Output, X::Kind> {
        self.1.forward_then(x, then)
    }
}

impl<S: Shape, T, P, B, A> Chain<S, T> for ((P, B), A)
where
    (P, B): Chain<S, T>,
    A: Module<<(P, B) as Chain<S, T>>::Output, T>,
{
    type Output = A::Output;
    #[inline]
    fn run<X: Operand<Elem = T, Shape = S>>(&self, x: &X, then: Option<Then<T>>) -> Tensor<T, A::Output, X::Kind> {
        self.1.forward_after(|then| self.0.run(x, then), then)
    }
}

#[diagnostic::do_not_recommend]
impl<S, M: Numbered<T>, O, T> Parameters<T> for Sequential<S, M, O, T> {
    super::parameters::parameters_of! { T, M, modules }
    fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
        self.modules.structs(prefix, found);
    }
}

#[diagnostic::do_not_recommend]
impl<S, T, U, M: NumberedAs<T, U>, O> Converts<T, U> for Sequential<S, M, O, T> {
    type Converted = Sequential<S, M::Converted, O, U>;
    fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> Self::Converted {
        Sequential { modules: self.modules.convert_all(f), shapes: PhantomData }
    }
}

/// A list of modules that there is of other elements.
pub trait NumberedAs<T, U>: Numbered<T> {
    type Converted: Numbered<U>;
    fn convert_all(&self, f: &mut dyn FnMut(&T) -> U) -> Self::Converted;
}
impl<T, U> NumberedAs<T, U> for () {
    type Converted = ();
    fn convert_all(&self, _: &mut dyn FnMut(&T) -> U) {}
}
impl<T, U, L: NumberedAs<T, U>, A: Converts<T, U>> NumberedAs<T, U> for (L, A) {
    type Converted = (L::Converted, A::Converted);
    fn convert_all(&self, f: &mut dyn FnMut(&T) -> U) -> Self::Converted {
        (self.0.convert_all(f), self.1.convert(f))
    }
}

/// A list of modules, which are called by their numbers.
pub trait Numbered<T> {
    /// How many there are.
    const COUNT: usize;
    fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>);
    fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>);
    fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T]));
    fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T]));
    fn zip<const N: usize>(all: [&mut Self; N], f: &mut dyn FnMut(Role, [&mut [T]; N]));
    fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str));
    fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64);
}

impl<T> Numbered<T> for () {
    const COUNT: usize = 0;
    fn collect<'a>(&'a self, _: &str, _: &mut Vec<Parameter<'a, T>>) {}
    fn collect_mut<'a>(&'a mut self, _: &str, _: &mut Vec<ParameterMut<'a, T>>) {}
    fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
    fn visit<'a>(&'a self, _: &mut dyn FnMut(Role, &'a [T])) {}
    fn visit_mut<'a>(&'a mut self, _: &mut dyn FnMut(Role, &'a mut [T])) {}
    fn zip<const N: usize>(_: [&mut Self; N], _: &mut dyn FnMut(Role, [&mut [T]; N])) {}
    fn reset_parameters(&mut self, _: &mut dyn FnMut() -> f64) {}
}

impl<T, L: Numbered<T>, A: Parameters<T>> Numbered<T> for (L, A) {
    const COUNT: usize = L::COUNT + 1;
    fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
        self.0.collect(prefix, all);
        self.1.collect(&child(prefix, L::COUNT), all);
    }
    fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
        self.0.collect_mut(prefix, all);
        self.1.collect_mut(&child(prefix, L::COUNT), all);
    }
    fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
        self.0.structs(prefix, found);
        self.1.structs(&child(prefix, L::COUNT), found);
    }
    fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T])) {
        self.0.visit(f);
        self.1.visit(f);
    }
    fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T])) {
        self.0.visit_mut(f);
        self.1.visit_mut(f);
    }
    fn zip<const N: usize>(mut all: [&mut Self; N], f: &mut dyn FnMut(Role, [&mut [T]; N])) {
        L::zip(all.each_mut().map(|one| &mut one.0), f);
        A::zip(all.map(|one| &mut one.1), f);
    }
    fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
        self.0.reset_parameters(uniform);
        self.1.reset_parameters(uniform);
    }
}

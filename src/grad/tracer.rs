//! The handle of a running step, by which tensors come onto the tape.

use core::marker::PhantomData;

use crate::kind::traced::Scope;
use crate::kind::{Real, Traced};
use crate::nn::{Param, TapeIndices};
use crate::ops::Copies;
use crate::shape::Shape;
use crate::shape::diagnostics::IndexNumber;
use crate::tensor::Tensor;
use crate::view::Values;

/// The handle of a running step: what a closure of [`Tape::value_and_grad`](super::Tape::value_and_grad) gets.
pub struct Tracer<'t, 'env: 't, T = f32> {
    pub(super) scope: &'t Scope<'t, T>,
    env: PhantomData<fn(&'env ()) -> &'env ()>,
}

impl<T> Clone for Tracer<'_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Tracer<'_, '_, T> {}

impl<'t, 'env: 't, T: Real> Tracer<'t, 'env, T> {
    pub(super) fn new(scope: &'t Scope<'t, T>) -> Self {
        Tracer { scope, env: PhantomData }
    }

    /// A tensor or view from outside the closure, on the tape: a constant, unless it is what the gradient is asked of. No copy of what lies row
    /// by row. What was made inside of the closure comes in by [`constant`](Self::constant).
    ///
    /// ```
    /// use shaped::{grad::value_and_grad, prelude::*};
    /// let x = tensor![1.0f32, 2.0, 3.0];
    /// let (value, gradient) = value_and_grad(&x, |tape| tape.input(&x).square().sum_all());
    /// assert_eq!((value, gradient), (14.0, tensor![2.0, 4.0, 6.0]));
    /// ```
    pub fn input<X: Values<Elem = T>>(self, x: &'t X) -> Tensor<T, X::Shape, Traced<'t>> {
        let view = x.view();
        match view.as_block() {
            Some(elements) => Tensor::made(self.scope.known(elements).held(), view.shape()),
            None => self.constant(x),
        }
    }

    /// The numbers of a tensor or view as a constant of the tape. Copies them.
    pub fn constant<X: Values<Elem = T>>(self, x: &X) -> Tensor<T, X::Shape, Traced<'t>> {
        let copy = x.to_tensor();
        let shape = copy.shape();
        Tensor::made(self.scope.constant(copy.into_buffer()), shape)
    }

    /// Indices from outside the closure, for an [`Embedding`](crate::nn::Embedding) on the tape. No copy.
    ///
    /// ```
    /// use shaped::{grad::value_and_grad, nn::Embedding, prelude::*};
    /// let (table, ids) = (Embedding::<dim!(4), dim!(2)>::default(), tensor![3, 1, 3]);
    /// let (_, gradient) = value_and_grad(&table, |tape| table.forward(&tape.indices(&ids)).sum_all());
    /// assert_eq!(gradient.weight.value(), &tensor![[0.0, 0.0], [1.0, 1.0], [0.0, 0.0], [2.0, 2.0]]);
    /// ```
    pub fn indices<X: Values<Elem: IndexNumber>>(self, ids: &'t X) -> TapeIndices<'t, X, T> {
        TapeIndices::new(ids, self.scope.lent(&[]))
    }

    /// A parameter as a tensor on the tape. No copy.
    ///
    /// ```
    /// use shaped::{grad::value_and_grad, nn::Param, prelude::*};
    /// let weight = Param::new(tensor![3.0f32, 4.0]);
    /// let (_, gradient) = value_and_grad(&weight, |tape| tape.parameter(&weight).square().sum_all() * 0.5);
    /// assert_eq!(gradient, weight);
    /// ```
    pub fn parameter<S: Shape>(self, parameter: &'t Param<S, T>) -> Tensor<T, S, Traced<'t>> {
        let tensor = parameter.value();
        Tensor::made(self.scope.known(tensor.as_slice()).held(), tensor.shape())
    }
}

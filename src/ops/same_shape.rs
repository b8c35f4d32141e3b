//! Operators that never stretch.

use core::ops::{Add, Div, Mul, Rem, Sub};

use super::{Minus, Modulo, Over, Plus, Times};
use crate::expr;
use crate::shape::Shape;
use crate::shape::broadcast::SameShape;
use crate::shape::layout::Layout;
use crate::tensor::Tensor;
use crate::view::{OfElements, Operand, Values, View};

/// An operand whose operators take only operands of the very same shape; see [`same_shape`].
#[derive(Clone, Copy, Debug)]
pub struct NotStretched<'a, T, S: Shape, Y: Layout<S>>(View<'a, T, S, Y>);

/// Arithmetic that never stretches: `same_shape(&a) + &b` compiles only if both have one shape.
///
/// `[3] + [3, 1] -> [3, 3]` is legal broadcasting, and users' most reported trap: a loss of predictions `[n]` and targets
/// `[n, 1]` that compares each with each. Where no stretching is meant, say so.
///
/// ```
/// use shaped::prelude::*;
/// let (predicted, target) = (tensor![1.0, 2.0, 3.0], tensor![1.5, 2.0, 2.0]);
/// let error = same_shape(&predicted) - &target;
/// assert_eq!(error, tensor![-0.5, 0.0, 1.0]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let (predicted, target) = (tensor![1.0, 2.0, 3.0], tensor![[1.5], [2.0], [2.0]]);
/// let error = same_shape(&predicted) - &target;
/// ```
#[inline]
pub fn same_shape<X: Values>(x: &X) -> NotStretched<'_, X::Elem, X::Shape, X::Layout> {
    NotStretched(x.view())
}

macro_rules! same_shape_operator {
    ($($op:ident $method:ident $function:ident;)*) => { $(
        impl<T, S, Y, R> $op<R> for NotStretched<'_, T, S, Y>
        where
            T: Clone + $op<Output = T>,
            S: Shape + SameShape<R::Shape>,
            Y: Layout<S>,
            R: Values + OfElements<T, <R as Operand>::Elem>,
        {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self, right: R) -> Tensor<T, S> {
                let (buffer, shape) = expr::binary_same(&self.0, &right, $function);
                Tensor::from_parts(buffer, shape)
            }
        }
    )* };
}

same_shape_operator! {
    Add add Plus;
    Sub sub Minus;
    Mul mul Times;
    Div div Over;
    Rem rem Modulo;
}

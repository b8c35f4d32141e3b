//! What is answered where a parameter is taken for a tensor.

use core::ops::*;

use super::{Buffer, Param};
use crate::shape::Shape;
use crate::shape::diagnostics::{without_elements, words_of_param};

/// What stands beside a parameter on the left: nothing. `Self` is what the operator is given, so that the compiler finds an operator first.
#[diagnostic::on_unimplemented(
    message = "a parameter is no tensor: on the left of an operator stands its tensor, `value()`",
    label = "write `layer.weight.value() * 2.0`, and `*layer.weight.value_mut() -= 0.1` in place; in a model's `forward` the parameter stands on the right, `x * &self.weight`"
)]
pub trait BesideParameter {
    /// Nothing is known of the result.
    type Made;
    /// There is none.
    fn beside_parameter(self) -> Self::Made;
}

/// An index of a parameter: there is none.
#[diagnostic::on_unimplemented(
    message = "a parameter is no tensor: an element is one of its tensor, `value()`",
    label = "write `layer.weight.value()[[0, 0]]`, and `layer.weight.value_mut()[[0, 0]] = 1.0` to change it"
)]
pub trait IndexOfParameter {
    /// Nothing is known of the element.
    type Element;
    /// There is none.
    fn element<'p>(self) -> &'p Self::Element;
}

macro_rules! none {
    ($($name:ident)*) => { $(
        words_of_param! { [S: Shape, T,] $name<S, T> }
        none! { @ $name Add add AddAssign add_assign; Sub sub SubAssign sub_assign; Mul mul MulAssign mul_assign; Div div DivAssign div_assign; }
        without_elements! { IndexOfParameter: [S: Shape, T,] $name<S, T>; }
    )* };
    (@ $name:ident $($op:ident $method:ident $assign:ident $assign_method:ident;)*) => { $(
        impl<S: Shape, T, R: BesideParameter> $op<R> for &$name<S, T> {
            type Output = R::Made;
            fn $method(self, right: R) -> R::Made {
                right.beside_parameter()
            }
        }
        impl<S: Shape, T, R: BesideParameter> $assign<R> for $name<S, T> {
            fn $assign_method(&mut self, right: R) {
                right.beside_parameter();
            }
        }
    )* };
}
none! { Param Buffer }

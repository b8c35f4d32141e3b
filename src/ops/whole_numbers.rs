//! A whole number on the left of floats, which no program may write: `2 * &x`. Without these the compiler lists what the standard library
//! multiplies by.

use core::ops::{Add, Div, Mul, Sub};

use crate::kind::Kind;
use crate::shape::Shape;
use crate::shape::layout::Layout;
use crate::tensor::Tensor;
use crate::view::View;

/// A number on the left of a tensor is of its elements: there is no other.
#[diagnostic::on_unimplemented(
    message = "an operator on elements `{T}` does not take `{Self}`",
    label = "a number is of `{T}` itself: `2.0 * &x`, and of a variable `n as {T}`; integers become `{T}` by `y.cast::<{T}>()`"
)]
pub trait LeftNumber<T, S> {
    /// There is no result.
    fn made<O>(self) -> O;
}

macro_rules! whole_numbers {
    ($($float:ty)*) => { $(
        whole_numbers! { @ $float; Add add, Sub sub, Mul mul, Div div }
    )* };
    (@ $float:ty; $($op:ident $method:ident),*) => { $(
        whole_numbers! { @@ $float, $op $method;
            [] Tensor<$float, S, K>; [] &Tensor<$float, S, K>; [Y: Layout<S>,] View<'_, $float, S, Y, K>;
        }
    )* };
    (@@ $float:ty, $op:ident $method:ident; $([$($generics:tt)*] $right:ty;)*) => { $(
        #[doc(hidden)]
        impl<S: Shape, $($generics)* K: Kind<$float>> $op<$right> for i32
        where
            i32: LeftNumber<$float, S>,
        {
            type Output = Tensor<$float, S, K>;
            fn $method(self, _right: $right) -> Self::Output {
                self.made()
            }
        }
    )* };
}

// `i32` alone: of two types that a literal could have, the compiler says that none fits, and lists.
whole_numbers! { f32 f64 }
#[cfg(feature = "half")]
whole_numbers! { half::f16 half::bf16 }

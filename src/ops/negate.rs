//! `-x`, and `!x` of masks and integers.

use core::ops::{Neg, Not};

#[cfg(feature = "alloc")]
use super::each;
use super::{Invert, Negate};
use crate::expr;
#[cfg(feature = "alloc")]
use crate::kind::Kind;
#[cfg(feature = "alloc")]
use crate::shape::Shape;
use crate::shape::StaticShape;
#[cfg(feature = "alloc")]
use crate::shape::layout::Layout;
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
#[cfg(feature = "alloc")]
use crate::view::View;

macro_rules! prefix {
    ($op:ident $method:ident $function:ident) => {
        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape, K: Kind<T>> $op for Tensor<T, S, K> {
            type Output = Tensor<T, S, K>;
            #[inline]
            fn $method(self) -> Tensor<T, S, K> {
                each::each_into(self, $function, $function)
            }
        }

        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape, K: Kind<T>> $op for &Tensor<T, S, K> {
            type Output = Tensor<T, S, K>;
            #[inline]
            fn $method(self) -> Tensor<T, S, K> {
                each::each(self, $function)
            }
        }

        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape, Y: Layout<S>, K: Kind<T>> $op for View<'_, T, S, Y, K> {
            type Output = Tensor<T, S, K>;
            #[inline]
            fn $method(self) -> Tensor<T, S, K> {
                each::each(&self, $function)
            }
        }

        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape, Y: Layout<S>, K: Kind<T>> $op for &View<'_, T, S, Y, K> {
            type Output = Tensor<T, S, K>;
            #[inline]
            fn $method(self) -> Tensor<T, S, K> {
                each::each(self, $function)
            }
        }

        impl<T: Clone + $op<Output = T>, S: StaticShape> $op for Inline<T, S> {
            type Output = Inline<T, S>;
            #[inline]
            fn $method(self) -> Inline<T, S> {
                Inline::from_nested(expr::unary_inline(&self, $function))
            }
        }

        impl<T: Clone + $op<Output = T>, S: StaticShape> $op for &Inline<T, S> {
            type Output = Inline<T, S>;
            #[inline]
            fn $method(self) -> Inline<T, S> {
                Inline::from_nested(expr::unary_inline(self, $function))
            }
        }
    };
}

prefix!(Neg neg Negate);
prefix!(Not not Invert);

//! `-x`, and `!x` of masks and integers.

use core::ops::{Neg, Not};

use super::{Invert, Negate};
use crate::expr;
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
        impl<T: Clone + $op<Output = T>, S: Shape> $op for Tensor<T, S> {
            type Output = Tensor<T, S>;
            /// In the tensor's own memory.
            #[inline]
            fn $method(self) -> Tensor<T, S> {
                let shape = self.shape();
                Tensor::from_parts(expr::unary_into(self.into_buffer(), shape, $function), shape)
            }
        }

        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape> $op for &Tensor<T, S> {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self) -> Tensor<T, S> {
                Tensor::from_parts(expr::unary(self, $function), self.shape())
            }
        }

        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape, Y: Layout<S>> $op for View<'_, T, S, Y> {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self) -> Tensor<T, S> {
                Tensor::from_parts(expr::unary(&self, $function), self.shape())
            }
        }

        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape, Y: Layout<S>> $op for &View<'_, T, S, Y> {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self) -> Tensor<T, S> {
                Tensor::from_parts(expr::unary(self, $function), self.shape())
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

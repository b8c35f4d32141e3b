//! `-x`.

use core::ops::Neg;

use super::Negate;
use crate::Inline;
use crate::expr;
use crate::shape::StaticShape;
#[cfg(feature = "alloc")]
use crate::{Tensor, View, expr::node::FnMut2, shape::Shape, view::Layout};

/// In place there is a second operand, which means nothing.
#[cfg(feature = "alloc")]
impl<A: Neg> FnMut2<A, ()> for Negate {
    type Output = A::Output;
    #[inline(always)]
    fn call(&mut self, a: A, (): ()) -> A::Output {
        -a
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + Neg<Output = T>, S: Shape> Neg for Tensor<T, S> {
    type Output = Tensor<T, S>;
    /// In the tensor's own memory.
    #[inline]
    fn neg(self) -> Tensor<T, S> {
        let shape = self.shape();
        Tensor::from_parts(expr::unary_into(self.into_buffer(), shape, Negate), shape)
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + Neg<Output = T>, S: Shape> Neg for &Tensor<T, S> {
    type Output = Tensor<T, S>;
    #[inline]
    fn neg(self) -> Tensor<T, S> {
        Tensor::from_parts(expr::unary(self, Negate), self.shape())
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + Neg<Output = T>, S: Shape, Y: Layout<S>> Neg for View<'_, T, S, Y> {
    type Output = Tensor<T, S>;
    #[inline]
    fn neg(self) -> Tensor<T, S> {
        Tensor::from_parts(expr::unary(&self, Negate), self.shape())
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + Neg<Output = T>, S: Shape, Y: Layout<S>> Neg for &View<'_, T, S, Y> {
    type Output = Tensor<T, S>;
    #[inline]
    fn neg(self) -> Tensor<T, S> {
        Tensor::from_parts(expr::unary(self, Negate), self.shape())
    }
}

impl<T: Clone + Neg<Output = T>, S: StaticShape> Neg for Inline<T, S> {
    type Output = Inline<T, S>;
    #[inline]
    fn neg(self) -> Inline<T, S> {
        Inline::from_nested(expr::unary_inline(&self, Negate))
    }
}

impl<T: Clone + Neg<Output = T>, S: StaticShape> Neg for &Inline<T, S> {
    type Output = Inline<T, S>;
    #[inline]
    fn neg(self) -> Inline<T, S> {
        Inline::from_nested(expr::unary_inline(self, Negate))
    }
}

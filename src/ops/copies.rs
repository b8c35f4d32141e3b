//! New tensors of one operand's elements: copied, or a function of each.

use crate::expr::{self, node::Closure};
use crate::tensor::Tensor;
use crate::view::Operand;

/// The elements, or a function of each, in a new tensor: `to_tensor`, `map`.
pub trait Copies: Operand {
    /// The elements copied to a new tensor. PyTorch's `x.contiguous()` or `x.clone()`.
    #[inline]
    fn to_tensor(&self) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Clone,
    {
        Tensor::from_parts(expr::copy(self), self.view().shape())
    }

    /// A function of each element, in row-major order. NumPy's `np.vectorize(f)(x)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 4.0, 9.0].map(f64::sqrt), tensor![1.0, 2.0, 3.0]);
    /// ```
    #[inline]
    fn map<U>(&self, f: impl FnMut(Self::Elem) -> U) -> Tensor<U, Self::Shape>
    where
        Self::Elem: Clone,
    {
        Tensor::from_parts(expr::unary(self, Closure(f)), self.view().shape())
    }
}

impl<X: Operand + ?Sized> Copies for X {}

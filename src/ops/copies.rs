//! New tensors of one operand's elements: copied, or a function of each.

use num_traits::{One, Zero};

use crate::expr::{self, node::Closure};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, Values};

/// The elements, or a function of each, in a new tensor: `to_tensor`, `map`.
pub trait Copies: Operand {
    /// The elements copied to a new tensor. PyTorch's `x.contiguous()` or `x.clone()`.
    #[inline]
    #[doc(alias = "contiguous")]
    fn to_tensor(&self) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where
        Self::Elem: Clone,
    {
        let x = self.view();
        Tensor::made(Self::Kind::apply((x,), x.shape(), |(x,)| expr::copy(&x), Copied), x.shape())
    }

    /// A function of each element, in row-major order. NumPy's `np.vectorize(f)(x)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 4.0, 9.0].map(f64::sqrt), tensor![1.0, 2.0, 3.0]);
    /// ```
    #[inline]
    #[doc(alias = "vectorize")]
    fn map<U>(&self, f: impl FnMut(Self::Elem) -> U) -> Tensor<U, Self::Shape>
    where
        Self: Values,
        Self::Elem: Clone,
    {
        Tensor::from_parts(expr::unary(self, Closure(f)), self.view().shape())
    }
}

impl<X: Operand + ?Sized> Copies for X {}

/// New tensors of an operand's shape, its run-time axes included, and one number: `zeros_like`, `ones_like`, `full_like`.
///
/// They are eager constants beside whatever the operand is.
pub trait Likes: Operand {
    /// Zeros. PyTorch's and NumPy's `zeros_like(x)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 2]>::ones_with(Batch(3));
    /// let zeros: Tensor<f32, shape![Batch, 2]> = x.zeros_like();
    /// assert_eq!(zeros.sizes(), [3, 2]);
    /// ```
    #[inline]
    fn zeros_like(&self) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Clone + Zero,
    {
        self.full_like(Self::Elem::zero())
    }

    /// Ones. PyTorch's and NumPy's `ones_like(x)`.
    #[inline]
    fn ones_like(&self) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Clone + One,
    {
        self.full_like(Self::Elem::one())
    }

    /// Every element the same, of any type. PyTorch's and NumPy's `full_like(x, value)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].full_like(0.5), tensor![[0.5, 0.5], [0.5, 0.5]]);
    /// ```
    #[inline]
    fn full_like<U: Clone>(&self, value: U) -> Tensor<U, Self::Shape> {
        let shape = self.view().shape();
        Tensor::from_parts(expr::repeat(value, shape), shape)
    }
}

impl<X: Operand + ?Sized> Likes for X {}

/// The way back of what moves no element: the gradient itself.
pub(super) struct Copied;
held!(Copied; lowered);

impl<T: Real> Backward<T> for Copied {
    fn name(&self) -> &'static str {
        "to_tensor"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        to.give(0, grad);
    }
}

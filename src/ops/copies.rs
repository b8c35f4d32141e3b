//! New tensors of one operand's elements: copied, or a function of each.

use num_traits::{One, Zero};

use crate::expr::{self, node::Closure};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::layout::Layout;
use crate::shape::reshape::Reshape;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Itself, Operand, Values, View};

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
        Tensor::made(Self::Kind::apply_op((x,), x.shape(), |(x,)| expr::copy(&x), Copied), x.shape())
    }

    /// A function of each element, in row-major order. NumPy's `np.vectorize(f)(x)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 4.0, 9.0].map(f64::sqrt), tensor![1.0, 2.0, 3.0]);
    /// ```
    #[inline]
    #[doc(alias = "vectorize")]
    fn map<U>(&self, f: impl FnMut(Self::Elem) -> U) -> Tensor<U, Self::Shape, Self::Kind>
    where
        Self: Values,
        Self::Elem: Clone,
    {
        Tensor::from_parts(expr::unary(self, Closure(f)), self.view().shape())
    }
}

impl<T: Clone, S: Shape, Y: Layout<S>, K: Kind<T>> From<View<'_, T, S, Y, K>> for Tensor<T, S, K> {
    /// As [`to_tensor`](Copies::to_tensor): copies the elements to a new tensor.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 1]> = tensor![[1, 2]].transpose().into();
    /// assert_eq!(x, tensor![[1], [2]]);
    /// ```
    #[inline]
    fn from(view: View<'_, T, S, Y, K>) -> Self {
        view.to_tensor()
    }
}

impl<X: Operand + ?Sized> Copies for X {}

/// The elements in the shape `O`, of as many, as a tensor: `into_shape`.
pub trait IntoShapes<O: Shape>: Operand + Sized {
    /// The same elements in another shape of as many, as a tensor. Of a tensor it is in the same memory, no copy; a view's elements are copied,
    /// row by row, however they lie. [`reshape`](crate::Reshapes::reshape) gives a view and leaves the tensor as it is. PyTorch's `x.view(shape)`, of
    /// a transposed view `x.reshape(shape)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 7, 7, 512]> = Tensor::zeros();
    /// let x: Tensor<f32, shape![8, 25088]> = x.into_shape();
    /// let x: Tensor<i32, shape![2, 3]> = Tensor::arange();
    /// assert_eq!(x.t().into_shape::<shape![6]>(), tensor![0, 3, 1, 4, 2, 5]);
    /// ```
    ///
    /// Of a tensor of any kind, and so in a model over any operand:
    ///
    /// ```
    /// use shaped::prelude::*;
    /// fn pixels<B: Size, X: Operand<Elem = f32, Shape = shape![B, 28, 28]>>(x: &X) -> Tensor<f32, shape![B, 784], X::Kind> {
    ///     x.to_tensor().into_shape()
    /// }
    /// assert_eq!(pixels(&Tensor::<f32, shape![28, 28, 3]>::ones().swap_axes(Axis::<0>, Axis::<2>)).sizes(), [3, 784]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 7, 7, 512]> = Tensor::zeros();
    /// let x = x.into_shape::<shape![8, 7, 512]>();
    /// ```
    fn into_shape<P: Itself<O>>(self) -> Tensor<Self::Elem, P, Self::Kind>;
}

impl<T, S: Shape + Reshape<O>, O: Shape, K: Kind<T>> IntoShapes<O> for Tensor<T, S, K> {
    #[inline]
    fn into_shape<P: Itself<O>>(self) -> Tensor<T, P, K> {
        let shape = run_time::reshaped(self.shape());
        Tensor::made(self.into_storage(), shape)
    }
}

impl<T: Clone, S: Shape + Reshape<O>, O: Shape, Y: Layout<S>, K: Kind<T>> IntoShapes<O> for View<'_, T, S, Y, K> {
    #[inline]
    fn into_shape<P: Itself<O>>(self) -> Tensor<T, P, K> {
        self.to_tensor().into_shape()
    }
}

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

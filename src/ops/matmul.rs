//! The product of matrices.

use super::einsum::Summand;
use super::lazy::{LazyExpressions, TakesElements, WriteTarget};
use super::products_back::ProductBack;
use crate::expr;
use crate::kind::{Kind, Numbers};
use crate::shape::broadcast::AssignTo;
use crate::shape::diagnostics::KnownShape;
use crate::shape::given::Given;
use crate::shape::product::{MatMul, MatMulOf};
use crate::shape::{Shape, run_time};
use crate::tensor::Tensor;
use crate::view::{Beside, Operand, Stands};

/// Products of matrices, stacks of them, and vectors.
///
/// The right side is a parameter of the trait, not of its methods: of a shape that does not fit, the compiler then shows our text
/// and not the signature of the method.
pub trait MatrixProducts<R>: Operand {
    /// The shape of the product.
    type Product: Shape;

    /// The matrix product: `[…, M, K] x […, K, N] -> […, M, N]`, the axes in front broadcast. NumPy's `x @ y`, PyTorch's
    /// `x.matmul(y)`. Allocates the result only; transposed and stretched operands are read where they are.
    ///
    /// A vector on the left is one row, and on the right one column, and the result lacks that axis: `[M, K] x [K] -> [M]`,
    /// `[K] x [K, N] -> [N]`.
    ///
    /// Sums of `f32` and `f64` are made by kernels for the CPU's vectors, without AVX2 by those of the `matrixmultiply` crate, in an order
    /// of their own; other element types are summed in order. Parts of large or transposed operands are copied as they are needed, to at
    /// most 4 MB of memory that a thread keeps for its next product.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// assert_eq!(x.matmul(&tensor![[1.0], [10.0]]), tensor![[21.0], [43.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// x.matmul(&tensor![[1.0, 10.0]]);
    /// ```
    #[track_caller]
    #[rustfmt::skip]
    fn matmul( // of two operands: `a.matmul(&b)`
        &self, rhs: &R) -> Tensor<Self::Elem, Self::Product, Self::Kind>;
}

impl<L, R, Z: KnownShape + Shape> MatrixProducts<R> for L
where
    L: Operand<Shape: MatMul<Z>>,
    // (That it stands there is asked for by itself, too: so the compiler marks the argument, once.)
    R: Stands<L::Elem, L::Kind, Size = Z> + Beside<L::Elem, L::Kind>,
    <R as Given>::Then<L::Elem>: Summand,
{
    type Product = MatMulOf<L::Shape, R::Size>;

    #[inline]
    #[track_caller]
    fn matmul(&self, rhs: &R) -> Tensor<L::Elem, Self::Product, L::Kind> {
        let left = self.view();
        let right = rhs.beside(left.note());
        let shape = run_time::product(left.shape(), right.shape());
        let back = ProductBack { left: left.shape().dims(), right: right.shape().dims(), out: shape.dims() };
        let product = L::Kind::apply_op((left, right), shape, |(left, right)| expr::product(&left, &right).0, back);
        Tensor::made(product, shape)
    }
}

/// Products of matrices that are written to `D`: `matmul_into`.
pub trait WrittenProducts<R, D>: Operand {
    /// As [`matmul`](MatrixProducts::matmul), written over the elements of a tensor, a mutable view or a part; it is stretched to the shape that
    /// is there. PyTorch's `torch.matmul(x, y, out=z)`, NumPy's `np.matmul(x, y, out=z)`. Allocates nothing, unless it is stretched, or goes to a part.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// let mut y: Tensor<f64, shape![2, 1]> = Tensor::zeros();
    /// x.matmul_into(&tensor![[1.0], [10.0]], &mut y);
    /// assert_eq!(y, tensor![[21.0], [43.0]]);
    /// let mut z: Tensor<f64, shape![2, 3]> = Tensor::zeros();
    /// x.matmul_into(&tensor![[1.0], [10.0]], &mut part!(mut z; .., 1..2));
    /// assert_eq!(z, tensor![[0.0, 21.0, 0.0], [0.0, 43.0, 0.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// let mut y: Tensor<f64, shape![1, 2]> = Tensor::zeros();
    /// x.matmul_into(&tensor![[1.0], [10.0]], &mut y);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes; nothing has been written then.
    #[track_caller]
    fn matmul_into(&self, rhs: &R, to: &mut D)
    where
        Self::Kind: Numbers<Self::Elem>;
}

impl<L, R, D, Z: KnownShape + Shape> WrittenProducts<R, D> for L
where
    L: Operand<Shape: MatMul<Z>>,
    R: Stands<L::Elem, L::Kind, Size = Z> + Beside<L::Elem, L::Kind>,
    <R as Given>::Then<L::Elem>: Summand,
    D: WriteTarget + TakesElements<L::Elem, <D as WriteTarget>::Elem>,
    MatMulOf<L::Shape, Z>: AssignTo<D::Shape>,
{
    #[inline]
    #[track_caller]
    fn matmul_into(&self, rhs: &R, to: &mut D)
    where
        L::Kind: Numbers<L::Elem>,
    {
        let left = self.view();
        let (left, right) = (left.numbers(), rhs.beside(left.note()).numbers());
        let from = run_time::product(left.shape(), right.shape());
        if let Some(mut to) = to.whole() {
            let (elements, shape) = to.parts();
            run_time::stretches(from, shape);
            if from.dims().sizes == shape.dims().sizes {
                return expr::product_over(&left, &right, elements);
            }
        }
        to.overwrite(left.matmul(&right).lazy());
    }
}

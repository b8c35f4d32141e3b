//! Products of vectors, by NumPy's and PyTorch's names.

use core::array;
use core::marker::PhantomData;
use core::ops::{Mul, Sub};

use super::einsum::{Pattern, Source, Summand};
use crate::expr::contract::contract;
use crate::shape::vectors::{Cross, Dot, Outer, OuterOf, Trace};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, Values};

/// The dot product with `R`. A matrix by a vector is [`matmul`](crate::MatrixProducts::matmul), and all others are [`einsum!`](crate::einsum).
///
/// ```
/// use shaped::prelude::*;
/// let (x, y) = (tensor![1, 2, 3], tensor![4, 5, 6]);
/// assert_eq!(x.dot(&y), 32);
/// assert_eq!(x.cross(&y), tensor![-3, 6, -3]);
/// ```
pub trait DotProducts<R>: Operand {
    /// The sum of products of two vectors: `[n] · [n]` -> a number. NumPy's `np.dot(x, y)`, PyTorch's `x.dot(y)`. No allocation but
    /// for the number.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 2.0, 3.0].dot(&tensor![1.0, 0.0, -1.0]), -2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0, 3.0].dot(&tensor![1.0, 0.0]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn dot(&self, rhs: &R) -> Self::Elem;
}

impl<L, R> DotProducts<R> for L
where
    L: Values<Elem = R::Elem, Shape: Dot<R::Shape>> + ?Sized,
    R: Values<Elem: Summand>,
{
    fn dot(&self, rhs: &R) -> Self::Elem {
        const PATTERN: &Pattern = &Pattern::new(&["i"], &[&["i"], &["i"]], &[]);
        contract(&[Source::of(self), Source::of(rhs)], PATTERN).0.as_slice()[0].clone()
    }
}

/// The outer product with `R`.
pub trait OuterProducts<R>: Operand {
    /// The shape of the result.
    type Product: Shape;

    /// All products of the elements of two vectors: `[m]` and `[n]` -> `[m, n]`. NumPy's `np.outer(x, y)`, PyTorch's `x.outer(y)`.
    /// Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 2].outer(&tensor![1, 10, 100]), tensor![[1, 10, 100], [2, 20, 200]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2]].outer(&tensor![1, 10, 100]);
    /// ```
    fn outer(&self, rhs: &R) -> Tensor<Self::Elem, Self::Product>;
}

impl<L, R> OuterProducts<R> for L
where
    L: Values<Elem = R::Elem, Shape: Outer<R::Shape>> + ?Sized,
    R: Values<Elem: Summand>,
{
    type Product = OuterOf<L::Shape, R::Shape>;

    fn outer(&self, rhs: &R) -> Tensor<Self::Elem, Self::Product> {
        const PATTERN: &Pattern = &Pattern::new(&["i", "j"], &[&["i"], &["j"]], &["i", "j"]);
        super::einsum::einsum(&[Source::of(self), Source::of(rhs)], PhantomData, PATTERN)
    }
}

/// The cross product with `R`.
pub trait CrossProducts<R>: Operand {
    /// The cross product of vectors in three dimensions, the last axis: `[…, 3]` and `[…, 3]` -> `[…, 3]`. NumPy's `np.cross(x, y)`,
    /// PyTorch's `torch.linalg.cross(x, y)`; nothing is stretched. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 0, 0].cross(&tensor![0, 1, 0]), tensor![0, 0, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 0].cross(&tensor![0, 1]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn cross(&self, rhs: &R) -> Tensor<Self::Elem, Self::Shape>;
}

impl<L, R> CrossProducts<R> for L
where
    L: Values<Elem = R::Elem, Shape: Cross<R::Shape>> + ?Sized,
    R: Values<Elem: Clone + Mul<Output = R::Elem> + Sub<Output = R::Elem>>,
{
    fn cross(&self, rhs: &R) -> Tensor<Self::Elem, Self::Shape> {
        let shape = self.view().shape();
        run_time::stretches(rhs.view().shape(), shape);
        let (mut left, mut right) = (self.iter(), rhs.iter());
        let products = (0..shape.numel() / 3).flat_map(|_| {
            let a: [L::Elem; 3] = array::from_fn(|_| left.next().expect("an element").clone());
            let b: [L::Elem; 3] = array::from_fn(|_| right.next().expect("an element").clone());
            let of = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
            [of(1, 2), of(2, 0), of(0, 1)]
        });
        Tensor::from_parts(Buffer::from_iter(shape.numel(), products), shape)
    }
}

/// The trace of a matrix.
pub trait Traces: Values {
    /// The sum of a square matrix's diagonal: `[n, n]` -> a number. NumPy's `np.trace(x)`, PyTorch's `x.trace()`. No allocation but
    /// for the number.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].trace(), 5);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].trace();
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn trace(&self) -> Self::Elem
    where
        Self::Elem: Summand,
        Self::Shape: Trace,
    {
        const PATTERN: &Pattern = &Pattern::new(&["i"], &[&["i", "i"]], &[]);
        contract(&[Source::of(self)], PATTERN).0.as_slice()[0].clone()
    }
}

impl<X: Values + ?Sized> Traces for X {}

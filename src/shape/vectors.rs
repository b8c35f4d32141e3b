//! Shapes of products of vectors: `dot`, `outer`, `cross`; and of a matrix's trace.

use super::Shape;
use super::diagnostics::{CrossWith, DotWith, OuterWith, SquareMatrix};
use super::size::{Dim, Size};

/// A vector that has a dot product with another: `[n] · [n]`.
///
/// ```
/// use shaped::{VectorProducts, prelude::*};
/// fn square_of_length<N: Size>(x: &Tensor<f32, shape![N]>) -> f32 {
///     x.dot(x)
/// }
/// assert_eq!(square_of_length(&tensor![3.0, 4.0]), 25.0);
/// ```
pub trait Dot<Rhs: Shape>: Shape {}

impl<L: Shape, R: Shape> Dot<R> for L where R: DotWith<L, L::Shown, R::Shown> {}

#[diagnostic::do_not_recommend]
impl<N: Size, Lhs, Rhs> DotWith<((), N), Lhs, Rhs> for ((), N) {}

/// A vector that has an outer product with another: `[m]` and `[n]` -> `[m, n]`.
pub trait Outer<Rhs: Shape>: Shape {
    /// The shape of the product.
    type Output: Shape;
}

/// The shape of an outer product: `OuterOf<shape![4], shape![3]>` is `shape![4, 3]`.
pub type OuterOf<L, R> = <L as Outer<R>>::Output;

impl<L: Shape, R: Shape> Outer<R> for L
where
    R: OuterWith<L, L::Shown, R::Shown>,
{
    type Output = <R as OuterWith<L, L::Shown, R::Shown>>::Output;
}

#[diagnostic::do_not_recommend]
impl<M: Size, N: Size, Lhs, Rhs> OuterWith<((), M), Lhs, Rhs> for ((), N) {
    type Output = (((), M), N);
}

/// Vectors in three dimensions, which have a cross product with as many others: `[…, 3]` and `[…, 3]`.
pub trait Cross<Rhs: Shape>: Shape {}

// (The verdict is on the shape as it is printed: on the shape itself, the compiler would print this trait's bound.)
impl<L: Shape, R: Shape> Cross<R> for L where R::Shown: CrossWith<L, R, L::Shown> {}

#[diagnostic::do_not_recommend]
impl<L: Shape, Lhs, Rhs> CrossWith<(L, Dim<3>), (L, Dim<3>), Lhs> for Rhs {}

/// A square matrix, which has a trace: `[n, n]`.
pub trait Trace: Shape {}

impl<S: Shape<Shown: SquareMatrix<S>>> Trace for S {}

#[diagnostic::do_not_recommend]
impl<N: Size, Of> SquareMatrix<(((), N), N)> for Of {}

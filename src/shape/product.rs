//! The shape of a matrix product.

use super::Shape;
use super::broadcast::{Broadcast, Broadcasted};
use super::diagnostics::{InnerSize, Matrices};
use super::size::Size;

/// The shape of a matrix product: `[…, M, K] x […, K, N] -> […, M, N]`, the axes in front broadcast.
///
/// The last axis of the left side and the last but one of the right are the same size. Code generic over sizes and leading
/// axes needs no bound:
///
/// ```
/// use shaped::prelude::*;
/// fn linear<B: Size, I: Size, O: Size>(
///     x: &Tensor<f32, shape![B, I]>,
///     w: &Tensor<f32, shape![I, O]>,
///     b: &Tensor<f32, shape![O]>,
/// ) -> Tensor<f32, shape![B, O]> {
///     x.matmul(w) + b
/// }
/// fn project<L: Shape, T: Size, D: Size, O: Size>(
///     x: &Tensor<f32, ((L, T), D)>,
///     w: &Tensor<f32, shape![D, O]>,
/// ) -> Tensor<f32, ((L, T), O)> {
///     x.matmul(w)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// use shaped::MatMul;
/// fn shape<L: MatMul<R>, R: Shape>() {}
/// shape::<shape![64, 784], shape![512, 10]>();
/// ```
pub trait MatMul<Rhs: Shape>: Shape {
    /// The shape of the product.
    type Output: Shape;
}

/// The shape of a matrix product as a type: `Product<shape![2, 3], shape![3, 4]>` is `shape![2, 4]`.
pub type MatMulOf<L, R> = <L as MatMul<R>>::Output;

impl<L: Shape, R: Shape> MatMul<R> for L
where
    R: Matrices<L, L::Shown, R::Shown>,
{
    type Output = <R as Matrices<L, L::Shown, R::Shown>>::Output;
}

impl<L, M, K, R, J, N, Lhs, Rhs> Matrices<((L, M), K), Lhs, Rhs> for ((R, J), N)
where
    L: Shape + Broadcast<R>,
    M: Size,
    K: Size + InnerSize<J, Lhs, Rhs>,
    R: Shape,
    J: Size,
    N: Size,
{
    type Output = ((Broadcasted<L, R>, M), N);
}

impl<K, Lhs, Rhs> InnerSize<K, Lhs, Rhs> for K {}

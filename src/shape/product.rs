//! The shape of a matrix product.

use super::Shape;
use super::axes::HasSize;
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

type Split<L, R> = <R as Matrices<L, <L as Shape>::Shown, <R as Shape>::Shown>>::Split;

impl<L: Shape, R: Shape> MatMul<R> for L
where
    R: Matrices<L, L::Shown, R::Shown>,
    <Split<L, R> as Parts>::AtLeft: InnerSize<
            <Split<L, R> as Parts>::AtRight,
            <Split<L, R> as Parts>::Inner,
            <Split<L, R> as Parts>::InnerRight,
            L::Shown,
            R::Shown,
        >,
    <Split<L, R> as Parts>::Left: Broadcast<<Split<L, R> as Parts>::Right>,
{
    type Output = (
        (Broadcasted<<Split<L, R> as Parts>::Left, <Split<L, R> as Parts>::Right>, <Split<L, R> as Parts>::Rows),
        <Split<L, R> as Parts>::Columns,
    );
}

/// Two stacks of matrices taken apart.
pub trait Parts {
    type Left: Shape;
    type Rows: Size;
    type Inner: Size;
    type Right: Shape;
    type InnerRight: Size;
    /// The two that must be the same, as types of this crate: of one of the user's own, the compiler would show where it is declared.
    type AtLeft;
    type AtRight;
    type Columns: Size;
}

impl<L: Shape, M: Size, K: Size, R: Shape, J: Size, N: Size> Parts for (((L, M), K), ((R, J), N)) {
    type Left = L;
    type Rows = M;
    type Inner = K;
    type Right = R;
    type InnerRight = J;
    type AtLeft = HasSize<K>;
    type AtRight = HasSize<J>;
    type Columns = N;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, M: Size, K: Size, R: Shape, J: Size, N: Size, Lhs, Rhs> Matrices<((L, M), K), Lhs, Rhs> for ((R, J), N) {
    type Split = (((L, M), K), ((R, J), N));
}

#[diagnostic::do_not_recommend]
impl<S, K, J, Lhs, Rhs> InnerSize<S, K, J, Lhs, Rhs> for S {}

//! The shapes of linear algebra.

use super::diagnostics::{MatricesOf, RightSidesOf, SquareMatrices};
use super::list::Shape;
use super::number::{Bool, Nat};
use super::size::{Size, StaticSize};

/// Square matrices, one or a stack of them: `[…, n, n]`.
///
/// Code generic over sizes and leading axes needs no bound:
///
/// ```
/// use shaped::prelude::*;
/// fn determinants<L: Shape, N: Size>(x: &Tensor<f64, ((L, N), N)>) -> Tensor<f64, L> {
///     x.det()
/// }
/// ```
pub trait SquareStack: Shape {
    /// The axes in front.
    type Leading: Shape;
    /// The rows, or the columns, of each: `[…, n]`.
    type Lines: Shape;
}

impl<S: Shape<Shown: SquareMatrices<S>>> SquareStack for S {
    type Leading = <S::Shown as SquareMatrices<S>>::Leading;
    type Lines = (<S::Shown as SquareMatrices<S>>::Leading, <S::Shown as SquareMatrices<S>>::Side);
}

#[diagnostic::do_not_recommend]
impl<L: Shape, N: Size, Of> SquareMatrices<((L, N), N)> for Of {
    type Leading = L;
    type Side = N;
}

/// Matrices, one or a stack of them: `[…, m, n]`. `k`, the smaller one of `m` and `n`, is known where both are, or where they are the same; of a
/// static size and a run-time axis it is the static one, and of two run-time axes the columns: that there are as many is then checked when the
/// program runs.
pub trait MatrixStack: Shape {
    /// `[…, m, k]`
    type Left: Shape;
    /// `[…, k]`
    type Values: Shape;
    /// `[…, k, n]`
    type Right: Shape;
    /// `[…, n, m]`
    type Turned: Shape;
}

type Lead<S> = <<S as Shape>::Shown as MatricesOf<S>>::Leading;
type Rows<S> = <<S as Shape>::Shown as MatricesOf<S>>::Rows;
type Columns<S> = <<S as Shape>::Shown as MatricesOf<S>>::Columns;
type Number<D> = <<D as Size>::Static as StaticSize>::Len;
type IfStatic<D, Then, Else> = <<D as Size>::IsStatic as Bool>::IfSize<Then, Else>;
type Smaller<M, N> = <<Number<M> as Nat>::Le<Number<N>> as Bool>::IfSize<M, N>;
type Least<M, N> = IfStatic<M, IfStatic<N, Smaller<M, N>, M>, N>;

impl<S: Shape<Shown: MatricesOf<S>>> MatrixStack for S {
    type Left = ((Lead<S>, Rows<S>), Least<Rows<S>, Columns<S>>);
    type Values = (Lead<S>, Least<Rows<S>, Columns<S>>);
    type Right = ((Lead<S>, Least<Rows<S>, Columns<S>>), Columns<S>);
    type Turned = ((Lead<S>, Columns<S>), Rows<S>);
}

/// Matrices `[…, m, n]` of systems of equations whose right sides are `B`, `[…, m, k]`.
pub trait Solves<B: Shape>: Shape {
    /// The solutions: `[…, n, k]`.
    type Output: Shape;
}

/// The shape of solutions: `SolutionsOf<shape![8, 3, 3], shape![8, 3, 2]>` is `shape![8, 3, 2]`.
pub type SolutionsOf<S, B> = <S as Solves<B>>::Output;

impl<S: Shape, B: Shape> Solves<B> for S
where
    S::Shown: MatricesOf<S>,
    B::Shown: RightSidesOf<S, B, S::Shown>,
{
    type Output = ((Lead<S>, Columns<S>), <B::Shown as RightSidesOf<S, B, S::Shown>>::Columns);
}

#[diagnostic::do_not_recommend]
impl<L: Shape, M: Size, N: Size, K: Size, Of, By> RightSidesOf<((L, M), N), ((L, M), K), Of> for By {
    type Columns = K;
}

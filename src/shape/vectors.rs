//! Shapes of products of vectors: `dot`, `outer`, `cross`; of their distances; and of a matrix's trace.

use super::Shape;
use super::diagnostics::{ApartFrom, CrossWith, DotWith, KnownShape, OuterWith, SquareMatrix};
use super::results::results;
use super::size::{Dim, Size};

/// A vector that has a dot product with another: `[n] · [n]`.
///
/// ```
/// use shaped::prelude::*;
/// fn square_of_length<N: Size>(x: &Tensor<f32, shape![N]>) -> f32 {
///     x.dot(x)
/// }
/// assert_eq!(square_of_length(&tensor![3.0, 4.0]), 25.0);
/// ```
pub trait Dot<Rhs: Shape>: Shape {}

// (This verdict and those below are on the shape as it is printed: of the shape itself, the compiler would list others that fit.)
impl<L: KnownShape + Shape, R: KnownShape + Shape> Dot<R> for L where R::Shown: DotWith<L, R, L::Shown> {}

#[diagnostic::do_not_recommend]
impl<N: Size, Lhs, Rhs> DotWith<((), N), ((), N), Lhs> for Rhs {}

/// What two shapes give by a verdict on them both.
macro_rules! results_by {
    (
        $(#[$doc:meta])*
        pub trait $trait:ident<Rhs: Shape>: Shape by $verdict:ident;
        $(#[$about:meta])*
        pub type $output:ident;
    ) => {
        results! {
            $(#[$doc])*
            pub trait $trait<Rhs: Shape>: Shape;
            $(#[$about])*
            pub type $output;
        }

        impl<L: KnownShape + Shape, R: KnownShape + Shape> $trait<R> for L
        where
            R::Shown: $verdict<L, R, L::Shown>,
        {
            type Output = <R::Shown as $verdict<L, R, L::Shown>>::Output;
        }
    };
}

results_by! {
    /// A vector that has an outer product with another: `[m]` and `[n]` -> `[m, n]`.
    pub trait Outer<Rhs: Shape>: Shape by OuterWith;
    /// The shape of an outer product: `OuterOf<shape![4], shape![3]>` is `shape![4, 3]`.
    pub type OuterOf;
}

#[diagnostic::do_not_recommend]
impl<M: Size, N: Size, Lhs, Rhs> OuterWith<((), M), ((), N), Lhs> for Rhs {
    type Output = (((), M), N);
}

/// Vectors in three dimensions, which have a cross product with as many others: `[…, 3]` and `[…, 3]`.
pub trait Cross<Rhs: Shape>: Shape {}

impl<L: Shape, R: Shape> Cross<R> for L where R::Shown: CrossWith<L, R, L::Shown> {}

#[diagnostic::do_not_recommend]
impl<L: Shape, Lhs, Rhs> CrossWith<(L, Dim<3>), (L, Dim<3>), Lhs> for Rhs {}

results_by! {
    /// Vectors, `[…, p, d]`, each of which has a distance from each of others: `[…, r, d]`.
    ///
    /// The leading axes are the same ones; nothing is stretched. Code generic over sizes and leading axes needs no bound:
    ///
    /// ```
    /// use shaped::prelude::*;
    /// fn apart<L: Shape, P: Size, D: Size>(x: &Tensor<f32, ((L, P), D)>) -> Tensor<f32, ((L, P), P)> {
    ///     x.cdist(x, 2.0)
    /// }
    /// ```
    pub trait Apart<Rhs: Shape>: Shape by ApartFrom;
    /// The shape of `x.cdist(&other, 2.0)`: `DistancesOf<shape![8, 5, 3], shape![8, 7, 3]>` is `shape![8, 5, 7]`.
    pub type DistancesOf;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, P: Size, R: Size, D: Size, Lhs, Rhs> ApartFrom<((L, P), D), ((L, R), D), Lhs> for Rhs {
    type Output = ((L, P), R);
}

/// A square matrix, which has a trace: `[n, n]`.
pub trait Trace: Shape {}

impl<S: Shape<Shown: SquareMatrix<S>>> Trace for S {}

#[diagnostic::do_not_recommend]
impl<N: Size, Of> SquareMatrix<(((), N), N)> for Of {}

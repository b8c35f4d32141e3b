//! The shape of a matrix product.

use super::Shape;
use super::axes::Axis;
use super::broadcast::Explain;
use super::diagnostics::{
    AcceptStacks, InnerSize, KnownShape, LeavesSides, MEETS, Matrices, Opens, Sides, StatesProduct, TakesApart,
};
use super::list::LeavesOpen;
use super::size::{One, Size};
use super::taken::Parts;
use super::verdict::{HasSize, never_comes};

/// The shape of a matrix product: `[…, M, K] x […, K, N] -> […, M, N]`, the axes in front broadcast.
///
/// A vector on the left is one row, and on the right one column, and the result lacks that axis: `[M, K] x [K] -> [M]`,
/// `[K] x [K, N] -> [N]`, `[K] x [K] -> []`.
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

/// The shape of a matrix product as a type: `MatMulOf<shape![2, 3], shape![3, 4]>` is `shape![2, 4]`.
pub type MatMulOf<L, R> = <L as MatMul<R>>::Output;

/// The verdict on the axes in front of the matrices, of what both sides are taken apart into.
type Stacks<P> = <<P as Parts>::Right as MEETS<<P as Parts>::Left>>::Verdict;
type Open<P> = <<P as Parts>::Right as Opens<<P as Parts>::Left>>::Open;
/// The axes in front of the matrices that meet, for the texts.
type Pairs<P> = <<P as Parts>::Right as MEETS<<P as Parts>::Left>>::AND<()>;
type Outcome<P> = <Stacks<P> as Explain<Axis<-3>>>::Outcome;
type Left<P> = <Stacks<P> as Explain<Axis<-3>>>::Left;
type Right<P> = <Stacks<P> as Explain<Axis<-3>>>::Right;
type Axes<P> = <Stacks<P> as Explain<Axis<-3>>>::Axes;
/// The outcome, of which nothing is said before it is known how the stacks meet.
type Sure<L, R, P> =
    <R as StatesProduct<L, Pairs<P>, <L as Shape>::Shown, <R as Shape>::Shown, Open<P>>>::Then<Outcome<P>>;
/// The same, of which nothing is said where the inner sizes differ.
type Fitting<L, R, P> = <<P as Parts>::AtLeft as InnerSize<
    <P as Parts>::AtRight,
    <P as Parts>::Inner,
    <P as Parts>::InnerRight,
    <L as Shape>::Shown,
    <R as Shape>::Shown,
    <<P as Parts>::AtLeft as LeavesOpen<<P as Parts>::AtRight>>::Open,
>>::Then<Sure<L, R, P>>;

impl<L: KnownShape + Shape, R: KnownShape + Shape, Unknown, P, V, W, Differ> MatMul<R> for L
where
    R: Matrices<L, Unknown> + LeavesSides<L, Open = Unknown, Split = P>,
    P: Parts,
    P::Right: Opens<P::Left>,
    R: StatesProduct<L, Pairs<P>, L::Shown, R::Shown, Open<P>, Then<Outcome<P>> = V>,
    P::AtLeft: InnerSize<P::AtRight, P::Inner, P::InnerRight, L::Shown, R::Shown, Differ, Then<V> = W>,
    P::AtLeft: LeavesOpen<P::AtRight, Open = Differ>,
    W: AcceptStacks<L::Shown, R::Shown, Left<P>, Right<P>, Axes<P>>,
{
    // Whole through the verdict, so that of what does not fit no part of a result is known, which what follows would judge.
    type Output = <Fitting<L, R, P> as AcceptStacks<L::Shown, R::Shown, Left<P>, Right<P>, Axes<P>>>::Whole<
        P::Product<<Fitting<L, R, P> as AcceptStacks<L::Shown, R::Shown, Left<P>, Right<P>, Axes<P>>>::Output>,
    >;
}

/// Both sides as `TakesApart` finds them.
pub struct Both<L, R>(core::marker::PhantomData<(L, R)>);

impl<L: Shape, M: Size, K: Size, R: Shape, J: Size, N: Size> Parts for Both<((L, M), K), ((R, J), N)> {
    type Left = L;
    type Inner = K;
    type Right = R;
    type InnerRight = J;
    type AtLeft = HasSize<K>;
    type AtRight = HasSize<J>;
    type Product<Stack: Shape> = ((Stack, M), N);
}

impl<L: Shape, M: Size, K: Size, J: Size> Parts for Both<((L, M), K), ((), J)> {
    type Left = L;
    type Inner = K;
    type Right = ();
    type InnerRight = J;
    type AtLeft = HasSize<K>;
    type AtRight = HasSize<J>;
    type Product<Stack: Shape> = (Stack, M);
}

impl<K: Size, R: Shape, J: Size, N: Size> Parts for Both<((), K), ((R, J), N)> {
    type Left = ();
    type Inner = K;
    type Right = R;
    type InnerRight = J;
    type AtLeft = HasSize<K>;
    type AtRight = HasSize<J>;
    type Product<Stack: Shape> = (Stack, N);
}

impl<K: Size, J: Size> Parts for Both<((), K), ((), J)> {
    type Left = ();
    type Inner = K;
    type Right = ();
    type InnerRight = J;
    type AtLeft = HasSize<K>;
    type AtRight = HasSize<J>;
    type Product<Stack: Shape> = Stack;
}

macro_rules! matrices {
    ($([$($generics:tt)*] $left:ty, $right:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> TakesApart<$left> for $right {
            type Split = Both<$left, $right>;
            type Open = ();
        }
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Sides<$left> for $right {}
    )* };
}
matrices! {
    [L: Shape, M: Size, K: Size, R: Shape, J: Size, N: Size,] ((L, M), K), ((R, J), N);
    [L: Shape, M: Size, K: Size, J: Size,] ((L, M), K), ((), J);
    [K: Size, R: Shape, J: Size, N: Size,] ((), K), ((R, J), N);
    [K: Size, J: Size,] ((), K), ((), J);
}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<L> TakesApart<L> for Absent<L> {
        type Split = Both<((), One), ((), One)>;
        type Open = ();
    }
    #[diagnostic::do_not_recommend]
    impl<L> Sides<L> for Absent<L> {}
}

#[diagnostic::do_not_recommend]
impl<L, R: Sides<L>, Open> Matrices<L, Open> for R {}

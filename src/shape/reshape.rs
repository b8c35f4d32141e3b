//! The same number of elements in another shape: `reshape`, `flatten` and `flatten_axes`.

use super::diagnostics::{FlattenAt, Locate, MergeAt, SameAxes, SameNumel};
use super::layout::RowMajor;
use super::list::{Shape, StaticShape};
use super::rank::{Last, Outside, Position};
use super::run_time;
use super::size::{Size, StaticSize};
use super::verdict::never_comes;

/// A shape with as many elements as the shape `O`: what `reshape` goes from, and what it goes to.
///
/// Run-time axes are the same ones in the same order on both sides, and the other sizes have one product:
/// `[Batch, 28, 28]` -> `[Batch, 784]`. Code with generic sizes in front needs no bound, nor with generic axes in front:
///
/// ```
/// use shaped::prelude::*;
/// fn pixels<B: Size>(x: &Tensor<f32, shape![B, 28, 28]>) -> View<'_, f32, shape![B, 784]> {
///     x.reshape()
/// }
/// fn heads<L: Shape>(x: &Tensor<f32, (L, dim!(512))>) -> View<'_, f32, ((L, dim!(8)), dim!(64))> {
///     x.reshape()
/// }
/// ```
///
/// Nor do generic sizes at the end that are regrouped as [`Product`](crate::size::Product) multiplies them, in their order; of three it is
/// `Product<A, Product<B, C>>`. (Of `[A, B, C]` the compiler does not see that `[Product<A, B>, C]` has as many elements.)
///
/// ```
/// use shaped::{prelude::*, size::Product};
/// fn heads<B: Size, T: Size, H: StaticSize, E: StaticSize>(
///     x: &Tensor<f32, shape![B, T, Product<H, E>]>,
/// ) -> View<'_, f32, shape![B, T, H, E]> {
///     x.reshape()
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{prelude::*, size::Product};
/// fn heads<H: StaticSize, E: StaticSize>(x: &Tensor<f32, shape![4, Product<H, E>]>) {
///     x.reshape::<shape![4, E, H]>();
/// }
/// ```
///
/// They also become others by [`flatten_axes`](crate::AxisMerges::flatten_axes), [`unflatten`](crate::AxisSplits::unflatten) and
/// [`rearrange!`](crate::rearrange), whose results follow from them; where there is no other way, code names the trait:
///
/// ```
/// use shaped::{Reshape, prelude::*};
/// fn square<N: StaticSize, M: StaticSize>(x: &Tensor<f32, shape![N]>) -> View<'_, f32, shape![M, M]>
/// where
///     shape![N]: Reshape<shape![M, M]>,
/// {
///     x.reshape()
/// }
/// assert_eq!(square::<dim!(9), dim!(3)>(&Tensor::ones()).sizes(), [3, 3]);
/// ```
pub trait Reshape<O: Shape>: Shape {}

/// The number of elements as a size, run-time axes left out.
type Numel<S> = <<S as Shape>::Known as StaticSize>::Plain;

impl<S: Shape, O: Shape> Reshape<O> for S
where
    S::Free: SameAxes<O::Free, S::Shown, O::Shown>,
    Numel<S>: SameNumel<Numel<O>, S::Shown, O::Shown>,
{
}

#[diagnostic::do_not_recommend]
impl<F, From, To> SameAxes<F, From, To> for F {}

#[diagnostic::do_not_recommend]
impl<N: StaticSize, From, To> SameNumel<N, From, To> for N {}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<N, M, From, To> SameNumel<Absent<M>, From, To> for N {}
}

#[diagnostic::do_not_recommend]
impl<To, Of> super::diagnostics::Contiguous<RowMajor, Of> for To {}

/// A static shape, whose elements make one axis: what `flatten` gives.
pub trait Flatten: StaticShape {
    /// The shape with one axis.
    type Output: StaticShape;
}

/// The shape with one axis of all elements: `Flattened<shape![7, 7, 512]>` is `shape![25088]`.
pub type Flattened<S> = <S as Flatten>::Output;

impl<S: StaticShape> Flatten for S {
    type Output = ((), S::Known);
}

/// A shape whose axes from `A` to `B`, both included, make one axis: what `flatten_axes` gives.
pub trait FlattenAxes<A, B>: Shape {
    /// The shape with the one axis in their place.
    type Output: Shape;
    /// Where they are, counted from the end: the outermost and the innermost.
    #[doc(hidden)]
    const PLACES: (usize, usize);

    /// The shape of the result, as a value.
    #[doc(hidden)]
    #[inline]
    fn flattened(self) -> Self::Output {
        let (from, to) = const { Self::PLACES };
        let mut sizes = self.dims().sizes;
        sizes[to] = sizes[to..=from].iter().product();
        sizes.copy_within(from + 1.., to + 1);
        run_time::shape(&sizes)
    }
}

/// The shape with one axis in place of several: `AxesFlattened<shape![8, 7, 7, 512], Axis<1>, Axis<-1>>` is `shape![8, 25088]`.
pub type AxesFlattened<S, A, B> = <S as FlattenAxes<A, B>>::Output;

impl<S: Shape, A, B> FlattenAxes<A, B> for S
where
    A: Locate<S::Rank, S::Shown, Place: Position>,
    B: Locate<S::Rank, S::Shown, Place: Position>,
    B::Then<S>: FlattenAt<A::Place, B::Place, A, B, S::Shown>,
{
    type Output = <B::Then<S> as FlattenAt<A::Place, B::Place, A, B, S::Shown>>::Output;
    const PLACES: (usize, usize) = (<A::Place as Position>::INDEX, <B::Place as Position>::INDEX);
}

#[diagnostic::do_not_recommend]
impl<L: Shape, D: StaticSize, A, B, Of> FlattenAt<Last, Last, A, B, Of> for (L, D) {
    type Output = Self;
}

#[diagnostic::do_not_recommend]
impl<P, L: Shape + MergeAt<P, D, A, B, Of>, D: StaticSize, A, B, Of> FlattenAt<Outside<P>, Last, A, B, Of> for (L, D) {
    type Output = L::Output;
}

#[diagnostic::do_not_recommend]
impl<P, Q, L: Shape + FlattenAt<P, Q, A, B, Of>, D: Size, A, B, Of> FlattenAt<Outside<P>, Outside<Q>, A, B, Of>
    for (L, D)
{
    type Output = (L::Output, D);
}

#[diagnostic::do_not_recommend]
impl<N: StaticSize, L: Shape, D: StaticSize, A, B, Of> MergeAt<Last, N, A, B, Of> for (L, D) {
    type Output = (L, D::Product<N>);
}

#[diagnostic::do_not_recommend]
impl<P, N: StaticSize, L: Shape, D: StaticSize, A, B, Of> MergeAt<Outside<P>, N, A, B, Of> for (L, D)
where
    L: MergeAt<P, D::Product<N>, A, B, Of>,
{
    type Output = L::Output;
}

//! The shapes of `linear`, `bilinear` and `embedding`.

use super::Shape;
use super::at::Seek;
use super::diagnostics::{
    AffineBias, BilinearBias, BilinearWeights, FeaturesIn, KnownAxis, KnownShape, TableOf, WeightsOn,
};
use super::given::Given;
use super::list::LeavesOpen;
use super::rank::Last;
use super::size::{One, Size};
use super::verdict::{HasSize, never_comes};

/// In place of a bias's shape: there is none.
#[derive(Clone, Copy, Debug)]
pub struct NoBias;

/// The shape of a bias, or [`NoBias`].
pub trait Bias {
    /// As it is printed.
    type Shown;
    /// The one that fits `O` outputs.
    type Fitting<O: Size>;
}
impl<S: Shape> Bias for S {
    type Shown = S::Shown;
    type Fitting<O: Size> = ((), O);
}
impl Bias for NoBias {
    type Shown = ();
    type Fitting<O: Size> = NoBias;
}

/// A shape that weights of shape `W`, `[out, in]`, and a bias of shape `B`, `[out]`, map to another: what `linear` gives.
///
/// `[…, I] x [O, I] + [O] -> […, O]`, with any number of leading axes. Code generic over sizes and leading axes needs no bound:
///
/// ```
/// use shaped::prelude::*;
/// fn project<L: Shape, I: Size, O: Size>(
///     x: &Tensor<f32, (L, I)>,
///     weight: &Tensor<f32, shape![O, I]>,
///     bias: &Tensor<f32, shape![O]>,
/// ) -> Tensor<f32, (L, O)> {
///     x.linear(weight, bias)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Affine, prelude::*};
/// fn shape<X: Affine<W>, W: Shape>() {}
/// shape::<shape![64, 784], shape![784, 10]>();
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot apply linear weights of shape `{W}` to shape `{Self}`",
    label = "the input's last axis is the weights' second one: […, in] x [out, in] -> […, out]"
)]
pub trait Affine<W: Shape, B = NoBias>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of `x.linear(&weight, &bias)`: `AffineOf<shape![64, 784], shape![10, 784]>` is `shape![64, 10]`.
pub type AffineOf<S, W, B = NoBias> = <S as Affine<W, B>>::Output;

/// The shape, of which nothing is said before it is known whether it has an axis.
type Sure<S> = <Last as Seek<S>>::Then<S>;
type Split<S, W> = <W as WeightsOn<Sure<S>, W, <S as Shape>::Shown, <W as Shape>::Shown>>::Split;
type Behind<S, W> = <<Split<S, W> as Parts>::AtIn as FeaturesIn<
    <Split<S, W> as Parts>::AtGiven,
    <Split<S, W> as Parts>::Out,
    <Split<S, W> as Parts>::Given,
    <Split<S, W> as Parts>::In,
    <S as Shape>::Shown,
    <W as Shape>::Shown,
    <<Split<S, W> as Parts>::AtIn as LeavesOpen<<Split<S, W> as Parts>::AtGiven>>::Open,
>>::Behind<<Split<S, W> as Parts>::Leading>;

impl<S: KnownShape + Shape, W: KnownShape + Shape, B: Bias, Open, Known, P, O: Size, Differ, Fits> Affine<W, B> for S
where
    Last: KnownAxis<S, Open> + Seek<S, Open = Open, Then<S> = Known>,
    W: WeightsOn<Known, W, S::Shown, W::Shown, Split = P>,
    P: Parts,
    P::AtIn: FeaturesIn<P::AtGiven, P::Out, P::Given, P::In, S::Shown, W::Shown, Differ, Out = O>,
    P::AtIn: LeavesOpen<P::AtGiven, Open = Differ>,
    <O as Given>::Then<B>:
        AffineBias<B::Fitting<O>, O, W::Shown, B::Shown, Fits> + LeavesOpen<B::Fitting<O>, Open = Fits>,
{
    // Through `FeaturesIn`, so that the compiler finds a clash where it works out the result: see `Exactly`.
    type Output = Behind<S, W>;
}

/// An input and its weights taken apart.
pub trait Parts {
    type Leading: Shape;
    /// The input's last axis.
    type Given: Size;
    type Out: Size;
    /// What the weights take.
    type In: Size;
    /// An axis of either size.
    type AtGiven;
    type AtIn;
}

impl<L: Shape, I: Size, O: Size, J: Size> Parts for ((L, I), (O, J)) {
    type Leading = L;
    type Given = I;
    type Out = O;
    type In = J;
    type AtGiven = HasSize<I>;
    type AtIn = HasSize<J>;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, I: Size, O: Size, J: Size, W, Of, Shown> WeightsOn<(L, I), (((), O), J), Of, Shown> for W {
    type Split = ((L, I), (O, J));
}

// For each type by itself: of an implementation for `((), O)` the compiler would say that it exists for another size.

/// A table `[V, D]`, one row of which stands for each index of a shape `I`: what `embedding` gives, `[V, D]` by `[…]` -> `[…, D]`.
///
/// ```
/// use shaped::prelude::*;
/// axis!(Batch);
/// axis!(Seq);
/// fn look_up<V: Size, D: Size>(
///     table: &Tensor<f32, shape![V, D]>,
///     tokens: &Tensor<u32, shape![Batch, Seq]>,
/// ) -> Tensor<f32, shape![Batch, Seq, D]> {
///     table.embedding(tokens)
/// }
/// ```
pub trait Table<I: Shape>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of `table.embedding(&ids)`: `Embedded<shape![1000, 64], shape![8, 5]>` is `shape![8, 5, 64]`.
pub type Embedded<S, I> = <S as Table<I>>::Output;

impl<S: Shape, I: Shape> Table<I> for S
where
    I: TableOf<S, S::Shown>,
{
    type Output = (I, I::Width);
}

#[diagnostic::do_not_recommend]
impl<V: Size, D: Size, Shown, I> TableOf<(((), V), D), Shown> for I {
    type Width = D;
}

/// A shape `[…, I]` that weights of shape `W`, `[O, I, J]`, and a bias of shape `B`, `[O]`, map with another shape `R`, `[…, J]`, to a third: what `bilinear`
/// gives.
///
/// The leading axes are the same ones; nothing is stretched. Code generic over sizes and leading axes needs no bound:
///
/// ```
/// use shaped::prelude::*;
/// fn scores<L: Shape, I: Size, J: Size>(
///     x: &Tensor<f32, (L, I)>,
///     other: &Tensor<f32, (L, J)>,
///     weight: &Tensor<f32, shape![5, I, J]>,
/// ) -> Tensor<f32, (L, Dim<5>)> {
///     x.bilinear_no_bias(other, weight)
/// }
/// ```
pub trait BilinearMap<R: Shape, W: Shape, B = NoBias>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of `x.bilinear(&other, &weight, &bias)`: `BilinearOf<shape![8, 3], shape![8, 4], shape![5, 3, 4]>` is `shape![8, 5]`.
pub type BilinearOf<S, R, W, B = NoBias> = <S as BilinearMap<R, W, B>>::Output;

type Both<S, R, W> = <<W as Shape>::Shown as BilinearWeights<S, R, W, <S as Shape>::Shown, <R as Shape>::Shown>>::Split;
type Mapped<S, R, W> = <Both<S, R, W> as Parts>::Out;

impl<S: KnownShape + Shape, R: KnownShape + Shape, W: KnownShape + Shape, B: Bias, P: Parts> BilinearMap<R, W, B> for S
where
    W::Shown: BilinearWeights<S, R, W, S::Shown, R::Shown, Split = P>,
    B: BilinearBias<B::Fitting<P::Out>, P::Out, W::Shown, B::Shown>,
{
    type Output = (<Both<S, R, W> as Parts>::Leading, Mapped<S, R, W>);
}

#[diagnostic::do_not_recommend]
impl<L: Shape, I: Size, J: Size, O: Size, Left, Right, Weights>
    BilinearWeights<(L, I), (L, J), ((((), O), I), J), Left, Right> for Weights
{
    type Split = ((L, I), (O, J));
}

// A second one, so that the compiler takes no shape for that of the right side before it is known.
never_comes! {
    #[diagnostic::do_not_recommend]
    impl<S, T, W, Left, Right, Weights> BilinearWeights<S, Absent<T>, W, Left, Right> for Weights {
        type Split = (((), One), (One, One));
    }
}

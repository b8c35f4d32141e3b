//! The shapes of pooling.

use super::Shape;
use super::axes::Axis;
use super::diagnostics::{AtLeastOne, HalfAtMost, OneForEach, PerAxis, Plane, Signal, WindowFits};
use super::number::Nat;
use super::size::{FromNat, One, Size, StaticSize};
use super::window::{AllPositive, HalfKernel, Height, Len, Padded, Places, Pool, SizeOf, Steps, Width, Within, both};

#[diagnostic::do_not_recommend]
impl<L: Shape, H: Size, W: Size, X> Plane<X> for ((L, H), W) {
    type Leading = L;
    type Height = H;
    type Width = W;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, W: Size, X> Signal<X> for (L, W) {
    type Leading = L;
    type Width = W;
}

type Lead2<X> = <X as Plane<<X as Shape>::Shown>>::Leading;
type Rows<X> = <X as Plane<<X as Shape>::Shown>>::Height;
type Columns<X> = <X as Plane<<X as Shape>::Shown>>::Width;
type Lead1<X> = <X as Signal<<X as Shape>::Shown>>::Leading;
type Time<X> = <X as Signal<<X as Shape>::Shown>>::Width;

/// A shape `[…, H, W]` that windows slide over by the options `O`: what `max_pool2d` and `avg_pool2d` give.
///
/// The result is `[…, (H + 2 P - K) / S + 1, …]`, computed by the compiler. The axes in front can be generic without a bound;
/// code with generic heights and widths names the trait once:
///
/// ```
/// use shaped::{Pool2d, Pooled2d, prelude::*};
/// fn half<L: Shape>(x: &Tensor<f32, ((L, Dim<32>), Dim<32>)>) -> Tensor<f32, ((L, Dim<16>), Dim<16>)> {
///     x.max_pool2d(Pool::new(Dim::<2>))
/// }
/// fn any_size<B: Size, H: Size, W: Size>(
///     x: &Tensor<f32, shape![B, H, W]>,
/// ) -> Tensor<f32, Pooled2d<shape![B, H, W], Pool<Dim<2>>>>
/// where
///     shape![B, H, W]: Pool2d<Pool<Dim<2>>>,
/// {
///     x.max_pool2d(Pool::new(Dim::<2>))
/// }
/// let x: Tensor<f32, shape![8, 32, 32]> = Tensor::ones();
/// assert_eq!(half(&x).sizes(), any_size(&x).sizes());
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how shape {Self} is pooled",
    label = "the options are `{O}`",
    note = "the options of pooling are made by `Pool::new(kernel)`, as in `x.max_pool2d(Pool::new(Dim::<2>))`",
    note = "code with generic heights and widths states it once: `where shape![C, H, W]: Pool2d<Pool<Dim<2>>>`"
)]
pub trait Pool2d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options.
    #[doc(hidden)]
    const STEPS: Steps;
    /// The sizes of the window.
    #[doc(hidden)]
    const KERNEL: [usize; 2];
}

/// The shape of pooling: `Pooled2d<shape![16, 32, 32], Pool<Dim<2>>>` is `shape![16, 16, 16]`.
pub type Pooled2d<X, O> = <X as Pool2d<O>>::Output;

impl<X: Shape, K: PerAxis, S: PerAxis, P: PerAxis> Pool2d<Pool<K, S, P>> for X
where
    X: Plane<X::Shown>,
    Rows<X>: StaticSize,
    Columns<X>: StaticSize,
    AllPositive<Height<S>, One, Height<K>>: AtLeastOne<Height<S>, One, Height<K>>,
    AllPositive<Width<S>, One, Width<K>>: AtLeastOne<Width<S>, One, Width<K>>,
    Padded<Rows<X>, Height<P>>: FromNat,
    Padded<Columns<X>, Width<P>>: FromNat,
    HalfKernel<Height<K>, Height<P>>: HalfAtMost<Height<P>, Height<K>, Axis<-2>, X::Shown>,
    HalfKernel<Width<K>, Width<P>>: HalfAtMost<Width<P>, Width<K>, Axis<-1>, X::Shown>,
    Within<Rows<X>, Height<K>, Height<P>, One>:
        WindowFits<Height<K>, SizeOf<Padded<Rows<X>, Height<P>>>, Axis<-2>, X::Shown>,
    Within<Columns<X>, Width<K>, Width<P>, One>:
        WindowFits<Width<K>, SizeOf<Padded<Columns<X>, Width<P>>>, Axis<-1>, X::Shown>,
    Places<Rows<X>, Height<K>, Height<S>, Height<P>, One>: FromNat,
    Places<Columns<X>, Width<K>, Width<S>, Width<P>, One>: FromNat,
{
    type Output = (
        (Lead2<X>, SizeOf<Places<Rows<X>, Height<K>, Height<S>, Height<P>, One>>),
        SizeOf<Places<Columns<X>, Width<K>, Width<S>, Width<P>, One>>,
    );
    const STEPS: Steps = Steps { stride: both::<S>(), padding: both::<P>(), dilation: [1, 1], groups: 1 };
    const KERNEL: [usize; 2] = both::<K>();
}

/// A shape `[…, L]` that windows slide over by the options `O`: what `max_pool1d` and `avg_pool1d` give,
/// `[…, (L + 2 P - K) / S + 1]`. The axes in front can be generic without a bound, as for [`Pool2d`].
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how shape {Self} is pooled",
    label = "the options are `{O}`",
    note = "the options of pooling are made by `Pool::new(kernel)`, as in `x.max_pool1d(Pool::new(Dim::<2>))`",
    note = "code with generic lengths states it once: `where shape![C, T]: Pool1d<Pool<Dim<2>>>`"
)]
pub trait Pool1d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options.
    #[doc(hidden)]
    const STEPS: Steps;
    /// The sizes of the window.
    #[doc(hidden)]
    const KERNEL: [usize; 2];
}

/// The shape of pooling: `Pooled1d<shape![16, 32], Pool<Dim<2>>>` is `shape![16, 16]`.
pub type Pooled1d<X, O> = <X as Pool1d<O>>::Output;

impl<X: Shape, K: OneForEach, S: OneForEach, P: OneForEach> Pool1d<Pool<K, S, P>> for X
where
    X: Signal<X::Shown>,
    Time<X>: StaticSize,
    AllPositive<S, One, K>: AtLeastOne<S, One, K>,
    Padded<Time<X>, P>: FromNat,
    HalfKernel<K, P>: HalfAtMost<P, K, Axis<-1>, X::Shown>,
    Within<Time<X>, K, P, One>: WindowFits<K, SizeOf<Padded<Time<X>, P>>, Axis<-1>, X::Shown>,
    Places<Time<X>, K, S, P, One>: FromNat,
{
    type Output = (Lead1<X>, SizeOf<Places<Time<X>, K, S, P, One>>);
    const STEPS: Steps = Steps { stride: [1, S::SIZE], padding: [0, P::SIZE], dilation: [1, 1], groups: 1 };
    const KERNEL: [usize; 2] = [1, K::SIZE];
}

/// A shape `[…, H, W]` that is pooled to `O` rows and columns, whatever its own: what `adaptive_avg_pool2d` gives.
///
/// Nothing is computed, so that code with generic sizes needs no bound, and height and width can be run-time axes:
///
/// ```
/// use shaped::prelude::*;
/// fn head<L: Shape, H: Size, W: Size>(x: &Tensor<f32, ((L, H), W)>) -> Tensor<f32, ((L, Dim<7>), Dim<7>)> {
///     x.adaptive_avg_pool2d(Dim::<7>)
/// }
/// ```
pub trait AdaptivePool2d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of adaptive pooling: `AdaptivelyPooled2d<shape![512, 14, 14], Dim<7>>` is `shape![512, 7, 7]`.
pub type AdaptivelyPooled2d<X, O> = <X as AdaptivePool2d<O>>::Output;

impl<X: Shape + Plane<X::Shown>, O: PerAxis> AdaptivePool2d<O> for X {
    type Output = ((Lead2<X>, O::Height), O::Width);
}

/// A shape `[…, L]` that is pooled to length `O`, whatever its own: what `adaptive_avg_pool1d` gives.
pub trait AdaptivePool1d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of adaptive pooling: `AdaptivelyPooled1d<shape![512, 14], Dim<7>>` is `shape![512, 7]`.
pub type AdaptivelyPooled1d<X, O> = <X as AdaptivePool1d<O>>::Output;

impl<X: Shape + Signal<X::Shown>, O: OneForEach> AdaptivePool1d<O> for X {
    type Output = (Lead1<X>, O);
}

/// A shape `[…, H, W]` each of whose elements is repeated `F` times along either axis: what `upsample_nearest2d` gives.
pub trait Upsample2d<F>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape with more rows and columns: `Upsampled2d<shape![512, 14, 14], Dim<2>>` is `shape![512, 28, 28]`.
pub type Upsampled2d<X, F> = <X as Upsample2d<F>>::Output;

impl<X: Shape + Plane<X::Shown>, F: PerAxis> Upsample2d<F> for X
where
    Rows<X>: StaticSize,
    Columns<X>: StaticSize,
    <Len<Rows<X>> as Nat>::Mul<Len<Height<F>>>: FromNat,
    <Len<Columns<X>> as Nat>::Mul<Len<Width<F>>>: FromNat,
{
    type Output = (
        (Lead2<X>, SizeOf<<Len<Rows<X>> as Nat>::Mul<Len<Height<F>>>>),
        SizeOf<<Len<Columns<X>> as Nat>::Mul<Len<Width<F>>>>,
    );
}

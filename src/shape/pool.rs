//! The shapes of pooling.

use super::Shape;
use super::axes::Axis;
use super::diagnostics::{
    AtLeastOne, Depends, HalfAtMost, HasMiddle, OneForEach, Open, PadsEach, PadsOne, PerAxis, Plane, PoolOptions,
    Signal, StatesPool1d, StatesPool2d, Sure, Whether, WindowFits,
};
use super::number::{Bool, all};
use super::pad::Pad;
use super::size::{One, Product, Size, StaticSize};
use super::verdict::Ours;
use super::window::{AllPositive, Height, NO_AXIS, OnHeight, OnWidth, Pool, Steps, Width, all_steps, both, steps};

#[diagnostic::do_not_recommend]
impl<L: Shape, H: Size, W: Size, X, O> Plane<((L, H), W), X> for O {
    type Leading = L;
    type Height = H;
    type Width = W;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, W: Size, X, O> Signal<(L, W), X> for O {
    type Leading = L;
    type Width = W;
}

type K<O> = <O as PoolOptions>::Kernel;
type S<O> = <O as PoolOptions>::Stride;
type P<O> = <O as PoolOptions>::Padding;

impl<K, S, P> Ours for Pool<K, S, P> {}
#[diagnostic::do_not_recommend]
impl<K, S, P> PoolOptions for Pool<K, S, P> {
    type Kernel = K;
    type Stride = S;
    type Padding = P;
}

/// What the padding's rule says.
type Suits<P, K> = <P as Pad>::Suits<K, One>;
type Half<P, K> = <P as Pad>::Half<K>;
type Amount<P, K> = <P as Pad>::Amount<K, One>;
type Holds<P, H, K> = <P as Pad>::Holds<H, K, One>;
type Places<P, H, K, S> = <P as Pad>::Places<H, K, S, One>;

type Lead2<X, O> = <O as Plane<X, <X as Shape>::Shown>>::Leading;
type High<X, O> = <O as Plane<X, <X as Shape>::Shown>>::Height;
type Wide<X, O> = <O as Plane<X, <X as Shape>::Shown>>::Width;
type Rows<X, O> = <High<X, O> as Size>::Static;
type Columns<X, O> = <Wide<X, O> as Size>::Static;
type Lead1<X, O> = <O as Signal<X, <X as Shape>::Shown>>::Leading;
type Long<X, O> = <O as Signal<X, <X as Shape>::Shown>>::Width;
type Time<X, O> = <Long<X, O> as Size>::Static;

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

/// What is asked of height and width, one after the other.
type Asked2d<X, O> =
    all![Holds<OnHeight<P<O>>, High<X, O>, Height<K<O>>>, Holds<OnWidth<P<O>>, Wide<X, O>, Width<K<O>>>];

impl<X: Shape, O: PoolOptions<Kernel: PerAxis, Stride: PerAxis, Padding: PadsEach>> Pool2d<O> for X
where
    O: Plane<X, X::Shown>,
    Depends<Asked2d<X, O>>: Whether + StatesPool2d<X, O, Open<Asked2d<X, O>>>,
    AllPositive<Height<S<O>>, One, Height<K<O>>>: AtLeastOne<Height<S<O>>, One, Height<K<O>>>,
    AllPositive<Width<S<O>>, One, Width<K<O>>>: AtLeastOne<Width<S<O>>, One, Width<K<O>>>,
    Suits<OnHeight<P<O>>, Height<K<O>>>: HasMiddle<Height<K<O>>, One>,
    Suits<OnWidth<P<O>>, Width<K<O>>>: HasMiddle<Width<K<O>>, One>,
    Half<OnHeight<P<O>>, Height<K<O>>>:
        HalfAtMost<Amount<OnHeight<P<O>>, Height<K<O>>>, Height<K<O>>, Axis<-2>, X::Shown>,
    Half<OnWidth<P<O>>, Width<K<O>>>: HalfAtMost<Amount<OnWidth<P<O>>, Width<K<O>>>, Width<K<O>>, Axis<-1>, X::Shown>,
    Sure<Asked2d<X, O>, Holds<OnHeight<P<O>>, High<X, O>, Height<K<O>>>>:
        WindowFits<Height<K<O>>, <OnHeight<P<O>> as Pad>::Padded<Rows<X, O>>, Axis<-2>, X::Shown>,
    Sure<Asked2d<X, O>, Holds<OnWidth<P<O>>, Wide<X, O>, Width<K<O>>>>:
        WindowFits<Width<K<O>>, <OnWidth<P<O>> as Pad>::Padded<Columns<X, O>>, Axis<-1>, X::Shown>,
{
    type Output = (
        (Lead2<X, O>, Places<OnHeight<P<O>>, High<X, O>, Height<K<O>>, Height<S<O>>>),
        Places<OnWidth<P<O>>, Wide<X, O>, Width<K<O>>, Width<S<O>>>,
    );
    const STEPS: Steps = all_steps(
        steps::<OnHeight<P<O>>, Height<K<O>>, Height<S<O>>, One>(),
        steps::<OnWidth<P<O>>, Width<K<O>>, Width<S<O>>, One>(),
        1,
    );
    const KERNEL: [usize; 2] = both::<K<O>>();
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

/// The same of signals.
type Asked1d<X, O> = Holds<P<O>, Long<X, O>, K<O>>;

impl<X: Shape, O: PoolOptions<Kernel: OneForEach, Stride: OneForEach, Padding: PadsOne>> Pool1d<O> for X
where
    O: Signal<X, X::Shown>,
    Depends<Asked1d<X, O>>: Whether + StatesPool1d<X, O, Open<Asked1d<X, O>>>,
    AllPositive<S<O>, One, K<O>>: AtLeastOne<S<O>, One, K<O>>,
    Suits<P<O>, K<O>>: HasMiddle<K<O>, One>,
    Half<P<O>, K<O>>: HalfAtMost<Amount<P<O>, K<O>>, K<O>, Axis<-1>, X::Shown>,
    Sure<Asked1d<X, O>, Holds<P<O>, Long<X, O>, K<O>>>:
        WindowFits<K<O>, <P<O> as Pad>::Padded<Time<X, O>>, Axis<-1>, X::Shown>,
{
    type Output = (Lead1<X, O>, Places<P<O>, Long<X, O>, K<O>, S<O>>);
    const STEPS: Steps = all_steps(NO_AXIS, steps::<P<O>, K<O>, S<O>, One>(), 1);
    const KERNEL: [usize; 2] = [1, <K<O>>::SIZE];
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

impl<X: Shape, O: PerAxis + Plane<X, X::Shown>> AdaptivePool2d<O> for X {
    type Output = ((Lead2<X, O>, Height<O>), Width<O>);
}

/// A shape `[…, L]` that is pooled to length `O`, whatever its own: what `adaptive_avg_pool1d` gives.
pub trait AdaptivePool1d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of adaptive pooling: `AdaptivelyPooled1d<shape![512, 14], Dim<7>>` is `shape![512, 7]`.
pub type AdaptivelyPooled1d<X, O> = <X as AdaptivePool1d<O>>::Output;

impl<X: Shape, O: OneForEach + Signal<X, X::Shown>> AdaptivePool1d<O> for X {
    type Output = (Lead1<X, O>, O);
}

/// A shape `[…, H, W]` each of whose elements is repeated `F` times along either axis: what `upsample_nearest2d` gives.
pub trait Upsample2d<F>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The factors.
    #[doc(hidden)]
    const FACTORS: [usize; 2];
}

/// The shape with more rows and columns: `Upsampled2d<shape![512, 14, 14], Dim<2>>` is `shape![512, 28, 28]`.
pub type Upsampled2d<X, F> = <X as Upsample2d<F>>::Output;

impl<X: Shape, F: PerAxis + Plane<X, X::Shown>> Upsample2d<F> for X {
    type Output = ((Lead2<X, F>, Product<High<X, F>, Height<F>>), Product<Wide<X, F>, Width<F>>);
    const FACTORS: [usize; 2] = both::<F>();
}

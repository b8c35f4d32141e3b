//! The shapes of pooling.

use super::Shape;
use super::axes::Axis;
use super::computed::{SizeOf, Span};
use super::diagnostics::{
    AtLeastOne, Depends, HalfAtMost, HasMiddle, OneForEach, Open, PadsEach, PadsEach3d, PadsOne, PerAxis, PerAxis3d,
    Plane, PoolOptions, Signal, StatesPool1d, StatesPool2d, StatesPool3d, Sure, Volume, Whether, WindowFits,
};
use super::number::{Bool, all};
use super::pad::Pad;
use super::size::{Product, Size};
use super::verdict::Ours;
use super::window::{
    AllPositive, Average, Height, NO_SLIDES, OnHeight, OnWidth, Pool, Rounds, Slides, Width, both, slides_on,
};

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

#[diagnostic::do_not_recommend]
impl<L: Shape, D: Size, H: Size, W: Size, X, O> Volume<(((L, D), H), W), X> for O {
    type Leading = L;
    type Depth = D;
    type Height = H;
    type Width = W;
}

impl<K, S, P, D, R> Ours for Pool<K, S, P, D, R> {}
#[diagnostic::do_not_recommend]
impl<K, S, P, D, R: Rounds> PoolOptions for Pool<K, S, P, D, R> {
    type Kernel = K;
    type Stride = S;
    type Padding = P;
    type Dilation = D;
    type Rounding = R;
    fn average(&self) -> Average {
        Pool::average(self)
    }
}

type D<O> = <O as PoolOptions>::Dilation;

/// What the padding's rule says.
type Suits<P, K, D> = <P as Pad>::Suits<K, D>;
type Half<P, K, D> = <P as Pad>::Half<K, D>;
type Amount<P, K, D> = <P as Pad>::Amount<K, D>;
type Holds<P, H, K, D> = <P as Pad>::Holds<H, K, D>;
type Places<O, P, H, K, S, D> = <<O as PoolOptions>::Rounding as Rounds>::Places<P, H, K, S, D>;

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
    const SLIDES: Slides;
    /// What averages are divided by.
    #[doc(hidden)]
    fn average(options: &O) -> Average;
}

/// The shape of pooling: `Pooled2d<shape![16, 32, 32], Pool<Dim<2>>>` is `shape![16, 16, 16]`.
pub type Pooled2d<X, O> = <X as Pool2d<O>>::Output;

/// What is asked of the axes, one after the other.
type Asked2d<X, O> = all![
    Holds<OnHeight<P<O>>, High<X, O>, Height<K<O>>, Height<D<O>>>,
    Holds<OnWidth<P<O>>, Wide<X, O>, Width<K<O>>, Width<D<O>>>
];

impl<X: Shape, O: PoolOptions<Kernel: PerAxis, Stride: PerAxis, Padding: PadsEach, Dilation: PerAxis>> Pool2d<O> for X
where
    O: Plane<X, X::Shown>,
    Depends<Asked2d<X, O>>: Whether + StatesPool2d<X, O, Open<Asked2d<X, O>>>,
    AllPositive<Height<S<O>>, Height<D<O>>, Height<K<O>>>: AtLeastOne<Height<S<O>>, Height<D<O>>, Height<K<O>>>,
    AllPositive<Width<S<O>>, Width<D<O>>, Width<K<O>>>: AtLeastOne<Width<S<O>>, Width<D<O>>, Width<K<O>>>,
    Suits<OnHeight<P<O>>, Height<K<O>>, Height<D<O>>>: HasMiddle<Height<K<O>>, Height<D<O>>>,
    Suits<OnWidth<P<O>>, Width<K<O>>, Width<D<O>>>: HasMiddle<Width<K<O>>, Width<D<O>>>,
    Half<OnHeight<P<O>>, Height<K<O>>, Height<D<O>>>:
        HalfAtMost<Amount<OnHeight<P<O>>, Height<K<O>>, Height<D<O>>>, Height<K<O>>, Axis<-2>, X::Shown>,
    Half<OnWidth<P<O>>, Width<K<O>>, Width<D<O>>>:
        HalfAtMost<Amount<OnWidth<P<O>>, Width<K<O>>, Width<D<O>>>, Width<K<O>>, Axis<-1>, X::Shown>,
    Sure<Asked2d<X, O>, Holds<OnHeight<P<O>>, High<X, O>, Height<K<O>>, Height<D<O>>>>: WindowFits<
            SizeOf<Span<Height<K<O>>, Height<D<O>>>>,
            <OnHeight<P<O>> as Pad>::Padded<Rows<X, O>>,
            Axis<-2>,
            X::Shown,
        >,
    Sure<Asked2d<X, O>, Holds<OnWidth<P<O>>, Wide<X, O>, Width<K<O>>, Width<D<O>>>>: WindowFits<
            SizeOf<Span<Width<K<O>>, Width<D<O>>>>,
            <OnWidth<P<O>> as Pad>::Padded<Columns<X, O>>,
            Axis<-1>,
            X::Shown,
        >,
{
    type Output = (
        (Lead2<X, O>, Places<O, OnHeight<P<O>>, High<X, O>, Height<K<O>>, Height<S<O>>, Height<D<O>>>),
        Places<O, OnWidth<P<O>>, Wide<X, O>, Width<K<O>>, Width<S<O>>, Width<D<O>>>,
    );
    const SLIDES: Slides = Slides::new(
        [
            NO_SLIDES,
            slides_on::<OnHeight<P<O>>, Height<K<O>>, Height<S<O>>, Height<D<O>>>(),
            slides_on::<OnWidth<P<O>>, Width<K<O>>, Width<S<O>>, Width<D<O>>>(),
        ],
        O::Rounding::UP,
    );
    fn average(options: &O) -> Average {
        options.average()
    }
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
    const SLIDES: Slides;
    /// What averages are divided by.
    #[doc(hidden)]
    fn average(options: &O) -> Average;
}

/// The shape of pooling: `Pooled1d<shape![16, 32], Pool<Dim<2>>>` is `shape![16, 16]`.
pub type Pooled1d<X, O> = <X as Pool1d<O>>::Output;

/// What is asked of the axes, one after the other.
type Asked1d<X, O> = Holds<P<O>, Long<X, O>, K<O>, D<O>>;

impl<X: Shape, O: PoolOptions<Kernel: OneForEach, Stride: OneForEach, Padding: PadsOne, Dilation: OneForEach>> Pool1d<O>
    for X
where
    O: Signal<X, X::Shown>,
    Depends<Asked1d<X, O>>: Whether + StatesPool1d<X, O, Open<Asked1d<X, O>>>,
    AllPositive<S<O>, D<O>, K<O>>: AtLeastOne<S<O>, D<O>, K<O>>,
    Suits<P<O>, K<O>, D<O>>: HasMiddle<K<O>, D<O>>,
    Half<P<O>, K<O>, D<O>>: HalfAtMost<Amount<P<O>, K<O>, D<O>>, K<O>, Axis<-1>, X::Shown>,
    Sure<Asked1d<X, O>, Holds<P<O>, Long<X, O>, K<O>, D<O>>>:
        WindowFits<SizeOf<Span<K<O>, D<O>>>, <P<O> as Pad>::Padded<Time<X, O>>, Axis<-1>, X::Shown>,
{
    type Output = (Lead1<X, O>, Places<O, P<O>, Long<X, O>, K<O>, S<O>, D<O>>);
    const SLIDES: Slides = Slides::new([NO_SLIDES, NO_SLIDES, slides_on::<P<O>, K<O>, S<O>, D<O>>()], O::Rounding::UP);
    fn average(options: &O) -> Average {
        options.average()
    }
}

/// A shape `[…, D, H, W]` that windows slide over by the options `O`: what `max_pool3d` and `avg_pool3d` give,
/// `[…, (D + 2 P - K) / S + 1, …]`. The axes in front can be generic without a bound, as for [`Pool2d`].
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how shape {Self} is pooled",
    label = "the options are `{O}`",
    note = "the options of pooling are made by `Pool::new(kernel)`, as in `x.max_pool3d(Pool::new(Dim::<2>))`",
    note = "code with generic sizes states it once: `where shape![C, D, H, W]: Pool3d<Pool<Dim<2>>>`"
)]
pub trait Pool3d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options.
    #[doc(hidden)]
    const SLIDES: Slides;
    /// What averages are divided by.
    #[doc(hidden)]
    fn average(options: &O) -> Average;
}

/// The shape of pooling: `Pooled3d<shape![16, 8, 32, 32], Pool<Dim<2>>>` is `shape![16, 4, 16, 16]`.
pub type Pooled3d<X, O> = <X as Pool3d<O>>::Output;

/// The values of an option.
type Depth3<O> = <O as PerAxis3d>::Depth;
type Height3<O> = <O as PerAxis3d>::Height;
type Width3<O> = <O as PerAxis3d>::Width;
type OnDepth3<P> = <P as PadsEach3d>::Depth;
type OnHeight3<P> = <P as PadsEach3d>::Height;
type OnWidth3<P> = <P as PadsEach3d>::Width;
type Lead3<X, O> = <O as Volume<X, <X as Shape>::Shown>>::Leading;
type Deep3<X, O> = <O as Volume<X, <X as Shape>::Shown>>::Depth;
type High3<X, O> = <O as Volume<X, <X as Shape>::Shown>>::Height;
type Wide3<X, O> = <O as Volume<X, <X as Shape>::Shown>>::Width;
type Planes3<X, O> = <Deep3<X, O> as Size>::Static;
type Rows3<X, O> = <High3<X, O> as Size>::Static;
type Columns3<X, O> = <Wide3<X, O> as Size>::Static;

/// What is asked of the axes, one after the other.
type Asked3d<X, O> = all![
    Holds<OnDepth3<P<O>>, Deep3<X, O>, Depth3<K<O>>, Depth3<D<O>>>,
    Holds<OnHeight3<P<O>>, High3<X, O>, Height3<K<O>>, Height3<D<O>>>,
    Holds<OnWidth3<P<O>>, Wide3<X, O>, Width3<K<O>>, Width3<D<O>>>
];

impl<X: Shape, O: PoolOptions<Kernel: PerAxis3d, Stride: PerAxis3d, Padding: PadsEach3d, Dilation: PerAxis3d>> Pool3d<O>
    for X
where
    O: Volume<X, X::Shown>,
    Depends<Asked3d<X, O>>: Whether + StatesPool3d<X, O, Open<Asked3d<X, O>>>,
    AllPositive<Depth3<S<O>>, Depth3<D<O>>, Depth3<K<O>>>: AtLeastOne<Depth3<S<O>>, Depth3<D<O>>, Depth3<K<O>>>,
    AllPositive<Height3<S<O>>, Height3<D<O>>, Height3<K<O>>>: AtLeastOne<Height3<S<O>>, Height3<D<O>>, Height3<K<O>>>,
    AllPositive<Width3<S<O>>, Width3<D<O>>, Width3<K<O>>>: AtLeastOne<Width3<S<O>>, Width3<D<O>>, Width3<K<O>>>,
    Suits<OnDepth3<P<O>>, Depth3<K<O>>, Depth3<D<O>>>: HasMiddle<Depth3<K<O>>, Depth3<D<O>>>,
    Suits<OnHeight3<P<O>>, Height3<K<O>>, Height3<D<O>>>: HasMiddle<Height3<K<O>>, Height3<D<O>>>,
    Suits<OnWidth3<P<O>>, Width3<K<O>>, Width3<D<O>>>: HasMiddle<Width3<K<O>>, Width3<D<O>>>,
    Half<OnDepth3<P<O>>, Depth3<K<O>>, Depth3<D<O>>>:
        HalfAtMost<Amount<OnDepth3<P<O>>, Depth3<K<O>>, Depth3<D<O>>>, Depth3<K<O>>, Axis<-3>, X::Shown>,
    Half<OnHeight3<P<O>>, Height3<K<O>>, Height3<D<O>>>:
        HalfAtMost<Amount<OnHeight3<P<O>>, Height3<K<O>>, Height3<D<O>>>, Height3<K<O>>, Axis<-2>, X::Shown>,
    Half<OnWidth3<P<O>>, Width3<K<O>>, Width3<D<O>>>:
        HalfAtMost<Amount<OnWidth3<P<O>>, Width3<K<O>>, Width3<D<O>>>, Width3<K<O>>, Axis<-1>, X::Shown>,
    Sure<Asked3d<X, O>, Holds<OnDepth3<P<O>>, Deep3<X, O>, Depth3<K<O>>, Depth3<D<O>>>>: WindowFits<
            SizeOf<Span<Depth3<K<O>>, Depth3<D<O>>>>,
            <OnDepth3<P<O>> as Pad>::Padded<Planes3<X, O>>,
            Axis<-3>,
            X::Shown,
        >,
    Sure<Asked3d<X, O>, Holds<OnHeight3<P<O>>, High3<X, O>, Height3<K<O>>, Height3<D<O>>>>: WindowFits<
            SizeOf<Span<Height3<K<O>>, Height3<D<O>>>>,
            <OnHeight3<P<O>> as Pad>::Padded<Rows3<X, O>>,
            Axis<-2>,
            X::Shown,
        >,
    Sure<Asked3d<X, O>, Holds<OnWidth3<P<O>>, Wide3<X, O>, Width3<K<O>>, Width3<D<O>>>>: WindowFits<
            SizeOf<Span<Width3<K<O>>, Width3<D<O>>>>,
            <OnWidth3<P<O>> as Pad>::Padded<Columns3<X, O>>,
            Axis<-1>,
            X::Shown,
        >,
{
    type Output = (
        (
            (Lead3<X, O>, Places<O, OnDepth3<P<O>>, Deep3<X, O>, Depth3<K<O>>, Depth3<S<O>>, Depth3<D<O>>>),
            Places<O, OnHeight3<P<O>>, High3<X, O>, Height3<K<O>>, Height3<S<O>>, Height3<D<O>>>,
        ),
        Places<O, OnWidth3<P<O>>, Wide3<X, O>, Width3<K<O>>, Width3<S<O>>, Width3<D<O>>>,
    );
    const SLIDES: Slides = Slides::new(
        [
            slides_on::<OnDepth3<P<O>>, Depth3<K<O>>, Depth3<S<O>>, Depth3<D<O>>>(),
            slides_on::<OnHeight3<P<O>>, Height3<K<O>>, Height3<S<O>>, Height3<D<O>>>(),
            slides_on::<OnWidth3<P<O>>, Width3<K<O>>, Width3<S<O>>, Width3<D<O>>>(),
        ],
        O::Rounding::UP,
    );
    fn average(options: &O) -> Average {
        options.average()
    }
}

/// A shape `[…, D, H, W]` that is pooled to sizes `O`, whatever its own: what `adaptive_avg_pool3d` gives.
pub trait AdaptivePool3d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of adaptive pooling: `AdaptivelyPooled3d<shape![512, 8, 14, 14], Dim<7>>` is `shape![512, 7, 7, 7]`.
pub type AdaptivelyPooled3d<X, O> = <X as AdaptivePool3d<O>>::Output;

impl<X: Shape, O: PerAxis3d + Volume<X, X::Shown>> AdaptivePool3d<O> for X {
    type Output = (((Lead3<X, O>, Depth3<O>), Height3<O>), Width3<O>);
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

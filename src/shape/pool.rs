//! The shapes of pooling.

use super::Shape;
use super::axes::Axis;
use super::computed::{SizeOf, Span};
use super::diagnostics::{
    AtLeastOne, Depends, HalfAtMost, HasMiddle, IsTold, OneForEach, Open, OpensPool1d, OpensPool2d, OpensPool3d,
    PadsEach, PadsEach3d, PadsOne, PerAxis, PerAxis3d, Plane, PoolOptions, Signal, StatesPool1d, StatesPool2d,
    StatesPool3d, Sure, SureShape, Volume, Whether, WindowFits,
};
use super::last_axes::behind;
use super::number::{Bool, all, if_so};
use super::pad::PadRule;
use super::results::{by_options, results};
use super::size::{Product, Size, StaticSize};
use super::verdict::Ours;
use super::window::{AllPositive, Average, Pool, Rounds, Slides, one, slides_on, three, two};

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

type K<O> = <O as PoolOptions>::Kernel;
type S<O> = <O as PoolOptions>::Stride;
type P<O> = <O as PoolOptions>::Padding;
type D<O> = <O as PoolOptions>::Dilation;

/// What the padding's rule says.
type Suits<P, K, D> = <P as PadRule>::Suits<K, D>;
type Half<P, K, D> = <P as PadRule>::Half<K, D>;
type Amount<P, K, D> = <P as PadRule>::Amount<K, D>;
type Holds<P, H, K, D> = <P as PadRule>::Holds<H, K, D>;
type Padded<P, H> = <P as PadRule>::Padded<<H as Size>::Static>;
type Places<O, P, H, K, S, D> = <<O as PoolOptions>::Rounding as Rounds>::Places<P, H, K, S, D>;

by_options! {
    with {
        /// The numbers of the options.
        #[doc(hidden)]
        const SLIDES: Slides;
        /// What averages are divided by.
        #[doc(hidden)]
        fn average(options: &O) -> Average;
    }
    message "cannot pool shape {Self} by these options"
    label "the options are `{O}`"

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
    note "the options of pooling are made by `Pool::new(kernel)`, as in `x.max_pool2d(Pool::new(Dim::<2>))`"
    note "code with generic heights and widths states it once: `where shape![C, H, W]: Pool2d<Pool<Dim<2>>>`"
    pub trait Pool2d<O>: Shape;
    /// The shape of pooling: `Pooled2d<shape![16, 32, 32], Pool<Dim<2>>>` is `shape![16, 16, 16]`.
    pub type Pooled2d;

    /// A shape `[…, L]` that windows slide over by the options `O`: what `max_pool1d` and `avg_pool1d` give,
    /// `[…, (L + 2 P - K) / S + 1]`. The axes in front can be generic without a bound, as for [`Pool2d`].
    note "the options of pooling are made by `Pool::new(kernel)`, as in `x.max_pool1d(Pool::new(Dim::<2>))`"
    note "code with generic lengths states it once: `where shape![C, T]: Pool1d<Pool<Dim<2>>>`"
    pub trait Pool1d<O>: Shape;
    /// The shape of pooling: `Pooled1d<shape![16, 32], Pool<Dim<2>>>` is `shape![16, 16]`.
    pub type Pooled1d;

    /// A shape `[…, D, H, W]` that windows slide over by the options `O`: what `max_pool3d` and `avg_pool3d` give,
    /// `[…, (D + 2 P - K) / S + 1, …]`. The axes in front can be generic without a bound, as for [`Pool2d`].
    note "the options of pooling are made by `Pool::new(kernel)`, as in `x.max_pool3d(Pool::new(Dim::<2>))`"
    note "code with generic sizes states it once: `where shape![C, D, H, W]: Pool3d<Pool<Dim<2>>>`"
    pub trait Pool3d<O>: Shape;
    /// The shape of pooling: `Pooled3d<shape![16, 8, 32, 32], Pool<Dim<2>>>` is `shape![16, 4, 16, 16]`.
    pub type Pooled3d;
}

/// A part of the shape `X`.
macro_rules! part {
    ($input:ident $part:ident) => {
        <O as $input<X, <X as Shape>::Shown>>::$part
    };
}

/// Pooling over some axes: each asks the same of its size and of the options, one axis after the other, and nothing where one before it failed.
macro_rules! pools {
    ($trait:ident $opens:ident $states:ident $asked:ident: $input:ident, $each:ident $pads:ident of $of:ident; $($axis:ident $at:literal after [$($before:ident)*]),+) => {
        type $asked<X, O> = all![$(
            Holds<$of::pads::$axis<P<O>>, part!($input $axis), $of::$axis<K<O>>, $of::$axis<D<O>>>
        ),+];

        impl<X: Shape, O: PoolOptions<Kernel: $each, Padding: $pads, Dilation: $each>> $opens<O> for X
        where
            O: $input<X, X::Shown>,
            Depends<$asked<X, O>>: Whether,
        {
            type Open = Open<$asked<X, O>>;
        }

        #[diagnostic::do_not_recommend]
        impl<X: Shape, O: PoolOptions<Kernel: $each, Padding: $pads, Dilation: $each>, Open> $states<O, Open> for X
        where
            O: $input<X, X::Shown>,
            Depends<$asked<X, O>>: IsTold,
        {
            type Then<V: Bool> = Sure<$asked<X, O>, V>;
            type Of<R: Shape> = SureShape<$asked<X, O>, R>;
        }

        impl<X: Shape, O: PoolOptions<Kernel: $each, Stride: $each, Padding: $pads, Dilation: $each>> $trait<O> for X
        where
            O: $input<X, X::Shown>,
            X: $states<O, <X as $opens<O>>::Open>,
            $(if_so!(
                [$(AllPositive<$of::$before<S<O>>, $of::$before<D<O>>, $of::$before<K<O>>>),*]
                AllPositive<$of::$axis<S<O>>, $of::$axis<D<O>>, $of::$axis<K<O>>>
            ): AtLeastOne<$of::$axis<S<O>>, $of::$axis<D<O>>, $of::$axis<K<O>>>,)+
            $(if_so!(
                [$(Suits<$of::pads::$before<P<O>>, $of::$before<K<O>>, $of::$before<D<O>>>),*]
                Suits<$of::pads::$axis<P<O>>, $of::$axis<K<O>>, $of::$axis<D<O>>>
            ): HasMiddle<$of::$axis<K<O>>, $of::$axis<D<O>>>,)+
            $(if_so!(
                [$(Half<$of::pads::$before<P<O>>, $of::$before<K<O>>, $of::$before<D<O>>>),*]
                Half<$of::pads::$axis<P<O>>, $of::$axis<K<O>>, $of::$axis<D<O>>>
            ): HalfAtMost<
                Amount<$of::pads::$axis<P<O>>, $of::$axis<K<O>>, $of::$axis<D<O>>>,
                $of::$axis<K<O>>,
                Axis<$at>,
                X::Shown,
            >,)+
            $(<X as $states<O, <X as $opens<O>>::Open>>::Then<
                if_so!(
                    [$(Holds<$of::pads::$before<P<O>>, part!($input $before), $of::$before<K<O>>, $of::$before<D<O>>>),*]
                    Holds<$of::pads::$axis<P<O>>, part!($input $axis), $of::$axis<K<O>>, $of::$axis<D<O>>>
                ),
            >: WindowFits<
                SizeOf<Span<$of::$axis<K<O>>, $of::$axis<D<O>>>>,
                Padded<$of::pads::$axis<P<O>>, part!($input $axis)>,
                Axis<$at>,
                X::Shown,
            >,)+
        {
            type Output = <X as $states<O, <X as $opens<O>>::Open>>::Of<
                behind!([part!($input Leading)] $([
                    Places<
                        O,
                        $of::pads::$axis<P<O>>,
                        part!($input $axis),
                        $of::$axis<K<O>>,
                        $of::$axis<S<O>>,
                        $of::$axis<D<O>>,
                    >
                ])+),
            >;
            const SLIDES: Slides = Slides::new([$(
                slides_on::<$of::pads::$axis<P<O>>, $of::$axis<K<O>>, $of::$axis<S<O>>, $of::$axis<D<O>>>(),
            )+], O::Rounding::UP);
            fn average(options: &O) -> Average {
                options.average()
            }
        }
    };
}
pools!(Pool1d OpensPool1d StatesPool1d Asked1d: Signal, OneForEach PadsOne of one; Width -1 after []);
pools!(Pool2d OpensPool2d StatesPool2d Asked2d: Plane, PerAxis PadsEach of two; Height -2 after [], Width -1 after [Height]);
pools!(Pool3d OpensPool3d StatesPool3d Asked3d: Volume, PerAxis3d PadsEach3d of three; Depth -3 after [], Height -2 after [Depth], Width -1 after [Depth Height]);

/// A shape `[…, D, H, W]` that is pooled to sizes `O`, whatever its own: what `adaptive_avg_pool3d` gives.
pub trait AdaptivePool3d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of adaptive pooling: `AdaptivelyPooled3d<shape![512, 8, 14, 14], Dim<7>>` is `shape![512, 7, 7, 7]`.
pub type AdaptivelyPooled3d<X, O> = <X as AdaptivePool3d<O>>::Output;

impl<X: Shape, O: PerAxis3d + Volume<X, X::Shown>> AdaptivePool3d<O> for X {
    type Output = (((part!(Volume Leading), three::Depth<O>), three::Height<O>), three::Width<O>);
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
    type Output = ((part!(Plane Leading), two::Height<O>), two::Width<O>);
}

/// A shape `[…, L]` that is pooled to length `O`, whatever its own: what `adaptive_avg_pool1d` gives.
pub trait AdaptivePool1d<O>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of adaptive pooling: `AdaptivelyPooled1d<shape![512, 14], Dim<7>>` is `shape![512, 7]`.
pub type AdaptivelyPooled1d<X, O> = <X as AdaptivePool1d<O>>::Output;

impl<X: Shape, O: OneForEach + Signal<X, X::Shown>> AdaptivePool1d<O> for X {
    type Output = (part!(Signal Leading), O);
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

impl<X: Shape, O: PerAxis + Plane<X, X::Shown>> Upsample2d<O> for X {
    type Output = (
        (part!(Plane Leading), Product<part!(Plane Height), two::Height<O>>),
        Product<part!(Plane Width), two::Width<O>>,
    );
    const FACTORS: [usize; 2] = [<two::Height<O>>::SIZE, <two::Width<O>>::SIZE];
}

//! The shapes of convolutions.

use super::axes::Axis;
use super::computed::{SizeOf, Span};
use super::diagnostics::{
    AtLeastOne, ConvOptions, Depends, Filters1d, Filters2d, Filters3d, GroupsDivide, HasMiddle, IsTold, Line,
    OneForEach, Open, OpensConvolution1d, OpensConvolution2d, OpensConvolution3d, OutChannels, PadsEach, PadsEach3d,
    PadsOne, PerAxis, PerAxis3d, PerChannel, Pixels, Reaches, StatesConvolution1d, StatesConvolution2d,
    StatesConvolution3d, Sure, SureShape, TakesInGroups, Voxels, Whether,
};
use super::dims::Dims;
use super::given::Given;
use super::last_axes::behind;
use super::list::LeavesOpen;
use super::number::{Bool, all, if_so};
use super::pad::PadRule;
use super::results::{by_options, results};
use super::size::{Size, StaticSize};
use super::verdict::{HasSize, Ours};
use super::window::{
    AllPositive, Conv, Divides, Grouped, Slides, Steps, TooSmall, TransposedConv, one, slides_on, three, two,
};
use super::{Shape, run_time};

/// The weights of signals, images and volumes taken apart, `[O, C / groups, …]`, and the channels that they make.
macro_rules! taken_apart {
    ($($filters:ident: $($axis:ident)+;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<O: Size, C: Size, $($axis: StaticSize,)+ X, W, Of> $filters<behind!((((), O), C) $($axis)+), X, Of> for W {
            type Out = O;
            type Channels = C;
            $(type $axis = $axis;)+
        }

        impl<O: Size, C: Size, $($axis: Size,)+ S, P, D, G> Ours<Conv<S, P, D, G>> for behind!((((), O), C) $($axis)+) {}
        #[diagnostic::do_not_recommend]
        impl<O: Size, C: Size, $($axis: Size,)+ S, P, D, G> OutChannels<Conv<S, P, D, G>> for behind!((((), O), C) $($axis)+) {
            type Out = O;
        }

        impl<C: Size, O: Size, $($axis: Size,)+ S, P, E, D, G> Ours<TransposedConv<S, P, E, D, G>>
            for behind!((((), C), O) $($axis)+)
        {
        }
        #[diagnostic::do_not_recommend]
        impl<C: Size, O: Size, $($axis: Size,)+ S, P, E, D, G: StaticSize> OutChannels<TransposedConv<S, P, E, D, G>>
            for behind!((((), C), O) $($axis)+)
        {
            type Out = Grouped<G, O>;
        }
    )* };
}
taken_apart! {
    Filters1d: Width;
    Filters2d: Height Width;
    Filters3d: Depth Height Width;
}

/// A part of the shapes `X` or `W` of a convolution.
macro_rules! part {
    ($of:ident $trait:ident $part:ident) => {
        <W as $trait<$of, <X as Shape>::Shown, <W as Shape>::Shown>>::$part
    };
}
pub(super) use part;

impl<S, P, D, G> Ours for Conv<S, P, D, G> {}
#[diagnostic::do_not_recommend]
impl<S, P, D, G> ConvOptions for Conv<S, P, D, G> {
    type Stride = S;
    type Padding = P;
    type Dilation = D;
    type Groups = G;
}

type S<O> = <O as ConvOptions>::Stride;
type P<O> = <O as ConvOptions>::Padding;
type D<O> = <O as ConvOptions>::Dilation;
type G<O> = <O as ConvOptions>::Groups;

/// What the padding's rule says.
type Suits<P, K, D> = <P as PadRule>::Suits<K, D>;
type Holds<P, H, K, D> = <P as PadRule>::Holds<H, K, D>;
type Places<P, H, K, S, D> = <P as PadRule>::Places<H, K, S, D>;
type Padded<P, H> = <P as PadRule>::Padded<<H as Size>::Static>;

by_options! {
    with {
        /// The numbers of the options and of the kernel.
        #[doc(hidden)]
        const STEPS: Steps;
    }
    message "cannot convolve shape {Self} by weights of shape {W} and these options"
    label "the options are `{O}`"

    /// A shape of images, `[…, C, H, W]`, that weights of shape `W`, `[O, C / groups, KH, KW]`, convolve by the options `O`: what
    /// `conv2d` gives.
    ///
    /// The result is `[…, O, (H + 2 P - D (KH - 1) - 1) / S + 1, …]`, computed by the compiler. Batch and channels can be generic
    /// without a bound, and heights and widths where the padding makes up for the kernel, `2 P >= D (K - 1)`: a kernel of 3 with padding 1. Else code
    /// with generic heights and widths names the trait once:
    ///
    /// ```
    /// use shaped::{Convolve2d, Convolved2d, prelude::*};
    /// fn stem<B: Size, C: Size, O: Size>(
    ///     x: &Tensor<f32, shape![B, C, 32, 32]>,
    ///     w: &Tensor<f32, shape![O, C, 3, 3]>,
    /// ) -> Tensor<f32, shape![B, O, 16, 16]> {
    ///     x.conv2d(w, Conv::new().stride(Dim::<2>).padding(One))
    /// }
    /// fn any_size<L: Shape, H: StaticSize, W: StaticSize>(
    ///     x: &Tensor<f32, (((L, Dim<3>), H), W)>,
    ///     w: &Tensor<f32, shape![16, 3, 5, 5]>,
    /// ) -> Tensor<f32, Convolved2d<(((L, Dim<3>), H), W), shape![16, 3, 5, 5]>>
    /// where
    ///     (((L, Dim<3>), H), W): Convolve2d<shape![16, 3, 5, 5]>,
    /// {
    ///     x.conv2d(w, Conv::new())
    /// }
    /// let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    /// assert_eq!(stem(&x, &Tensor::<_, shape![16, 3, 3, 3]>::ones()).sizes(), [8, 16, 16, 16]);
    /// assert_eq!(any_size(&x, &Tensor::ones()).sizes(), [8, 16, 28, 28]);
    /// ```
    note "the options of a convolution are made by `Conv::new()`, as in `x.conv2d(&w, Conv::new().padding(One))`"
    note "code with generic heights and widths states it once: `where shape![C, H, W]: Convolve2d<shape![O, C, 3, 3]>`"
    pub trait Convolve2d<W: Shape, O = Conv>: Shape;
    /// The shape of a convolution: `Convolved2d<shape![3, 32, 32], shape![16, 3, 5, 5]>` is `shape![16, 28, 28]`.
    pub type Convolved2d;

    /// A shape of signals, `[…, C, L]`, that weights of shape `W`, `[O, C / groups, K]`, convolve by the options `O`: what `conv1d`
    /// gives, `[…, O, (L + 2 P - D (K - 1) - 1) / S + 1]`.
    ///
    /// Batch and channels can be generic without a bound, lengths where the padding makes up for the kernel; else code with generic lengths names the
    /// trait once, as for [`Convolve2d`].
    note "the options are made by `Conv::new()`, with one size each, as in `x.conv1d(&w, Conv::new().padding(One))`"
    note "code with generic lengths states it once: `where shape![C, T]: Convolve1d<shape![O, C, 3]>`"
    pub trait Convolve1d<W: Shape, O = Conv>: Shape;
    /// The shape of a convolution: `Convolved1d<shape![3, 32], shape![16, 3, 5]>` is `shape![16, 28]`.
    pub type Convolved1d;

    /// A shape of volumes, `[…, C, D, H, W]`, that weights of shape `W`, `[O, C / groups, KD, KH, KW]`, convolve by the options `O`: what
    /// `conv3d` gives, `[…, O, (D + 2 P - D (KD - 1) - 1) / S + 1, …]`.
    ///
    /// Batch and channels can be generic without a bound, sizes where the padding makes up for the kernel; else code with generic sizes names the
    /// trait once, as for [`Convolve2d`](crate::Convolve2d).
    note "the options of a convolution are made by `Conv::new()`, as in `x.conv3d(&w, Conv::new().padding(One))`"
    note "code with generic sizes states it once: `where shape![C, D, H, W]: Convolve3d<shape![O, C, 3, 3, 3]>`"
    pub trait Convolve3d<W: Shape, O = Conv>: Shape;
    /// The shape of a convolution: `Convolved3d<shape![3, 8, 32, 32], shape![16, 3, 5, 5, 5]>` is `shape![16, 4, 28, 28]`.
    pub type Convolved3d;
}

/// Options of nothing, twice. With one implementation alone, or with one besides, the compiler would choose it before it knows the options, and
/// say the same at the name of the method and at its arguments.
pub struct NoOptions<const N: usize>;

macro_rules! waits_for_options {
    ($($trait:ident $n:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<X: Shape, W: Shape> $trait<W, NoOptions<$n>> for X {
            type Output = ();
            const STEPS: Steps = Steps { slides: Slides::new([], false), groups: 1, extra: None };
        }
    )* };
}
waits_for_options!(Convolve1d 0 Convolve1d 1 Convolve2d 0 Convolve2d 1 Convolve3d 0 Convolve3d 1);

/// A convolution over some axes: each asks the same of its size, of the kernel's and of the options, one axis after the other, and nothing where one
/// before it failed.
macro_rules! convolves {
    ($trait:ident $opens:ident $states:ident $asked:ident: $input:ident by $filters:ident, $each:ident $pads:ident of $of:ident;
     $channels:literal $(, $axis:ident $at:literal after [$($before:ident)*])+) => {
        type $asked<X, W, O> = all![$(
            Holds<$of::pads::$axis<P<O>>, part!(X $input $axis), part!(W $filters $axis), $of::$axis<D<O>>>
        ),+];

        impl<X: Shape, W: Shape, O: ConvOptions<Padding: $pads, Dilation: $each>> $opens<X, O> for W
        where
            W: $input<X, X::Shown, W::Shown> + $filters<W, X::Shown, W::Shown>,
            Depends<$asked<X, W, O>>: Whether,
        {
            type Open = Open<$asked<X, W, O>>;
        }

        #[diagnostic::do_not_recommend]
        impl<X: Shape, W: Shape, O: ConvOptions<Padding: $pads, Dilation: $each>, Open> $states<X, O, Open> for W
        where
            W: $input<X, X::Shown, W::Shown> + $filters<W, X::Shown, W::Shown>,
            Depends<$asked<X, W, O>>: IsTold,
        {
            type Then<V: Bool> = Sure<$asked<X, W, O>, V>;
            type Of<R: Shape> = SureShape<$asked<X, W, O>, R>;
        }

        impl<X, W, O, V, Others> $trait<W, O> for X
        where
            X: Shape,
            W: Shape,
            O: ConvOptions<Stride: $each, Padding: $pads, Dilation: $each, Groups: StaticSize>,
            W: $input<X, X::Shown, W::Shown> + $filters<W, X::Shown, W::Shown>,
            HasSize<Grouped<G<O>, part!(W $filters Channels)>>: TakesInGroups<
                HasSize<part!(X $input Channels)>, part!(X $input Channels), Grouped<G<O>, part!(W $filters Channels)>,
                Axis<$channels>, X::Shown, W::Shown, G<O>, Others,
                Then<Divides<G<O>, part!(W $filters Channels), part!(W $filters Out)>> = V,
            > + LeavesOpen<HasSize<part!(X $input Channels)>, Open = Others>,
            W: $states<X, O, <W as $opens<X, O>>::Open>,
            V: GroupsDivide<part!(W $filters Out), G<O>, X::Shown, W::Shown>,
            $(if_so!(
                [$(AllPositive<$of::$before<S<O>>, $of::$before<D<O>>, part!(W $filters $before)>),*]
                AllPositive<$of::$axis<S<O>>, $of::$axis<D<O>>, part!(W $filters $axis)>
            ): AtLeastOne<$of::$axis<S<O>>, $of::$axis<D<O>>, part!(W $filters $axis)>,)+
            $(if_so!(
                [$(Suits<$of::pads::$before<P<O>>, part!(W $filters $before), $of::$before<D<O>>>),*]
                Suits<$of::pads::$axis<P<O>>, part!(W $filters $axis), $of::$axis<D<O>>>
            ): HasMiddle<part!(W $filters $axis), $of::$axis<D<O>>>,)+
            $(<W as $states<X, O, <W as $opens<X, O>>::Open>>::Then<
                if_so!(
                    [$(Holds<$of::pads::$before<P<O>>, part!(X $input $before), part!(W $filters $before), $of::$before<D<O>>>),*]
                    Holds<$of::pads::$axis<P<O>>, part!(X $input $axis), part!(W $filters $axis), $of::$axis<D<O>>>
                ),
            >: Reaches<
                SizeOf<Span<part!(W $filters $axis), $of::$axis<D<O>>>>,
                Padded<$of::pads::$axis<P<O>>, part!(X $input $axis)>,
                Axis<$at>,
                X::Shown,
                W::Shown,
            >,)+
        {
            // Through the verdicts, so that of what does not fit no result is known, of which what follows would judge.
            type Output = <HasSize<Grouped<G<O>, part!(W $filters Channels)>> as TakesInGroups<
                HasSize<part!(X $input Channels)>, part!(X $input Channels), Grouped<G<O>, part!(W $filters Channels)>,
                Axis<$channels>, X::Shown, W::Shown, G<O>, Others,
            >>::Whole<<W as $states<X, O, <W as $opens<X, O>>::Open>>::Of<
                behind!((part!(X $input Leading), part!(W $filters Out)) $([
                    Places<
                        $of::pads::$axis<P<O>>,
                        part!(X $input $axis),
                        part!(W $filters $axis),
                        $of::$axis<S<O>>,
                        $of::$axis<D<O>>,
                    >
                ])+),
            >>;
            const STEPS: Steps = Steps {
                slides: Slides::new([$(
                    slides_on::<$of::pads::$axis<P<O>>, part!(W $filters $axis), $of::$axis<S<O>>, $of::$axis<D<O>>>(),
                )+], false),
                groups: <G<O>>::SIZE,
                extra: None,
            };
        }
    };
}
convolves!(Convolve1d OpensConvolution1d StatesConvolution1d Asked1d: Line by Filters1d, OneForEach PadsOne of one; -2, Width -1 after []);
convolves!(Convolve2d OpensConvolution2d StatesConvolution2d Asked2d: Pixels by Filters2d, PerAxis PadsEach of two; -3, Height -2 after [], Width -1 after [Height]);
convolves!(
    Convolve3d OpensConvolution3d StatesConvolution3d Asked3d: Voxels by Filters3d, PerAxis3d PadsEach3d of three;
    -4, Depth -3 after [], Height -2 after [Depth], Width -1 after [Depth Height]
);

#[diagnostic::do_not_recommend]
impl<D: StaticSize> OneForEach for D {}

/// The shape of the result, once the channels of run-time axes are compared, and run-time heights and widths computed: `spatial` axes, then
/// `channels`, then the axes in front of them in the input.
///
/// # Panics
/// If the input has other than `needed` channels, which a run-time axis can, or if it is too small on a run-time axis.
#[track_caller]
pub(crate) fn convolved<X: Shape, O: Shape>(
    x: X,
    spatial: usize,
    channels: usize,
    needed: usize,
    slide: impl FnOnce(&Dims, &mut Dims) -> Result<(), TooSmall>,
) -> O {
    if const { X::STATIC && O::STATIC } {
        return run_time::static_value();
    }
    let x = x.dims();
    if x.sizes[spatial] != needed {
        run_time::differ(spatial, X::name(spatial), x.sizes[spatial], needed);
    }
    let mut to = Dims { sizes: x.sizes, ..O::DIMS };
    to.sizes[..spatial].copy_from_slice(&O::DIMS.sizes[..spatial]);
    to.sizes[spatial] = channels;
    if let Err(error) = slide(&x, &mut to) {
        error.report(&x, X::name(error.axis));
    }
    run_time::shape(&to.sizes)
}

/// A shape `[O]`: one number for each channel that a convolution by weights of shape `W` and the options `O` gives.
pub trait ChannelBias<W: Shape, O>: Shape {}

impl<B: Shape, W: Shape + OutChannels<O, Out = N>, O, N: Size, Open> ChannelBias<W, O> for B where
    <N as Given>::Then<HasSize<B>>:
        PerChannel<HasSize<((), N)>, N, B::Shown, W::Shown, Open> + LeavesOpen<HasSize<((), N)>, Open = Open>
{
}

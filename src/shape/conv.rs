//! The shapes of convolutions.

use super::computed::{Arithmetic, SizeOf, Span, Spread};
use super::diagnostics::{
    AtLeastOne, ConvOptions, Depends, Filters1d, Filters2d, GroupsDivide, HasMiddle, LeavesSome, Line,
    LittleOutputPadding, OneForEach, Open, OutChannels, PadsEach, PadsOne, PerAxis, PerChannel, Pixels, Reaches,
    StatesConvolution1d, StatesConvolution2d, Sure, TakesChannels, Whether,
};
use super::dims::Dims;
use super::number::{Bool, all};
use super::pad::Pad;
use super::parts::OrNamed;
use super::size::{Size, StaticSize};
use super::verdict::Ours;
use super::window::{
    AllPositive, Conv, CutLeaves, Divides, Grouped, Height, LittlePadding, NO_AXIS, OnHeight, OnWidth, Steps, TooSmall,
    TransposedConv, Width, all_steps, both, steps,
};
use super::{Shape, run_time};

/// Images taken apart: `[…, C, H, W]`.
#[diagnostic::do_not_recommend]
impl<L: Shape, C: Size, H: Size, V: Size, X, W, Of> Pixels<(((L, C), H), V), X, Of> for W {
    type Leading = L;
    type Channels = C;
    type Height = H;
    type Width = V;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, C: Size, V: Size, X, W, Of> Line<((L, C), V), X, Of> for W {
    type Leading = L;
    type Channels = C;
    type Width = V;
}

#[diagnostic::do_not_recommend]
impl<O: Size, C: Size, H: StaticSize, V: StaticSize, X, W, Of> Filters2d<(((((), O), C), H), V), X, Of> for W {
    type Out = O;
    type Channels = C;
    type Height = H;
    type Width = V;
}

#[diagnostic::do_not_recommend]
impl<O: Size, C: Size, V: StaticSize, X, W, Of> Filters1d<((((), O), C), V), X, Of> for W {
    type Out = O;
    type Channels = C;
    type Width = V;
}

#[diagnostic::do_not_recommend]
impl<C, At, X, W> TakesChannels<C, At, X, W> for C {}

type Shown<S> = <S as Shape>::Shown;

/// Parts of the two shapes `X` and `W` of a convolution of images, and of signals.
macro_rules! parts {
    ($($name:ident: $trait:ident::$part:ident;)*) => { $(
        type $name<X, W> = <W as $trait<X, Shown<X>, Shown<W>>>::$part;
    )* };
}
parts! {
    Lead2: Pixels::Leading;
    In2: Pixels::Channels;
    High: Pixels::Height;
    Wide: Pixels::Width;
    Lead1: Line::Leading;
    In1: Line::Channels;
    Long: Line::Width;
}

/// The axes whose sizes are computed with, where they are static.
type Rows<X, W> = <High<X, W> as Size>::Static;
type Columns<X, W> = <Wide<X, W> as Size>::Static;
type Time<X, W> = <Long<X, W> as Size>::Static;

/// The same of the weights.
macro_rules! weights {
    ($($name:ident: $trait:ident::$part:ident;)*) => { $(
        type $name<X, W> = <W as $trait<W, Shown<X>, Shown<W>>>::$part;
    )* };
}
weights! {
    First2: Filters2d::Out;
    Second2: Filters2d::Channels;
    KernelH: Filters2d::Height;
    KernelW: Filters2d::Width;
    First1: Filters1d::Out;
    Second1: Filters1d::Channels;
    Kernel1: Filters1d::Width;
}

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
type Suits<P, K, D> = <P as Pad>::Suits<K, D>;
type Holds<P, H, K, D> = <P as Pad>::Holds<H, K, D>;
type Places<P, H, K, S, D> = <P as Pad>::Places<H, K, S, D>;

/// A shape of images, `[…, C, H, W]`, that weights of shape `W`, `[O, C / groups, KH, KW]`, convolve by the options `O`: what
/// `conv2d` gives.
///
/// The result is `[…, O, (H + 2 P - D (KH - 1) - 1) / S + 1, …]`, computed by the compiler. Batch and channels can be generic
/// without a bound; code with generic heights and widths names the trait once:
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
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how shape {Self} is convolved by weights of shape {W}",
    label = "the options are `{O}`",
    note = "the options of a convolution are made by `Conv::new()`, as in `x.conv2d(&w, Conv::new().padding(One))`",
    note = "code with generic heights and widths states it once: `where shape![C, H, W]: Convolve2d<shape![O, C, 3, 3]>`"
)]
pub trait Convolve2d<W: Shape, O = Conv>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options.
    #[doc(hidden)]
    const STEPS: Steps;
}

/// The shape of a convolution: `Convolved2d<shape![3, 32, 32], shape![16, 3, 5, 5]>` is `shape![16, 28, 28]`.
pub type Convolved2d<X, W, O = Conv> = <X as Convolve2d<W, O>>::Output;

/// Options of nothing, twice. With one implementation alone, or with one besides, the compiler would choose it before it knows the options, and
/// say the same at the name of the method and at its arguments.
pub struct NoOptions<const N: usize>;

macro_rules! waits_for_options {
    ($($trait:ident $n:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<X: Shape, W: Shape> $trait<W, NoOptions<$n>> for X {
            type Output = ();
            const STEPS: Steps = all_steps(NO_AXIS, NO_AXIS, 1);
        }
    )* };
}
waits_for_options!(Convolve2d 0 Convolve2d 1 Convolve1d 0 Convolve1d 1);

/// What is asked of height and width, one after the other.
type Asked2d<X, W, O> = all![
    Holds<OnHeight<P<O>>, High<X, W>, KernelH<X, W>, Height<D<O>>>,
    Holds<OnWidth<P<O>>, Wide<X, W>, KernelW<X, W>, Width<D<O>>>
];

impl<X, W, O> Convolve2d<W, O> for X
where
    X: Shape,
    W: Shape,
    O: ConvOptions<Stride: PerAxis, Padding: PadsEach, Dilation: PerAxis, Groups: StaticSize>,
    W: Pixels<X, X::Shown, W::Shown> + Filters2d<W, X::Shown, W::Shown>,
    Grouped<G<O>, Second2<X, W>>: TakesChannels<In2<X, W>, Axis3, X::Shown, W::Shown>,
    Depends<Asked2d<X, W, O>>: Whether + StatesConvolution2d<X, W, O, Open<Asked2d<X, W, O>>>,
    Divides<G<O>, Second2<X, W>, First2<X, W>>: GroupsDivide<First2<X, W>, G<O>, X::Shown, W::Shown>,
    AllPositive<Height<S<O>>, Height<D<O>>, KernelH<X, W>>: AtLeastOne<Height<S<O>>, Height<D<O>>, KernelH<X, W>>,
    AllPositive<Width<S<O>>, Width<D<O>>, KernelW<X, W>>: AtLeastOne<Width<S<O>>, Width<D<O>>, KernelW<X, W>>,
    Suits<OnHeight<P<O>>, KernelH<X, W>, Height<D<O>>>: HasMiddle<KernelH<X, W>, Height<D<O>>>,
    Suits<OnWidth<P<O>>, KernelW<X, W>, Width<D<O>>>: HasMiddle<KernelW<X, W>, Width<D<O>>>,
    Sure<Asked2d<X, W, O>, Holds<OnHeight<P<O>>, High<X, W>, KernelH<X, W>, Height<D<O>>>>: Reaches<
            SizeOf<Span<KernelH<X, W>, Height<D<O>>>>,
            <OnHeight<P<O>> as Pad>::Padded<Rows<X, W>>,
            Axis2,
            X::Shown,
            W::Shown,
        >,
    Sure<Asked2d<X, W, O>, Holds<OnWidth<P<O>>, Wide<X, W>, KernelW<X, W>, Width<D<O>>>>: Reaches<
            SizeOf<Span<KernelW<X, W>, Width<D<O>>>>,
            <OnWidth<P<O>> as Pad>::Padded<Columns<X, W>>,
            Axis1,
            X::Shown,
            W::Shown,
        >,
{
    type Output = (
        ((Lead2<X, W>, First2<X, W>), Places<OnHeight<P<O>>, High<X, W>, KernelH<X, W>, Height<S<O>>, Height<D<O>>>),
        Places<OnWidth<P<O>>, Wide<X, W>, KernelW<X, W>, Width<S<O>>, Width<D<O>>>,
    );
    const STEPS: Steps = all_steps(
        steps::<OnHeight<P<O>>, KernelH<X, W>, Height<S<O>>, Height<D<O>>>(),
        steps::<OnWidth<P<O>>, KernelW<X, W>, Width<S<O>>, Width<D<O>>>(),
        <G<O>>::SIZE,
    );
}

type Axis1 = super::axes::Axis<-1>;
type Axis2 = super::axes::Axis<-2>;
type Axis3 = super::axes::Axis<-3>;

/// A shape of signals, `[…, C, L]`, that weights of shape `W`, `[O, C / groups, K]`, convolve by the options `O`: what `conv1d`
/// gives, `[…, O, (L + 2 P - D (K - 1) - 1) / S + 1]`.
///
/// Batch and channels can be generic without a bound; code with generic lengths names the trait once, as for [`Convolve2d`].
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how shape {Self} is convolved by weights of shape {W}",
    label = "the options are `{O}`",
    note = "the options are made by `Conv::new()`, with one size each, as in `x.conv1d(&w, Conv::new().padding(One))`",
    note = "code with generic lengths states it once: `where shape![C, T]: Convolve1d<shape![O, C, 3]>`"
)]
pub trait Convolve1d<W: Shape, O = Conv>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options.
    #[doc(hidden)]
    const STEPS: Steps;
}

/// The shape of a convolution: `Convolved1d<shape![3, 32], shape![16, 3, 5]>` is `shape![16, 28]`.
pub type Convolved1d<X, W, O = Conv> = <X as Convolve1d<W, O>>::Output;

/// The same of signals.
type Asked1d<X, W, O> = Holds<P<O>, Long<X, W>, Kernel1<X, W>, D<O>>;

impl<X, W, O> Convolve1d<W, O> for X
where
    X: Shape,
    W: Shape,
    O: ConvOptions<Stride: OneForEach, Padding: PadsOne, Dilation: OneForEach, Groups: StaticSize>,
    W: Line<X, X::Shown, W::Shown> + Filters1d<W, X::Shown, W::Shown>,
    Grouped<G<O>, Second1<X, W>>: TakesChannels<In1<X, W>, Axis2, X::Shown, W::Shown>,
    Depends<Asked1d<X, W, O>>: Whether + StatesConvolution1d<X, W, O, Open<Asked1d<X, W, O>>>,
    Divides<G<O>, Second1<X, W>, First1<X, W>>: GroupsDivide<First1<X, W>, G<O>, X::Shown, W::Shown>,
    AllPositive<S<O>, D<O>, Kernel1<X, W>>: AtLeastOne<S<O>, D<O>, Kernel1<X, W>>,
    Suits<P<O>, Kernel1<X, W>, D<O>>: HasMiddle<Kernel1<X, W>, D<O>>,
    Sure<Asked1d<X, W, O>, Holds<P<O>, Long<X, W>, Kernel1<X, W>, D<O>>>:
        Reaches<SizeOf<Span<Kernel1<X, W>, D<O>>>, <P<O> as Pad>::Padded<Time<X, W>>, Axis1, X::Shown, W::Shown>,
{
    type Output = ((Lead1<X, W>, First1<X, W>), Places<P<O>, Long<X, W>, Kernel1<X, W>, S<O>, D<O>>);
    const STEPS: Steps = all_steps(NO_AXIS, steps::<P<O>, Kernel1<X, W>, S<O>, D<O>>(), <G<O>>::SIZE);
}

type Spreads<H, K, S, P, E, D> = <<H as Size>::IsStatic as Arithmetic>::Spread<H, K, S, P, E, D>;

/// A shape of images, `[…, C, H, W]`, that weights of shape `W`, `[C, O / groups, KH, KW]`, spread by the options `O`: what
/// `conv_transpose2d` gives.
///
/// The result is `[…, O, (H - 1) S - 2 P + D (KH - 1) + E + 1, …]`, where `E` is the output padding. Batch and channels can be
/// generic without a bound; code with generic heights and widths names the trait once, as for [`Convolve2d`].
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how weights of shape {W} spread shape {Self}",
    label = "the options are `{O}`",
    note = "the options are made by `TransposedConv::new()`, as in `TransposedConv::new().stride(Dim::<2>)`",
    note = "code with generic heights and widths states it once: `where shape![C, H, W]: ConvolveTransposed2d<…>`"
)]
pub trait ConvolveTransposed2d<W: Shape, O = TransposedConv>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options.
    #[doc(hidden)]
    const STEPS: Steps;
}

/// The shape of a transposed convolution: `ConvolvedTransposed2d<shape![16, 7, 7], shape![16, 3, 3, 3]>` is `shape![3, 9, 9]`.
pub type ConvolvedTransposed2d<X, W, O = TransposedConv> = <X as ConvolveTransposed2d<W, O>>::Output;

impl<X, W, S, P, E, D, G> ConvolveTransposed2d<W, TransposedConv<S, P, E, D, G>> for X
where
    X: Shape,
    W: Shape,
    S: PerAxis,
    P: PerAxis,
    E: PerAxis,
    D: PerAxis,
    G: StaticSize,
    W: Pixels<X, X::Shown, W::Shown> + Filters2d<W, X::Shown, W::Shown>,
    First2<X, W>: TakesChannels<In2<X, W>, Axis3, X::Shown, W::Shown>,
    Divides<G, Second2<X, W>, First2<X, W>>: GroupsDivide<First2<X, W>, G, X::Shown, W::Shown>,
    AllPositive<Height<S>, Height<D>, KernelH<X, W>>: AtLeastOne<Height<S>, Height<D>, KernelH<X, W>>,
    AllPositive<Width<S>, Width<D>, KernelW<X, W>>: AtLeastOne<Width<S>, Width<D>, KernelW<X, W>>,
    LittlePadding<Height<S>, Height<E>, Height<D>>: LittleOutputPadding<Height<E>, Height<S>, Height<D>, Axis2>,
    LittlePadding<Width<S>, Width<E>, Width<D>>: LittleOutputPadding<Width<E>, Width<S>, Width<D>, Axis1>,
    OrNamed<High<X, W>, CutLeaves<Rows<X, W>, KernelH<X, W>, Height<S>, Height<P>, Height<E>, Height<D>>>: LeavesSome<
            SizeOf<Spread<Rows<X, W>, KernelH<X, W>, Height<S>, Height<E>, Height<D>>>,
            Height<P>,
            Axis2,
            X::Shown,
            W::Shown,
        >,
    OrNamed<Wide<X, W>, CutLeaves<Columns<X, W>, KernelW<X, W>, Width<S>, Width<P>, Width<E>, Width<D>>>: LeavesSome<
            SizeOf<Spread<Columns<X, W>, KernelW<X, W>, Width<S>, Width<E>, Width<D>>>,
            Width<P>,
            Axis1,
            X::Shown,
            W::Shown,
        >,
{
    type Output = (
        (
            (Lead2<X, W>, Grouped<G, Second2<X, W>>),
            Spreads<High<X, W>, KernelH<X, W>, Height<S>, Height<P>, Height<E>, Height<D>>,
        ),
        Spreads<Wide<X, W>, KernelW<X, W>, Width<S>, Width<P>, Width<E>, Width<D>>,
    );
    const STEPS: Steps = Steps {
        stride: both::<S>(),
        padding: both::<P>(),
        dilation: both::<D>(),
        groups: G::SIZE,
        total: [false; 2],
        extra: both::<E>(),
    };
}

#[diagnostic::do_not_recommend]
impl<D: StaticSize> OneForEach for D {}

/// The shape of the result, once the channels of run-time axes are compared, and run-time heights and widths computed: `spatial` axes, then
/// `channels`, then the axes in front of them in the input.
///
/// # Panics
/// If the input has other than `needed` channels, which a run-time axis can, or if it is too small on a run-time axis.
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

impl<B: Shape, W: Shape + OutChannels<O>, O> ChannelBias<W, O> for B where W::Out: PerChannel<B, B::Shown, W::Shown> {}

impl<D: Size> Ours<((), D)> for D {}
#[diagnostic::do_not_recommend]
impl<D: Size, B, W> PerChannel<((), D), B, W> for D {}

impl<O: Size, C: Size, K: Size, S, P, D, G> Ours<Conv<S, P, D, G>> for ((((), O), C), K) {}
#[diagnostic::do_not_recommend]
impl<O: Size, C: Size, K: Size, S, P, D, G> OutChannels<Conv<S, P, D, G>> for ((((), O), C), K) {
    type Out = O;
}

impl<O: Size, C: Size, H: Size, W: Size, S, P, D, G> Ours<Conv<S, P, D, G>> for (((((), O), C), H), W) {}
#[diagnostic::do_not_recommend]
impl<O: Size, C: Size, H: Size, W: Size, S, P, D, G> OutChannels<Conv<S, P, D, G>> for (((((), O), C), H), W) {
    type Out = O;
}

impl<C: Size, O: Size, H: Size, W: Size, S, P, E, D, G> Ours<TransposedConv<S, P, E, D, G>> for (((((), C), O), H), W) {}
#[diagnostic::do_not_recommend]
impl<C: Size, O: Size, H: Size, W: Size, S, P, E, D, G: StaticSize> OutChannels<TransposedConv<S, P, E, D, G>>
    for (((((), C), O), H), W)
{
    type Out = Grouped<G, O>;
}

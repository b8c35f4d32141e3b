//! The shapes of convolutions of volumes, and of transposed convolutions of signals.

use super::Shape;
use super::axes::Axis;
use super::computed::{Arithmetic, SizeOf, Span, Spread};
use super::conv::NoOptions;
use super::diagnostics::{
    AtLeastOne, ConvOptions, Depends, Filters1d, Filters3d, GroupsDivide, HasMiddle, LeavesSome, Line,
    LittleOutputPadding, OneForEach, Open, OutChannels, PadsEach3d, PerAxis3d, Reaches, StatesConvolution3d, Sure,
    TakesChannels, Voxels, Whether,
};
use super::number::{Bool, all};
use super::pad::Pad;
use super::parts::OrNamed;
use super::size::{Size, StaticSize};
use super::verdict::Ours;
use super::window::{
    AllPositive, Conv, CutLeaves, Divides, Grouped, LittlePadding, NO_SLIDES, Slides, Steps, TransposedConv, slides_on,
};

/// Volumes taken apart: `[…, C, D, H, W]`.
#[diagnostic::do_not_recommend]
impl<L: Shape, C: Size, D: Size, H: Size, V: Size, X, W, Of> Voxels<((((L, C), D), H), V), X, Of> for W {
    type Leading = L;
    type Channels = C;
    type Depth = D;
    type Height = H;
    type Width = V;
}

#[diagnostic::do_not_recommend]
impl<O: Size, C: Size, D: StaticSize, H: StaticSize, V: StaticSize, X, W, Of>
    Filters3d<((((((), O), C), D), H), V), X, Of> for W
{
    type Out = O;
    type Channels = C;
    type Depth = D;
    type Height = H;
    type Width = V;
}

type Shown<S> = <S as Shape>::Shown;

macro_rules! parts {
    ($($name:ident: $trait:ident::$part:ident of $of:ident;)*) => { $(
        type $name<X, W> = <W as $trait<$of, Shown<X>, Shown<W>>>::$part;
    )* };
}
parts! {
    Lead: Voxels::Leading of X;
    In: Voxels::Channels of X;
    Deep: Voxels::Depth of X;
    High: Voxels::Height of X;
    Wide: Voxels::Width of X;
    First: Filters3d::Out of W;
    Second: Filters3d::Channels of W;
    KernelD: Filters3d::Depth of W;
    KernelH: Filters3d::Height of W;
    KernelW: Filters3d::Width of W;
    Lead1: Line::Leading of X;
    In1: Line::Channels of X;
    Long: Line::Width of X;
    First1: Filters1d::Out of W;
    Second1: Filters1d::Channels of W;
    Kernel1: Filters1d::Width of W;
}

type Planes<X, W> = <Deep<X, W> as Size>::Static;
type Rows<X, W> = <High<X, W> as Size>::Static;
type Columns<X, W> = <Wide<X, W> as Size>::Static;
type Time<X, W> = <Long<X, W> as Size>::Static;

type S<O> = <O as ConvOptions>::Stride;
type P<O> = <O as ConvOptions>::Padding;
type D<O> = <O as ConvOptions>::Dilation;
type G<O> = <O as ConvOptions>::Groups;
type DepthOf<O> = <O as PerAxis3d>::Depth;
type HeightOf<O> = <O as PerAxis3d>::Height;
type WidthOf<O> = <O as PerAxis3d>::Width;
type OnDepth<P> = <P as PadsEach3d>::Depth;
type OnHeight<P> = <P as PadsEach3d>::Height;
type OnWidth<P> = <P as PadsEach3d>::Width;
type Suits<P, K, D> = <P as Pad>::Suits<K, D>;
type Holds<P, H, K, D> = <P as Pad>::Holds<H, K, D>;
type Places<P, H, K, S, D> = <P as Pad>::Places<H, K, S, D>;
type Padded<P, H> = <P as Pad>::Padded<H>;

type Axis1 = Axis<-1>;
type Axis2 = Axis<-2>;
type Axis3 = Axis<-3>;
type Axis4 = Axis<-4>;

/// A shape of volumes, `[…, C, D, H, W]`, that weights of shape `W`, `[O, C / groups, KD, KH, KW]`, convolve by the options `O`: what
/// `conv3d` gives, `[…, O, (D + 2 P - D (KD - 1) - 1) / S + 1, …]`.
///
/// Batch and channels can be generic without a bound; code with generic sizes names the trait once, as for [`Convolve2d`](crate::Convolve2d).
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how shape {Self} is convolved by weights of shape {W}",
    label = "the options are `{O}`",
    note = "the options of a convolution are made by `Conv::new()`, as in `x.conv3d(&w, Conv::new().padding(One))`",
    note = "code with generic sizes states it once: `where shape![C, D, H, W]: Convolve3d<shape![O, C, 3, 3, 3]>`"
)]
pub trait Convolve3d<W: Shape, O = Conv>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options and of the kernel, and the groups.
    #[doc(hidden)]
    const SLIDES: (Slides, usize);
}

/// The shape of a convolution: `Convolved3d<shape![3, 8, 32, 32], shape![16, 3, 5, 5, 5]>` is `shape![16, 4, 28, 28]`.
pub type Convolved3d<X, W, O = Conv> = <X as Convolve3d<W, O>>::Output;

macro_rules! waits_for_options {
    ($($n:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<X: Shape, W: Shape> Convolve3d<W, NoOptions<$n>> for X {
            type Output = ();
            const SLIDES: (Slides, usize) = (Slides::new([NO_SLIDES; 3], false), 1);
        }
    )* };
}
waits_for_options!(0 1);

/// What is asked of depth, height and width, one after the other.
type Asked<X, W, O> = all![
    Holds<OnDepth<P<O>>, Deep<X, W>, KernelD<X, W>, DepthOf<D<O>>>,
    Holds<OnHeight<P<O>>, High<X, W>, KernelH<X, W>, HeightOf<D<O>>>,
    Holds<OnWidth<P<O>>, Wide<X, W>, KernelW<X, W>, WidthOf<D<O>>>
];

impl<X, W, O> Convolve3d<W, O> for X
where
    X: Shape,
    W: Shape,
    O: ConvOptions<Stride: PerAxis3d, Padding: PadsEach3d, Dilation: PerAxis3d, Groups: StaticSize>,
    W: Voxels<X, X::Shown, W::Shown> + Filters3d<W, X::Shown, W::Shown>,
    Grouped<G<O>, Second<X, W>>: TakesChannels<In<X, W>, Axis4, X::Shown, W::Shown>,
    Depends<Asked<X, W, O>>: Whether + StatesConvolution3d<X, W, O, Open<Asked<X, W, O>>>,
    Divides<G<O>, Second<X, W>, First<X, W>>: GroupsDivide<First<X, W>, G<O>, X::Shown, W::Shown>,
    AllPositive<DepthOf<S<O>>, DepthOf<D<O>>, KernelD<X, W>>: AtLeastOne<DepthOf<S<O>>, DepthOf<D<O>>, KernelD<X, W>>,
    AllPositive<HeightOf<S<O>>, HeightOf<D<O>>, KernelH<X, W>>:
        AtLeastOne<HeightOf<S<O>>, HeightOf<D<O>>, KernelH<X, W>>,
    AllPositive<WidthOf<S<O>>, WidthOf<D<O>>, KernelW<X, W>>: AtLeastOne<WidthOf<S<O>>, WidthOf<D<O>>, KernelW<X, W>>,
    Suits<OnDepth<P<O>>, KernelD<X, W>, DepthOf<D<O>>>: HasMiddle<KernelD<X, W>, DepthOf<D<O>>>,
    Suits<OnHeight<P<O>>, KernelH<X, W>, HeightOf<D<O>>>: HasMiddle<KernelH<X, W>, HeightOf<D<O>>>,
    Suits<OnWidth<P<O>>, KernelW<X, W>, WidthOf<D<O>>>: HasMiddle<KernelW<X, W>, WidthOf<D<O>>>,
    Sure<Asked<X, W, O>, Holds<OnDepth<P<O>>, Deep<X, W>, KernelD<X, W>, DepthOf<D<O>>>>: Reaches<
            SizeOf<Span<KernelD<X, W>, DepthOf<D<O>>>>,
            Padded<OnDepth<P<O>>, Planes<X, W>>,
            Axis3,
            X::Shown,
            W::Shown,
        >,
    Sure<Asked<X, W, O>, Holds<OnHeight<P<O>>, High<X, W>, KernelH<X, W>, HeightOf<D<O>>>>: Reaches<
            SizeOf<Span<KernelH<X, W>, HeightOf<D<O>>>>,
            Padded<OnHeight<P<O>>, Rows<X, W>>,
            Axis2,
            X::Shown,
            W::Shown,
        >,
    Sure<Asked<X, W, O>, Holds<OnWidth<P<O>>, Wide<X, W>, KernelW<X, W>, WidthOf<D<O>>>>: Reaches<
            SizeOf<Span<KernelW<X, W>, WidthOf<D<O>>>>,
            Padded<OnWidth<P<O>>, Columns<X, W>>,
            Axis1,
            X::Shown,
            W::Shown,
        >,
{
    type Output = (
        (
            ((Lead<X, W>, First<X, W>), Places<OnDepth<P<O>>, Deep<X, W>, KernelD<X, W>, DepthOf<S<O>>, DepthOf<D<O>>>),
            Places<OnHeight<P<O>>, High<X, W>, KernelH<X, W>, HeightOf<S<O>>, HeightOf<D<O>>>,
        ),
        Places<OnWidth<P<O>>, Wide<X, W>, KernelW<X, W>, WidthOf<S<O>>, WidthOf<D<O>>>,
    );
    const SLIDES: (Slides, usize) = (
        Slides::new(
            [
                slides_on::<OnDepth<P<O>>, KernelD<X, W>, DepthOf<S<O>>, DepthOf<D<O>>>(),
                slides_on::<OnHeight<P<O>>, KernelH<X, W>, HeightOf<S<O>>, HeightOf<D<O>>>(),
                slides_on::<OnWidth<P<O>>, KernelW<X, W>, WidthOf<S<O>>, WidthOf<D<O>>>(),
            ],
            false,
        ),
        <G<O>>::SIZE,
    );
}

type Spreads<H, K, S, P, E, D> = <<H as Size>::IsStatic as Arithmetic>::Spread<H, K, S, P, E, D>;
type Leaves<H, K, S, P, E, D> = OrNamed<H, CutLeaves<<H as Size>::Static, K, S, P, E, D>>;
type Whole<H, K, S, E, D> = SizeOf<Spread<H, K, S, E, D>>;

/// A shape of signals, `[…, C, L]`, that weights of shape `W`, `[C, O / groups, K]`, spread by the options `O`: what `conv_transpose1d` gives,
/// `[…, O, (L - 1) S - 2 P + D (K - 1) + E + 1]`, where `E` is the output padding.
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how weights of shape {W} spread shape {Self}",
    label = "the options are `{O}`",
    note = "the options are made by `TransposedConv::new()`, with one size each: `TransposedConv::new().stride(Dim::<2>)`",
    note = "code with generic lengths states it once: `where shape![C, L]: ConvolveTransposed1d<…>`"
)]
pub trait ConvolveTransposed1d<W: Shape, O = TransposedConv>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options.
    #[doc(hidden)]
    const STEPS: Steps;
}

/// The shape of a transposed convolution: `ConvolvedTransposed1d<shape![16, 7], shape![16, 3, 3]>` is `shape![3, 9]`.
pub type ConvolvedTransposed1d<X, W, O = TransposedConv> = <X as ConvolveTransposed1d<W, O>>::Output;

impl<X, W, S, P, E, D, G> ConvolveTransposed1d<W, TransposedConv<S, P, E, D, G>> for X
where
    X: Shape,
    W: Shape,
    S: OneForEach,
    P: OneForEach,
    E: OneForEach,
    D: OneForEach,
    G: StaticSize,
    W: Line<X, X::Shown, W::Shown> + Filters1d<W, X::Shown, W::Shown>,
    First1<X, W>: TakesChannels<In1<X, W>, Axis2, X::Shown, W::Shown>,
    Divides<G, Second1<X, W>, First1<X, W>>: GroupsDivide<First1<X, W>, G, X::Shown, W::Shown>,
    AllPositive<S, D, Kernel1<X, W>>: AtLeastOne<S, D, Kernel1<X, W>>,
    LittlePadding<S, E, D>: LittleOutputPadding<E, S, D, Axis1>,
    Leaves<Long<X, W>, Kernel1<X, W>, S, P, E, D>:
        LeavesSome<Whole<Time<X, W>, Kernel1<X, W>, S, E, D>, P, Axis1, X::Shown, W::Shown>,
{
    type Output = ((Lead1<X, W>, Grouped<G, Second1<X, W>>), Spreads<Long<X, W>, Kernel1<X, W>, S, P, E, D>);
    const STEPS: Steps = Steps {
        stride: [1, S::SIZE],
        padding: [0, P::SIZE],
        dilation: [1, D::SIZE],
        groups: G::SIZE,
        total: [false; 2],
        extra: [0, E::SIZE],
    };
}

/// A shape of volumes, `[…, C, D, H, W]`, that weights of shape `W`, `[C, O / groups, KD, KH, KW]`, spread by the options `O`: what
/// `conv_transpose3d` gives, `[…, O, (D - 1) S - 2 P + D (KD - 1) + E + 1, …]`, where `E` is the output padding.
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how weights of shape {W} spread shape {Self}",
    label = "the options are `{O}`",
    note = "the options are made by `TransposedConv::new()`, as in `TransposedConv::new().stride(Dim::<2>)`",
    note = "code with generic sizes states it once: `where shape![C, D, H, W]: ConvolveTransposed3d<…>`"
)]
pub trait ConvolveTransposed3d<W: Shape, O = TransposedConv>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options and of the kernel, the groups, and the output padding.
    #[doc(hidden)]
    const SLIDES: (Slides, usize, [usize; 3]);
}

/// The shape of a transposed convolution: `ConvolvedTransposed3d<shape![16, 2, 7, 7], shape![16, 3, 3, 3, 3]>` is `shape![3, 4, 9, 9]`.
pub type ConvolvedTransposed3d<X, W, O = TransposedConv> = <X as ConvolveTransposed3d<W, O>>::Output;

impl<X, W, S, P, E, D, G> ConvolveTransposed3d<W, TransposedConv<S, P, E, D, G>> for X
where
    X: Shape,
    W: Shape,
    S: PerAxis3d,
    P: PerAxis3d,
    E: PerAxis3d,
    D: PerAxis3d,
    G: StaticSize,
    W: Voxels<X, X::Shown, W::Shown> + Filters3d<W, X::Shown, W::Shown>,
    First<X, W>: TakesChannels<In<X, W>, Axis4, X::Shown, W::Shown>,
    Divides<G, Second<X, W>, First<X, W>>: GroupsDivide<First<X, W>, G, X::Shown, W::Shown>,
    AllPositive<S::Depth, D::Depth, KernelD<X, W>>: AtLeastOne<S::Depth, D::Depth, KernelD<X, W>>,
    AllPositive<S::Height, D::Height, KernelH<X, W>>: AtLeastOne<S::Height, D::Height, KernelH<X, W>>,
    AllPositive<S::Width, D::Width, KernelW<X, W>>: AtLeastOne<S::Width, D::Width, KernelW<X, W>>,
    LittlePadding<S::Depth, E::Depth, D::Depth>: LittleOutputPadding<E::Depth, S::Depth, D::Depth, Axis3>,
    LittlePadding<S::Height, E::Height, D::Height>: LittleOutputPadding<E::Height, S::Height, D::Height, Axis2>,
    LittlePadding<S::Width, E::Width, D::Width>: LittleOutputPadding<E::Width, S::Width, D::Width, Axis1>,
    Leaves<Deep<X, W>, KernelD<X, W>, S::Depth, P::Depth, E::Depth, D::Depth>: LeavesSome<
            Whole<Planes<X, W>, KernelD<X, W>, S::Depth, E::Depth, D::Depth>,
            P::Depth,
            Axis3,
            X::Shown,
            W::Shown,
        >,
    Leaves<High<X, W>, KernelH<X, W>, S::Height, P::Height, E::Height, D::Height>: LeavesSome<
            Whole<Rows<X, W>, KernelH<X, W>, S::Height, E::Height, D::Height>,
            P::Height,
            Axis2,
            X::Shown,
            W::Shown,
        >,
    Leaves<Wide<X, W>, KernelW<X, W>, S::Width, P::Width, E::Width, D::Width>: LeavesSome<
            Whole<Columns<X, W>, KernelW<X, W>, S::Width, E::Width, D::Width>,
            P::Width,
            Axis1,
            X::Shown,
            W::Shown,
        >,
{
    type Output = (
        (
            (
                (Lead<X, W>, Grouped<G, Second<X, W>>),
                Spreads<Deep<X, W>, KernelD<X, W>, S::Depth, P::Depth, E::Depth, D::Depth>,
            ),
            Spreads<High<X, W>, KernelH<X, W>, S::Height, P::Height, E::Height, D::Height>,
        ),
        Spreads<Wide<X, W>, KernelW<X, W>, S::Width, P::Width, E::Width, D::Width>,
    );
    const SLIDES: (Slides, usize, [usize; 3]) = (
        Slides::new(
            [
                slides_on::<P::Depth, KernelD<X, W>, S::Depth, D::Depth>(),
                slides_on::<P::Height, KernelH<X, W>, S::Height, D::Height>(),
                slides_on::<P::Width, KernelW<X, W>, S::Width, D::Width>(),
            ],
            false,
        ),
        G::SIZE,
        [<E::Depth as StaticSize>::SIZE, <E::Height as StaticSize>::SIZE, <E::Width as StaticSize>::SIZE],
    );
}

impl<O: Size, C: Size, A: Size, H: Size, W: Size, S, P, D, G> Ours<Conv<S, P, D, G>> for ((((((), O), C), A), H), W) {}
#[diagnostic::do_not_recommend]
impl<O: Size, C: Size, A: Size, H: Size, W: Size, S, P, D, G> OutChannels<Conv<S, P, D, G>>
    for ((((((), O), C), A), H), W)
{
    type Out = O;
}

impl<C: Size, O: Size, A: Size, H: Size, W: Size, S, P, E, D, G> Ours<TransposedConv<S, P, E, D, G>>
    for ((((((), C), O), A), H), W)
{
}
#[diagnostic::do_not_recommend]
impl<C: Size, O: Size, A: Size, H: Size, W: Size, S, P, E, D, G: StaticSize> OutChannels<TransposedConv<S, P, E, D, G>>
    for ((((((), C), O), A), H), W)
{
    type Out = Grouped<G, O>;
}

impl<C: Size, O: Size, K: Size, S, P, E, D, G> Ours<TransposedConv<S, P, E, D, G>> for ((((), C), O), K) {}
#[diagnostic::do_not_recommend]
impl<C: Size, O: Size, K: Size, S, P, E, D, G: StaticSize> OutChannels<TransposedConv<S, P, E, D, G>>
    for ((((), C), O), K)
{
    type Out = Grouped<G, O>;
}

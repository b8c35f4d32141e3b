//! The shapes of transposed convolutions.

use super::Shape;
use super::axes::Axis;
use super::computed::{Arithmetic, SizeOf, Spread};
use super::conv::part;
use super::diagnostics::{
    AtLeastOne, Filters1d, Filters2d, Filters3d, GroupsDivide, LeavesSome, Line, LittleOutputPadding, OneForEach,
    PerAxis, PerAxis3d, Pixels, TakesChannels, Voxels,
};
use super::last_axes::behind;
use super::number::{Bool, if_so};
use super::parts::OrNamed;
use super::results::{by_options, results};
use super::size::{Size, StaticSize};
use super::window::{
    AllPositive, CutLeaves, Divides, Grouped, LittlePadding, Slides, Steps, TransposedConv, on_each, one, slides_on,
    three, two,
};

type Spreads<H, K, S, P, E, D> = <<H as Size>::IsStatic as Arithmetic>::Spread<H, K, S, P, E, D>;
type Leaves<H, K, S, P, E, D> = OrNamed<H, CutLeaves<<H as Size>::Static, K, S, P, E, D>>;
type Whole<H, K, S, E, D> = SizeOf<Spread<<H as Size>::Static, K, S, E, D>>;

by_options! {
    with {
        /// The numbers of the options and of the kernel.
        #[doc(hidden)]
        const STEPS: Steps;
    }
    message "cannot spread shape {Self} by weights of shape {W} and these options"
    label "the options are `{O}`"

    /// A shape of images, `[…, C, H, W]`, that weights of shape `W`, `[C, O / groups, KH, KW]`, spread by the options `O`: what
    /// `conv_transpose2d` gives.
    ///
    /// The result is `[…, O, (H - 1) S - 2 P + D (KH - 1) + E + 1, …]`, where `E` is the output padding. Batch and channels can be
    /// generic without a bound; code with generic heights and widths names the trait once, as for [`Convolve2d`](crate::Convolve2d).
    note "the options are made by `TransposedConv::new()`, as in `TransposedConv::new().stride(Dim::<2>)`"
    note "code with generic heights and widths states it once: `where shape![C, H, W]: ConvolveTransposed2d<…>`"
    pub trait ConvolveTransposed2d<W: Shape, O = TransposedConv>: Shape;
    /// The shape of a transposed convolution: `ConvolvedTransposed2d<shape![16, 7, 7], shape![16, 3, 3, 3]>` is `shape![3, 9, 9]`.
    pub type ConvolvedTransposed2d;

    /// A shape of signals, `[…, C, L]`, that weights of shape `W`, `[C, O / groups, K]`, spread by the options `O`: what `conv_transpose1d` gives,
    /// `[…, O, (L - 1) S - 2 P + D (K - 1) + E + 1]`, where `E` is the output padding.
    note "the options are made by `TransposedConv::new()`, with one size each: `TransposedConv::new().stride(Dim::<2>)`"
    note "code with generic lengths states it once: `where shape![C, L]: ConvolveTransposed1d<…>`"
    pub trait ConvolveTransposed1d<W: Shape, O = TransposedConv>: Shape;
    /// The shape of a transposed convolution: `ConvolvedTransposed1d<shape![16, 7], shape![16, 3, 3]>` is `shape![3, 9]`.
    pub type ConvolvedTransposed1d;

    /// A shape of volumes, `[…, C, D, H, W]`, that weights of shape `W`, `[C, O / groups, KD, KH, KW]`, spread by the options `O`: what
    /// `conv_transpose3d` gives, `[…, O, (D - 1) S - 2 P + D (KD - 1) + E + 1, …]`, where `E` is the output padding.
    note "the options are made by `TransposedConv::new()`, as in `TransposedConv::new().stride(Dim::<2>)`"
    note "code with generic sizes states it once: `where shape![C, D, H, W]: ConvolveTransposed3d<…>`"
    pub trait ConvolveTransposed3d<W: Shape, O = TransposedConv>: Shape;
    /// The shape of a transposed convolution: `ConvolvedTransposed3d<shape![16, 2, 7, 7], shape![16, 3, 3, 3, 3]>` is `shape![3, 4, 9, 9]`.
    pub type ConvolvedTransposed3d;
}

/// What is asked of one axis: its size, the kernel's, and all options but the groups.
macro_rules! on {
    ($what:ident $of:ident $axis:ident $input:ident $filters:ident) => {
        $what<
            part!(X $input $axis),
            part!(W $filters $axis),
            $of::$axis<S>,
            $of::$axis<P>,
            $of::$axis<E>,
            $of::$axis<D>,
        >
    };
}

/// A transposed convolution over some axes: each asks the same of its size, of the kernel's and of the options, one axis after the other, and nothing
/// where one before it failed.
macro_rules! spreads {
    ($trait:ident: $input:ident by $filters:ident, $each:ident of $of:ident; $channels:literal $(, $axis:ident $at:literal after [$($before:ident)*])+) => {
        impl<X, W, S, P, E, D, G> $trait<W, TransposedConv<S, P, E, D, G>> for X
        where
            X: Shape,
            W: Shape,
            S: $each,
            P: $each,
            E: $each,
            D: $each,
            G: StaticSize,
            W: $input<X, X::Shown, W::Shown> + $filters<W, X::Shown, W::Shown>,
            part!(W $filters Out): TakesChannels<part!(X $input Channels), Axis<$channels>, X::Shown, W::Shown>,
            Divides<G, part!(W $filters Channels), part!(W $filters Out)>:
                GroupsDivide<part!(W $filters Out), G, X::Shown, W::Shown>,
            $(if_so!(
                [$(AllPositive<$of::$before<S>, $of::$before<D>, part!(W $filters $before)>),*]
                AllPositive<$of::$axis<S>, $of::$axis<D>, part!(W $filters $axis)>
            ): AtLeastOne<$of::$axis<S>, $of::$axis<D>, part!(W $filters $axis)>,)+
            $(if_so!(
                [$(LittlePadding<$of::$before<S>, $of::$before<E>, $of::$before<D>>),*]
                LittlePadding<$of::$axis<S>, $of::$axis<E>, $of::$axis<D>>
            ): LittleOutputPadding<$of::$axis<E>, $of::$axis<S>, $of::$axis<D>, Axis<$at>>,)+
            $(if_so!(
                [$(on!(Leaves $of $before $input $filters)),*]
                on!(Leaves $of $axis $input $filters)
            ): LeavesSome<
                Whole<part!(X $input $axis), part!(W $filters $axis), $of::$axis<S>, $of::$axis<E>, $of::$axis<D>>,
                $of::$axis<P>,
                Axis<$at>,
                X::Shown,
                W::Shown,
            >,)+
        {
            type Output = behind!((part!(X $input Leading), Grouped<G, part!(W $filters Channels)>) $([on!(Spreads $of $axis $input $filters)])+);
            const STEPS: Steps = Steps {
                slides: Slides::new([$(
                    slides_on::<$of::$axis<P>, part!(W $filters $axis), $of::$axis<S>, $of::$axis<D>>(),
                )+], false),
                groups: G::SIZE,
                extra: Some(on_each([$(<$of::$axis<E>>::SIZE),+], 0)),
            };
        }
    };
}
spreads!(ConvolveTransposed1d: Line by Filters1d, OneForEach of one; -2, Width -1 after []);
spreads!(ConvolveTransposed2d: Pixels by Filters2d, PerAxis of two; -3, Height -2 after [], Width -1 after [Height]);
spreads!(ConvolveTransposed3d: Voxels by Filters3d, PerAxis3d of three; -4, Depth -3 after [], Height -2 after [Depth], Width -1 after [Depth Height]);

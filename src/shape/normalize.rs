//! The shapes of normalisations: an axis, the last axes that a weight names, and parameters for each channel.

use super::affine::{Bias, NoBias};
use super::at::{Along, SizeAt};
use super::diagnostics::{
    EachChannel, EvenGroups, KnownShape, LastAxes, NamesAxes, NormAxes, NormBias, OnePerChannel, OpensGroups,
    SomeChannels, StatesGroups,
};
use super::given::Given;
use super::layout::Leading;
use super::list::{LeavesOpen, Shape};
use super::number::{Nat, No, Yes};
use super::size::{Size, StaticSize};
use super::verbs::normalize;
use super::verdict::never_comes;

/// A shape whose last axes are those of `W`: what `layer_norm` normalises with a weight of shape `W` and a bias of shape `B`.
///
/// `W` is PyTorch's `normalized_shape`. Code generic over sizes and leading axes needs no bound:
///
/// ```
/// use shaped::prelude::*;
/// fn norm<L: Shape, D: Size>(
///     x: &Tensor<f32, (L, D)>,
///     weight: &Tensor<f32, shape![D]>,
///     bias: &Tensor<f32, shape![D]>,
/// ) -> Tensor<f32, (L, D)> {
///     x.layer_norm(weight, bias, 1e-5)
/// }
/// ```
pub trait NormalizedBy<W: Shape, B = NoBias>: Shape {
    /// The shape itself, through the verdict: of what does not fit it is none, of which what follows would judge.
    #[doc(hidden)]
    type Normalized: Shape;
}

impl<S: KnownShape + Shape, W: KnownShape + Shape, B: Bias, V, Differ> NormalizedBy<W, B> for S
where
    W: LastAxes<S, W, S::Shown, W::Shown, Taken = V>,
    <V as Given>::Then<W>: NormAxes<V, V::Shown, S::Shown, W::Shown, Differ> + LeavesOpen<V, Open = Differ>,
    V: Shape,
    <W as Leading>::IsEmpty: NamesAxes<S::Shown, W::Shown>,
    B: NormBias<W, W::Shown, B::Shown>,
{
    type Normalized = <<V as Given>::Then<W> as NormAxes<V, V::Shown, S::Shown, W::Shown, Differ>>::Whole<S>;
}

#[diagnostic::do_not_recommend]
impl<Of, Weight> NamesAxes<Of, Weight> for No {}

#[diagnostic::do_not_recommend]
impl<S: Shape, W, Of, Weight> LastAxes<S, (), Of, Weight> for W {
    type Taken = ();
}

#[diagnostic::do_not_recommend]
impl<L: Shape, D: Size, M, E: Size, W, Of, Weight> LastAxes<(L, D), (M, E), Of, Weight> for W
where
    M: LastAxes<L, M, Of, Weight>,
{
    type Taken = (M::Taken, D);
}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<S, W, Of, Weight> LastAxes<S, Absent, Of, Weight> for W {
        type Taken = ();
    }
}

#[diagnostic::do_not_recommend]
impl<W: Shape, Weight, Shown> NormBias<W, Weight, Shown> for W {}
#[diagnostic::do_not_recommend]
impl<W: Shape, Weight, Shown> NormBias<W, Weight, Shown> for NoBias {}

/// A shape whose axis `A` counts channels, with parameters of the shapes `P` (a tuple), one number for each channel: what
/// `batch_norm` and `instance_norm` take.
///
/// ```
/// use shaped::prelude::*;
/// axis!(Batch);
/// fn standardized<C: Size>(
///     x: &Tensor<f32, shape![Batch, C, 14, 14]>,
///     [mean, var, weight, bias]: [&Tensor<f32, shape![C]>; 4],
/// ) -> Tensor<f32, shape![Batch, C, 14, 14]> {
///     x.batch_norm(Axis::<1>, mean, var, weight, bias, 1e-5)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot normalize the channels of shape `{Self}`, on {A}",
    label = "weights and statistics have one number for each channel, and the channels are {A}"
)]
pub trait Channelwise<A, P>: Along<A> {
    /// The number of channels, as the parameters count them.
    #[doc(hidden)]
    type Counted: Size;
}

impl<S: Along<A>, A, P: EachChannel<SizeAt<S, A, normalize>, A, S::Shown>> Channelwise<A, P> for S {
    type Counted = P::Counted;
}

macro_rules! each_channel {
    ($first:ident $($p:ident $open:ident)*) => {
        impl<C, A, Of, $($p, $open),*> EachChannel<C, A, Of> for ($($p,)*) where
            $($p: Shape + OnePerChannel<((), C), C, A, Of, $p::Shown, $open> + LeavesOpen<((), C), Open = $open>),*
        {
            type Counted = $first::LastSize;
        }
    };
}
impl<C: Size, A, Of> EachChannel<C, A, Of> for () {
    type Counted = C;
}
each_channel!(P P I Q J);
each_channel!(P P I Q J R K S L);

/// A shape whose axis `A` counts channels that `G` groups divide evenly, with parameters of the shapes `P`: what `group_norm`
/// takes.
///
/// The number of channels is static. Code with generic sizes names the trait once:
///
/// ```
/// use shaped::{GroupedChannels, prelude::*};
/// axis!(Batch);
/// fn norm<C: StaticSize>(x: &Tensor<f32, shape![Batch, C, 14]>, p: &Tensor<f32, shape![C]>) -> Tensor<f32, shape![Batch, C, 14]>
/// where
///     shape![Batch, C, 14]: GroupedChannels<Axis<1>, Dim<8>, (shape![C], shape![C])>,
/// {
///     x.group_norm(Axis::<1>, Dim::<8>, p, p, 1e-5)
/// }
/// ```
pub trait GroupedChannels<A, G, P>: Channelwise<A, P> {}

// As the parameters count them: of a layer of 8 channels in 2 groups, given 3, only the 3 are told.
type Channels<S, A, P> = <S as Channelwise<A, P>>::Counted;
/// Do the groups leave nothing?
pub(crate) type Evenly<C, G> =
    <<<C as StaticSize>::Len as Nat>::Rem<<G as StaticSize>::Len> as Nat>::Le<typenum::UTerm>;
/// A verdict, of which nothing is said before the channels are known.
type Told<S, A, G, P, V> =
    <Channels<S, A, P> as StatesGroups<G, A, S, P, <S as Shape>::Shown, OpenGroups<S, A, G, P>>>::Then<V>;
type OpenGroups<S, A, G, P> = <Channels<S, A, P> as OpensGroups<G>>::Open;

impl<S: Channelwise<A, P>, A, G: StaticSize, P> GroupedChannels<A, G, P> for S
where
    Channels<S, A, P>: StaticSize + StatesGroups<G, A, S, P, S::Shown, OpenGroups<S, A, G, P>>,
    Told<S, A, G, P, <typenum::U1 as Nat>::Le<<Channels<S, A, P> as StaticSize>::Len>>:
        SomeChannels<Channels<S, A, P>, A, S::Shown>,
    Told<S, A, G, P, Evenly<Channels<S, A, P>, G>>: EvenGroups<G, Channels<S, A, P>, A, S::Shown>,
{
}

#[diagnostic::do_not_recommend]
impl<C, A, Of> SomeChannels<C, A, Of> for Yes {}

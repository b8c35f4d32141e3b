//! The shapes of pixels and channels that change places.

use super::Shape;
use super::axes::Axis;
use super::computed::Len;
use super::diagnostics::{Picture, SharedOut};
use super::number::Nat;
use super::parts::{NumberOf, OrNamed};
use super::size::{Product, Quotient, Size, StaticSize};

type Lead<X, O> = <O as Picture<X, <X as Shape>::Shown>>::Leading;
type Channels<X, O> = <O as Picture<X, <X as Shape>::Shown>>::Channels;
type High<X, O> = <O as Picture<X, <X as Shape>::Shown>>::Height;
type Wide<X, O> = <O as Picture<X, <X as Shape>::Shown>>::Width;
type Square<R> = Product<R, R>;
/// Is `D` a multiple of `N`? Of a run-time axis that is seen when the program runs.
type Shares<D, N> = OrNamed<D, <<NumberOf<D> as Nat>::Rem<Len<N>> as Nat>::IsZero>;

/// A shape `[…, C R R, H, W]` whose channels become places: what `pixel_shuffle` gives, `[…, C, H R, W R]`.
pub trait ShufflePixels<R>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

impl<X: Shape, R: StaticSize + Picture<X, X::Shown, Channels = C>, C: Size> ShufflePixels<R> for X
where
    Shares<C, Square<R>>: SharedOut<C, Square<R>, Axis<-3>, X::Shown>,
{
    type Output = (((Lead<X, R>, Quotient<Channels<X, R>, Square<R>>), Product<High<X, R>, R>), Product<Wide<X, R>, R>);
}

/// A shape `[…, C, H R, W R]` whose places become channels: what `pixel_unshuffle` gives, `[…, C R R, H, W]`.
pub trait UnshufflePixels<R>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

impl<X: Shape, R: StaticSize + Picture<X, X::Shown, Height = H, Width = W>, H: Size, W: Size> UnshufflePixels<R> for X
where
    Shares<H, R>: SharedOut<H, R, Axis<-2>, X::Shown>,
    Shares<W, R>: SharedOut<W, R, Axis<-1>, X::Shown>,
{
    type Output =
        (((Lead<X, R>, Product<Channels<X, R>, Square<R>>), Quotient<High<X, R>, R>), Quotient<Wide<X, R>, R>);
}

/// A shape `[…, C, H, W]` whose channels make `G` groups, and change places: what `channel_shuffle` gives, the same shape.
pub trait ShuffleChannels<G>: Shape {}

impl<X: Shape, G: StaticSize + Picture<X, X::Shown, Channels = C>, C: Size> ShuffleChannels<G> for X where
    Shares<C, G>: SharedOut<C, G, Axis<-3>, X::Shown>
{
}

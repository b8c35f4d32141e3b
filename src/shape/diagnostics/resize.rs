//! Interpolation.

use super::texts::texts;
use crate::shape::Shape;
use crate::shape::diagnostics::PerAxis;
use crate::shape::last_axes::last_axes;
use crate::shape::number::True;
use crate::shape::resize::{By, Resize, Sharp};
use crate::shape::size::Size;
use crate::shape::verdict::Ours;

texts! {
    /// What says how large an axis becomes: a part of the options of interpolation.
    message "`Resize::to` or `Resize::by` was given what does not say how large one axis becomes: `{Self}`"
    label "one size, or one factor: `Resize::to(Dim::<100>)`, `Resize::by(Dim::<2>)`"
    pub trait NewSize: Ours + Copy + 'static {
        /// What becomes of a size.
        type Of<H: Size>: Size;
        /// The same as a number, where `usize` can count it.
        #[doc(hidden)]
        fn of(self, from: usize) -> Option<usize>;
        /// How far places lie apart, in elements, where that is not what the sizes say.
        #[doc(hidden)]
        fn step(self) -> Option<f64> {
            None
        }
    }
    /// What says how large height and width become.
    message "`Resize::to` or `Resize::by` was given what does not say how large height and width become: `{Self}`"
    label "one size or factor for both, or a pair: `Resize::to((Dim::<480>, Dim::<640>))`, `Resize::by(Dim::<2>)`"
    pub trait NewSizes2d: Ours + Copy + 'static {
        /// The one for the height.
        type Height: NewSize;
        /// The one for the width.
        type Width: NewSize;
        /// Both.
        #[doc(hidden)]
        fn each(self) -> (Self::Height, Self::Width);
    }
    /// What says how large depth, height and width become.
    message "`Resize::to` or `Resize::by` was given what does not say how large depth, height and width become: `{Self}`"
    label "one size or factor for all, or three: `Resize::to((Dim::<8>, Dim::<48>, Dim::<64>))`, `Resize::by(Dim::<2>)`"
    pub trait NewSizes3d: Ours + Copy + 'static {
        /// The one for the depth.
        type Depth: NewSize;
        /// The one for the height.
        type Height: NewSize;
        /// The one for the width.
        type Width: NewSize;
        /// All.
        #[doc(hidden)]
        fn each(self) -> (Self::Depth, Self::Height, Self::Width);
    }
    /// A shape `S` has a last axis. `Self` are the options: the compiler waits until they are known.
    message "cannot interpolate shape {X}"
    label "it has no axis"
    note "the last axis is resized: [.., L]"
    pub trait ResizesOne<S, X> {
        last_axes!(Width);
    }
    /// A shape `S` has axes for height and width.
    message "cannot interpolate shape {X} in height and width"
    label "it has fewer than two axes"
    note "the last two axes are resized: [.., H, W]; `interpolate1d` resizes the last one"
    pub trait ResizesTwo<S, X> {
        last_axes!(Height Width);
    }
    /// A shape `S` has axes for depth, height and width.
    message "cannot interpolate shape {X} in depth, height and width"
    label "it has fewer than three axes"
    note "the last three axes are resized: [.., D, H, W]; `interpolate2d` resizes the last two"
    pub trait ResizesThree<S, X> {
        last_axes!(Depth Height Width);
    }
    /// What a layer that interpolates goes by: factors, or options.
    message "`{Self}` does not say how large axes become"
    label "write a factor, `Dim::<2>`, or options: `Resize::by(Dim::<2>).linear()`"
    pub trait Upsamples: Ours + Copy {
        /// What says how large they become.
        type Sizes;
        /// How.
        type Mode;
        /// The options.
        #[doc(hidden)]
        fn options(self) -> Resize<Self::Sizes, Self::Mode>;
    }
}

#[diagnostic::do_not_recommend]
impl<F: PerAxis> Upsamples for F {
    type Sizes = By<F>;
    type Mode = Sharp;
    fn options(self) -> Resize<By<F>> {
        Resize::by(self)
    }
}

#[diagnostic::do_not_recommend]
impl<Z: Copy, M> Upsamples for Resize<Z, M> {
    type Sizes = Z;
    type Mode = M;
    fn options(self) -> Self {
        self
    }
}

texts! {
    /// A shape `S` has axes for channels, height and width. `Self` is what is asked for: the compiler waits until it is known.
    message "cannot shuffle pixels or channels of shape {X}"
    label "it has fewer than three axes"
    note "the last three axes are channels, height and width: [.., C, H, W]"
    pub trait Picture<S, X> {
        last_axes!(Channels Height Width);
    }
    /// An axis is shared out without a rest.
    message "cannot share {At} of shape {X} out to {N}"
    label "{D} is not a multiple of {N}"
    note "`pixel_shuffle(R)` needs R * R times the channels of the result, `pixel_unshuffle(R)` R times its height and width, `channel_shuffle(G)` G channels or twice as many or more"
    pub trait SharedOut<D, N, At, X>: True {}
}

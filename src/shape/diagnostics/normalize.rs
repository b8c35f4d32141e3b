//! Texts of normalisations.

use super::texts::texts;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::broadcast::BroadcastTo;
use crate::shape::list::{Exactly, Shape, TheVery};
use crate::shape::number::True;
use crate::shape::size::Size;
use crate::shape::verbs::dropout;

/// A shape has planes to be dropped, of height and width.
#[diagnostic::on_unimplemented(
    message = "cannot drop planes of shape {Of}: planes of height and width are the last two axes",
    label = "`Dropout2d` takes […, H, W]; `Dropout1d` drops lines, […, L], and `Dropout` single elements of any shape"
)]
pub trait HasPlanes<Of>: Along<Axis<-2>, dropout> {}

texts! {
    /// There is one slope for each channel of a shape, or one for all: `Self`, of `Slopes` numbers, can be read as `T`, of `Channels`.
    message "cannot rectify shape {Of} by {Slopes} slopes along {At}, which are {Channels} channels"
    label "there is one slope for each channel, or one for all: `Prelu::<…>` of {Channels}, or of `One`"
    pub trait SlopeForEach<T: Shape, Slopes, Channels, At, Of>: BroadcastTo<T> {}
    /// A weight of shape `W`, which is `Self`, has no more axes than what it normalises.
    message "cannot normalize shape {Of} by a weight of shape {Weight}"
    label "the weight has more axes than the input"
    note "the mean is taken over the last axes, those of the weight: […, D] with [D], or […, H, W] with [H, W]"
    pub trait LastAxes<S, W, Of, Weight> {
        /// The last axes of `S`, as many as the weight has.
        type Taken: Shape;
    }
    /// A weight's axes are as long as the input's, `V`. `Self` is the weight's shape.
    message "cannot normalize shape {Of} by a weight of shape {Weight}"
    label "the input's last axes are {Taken}, and the weight's {Weight}"
    note "the mean is taken over the last axes, those of the weight: […, D] with [D], or […, H, W] with [H, W]; nothing is stretched"
    pub trait NormAxes<V, Taken, Of, Weight, Open>: TheVery<V> {
        /// `S`, of which nothing is known where they are not.
        type Whole<S: Shape>: Shape;
    }
    /// A weight has an axis at least: of one number by itself the mean is the number, and what is left is nothing.
    message "cannot normalize shape {Of} by a weight of shape {Weight}"
    label "a weight of 0 axes names none to take the mean over"
    note "the mean is taken over the last axes, those of the weight, at least one: […, D] with [D], or […, H, W] with [H, W]"
    pub trait NamesAxes<Of, Weight> {}
    /// The bias is of the weight's shape.
    message "cannot normalize by a weight of shape {Weight} and a bias of shape {Bias}"
    label "the bias would have to be of shape {Weight}, as the weight is"
    note "nothing is stretched"
    pub trait NormBias<W, Weight, Bias> {}
    /// Parameters, a tuple, with one number for each channel.
    message "the parameters `{Self}` are not of the channels on {Axis} of shape {Of}"
    label "there are {Channels} channels, and one number for each"
    pub trait EachChannel<Channels, Axis, Of> {
        /// How many numbers the first one has: as many as there are channels, if they fit.
        type Counted: Size;
    }
    /// A parameter, of shape `Self`, has one number for each channel.
    message "a parameter of shape {Parameter} does not have one number for each channel of shape {Of}"
    label "the channels are {Axis}, of size {Channels}: the parameter would have to be of shape ({Channels},)"
    note "PyTorch's channels are `Axis::<1>` of [B, C, …]: of [B, H, W, C] they get there by `x.permute(axes![0, 3, 1, 2])`"
    pub trait OnePerChannel<Needed, Channels, Axis, Of, Parameter, Open>: TheVery<Needed> {}
    /// There are channels to make groups of.
    message "cannot make groups of the channels of shape {Of}"
    label "{Axis}: there are {Channels} channels"
    note "each group has one channel at least; PyTorch's channels are `Axis::<1>` of [B, C, …]"
    pub trait SomeChannels<Channels, Axis, Of> {}
    /// The groups divide the channels.
    message "cannot make {Groups} groups of the channels of shape {Of}"
    label "{Axis}: {Groups} groups do not divide {Channels} channels evenly"
    note "all groups have the same number of channels, of which there are as many as PyTorch's `num_groups` times some number"
    pub trait EvenGroups<Groups, Channels, Axis, Of>: True {}
}

#[diagnostic::do_not_recommend]
impl<S: Along<Axis<-2>, dropout>, Of> HasPlanes<Of> for S {}
#[diagnostic::do_not_recommend]
impl<S: BroadcastTo<T>, T: Shape, Slopes, Channels, At, Of> SlopeForEach<T, Slopes, Channels, At, Of> for S {}

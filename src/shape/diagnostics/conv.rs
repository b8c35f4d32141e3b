//! Convolutions and pooling.

use super::texts::texts;
use crate::shape::Shape;
use crate::shape::last_axes::{each_axis, last_axes};
use crate::shape::list::{Exactly, TheVery};
use crate::shape::number::True;
use crate::shape::pad::{PadRule, SamePadding, WholeTiles};
use crate::shape::size::{Size, StaticSize};
use crate::shape::verdict::Ours;
use crate::shape::window::{Average, Rounds};

texts! {
    /// A size for each of two axes: one size for both, or a pair (height, width).
    message "`{Self}` is not a size for an axis, nor a pair of them"
    label "write `Dim::<2>`, `One` for 1, or `(Dim::<2>, One)` for height and width"
    note "steps, windows and factors are sizes, so that the compiler can compute the shape of the result: `Conv::new().stride(Dim::<2>)`, `Pool::new(Dim::<2>)`"
    pub trait PerAxis: Ours + Copy + 'static {
        each_axis!(StaticSize: Height Width);
    }
    /// A padding for each of two axes: a size for both, a pair (height, width), or a rule.
    message "`{Self}` is not a size for an axis, nor a pair of them"
    label "write `Dim::<2>`, `One` for 1, or `(Dim::<2>, One)` for height and width"
    note "steps, windows and factors are sizes, so that the compiler can compute the shape of the result: `Conv::new().stride(Dim::<2>)`, `Pool::new(Dim::<2>)`"
    pub trait PadsEach: Ours + Copy + 'static {
        each_axis!(PadRule: Height Width);
    }
    /// A value of an option: one size for all axes, a pair (height, width), or three (depth, height, width).
    message "`{Self}` is not a size for an axis, nor a pair of them"
    label "write `Dim::<2>`, `One` for 1, or `(Dim::<2>, One)` for height and width"
    note "steps, windows and factors are sizes, so that the compiler can compute the shape of the result: `Conv::new().stride(Dim::<2>)`, `Pool::new(Dim::<2>)`"
    pub trait EachAxis: Ours + Copy + 'static {
        /// The value itself; of what is no size it stays open, so that the operation says nothing of it.
        type Given;
    }
    /// In how many groups channels are convolved.
    message "`{Self}` is not a number of groups"
    label "write `Dim::<2>`, or a size that is there, as `C::VALUE`"
    note "how many groups there are is a size, so that the compiler can compare it with the channels: `Conv::new().groups(Dim::<2>)`"
    pub trait GroupCount: Ours + Copy + 'static {
        /// The value itself; of what is no size it stays open, so that the operation says nothing of it.
        type Given;
    }
    /// A size for each of three axes: one size for all, or three (depth, height, width).
    message "`{Self}` is not a size for an axis, nor three of them"
    label "write `Dim::<2>`, `One` for 1, or `(One, Dim::<2>, Dim::<2>)` for depth, height and width"
    pub trait PerAxis3d: Ours + Copy + 'static {
        each_axis!(StaticSize: Depth Height Width);
    }
    /// A padding for each of three axes: a size for all, three of them, or a rule.
    message "`{Self}` is not a size for an axis, nor three of them"
    label "write `Dim::<2>`, `One` for 1, or `(One, Dim::<2>, Dim::<2>)` for depth, height and width"
    pub trait PadsEach3d: Ours + Copy + 'static {
        each_axis!(PadRule: Depth Height Width);
    }
    /// The zeros of `Conv::same()` are as many before as after.
    message "a kernel of {K} with dilation {D} has no middle to be put on each place"
    label "`same` pads by `D (K - 1) / 2` on either side, which is no whole number here"
    note "take an odd kernel; or say how much to pad: `Conv::new().padding(One)`"
    pub trait HasMiddle<K, D>: True {}
    /// A size, where there is one axis only.
    message "`{Self}` is not a size for the one axis of a signal"
    label "in one dimension an option is one size: `Dim::<2>`, `One`"
    pub trait OneForEach: StaticSize {}
    /// A padding of the one axis of a signal: a size or a rule.
    message "`{Self}` is not a size for the one axis of a signal"
    label "in one dimension an option is one size: `Dim::<2>`, `One`"
    pub trait PadsOne: PadRule {}
}

#[diagnostic::do_not_recommend]
impl<P: OneForEach> PadsOne for P {}
#[diagnostic::do_not_recommend]
impl PadsOne for SamePadding {}
#[diagnostic::do_not_recommend]
impl PadsOne for WholeTiles {}

texts! {
    /// The options of a convolution, made by `Conv::new` or `Conv::same`.
    message "`{Self}` are not the options of a convolution"
    label "write `Conv::new()`; the options of a layer are a type, `Conv<Stride, Padding>`"
    note "stride, padding, dilation and groups are options, too: `x.conv2d(&w, Conv::new().stride(Dim::<2>).padding(One))`"
    pub trait ConvOptions: Ours {
        /// The step from one place to the next.
        type Stride;
        /// What is added at either end.
        type Padding;
        /// The step within the kernel.
        type Dilation;
        /// How many groups the channels make.
        type Groups;
    }
    /// A shape `S` has axes for channels, height and width. `Self` are the weights: the compiler waits until they are known.
    message "cannot convolve shape {X} with weights of shape {W}"
    label "the input of a convolution in two dimensions has at least three axes"
    note "[.., C, H, W] with [O, C / groups, KH, KW]; a channel axis is added by `x.unsqueeze(Axis::<-3>)`"
    pub trait Pixels<S, X, W> {
        last_axes!(Channels Height Width);
    }
    /// A shape `S` has axes for channels and time. `Self` are the weights, as above.
    message "cannot convolve shape {X} with weights of shape {W}"
    label "the input of a convolution in one dimension has at least two axes"
    note "[.., C, L] with [O, C / groups, K]; a channel axis is added by `x.unsqueeze(Axis::<-2>)`"
    pub trait Line<S, X, W> {
        last_axes!(Channels Width);
    }
    /// Weights of shape `S`, which is `Self`, of a convolution in two dimensions. (An implementation for their shape alone would be
    /// listed as one that exists.)
    message "cannot convolve shape {X} with weights of shape {W}"
    label "the weights of a convolution in two dimensions have four axes"
    note "[.., C, H, W] with [O, C / groups, KH, KW]; those of `conv_transpose2d` are [C, O / groups, KH, KW]"
    pub trait Filters2d<S, X, W> {
        /// The outermost axis: the channels of the result, or of the input of a transposed convolution.
        type Out: Size;
        /// The next one.
        type Channels: Size;
        each_axis!(StaticSize: Height Width);
    }
    /// A shape `S` has axes for channels, depth, height and width. `Self` are the weights, as above.
    message "cannot convolve shape {X} with weights of shape {W}"
    label "the input of a convolution in three dimensions has at least four axes"
    note "[.., C, D, H, W] with [O, C / groups, KD, KH, KW]; a channel axis is added by `x.unsqueeze(Axis::<-4>)`"
    pub trait Voxels<S, X, W> {
        last_axes!(Channels Depth Height Width);
    }
    /// Weights of shape `S`, which is `Self`, of a convolution in three dimensions.
    message "cannot convolve shape {X} with weights of shape {W}"
    label "the weights of a convolution in three dimensions have five axes"
    note "[.., C, D, H, W] with [O, C / groups, KD, KH, KW]; those of `conv_transpose3d` are [C, O / groups, KD, KH, KW]"
    pub trait Filters3d<S, X, W> {
        /// The outermost axis: the channels of the result, or of the input of a transposed convolution.
        type Out: Size;
        /// The next one.
        type Channels: Size;
        each_axis!(StaticSize: Depth Height Width);
    }
    /// Weights of shape `S`, which is `Self`, of a convolution in one dimension.
    message "cannot convolve shape {X} with weights of shape {W}"
    label "the weights of a convolution in one dimension have three axes"
    note "[.., C, L] with [O, C / groups, K]"
    pub trait Filters1d<S, X, W> {
        /// The outermost axis: the channels of the result.
        type Out: Size;
        /// The next one.
        type Channels: Size;
        each_axis!(StaticSize: Width);
    }
    /// The input has as many channels as the weights of a transposed convolution take: `Self`, which is known when they are.
    message "cannot convolve shape {X} with weights of shape {W}"
    label "{At} of the input is {C}, the weights take {Self}"
    note "channels stand in front of the axes of the kernel, [.., C, L], [.., C, H, W] or [.., C, D, H, W]; weights are [C, O / groups, ..]"
    pub trait TakesChannels<C, At, X, W>: Exactly<C> {}
    /// The same of weights whose channels are those of one group of `G`.
    message "cannot convolve shape {X} with weights of shape {W}"
    label "{At} of the input is {C}, the weights take {Takes} (their second axis times the groups, {G})"
    note "channels stand in front of the axes of the kernel, [.., C, L], [.., C, H, W] or [.., C, D, H, W]; weights are [O, C / groups, ..], of as many groups as channels [O, 1, ..]; of [B, H, W, C] it is `x.permute(axes![0, 3, 1, 2])`, and `unsqueeze` adds a channel axis"
    pub trait TakesInGroups<Needed, C, Takes, At, X, W, G, Open>: TheVery<Needed> {
        /// Whether the groups are of one size, of which nothing is said where it does not.
        type Then<V>;
        /// The result, of which nothing is known where it does not.
        type Whole<S: Shape>: Shape;
    }
    /// The channels make groups of one size.
    message "cannot convolve shape {X} with weights of shape {W} in {G} groups"
    label "{Filters} filters do not make {G} groups of one size"
    note "the first axis of the weights is a multiple of the number of groups"
    pub trait GroupsDivide<Filters, G, X, W>: True {}
    /// A step of 0 leads nowhere, and a kernel of size 0 sees nothing.
    message "a window with stride {Stride}, dilation {Dilation} and a kernel of size {Kernel}"
    label "each of the three is at least 1"
    pub trait AtLeastOne<Stride, Dilation, Kernel>: True {}
    /// The kernel is within the padded input.
    message "cannot convolve shape {X} with weights of shape {W}: the kernel is larger than the padded input"
    label "{At}: the kernel reaches over {Span}, the padded input has {Padded}"
    note "with dilation D a kernel reaches over D (K - 1) + 1, and a padding P makes H of the input H + 2 P; channels come before H and W"
    pub trait Reaches<Span, Padded, At, X, W>: True {}
    /// What is cut off a transposed convolution is not all of it.
    message "nothing is left of shape {X} after a transposed convolution with weights of shape {W}"
    label "{At}: of {Whole}, a padding of {P} cuts off twice as much"
    note "the result has (H - 1) S - 2 P + D (K - 1) + E + 1 rows: stride S, padding P, dilation D, output padding E"
    pub trait LeavesSome<Whole, P, At, X, W>: True {}
    /// The output padding makes up for what the stride rounds off, no more.
    message "an output padding of {E} with stride {S} and dilation {D}"
    label "{At}: the output padding is less than the stride, or than the dilation"
    pub trait LittleOutputPadding<E, S, D, At>: True {}
    /// A bias has one number for each channel of the result.
    message "cannot add a bias of shape {B} to a convolution with weights of shape {W}"
    label "the result has {Channels} channels"
    note "a bias has one axis, with a number for each channel of the result: that of weights [O, C / groups, ..] is [O]"
    pub trait PerChannel<Bias, Channels, B, W, Open>: TheVery<Bias> {}
    /// Weights say how many channels a convolution by the options `O` gives.
    message "weights of shape {Self} with options `{O}`"
    label "these are not the weights of a convolution"
    note "weights are [O, C / groups, ..], with an axis for each of the kernel: K, KH and KW, or KD, KH and KW"
    pub trait OutChannels<O>: Ours<O> {
        /// How many.
        type Out: Size;
    }
    /// The options of pooling, made by `Pool::new`.
    message "`{Self}` is not a window to pool by"
    label "write `Pool::new(Dim::<2>)` for a window of 2 by 2 (in one dimension of 2)"
    note "stride and padding are options, too: `x.max_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One))`"
    pub trait PoolOptions: Ours {
        /// The size of the window.
        type Kernel;
        /// The step from one to the next.
        type Stride;
        /// What is added at either end.
        type Padding;
        /// The step within the window.
        type Dilation;
        /// How the number of windows is rounded.
        type Rounding: Rounds;
        /// What averages are divided by.
        #[doc(hidden)]
        fn average(&self) -> Average;
    }
    /// Elements have as many places. `Self` is the shape of the places.
    message "cannot put elements of shape {X} at places of shape {R}"
    label "each element has a place of its own: both shapes would have to be the same"
    note "`max_pool2d_with_indices` gives the largest elements and their places, which `max_unpool2d` takes again"
    pub trait PutAt<S, X, R>: Exactly<S> {}
    /// A shape `S` has axes for depth, height and width. `Self` are the options, as below.
    message "cannot pool shape {X} over depth, height and width"
    label "it has fewer than three axes"
    note "the last three axes are pooled: [.., D, H, W]; `max_pool2d` and `avg_pool2d` pool the last two"
    pub trait Volume<S, X> {
        last_axes!(Depth Height Width);
    }
    /// A shape `S` has axes for height and width. `Self` are the options: the compiler waits until they are known.
    message "cannot pool shape {X} over height and width"
    label "it has fewer than two axes"
    note "the last two axes are pooled: [.., H, W]; `max_pool1d` and `avg_pool1d` pool the last one"
    pub trait Plane<S, X> {
        last_axes!(Height Width);
    }
    /// A shape `S` has an axis. `Self` are the options, as above.
    message "cannot pool shape {X}"
    label "it has no axis"
    note "the last axis is pooled: [.., L]"
    pub trait Signal<S, X> {
        last_axes!(Width);
    }
    /// The window is within the padded input.
    message "cannot pool shape {X}: the window is larger than the padded input"
    label "{At}: the window is {K}, the padded input has {Padded}"
    note "a padding P makes H of the input H + 2 P; `adaptive_avg_pool2d(One)` pools all there is"
    pub trait WindowFits<K, Padded, At, X>: True {}
    /// The padding is at most half of the window.
    message "cannot pool shape {X} with a window of {K} and a padding of {P}"
    label "{At}: the padding is more than half of the window"
    note "a window that holds nothing but padding has no maximum"
    pub trait HalfAtMost<P, K, At, X>: True {}
    /// A shape `S` has axes for channels, height and width. `Self` is the kernel: the compiler waits until it is known.
    message "shape {X} has no channels whose windows could be columns"
    label "the last three axes are channels, or columns, then height and width"
    note "`im2col`: [.., C, H, W] -> [.., C KH KW, OH, OW], and `col2im` the other way; a plane, [H, W], is `x.unsqueeze(Axis::<0>)`"
    pub trait WindowsOf<S, X> {
        last_axes!(Channels Height Width);
    }
    /// Columns are those of the windows of pictures. `Self` says whether the numbers are theirs.
    message "cannot add columns of shape {Of} up to pictures of shape {To}"
    label "windows of such pictures make columns of shape {Needed}"
    note "[…, C KH KW, OH, OW] -> […, C, H, W]: the kernel's elements of each channel, for each place of the kernel; kernel and options are those of `im2col`"
    pub trait ColumnsOf<Of, To, Needed> {}
}

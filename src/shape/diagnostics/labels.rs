//! `einsum!` and `rearrange!`: axes by their labels.

use core::marker::PhantomData;

use super::texts::texts;
use crate::shape::list::Exactly;
use crate::shape::number::True;
use crate::shape::size::StaticSize;

texts! {
    /// There is one label for each axis.
    message "shape {Of} does not have the axes {Labels}"
    label "the pattern names the axes {Labels}, and this has shape {Of}"
    note "a pattern has one label for each axis, outermost first; `..` in front stands for any leading axes"
    pub trait OneLabelEach<Count, Labels, Of> {
        /// That there is.
        type Checked;
    }
    /// The axes in front of the labelled ones, for which `..` stands, are as many as there are labels for, and the same everywhere.
    message "shape {Of} does not have the axes {Labels}"
    label "the pattern names the axes {Labels}, and this has shape {Of}"
    note "a pattern has one label for each axis, outermost first; `..` in front stands for any leading axes, the same in all operands"
    pub trait LabelledBy<Sizes, Names, Labels, Of, Checked> {}
}

/// All axes of one label have one size.
#[diagnostic::on_unimplemented(
    message = "label `{Label}` is both {Size} and {Self}",
    label = "`{Label}` is {Self} in shape {Of}, and {Size} elsewhere",
    note = "all axes of one label have the same size; nothing is stretched"
)]
pub trait SameSizeAs<Size, Label, Of>: Exactly<Size> {}

/// The axes for which `..` stands are the same in all operands.
#[diagnostic::on_unimplemented(
    message = "the leading axes `..` differ: {Before} and {Shown}",
    label = "`..` is {Shown} in shape {Of}, and {Before} elsewhere",
    note = "`..` stands for the same axes in all operands; nothing is stretched"
)]
pub trait SameDots<Lead, Before, Shown, Of>: Exactly<Lead> {}

/// An axis `D` is split by the sizes `Parts`, which leaves `Rest`.
pub trait Splits<D, Parts, Rest> {
    /// Asks for it.
    fn split(_: PhantomData<(D, Parts, Rest)>) {}
}

texts! {
    /// Axes of shape `S` are merged to one of size `Merged`.
    message "cannot merge the axes {Shown}"
    label "one of them has no size that is known when the program is compiled: a generic one is `N: StaticSize`, and not `N: Size`"
    note "a named axis has a number at run time only, and `x.fix::<shape![…]>()` makes it a size"
    pub trait Merges<S, Merged, Shown, Open> {
        /// Asks for it.
        fn merge(_: PhantomData<(S, Merged)>) {}
    }
    /// The number of an axis that is split is known when the program is compiled: `Self` says whether.
    message "cannot split an axis of size {D} by {Parts}"
    label "its number is not known when the program is compiled"
    note "a named axis has no size to divide, and `x.fix::<shape![…]>()` makes it one; a generic size needs `N: StaticSize`"
    pub trait HasNumber<D, Parts>: True {
        /// The axis.
        type Size;
    }
    /// The sizes that an axis is split into divide it.
    message "cannot split an axis of size {Axis} by {Parts}"
    label "{Axis} is no multiple of {Parts}"
    note "the sizes that are given, as in `(h p) … ; p = 4`, divide the axis without a remainder"
    pub trait NothingLeft<Axis, Parts>: True {
        /// What each part has, of which nothing is known where they do not.
        type Then<N: StaticSize>: StaticSize;
    }
}

/// The sizes that an axis is split into make up its own.
#[diagnostic::on_unimplemented(
    message = "cannot split an axis of size {Axis} into {Parts}",
    label = "they make {Self}, not {Axis}",
    note = "the sizes of all parts are given; leave one out, and it is what the others leave"
)]
pub trait MakeUp<Axis, Parts>: Exactly<Axis> {}

/// What the labels name, as printed.
pub trait Labelled {
    /// A rank.
    type Count;
    /// `(b, h, q, d)`
    type Shown: crate::shape::flat::Flat;
}

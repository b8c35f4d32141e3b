//! The texts of all operations on an axis, or on several.

use super::texts::texts;
use crate::shape::at::Seek;
use crate::shape::taken::Found;

texts! {
    /// A shape has the axis that an operation, the verb, is about. `Self` is what is there.
    message "cannot {Verb} {Axis} of shape {Of}: it is out of range"
    label "there is no such axis"
    note "axes count from 0, and from the end with -1 for the last; `unsqueeze` and `stack` make a new one"
    pub trait HasAxis<Verb, Axis, Of>: Found {
        /// The axis.
        type Axis: Found;
        /// `T`, of which nothing is said where there is no axis.
        type Then<T>;
    }
    /// It is known whether there is such an axis. (`Open` is what the supertrait leaves open if it is not, so that the compiler suggests no bound; and what
    /// it would say of that trait, it does not say then.)
    message "the axes of shape `{S}` are not known here"
    label "count from the end, `Axis::<-1>`, of a shape that is written with its last axes: `(L, D)` for `L: Shape` and `D: Size`"
    note "this needs an axis that is known to be there; a bound may ask for it, too: `S: shaped::Along<AXIS<-1>>`"
    pub trait KnownAxis<S, Open>: Seek<S> {}
    /// A shape has the axes that an operation, the verb, is about; walks the list, so that an axis beyond it ends at `()`. (`Self` is the mask and not the
    /// shape: where it is what `Reduce` is asked of, too, the compiler says that of `Reduce`.)
    message "cannot {Verb} {Axes} of shape {Of}"
    label "no such axis is known of this shape"
    note "axes count from 0, and from the end with -1 for the last; `unsqueeze` and `stack` make a new one"
    pub trait HasAxes<Verb, Shape, Axes, Of> {
        /// The shape without the axes.
        type Output: crate::shape::Shape;
        /// The shape with the axes at size 1.
        type KeepDim: crate::shape::Shape;
    }
    /// No axis is named twice.
    message "cannot {Verb} {Axes} of shape {Of}: one axis is named twice"
    label "each axis once, counted from either end"
    pub trait Once<Verb, Axes, Of> {}
}

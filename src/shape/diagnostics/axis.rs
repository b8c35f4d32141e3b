//! The text of all operations on one axis.

/// A shape has the axis that an operation, the verb, is about. `Self` is what is there.
#[diagnostic::on_unimplemented(
    message = "cannot {Verb} {Axis} of shape {Of}: it is out of range",
    label = "there is no such axis",
    note = "axes count from 0, and from the end with -1 for the last; `unsqueeze` and `stack` make a new one"
)]
pub trait HasAxis<Verb, Axis, Of> {
    /// The axis.
    type Axis: crate::shape::at::Found;
    /// `T`, of which nothing is said where there is no axis.
    type Then<T>;
}

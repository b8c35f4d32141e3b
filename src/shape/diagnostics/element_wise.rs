//! Functions of elements, comparisons, masks.

use super::texts::texts;
use crate::shape::Shape;
use crate::shape::verdict::Good;

/// An element that is a floating-point number: everything that is [`Float`](num_traits::Float), `f32`, `f64`, `f16`, `bf16`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a floating-point number",
    label = "this is computed in floating-point numbers only; a generic type of elements needs the bound `T: num_traits::Float`",
    note = "convert the elements first: `x.cast::<f32>()`; `f16` and `bf16` need the feature `half`"
)]
pub trait FloatElement: num_traits::Float {}

#[diagnostic::do_not_recommend]
impl<T: num_traits::Float> FloatElement for T {}

texts! {
    /// An element that [`cast`](crate::Casts::cast) makes an `U` of, as Rust's `as` does.
    message "`{Self}` elements cannot become `{U}`"
    label "not a conversion between numbers, or between `bool` and numbers"
    note "numbers convert to numbers, `bool` to 0 and 1, and numbers to `bool`, of which all but 0 is true"
    pub trait CastTo<U> {
        /// `self as U`.
        #[doc(hidden)]
        fn cast_to(self) -> U;
    }
    /// The verdict on a mask and values is that they fit.
    message "a mask of shape {Mask} does not fit values of shape {Values}"
    label "{Axes}: {Left} in the mask against {Right} in the values, and neither is 1"
    note "mask and values align at their last axis; each pair of sizes must be equal, or one of them 1: where an axis is missing, `mask.unsqueeze(Axis::<1>)` adds it"
    pub trait AcceptMask<Mask, Values, Left, Right, Axes>: Good {
        /// `S`, of which nothing is said where they do not fit.
        type Then<S: Shape>: Shape;
    }
    /// The verdict on the two values that a mask selects from is that they fit.
    message "cannot select between values of shape {Yes} and values of shape {No}"
    label "{Axes}: {Left} where the mask holds against {Right} where not, and neither is 1"
    note "mask and values align at their last axis; each pair of sizes must be equal, or one of them 1: where an axis is missing, `x.unsqueeze(Axis::<1>)` adds it"
    pub trait AcceptValues<Yes, No, Left, Right, Axes>: Good {
        /// `S`, of which nothing is said where they do not fit.
        type Then<S: Shape>: Shape;
    }
}

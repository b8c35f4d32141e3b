//! Every text that the compiler prints when shapes do not fit, on the trait that decides.
//!
//! The message is the fact with both operands in the caller's order, the label is this spot, the notes are the rule and
//! then the usual way out. The traits here carry what the texts name as parameters of their own (flat shapes, the sizes
//! and axes that clash), since a text can only print a trait's parameters.

use super::digits::Digits;
use super::number::{Nat, Yes};

/// `Dim<N>` is a size: one row of the table for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the type of a size",
    label = "sizes 0 and 2 to 1023 are `Dim<N>`, 1 is `One`, and larger ones are spelled digit by digit",
    note = "write the number and let the macro find its type: `dim!(1024)`, `shape![3, 1024]`"
)]
pub trait Numeral {
    /// Its number.
    type Len: Nat;
    /// Its digits.
    type Spelling: Digits<Eq<Self::Spelling> = Yes>;
}

/// The verdict on two shapes of one element-wise operation is that they fit.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast shape {Lhs} with shape {Rhs}",
    label = "{Axes}: {Left} against {Right}, and neither is `One`",
    note = "shapes align at their last axis; each pair of sizes must be equal, or one of them 1 (`One`)",
    note = "to line up other axes, give one side an axis of size 1 there: `x.unsqueeze(Axis::<-1>)`"
)]
pub trait Accept<Lhs, Rhs, Left, Right, Axes> {
    /// The shape of the result.
    type Output: super::Shape;
}

/// The verdict on what is added (or the like) to a tensor in place is that it fits.
#[diagnostic::on_unimplemented(
    message = "cannot assign shape {Rhs} to shape {Lhs}",
    label = "{Axes}: {Left} on the left against {Right}, and neither is `One`",
    note = "the right side of an assignment is stretched to the left side's shape: shapes align at their last axis, and each size on the right must be equal to the left one, or 1 (`One`)"
)]
pub trait AcceptAssign<Target, Lhs, Rhs, Left, Right, Axes> {}

/// The result of an assignment has the left side's shape.
#[diagnostic::on_unimplemented(
    message = "cannot assign shape {Rhs} to shape {Lhs}: that would stretch the left side",
    label = "the result has shape {Result}",
    note = "the left side of an assignment is never stretched; write `let c = &a + &b` for a result of shape {Result}"
)]
pub trait KeepsLeft<To, Lhs, Rhs, Result> {}

/// The verdict on a view of one shape as another is that they fit.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast shape {From} to shape {To}",
    label = "{Axes}: {Left} cannot become {Right}",
    note = "shapes align at their last axis; each size must be equal to the new one, or 1 (`One`)",
    note = "to line up other axes, insert an axis of size 1 first: `x.unsqueeze(Axis::<-1>)`"
)]
pub trait AcceptTo<Target, From, To, Left, Right, Axes> {}

/// A view of one shape as another has the other's shape.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast shape {From} to shape {To}",
    label = "the two together have shape {Result}",
    note = "`broadcast_to` stretches only what it is called on; `broadcast_with` stretches both sides"
)]
pub trait KeepsTarget<Target, From, To, Result> {}

/// Two shapes are the same shape, nothing stretched.
#[diagnostic::on_unimplemented(
    message = "not the same shape: {Lhs} and {Rhs}",
    label = "after `same_shape()` nothing is stretched",
    note = "leave out `same_shape()` where the shapes are meant to broadcast"
)]
pub trait Same<To, Lhs, Rhs> {}

/// The shape has `N` axes.
#[diagnostic::on_unimplemented(
    message = "an index into shape {Of} does not have {N} numbers",
    label = "one number for each axis: {Of}",
    note = "write the closure with one name for each axis, as in `|[i, j]|` for a matrix"
)]
pub trait Axes<const N: usize, Of> {}

/// An axis can be inserted here; walks the list, so that a position beyond it ends at `()`.
#[diagnostic::on_unimplemented(
    message = "cannot insert {Axis} into shape {Of}: it is out of range",
    label = "there is no such place",
    note = "the new axis is counted in the result: from 0 to the rank, or from the end with -1 for the last"
)]
pub trait InsertAt<At, Axis, Of> {
    /// The shape of the result.
    type Output: super::Shape;
}

/// An axis can be removed here.
#[diagnostic::on_unimplemented(
    message = "cannot squeeze {Axis} out of shape {Of}: it is out of range",
    label = "there is no such axis",
    note = "axes count from 0, and from the end with -1 for the last"
)]
pub trait SqueezeAt<At, Axis, Of> {
    /// The shape of the result.
    type Output: super::Shape;
}

/// The axis to be removed has size 1.
#[diagnostic::on_unimplemented(
    message = "cannot squeeze {Axis} out of shape {Of}: its size is not 1",
    label = "its size is {Self}",
    note = "only an axis of size 1 (`One`) can be squeezed out"
)]
pub trait IsOne<Axis, Of> {}

/// An axis or several, as the argument of a reduction.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an axis of a tensor, nor a tuple of such",
    label = "write `Axis::<0>`, `Axis::<-1>` for the last one, or `(Axis::<0>, Axis::<2>)` for several"
)]
pub trait AxisSet<Rank> {
    /// What becomes of each axis, from the last one on.
    type Mask: super::reduce::Mask;
}

/// The axes can be reduced; walks the list, so that an axis beyond it ends at `()`.
#[diagnostic::on_unimplemented(
    message = "cannot reduce {Axes} of shape {Of}",
    label = "the shape has no such axis",
    note = "axes count from 0, and from the end with -1 for the last"
)]
pub trait ReduceBy<Mask, Axes, Of> {
    /// The shape without the axes.
    type Output: super::Shape;
    /// The shape with the axes at size 1.
    type KeepDim: super::Shape;
}

/// No axis is named twice.
#[diagnostic::on_unimplemented(
    message = "cannot reduce {Axes} of shape {Of}: one axis is named twice",
    label = "each axis once, counted from either end"
)]
pub trait Once<Axes, Of> {}

/// An element that is a truth value.
#[diagnostic::on_unimplemented(
    message = "`any` and `all` are of `bool`, not of `{Self}`",
    label = "make a mask first: `x.map(|x| x > 0.0)`"
)]
pub trait Truth: Copy + Into<bool> {}
impl Truth for bool {}

//! What shapes are when they are taken apart: at an axis, or as matrices.

use super::list::Shape;
use super::size::Size;

/// Axes that follow others.
pub trait Inner {
    /// Both, one after the other.
    type After<Outer: Shape>: Shape;
}

impl Inner for () {
    type After<Outer: Shape> = Outer;
}

impl<I: Inner, E: Size> Inner for (I, E) {
    type After<Outer: Shape> = (I::After<Outer>, E);
}

/// An axis that was found.
pub trait Found {
    /// Its size.
    type Size: Size;
    /// The same, as a type of this crate: of one of the user's own, the compiler would show where it is declared.
    type Here;
    /// The axes outside it.
    type Outer: Shape;
    /// The shape with another size there.
    type With<D: Size>: Shape;
    /// The shape without the axis.
    type Without: Shape;
    /// The shape with several axes there.
    type Replaced<M: Inner>: Shape;
}

/// Two stacks of matrices taken apart; a vector is one row on the left, or one column on the right.
pub trait Parts {
    type Left: Shape;
    type Inner: Size;
    type Right: Shape;
    type InnerRight: Size;
    /// The shape of the result, with these axes in front.
    type Product<Stack: Shape>: Shape;
    /// The two that must be the same, as types of this crate: of one of the user's own, the compiler would show where it is declared.
    type AtLeft;
    type AtRight;
}

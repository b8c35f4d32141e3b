//! Linear algebra.

use super::texts::texts;
use crate::shape::Shape;
use crate::shape::last_axes::last_axes;
use crate::shape::size::Size;

texts! {
    /// The shape is that of square matrices, one or a stack of them: `[…, n, n]`.
    message "shape {Self} is not of square matrices"
    label "this is of square matrices, `[…, n, n]`"
    note "the last two axes have one size; `pinv`, `lstsq`, `qr` and `svd` are of matrices of any sizes"
    pub trait SquareMatrices<Of> {
        /// The axes in front.
        type Leading: Shape;
        /// How many rows and columns there are.
        type Side: Size;
    }
    /// The shape is that of matrices, one or a stack of them: `[…, m, n]`.
    message "shape {Self} is not of matrices"
    label "this is of matrices, `[…, m, n]`"
    note "of a vector, `x.unsqueeze(Axis::<1>)` makes a matrix of one column"
    pub trait MatricesOf<Of> {
        last_axes!(Rows Columns);
    }
    /// The right sides of systems of equations: as many rows as the matrices have, and the same axes in front.
    message "matrices of shape {Of} have no right sides of shape {Self}"
    label "the matrices and their right sides have as many rows, and the same axes in front"
    note "[…, m, n] and […, m, k]; a vector is one column, `b.unsqueeze(Axis::<-1>)`, and `expand` stretches axes in front"
    pub trait RightSidesOf<Matrices, Sides, Of> {
        /// How many there are for each matrix.
        type Columns: Size;
    }
}

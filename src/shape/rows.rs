//! Tensors of as many rows: what a data set is made of.

use super::Shape;
use super::at::{Along, SizeAt, With};
use super::axes::Axis;
use super::diagnostics::AsManyRows;
use super::verbs::select;

/// A shape with the outermost axis of the shape `R`: what [`Batches`](crate::optim::Batches) takes.
pub trait RowsLike<R: Shape>: Along<Axis<0>, select> {}

impl<S: Along<Axis<0>, select>, R: Along<Axis<0>, select>> RowsLike<R> for S where
    R: AsManyRows<With<R, Axis<0>, select, SizeAt<S, Axis<0>, select>>, S::Shown, R::Shown>
{
}

//! Tensors of as many rows: what a data set is made of.

use super::Shape;
use super::at::{Along, SizeAt, With};
use super::axes::Axis;
use super::diagnostics::AsManyRows;
use super::verbs::index;

/// A shape with the outermost axis of the shape `R`: what [`Batches`](crate::optim::Batches) takes.
pub trait RowsLike<R: Shape>: Along<Axis<0>, index> {}

impl<S: Along<Axis<0>, index>, R: Along<Axis<0>, index>> RowsLike<R> for S where
    R: AsManyRows<With<R, Axis<0>, index, SizeAt<S, Axis<0>, index>>, S::Shown, R::Shown>
{
}

//! Tensors of as many rows: what a data set is made of.

use super::Shape;
use super::at::{Along, SizeAt, With};
use super::axes::Axis;
use super::diagnostics::AsManyRows;
use super::verbs::index_into;

/// A shape with the outermost axis of the shape `R`: what [`Batches`](crate::optim::Batches) takes.
pub trait RowsLike<R: Shape>: Along<Axis<0>, index_into> {}

impl<S: Along<Axis<0>, index_into>, R: Along<Axis<0>, index_into>> RowsLike<R> for S where
    R: AsManyRows<With<R, Axis<0>, index_into, SizeAt<S, Axis<0>, index_into>>, S::Shown, R::Shown>
{
}

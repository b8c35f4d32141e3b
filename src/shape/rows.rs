//! Tensors of as many rows: what a data set is made of.

use super::Shape;
use super::at::{Along, SizeAt};
use super::axes::Axis;
use super::diagnostics::AsManyRows;
use super::verbs::index;

/// A shape with the outermost axis of the shape `R`: what [`Batches`](crate::optim::Batches) takes.
pub trait RowsLike<R: Shape>: Along<Axis<0>, index> {}

impl<S: Along<Axis<0>, index>, R: Along<Axis<0>, index>> RowsLike<R> for S where
    SizeAt<S, Axis<0>, index>: AsManyRows<SizeAt<R, Axis<0>, index>, S::Shown, R::Shown>
{
}

#[diagnostic::do_not_recommend]
impl<N, Features, Targets> AsManyRows<N, Features, Targets> for N {}

//! What is at an axis of a shape, and the shape with something else there: always a verdict, so that each operation's own
//! text is what the compiler prints.

use core::marker::PhantomData;

use super::axes::Missing;
use super::diagnostics::{HasAxis, Locate};
use super::list::Shape;
use super::rank::{Last, Nowhere, Outside, Position};
use super::size::Size;
use super::taken::{Found, Inner};
use super::verdict::{And, Fits};

/// An axis of size `D`, with the axes outside it and those inside.
pub struct At<Outer, D, Inner>(PhantomData<(Outer, D, Inner)>);

/// Finds an axis in a shape: always a verdict, [`At`] or [`Missing`].
pub trait Seek<S> {
    type Verdict;
}

impl<L, D> Seek<(L, D)> for Last {
    type Verdict = At<L, D, ()>;
}

impl<P: Seek<L, Verdict: And<Fits<D>>>, L, D> Seek<(L, D)> for Outside<P> {
    type Verdict = <P::Verdict as And<Fits<D>>>::Verdict;
}

impl<Outer, D, Inner, E> And<Fits<E>> for At<Outer, D, Inner> {
    type Verdict = At<Outer, D, (Inner, E)>;
}

impl Seek<()> for Last {
    type Verdict = Missing;
}

impl<P> Seek<()> for Outside<P> {
    type Verdict = Missing;
}

impl<S> Seek<S> for Nowhere {
    type Verdict = Missing;
}

impl<Outer: Shape, D: Size, I: Inner> Found for At<Outer, D, I> {
    type Size = D;
    type Outer = Outer;
    type With<E: Size> = I::After<(Outer, E)>;
    type Without = I::After<Outer>;
    type Replaced<M: Inner> = I::After<M::After<Outer>>;
}

type Sought<S, A> = <<A as Locate<<S as Shape>::Rank, <S as Shape>::Shown>>::Place as Seek<S>>::Verdict;

/// A shape that has an axis `A`: what the operations along one axis have in common.
pub trait Along<A>: Shape {
    /// The axis.
    type Axis: Found;
    /// Where it is, counted from the end.
    const PLACE: usize;
}

impl<S: Shape, A> Along<A> for S
where
    A: Locate<S::Rank, S::Shown, Place: Position + Seek<S>>,
    Sought<S, A>: HasAxis<A, S::Shown>,
{
    type Axis = <Sought<S, A> as HasAxis<A, S::Shown>>::Axis;
    const PLACE: usize = <A::Place as Position>::INDEX;
}

#[diagnostic::do_not_recommend]
impl<A, Shown, O: Shape, D: Size, I> HasAxis<A, Shown> for At<O, D, I>
where
    Self: Found,
{
    type Axis = Self;
}

/// The size of a shape's axis.
pub(crate) type SizeAt<S, A> = <<S as Along<A>>::Axis as Found>::Size;
/// A shape with another size on an axis.
pub(crate) type With<S, A, D> = <<S as Along<A>>::Axis as Found>::With<D>;
/// The axes outside an axis.
pub(crate) type OuterOf<S, A> = <<S as Along<A>>::Axis as Found>::Outer;

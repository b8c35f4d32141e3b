//! What is at an axis of a shape, and the shape with something else there: always a verdict, so that each operation's own
//! text is what the compiler prints.

use core::marker::PhantomData;

use super::axes::{Last, Missing, Nowhere, Outside};
use super::broadcast::{And, Fits};
use super::list::Shape;
use super::size::Size;

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
    /// The axes outside it.
    type Outer: Shape;
    /// The shape with another size there.
    type With<D: Size>: Shape;
}

impl<Outer: Shape, D: Size, I: Inner> Found for At<Outer, D, I> {
    type Size = D;
    type Outer = Outer;
    type With<E: Size> = I::After<(Outer, E)>;
}

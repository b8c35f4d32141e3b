//! What is at an axis of a shape, and the shape with something else there: always a verdict, so that each operation's own
//! text is what the compiler prints.

use core::marker::PhantomData;

use super::diagnostics::{HasAxis, Locate};
use super::list::Shape;
use super::rank::{Last, Nowhere, Outside, Position};
use super::size::Size;
use super::taken::{Found, Inner};
use super::verbs::normalize;
use super::verdict::{And, Fits, HasSize, Missing, never_comes};

/// An axis of size `D`, with the axes outside it and those inside.
pub struct At<Outer, D, Inner>(PhantomData<(Outer, D, Inner)>);

/// Finds an axis in a shape: always a verdict, [`At`] or [`Missing`]; of a generic shape there is none.
#[diagnostic::on_unimplemented(
    message = "the axes of shape `{S}` are not known here",
    label = "this needs an axis that is known to be there",
    note = "generic code writes `(L, D)` for a shape with a last axis, or asks for the axis by name: `S: shaped::Along<Axis<-1>>`"
)]
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

never_comes! {
    impl<S> Seek<S> for Absent {
        type Verdict = Missing;
    }
    impl<T> Seek<Absent<T>> for Last {
        type Verdict = Missing;
    }
    impl<P, T> Seek<Absent<T>> for Outside<P> {
        type Verdict = Missing;
    }
}

impl<Outer: Shape, D: Size, I: Inner> Found for At<Outer, D, I> {
    type Size = D;
    type Here = HasSize<D>;
    type Outer = Outer;
    type With<E: Size> = I::After<(Outer, E)>;
    type Without = I::After<Outer>;
    type Replaced<M: Inner> = I::After<M::After<Outer>>;
}

/// Where an axis `A` of a shape `X` is.
pub(crate) type Place<X, A> = <A as Locate<<X as Shape>::Rank, <X as Shape>::Shown>>::Place;
/// What there is in a shape `S` where an axis `A` of a shape `X` is: a verdict.
pub(crate) type Sought<X, S, A> = <Place<X, A> as Seek<S>>::Verdict;

/// A shape that has the axis `A`, along which `softmax` and the like work; they keep the shape.
///
/// ```
/// use shaped::{Along, prelude::*};
/// fn attention_weights<L: Shape, D: Size>(scores: &Tensor<f32, (L, D)>) -> Tensor<f32, (L, D)> {
///     scores.softmax(Axis::<-1>) // no bound
/// }
/// fn along<S: Shape + Along<A>, A>(scores: &Tensor<f32, S>, axis: A) -> Tensor<f32, S> {
///     scores.softmax(axis)
/// }
/// ```
///
/// All operations on one axis go through this trait; the verb is what their errors say that they do with it.
pub trait Along<A, Verb = normalize>: Shape {
    /// The axis.
    #[doc(hidden)]
    type Axis: Found;
    /// Where it is, counted from the end.
    #[doc(hidden)]
    const PLACE: usize;
}

impl<S: Shape, A, Verb> Along<A, Verb> for S
where
    A: Locate<S::Rank, S::Shown, Place: Position + Seek<S>>,
    Sought<S, S, A>: HasAxis<Verb, A, S::Shown>,
{
    type Axis = <Sought<S, S, A> as HasAxis<Verb, A, S::Shown>>::Axis;
    const PLACE: usize = <A::Place as Position>::INDEX;
}

#[diagnostic::do_not_recommend]
impl<Verb, A, Shown, O: Shape, D: Size, I: Inner> HasAxis<Verb, A, Shown> for At<O, D, I> {
    type Axis = Self;
    type Then<T> = T;
}

/// The size of a shape's axis.
pub(crate) type SizeAt<S, A, Verb> = <<S as Along<A, Verb>>::Axis as Found>::Size;
/// A shape with another size on an axis.
pub(crate) type With<S, A, Verb, D> = <<S as Along<A, Verb>>::Axis as Found>::With<D>;
/// A shape without an axis.
pub(crate) type WithoutAxis<S, A, Verb> = <<S as Along<A, Verb>>::Axis as Found>::Without;
/// The axes outside an axis.
pub(crate) type OuterOf<S, A, Verb> = <<S as Along<A, Verb>>::Axis as Found>::Outer;

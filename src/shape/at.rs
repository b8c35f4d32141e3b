//! What is at an axis of a shape, and the shape with something else there: always a verdict, so that each operation's own
//! text is what the compiler prints.

use core::marker::PhantomData;

use super::diagnostics::{HasAxis, KnownAxis, Locate};
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
    label = "count from the end, `Axis::<-1>`, of a shape that is written with its last axes: `(L, D)` for `L: Shape` and `D: Size`"
)]
pub trait Seek<S> {
    type Verdict;
    /// Nothing, once the shape is known.
    type Open;
    /// `T`, of which nothing is said before the shape is known.
    type Then<T>;
}

// For each shape by itself: what holds wherever `Seek` does, would be refused as `Seek` is.
#[diagnostic::do_not_recommend]
impl<L, D, Open> KnownAxis<(L, D), Open> for Last {}
#[diagnostic::do_not_recommend]
impl<P: Seek<L, Verdict: And<Fits<D>>> + KnownAxis<L, Open>, L, D, Open> KnownAxis<(L, D), Open> for Outside<P> {}
#[diagnostic::do_not_recommend]
impl<Open> KnownAxis<(), Open> for Last {}
#[diagnostic::do_not_recommend]
impl<P, Open> KnownAxis<(), Open> for Outside<P> {}
#[diagnostic::do_not_recommend]
impl<S, Open> KnownAxis<S, Open> for Nowhere {}

impl<L, D> Seek<(L, D)> for Last {
    type Verdict = At<L, D, ()>;
    type Open = ();
    type Then<T> = T;
}

impl<P: Seek<L, Verdict: And<Fits<D>>>, L, D> Seek<(L, D)> for Outside<P> {
    type Verdict = <P::Verdict as And<Fits<D>>>::Verdict;
    type Open = ();
    type Then<T> = T;
}

impl<Outer, D, Inner, E> And<Fits<E>> for At<Outer, D, Inner> {
    type Verdict = At<Outer, D, (Inner, E)>;
}

impl Seek<()> for Last {
    type Verdict = Missing;
    type Open = ();
    type Then<T> = T;
}

impl<P> Seek<()> for Outside<P> {
    type Verdict = Missing;
    type Open = ();
    type Then<T> = T;
}

impl<S> Seek<S> for Nowhere {
    type Verdict = Missing;
    type Open = ();
    type Then<T> = T;
}

never_comes! {
    impl<S> Seek<S> for Absent {
        type Verdict = Missing;
        type Open = ();
        type Then<U> = U;
    }
    impl<T> Seek<Absent<T>> for Last {
        type Verdict = Missing;
        type Open = ();
        type Then<U> = U;
    }
    #[diagnostic::do_not_recommend]
    impl<S, Open> KnownAxis<S, Open> for Absent {}
    #[diagnostic::do_not_recommend]
    impl<T, Open> KnownAxis<Absent<T>, Open> for Last {}
    #[diagnostic::do_not_recommend]
    impl<P, T, Open> KnownAxis<Absent<T>, Open> for Outside<P> {}
    impl<P, T> Seek<Absent<T>> for Outside<P> {
        type Verdict = Missing;
        type Open = ();
        type Then<U> = U;
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
    /// The number that it is written by, which run-time errors name.
    #[doc(hidden)]
    const NUMBER: isize;
}

impl<S: Shape, A, Verb, P, O, V> Along<A, Verb> for S
where
    A: Locate<S::Rank, S::Shown, Place = P>,
    P: Position + KnownAxis<S, O> + Seek<S, Open = O, Verdict = V>,
    V: HasAxis<Verb, A, S::Shown>,
{
    // Of projections, and not of the parameters: what is computed of this is known at once.
    type Axis = <Sought<S, S, A> as HasAxis<Verb, A, S::Shown>>::Axis;
    const PLACE: usize = <A::Place as Position>::INDEX;
    const NUMBER: isize = A::NUMBER;
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

//! Axes as arguments: `Axis::<-1>`, and the shapes that come of inserting or removing one.

use core::fmt::Debug;

use super::at::{Along, Found, SizeAt, WithoutAxis};
use super::broadcast::{And, Fits};
use super::diagnostics::{Axes, Inserted, IsOne, Locate};
use super::list::Shape;
use super::size::One;
use super::verbs::squeeze;

/// An axis as an argument, always a value: `Axis::<0>` is the first, `Axis::<-1>` the last.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![1.0, 2.0, 3.0];
/// assert_eq!(x.unsqueeze(Axis::<0>).sizes(), [1, 3]);
/// assert_eq!(x.unsqueeze(Axis::<-1>).sizes(), [3, 1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Axis<const I: isize>;

/// What there is one of for each axis: a size, an index, a stride.
pub trait Entry: Copy + Debug + Eq + 'static {}
impl Entry for usize {}
impl Entry for isize {}

/// A number of axes, and the arrays with one entry for each.
pub trait Rank: 'static {
    const N: usize;
    /// One axis more.
    type Succ: Rank;
    /// One axis fewer, or [`OutOfRange`].
    type Pred: Rank;
    /// This many places from the end.
    type Place: Position;
    /// One entry for each axis.
    type Array<X: Entry>: Copy + Debug + Eq + AsRef<[X]> + AsMut<[X]>;
    /// An array with the same entry everywhere.
    fn fill<X: Entry>(x: X) -> Self::Array<X>;
}

/// The rank `N`.
pub struct R<const N: usize>;
/// No rank: fewer than 0 axes, or more than 16.
pub struct OutOfRange;

/// The last axis.
pub struct Last;
/// The axis outside another.
pub struct Outside<P>(core::marker::PhantomData<P>);
/// No axis.
pub struct Nowhere;

/// A place in a list, counted from the end.
pub trait Position: 'static {
    /// 0 for the last axis.
    const INDEX: usize;
}
impl Position for Last {
    const INDEX: usize = 0;
}
impl Position for Nowhere {
    const INDEX: usize = usize::MAX;
}
impl<P: Position> Position for Outside<P> {
    const INDEX: usize = P::INDEX + 1;
}

/// The axis one further out, for the texts.
pub trait NextOuter {
    type Next;
}

macro_rules! rank {
    ($n:literal: $pred:ty, $succ:ty, $place:ty) => {
        impl Rank for R<$n> {
            const N: usize = $n;
            type Succ = $succ;
            type Pred = $pred;
            type Place = $place;
            type Array<X: Entry> = [X; $n];
            #[inline(always)]
            fn fill<X: Entry>(x: X) -> [X; $n] {
                [x; $n]
            }
        }
    };
}

rank!(0: OutOfRange, R<1>, Last);

impl Rank for R<17> {
    const N: usize = 17;
    type Succ = Self;
    type Pred = R<16>;
    type Place = Nowhere;
    type Array<X: Entry> = [X; 0];
    fn fill<X: Entry>(_: X) -> [X; 0] {
        []
    }
}

impl Rank for OutOfRange {
    const N: usize = usize::MAX;
    type Succ = Self;
    type Pred = Self;
    type Place = Nowhere;
    type Array<X: Entry> = [X; 0];
    fn fill<X: Entry>(_: X) -> [X; 0] {
        []
    }
}

#[diagnostic::do_not_recommend]
impl<N: Rank, Of> Locate<N, Of> for Axis<0> {
    type Place = <N::Pred as Rank>::Place;
    type Then<T> = T;
}

/// Rank 1 to 16 with its neighbours, and the axis that lies that many places from the end.
macro_rules! ranks {
    ($($pred:literal $n:literal $succ:literal, $back:literal $outer:literal;)*) => { $(
        rank!($n: R<$pred>, R<$succ>, Outside<<R<$pred> as Rank>::Place>);
        impl NextOuter for Axis<$back> {
            type Next = Axis<$outer>;
        }
        #[diagnostic::do_not_recommend]
        impl<N: Rank, Of> Locate<N, Of> for Axis<$back> {
            type Place = <R<$pred> as Rank>::Place;
            type Then<T> = T;
        }
        #[diagnostic::do_not_recommend]
        impl<N: Rank, Of> Locate<N, Of> for Axis<$n> {
            type Place = <Axis<$pred> as Locate<N::Pred, Of>>::Place;
            type Then<T> = T;
        }
    )* };
}

#[rustfmt::skip]
ranks! {
    0 1 2, -1 -2; 1 2 3, -2 -3; 2 3 4, -3 -4; 3 4 5, -4 -5;
    4 5 6, -5 -6; 5 6 7, -6 -7; 6 7 8, -7 -8; 7 8 9, -8 -9;
    8 9 10, -9 -10; 9 10 11, -10 -11; 10 11 12, -11 -12; 11 12 13, -12 -13;
    12 13 14, -13 -14; 13 14 15, -14 -15; 14 15 16, -15 -16; 15 16 17, -16 -17;
}

/// A shape with `N` axes, which `[usize; N]` indexes.
pub trait Indexed<const N: usize>: Shape {}

impl<S: Shape, const N: usize> Indexed<N> for S where S::Rank: Axes<N, S::Shown> {}

impl<const N: usize, Of> Axes<N, Of> for R<N> {}

/// A shape with one more axis, of size 1, at `A`: what `unsqueeze` gives.
///
/// ```
/// use shaped::prelude::*;
/// use shaped::Unsqueezed;
/// let _: Tensor<f32, shape![4, 1, 3]> = Tensor::<f32, Unsqueezed<shape![4, 3], Axis<1>>>::zeros();
/// ```
pub trait Unsqueeze<A>: Shape {
    /// The shape with the new axis.
    type Output: Shape;
    /// Where the new axis is, counted from the end.
    #[doc(hidden)]
    const PLACE: usize;
}

/// The shape with an axis of size 1 inserted at `A`, which is counted in the result.
pub type Unsqueezed<S, A> = <S as Unsqueeze<A>>::Output;

/// No place, or no axis, in a list that is too short.
pub struct Missing;

impl<Last> And<Last> for Missing {
    type Verdict = Missing;
}

/// Inserts an axis into a shape: always a verdict.
pub trait InsertInto<S> {
    type Verdict;
}

impl<S> InsertInto<S> for Last {
    type Verdict = Fits<(S, One)>;
}

impl<P: InsertInto<L, Verdict: And<Fits<D>>>, L, D> InsertInto<(L, D)> for Outside<P> {
    type Verdict = <P::Verdict as And<Fits<D>>>::Verdict;
}

impl<P> InsertInto<()> for Outside<P> {
    type Verdict = Missing;
}

impl<S> InsertInto<S> for Nowhere {
    type Verdict = Missing;
}

type Insert<S, A> =
    <<A as Locate<<<S as Shape>::Rank as Rank>::Succ, <S as Shape>::Shown>>::Place as InsertInto<S>>::Verdict;

impl<S: Shape, A> Unsqueeze<A> for S
where
    A: Locate<<S::Rank as Rank>::Succ, S::Shown, Place: Position + InsertInto<S>>,
    Insert<S, A>: Inserted<A, S::Shown>,
{
    type Output = <Insert<S, A> as Inserted<A, S::Shown>>::Output;
    const PLACE: usize = <A::Place as Position>::INDEX;
}

#[diagnostic::do_not_recommend]
impl<S: Shape, A, Of> Inserted<A, Of> for Fits<S> {
    type Output = S;
}

/// A shape without its axis `A`, which must have size 1: what `squeeze` gives.
pub trait Squeeze<A>: Along<A, squeeze> {
    /// The shape without the axis.
    type Output: Shape;
}

/// The shape without its axis `A` of size 1.
pub type Squeezed<S, A> = <S as Squeeze<A>>::Output;

impl<S: Along<A, squeeze>, A> Squeeze<A> for S
where
    <S::Axis as Found>::Here: IsOne<HasSize<One>, SizeAt<S, A, squeeze>, A, S::Shown>,
{
    type Output = WithoutAxis<S, A, squeeze>;
}

#[diagnostic::do_not_recommend]
impl<S, D, A, Of> IsOne<S, D, A, Of> for S {}

/// An axis of this size, for texts.
pub struct HasSize<D>(core::marker::PhantomData<D>);

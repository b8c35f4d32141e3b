//! Axes as arguments: `Axis::<-1>`, and the shapes that come of inserting or removing one.

use core::fmt::Debug;

use super::at::{Along, SizeAt, WithoutAxis};
use super::diagnostics::{Axes, Inserted, IsOne, Locate, SingleAxis};
use super::list::{LeavesOpen, Shape};
use super::rank::{Last, Nowhere, Outside, Position, R, Rank};
use super::size::One;
use super::taken::Found;
use super::verbs::squeeze;
use super::verdict::{And, Fits, HasSize, Missing};

/// An axis as an argument, always a value: `Axis::<0>` is the first, `Axis::<-1>` the last. `axis!(-1)` is the same.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![1.0, 2.0, 3.0];
/// assert_eq!(x.unsqueeze(Axis::<0>).sizes(), [1, 3]);
/// assert_eq!(x.unsqueeze(Axis::<-1>).sizes(), [3, 1]);
/// assert_eq!(x.unsqueeze(axis!(-1)).sizes(), [3, 1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Axis<const I: isize>;

impl<const I: isize> SingleAxis for Axis<I> {
    type Itself = Self;
}

/// An axis that is one, where its neighbours in the family may be several.
pub(crate) type TheAxis<A> = <A as SingleAxis>::Itself;

/// The axis one further out, for the texts.
pub trait NextOuter {
    type Next: NextOuter;
}

/// Outside of the most axes that there are.
impl NextOuter for Axis<-17> {
    type Next = Self;
}

#[diagnostic::do_not_recommend]
impl<N: Rank, Of> Locate<N, Of> for Axis<0> {
    type Place = <N::Pred as Rank>::Place;
    const NUMBER: isize = 0;
    type Then<T> = T;
}

/// The axes of ranks 1 to 16: the one that lies that many places from the end, and the next one outside it.
macro_rules! axes_of {
    ($($pred:literal $n:literal, $back:literal $outer:literal;)*) => { $(
        impl NextOuter for Axis<$back> {
            type Next = Axis<$outer>;
        }
        #[diagnostic::do_not_recommend]
        impl<N: Rank, Of> Locate<N, Of> for Axis<$back> {
            type Place = <R<$pred> as Rank>::Place;
            const NUMBER: isize = $back;
            type Then<T> = T;
        }
        #[diagnostic::do_not_recommend]
        impl<N: Rank, Of> Locate<N, Of> for Axis<$n> {
            type Place = <Axis<$pred> as Locate<N::Pred, Of>>::Place;
            const NUMBER: isize = $n;
            type Then<T> = T;
        }
    )* };
}

#[rustfmt::skip]
axes_of! {
    0 1, -1 -2; 1 2, -2 -3; 2 3, -3 -4; 3 4, -4 -5;
    4 5, -5 -6; 5 6, -6 -7; 6 7, -7 -8; 7 8, -8 -9;
    8 9, -9 -10; 9 10, -10 -11; 10 11, -11 -12; 11 12, -12 -13;
    12 13, -13 -14; 13 14, -14 -15; 14 15, -15 -16; 15 16, -16 -17;
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

impl<S: Shape, A, P, V> Unsqueeze<A> for S
where
    A: Locate<<S::Rank as Rank>::Succ, S::Shown, Place = P>,
    P: Position + InsertInto<S, Verdict = V>,
    V: Inserted<A, S::Shown>,
{
    type Output = <Insert<S, A> as Inserted<A, S::Shown>>::Output;
    const PLACE: usize = <A::Place as Position>::INDEX;
}

/// A shape without its axis `A`, which must have size 1: what `squeeze` gives.
pub trait Squeeze<A>: Along<A, squeeze> {
    /// The shape without the axis.
    type Output: Shape;
}

/// The shape without its axis `A` of size 1.
pub type Squeezed<S, A> = <S as Squeeze<A>>::Output;

/// What is left open of an axis to squeeze out if its size is not 1.
type NotOne<S, A> = <<<S as Along<A, squeeze>>::Axis as Found>::Here as LeavesOpen<HasSize<One>>>::Open;

impl<S: Along<A, squeeze>, A, Open> Squeeze<A> for S
where
    <S::Axis as Found>::Here: IsOne<HasSize<One>, SizeAt<S, A, squeeze>, A, S::Shown, Open>,
    <S::Axis as Found>::Here: LeavesOpen<HasSize<One>, Open = Open>,
{
    type Output =
        <<S::Axis as Found>::Here as IsOne<HasSize<One>, SizeAt<S, A, squeeze>, A, S::Shown, NotOne<S, A>>>::Whole<
            WithoutAxis<S, A, squeeze>,
        >;
}

//! Shapes of what is read and written by index: `index_select`, `gather`, `take_along_axis`, `scatter`, `topk`; and the axis that
//! scans and sorts go along.

use super::at::{Along, Seek, SizeAt, Sought, With};
use super::axes::Axis;
use super::broadcast::Explain;
use super::diagnostics::{
    AcceptAlong, AsManyAxes, HasAxis, HoldsTop, IndexList, IndicesFit, Locate, MEETS, Opens, SameCases, SameRows,
    SortedList, SourceFits, StatesTaken, ValueEach, ValuesFit,
};
use super::given::Given;
use super::list::Shape;
use super::number::True;
use super::parts::Static;
use super::rank::{Last, R};
use super::size::{Size, StaticSize};
use super::taken::Found;
use super::verbs::{scan, select, sort};
use super::verdict::Ours;

/// A shape with an axis `A` that `cumsum`, `sort` and their like go along; the result has the same shape.
///
/// Over any number of leading axes no bound is needed; over any shape and any axis, this trait is the one to name.
///
/// ```
/// use shaped::{Scan, prelude::*};
/// fn totals<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, (L, D)> {
///     x.cumsum(Axis::<-1>)
/// }
/// fn from_the_start<S: Shape + Scan<Axis<0>>>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
///     x.cumsum(Axis::<0>)
/// }
/// ```
pub trait Scan<A>: Along<A, scan> + Along<A, sort> {}

impl<S: Along<A, scan> + Along<A, sort>, A> Scan<A> for S {}

/// A shape whose axis `A` is indexed by a list of indices of shape `I`, `[n]`: what `index_select` gives.
///
/// ```
/// use shaped::prelude::*;
/// // Generic sizes and leading axes need no bound.
/// fn columns<L: Shape, D: Size, N: Size>(x: &Tensor<f32, (L, D)>, of: &Tensor<usize, shape![N]>) -> Tensor<f32, (L, N)> {
///     x.index_select(Axis::<-1>, of)
/// }
/// ```
pub trait IndexSelect<A, I: Shape>: Along<A, select> {
    /// The shape with as many elements on the axis as there are indices.
    type Output: Shape;
}

/// The shape that `index_select` gives: `IndexSelected<shape![4, 3], Axis<0>, shape![9]>` is `shape![9, 3]`.
pub type IndexSelected<S, A, I> = <S as IndexSelect<A, I>>::Output;

/// The only axis of a list of indices.
type List<S, I> =
    <<I as Shape>::Rank as IndexList<R<1>, <S as Shape>::Shown, <I as Shape>::Shown>>::Then<<Last as Seek<I>>::Verdict>;

impl<S: Along<A, select>, A, I: Shape, V, L: Found> IndexSelect<A, I> for S
where
    Last: Seek<I, Verdict = V>,
    I::Rank: IndexList<R<1>, S::Shown, I::Shown, Then<V> = L>,
{
    type Output = With<S, A, select, <List<S, I> as Found>::Size>;
}

/// A source of shape `V` has the shape that `index_select` would give: what `index_add` and `index_copy` ask for.
pub trait IndexAssign<A, I: Shape, V: Shape>: IndexSelect<A, I> {}

impl<S: Shape + IndexSelect<A, I>, A, I: Shape, V: Shape> IndexAssign<A, I, V> for S where
    V: SourceFits<S::Output, S::Shown, V::Shown, I::Shown, A, <S::Output as Shape>::Shown>
{
}

/// A shape that is read along its axis `A` by indices of shape `I`, one for each element of the result: what `gather` gives.
///
/// The indices have the same axes, and any size on `A`; the result has their shape.
///
/// ```
/// use shaped::prelude::*;
/// // Generic sizes and leading axes need no bound.
/// fn pick<L: Shape, D: Size, K: Size>(x: &Tensor<f32, (L, D)>, at: &Tensor<usize, (L, K)>) -> Tensor<f32, (L, K)> {
///     x.gather(Axis::<-1>, at)
/// }
/// ```
pub trait Gather<A, I: Shape>: Along<A, select> {}

/// What the axis is in the indices' shape, if there is one in the source's, and both have as many axes.
type OfIndices<S, I, A> =
    <<I as Shape>::Rank as AsManyAxes<<S as Shape>::Rank, <S as Shape>::Shown, <I as Shape>::Shown, A>>::Then<
        <Sought<S, S, A> as HasAxis<select, A, <S as Shape>::Shown>>::Then<Sought<S, I, A>>,
    >;
/// What the indices must be: the shape with their size on the axis.
type Needed<S, I, A> = With<S, A, select, <OfIndices<S, I, A> as Found>::Size>;

impl<S: Along<A, select>, A, I: Shape, P, V, W, T, U, D: Size, J> Gather<A, I> for S
where
    A: Locate<S::Rank, S::Shown, Place = P>,
    P: Seek<S, Verdict = V> + Seek<I, Verdict = W>,
    V: HasAxis<select, A, S::Shown, Then<W> = T>,
    I::Rank: AsManyAxes<S::Rank, S::Shown, I::Shown, A, Then<T> = U>,
    // The indices, once they have the axis: what there is without it is not worth an error of its own.
    U: HasAxis<select, A, I::Shown, Then<I> = J> + Found<Size = D>,
    J: IndicesFit<With<S, A, select, D>, S::Shown, I::Shown, A, <With<S, A, select, D> as Shape>::Shown>,
{
}

/// A shape each row of which is searched for the values in the same row of a shape `V`: what `searchsorted_rows` asks for.
///
/// All axes but the last are the same, as of a [`Gather`] along it.
pub trait RowsLikeThoseOf<V: Shape>: Along<Axis<-1>, select> {}

/// A shape with the last size of another.
type LastOf<S, V> = With<S, Axis<-1>, select, SizeAt<V, Axis<-1>, select>>;

impl<S: Along<Axis<-1>, select>, V: Along<Axis<-1>, select>> RowsLikeThoseOf<V> for S where
    LastOf<V, S>: SameRows<S, S::Shown, V::Shown, <LastOf<S, V> as Shape>::Shown>
{
}

/// A shape into which values of shape `V` can be written along the axis `A` by indices of shape `I`: what `scatter` asks for.
///
/// The indices are those of [`Gather`], and there is one value for each.
pub trait Scatter<A, I: Shape, V: Shape>: Gather<A, I> {}

impl<S: Shape + Gather<A, I>, A, I: Shape, V: Shape> Scatter<A, I, V> for S where
    V: ValuesFit<I, S::Shown, I::Shown, V::Shown, A>
{
}

/// A shape that is read along its axis `A` by indices of shape `I`, all other axes broadcast: what `take_along_axis` gives.
pub trait TakeAlong<A, I: Shape>: Along<A, select> {
    /// The shape of both together, with the indices' size on the axis.
    type Output: Shape;
}

/// The shape that `take_along_axis` gives: `TakenAlong<shape![4, 3], Axis<1>, shape![1, 2]>` is `shape![4, 2]`.
pub type TakenAlong<S, A, I> = <S as TakeAlong<A, I>>::Output;

// Of the indices `I` and of what they must be, `N`.
type Verdict<I, N> = <I as MEETS<N>>::Verdict;
/// The sizes that meet, for the texts.
type Pairs<I, N> = <I as MEETS<N>>::AND<()>;
type Open<I, N> = <I as Opens<N>>::Open;
/// The outcome, of which nothing is said before the verdict is known.
type Outcome<S, I, A, N> =
    <I as StatesTaken<S, A, N, Pairs<I, N>, Open<I, N>>>::Then<<Verdict<I, N> as Explain>::Outcome>;
type Left<I, N> = <Verdict<I, N> as Explain>::Left;
type Right<I, N> = <Verdict<I, N> as Explain>::Right;
type Axes<I, N> = <Verdict<I, N> as Explain>::Axes;
/// What the two make, accepted.
type Accepted<S, I, A, N> = <Outcome<S, I, A, N> as AcceptAlong<
    <S as Shape>::Shown,
    <I as Shape>::Shown,
    A,
    Left<I, N>,
    Right<I, N>,
    Axes<I, N>,
>>::Output;

impl<S: Along<A, select>, A, I: Shape, P, V, W, T, U, D: Size, N: Shape> TakeAlong<A, I> for S
where
    A: Locate<S::Rank, S::Shown, Place = P>,
    P: Seek<S, Verdict = V> + Seek<I, Verdict = W>,
    V: HasAxis<select, A, S::Shown, Then<W> = T>,
    I::Rank: AsManyAxes<S::Rank, S::Shown, I::Shown, A, Then<T> = U>,
    U: HasAxis<select, A, I::Shown> + Found<Size = D>,
    S: Along<A, select, Axis: Found<With<D> = N>>,
    I: StatesTaken<S, A, N, Pairs<I, N>, Open<I, N>>,
    Outcome<S, I, A, N>: AcceptAlong<S::Shown, I::Shown, A, Left<I, N>, Right<I, N>, Axes<I, N>>,
{
    type Output = Accepted<S, I, A, Needed<S, I, A>>;
}

/// A shape whose axis `A` has at least `K` elements, of which `topk` gives the largest.
///
/// Code with a generic size on the axis names the trait once:
///
/// ```
/// use shaped::{TopK, prelude::*};
/// fn best<L: Shape, D: Size>(scores: &Tensor<f32, (L, D)>) -> Tensor<usize, (L, Dim<5>)>
/// where
///     (L, D): TopK<Axis<-1>, Dim<5>, Output = (L, Dim<5>)>,
/// {
///     scores.topk(Axis::<-1>, Dim::<5>).1
/// }
/// ```
pub trait TopK<A, K>: Along<A, sort> {
    /// The shape with size `K` on the axis.
    type Output: Shape;
}

/// The shape with size `K` on its axis `A`: `TopKOf<shape![4, 1000], Axis<-1>, Dim<5>>` is `shape![4, 5]`.
pub type TopKOf<S, A, K> = <S as TopK<A, K>>::Output;

impl<S: Along<A, sort>, A, K: StaticSize> TopK<A, K> for S
where
    AtLeast<SizeAt<S, A, sort>, K>: HoldsTop<SizeAt<S, A, sort>, K, A, S::Shown>,
{
    type Output = With<S, A, sort, Static<K>>;
}

/// An axis of size `D` with at least `K` elements, if it is one.
pub struct AtLeast<D, K>(core::marker::PhantomData<(D, K)>);

impl<D: Size, K: StaticSize> Ours<(D, K)> for AtLeast<D, K> {}

// (Nothing is said before `K` is known, so that it is printed.)
#[diagnostic::do_not_recommend]
impl<D: Size, K: StaticSize, A, Shown> HoldsTop<D, K, A, Shown> for AtLeast<D, K> where
    <K as Given>::Then<D::Holds<K::Len>>: True
{
}

/// Two shapes are one and the same: the classes that were true and those that were said, case by case.
pub trait CaseByCase<R: Shape>: Shape {}

impl<L: Shape, R: Shape> CaseByCase<R> for L where R: SameCases<L, L::Shown, R::Shown> {}

/// There is one value of a shape `V` for each index of this shape: what `put` asks for.
pub trait OneValueEach<V: Shape>: Shape {}

impl<I: Shape, V: Shape> OneValueEach<V> for I where V: ValueEach<I, I::Shown, V::Shown> {}

/// The shape of a list, `[n]`, which `searchsorted` searches.
pub trait Searchable: Shape {}

impl<S: Shape> Searchable for S where S::Rank: SortedList<R<1>, S::Shown> {}

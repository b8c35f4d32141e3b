//! Axes by their labels: what `einsum!` and `rearrange!` ask of their operands.
//!
//! A pattern `b h d` becomes two lists: the sizes `((((), B), H), D)`, which are type parameters for the compiler to find, and the
//! names `((((), b), h), d)`, which are types only so that an error can print them.

use core::marker::PhantomData;

use super::Shape;
use super::computed::Len;
use super::diagnostics::{
    HasNumber, Labelled, LabelledBy, MakeUp, Merges, NothingLeft, OneLabelEach, OpensSplit, SameDots, SameSizeAs,
    Splits, StatesSplit,
};
use super::flat::Flat;
use super::list::{Exactly, LeavesOpen};
use super::number::{Nat, Yes};
use super::rank::{R, Rank};
use super::size::{Size, StaticSize};
use super::verdict::never_comes;

/// `..`, any leading axes.
pub struct AnyLeading;

impl Labelled for () {
    type Count = R<0>;
    type Shown = ();
}

impl Labelled for AnyLeading {
    type Count = Self;
    type Shown = (AnyLeading,);
}

/// One label more.
pub trait Next {
    type Count;
}
impl<N: Rank> Next for N {
    type Count = N::Succ;
}
impl Next for AnyLeading {
    type Count = Self;
}

impl<N: Labelled<Count: Next>, Name> Labelled for (N, Name) {
    type Count = <N::Count as Next>::Count;
    type Shown = <N::Shown as Flat>::Push<Name>;
}

#[diagnostic::do_not_recommend]
impl<N: Rank, Labels, Of> OneLabelEach<N, Labels, Of> for N {
    type Checked = ();
}

#[diagnostic::do_not_recommend]
impl<N: Rank, Labels, Of> OneLabelEach<AnyLeading, Labels, Of> for N {
    type Checked = ();
}

impl<Labels, Of> LabelledBy<(), (), Labels, Of, ()> for () {}

/// In place of `()`, which says that there is a label for each axis.
pub struct Unchecked;

// Where that is not so, the compiler finds two answers here, and so reports that only.
impl<S, Sizes, Names, Labels, Of> LabelledBy<Sizes, Names, Labels, Of, Unchecked> for S {}

impl<S: Shape + SameDots<L, L::Shown, S::Shown, Of>, L: Shape, Labels, Of> LabelledBy<L, AnyLeading, Labels, Of, ()>
    for S
{
}

impl<L, D, M, E, N, Name, Labels, Of> LabelledBy<(M, E), (N, Name), Labels, Of, ()> for (L, D)
where
    L: LabelledBy<M, N, Labels, Of, ()>,
    D: SameSizeAs<E, Name, Of>,
{
}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<S, Sizes, Names, Labels, Of> LabelledBy<Sizes, Names, Labels, Of, ()> for Absent<S> {}
}

#[diagnostic::do_not_recommend]
impl<D, Label, Of, E: Exactly<D>> SameSizeAs<D, Label, Of> for E {}

#[diagnostic::do_not_recommend]
impl<L, Before, Shown, Of, M: Exactly<L>> SameDots<L, Before, Shown, Of> for M {}

/// Axes of static sizes, which `rearrange!` makes one: `shape![3, 4, 4]` is merged to 48.
///
/// ```
/// use shaped::{AxesMerged, MergeAxes, prelude::*, rearrange};
/// fn flat<B: Size, C: Size, H: Size>(x: &Tensor<f32, shape![B, C, H]>) -> Tensor<f32, shape![B, AxesMerged<shape![C, H]>]>
/// where
///     shape![C, H]: MergeAxes,
/// {
///     rearrange!(x; b c h -> b (c h))
/// }
/// assert_eq!(flat(&Tensor::<f32, shape![2, 3, 4]>::zeros()).sizes(), [2, 12]);
/// ```
pub trait MergeAxes: Shape {
    /// The size of the one axis.
    type Size: StaticSize;
    /// What is to be inferred where there is no such size.
    #[doc(hidden)]
    type Open;
}

/// The size of several axes as one: `AxesMerged<shape![3, 4, 4]>` is `dim!(48)`.
pub type AxesMerged<S> = <S as MergeAxes>::Size;

impl<S: crate::shape::StaticShape> MergeAxes for S {
    type Size = S::Known;
    type Open = <S::AreStatic as LeavesOpen<Yes>>::Open;
}

/// An axis that `rearrange!` splits into axes of the sizes `Parts` and one more: 12 by `shape![4]` leaves 3.
#[diagnostic::on_unimplemented(
    message = "cannot split an axis of size `{Self}` by `{Parts}`",
    label = "that depends on generic sizes: of a product `(h p)` give all of them, `…; h = H, p = P`",
    note = "or write the bound `where {Self}: shaped::SplitAxis<{Parts}>`"
)]
pub trait SplitAxis<Parts: Shape>: StaticSize {
    /// The size of the one more.
    type Size: StaticSize;
}

/// Do sizes of the shape `Parts` divide an axis?
pub(crate) type Divided<D, Parts> = <<Len<D> as Nat>::Rem<Len<<Parts as Shape>::Known>> as Nat>::IsZero;
type OpenSplit<D, Parts> = <D as OpensSplit<Parts>>::Open;

impl<D: StaticSize, Parts: crate::shape::StaticShape, V> SplitAxis<Parts> for D
where
    D: StatesSplit<Parts, OpenSplit<D, Parts>, Then<Divided<D, Parts>> = V>,
    V: NothingLeft<D, Parts::Shown>,
{
    type Size = <V as NothingLeft<D, Parts::Shown>>::Then<D::Quotient<Parts::Known>>;
}

/// An axis that is split into axes of these sizes and no more.
pub trait SplitInto<Parts: Shape>: Sized {
    /// Asks for it.
    fn split(_: PhantomData<(Self, Parts)>) {}
}

impl<D: StaticSize, Parts: crate::shape::StaticShape> SplitInto<Parts> for D where Parts::Known: MakeUp<D, Parts::Shown> {}

#[diagnostic::do_not_recommend]
impl<D, Parts, E: Exactly<D>> MakeUp<D, Parts> for E {}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<Axis, Parts> NothingLeft<Axis, Parts> for Absent {
        type Then<N: StaticSize> = N;
    }
}

// (Of any type, since of a pattern the compiler would say that it is implemented for that.)
impl<X, D: Size, Parts: Shape, Rest, N> Splits<D, Parts, Rest> for X
where
    D::IsStatic: HasNumber<D, Parts::Shown, Size = N>,
    N: SplitAxis<Parts, Size = Rest>,
{
}

#[diagnostic::do_not_recommend]
impl<D, Parts> HasNumber<D, Parts> for Yes {
    type Size = D;
}

#[diagnostic::do_not_recommend]
impl<S: MergeAxes<Size = Merged, Open = Open>, Merged, Open> Merges<S, Merged, S::Shown, Open> for () {}

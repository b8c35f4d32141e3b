//! Axes in another order: `permute`, `transpose` and `swap_axes`.

use super::axes::TheAxis;
use super::diagnostics::{EveryAxis, InRange, LastTwo, Locate, NamedOnce, SingleAxis, SwapAt, SwappedAt};
use super::dims::{MAX_RANK, Strides};
use super::list::Shape;
use super::rank::{Last, Nowhere, Outside, Position, R, Rank};
use super::size::{One, Size};
use super::verdict::Missing;

/// Axes as an argument: `axes![0, 2, 1, 3]` is `(Axis::<0>, Axis::<2>, Axis::<1>, Axis::<3>)`; negative ones count from the
/// end.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f32, shape![2, 3, 5]> = Tensor::zeros();
/// assert_eq!(x.permute(axes![-1, 0, 1]).sizes(), [5, 2, 3]);
/// assert_eq!(x.permute(axes![Axis::<-1>, Axis::<0>, Axis::<1>]).sizes(), [5, 2, 3]);
/// ```
#[macro_export]
macro_rules! axes {
    (Axis $($rest:tt)+) => { $crate::__axes!([] Axis $($rest)+) };
    ($($axis:expr),* $(,)?) => { ($($crate::Axis::<{ $axis }>,)*) };
}

/// [`axes!`] of axes that are written as values, one after the other: `<-` is one token, so that no pattern has both signs.
#[doc(hidden)]
#[macro_export]
macro_rules! __axes {
    ([$($done:tt)*] Axis ::<$axis:literal> $(, $($rest:tt)*)?) => { $crate::__axes!([$($done)* $axis,] $($($rest)*)?) };
    ([$($done:tt)*] Axis ::<-$axis:literal> $(, $($rest:tt)*)?) => { $crate::__axes!([$($done)* -$axis,] $($($rest)*)?) };
    // What is no such value, as it would be without: an expression by now, which is not taken for one that begins with `Axis` once more.
    ([] $($axis:expr),* $(,)?) => { $crate::axes![$($axis),*] };
    ([$($done:tt)+] $($other:tt)*) => { $crate::axes![$($done)+ $($other)*] };
}

/// A shape whose axes can be put in the order `A`, a tuple that names each axis once: what `permute` gives.
///
/// Sizes may be generic:
///
/// ```
/// use shaped::prelude::*;
/// fn heads<B: Size, T: Size, H: Size, D: Size>(x: &Tensor<f32, shape![B, T, H, D]>) -> Tensor<f32, shape![B, H, T, D]> {
///     x.permute(axes![0, 2, 1, 3]).to_tensor()
/// }
/// ```
pub trait Permute<A>: Shape {
    /// The shape with its axes in that order.
    type Output: Shape;
    /// Where each axis of the result was.
    #[doc(hidden)]
    const PLACES: AxisOrder;
}

/// The shape with its axes in the order `A`: `Permuted<shape![4, 3, 2], (Axis<2>, Axis<0>, Axis<1>)>` is `shape![2, 4, 3]`.
pub type Permuted<S, A> = <S as Permute<A>>::Output;

impl<S: Shape, A: AxisTuple<List = L, Count = N>, L, N, V> Permute<A> for S
where
    N: EveryAxis<S::Rank, S::Shown, A>,
    L: PickAxes<S, S::Rank, (), S::Shown, Verdict = V>,
    V: Outcome + NamedOnce<<V as Outcome>::Again, S::Shown, A> + InRange<<V as Outcome>::Beyond, S::Shown, A>,
{
    type Output = <A::List as PickAxes<S, S::Rank, (), S::Shown>>::Output;
    const PLACES: AxisOrder = <A::List as PickAxes<S, S::Rank, (), S::Shown>>::PLACES;
}

/// Where each axis of a result was, both counted from the end.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct AxisOrder {
    rank: usize,
    from: [usize; MAX_RANK],
}

impl AxisOrder {
    const NONE: AxisOrder = AxisOrder { rank: 0, from: [usize::MAX; MAX_RANK] };

    /// One more axis, the outermost.
    const fn outside(mut self, from: usize) -> AxisOrder {
        self.from[self.rank] = from;
        self.rank += 1;
        self
    }

    /// The last axis and the one before it exchanged, or any other two.
    pub const fn swapping(rank: usize, a: usize, b: usize) -> AxisOrder {
        let mut places = AxisOrder { rank, from: [0; MAX_RANK] };
        let mut axis = 0;
        while axis < rank {
            places.from[axis] = if axis == a {
                b
            } else if axis == b {
                a
            } else {
                axis
            };
            axis += 1;
        }
        places
    }

    /// The sizes of the result.
    #[inline]
    pub fn sizes(&self, from: &[usize; MAX_RANK]) -> [usize; MAX_RANK] {
        let mut sizes = [1; MAX_RANK];
        for (to, place) in sizes.iter_mut().zip(&self.from[..self.rank]) {
            *to = from[*place];
        }
        sizes
    }

    /// The strides of the result.
    #[inline]
    pub fn strides(&self, from: &Strides) -> Strides {
        let mut strides = [0; MAX_RANK];
        for (to, place) in strides.iter_mut().zip(&self.from[..self.rank]) {
            *to = from[*place];
        }
        strides
    }
}

/// A tuple of axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of axes",
    label = "axes are types: `axes![1, 0]` names them all, in their new order"
)]
pub trait AxisTuple {
    /// The same axes as a list, the first one outermost.
    type List;
    /// How many there are.
    type Count;
}

macro_rules! axis_tuples {
    ($($n:literal: $($a:ident)*;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($a: SingleAxis),*> AxisTuple for ($($a,)*) {
            type List = axis_tuples!(@ $($a)*);
            type Count = R<$n>;
        }
    )* };
    (@) => { () };
    (@ $a:ident $($rest:ident)*) => { (TheAxis<$a>, axis_tuples!(@ $($rest)*)) };
}
axis_tuples! {
    0:; 1: A; 2: A B; 3: A B C; 4: A B C D; 5: A B C D E; 6: A B C D E F; 7: A B C D E F G; 8: A B C D E F G H;
    9: A B C D E F G H I; 10: A B C D E F G H I J; 11: A B C D E F G H I J K; 12: A B C D E F G H I J K L;
    13: A B C D E F G H I J K L M; 14: A B C D E F G H I J K L M N; 15: A B C D E F G H I J K L M N O;
    16: A B C D E F G H I J K L M N O P;
}

/// A list of axes, whose sizes are taken out of `From` one by one and put next to each other: always a verdict.
pub trait PickAxes<From, N, Done, Of> {
    type Output: Shape;
    /// The first axis that is not to be had.
    type Verdict: Outcome;
    const PLACES: AxisOrder;
}

impl<From, N, Done: Shape, Of> PickAxes<From, N, Done, Of> for () {
    type Output = Done;
    type Verdict = Fine;
    const PLACES: AxisOrder = AxisOrder::NONE;
}

impl<From, N, Done, Of, A, Rest> PickAxes<From, N, Done, Of> for (A, Rest)
where
    N: Rank,
    A: Locate<N, Of, Place: Position>,
    From: TakeAt<A::Place>,
    Rest: PickAxes<From::Rest, N, (Done, From::Size), Of>,
{
    type Output = Rest::Output;
    type Verdict = <From::Here as Standing>::Verdict<A, Rest::Verdict>;
    const PLACES: AxisOrder = Rest::PLACES.outside(<A::Place as Position>::INDEX);
}

/// Takes the size at a place.
pub trait TakeAt<At> {
    /// Its size, or `One` where there is none.
    type Size: Size;
    /// What there is at the place.
    type Here: Standing;
    /// The shape with the axis marked.
    type Rest;
}

/// In place of a size that has been taken.
pub struct Taken;

impl<L, D: Standing> TakeAt<Last> for (L, D) {
    type Size = D::Size;
    type Here = D;
    type Rest = (L, Taken);
}
impl<P, L: TakeAt<P>, D> TakeAt<Outside<P>> for (L, D) {
    type Size = L::Size;
    type Here = L::Here;
    type Rest = (L::Rest, D);
}
impl TakeAt<Last> for () {
    type Size = One;
    type Here = Missing;
    type Rest = ();
}
impl<P> TakeAt<Outside<P>> for () {
    type Size = One;
    type Here = Missing;
    type Rest = ();
}
impl<S> TakeAt<Nowhere> for S {
    type Size = One;
    type Here = Missing;
    type Rest = S;
}

/// A size, one that has been taken, or none.
pub trait Standing {
    type Size: Size;
    /// The verdict on the axis `A`, if `Rest` is that on those behind it.
    type Verdict<A, Rest: Outcome>: Outcome;
}
impl<D: Size> Standing for D {
    type Size = D;
    type Verdict<A, Rest: Outcome> = Rest;
}
impl Standing for Taken {
    type Size = One;
    type Verdict<A, Rest: Outcome> = Again<A>;
}
impl Standing for Missing {
    type Size = One;
    type Verdict<A, Rest: Outcome> = Beyond<A>;
}

/// All axes are there, and each is named once.
pub struct Fine;
/// An axis is named twice.
pub struct Again<A>(core::marker::PhantomData<A>);
/// An axis is out of range.
pub struct Beyond<A>(core::marker::PhantomData<A>);

/// How it went.
pub trait Outcome {
    /// The axis that is named twice.
    type Again;
    /// The axis that is out of range.
    type Beyond;
}
impl Outcome for Fine {
    type Again = ();
    type Beyond = ();
}
impl<A> Outcome for Again<A> {
    type Again = A;
    type Beyond = ();
}
impl<A> Outcome for Beyond<A> {
    type Again = ();
    type Beyond = A;
}

#[diagnostic::do_not_recommend]
impl<Of, Order> NamedOnce<(), Of, Order> for Fine {}
#[diagnostic::do_not_recommend]
impl<A, Of, Order> NamedOnce<(), Of, Order> for Beyond<A> {}
#[diagnostic::do_not_recommend]
impl<Of, Order> InRange<(), Of, Order> for Fine {}
#[diagnostic::do_not_recommend]
impl<A, Of, Order> InRange<(), Of, Order> for Again<A> {}

/// A shape with at least two axes, which `transpose` exchanges.
///
/// Code that is generic over sizes and leading axes needs no bound:
///
/// ```
/// use shaped::prelude::*;
/// fn scores<L: Shape, T: Size, D: Size>(q: &Tensor<f32, ((L, T), D)>, k: &Tensor<f32, ((L, T), D)>) -> Tensor<f32, ((L, T), T)> {
///     q.matmul(&k.transpose())
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot transpose shape `{Self}`",
    label = "two axes are needed that are known to be there",
    note = "`transpose` exchanges the last two axes; a vector becomes a column with `x.unsqueeze(Axis::<-1>)`"
)]
pub trait Transpose: Shape {
    /// The shape with its last two axes exchanged.
    type Output: Shape;
}

/// The shape with its last two axes exchanged: `Transposed<shape![4, 3, 2]>` is `shape![4, 2, 3]`.
pub type Transposed<S> = <S as Transpose>::Output;

#[diagnostic::do_not_recommend]
impl<S: Shape + LastTwo<S::Shown>> Transpose for S {
    type Output = <S as LastTwo<S::Shown>>::Output;
}

impl<L: Shape, A: Size, B: Size, Of> LastTwo<Of> for ((L, A), B) {
    type Output = ((L, B), A);
}

/// A shape whose axes `A` and `B` can be exchanged: what `swap_axes` gives.
pub trait SwapAxes<A, B>: Shape {
    /// The shape with the two axes exchanged.
    type Output: Shape;
    /// Where each axis of the result was.
    #[doc(hidden)]
    const PLACES: AxisOrder;
}

/// The shape with two axes exchanged: `Swapped<shape![4, 3, 2], Axis<0>, Axis<2>>` is `shape![2, 3, 4]`.
pub type AxesSwapped<S, A, B> = <S as SwapAxes<A, B>>::Output;

impl<S: Shape, A, B> SwapAxes<A, B> for S
where
    A: Locate<S::Rank, S::Shown, Place: Position>,
    B: Locate<S::Rank, S::Shown, Place: Position>,
    B::Then<S>: SwapAt<A::Place, B::Place, A, B, S::Shown>,
{
    type Output = <B::Then<S> as SwapAt<A::Place, B::Place, A, B, S::Shown>>::Output;
    const PLACES: AxisOrder =
        AxisOrder::swapping(S::RANK, <A::Place as Position>::INDEX, <B::Place as Position>::INDEX);
}

#[diagnostic::do_not_recommend]
impl<L: Shape, D: Size, A, B, Of> SwapAt<Last, Last, A, B, Of> for (L, D) {
    type Output = Self;
}

#[diagnostic::do_not_recommend]
impl<Q, L: Shape + SwappedAt<Q, B, Of>, D: Size, A, B, Of> SwapAt<Last, Outside<Q>, A, B, Of> for (L, D) {
    type Output = (L::With<D>, L::Size);
}

#[diagnostic::do_not_recommend]
impl<P, L: Shape + SwappedAt<P, A, Of>, D: Size, A, B, Of> SwapAt<Outside<P>, Last, A, B, Of> for (L, D) {
    type Output = (L::With<D>, L::Size);
}

#[diagnostic::do_not_recommend]
impl<P, Q, L: Shape + SwapAt<P, Q, A, B, Of>, D: Size, A, B, Of> SwapAt<Outside<P>, Outside<Q>, A, B, Of> for (L, D) {
    type Output = (L::Output, D);
}

impl<L: Shape, D: Size, A, Of> SwappedAt<Last, A, Of> for (L, D) {
    type Size = D;
    type With<E: Size> = (L, E);
}

impl<P, L: Shape + SwappedAt<P, A, Of>, D: Size, A, Of> SwappedAt<Outside<P>, A, Of> for (L, D) {
    type Size = L::Size;
    type With<E: Size> = (L::With<E>, D);
}

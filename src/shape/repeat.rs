//! Shapes of what is repeated or padded: sizes multiply, or grow at both ends.

use super::at::{Along, SizeAt, With};
use super::computed::Arithmetic;
use super::diagnostics::{HasLast, OneAxis, PadBy, SizeTuple, WidthTuple};
use super::list::Shape;
use super::parts::{Resized, Static};
use super::size::{Size, StaticSize, Sum};
use super::verbs::repeat;
use super::verdict::{And, Fits, Missing};

/// A shape whose axis `A` is repeated element by element, `N` times each: what `repeat_interleave` gives.
///
/// ```
/// use shaped::{Interleaved, prelude::*};
/// let _: Tensor<f32, Interleaved<shape![2, 3], Axis<1>, Dim<2>>> = Tensor::<f32, shape![2, 6]>::zeros();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Interleaved, prelude::*};
/// let _: Option<Interleaved<shape![2, 3], Axis<2>, Dim<2>>> = None;
/// ```
pub trait RepeatInterleave<A, N>: Along<A, repeat> {
    /// The shape with `N` times the size on the axis; a named axis keeps its name.
    type Output: Shape;
}

/// The shape with a multiple of the size on an axis: `Interleaved<shape![2, 3], Axis<1>, Dim<2>>` is `shape![2, 6]`.
pub type Interleaved<S, A, N> = <S as RepeatInterleave<A, N>>::Output;

type Times<D, N> = <Static<D> as StaticSize>::Product<N>;

impl<S: Along<A, repeat>, A, N: StaticSize> RepeatInterleave<A, N> for S {
    type Output = With<S, A, repeat, Resized<SizeAt<S, A, repeat>, Times<SizeAt<S, A, repeat>, N>>>;
}

/// A shape that is repeated as a whole, `Z` times along its axes: what `tile` gives.
///
/// ```
/// use shaped::{Tiled, prelude::*};
/// let _: Tensor<f32, Tiled<shape![2, 3], (Dim<2>, One)>> = Tensor::<f32, shape![4, 3]>::zeros();
/// let _: Tensor<f32, Tiled<shape![3], (Dim<4>, Dim<2>)>> = Tensor::<f32, shape![4, 6]>::zeros();
/// ```
pub trait Tile<Z>: Shape {
    /// The shape whose sizes are multiplied, from the last axis on.
    type Output: Shape;
    /// The numbers, from the last axis on.
    #[doc(hidden)]
    const COUNTS: &'static [usize];
}

/// The shape with its sizes multiplied: `Tiled<shape![2, 3], (Dim<2>, Dim<3>)>` is `shape![4, 9]`.
pub type Tiled<S, Z> = <S as Tile<Z>>::Output;

impl<S: Shape, Z: SizeTuple<List = L>, L> Tile<Z> for S
where
    S: TileBy<L>,
{
    type Output = <S as TileBy<Z::List>>::Output;
    const COUNTS: &'static [usize] = Z::SIZES;
}

/// Multiplies the sizes of two lists, from the last axis on; a missing one counts as 1.
pub trait TileBy<List> {
    type Output: Shape;
}

impl<List: Shape> TileBy<List> for () {
    type Output = List;
}

impl<L: Shape, D: Size> TileBy<()> for (L, D) {
    type Output = Self;
}

impl<L: Shape + TileBy<M>, D: Size, M, N: StaticSize> TileBy<(M, N)> for (L, D) {
    type Output = (L::Output, Resized<D, Times<D, N>>);
}

/// A shape that grows by the widths `W` at both ends of its axes: what `pad` gives.
///
/// ```
/// use shaped::{Padded, prelude::*};
/// let _: Tensor<f32, Padded<shape![8, 28, 28], ((One, One), (Dim<2>, Dim<0>))>> = Tensor::<f32, shape![8, 30, 30]>::zeros();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Padded, prelude::*};
/// let _: Option<Padded<shape![28], ((One, One), (One, One))>> = None;
/// ```
pub trait Pad<W>: Shape {
    /// The shape with the widths added, from the last axis on; of a run-time axis, [`Longer`](crate::size::Longer) so many.
    type Output: Shape;
    /// The widths before and after, from the last axis on.
    #[doc(hidden)]
    const WIDTHS: &'static [(usize, usize)];
}

/// The shape with widths added: `Padded<shape![28, 28], ((One, One), (Dim<2>, Dim<0>))>` is `shape![30, 30]`.
pub type Padded<S, W> = <S as Pad<W>>::Output;

impl<S: Shape, W: WidthTuple<List = L>, L> Pad<W> for S
where
    S: Widen<L>,
    <S as Widen<L>>::Verdict: PadBy<W, S::Shown>,
{
    type Output = <<S as Widen<W::List>>::Verdict as PadBy<W, S::Shown>>::Output;
    const WIDTHS: &'static [(usize, usize)] = W::WIDTHS;
}

/// Adds pairs of widths to a list, from the last axis on: always a verdict.
pub trait Widen<List> {
    type Verdict;
}

impl<S> Widen<()> for S {
    type Verdict = Fits<S>;
}

impl<P, B, A> Widen<(P, (B, A))> for () {
    type Verdict = Missing;
}

impl<L: Widen<P>, D: Size, P, B: StaticSize, A: StaticSize> Widen<(P, (B, A))> for (L, D)
where
    L::Verdict: And<Fits<Wider<D, B, A>>>,
{
    type Verdict = <L::Verdict as And<Fits<Wider<D, B, A>>>>::Verdict;
}

/// The size with what comes before and after.
type Wider<D, B, A> = <<D as Size>::IsStatic as Arithmetic>::Sum<D, Sum<B, A>>;

macro_rules! width_tuples {
    ($($($b:ident $a:ident)+, $($y:ident $z:ident)+;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($b: StaticSize, $a: StaticSize),+> WidthTuple for ($(($b, $a),)+) {
            type List = width_tuples!(@list (); $($b $a)+);
            const WIDTHS: &'static [(usize, usize)] = &[$(($y::SIZE, $z::SIZE)),+];
        }
    )* };
    (@list $acc:ty;) => { $acc };
    (@list $acc:ty; $b:ident $a:ident $($rest:ident)*) => { width_tuples!(@list ($acc, ($b, $a)); $($rest)*) };
}
width_tuples! {
    A B, A B;
    A B C D, C D A B;
    A B C D E F, E F C D A B;
    A B C D E F G H, G H E F C D A B;
    A B C D E F G H I J, I J G H E F C D A B;
    A B C D E F G H I J K L, K L I J G H E F C D A B;
}

/// A shape whose last axis can be the diagonal of a matrix: what `diag` gives.
///
/// ```
/// use shaped::{DiagonalMatrix, prelude::*};
/// let _: Tensor<f32, <shape![5, 3] as DiagonalMatrix>::Output> = Tensor::<f32, shape![5, 3, 3]>::zeros();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{DiagonalMatrix, prelude::*};
/// let _: Option<<shape![] as DiagonalMatrix>::Output> = None;
/// ```
pub trait DiagonalMatrix: Shape {
    /// The shape with its last axis twice.
    type Output: Shape;
}

impl<S: Shape + LastAxis<Verdict: HasLast<S::Shown>>> DiagonalMatrix for S {
    type Output = <<S as LastAxis>::Verdict as HasLast<S::Shown>>::Output;
}

/// The last axis of a shape: always a verdict.
pub trait LastAxis {
    type Verdict;
}

impl LastAxis for () {
    type Verdict = Missing;
}
impl<L, D> LastAxis for (L, D) {
    type Verdict = Fits<(L, D)>;
}

/// The only axis of a shape: always a verdict.
pub trait OnlyAxis {
    type Verdict;
}

impl OnlyAxis for () {
    type Verdict = Missing;
}
impl<D> OnlyAxis for ((), D) {
    type Verdict = Fits<D>;
}
impl<L, E, D> OnlyAxis for ((L, E), D) {
    type Verdict = Missing;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, D: Size, Of> HasLast<Of> for Fits<(L, D)> {
    type Output = ((L, D), D);
}

/// The shape of a vector: one axis.
pub trait VectorShape: Shape {
    /// Its size.
    type Size: Size;
}

impl<S: Shape + OnlyAxis<Verdict: OneAxis<S::Shown>>> VectorShape for S {
    type Size = <<S as OnlyAxis>::Verdict as OneAxis<S::Shown>>::Size;
}

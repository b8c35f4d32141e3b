//! Parts of an axis: slices with a step, splits, equal chunks, single places, windows.

use core::marker::PhantomData;

use typenum::{U1, UTerm};

use super::at::{Along, OuterOf, SizeAt, With, WithoutAxis};
use super::computed::{NAMED, SizeOf};
use super::diagnostics::{
    AxesIn, AxisSet, Diagonals, EvenParts, HasAxes, HasMatrix, Locate, Masked, MultiplyTo, NamedSize, Once, SizeTuple,
    SliceWithin, SplitWithin, WindowWithin,
};
use super::given::Given;
use super::layout::Leading;
use super::list::{LeavesOpen, Shape};
use super::mask::Mask;
use super::number::{Bool, Nat, Yes};
use super::rank::{Last, Nowhere, Outside};
use super::size::{Dim, Size, StaticSize};
use super::taken::Found;
use super::verbs::{cut, flip, narrow, reach, relocate, select, split, unflatten, unfold};
use super::verdict::Missing;

/// `()` for a static size, and the named axis itself for another.
pub(crate) type Free<D> = <D as NAMED>::AND<()>;
/// Another size, or a named axis itself.
pub(crate) type Resized<D, N> = <<D as Size>::IsStatic as Bool>::IfSize<N, D>;
/// The static size, which means nothing for a named axis. Of what was given that is no size, an integer, it is nothing: so no method of the result is asked for
/// what it lacks, if the operation asks for `Size` before `StaticSize`.
pub(crate) type Static<D> = <D as Size>::Static;
/// What is known of a static size, and yes for a named axis, of which it is seen when the program runs.
pub(crate) type OrNamed<D, B> = <<<D as Size>::IsStatic as Bool>::Not as Bool>::Or<B>;
/// The number of a size, which means nothing for a named axis.
pub(crate) type NumberOf<D> = <D as Size>::Factor;

/// A shape of whose axis `A` a slice of size `D` in steps of `K` can be taken: what `slice` gives.
///
/// The slice reaches over `(D - 1) * K + 1` elements; of a run-time axis, it is seen when the program runs whether it has them.
///
/// ```
/// use shaped::{Slice, Sliced, prelude::*};
/// fn every_other<L: Shape>(x: &Tensor<f32, (L, dim!(8))>) -> Tensor<f32, (L, dim!(4))> {
///     x.slice(Axis::<-1>, 0, Dim::<4>, Dim::<2>).to_tensor()
/// }
/// let _: Tensor<f32, Sliced<shape![3, 9], Axis<1>, Dim<4>, Dim<2>>> = Tensor::<f32, shape![3, 4]>::zeros();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Sliced, prelude::*};
/// let _: Option<Sliced<shape![3, 6], Axis<1>, Dim<4>, Dim<2>>> = None;
/// ```
pub trait Slice<A, D, K>: Along<A, cut> {
    /// The shape with size `D` on the axis.
    type Output: Shape;
}

/// The shape of a slice: `Sliced<shape![3, 9], Axis<1>, Dim<4>, Dim<2>>` is `shape![3, 4]`.
pub type Sliced<S, A, D, K> = <S as Slice<A, D, K>>::Output;

/// How many elements a slice reaches over: `(D - 1) K + 1`, and none for none.
type Span<D, K> = <<U1 as Nat>::Le<D> as Bool>::IfNat<<<<D as Nat>::Pred as Nat>::Mul<K> as Nat>::Succ, UTerm>;

impl<S: Along<A, cut>, A, D: StaticSize, K: StaticSize> Slice<A, D, K> for S
where
    <<U1 as Nat>::Le<K::Len> as Bool>::And<<SizeAt<S, A, cut> as Size>::Holds<Span<D::Len, K::Len>>>:
        SliceWithin<SizeAt<S, A, cut>, D, K, A, S::Shown>,
{
    type Output = With<S, A, cut, Static<D>>;
}

/// A shape whose axis `A` can be split after `D`: what `split_at` gives.
///
/// The second part is what is left, computed by type; of a run-time axis, it keeps the axis's name.
///
/// ```
/// use shaped::{Split, prelude::*};
/// let _: Tensor<f32, <shape![3, 10] as Split<Axis<1>, Dim<4>>>::Rest> = Tensor::<f32, shape![3, 6]>::zeros();
/// ```
///
/// A generic axis may be shorter; code with one names the trait once:
///
/// ```
/// use shaped::{Split, prelude::*};
/// fn gated<B: Size, D: StaticSize>(x: &Tensor<f32, shape![B, D]>) -> Tensor<f32, shape![B, 4]>
/// where
///     shape![B, D]: Split<Axis<1>, Dim<4>, First = shape![B, 4], Rest = shape![B, 4]>,
/// {
///     let (gate, value) = x.split_at(Axis::<1>, Dim::<4>);
///     gate.sigmoid() * &value
/// }
/// assert_eq!(gated(&Tensor::<f32, shape![2, 8]>::ones()).sizes(), [2, 4]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Split, prelude::*};
/// let _: Option<<shape![3, 10] as Split<Axis<1>, Dim<11>>>::Rest> = None;
/// ```
pub trait Split<A, D>: Along<A, split> {
    /// The shape with size `D` on the axis.
    type First: Shape;
    /// The shape with what is left.
    type Rest: Shape;
    /// The axes outside the axis.
    #[doc(hidden)]
    type Outer: Leading;
}

impl<S: Along<A, split>, A, D: StaticSize, V, Open> Split<A, D> for S
where
    D: Given<Then<<SizeAt<S, A, split> as Size>::Reaches<D>> = V>,
    V: SplitWithin<Yes, SizeAt<S, A, split>, D, A, S::Shown, Open> + LeavesOpen<Yes, Open = Open>,
{
    type First = With<S, A, split, Static<D>>;
    type Rest =
        With<S, A, split, Resized<SizeAt<S, A, split>, SizeOf<<NumberOf<SizeAt<S, A, split>> as Nat>::Sub<D::Len>>>>;
    type Outer = OuterOf<S, A, split>;
}

/// A shape whose axis `A` is `N` equal parts: what `chunks` gives.
///
/// The size is divided by type; a run-time axis keeps its name, and is divided when the program runs.
///
/// ```
/// use shaped::{Chunk, Chunked, prelude::*};
/// fn gates<B: Size>(x: &Tensor<f32, shape![B, 256]>) -> [Tensor<f32, shape![B, 64]>; 4] {
///     x.chunks(Axis::<1>, Dim::<4>).map(|gate| gate.to_tensor())
/// }
/// let _: Tensor<f32, Chunked<shape![3, 12], Axis<1>, Dim<4>>> = Tensor::<f32, shape![3, 3]>::zeros();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Chunked, prelude::*};
/// let _: Option<Chunked<shape![3, 10], Axis<1>, Dim<4>>> = None;
/// ```
pub trait Chunk<A, N>: Along<A, split> {
    /// The shape of one part.
    type Output: Shape;
    /// The axes outside the axis.
    #[doc(hidden)]
    type Outer: Leading;
}

/// The shape of one of `N` equal parts: `Chunked<shape![3, 12], Axis<1>, Dim<4>>` is `shape![3, 3]`.
pub type Chunked<S, A, N> = <S as Chunk<A, N>>::Output;

type Quotient<S, A, N> = <Static<SizeAt<S, A, split>> as StaticSize>::Quotient<N>;
/// Does `N` divide the size, and is it not 0?
type Even<S, A, N> = <<U1 as Nat>::Le<<N as StaticSize>::Len> as Bool>::And<
    OrNamed<SizeAt<S, A, split>, <<NumberOf<SizeAt<S, A, split>> as Nat>::Rem<<N as StaticSize>::Len> as Nat>::IsZero>,
>;

impl<S: Along<A, split>, A, const N: usize> Chunk<A, Dim<N>> for S
where
    Dim<N>: StaticSize,
    Even<S, A, Dim<N>>: EvenParts<SizeAt<S, A, split>, Dim<N>, A, S::Shown>,
{
    type Output = With<S, A, split, Resized<SizeAt<S, A, split>, Quotient<S, A, Dim<N>>>>;
    type Outer = OuterOf<S, A, split>;
}

/// A shape that has an axis `A`, which `index_axis` takes away.
///
/// Sizes may be generic:
///
/// ```
/// use shaped::prelude::*;
/// fn last_step<B: Size, D: Size>(x: &Tensor<f32, shape![B, 10, D]>) -> Tensor<f32, shape![B, D]> {
///     x.index_axis(Axis::<1>, 9).to_tensor()
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{AxisIndexed, prelude::*};
/// let _: Option<AxisIndexed<shape![3, 10], Axis<2>>> = None;
/// ```
pub trait IndexAxis<A>: Along<A, select> {
    /// The shape without the axis.
    type Output: Shape;
    /// The axes outside the axis.
    #[doc(hidden)]
    type Outer: Leading;
}

/// The shape without its axis `A`: `AxisIndexed<shape![4, 3, 2], Axis<1>>` is `shape![4, 2]`.
pub type AxisIndexed<S, A> = <S as IndexAxis<A>>::Output;

impl<S: Along<A, select>, A> IndexAxis<A> for S {
    type Output = WithoutAxis<S, A, select>;
    type Outer = OuterOf<S, A, select>;
}

/// A shape whose axis `A` can be taken apart into the sizes `Z`, a tuple: what `unflatten` gives.
///
/// ```
/// use shaped::{Unflatten, Unflattened, prelude::*};
/// fn heads<B: Size, T: Size>(x: &Tensor<f32, shape![B, T, 768]>) -> View<'_, f32, shape![B, T, 12, 64]> {
///     x.unflatten(Axis::<-1>, (Dim::<12>, Dim::<64>))
/// }
/// let _: Tensor<f32, Unflattened<shape![5, 6], Axis<1>, (Dim<2>, Dim<3>)>> = Tensor::<f32, shape![5, 2, 3]>::zeros();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Unflattened, prelude::*};
/// let _: Option<Unflattened<shape![5, 6], Axis<1>, (Dim<2>, Dim<4>)>> = None;
/// ```
pub trait Unflatten<A, Z>: Along<A, unflatten> {
    /// The shape with the sizes in place of the axis.
    type Output: Shape;
    /// The sizes, from the last one on.
    #[doc(hidden)]
    const SIZES: &'static [usize];
}

/// The shape with an axis taken apart: `Unflattened<shape![5, 6], Axis<1>, (Dim<2>, Dim<3>)>` is `shape![5, 2, 3]`.
pub type Unflattened<S, A, Z> = <S as Unflatten<A, Z>>::Output;

/// What is left open if sizes do not multiply to that of the axis.
type OtherSize<S, A, Z> = <<Z as SizeTuple>::Product as LeavesOpen<SizeAt<S, A, unflatten>>>::Open;

impl<S: Along<A, unflatten>, A, Z: SizeTuple, Open> Unflatten<A, Z> for S
where
    Z::Product: MultiplyTo<SizeAt<S, A, unflatten>, Z, A, S::Shown, Open>,
    Z::Product: LeavesOpen<SizeAt<S, A, unflatten>, Open = Open>,
{
    type Output = <Z::Product as MultiplyTo<SizeAt<S, A, unflatten>, Z, A, S::Shown, OtherSize<S, A, Z>>>::Whole<
        <<S as Along<A, unflatten>>::Axis as Found>::Replaced<Z::List>,
    >;
    const SIZES: &'static [usize] = Z::SIZES;
}

macro_rules! size_tuples {
    ($($($d:ident)+, $($back:ident)+;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($d: StaticSize),+> SizeTuple for ($($d,)+) {
            type List = size_tuples!(@list (); $($d)+);
            type Product = size_tuples!(@product $($d)+);
            const SIZES: &'static [usize] = &[$($back::SIZE),+];
        }
    )* };
    (@list $acc:ty;) => { $acc };
    (@list $acc:ty; $d:ident $($rest:ident)*) => { size_tuples!(@list ($acc, $d); $($rest)*) };
    // From the last one on, as all products of sizes.
    (@product $d:ident) => { $d::Plain };
    (@product $d:ident $last:ident) => { $d::Product<$last> };
    (@product $d:ident $($rest:ident)+) => { $d::Product<size_tuples!(@product $($rest)+)> };
}
size_tuples! {
    A, A; A B, B A; A B C, C B A; A B C D, D C B A; A B C D E, E D C B A; A B C D E F, F E D C B A;
}

/// A shape on whose axis `A` windows of size `W` start every `K` elements: what `windows` and `unfold` give.
///
/// ```
/// use shaped::{Windowed, Windows, prelude::*};
/// let _: Tensor<f32, Windowed<shape![2, 10], Axis<1>, Dim<3>, One>> = Tensor::<f32, shape![2, 8, 3]>::zeros();
/// let _: Tensor<f32, Windowed<shape![2, 10], Axis<1>, Dim<3>, Dim<2>>> = Tensor::<f32, shape![2, 4, 3]>::zeros();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Windowed, prelude::*};
/// let _: Option<Windowed<shape![2, 10], Axis<1>, Dim<11>, One>> = None;
/// ```
pub trait Windows<A, W, K>: Along<A, unfold> {
    /// The shape with the number of windows on the axis, and the window as a new last axis.
    type Output: Shape;
}

/// The shape of windows: `Windowed<shape![2, 10], Axis<1>, Dim<3>, One>` is `shape![2, 8, 3]`.
pub type Windowed<S, A, W, K> = <S as Windows<A, W, K>>::Output;

/// `(n - w) / k + 1`
type WindowCount<S, A, W, K> = <<<NumberOf<SizeAt<S, A, unfold>> as Nat>::Sub<<W as StaticSize>::Len> as Nat>::Quot<
    <K as StaticSize>::Len,
> as Nat>::Succ;
type AtLeastOne<D> = <U1 as Nat>::Le<<D as StaticSize>::Len>;

impl<S: Along<A, unfold>, A, W: StaticSize, K: StaticSize> Windows<A, W, K> for S
where
    <AtLeastOne<W> as Bool>::And<<AtLeastOne<K> as Bool>::And<<SizeAt<S, A, unfold> as Size>::Holds<W::Len>>>:
        WindowWithin<SizeAt<S, A, unfold>, W, K, A, S::Shown>,
{
    type Output = (With<S, A, unfold, Resized<SizeAt<S, A, unfold>, SizeOf<WindowCount<S, A, W, K>>>>, Static<W>);
}

/// A shape whose last two axes have a diagonal.
///
/// ```
/// use shaped::{Diagonal, prelude::*};
/// let _: Tensor<f32, <shape![5, 3, 4] as Diagonal>::Output> = Tensor::<f32, shape![5, 3]>::zeros();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Diagonal, prelude::*};
/// let _: Option<<shape![3] as Diagonal>::Output> = None;
/// ```
pub trait Diagonal: Shape {
    /// The shape with the diagonal as its last axis, in place of the two.
    type Output: Shape;
}

impl<S: Shape + LastTwoAxes<Verdict: Diagonals<S::Shown>>> Diagonal for S {
    type Output = <<S as LastTwoAxes>::Verdict as Diagonals<S::Shown>>::Output;
}

/// The last two axes of a shape: always a verdict.
pub trait LastTwoAxes {
    type Verdict;
}

/// A stack `L` of matrices of `M` rows and `N` columns.
pub struct MatrixStack<L, M, N>(PhantomData<(L, M, N)>);

impl LastTwoAxes for () {
    type Verdict = Missing;
}
impl<D> LastTwoAxes for ((), D) {
    type Verdict = Missing;
}
impl<L, M, N> LastTwoAxes for ((L, M), N) {
    type Verdict = MatrixStack<L, M, N>;
}

#[diagnostic::do_not_recommend]
impl<L: Shape, M: Size, N: Size, Of> Diagonals<Of> for MatrixStack<L, M, N>
where
    (Free<M>, Free<N>): Lesser<NumberOf<M>, NumberOf<N>>,
{
    type Output = (L, <(Free<M>, Free<N>) as Lesser<NumberOf<M>, NumberOf<N>>>::Size);
}

/// The smaller one of two sizes.
pub trait Lesser<M, N> {
    type Size: Size;
}

impl<M: Nat, N: Nat> Lesser<M, N> for ((), ()) {
    type Size = <<M::Le<N> as Bool>::IfNat<M, N> as Nat>::Size;
}

impl<D: Size, M, N> Lesser<M, N> for ((D,), (D,)) {
    type Size = D;
}

/// A shape whose last two axes are matrices: what `tril` and `triu` take.
pub trait Triangle: Shape {}

impl<S: Shape + LastTwoAxes<Verdict: HasMatrix<S::Shown>>> Triangle for S {}

#[diagnostic::do_not_recommend]
impl<L, M, N, Of> HasMatrix<Of> for MatrixStack<L, M, N> {}

/// A shape whose axis `A` can be moved to be axis `B`: what `move_axis` gives.
///
/// Sizes may be generic:
///
/// ```
/// use shaped::prelude::*;
/// fn channels_last<B: Size, C: Size, H: Size, W: Size>(x: &Tensor<f32, shape![B, C, H, W]>) -> Tensor<f32, shape![B, H, W, C]> {
///     x.move_axis(Axis::<1>, Axis::<-1>).to_tensor()
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{AxisMoved, prelude::*};
/// let _: Option<AxisMoved<shape![4, 3, 2], Axis<0>, Axis<3>>> = None;
/// ```
pub trait MoveAxis<A, B>: Along<A, relocate> + Along<B, reach> {
    /// The shape with the axis at its new place.
    type Output: Shape;
}

/// The shape with an axis moved: `AxisMoved<shape![4, 3, 2], Axis<0>, Axis<-1>>` is `shape![3, 2, 4]`.
pub type AxisMoved<S, A, B> = <S as MoveAxis<A, B>>::Output;

impl<S: Along<A, relocate> + Along<B, reach>, A, B> MoveAxis<A, B> for S
where
    B: Locate<S::Rank, S::Shown, Place: PutAt<WithoutAxis<S, A, relocate>, SizeAt<S, A, relocate>>>,
{
    type Output = <B::Place as PutAt<WithoutAxis<S, A, relocate>, SizeAt<S, A, relocate>>>::Output;
}

/// Puts an axis into a list at a place, which there is: what is said of the others is not looked at.
pub trait PutAt<L, D> {
    type Output: Shape;
}
impl<L: Shape, D: Size> PutAt<L, D> for Last {
    type Output = (L, D);
}
impl<P: PutAt<L, D>, L: Shape, E: Size, D: Size> PutAt<(L, E), D> for Outside<P> {
    type Output = (P::Output, E);
}
impl<P, D> PutAt<(), D> for Outside<P> {
    type Output = ();
}
impl<L, D> PutAt<L, D> for Nowhere {
    type Output = ();
}

/// A shape of whose axis `A` a part of a run-time size `D` can be taken: what `narrow_with` gives.
///
/// ```
/// use shaped::{NarrowWith, prelude::*};
/// axis!(Seq);
/// fn first<B: Size, T: Size, D: Size>(x: &Tensor<f32, shape![B, T, D]>, n: Seq) -> Tensor<f32, shape![B, Seq, D]> {
///     x.narrow_with(Axis::<1>, 0, n).to_tensor()
/// }
/// ```
pub trait NarrowWith<A, D>: Along<A, narrow> {
    /// The shape with the size on the axis.
    type Output: Shape;
    /// The axes outside the axis.
    #[doc(hidden)]
    type Outer: Leading;
}

impl<S: Along<A, narrow>, A, D: Size> NarrowWith<A, D> for S
where
    <D::IsStatic as Bool>::Not: NamedSize<D>,
{
    type Output = With<S, A, narrow, D>;
    type Outer = OuterOf<S, A, narrow>;
}

/// A shape that has the axes `A`, an axis or a tuple of up to four, which `flip` turns round.
///
/// ```
/// use shaped::prelude::*;
/// fn mirror<L: Shape, W: Size>(x: &Tensor<f32, (L, W)>) -> Tensor<f32, (L, W)> {
///     x.flip(Axis::<-1>).to_tensor()
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Flip, prelude::*};
/// fn flips<S: Flip<A>, A>() {}
/// flips::<shape![3, 4], (Axis<1>, Axis<-1>)>();
/// ```
pub trait Flip<A>: Shape {
    /// A bit for each axis that is turned round, counted from the last axis.
    #[doc(hidden)]
    const MASK: u16;
}

impl<S: Shape, A: AxisSet, Open> Flip<A> for S
where
    A: AxesIn<S, Open> + Masked<S, Open = Open>,
    <<A as Masked<S>>::Mask as Mask>::Repeats: Once<flip, A, S::Shown>,
    <A as Masked<S>>::Mask: HasAxes<flip, S, A, S::Shown>,
{
    const MASK: u16 = <<A as Masked<S>>::Mask as Mask>::BITS;
}

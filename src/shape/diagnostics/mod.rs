//! Every text that the compiler prints when shapes do not fit, on the trait that decides; a file for each family of operations.
//!
//! The message is the fact with both operands in the caller's order, the label is this spot, the notes are the rule and
//! then the usual way out. The traits here carry what the texts name as parameters of their own (flat shapes, the sizes
//! and axes that clash), since a text can only print a trait's parameters.

mod affine;
mod attention;
mod axis;
mod depends;
mod grid;
mod heads;
mod include;
mod losses;
mod normalize;
mod picture;
#[cfg(feature = "rand")]
mod random;
mod recurrent;
mod residual;
mod resize;
#[cfg(feature = "fft")]
mod spectrum;
pub(crate) mod texts;

pub use affine::*;
pub use attention::*;
pub use axis::*;
pub use depends::*;
pub use grid::*;
pub use heads::*;
pub use include::*;
pub use losses::*;
pub use normalize::*;
pub use picture::*;
#[cfg(feature = "rand")]
pub use random::*;
pub use recurrent::*;
pub use residual::*;
pub use resize::*;
#[cfg(feature = "fft")]
pub use spectrum::*;
mod element_wise;

pub use element_wise::*;
mod conv;

pub use conv::*;
mod index;

pub use index::*;
mod parts;
pub use parts::*;
mod labels;
#[cfg(feature = "linalg")]
mod linalg;
mod unbounded;
mod vectors;
mod words;

pub use labels::*;
#[cfg(feature = "linalg")]
pub use linalg::*;
pub use unbounded::*;
pub use vectors::*;
pub use words::*;
mod convert;
mod debug;

pub use convert::*;
pub use debug::*;

use texts::texts;

use crate::shape::Shape;
use crate::shape::flat::Flat;
use crate::shape::list::{Exactly, TheVery};
use crate::shape::number::{Nat, True, Yes};
use crate::shape::size::{Grouping, NumeralRow, One, Size};
use crate::shape::verdict::{Fits, Good, OfSizes, Ours, Outer};

/// `Dim<N>` is a size: one row of the table for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the type of a size",
    label = "sizes 0 and 2 to 1023 are `Dim<N>`, 1 is `One`, and larger ones are spelled digit by digit",
    note = "write the number and let the macro find its type: `dim!(1024)`, `shape![3, 1024]`"
)]
pub trait Numeral {
    /// What the table says of it.
    type Row: NumeralRow;
}

/// A size that is known when the program is compiled.
///
/// ```
/// use shaped::prelude::*;
/// fn elements<H: StaticSize, W: StaticSize>() -> usize {
///     H::SIZE * W::SIZE
/// }
/// assert_eq!(elements::<dim!(7), dim!(1)>(), 7);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no static size",
    label = "a generic size needs the bound `N: StaticSize`, of a struct as well; a number is `dim!(8)` as a type and `Dim::<8>` as a value, 1 is `One` and never `DIM<1>`, and from 1024 on it is `<dim!(1024)>::VALUE`",
    note = "a named axis gets its number when the program runs: `Tensor::zeros_with(Batch(32))`, `x.narrow_with(Axis::<0>, 2, Batch(n))`"
)]
pub trait StaticSize: Size<IsStatic = Yes, Factor = <Self as StaticSize>::Len, Static = Self> {
    /// The number.
    const SIZE: usize;
    /// The only value of the type, for where a method takes a size: `x.unflatten(Axis::<-1>, (H::VALUE, E::VALUE))`.
    const VALUE: Self;
    /// The number as a typenum number, for arithmetic.
    #[doc(hidden)]
    type Len: Nat;
    /// The size without its name.
    #[doc(hidden)]
    type Plain: StaticSize;
    /// `self + R`. This and the next two stand in types, and so in errors, for what is computed of generic sizes.
    #[doc(hidden)]
    type Sum<R: StaticSize>: StaticSize;
    /// `self * R`
    #[doc(hidden)]
    type Product<R: StaticSize>: StaticSize;
    /// `L * self`, of a number `L`: what its product with a size is that is not known yet.
    #[doc(hidden)]
    type Multiple<L: StaticSize>: StaticSize;
    /// `self / R`, rounded down.
    #[doc(hidden)]
    type Quotient<R: StaticSize>: StaticSize;
    /// `L / self`, of a number `L`: what its quotient by a size is that is not known yet. (rustc would take `L` apart, bit by bit, both ways at each.)
    #[doc(hidden)]
    type Dividing<L: StaticSize>: StaticSize;
    /// This many elements next to each other.
    #[doc(hidden)]
    type Array<T>: Sized;
    /// This many groups of channels. (Of one channel each they are `self` channels, and as many filters are one for each, though the number is generic.)
    #[doc(hidden)]
    type Groups: Grouping<Of<One> = Self, Divide<One, Self> = Yes>;
}

texts! {
    /// All sizes of a shape are known when the program is compiled: `Self` says whether. (`Open` is left open where they are not: so it is suggested as no bound.)
    message "shape {Of} is not known when the program is compiled"
    label "this needs a number for each axis: a generic size is `N: StaticSize`, and for a named axis it is `zeros_with(Batch(32))`, `from_vec_with(Batch(32), elements)`"
    note "all axes but the first become one by `x.flatten_axes(Axis::<1>, Axis::<-1>)`; a named axis gets its number when the program runs: `Tensor::zeros_with(Batch(32))`, `x.expand_as(&other)`"
    pub trait AllKnown<Good, Of, Open>: TheVery<Good> {}
    /// A number that a Rust array can have in `[T; N]` here: 0 to 1023, for which `Dim<N>` (or [`One`](crate::One)) is the size.
    message "arrays of more than 1023 elements do not convert by themselves"
    label "too long an axis"
    note "use `Tensor::from_vec`, or `Tensor::from_slice(array.as_flattened())`"
    pub trait ArraySize {
        /// The size with this number.
        type Size: StaticSize;
    }
}

/// How a size meets another: always a verdict, which of generic sizes is not known, but of a size with itself and with `One`.
pub trait Meet<Rhs> {
    /// That they fit, or that they differ.
    type Verdict: OfSizes;
}

texts! {
    /// How a shape on the right meets one on the left, from the last axis: always a verdict, which of generic sizes may not be known.
    ///
    /// The right side is `Self`, so that the compiler does not take the left side's own supertrait for an answer while the right
    /// side's type is still unknown (`x.matmul(w)` in generic code).
    message "nothing is known yet of how `{Lhs}` and `{Self}` broadcast"
    label "what a mean leaves of `(L, D)` meets it by `mean_keepdim`, without a bound; two shapes of their own state `{Lhs}: shaped::Broadcast<{Self}>`"
    note "code generic over whole shapes names the operation once, as in `where L: Broadcast<R>`, and its result is `Broadcasted<L, R>`; over sizes or leading axes, `(L, D)`, it needs no bound"
    pub trait MEETS<Lhs> {
        /// That they fit, or that they clash.
        type Verdict: Outer;
        /// Nothing.
        type Told;
        /// The pairs of sizes that meet, and behind them these, as they are printed.
        type AND<Pairs: Flat>;
    }
}

/// The same, for texts: of the supertrait the compiler says nothing where this does not hold.
pub trait Zips<Lhs>: MEETS<Lhs> {}

/// What is left open where it is not known how `Self` on the right meets `Lhs`, a step away from [`MEETS`].
pub trait LeavesMeeting<Lhs> {
    /// Nothing, once it is known.
    type Open;
}
#[diagnostic::do_not_recommend]
impl<L, R: MEETS<L>> LeavesMeeting<L> for R {
    type Open = R::Told;
}

/// It is known how `Self` on the right meets `Lhs`. (It has what is open as its parameter, so that no bound is suggested beside the one that the text prints.)
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how `{Lhs}` and `{Self}` broadcast",
    label = "what a mean leaves of `(L, D)` meets it by `mean_keepdim`, without a bound; two shapes of their own state `{Lhs}: shaped::Broadcast<{Self}>`",
    note = "code generic over whole shapes names the operation once, as in `where L: Broadcast<R>`, and its result is `Broadcasted<L, R>`; over sizes or leading axes, `(L, D)`, it needs no bound"
)]
pub trait KnownToMeet<Lhs, Open>: Zips<Lhs> {}
#[diagnostic::do_not_recommend]
impl<L, R: Zips<L>, Open> KnownToMeet<L, Open> for R {}

/// The same of what is added (or the like) in place to a tensor of shape `To`.
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how shape `{Self}` is assigned to shape `{To}`",
    label = "what a mean leaves of `(L, D)` meets it by `mean_keepdim`, without a bound; two shapes of their own state `{To}: shaped::Assign<{Self}>`",
    note = "code generic over whole shapes names the assignment once, as in `where L: Assign<R>`; over sizes or leading axes, `(L, D)`, it needs no bound"
)]
pub trait KnownToChange<To, Open>: Zips<To> {}
#[diagnostic::do_not_recommend]
impl<To, R: Zips<To>, Open> KnownToChange<To, Open> for R {}

/// The same of an expression of shape `From` and the tensor that it is written to.
#[diagnostic::on_unimplemented(
    message = "nothing is known yet of how a result of shape `{From}` is written to a tensor of shape `{Self}`",
    label = "state what is needed, `{From}: shaped::AssignTo<{Self}>`; of one shape, both share a parameter"
)]
pub trait KnownToFit<From, Open>: Zips<From> {}
#[diagnostic::do_not_recommend]
impl<From, To: Zips<From>, Open> KnownToFit<From, Open> for To {}

/// The verdict on two shapes of one element-wise operation is that they fit.
#[cfg_attr(
    shaped_strict_ranks,
    diagnostic::on_unimplemented(
        message = "cannot broadcast shape {Lhs} with shape {Rhs}",
        label = "{Axes}: {Left} against {Right}, and neither is 1",
        note = "shapes have as many axes here (`--cfg shaped_strict_ranks`), each pair of sizes equal, or one of them 1; `x.unsqueeze(Axis::<0>)` adds an axis in front, and `x.expand_as(&y)` stretches"
    )
)]
#[cfg_attr(
    not(shaped_strict_ranks),
    diagnostic::on_unimplemented(
        message = "cannot broadcast shape {Lhs} with shape {Rhs}",
        label = "{Axes}: {Left} against {Right}, and neither is 1",
        note = "shapes align at their last axis; each pair of sizes must be equal, or one of them 1: where an axis is missing, `x.unsqueeze(Axis::<1>)` adds it, and `mean_keepdim` keeps it; `x.fix::<shape![…]>()` makes a named one a number"
    )
)]
pub trait Accept<Lhs, Rhs, Left, Right, Axes> {
    /// The shape of the result.
    type Output: Shape;
}

/// The verdict on what is added (or the like) to a tensor in place is that it fits.
#[diagnostic::on_unimplemented(
    message = "cannot assign shape {Rhs} to shape {Lhs}",
    label = "{Axes}: {Left} on the left against {Right}, and neither is 1",
    note = "shapes align at their last axis; each size on the right must be equal to the left one, or 1 (`One`): where an axis is missing, `x.unsqueeze(Axis::<1>)` adds it, and `mean_keepdim` keeps it; `x.fix::<shape![…]>()` makes a named one a number"
)]
pub trait AcceptAssign<Lhs, Rhs, Left, Right, Axes>: Ours<Fits<Lhs>> {}
impl<S, Lhs> Ours<Fits<Lhs>> for Fits<S> {}
#[diagnostic::do_not_recommend]
impl<S, Lhs, Rhs, Left, Right, Axes> AcceptAssign<Lhs, Rhs, Left, Right, Axes> for Fits<S> {}

/// A shape that is written, or follows from what is: of one that is still to be inferred it is the first thing that the compiler misses, and by
/// this name, without a list of all shapes.
pub trait KnownShape {}

#[diagnostic::do_not_recommend]
impl<S> KnownShape for S {}

texts! {
    /// The result of an assignment has the left side's shape.
    message "cannot assign shape {Rhs} to shape {Lhs}: that would stretch the left side"
    label "the two together have shape {Result}"
    note "the left side is never stretched: axes of 1 leave by `y.squeeze(Axis::<0>)`, a place of a part is kept as an axis by `part!(mut x; 3..4)`, and `let c = &a + &b` makes a larger result"
    pub trait KeepsLeft<To, Lhs, Rhs, Result>: Exactly<To> {}
    /// The verdict on a view of one shape as another is that they fit.
    message "cannot broadcast shape {From} to shape {To}"
    label "{Axes}: {Left} cannot become {Right}"
    note "shapes align at their last axis; each size must be equal to the new one, or 1 (`One`): where an axis is missing, `x.unsqueeze(Axis::<1>)` adds it, and `mean_keepdim` keeps it"
    pub trait AcceptTo<From, To, Left, Right, Axes>: Good {
        /// The shape of the two together.
        type Output: Shape;
    }
    /// A view of one shape as another has the other's shape.
    message "cannot broadcast shape {From} to shape {To}"
    label "the two together have shape {Result}"
    note "an axis of size 1 can be stretched; no axis can shrink or go. `broadcast_with` stretches both sides"
    pub trait KeepsTarget<Joint, From, To, Result>: Exactly<Joint> {}
    /// The verdict on what is written to a tensor is that it fits.
    message "a result of shape {From} cannot be written to a tensor of shape {To}"
    label "{Axes}: {Left} in the result, and the tensor has {Right}"
    note "the tensor keeps its shape: aligned at the last axis, each size of the result is the tensor's, or 1; `eval()` of an expression, or `matmul`, makes a tensor of shape {From}"
    pub trait AcceptWritten<From, To, Left, Right, Axes>: Good {
        /// The shape of the two together.
        type Output: Shape;
    }
    /// What is written to a tensor does not stretch that.
    message "a result of shape {From} cannot be written to a tensor of shape {To}"
    label "expected shape {To}, or what stretches to it; the two together have shape {Result}"
    note "the tensor keeps its shape: no axis of it is stretched or added; `eval()` of an expression, or `matmul`, makes a tensor of shape {From}"
    pub trait KeepsWritten<Joint, From, To, Result>: Exactly<Joint> {}
    /// The verdict on a mask of attention is that it fits the scores.
    message "a mask of shape {Mask} does not fit attention scores of shape {Scores}"
    label "{Axes}: {Left} in the mask against {Right} in the scores"
    note "scores are […, Tq, Tk], queries by keys, and the mask aligns at their last axis, each size equal to theirs, or 1: `mask.unsqueeze(Axis::<1>)` makes [B, 1, Tk] of a mask [B, Tk] of keys, and once more, for heads, [B, 1, 1, Tk]"
    pub trait AcceptScores<Mask, Scores, Left, Right, Axes>: Good {
        /// The shape of the two together.
        type Output: Shape;
    }
    /// A mask of attention stretches no scores.
    message "a mask of shape {Mask} does not fit attention scores of shape {Scores}"
    label "the mask has more axes than the scores"
    note "scores are […, Tq, Tk], queries by keys, and a mask of them can be stretched; the scores cannot"
    pub trait KeepsScores<Joint, Mask, Scores>: Exactly<Joint> {}
    /// Two shapes are the same shape, nothing stretched. `Self` is the right one: the compiler waits until it is known.
    message "not the same shape: {Lhs} and {Rhs}"
    label "after `same_shape()` nothing is stretched"
    note "leave out `same_shape()` where the shapes are meant to broadcast"
    pub trait Same<Left, Lhs, Rhs>: Exactly<Left> {}
}

/// An axis is within the most axes that there are.
#[diagnostic::on_unimplemented(
    message = "shape {Of} has no axis `{Self}`",
    label = "write an axis as `Axis::<0>`, which is the first one, or `Axis::<-1>`, the last",
    note = "an axis is a value, several are a tuple, `(Axis::<0>, Axis::<2>)`; a shape has at most 16"
)]
pub trait Locate<R: crate::shape::rank::Rank, Of> {
    /// Where it lies in a shape of rank `R`, counted from the end.
    type Place;
    /// The number it is written by.
    const NUMBER: isize;
    /// `T`, of which nothing is said before the axis is known.
    type Then<T>;
}

/// Types of which no element is found by an index: what the index misses is the text.
macro_rules! without_elements {
    ($index:path: $([$($generics:tt)*] $type:ty;)*) => { $(
        #[doc(hidden)]
        impl<$($generics)* Place: $index> core::ops::Index<Place> for $type {
            type Output = Place::Element;
            fn index(&self, index: Place) -> &Place::Element {
                index.element()
            }
        }
    )* };
}
pub(crate) use without_elements;

/// An index of a lazy expression: there is none.
#[diagnostic::on_unimplemented(
    message = "a lazy expression has no elements before it is evaluated",
    label = "write `eval()` before the index: `let y = (x.lazy() * 2.0).eval(); y[[0, 1]]`"
)]
pub trait IndexOfLazy {
    /// Nothing is known of the element.
    type Element;
    /// There is none.
    fn element<'e>(self) -> &'e Self::Element;
}

/// An index of what a tape or a trace records: there is none.
#[cfg(feature = "alloc")]
#[diagnostic::on_unimplemented(
    message = "what is recorded has no elements to be read by an index",
    label = "on a tape write `y.value()[[0, 0]]`, which is read without a gradient; with one, `y.index_axis(Axis::<0>, 0)` or `part!(y; 0, 0)`"
)]
pub trait IndexOfRecorded {
    /// Nothing is known of the element.
    type Element;
    /// There is none.
    fn element<'e>(self) -> &'e Self::Element;
}

/// Elements of which there is a zero: `Tensor::zeros`.
#[diagnostic::on_unimplemented(
    message = "elements `{Self}` have no zero",
    label = "elements are named first, then the shape, `Tensor::<f32, shape![2, 3]>::zeros()`; a mask is `Tensor::full(false)`"
)]
pub trait HasZero: num_traits::Zero {}
#[diagnostic::do_not_recommend]
impl<T: num_traits::Zero> HasZero for T {}

/// Elements of which there is a one: `Tensor::ones`.
#[diagnostic::on_unimplemented(
    message = "elements `{Self}` have no one",
    label = "elements are named first, then the shape, `Tensor::<f32, shape![2, 3]>::ones()`; a mask is `Tensor::full(true)`"
)]
pub trait HasOne: num_traits::One {}
#[diagnostic::do_not_recommend]
impl<T: num_traits::One> HasOne for T {}

/// One axis, and no tuple of them. (`axes![…]` asks for it, too: of what is none, the compiler would advise to make a tuple.)
#[diagnostic::on_unimplemented(
    message = "one axis is needed, and `{Self}` is none",
    label = "an axis is written `Axis::<0>`, which is the first one, or `Axis::<-1>`, the last",
    note = "several axes become one by `x.flatten_axes(Axis::<0>, Axis::<1>)`"
)]
pub trait SingleAxis {
    /// The axis.
    type Itself;
}

/// Both sides of a matrix product taken apart.
pub trait TakesApart<L> {
    /// The parts.
    type Split: crate::shape::taken::Parts;
    /// Nothing, once they are known.
    type Open;
}

/// The same, for texts: of the supertrait the compiler says nothing where this does not hold.
pub trait Sides<L>: TakesApart<L> {}

/// The same, a step away, as `LeavesOpen` (`src/shape/list.rs`).
pub trait LeavesSides<L> {
    /// The parts.
    type Split: crate::shape::taken::Parts;
    /// Nothing, once they are known.
    type Open;
}
#[diagnostic::do_not_recommend]
impl<L, R: TakesApart<L>> LeavesSides<L> for R {
    type Split = R::Split;
    type Open = R::Open;
}

texts! {
    /// Both sides of a matrix product are matrices, or stacks of them. (`Open` is left open where they are not known to be, so that no bound is suggested
    /// beside the one that the text prints.)
    message "cannot multiply matrices of shape `{L}` and shape `{Self}`"
    label "a side without axes, or of generic ones: that needs the bound `{L}: shaped::MatMul<{Self}, Output = …>`, the shape of the result"
    note "[…, M, K] x […, K, N] -> […, M, N], and a vector is a row or a column; a matrix behind generic axes, `((L, M), K)`, needs no bound; numbers multiply by `*`"
    pub trait Matrices<L, Open>: Sides<L> {}
    /// The inner sizes of a matrix product agree.
    message "cannot multiply matrices of shape {Lhs} and shape {Rhs}"
    label "the last axis of the left side is {K}, the last but one of the right side, or a vector's only one, is {J}"
    note "[…, M, K] x […, K, N] -> […, M, N]: the inner sizes must be the same; of weights that are [out, in], take the transpose"
    pub trait InnerSize<Right, K, J, Lhs, Rhs, Open>: TheVery<Right> {
        /// `T`, of which nothing is said where they do not.
        type Then<T>;
    }
    /// The axes in front of the matrices broadcast.
    message "cannot multiply matrices of shape {Lhs} and shape {Rhs}"
    label "the axes in front of the matrices do not broadcast: {Axes}, {Left} against {Right}"
    note "[…, M, K] x […, K, N] -> […, M, N]: the axes in front align at their last one; each pair of sizes must be equal, or one of them 1"
    pub trait AcceptStacks<Lhs, Rhs, Left, Right, Axes>: Good {
        /// The axes in front of the result.
        type Output: Shape;
        /// The result, of which nothing is known where they do not.
        type Whole<S: Shape>: Shape;
    }
}

/// The shape has `N` axes.
#[diagnostic::on_unimplemented(
    message = "an index into shape {Of} does not have {N} numbers",
    label = "one number for each axis: {Of}",
    note = "write the closure with one name for each axis, as in `|[i, j]|` for a matrix"
)]
pub trait Axes<const N: usize, Of> {}

texts! {
    /// There is a place for a new axis.
    message "cannot insert {Axis} into shape {Of}: it is out of range"
    label "there is no such place"
    note "the new axis is counted in the result: from 0 to the rank, or from the end with -1 for the last"
    pub trait Inserted<Axis, Of>: Good {
        /// The shape of the result.
        type Output: Shape;
    }
    /// The axis to be removed has size 1.
    message "cannot squeeze {Axis} out of shape {Of}: its size is {Size}"
    label "only an axis of size `One` can be squeezed out"
    note "whatever its size, `index_axis` with the same axis, and a 0 behind it, takes what is at its first place, without the axis"
    pub trait IsOne<One, Size, Axis, Of, Open>: TheVery<One> {
        /// The result, of which nothing is known where it does not.
        type Whole<S: Shape>: Shape;
    }
    /// A matrix of the shape `S` has as many rows as columns.
    message "an identity matrix of shape {Self} is not square"
    label "this needs a shape `[n, n]`"
    pub trait Square<S> {}
}

/// The run-time axes of a shape, a tuple, get their sizes from a value.
#[diagnostic::on_unimplemented(
    message = "shape {Of} needs the sizes of {Self}, and this is {Given}",
    label = "{Given}, where {Self} is needed",
    note = "sizes of named axes are given outermost axis first, as one value or a tuple: `Batch(32)`, `(Batch(32), Time(8))`; of any axes, `Tensor::from_vec_sized(&[2, 3], elements)` takes the numbers"
)]
pub trait GivenBy<Given, Of>: Ours<Given> {
    /// One size for each of the axes, outermost first; the others are not looked at.
    fn sizes(given: Given) -> [usize; crate::shape::dims::MAX_RANK];
}
/// An axis or several, as the argument of a reduction.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be an axis of this tensor, or a tuple of such",
    label = "axes are `Axis::<0>`, `Axis::<-1>` for the last one, `(Axis::<0>, Axis::<2>)` for several; behind generic ones, `(L, D)`, they count from the end",
    note = "a function over any axes `A` asks for `S: shaped::Reduce<A>`; of two tensors, element by element, the larger and the smaller are `x.maximum(&y)` and `x.minimum(&y)`"
)]
pub trait AxisSet {}

/// What an axis or several are in a shape.
pub trait MasksAxes<S>: AxisSet {
    /// What becomes of each axis, from the last one on.
    type Mask: crate::shape::mask::Mask;
    /// Nothing, once that is known.
    type Open;
}

/// The same, for texts: of the supertrait the compiler says nothing where this does not hold.
pub trait FindsAxes<S>: MasksAxes<S> {}

/// The same, a step away, as `LeavesOpen` (`src/shape/list.rs`).
pub trait Masked<S> {
    /// What becomes of each axis, from the last one on.
    type Mask: crate::shape::mask::Mask;
    /// Nothing, once that is known.
    type Open;
}
#[diagnostic::do_not_recommend]
impl<S, A: MasksAxes<S>> Masked<S> for A {
    type Mask = A::Mask;
    type Open = A::Open;
}

texts! {
    /// It is known what an axis or several are in a shape. (`Open` is left open where it is not, so that no bound is suggested.)
    message "`{Self}` is not known to be an axis of this tensor, or a tuple of such"
    label "axes are `Axis::<0>`, `Axis::<-1>` for the last one, `(Axis::<0>, Axis::<2>)` for several; behind generic ones, `(L, D)`, they count from the end"
    note "a function over any axes `A` asks for `S: shaped::Reduce<A>`; of two tensors, element by element, the larger and the smaller are `x.maximum(&y)` and `x.minimum(&y)`"
    pub trait AxesIn<S, Open>: AxisSet {}
}

/// Elements that can be added up.
#[diagnostic::on_unimplemented(
    message = "elements `{Self}` have no sum",
    label = "numbers are needed here",
    note = "`mask.count_nonzero(Axis::<-1>)` counts what is true; `x.cast::<i64>()` makes numbers of the elements"
)]
pub trait Added: Clone + num_traits::Zero {}
#[diagnostic::do_not_recommend]
impl<T: Clone + num_traits::Zero> Added for T {}

/// Elements that can be multiplied with each other.
#[diagnostic::on_unimplemented(
    message = "elements `{Self}` have no product",
    label = "numbers are needed here",
    note = "`mask.all(Axis::<-1>)` says whether all are true; `x.cast::<i64>()` makes numbers of the elements"
)]
pub trait Multiplied: Clone + num_traits::One {}
#[diagnostic::do_not_recommend]
impl<T: Clone + num_traits::One> Multiplied for T {}

/// Elements that have means, deviations and norms.
#[diagnostic::on_unimplemented(
    message = "this is computed of floats, and the elements are `{Self}`",
    label = "elements `f32` or `f64` are needed here",
    note = "`x.cast::<f32>()` converts the elements; `sum` and `max` take whole numbers, too"
)]
pub trait Averaged: num_traits::Float {}
#[diagnostic::do_not_recommend]
impl<T: num_traits::Float> Averaged for T {}

/// An element that is a truth value.
#[diagnostic::on_unimplemented(
    message = "a mask holds `bool`, not `{Self}`",
    label = "make a mask first, `x.greater(0.0)`; one place of an axis is `x.index_axis(Axis::<0>, 1)`, several `x.index_select`"
)]
pub trait Truth: Copy + Into<bool> + Ours {}
impl Ours for bool {}
#[diagnostic::do_not_recommend]
impl Truth for bool {}

texts! {
    /// The outer one of two axes to exchange.
    message "cannot swap {Axis} of shape {Of}: it is out of range"
    label "there is no such axis"
    note "axes count from 0, and from the end with -1 for the last"
    pub trait SwappedAt<At, Axis, Of> {
        /// Its size.
        type Size: Size;
        /// The shape with another size here.
        type With<D: Size>: Shape;
    }
    /// There are two axes to exchange.
    message "cannot swap {A} and {B} of shape {Of}"
    label "there is no such axis"
    note "axes count from 0, and from the end with -1 for the last"
    pub trait SwapAt<P, Q, A, B, Of> {
        /// The shape of the result.
        type Output: Shape;
    }
}

/// A shape of one axis, which has a length.
#[diagnostic::on_unimplemented(
    message = "`len` is of vectors, and this has shape {Of}",
    label = "write `x.numel()` for the number of elements, `x.sizes()[0]` for the rows"
)]
pub trait HasLength<Of> {}
#[diagnostic::do_not_recommend]
impl<S: Shape<Rank = crate::shape::rank::R<1>>, Of> HasLength<Of> for S {}

texts! {
    /// The shape has two axes to exchange.
    message "cannot transpose shape {Of}"
    label "two axes are needed that are known to be there"
    note "`transpose` exchanges the last two axes; a vector becomes a column with `x.unsqueeze(Axis::<-1>)`"
    pub trait LastTwo<Of> {
        /// The shape of the result.
        type Output: Shape;
    }
    /// As many axes are named as the shape has.
    message "cannot permute shape {Of} by {Order}"
    label "the order names more or fewer axes than the shape has"
    note "each axis is named once: `x.permute(axes![0, 2, 1])` for a shape of three axes"
    pub trait EveryAxis<N, Of, Order>: Exactly<N> {}
    /// Each axis of an order is one of the shape.
    message "cannot permute shape {Of} by {Order}"
    label "{Axis} is out of range"
    note "axes count from 0, and from the end with -1 for the last"
    pub trait InRange<Axis, Of, Order> {}
    /// No axis of an order has been named before.
    message "cannot permute shape {Of} by {Order}"
    label "{Axis} is named twice, counted from the front or from the end"
    note "each axis is named once: `x.permute(axes![0, 2, 1])` for a shape of three axes"
    pub trait NamedOnce<Axis, Of, Order> {}
    /// Two shapes have as many elements.
    message "cannot reshape shape {From} to shape {To}"
    label "{N} elements against {M}"
    note "both shapes have the same number of elements, named axes left out, which are the same on both sides"
    pub trait SameNumel<N, M, From, To>: True {}
    /// Two shapes have the same run-time axes in the same order.
    message "cannot reshape shape {From} to shape {To}"
    label "named axes: {Axes} against {Others}"
    note "named axes, whose numbers are known at run time, are the same on both sides and in one order"
    pub trait SameAxes<Axes, Others, From, To>: True {}
    /// Elements that lie in memory by a `Layout` become the shape `Self`: they lie row by row. (What is made of them is `Self`, which is not known
    /// while the compiler looks for the method: so it finds it, and prints this text.)
    message "cannot reshape a view of shape {Of} whose elements do not lie row by row"
    label "write `x.to_tensor().into_shape::<…>()`, which copies them row by row first (they lie as `{Layout}` says)"
    note "reshaping never copies; layers do so by themselves: `Flatten.forward(x)`"
    pub trait Contiguous<Layout, Of> {}
    /// There is a run of axes to be made one.
    message "cannot flatten shape {Of} from {A} to {B}"
    label "both have to be axes of the shape, and the first one has to lie outside the second, or be the same"
    note "axes count from 0, and from the end with -1 for the last; `x.flatten_axes(Axis::<1>, Axis::<-1>)` keeps the first axis apart"
    pub trait FlattenAt<P, Q, A, B, Of> {
        /// The shape of the result.
        type Output: Shape;
    }
    /// The axes of a run are all static: those of `Self` from `P` on, and `D`. (`Open` is left open, as above.)
    message "cannot flatten shape {Of} from {A} to {B}"
    label "one of these axes is named, or not known to be `N: StaticSize`, and stays apart: flatten those beside it"
    note "axes change places by `swap_axes` and `permute`, so that those to be flattened stand side by side; all behind a first one are `x.flatten_axes(Axis::<1>, Axis::<-1>)`"
    pub trait MergeAt<P, D, A, B, Of, Open> {
        /// The result, of which nothing is known where they are not.
        type Output: Shape;
    }
    /// The axis is the outermost one.
    message "cannot take a part of {Axis} of a mutable view of shape {Of}"
    label "only the outermost axis of a mutable view has parts that can be changed"
    note "a `ViewMut` is one block of memory; `x.view_mut().part().narrow(…)` takes parts of any axis, which `copy_from`, `fill` and `map_in_place` change"
    pub trait Outermost<Axis, Of>: True {}
    /// Two shapes are equal but for the axis that they are joined along.
    message "cannot concatenate shape {Lhs} with shape {Rhs} along {Axis}"
    label "the right side would have to be of shape {Needed}, with any size on {Axis}"
    note "all other sizes are the same, and nothing is stretched: where an axis is missing, `x.unsqueeze(Axis::<0>)` adds it; what is known to be as long gets an axis's name by `rename`"
    pub trait AllElseEqual<R, Lhs, Rhs, Axis, Needed, Open>: TheVery<R> {
        /// The result, of which nothing is known where they do not.
        type Whole<S: Shape>: Shape;
    }
    /// Two shapes are the same, to be stacked.
    message "cannot stack shape {Lhs} and shape {Rhs}"
    label "the second would have to be of shape {Lhs}, too"
    note "what is stacked along a new axis has one shape; `concat` joins along an axis that is there, of any sizes"
    pub trait Stackable<L, Lhs, Rhs, Open>: TheVery<L> {}
}

//! Texts of the operations on parts of axes: slices, splits, windows, and what repeats or pads.

use super::texts::texts;
use crate::shape::Shape;
use crate::shape::flat::Tuple;
use crate::shape::list::{Exactly, TheVery};
use crate::shape::number::True;
use crate::shape::size::Size;
use crate::shape::verdict::Good;

texts! {
    /// An axis is as long as the slice that is taken of it.
    message "cannot slice {Axis} of shape {Of} to {Part} in steps of {Step}"
    label "its size is {Size}"
    note "a slice reaches over `(size - 1) * step + 1` elements; the step is at least 1. To go backwards, `flip` the axis first"
    pub trait SliceWithin<Size, Part, Step, Axis, Of>: True {}
    /// An axis is as long as the part that is taken of it: `Self` says whether. (`Open` is left open where that is not known, so that no bound is suggested.)
    message "cannot take a part that ends at {Part} or behind it on {Axis} of shape {Of}"
    label "the size of the axis is {Size}"
    note "the part is at most as long as the axis, and a range of `part!`, `2..8`, ends within it; code with a generic axis states the bound `shaped::Narrow`, as in its documentation"
    pub trait LongEnough<Good, Size, Part, Axis, Of, Open>: TheVery<Good> {}
    /// An axis is as long as what is split off it. (As there.)
    message "cannot split {Axis} of shape {Of} after {Part}"
    label "its size is {Size}"
    note "the first part is at most as long as the axis, and the second one is what is left; code with a generic axis states the bound `shaped::Split`, as in its documentation"
    pub trait SplitWithin<Good, Size, Part, Axis, Of, Open>: TheVery<Good> {}
    /// An axis is a number of equal parts.
    message "cannot cut {Axis} of shape {Of} into {Count} equal parts"
    label "its size is {Size}, which {Count} does not divide"
    note "`chunks` gives equal parts; unequal ones are had with `split_at`, or with `narrow`"
    pub trait EvenParts<Size, Count, Axis, Of>: True {}
    /// Several sizes make up one.
    message "cannot unflatten {Axis} of shape {Of} into {Sizes}"
    label "its size is {Size}, and theirs multiply to {Self}"
    note "the sizes that an axis is taken apart into multiply to its own"
    pub trait MultiplyTo<Size, Sizes, Axis, Of, Open>: TheVery<Size> {
        /// The result, of which nothing is known where they do not.
        type Whole<S: Shape>: Shape;
    }
    /// What is a tuple of sizes.
    message "`{Self}` is not a tuple of sizes"
    label "write a tuple of one to six sizes: `(Dim::<8>, Dim::<64>)`, `(Dim::<2>,)`"
    pub trait SizeTuple: Tuple {
        /// The sizes as a shape.
        type List: Shape + crate::shape::taken::Inner;
        /// Their product.
        type Product: crate::shape::size::StaticSize;
        /// The sizes as numbers, from the last one on.
        const SIZES: &'static [usize];
    }
    /// An axis is as long as a window on it.
    message "no window of {Part} in steps of {Step} fits {Axis} of shape {Of}"
    label "its size is {Size}"
    note "a window is at least 1 and at most as long as the axis; the step is at least 1"
    pub trait WindowWithin<Size, Part, Step, Axis, Of>: True {}
    /// A shape has a diagonal.
    message "shape {Of} has no diagonal"
    label "it has fewer than two axes, or one of the last two is named and the other is not the same"
    note "the last two axes are the matrix; all others are stacks of such"
    pub trait Diagonals<Of> {
        /// The shape of the diagonals.
        type Output: Shape;
    }
    /// The last two axes are a matrix.
    message "shape {Of} has no triangle"
    label "it has fewer than two axes"
    note "the last two axes are the matrix; all others are stacks of such"
    pub trait HasMatrix<Of> {}
    /// A size of which only the program knows the number.
    message "the size `{Part}` is known when the program is compiled"
    label "`narrow_with` takes a named axis with its number"
    note "write `narrow`, which checks the size when the program is compiled"
    pub trait NamedSize<Part>: True {}
    /// A shape has an axis for each pair of widths, counted from the last one.
    message "cannot pad shape {Of} by {Widths}"
    label "there are more pairs than axes"
    note "a pair `(before, after)` for each axis, the last pair for the last axis; axes in front may be left out"
    pub trait PadBy<Widths, Of>: Good {
        /// The shape of the result.
        type Output: Shape;
    }
    /// What is a tuple of pairs of sizes.
    message "`{Self}` is not a tuple of widths"
    label "write a tuple of one to six pairs `(before, after)`: `((One, One), (Dim::<2>, Dim::<0>))`"
    pub trait WidthTuple: Tuple {
        /// The pairs as a list, the last one outermost.
        type List;
        /// The pairs as numbers, from the last one on.
        const WIDTHS: &'static [(usize, usize)];
    }
    /// Two sizes along which shapes are put next to each other make one.
    message "cannot concatenate shape {Lhs} with shape {Rhs} along {Axis}"
    label "`{Left}` and `{Right}` are two named axes, or generic sizes that may be: one that is a number is `N: StaticSize`"
    note "a named axis grows by one of its own name, or by a static size, and keeps its name"
    pub trait OneName<Good, Left, Right, Lhs, Rhs, Axis, Open>: TheVery<Good> {}
    /// A shape has a last axis.
    message "shape {Of} has no last axis to make a diagonal of"
    label "it has 0 axes"
    note "the last axis becomes the diagonal of a matrix; all others are stacks of such"
    pub trait HasLast<Of> {
        /// The shape of the matrices.
        type Output: Shape;
    }
    /// A shape of one axis.
    message "shape {Of} is not that of a vector"
    label "this takes a shape of one axis"
    note "`flatten` makes one axis of all"
    pub trait OneAxis<Of>: Good {
        /// Its size.
        type Size: Size;
    }
    /// An axis has the elements that its borders are made of.
    message "cannot pad shape {Of} by {Widths} with elements of its own ({Rule})"
    label "a border is too wide for its axis: a reflected one is narrower than that, a circular one no wider"
    note "a replicated border needs an element; `pad` takes a value"
    pub trait BorderFits<Widths, Of, Rule>: True {}
}

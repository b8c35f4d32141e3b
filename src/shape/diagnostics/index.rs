//! Texts of what goes by index or along one axis: selections, scatters, scans and sorts.

use super::element_wise::FloatElement;
use super::texts::texts;
use crate::shape::Shape;
use crate::shape::list::Exactly;
use crate::shape::verdict::{Concrete, Good, Ours};

/// An element that indexes: any integer.
#[diagnostic::on_unimplemented(
    message = "indices are integers, not `{Self}`",
    label = "these indices are of `{Self}`; any integer of up to 64 bits will do",
    note = "of floats, `x.map(|x| x as usize)` makes indices; a mask of `bool` goes to `masked_select`, which gives elements, and `mask.nonzero()` gives places"
)]
pub trait IndexNumber: Ours + Concrete<Itself = Self> + Copy + 'static {
    /// The number, if it is not negative.
    #[doc(hidden)]
    fn count(self) -> Option<usize>;
    /// The number, for messages and to count from the end.
    #[doc(hidden)]
    fn number(self) -> i128;
    /// Whether the type has numbers below 0.
    #[doc(hidden)]
    const SIGNED: bool;
}

/// An element of scores of classes: any [`FloatElement`].
#[diagnostic::on_unimplemented(
    message = "scores are floating-point numbers, not `{Self}`",
    label = "the scores stand before, and the classes are the argument: `scores.cross_entropy(&labels)`",
    note = "`x.cast::<f32>()` makes scores of whole numbers; `f16` and `bf16` need the feature `half`"
)]
pub trait ScoreElement: FloatElement {}

#[diagnostic::do_not_recommend]
impl<T: FloatElement> ScoreElement for T {}

/// A class by its number: any integer.
#[diagnostic::on_unimplemented(
    message = "classes are integers, not `{Self}`",
    label = "these targets are of `{Self}`, one integer for each row of scores; probabilities and one-hot rows are for `cross_entropy_soft`",
    note = "`x.map(|x| x as i64)` makes integers of floats that are classes; any type of up to 64 bits will do"
)]
pub trait ClassNumber: Ours + IndexNumber {}
#[diagnostic::do_not_recommend]
impl<I: IndexNumber> ClassNumber for I {}

texts! {
    /// One number for each axis, an array `A` of them, which names an element of a tensor.
    message "a tensor of shape {Shown} is indexed by one `usize` for each axis, and `{Self}` is not known to be that"
    label "an element is `x[[i, j]]`, a row `x.index_axis(Axis::<0>, i)`, and `x[1..3]` of NumPy `x.narrow(Axis::<0>, 1, Dim::<2>)`"
    note "NumPy's `x[mask]` is `x.masked_select(&mask)`, `x[1] = 0` is `part!(mut x; 1).fill(0.0)`, `x[mask] = 0` is `x = x.masked_fill(&mask, 0.0)`, `x[ids]` is `x.index_select(Axis::<0>, &ids)`"
    pub trait IndexOf<A, Shown>: Exactly<A> {
        /// The element that it names; of what is no index it stays open.
        type Of<T>;
        /// The numbers.
        #[doc(hidden)]
        fn numbers(self) -> A;
        #[doc(hidden)]
        fn of<T>(element: &T) -> &Self::Of<T>;
        #[doc(hidden)]
        fn of_mut<T>(element: &mut T) -> &mut Self::Of<T>;
    }
    /// Indices that name elements of an axis are a list.
    message "cannot select from shape {Of} by indices of shape {By}"
    label "a list of indices has one axis, `[n]`"
    note "`indices.flatten()` makes one axis of all; for one index per element of the result there are `gather` and `take_along_axis`"
    pub trait IndexList<OneAxis, Of, By>: Exactly<OneAxis> {
        /// `V`, of which nothing is said where the indices are no list.
        type Then<V>;
    }
    /// What is added to parts of a tensor has their shape.
    message "cannot write shape {Source} into shape {Of} along {Axis} by indices of shape {By}"
    label "the source would have to be of shape {Needed}"
    note "the source has the shape that `index_select` gives: as many elements on {Axis} as there are indices"
    pub trait SourceFits<S, Of, Source, By, Axis, Needed>: Exactly<S> {}
    /// The indices have as many axes as what they index.
    message "cannot gather, scatter or take along {Axis} of shape {Of} by indices of shape {By}"
    label "the indices have another number of axes"
    note "as many axes as what they index: one label for each row is `labels.unsqueeze(Axis::<-1>)`; a list `[n]` of whole rows goes to `index_select`"
    pub trait AsManyAxes<N, Of, By, Axis>: Exactly<N> {
        /// `V`, of which nothing is said where there are more axes or fewer.
        type Then<V>;
    }
    /// The indices have the shape of what they index, but for one axis.
    message "cannot gather or scatter along {Axis} of shape {Of} by indices of shape {By}"
    label "the indices would have to be of shape {Needed}, with any size on {Axis}"
    note "one index for each element of the result: all other axes are the same; `take_along_axis` stretches them"
    pub trait IndicesFit<S, Of, By, Axis, Needed>: Exactly<S> {}
    /// Values have the rows of what is searched. `Self` is their shape, were they as many in a row as what is searched.
    message "cannot search rows of shape {Of} for values of shape {By}"
    label "the values would have to be of shape {Needed}, with any size on the last axis"
    note "each row is searched for the values in the same row; for values of any shape in one list, `x.searchsorted(&values)`"
    pub trait SameRows<S, Of, By, Needed>: Exactly<S> {}
    /// There is one value for each index.
    message "cannot scatter values of shape {Values} into shape {Of} along {Axis} by indices of shape {By}"
    label "{Values} for the values, {By} for the indices"
    note "there is one value for each index; `values.broadcast_to()` or `values.expand_as(&indices)` stretches them"
    pub trait ValuesFit<S, Of, By, Values, Axis>: Exactly<S> {}
    /// The indices broadcast with what they index, but for one axis.
    message "cannot take along {Axis} of shape {Of} by indices of shape {By}"
    label "{Axes}: {Left} against {Right}, and neither is 1"
    note "the indices have any size on {Axis}; on all other axes the sizes are equal, or one of them 1"
    pub trait AcceptAlong<Of, By, Axis, Left, Right, Axes>: Good {
        /// The shape of the result.
        type Output: Shape;
    }
    /// An axis has as many elements as are to be taken of it.
    message "cannot take the largest {K} along {Axis} of shape {Of}"
    label "its size is {Size}"
    note "`topk` gives at most as many as the axis has; of a generic size, state it, of the shape as it is written: `where shape![N, D]: shaped::TopK<{Axis}, {K}>`"
    pub trait HoldsTop<Size, K, Axis, Of>: Ours<(Size, K)> {}
    /// There is one class said for each true one.
    message "cannot compare classes of shape {Rhs} with those of shape {Lhs}"
    label "{Rhs} where {Lhs} is needed"
    note "a confusion matrix counts pairs: what was said and what is true have one shape"
    pub trait SameCases<L, Lhs, Rhs>: Exactly<L> {}
    /// There is one value for each index.
    message "cannot put values of shape {Values} at indices of shape {By}"
    label "{Values} for the values, {By} for the indices"
    note "there is one value for each index; `values.broadcast_to()` or `values.expand_as(&indices)` stretches them"
    pub trait ValueEach<S, By, Values>: Exactly<S> {}
    /// What is searched is a list: `Self` is its rank.
    message "cannot search a tensor of shape {Of}"
    label "`searchsorted` is of a list, `[n]`, and takes values of any shape"
    note "the sorted list comes first: `edges.searchsorted(&values)`"
    pub trait SortedList<OneAxis, Of>: Exactly<OneAxis> {}
    /// Two tensors of a data set have as many rows: `Self` is the shape of the targets, and `Needed` with the features' rows.
    message "no data set of features of shape {Features} and targets of shape {Targets}"
    label "{Features} for the features, {Targets} for the targets"
    note "the outermost axis of both is one: of one static size, or a run-time axis of one name"
    pub trait AsManyRows<Needed, Features, Targets>: Exactly<Needed> {}
}

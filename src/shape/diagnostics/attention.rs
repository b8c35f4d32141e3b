//! Texts of attention.

use super::Zips;
use super::texts::texts;
use crate::shape::Shape;
use crate::shape::last_axes::last_axes;
use crate::shape::list::{Exactly, TheVery};
use crate::shape::number::True;
use crate::shape::size::Size;
use crate::shape::verdict::{Good, Ours};

texts! {
    /// Queries, keys and values, of shape `S`, are steps of vectors. `Self` is the keys' shape, or the values': the compiler waits until it
    /// is known.
    message "cannot attend with shape {Of}"
    label "queries, keys and values have at least two axes: steps, and the width of each"
    note "[…, Tq, D], […, Tk, D] and […, Tk, E] -> […, Tq, E]"
    pub trait SequenceOf<S, Of> {
        last_axes!(Number Width);
    }
    /// Keys are as wide as queries: `Self` and `Needed`, the sizes `Given` and `Width`. (Of a generic size as `Self` the compiler would say what is
    /// implemented for it. So below.)
    message "queries of shape {Queries} cannot attend to keys of shape {Keys}"
    label "the queries' last axis is {Width}, the keys' is {Given}"
    note "[…, Tq, D], […, Tk, D] and […, Tk, E] -> […, Tq, E]"
    pub trait KeyWidth<Needed, Width, Given, Queries, Keys, Open>: TheVery<Needed> {
        /// `S`, of which nothing is said where they are not.
        type Whole<S: Shape>: Shape;
    }
    /// There are as many values as keys: `Self` and `Needed`, the sizes `Given` and `Number`.
    message "cannot attend to keys of shape {Keys} with values of shape {Values}"
    label "there are {Number} keys, and {Given} values"
    note "[…, Tq, D], […, Tk, D] and […, Tk, E] -> […, Tq, E]"
    pub trait ValueSteps<Needed, Number, Given, Keys, Values, Open>: TheVery<Needed> {
        /// `S`, of which nothing is known where there are not.
        type Whole<S: Shape>: Shape;
    }
    /// It is known how the leading axes meet. (`Open` is left open where it is not, so that no bound is suggested.)
    message "queries of shape {Queries} cannot attend to keys or values of shape {Others}"
    label "what stands in front of the last two axes is not known to be the same: what is the same has one parameter"
    note "[…, Tq, D], […, Tk, D] and […, Tk, E] -> […, Tq, E]; or write the bound `shaped::Attend<K, V>` of the queries' shape"
    pub trait LeadingKnown<L, Queries, Others, Open>: Zips<L> {}
    /// The verdict on the leading axes is that no two sizes differ, unless one of them is 1.
    message "queries of shape {Queries} cannot attend to keys or values of shape {Others}"
    label "{Axes}: {Left} in the queries against {Right} in the keys, or the values"
    note "all axes but the last two have to be the same, […, Tq, D], […, Tk, D] and […, Tk, E] -> […, Tq, E]: heads are moved in front of the steps by `swap_axes`"
    pub trait LeadingMeet<Queries, Others, Left, Right, Axes>: Good {
        /// `S`, of which nothing is said where two differ.
        type Then<S: Shape>: Shape;
    }
    /// The leading axes are the same.
    message "queries of shape {Queries} cannot attend to keys or values of shape {Others}"
    label "all axes but the last two would have to be the same"
    note "[…, Tq, D], […, Tk, D] and […, Tk, E] -> […, Tq, E]; nothing is stretched, and `k.broadcast_to::<…>()` stretches without a copy"
    pub trait SameLeading<L, Queries, Others>: Exactly<L> {
        /// `S`, of which nothing is said where they are not.
        type Whole<S: Shape>: Shape;
    }
    /// A shape `S` has steps, and numbers of each.
    message "cannot turn pairs of shape {X}"
    label "it has fewer than two axes"
    note "`rotary` turns the numbers of each step by where it stands: […, N, D] -> […, N, D]"
    pub trait PairedSteps<S, X> {
        last_axes!(Steps Width);
    }
    /// A width comes in pairs.
    message "cannot turn pairs of shape {X}"
    label "the last axis, {D}, would have to be even"
    note "`rotary` turns the numbers of each step in pairs: […, N, D] -> […, N, D], for an even D; in generic code write `D: StaticSize + MultipleOf<DIM<2>>`"
    pub trait InPairs<D, X>: True {}
    /// What a mask of attention is made of.
    message "a mask of attention over `{Scores}` is of `bool` or of `{Scores}`, not of `{Self}`"
    label "`true` means that a query may attend to a key, and a number is added to the score"
    pub trait MaskFor<Scores>: Ours<[Scores; 0]> + Copy {
        /// The score under the mask.
        fn masked(self, score: Scores) -> Scores;
    }
}

impl<T: num_traits::Float> Ours<[T; 0]> for bool {}
#[diagnostic::do_not_recommend]
impl<T: num_traits::Float> MaskFor<T> for bool {
    #[inline(always)]
    fn masked(self, score: T) -> T {
        if self { score } else { T::neg_infinity() }
    }
}

#[diagnostic::do_not_recommend]
impl<L, Queries, Others, Open, R: Zips<L>> LeadingKnown<L, Queries, Others, Open> for R {}

macro_rules! additive {
    ($($t:ty)*) => { $(
        impl Ours<[$t; 0]> for $t {}
        #[diagnostic::do_not_recommend]
        impl MaskFor<$t> for $t {
            #[inline(always)]
            fn masked(self, score: $t) -> $t {
                score + self
            }
        }
    )* };
}
additive!(f32 f64);
#[cfg(feature = "half")]
additive!(half::f16 half::bf16);

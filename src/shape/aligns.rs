//! Whether shapes of different ranks meet: they do, unless the program is compiled with `--cfg shaped_strict_ranks`.
//!
//! With it, an element-wise operation on `[8, 3]` and `[3]` is refused, as by JAX's `jax_numpy_rank_promotion = "raise"`; a number without axes
//! still goes with every shape, and what states a shape (`broadcast_to`, `expand_as`) still adds axes.

#[cfg(not(shaped_strict_ranks))]
pub(crate) use super::diagnostics::{MEETS as Aligns, Opens as OpensAligned};

/// What a shape promises of its rank, of which nothing is asked.
#[cfg(not(shaped_strict_ranks))]
pub trait Ranked {}
#[cfg(not(shaped_strict_ranks))]
impl<S> Ranked for S {}

#[cfg(shaped_strict_ranks)]
pub use strict::{Aligns, NoAxis};
#[cfg(shaped_strict_ranks)]
pub(crate) use strict::{OpensAligned, Ranked};

#[cfg(shaped_strict_ranks)]
mod strict {
    use crate::shape::diagnostics::{MEETS, Meet, Opens};
    use crate::shape::verdict::{Differ, Fits, OfSizes, Outer};

    /// How a shape on the right meets one on the left that has as many axes, or where one of them has none.
    #[diagnostic::on_unimplemented(
        message = "nothing is known yet of how `{Lhs}` and `{Self}` broadcast, whose ranks are to be one (`--cfg shaped_strict_ranks`)",
        label = "state what is needed, `{Lhs}: shaped::Broadcast<{Self}, Output = {Lhs}>`, or stretch: `x.expand_as(&y)`",
        note = "leading axes of any number on one side only are more axes than the other has"
    )]
    pub trait Aligns<Lhs>: MEETS<Lhs> {
        /// That they fit, or that they clash.
        type Verdict: Outer;
    }

    /// The same of what lies outside their last axis.
    pub trait AlignsOutside<Lhs>: MEETS<Lhs> {
        /// That they fit, or that they clash.
        type Verdict: Outer;
    }

    /// It is known how a shape `Self` on the right meets one on the left, and that it has as many axes.
    pub trait OpensAligned<L>: Opens<L> + Aligns<L> {}
    #[diagnostic::do_not_recommend]
    impl<L, R: Opens<L> + Aligns<L>> OpensAligned<L> for R {}

    /// What a shape promises of its rank: it is its own.
    pub trait Ranked:
        AlignsOutside<Self, Verdict = Fits<Self>>
        + Aligns<Self, Verdict = Fits<Self>>
        + Aligns<(), Verdict = Fits<Self>>
        + Sized
    {
    }
    impl<S> Ranked for S where
        S: AlignsOutside<S, Verdict = Fits<S>> + Aligns<S, Verdict = Fits<S>> + Aligns<(), Verdict = Fits<S>>
    {
    }

    /// In place of an axis: the shape has fewer.
    pub struct NoAxis;

    #[diagnostic::do_not_recommend]
    impl<L> Aligns<L> for () {
        type Verdict = Fits<L>;
    }
    #[diagnostic::do_not_recommend]
    impl<R, D> Aligns<()> for (R, D) {
        type Verdict = Fits<(R, D)>;
    }
    #[diagnostic::do_not_recommend]
    impl<L, R: AlignsOutside<L>, A: Meet<B>, B> Aligns<(L, A)> for (R, B) {
        type Verdict = <A::Verdict as OfSizes>::After<<R as AlignsOutside<L>>::Verdict>;
    }

    #[diagnostic::do_not_recommend]
    impl AlignsOutside<()> for () {
        type Verdict = Fits<()>;
    }
    #[diagnostic::do_not_recommend]
    impl<L, A> AlignsOutside<(L, A)> for ()
    where
        (): AlignsOutside<L>,
    {
        type Verdict = <Differ<A, NoAxis> as OfSizes>::After<<() as AlignsOutside<L>>::Verdict>;
    }
    #[diagnostic::do_not_recommend]
    impl<R: AlignsOutside<()>, B> AlignsOutside<()> for (R, B) {
        type Verdict = <Differ<NoAxis, B> as OfSizes>::After<<R as AlignsOutside<()>>::Verdict>;
    }
    #[diagnostic::do_not_recommend]
    impl<L, R: AlignsOutside<L>, A: Meet<B>, B> AlignsOutside<(L, A)> for (R, B) {
        type Verdict = <A::Verdict as OfSizes>::After<<R as AlignsOutside<L>>::Verdict>;
    }
}

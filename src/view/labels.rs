//! The operands of `rearrange!`.

use core::marker::PhantomData;

use super::Operand;
use crate::shape::Shape;
use crate::shape::diagnostics::{Labelled, LabelledBy, OneLabelEach};

/// The operand of `rearrange!`: its axes have these sizes, by these names.
pub trait Labelling<Sizes, Names>: Operand {
    /// The operand itself; the sizes are found.
    fn labelled(_: PhantomData<(Sizes, Names)>, x: Self) -> Self
    where
        Self: Sized,
    {
        x
    }
}

impl<X: Operand, Sizes, Names: Labelled, Q> Labelling<Sizes, Names> for X
where
    <X::Shape as Shape>::Rank: OneLabelEach<Names::Count, Names::Shown, <X::Shape as Shape>::Shown, Checked = Q>,
    X::Shape: LabelledBy<Sizes, Names, Names::Shown, <X::Shape as Shape>::Shown, Q>,
{
}

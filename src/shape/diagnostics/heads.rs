//! Texts of attention with heads.

use super::texts::texts;
use crate::shape::number::{True, Yes};

texts! {
    /// The heads divide the width.
    message "cannot split a width of {D} into {H} heads"
    label "{H} does not divide {D}"
    note "each head has a width of its own, the whole width divided by the number of heads"
    pub trait HeadsDivide<D, H>: True {}
    /// `Self` is a layer of heads that divide its width. (What a layer misses that is made by its name, `default`, is told in these words, if it is
    /// of the layer itself.)
    message "cannot split a width of {D} into {H} heads"
    label "{H} does not divide {D}"
    note "each head has a width of its own, the whole width divided by the number of heads"
    pub trait SplitsIntoHeads<D, H> {}
    /// One size divides another.
    message "the size {D} is not a multiple of {K}"
    label "{K} does not divide {D}"
    note "what goes down by {K} and up again is of the size that it was only if that is a multiple of {K}"
    pub trait Multiple<D, K>: True {
        /// The size, `D`.
        type Whole;
        /// `Yes`.
        type Evenly;
    }
}

#[diagnostic::do_not_recommend]
impl<D, K> Multiple<D, K> for Yes {
    type Whole = D;
    type Evenly = Yes;
}

//! Texts of attention with heads.

use crate::shape::number::True;

/// The heads divide the width.
#[diagnostic::on_unimplemented(
    message = "cannot split a width of {D} into {H} heads",
    label = "{H} does not divide {D}",
    note = "each head has a width of its own, the whole width divided by the number of heads"
)]
pub trait HeadsDivide<D, H>: True {}

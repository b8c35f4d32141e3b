//! Texts for tensors that are looked at.

use super::texts::texts;
use crate::shape::Shape;
use crate::shape::size::{Dim, One, Size};

texts! {
    /// Shapes of pictures: height and width, and perhaps the colours of a place.
    message "a tensor of shape {Shown} is no picture"
    label "a picture is `[H, W]`, `[H, W, 1]` or `[H, W, 3]`: where colours come first, write `x.permute(axes![1, 2, 0])`"
    note "`[H, W]` is drawn from its smallest number to its largest, `[H, W, 1]` is grey, `[H, W, 3]` red, green and blue"
    pub trait Drawn<Shown>: Shape {}
}

#[diagnostic::do_not_recommend]
impl<H: Size, W: Size, Shown> Drawn<Shown> for (((), H), W) {}
#[diagnostic::do_not_recommend]
impl<H: Size, W: Size, Shown> Drawn<Shown> for ((((), H), W), One) {}
#[diagnostic::do_not_recommend]
impl<H: Size, W: Size, Shown> Drawn<Shown> for ((((), H), W), Dim<3>) {}

texts! {
    /// Shapes of heat maps: `S`, which prints as `Self`. (An implementation for a shape alone would be listed.)
    message "a tensor of shape {Self} is no matrix"
    label "a heat map has height and width: write `x.unsqueeze(Axis::<0>)` for a vector as a row, `x.index_axis(Axis::<0>, 0)` for the first of several matrices"
    pub trait DrawnMatrix<S> {}
}

#[diagnostic::do_not_recommend]
impl<H: Size, W: Size, Shown> DrawnMatrix<(((), H), W)> for Shown {}

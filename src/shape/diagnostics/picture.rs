//! Texts for tensors that are looked at.

use crate::shape::size::{Dim, One, Size};

/// Shapes of pictures, and how many numbers a place has: none that says so, or its colours.
#[diagnostic::on_unimplemented(
    message = "a tensor of shape `{Self}` is no picture",
    label = "height and width are needed, and perhaps colours",
    note = "a picture is `[H, W]`, drawn from its smallest number to its largest, `[H, W, 1]`, of grey, or `[H, W, 3]`, of red, green and blue; `[C, H, W]` becomes one by `permute(axes![1, 2, 0])`"
)]
pub trait Drawn: crate::shape::Shape {}

/// Shapes of heat maps.
#[diagnostic::on_unimplemented(
    message = "a tensor of shape `{Self}` is no matrix to be drawn",
    label = "height and width are needed",
    note = "a heat map is of `[H, W]`; `x.index_axis(Axis::<0>, 0)` is one of several"
)]
pub trait DrawnMatrix: crate::shape::Shape {}

impl<H: Size, W: Size> Drawn for (((), H), W) {}
impl<H: Size, W: Size> DrawnMatrix for (((), H), W) {}
impl<H: Size, W: Size> Drawn for ((((), H), W), One) {}
impl<H: Size, W: Size> Drawn for ((((), H), W), Dim<3>) {}

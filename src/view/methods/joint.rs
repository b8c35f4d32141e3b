//! An operand read as the shape of another.

use crate::shape::broadcast::BroadcastTo;
use crate::shape::layout::Layout;
use crate::view::{Operand, View};

/// The shape of `R`, to be stretched to: `expand_as`.
pub trait Expansions<R: Operand>: Operand {
    /// How the elements lie, stretched.
    #[doc(hidden)]
    type ExpandedLayout: Layout<R::Shape>;

    /// The same elements read as the shape of another operand. PyTorch's `x.expand_as(other)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let pixels: Tensor<f32, shape![4, 3, 8, 8]> = Tensor::zeros();
    /// assert_eq!(Tensor::<f32, shape![3, 1, 1]>::ones().expand_as(&pixels).sizes(), pixels.sizes());
    /// ```
    #[rustfmt::skip]
    fn expand_as( // to the shape of another: `x.expand_as(&y)`
        &self, other: &R) -> View<'_, Self::Elem, R::Shape, Self::ExpandedLayout, Self::Kind>;
}

impl<X, R: Operand> Expansions<R> for X
where
    X: Operand<Shape: BroadcastTo<R::Shape>> + ?Sized,
{
    type ExpandedLayout = <X::Layout as Layout<X::Shape>>::StretchedTo<R::Shape>;

    #[inline]
    fn expand_as(&self, other: &R) -> View<'_, Self::Elem, R::Shape, Self::ExpandedLayout, Self::Kind> {
        self.view().expand_as(other)
    }
}

//! Two operands read or computed with as one shape.

use crate::shape::broadcast::{Broadcast, BroadcastTo, Broadcasted};
use crate::shape::{Shape, run_time};
use crate::view::{Layout, Operand, View};
#[cfg(feature = "alloc")]
use crate::{
    Tensor,
    expr::{self, node::Closure},
};

/// The shape that this and `R` broadcast to: `zip_with`, `broadcast_with`.
pub trait Pairings<R: Operand>: Operand {
    /// The shape that both broadcast to.
    type Joint: Shape;
    /// How the elements of this side lie, stretched.
    #[doc(hidden)]
    type JointLayout: Layout<Self::Joint>;
    /// How the elements of the other lie, stretched.
    #[doc(hidden)]
    type OtherLayout: Layout<Self::Joint>;

    /// A function of each pair of elements, with broadcasting: `[4, 1]` with `[3]` -> `[4, 3]`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let larger = tensor![[1], [5]].zip_with(&tensor![2, 4, 6], |a: i32, b| a.max(b));
    /// assert_eq!(larger, tensor![[2, 4, 6], [5, 5, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 5].zip_with(&tensor![2, 4, 6], |a: i32, b: i32| a.max(b));
    /// ```
    #[cfg(feature = "alloc")]
    fn zip_with<U>(&self, rhs: &R, f: impl FnMut(Self::Elem, R::Elem) -> U) -> Tensor<U, Self::Joint>
    where
        Self::Elem: Clone,
        R::Elem: Clone;

    /// Both operands read as the shape that they broadcast to. NumPy's `np.broadcast_arrays(a, b)`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (column, row) = (tensor![[1], [2]], tensor![10, 20, 30]);
    /// let (a, b) = column.broadcast_with(&row);
    /// assert_eq!((a[[1, 2]], b[[1, 2]]), (2, 30));
    /// ```
    fn broadcast_with<'a>(
        &'a self,
        other: &'a R,
    ) -> (View<'a, Self::Elem, Self::Joint, Self::JointLayout>, View<'a, R::Elem, Self::Joint, Self::OtherLayout>);
}

impl<X, R: Operand> Pairings<R> for X
where
    X: Operand<Shape: Broadcast<R::Shape>> + ?Sized,
{
    type Joint = Broadcasted<X::Shape, R::Shape>;
    type JointLayout = <X::Layout as Layout<X::Shape>>::StretchedTo<Self::Joint>;
    type OtherLayout = <R::Layout as Layout<R::Shape>>::StretchedTo<Self::Joint>;

    #[cfg(feature = "alloc")]
    #[inline]
    fn zip_with<U>(&self, rhs: &R, f: impl FnMut(Self::Elem, R::Elem) -> U) -> Tensor<U, Self::Joint>
    where
        Self::Elem: Clone,
        R::Elem: Clone,
    {
        let (buffer, shape) = expr::binary(self, rhs, Closure(f));
        Tensor::from_parts(buffer, shape)
    }

    #[inline]
    fn broadcast_with<'a>(
        &'a self,
        other: &'a R,
    ) -> (View<'a, Self::Elem, Self::Joint, Self::JointLayout>, View<'a, R::Elem, Self::Joint, Self::OtherLayout>) {
        let (left, right) = (self.view(), other.view());
        let shape = run_time::broadcast(left.shape(), right.shape());
        (left.stretch_to_joint(shape), right.stretch_to_joint(shape))
    }
}

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
    fn expand_as(&self, other: &R) -> View<'_, Self::Elem, R::Shape, Self::ExpandedLayout>;
}

impl<X, R: Operand> Expansions<R> for X
where
    X: Operand<Shape: BroadcastTo<R::Shape>> + ?Sized,
{
    type ExpandedLayout = <X::Layout as Layout<X::Shape>>::StretchedTo<R::Shape>;

    #[inline]
    fn expand_as(&self, other: &R) -> View<'_, Self::Elem, R::Shape, Self::ExpandedLayout> {
        self.view().expand_as(other)
    }
}

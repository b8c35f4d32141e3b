//! Two operands read or computed with as one shape.

#[cfg(feature = "alloc")]
use crate::expr;
#[cfg(feature = "alloc")]
use crate::expr::node::Closure;
use crate::shape::Shape;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::layout::Layout;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{Operand, Values, View, joint};

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
    #[track_caller]
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
    #[doc(alias = "broadcast_arrays")]
    #[track_caller]
    fn broadcast_with<'a>(
        &'a self,
        other: &'a R,
    ) -> (View<'a, Self::Elem, Self::Joint, Self::JointLayout>, View<'a, R::Elem, Self::Joint, Self::OtherLayout>);
}

impl<X, R: Values> Pairings<R> for X
where
    X: Values<Shape: Broadcast<R::Shape>> + ?Sized,
{
    type Joint = Broadcasted<X::Shape, R::Shape>;
    type JointLayout = <X::Layout as Layout<X::Shape>>::StretchedTo<Self::Joint>;
    type OtherLayout = <R::Layout as Layout<R::Shape>>::StretchedTo<Self::Joint>;

    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    fn zip_with<U>(&self, rhs: &R, f: impl FnMut(Self::Elem, R::Elem) -> U) -> Tensor<U, Self::Joint>
    where
        Self::Elem: Clone,
        R::Elem: Clone,
    {
        let (buffer, shape) = expr::binary(self, rhs, Closure(f));
        Tensor::from_parts(buffer, shape)
    }

    #[inline]
    #[track_caller]
    fn broadcast_with<'a>(
        &'a self,
        other: &'a R,
    ) -> (View<'a, Self::Elem, Self::Joint, Self::JointLayout>, View<'a, R::Elem, Self::Joint, Self::OtherLayout>) {
        joint(self.view(), other.view())
    }
}

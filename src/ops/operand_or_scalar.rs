//! What elements are computed or compared with: an operand, or one value for all.

use core::slice;

use crate::expr;
use crate::expr::node::FnMut2;
use crate::shape::Shape;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::layout::{Layout, RowMajor};
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// Something that elements `T` of a tensor are computed or compared with: another tensor or view of such elements, or one `T`
/// for all. `Kind` tells the two apart, and is never written.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![[1.0, 5.0], [3.0, 2.0]];
/// assert_eq!(x.maximum(&tensor![2.0, 3.0]), tensor![[2.0, 5.0], [3.0, 3.0]]);
/// assert_eq!(x.maximum(2.5), tensor![[2.5, 5.0], [3.0, 2.5]]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tensor of elements `{T}` nor a `{T}`",
    label = "other elements than `{T}`",
    note = "give another tensor by reference, `x.maximum(&y)`, or one number for all elements, `x.maximum(0.0)`",
    note = "`y.cast::<{T}>()` converts a tensor's elements"
)]
pub trait OperandOrScalar<T, Kind> {
    /// The shape; `shape![]` for one value.
    type Shape: Shape;
    /// How the elements lie in memory.
    #[doc(hidden)]
    type Layout: Layout<Self::Shape>;

    /// The elements, or the value, as a view.
    #[doc(hidden)]
    fn values(&self) -> View<'_, T, Self::Shape, Self::Layout>;
}

/// A tensor or view, for [`OperandOrScalar`].
pub enum ByElement {}
/// One value for all, for [`OperandOrScalar`].
pub enum OneForAll {}

#[diagnostic::do_not_recommend]
impl<T, X: Operand<Elem = T>> OperandOrScalar<T, ByElement> for X {
    type Shape = X::Shape;
    type Layout = X::Layout;
    #[inline(always)]
    fn values(&self) -> View<'_, T, X::Shape, X::Layout> {
        self.view()
    }
}

/// No reference to a tensor has an order: so the compiler sees which of the two it is, even where `T` is not known yet.
#[diagnostic::do_not_recommend]
impl<T: PartialOrd> OperandOrScalar<T, OneForAll> for T {
    type Shape = ();
    type Layout = RowMajor;
    #[inline(always)]
    fn values(&self) -> View<'_, T, ()> {
        View::over(slice::from_ref(self), ())
    }
}

/// A function of each pair of elements, with broadcasting.
#[inline]
pub(crate) fn pairs<X, R, Kind, F>(x: &X, other: &R, f: F) -> Tensor<F::Output, Broadcasted<X::Shape, R::Shape>>
where
    X: Operand<Elem: Clone, Shape: Broadcast<R::Shape>> + ?Sized,
    R: OperandOrScalar<X::Elem, Kind, Shape: Shape>,
    F: FnMut2<X::Elem, X::Elem>,
{
    let (buffer, shape) = expr::binary(x, &other.values(), f);
    Tensor::from_parts(buffer, shape)
}

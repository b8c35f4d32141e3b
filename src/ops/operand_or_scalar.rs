//! What elements are computed or compared with: an operand, or one value for all.

use core::slice;

use super::each;
use super::slope::Slopes;
use crate::expr;
use crate::expr::node::FnMut2;
use crate::kind::{Decided, Eager, Kind, MaybeKind, Numbers, Undecided};
use crate::shape::Shape;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::verdict::Ours;
use crate::tensor::Tensor;
use crate::view::{Beside, Operand, View};

/// Something that elements `T` of a tensor are computed or compared with: another tensor or view of such elements, or one `T`
/// for all, by value or by reference. `Kind` tells the two apart, and is never written.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![[1.0, 5.0], [3.0, 2.0]];
/// assert_eq!(x.maximum(&tensor![2.0, 3.0]), tensor![[2.0, 5.0], [3.0, 3.0]]);
/// assert_eq!(x.maximum(2.5), tensor![[2.5, 5.0], [3.0, 2.5]]);
/// assert_eq!(x.maximum(&2.5), x.maximum(2.5));
/// ```
pub trait OperandOrScalar<T, Form, K: Kind<T> = Eager>: Ours<(T, Form, K)> {
    /// The shape; `shape![]` for one value.
    type Shape: Shape;
    /// How the elements lie in memory.
    #[doc(hidden)]
    type Layout: Layout<Self::Shape>;

    /// The elements, or the value, as a view.
    #[doc(hidden)]
    fn values(&self, note: K::Note) -> View<'_, T, Self::Shape, Self::Layout, K>;
}

/// As [`OperandOrScalar`], where it is the first to say what the kind is: a tensor does, and one value does not.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tensor of elements `{T}` nor a `{T}`",
    label = "write a number as `2.0`, and elements of another type as `&y.cast::<{T}>()`"
)]
pub trait Side<T, Form> {
    /// The kind, or none.
    type Own: MaybeKind<T>;
    /// What it knows.
    #[doc(hidden)]
    fn known(&self) -> <Self::Own as MaybeKind<T>>::Known;
}

#[diagnostic::do_not_recommend]
impl<T, X> Side<T, ByElement> for X
where
    X: Operand<Elem = T>,
{
    type Own = Decided<X::Kind>;
    #[inline(always)]
    fn known(&self) -> <X::Kind as Kind<T>>::Note {
        self.view().note()
    }
}

#[diagnostic::do_not_recommend]
impl<T: PartialOrd> Side<T, OneForAll> for T {
    type Own = Undecided;
    #[inline(always)]
    fn known(&self) {}
}

/// By reference: what stands beside tensors is borrowed, so a number is, too, by whoever writes it first.
#[diagnostic::do_not_recommend]
impl<T: PartialOrd> Side<T, OneBorrowed> for &T {
    type Own = Undecided;
    #[inline(always)]
    fn known(&self) {}
}

/// A tensor or view, for [`OperandOrScalar`].
pub enum ByElement {}
/// One value for all, for [`OperandOrScalar`].
pub enum OneForAll {}
/// One value for all, by reference, for [`OperandOrScalar`].
pub enum OneBorrowed {}

impl<T, K: Kind<T>, X: Beside<T, K>> Ours<(T, ByElement, K)> for X {}
impl<T: PartialOrd, K: Kind<T>> Ours<(T, OneForAll, K)> for T {}
impl<T: PartialOrd, K: Kind<T>> Ours<(T, OneBorrowed, K)> for &T {}

impl<T, K: Kind<T>, X: Beside<T, K>> OperandOrScalar<T, ByElement, K> for X {
    type Shape = X::Size;
    type Layout = X::Lie;
    #[inline(always)]
    fn values(&self, note: K::Note) -> View<'_, T, X::Size, X::Lie, K> {
        self.beside(note)
    }
}

/// No reference to a tensor has an order: so the compiler sees which of the two it is, even where `T` is not known yet.
#[diagnostic::do_not_recommend]
impl<T: PartialOrd, K: Kind<T>> OperandOrScalar<T, OneForAll, K> for T {
    type Shape = ();
    type Layout = RowMajor;
    #[inline(always)]
    fn values(&self, note: K::Note) -> View<'_, T, (), RowMajor, K> {
        View::over(slice::from_ref(self), ()).foreign(note)
    }
}

/// A tensor has no order either.
#[diagnostic::do_not_recommend]
impl<T: PartialOrd, K: Kind<T>> OperandOrScalar<T, OneBorrowed, K> for &T {
    type Shape = ();
    type Layout = RowMajor;
    #[inline(always)]
    fn values(&self, note: K::Note) -> View<'_, T, (), RowMajor, K> {
        View::over(slice::from_ref(*self), ()).foreign(note)
    }
}

/// The function of each pair of elements, with broadcasting.
#[inline]
#[track_caller]
pub(crate) fn pairs<X, R, Form, F>(x: &X, other: &R, f: F) -> Tensor<X::Elem, Broadcasted<X::Shape, R::Shape>, X::Kind>
where
    X: Operand<Elem: Clone, Shape: Broadcast<R::Shape>> + ?Sized,
    R: OperandOrScalar<X::Elem, Form, X::Kind>,
    F: Slopes<X::Elem>,
{
    let x = x.view();
    each::pair(x, other.values(x.note()), f)
}

/// As [`pairs`], of a function to other elements, which is a constant.
#[inline]
#[track_caller]
pub(crate) fn read_pairs<X, R, Form, F>(x: &X, other: &R, f: F) -> Tensor<F::Output, Broadcasted<X::Shape, R::Shape>>
where
    X: Operand<Elem: Clone, Shape: Broadcast<R::Shape>, Kind: Numbers<X::Elem>> + ?Sized,
    R: OperandOrScalar<X::Elem, Form, X::Kind>,
    F: FnMut2<X::Elem, X::Elem>,
{
    let x = x.view();
    let (buffer, shape) = expr::binary(&x.numbers(), &other.values(x.note()).numbers(), f);
    Tensor::from_parts(buffer, shape)
}

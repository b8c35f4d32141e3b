//! What a lazy expression, or a product, is written to.

use crate::expr::lazy::{Lazy, Steps};
use crate::shape::broadcast::AssignTo;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::operand::sealed::Sealed;
use crate::view::{OperandMut, PartMut, ViewMut};

/// What `assign_to` and `matmul_into` write to: [`Tensor`](crate::Tensor), [`Inline`], [`ViewMut`], and [`PartMut`], whose elements lie apart. Sealed.
///
/// ```
/// use shaped::{WriteTarget, prelude::*};
/// fn double<D: WriteTarget<Elem = i32, Shape = shape![2]>>(x: &Tensor<i32, shape![2]>, to: &mut D) {
///     (x.lazy() * 2).assign_to(to);
/// }
/// let mut y: Tensor<i32, shape![2, 3]> = Tensor::zeros();
/// double(&tensor![1, 2], &mut part!(mut y; .., 1));
/// assert_eq!(y, tensor![[0, 2, 0], [0, 4, 0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let y: Tensor<i32, shape![2, 3]> = Tensor::zeros();
/// tensor![1, 2].lazy().assign_to(&mut part!(y; .., 1)); // a view, which only reads
/// ```
#[diagnostic::on_unimplemented(
    message = "results cannot be written to `{Self}`",
    label = "what is written to is a `&mut` of an eager tensor, of a mutable view, or of `part!(mut y; ..3)`",
    note = "a view only reads, and what is recorded stays as it is: `eval()`, or `matmul`, makes a new tensor"
)]
pub trait WriteTarget: Sealed {
    /// The type of an element.
    type Elem;
    /// The shape.
    type Shape: Shape;
    /// All elements, where they lie row by row.
    #[doc(hidden)]
    fn whole(&mut self) -> Option<ViewMut<'_, Self::Elem, Self::Shape>>;
    /// Writes an expression over the elements.
    #[doc(hidden)]
    #[track_caller]
    fn overwrite<E: Steps<Item = Self::Elem>, S: Shape + AssignTo<Self::Shape>>(&mut self, by: Lazy<E, S>);
}

/// A target whose elements, `E`, are `T`, as those that are written. (Its text says both; that `Elem` is another type, the compiler would say in words of its own.)
#[diagnostic::on_unimplemented(
    message = "elements `{T}` cannot be written to elements `{E}`",
    label = "elements are not converted by themselves: make `{E}` of the operands by `x.cast::<{E}>()`, or of a lazy expression's results by `map`"
)]
pub trait TakesElements<T, E>: WriteTarget<Elem = T> {}
#[diagnostic::do_not_recommend]
impl<T, D: WriteTarget<Elem = T>> TakesElements<T, T> for D {}

/// What each of these does.
macro_rules! writes {
    (|$of:ident| $whole:expr, |$to:ident, $by:ident| $write:expr) => {
        type Elem = T;
        type Shape = S;
        #[inline]
        fn whole(&mut self) -> Option<ViewMut<'_, T, S>> {
            let $of = self;
            $whole
        }
        #[inline]
        #[track_caller]
        fn overwrite<E: Steps<Item = T>, Q: Shape + AssignTo<S>>(&mut self, $by: Lazy<E, Q>) {
            let $to = self;
            $write
        }
    };
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<T, S: Shape> WriteTarget for Tensor<T, S> {
    writes!(|of| Some(of.to_view_mut()), |to, by| to.to_view_mut().overwrite(by));
}
#[diagnostic::do_not_recommend]
impl<T, S: StaticShape> WriteTarget for Inline<T, S> {
    writes!(|of| Some(of.to_view_mut()), |to, by| to.to_view_mut().overwrite(by));
}
#[diagnostic::do_not_recommend]
impl<T, S: Shape> WriteTarget for ViewMut<'_, T, S> {
    writes!(|of| Some(of.reborrow()), |to, by| {
        let (elements, shape) = to.parts();
        by.overwrite(elements, shape);
    });
}
#[diagnostic::do_not_recommend]
impl<T, S: Shape> WriteTarget for PartMut<'_, T, S> {
    writes!(|_of| None, |to, by| by.overwrite_apart(to));
}

//! What can stand beside a lazy expression.

use crate::expr::Value;
use crate::expr::lazy::{Lazy, Steps};
use crate::shape::layout::Layout;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// What can stand on the right of an operation on a lazy expression: another one, a view, or a reference to a tensor.
pub trait IntoLazy {
    /// The steps that give the elements.
    #[doc(hidden)]
    type Steps: Steps<Item = Self::Item>;
    /// An element.
    type Item;
    /// The shape.
    type Shape: Shape;
    /// As a lazy expression. O(1), no copy.
    fn into_lazy(self) -> Lazy<Self::Steps, Self::Shape>;
}

impl<E: Steps, S: Shape> IntoLazy for Lazy<E, S> {
    type Steps = E;
    type Item = E::Item;
    type Shape = S;
    #[inline(always)]
    fn into_lazy(self) -> Self {
        self
    }
}

macro_rules! views {
    ($($(#[$alloc:meta])? [$($generics:tt)*] $s:ident: $shape:ident, $t:ty => $layout:ty, $this:ident $view:expr;)*) => { $(
        $(#[$alloc])?
        impl<'a, T: Clone, $s: $shape, $($generics)*> IntoLazy for $t {
            type Steps = View<'a, T, $s, $layout>;
            type Item = T;
            type Shape = $s;
            #[inline(always)]
            fn into_lazy(self) -> Lazy<Self::Steps, $s> {
                let $this = self;
                Lazy::over($view)
            }
        }
    )* };
}
views! {
    #[cfg(feature = "alloc")] [] S: Shape, &'a Tensor<T, S> => crate::shape::layout::RowMajor, x Operand::view(x);
    [] S: StaticShape, &'a Inline<T, S> => crate::shape::layout::RowMajor, x Operand::view(x);
    [Y: Layout<S>] S: Shape, View<'a, T, S, Y> => Y, x x;
    [Y: Layout<S>] S: Shape, &View<'a, T, S, Y> => Y, x *x;
}

/// What can stand on the right of an operator on a lazy expression of elements `T`: an operand of [`IntoLazy`], or a `T`.
///
/// One trait for both, so that there is one implementation of each operator to choose: of several, none of which holds, the
/// compiler would list all in place of the shapes.
#[diagnostic::on_unimplemented(
    message = "an operator on a lazy expression of `{T}` does not take `{Self}`",
    label = "write `&y` of an owned tensor, elements of another type as `&y.cast::<{T}>()`, and a number as `2.0`, of `bf16` as `bf16::from_f32(2.0)`",
    note = "the right side is a lazy expression, a view, a reference to a tensor, or a scalar, of elements `{T}`"
)]
pub trait LazyOperand<T> {
    /// The steps that give the elements.
    type Steps: Steps<Item = T>;
    /// The shape; none for a scalar.
    type Shape: Shape;
    /// As a lazy expression. O(1), no copy.
    fn operand(self) -> Lazy<Self::Steps, Self::Shape>;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> LazyOperand<T> for T {
    type Steps = Value<T>;
    type Shape = ();
    #[inline(always)]
    fn operand(self) -> Lazy<Value<T>, ()> {
        Lazy::of_value(self)
    }
}

/// What each of these does.
macro_rules! as_it_is {
    () => {
        type Steps = <Self as IntoLazy>::Steps;
        type Shape = S;
        #[inline(always)]
        fn operand(self) -> Lazy<Self::Steps, S> {
            self.into_lazy()
        }
    };
}

// No rows of a macro: of other elements the compiler shows one of these, and would show all of the macro.
#[diagnostic::do_not_recommend]
impl<T, E: Steps<Item = T>, S: Shape> LazyOperand<T> for Lazy<E, S> {
    as_it_is!();
}
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<T: Clone, S: Shape> LazyOperand<T> for &Tensor<T, S> {
    as_it_is!();
}
#[diagnostic::do_not_recommend]
impl<T: Clone, S: StaticShape> LazyOperand<T> for &Inline<T, S> {
    as_it_is!();
}
#[diagnostic::do_not_recommend]
impl<T: Clone, S: Shape, Y: Layout<S>> LazyOperand<T> for View<'_, T, S, Y> {
    as_it_is!();
}
#[diagnostic::do_not_recommend]
impl<T: Clone, S: Shape, Y: Layout<S>> LazyOperand<T> for &View<'_, T, S, Y> {
    as_it_is!();
}

//! Tensors are operands.

use super::Inline;
#[cfg(feature = "alloc")]
use super::Tensor;
use crate::kind::{Eager, Kind};
#[cfg(feature = "alloc")]
use crate::shape::Shape;
use crate::shape::StaticShape;
use crate::shape::layout::RowMajor;
use crate::view::operand::operand;
use crate::view::operand::sealed::Sealed;
use crate::view::{Operand, OperandMut, Stands, Values, View, ViewMut};

#[cfg(feature = "alloc")]
impl<T, S, K: Kind<T>> Sealed for Tensor<T, S, K> {}
impl<T, S: StaticShape> Sealed for Inline<T, S> {}

// The default layout, for the types that have no other.
#[cfg(feature = "alloc")]
operand! { [T, S: Shape, K: Kind<T>] Tensor<T, S, K>: View<T, S, RowMajor, K>, |x| x.whole() }
operand! { [T, S: StaticShape] Inline<T, S>: View<T, S, RowMajor, Eager>, |x| View::over(x.as_slice(), S::VALUE) }

#[diagnostic::do_not_recommend]
#[cfg(feature = "alloc")]
impl<T, S: Shape> Values for Tensor<T, S> {}

#[diagnostic::do_not_recommend]
#[cfg(feature = "alloc")]
impl<T, E, S: Shape, L: Kind<E>, K: Kind<T>> Stands<T, K> for Tensor<E, S, L> {
    type Of = E;
    type Size = S;
    type Lie = RowMajor;
    type In = L;
    #[inline(always)]
    fn stand(&self, _note: <K as Kind<E>>::Note) -> View<'_, E, S, RowMajor, L>
    where
        K: Kind<E>,
    {
        self.whole()
    }
}

#[diagnostic::do_not_recommend]
impl<T, S: StaticShape> Values for Inline<T, S> {}
#[diagnostic::do_not_recommend]
impl<T, E, S: StaticShape, K: Kind<T>> Stands<T, K> for Inline<E, S> {
    type Of = E;
    type Size = S;
    type Lie = RowMajor;
    type In = Eager;
    #[inline(always)]
    fn stand(&self, _note: <K as Kind<E>>::Note) -> View<'_, E, S>
    where
        K: Kind<E>,
    {
        Operand::view(self)
    }
}

#[cfg(feature = "alloc")]
impl<T, S: Shape> OperandMut for Tensor<T, S> {
    #[inline(always)]
    fn to_view_mut(&mut self) -> ViewMut<'_, T, S> {
        self.view_mut()
    }
}

impl<T, S: StaticShape> OperandMut for Inline<T, S> {
    #[inline(always)]
    fn to_view_mut(&mut self) -> ViewMut<'_, T, S> {
        ViewMut::over(self.as_mut_slice(), S::VALUE)
    }
}

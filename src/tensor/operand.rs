//! Tensors are operands.

use super::Inline;
#[cfg(feature = "alloc")]
use super::Tensor;
#[cfg(feature = "alloc")]
use crate::shape::Shape;
use crate::shape::StaticShape;
use crate::shape::layout::RowMajor;
use crate::view::operand::sealed::Sealed;
use crate::view::{Operand, OperandMut, View, ViewMut};

#[cfg(feature = "alloc")]
impl<T, S> Sealed for Tensor<T, S> {}
impl<T, S: StaticShape> Sealed for Inline<T, S> {}

// The default layout, for the types that have no other.
#[cfg(feature = "alloc")]
impl<T, S: Shape> Operand for Tensor<T, S> {
    type Elem = T;
    type Shape = S;
    type Layout = RowMajor;
    #[inline(always)]
    fn view(&self) -> View<'_, T, S> {
        View::over(self.as_slice(), self.shape())
    }
}

impl<T, S: StaticShape> Operand for Inline<T, S> {
    type Elem = T;
    type Shape = S;
    type Layout = RowMajor;
    #[inline(always)]
    fn view(&self) -> View<'_, T, S> {
        View::over(self.as_slice(), S::VALUE)
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

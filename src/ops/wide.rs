//! Operands whose elements are floats of 16 bits, as `f32`.

use crate::expr::copied;
use crate::kernels::sixteen::{Sixteen, can_be, widened};
use crate::shape::Shape;
use crate::storage::Buffer;
use crate::view::{Values, View};

/// The elements of an operand as `f32`, row by row; the [`view`](Wide::view) of them is another operand of the same shape.
pub(crate) struct Wide<S> {
    elements: Buffer<f32>,
    shape: S,
}

impl<S: Shape> Wide<S> {
    pub(crate) fn view(&self) -> View<'_, f32, S> {
        View::over(self.elements.as_slice(), self.shape)
    }
}

/// An operand as `f32`, if its elements are floats of 16 bits.
#[inline(always)]
pub(crate) fn wide<C: Sixteen<X::Elem>, X: Values<Elem: Clone> + ?Sized>(x: &X, by: C) -> Option<Wide<X::Shape>> {
    if !const { can_be::<X::Elem>() } || !C::is() {
        return None;
    }
    let shape = x.view().shape();
    let elements = match x.view().as_block() {
        Some(elements) => widened(elements, by),
        None => widened(copied(x.view()).as_slice(), by),
    };
    Some(Wide { elements, shape })
}

//! What is done with an expression once the forms of its operands are known.

use super::node::Node;
use super::plan::Loops;
use crate::shape::Shape;
use crate::shape::dims::Strides;
use crate::shape::layout::Layout;
use crate::view::View;

/// What is done with an expression once its operands' forms are known.
pub trait Visit<Item> {
    /// How the places of the operands are told.
    type Addressing: Addressing;
    /// How many operands have their forms already.
    const BEFORE: usize = 0;
    /// Is one of these [strided](Node::STRIDED)?
    const STRIDED: bool = false;
    fn visit<N: Node<Item = Item>>(self, node: N);
}

/// How the places of an operand are told.
pub trait Addressing {
    /// Hands over a view that is read as shape `O`.
    ///
    /// # Safety
    /// As for [`Expr::visit`](super::Expr::visit); the strides are the view's.
    unsafe fn hand<T: Clone, S: Shape, Y: Layout<S>, O: Shape, V: Visit<T>>(
        view: &View<'_, T, S, Y>,
        strides: &Strides,
        loops: &Loops,
        visitor: V,
    );
}

//! A lazy expression where an operation needs its elements: it is told so.

use crate::expr::lazy::Lazy;
use crate::kind::Kind;
use crate::shape::Shape;
use crate::shape::layout::RowMajor;
use crate::view::operand::beside_kind;
use crate::view::{Stands, View};

/// The steps of an expression whose elements are there: of none.
#[diagnostic::on_unimplemented(
    message = "an operand is a lazy expression, of which no element has been computed yet",
    label = "write `&y.eval()` in its place"
)]
pub trait Evaluated {
    /// There are no such steps.
    fn never<R>(&self) -> R;
}

beside_kind! { [E: Evaluated, S: Shape, T, K: Kind<T>] Lazy<E, S>, T, K; }
impl<T, K: Kind<T>, E: Evaluated, S: Shape> Stands<T, K> for Lazy<E, S> {
    type Of = T;
    type Size = S;
    type Lie = RowMajor;
    fn stand(&self, _note: K::Note) -> View<'_, T, S, RowMajor, K> {
        self.steps().never()
    }
}

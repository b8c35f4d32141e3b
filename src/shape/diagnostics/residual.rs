//! Texts of residuals.

use crate::shape::list::Exactly;

/// A module gives a shape that can be added to what it takes without stretching: the same one.
#[diagnostic::on_unimplemented(
    message = "cannot add what a module gives, of shape {Gives}, to what it takes, of shape {Takes}",
    label = "the module would have to give the shape that it takes",
    note = "`Residual(module)` is `x + module(x)`, [..] -> [..]; nothing is stretched",
    note = "where the shapes differ, project what is added: `module.forward(&x) + projection.forward(&x)`"
)]
pub trait KeepsShape<S, Takes, Gives>: Exactly<S> {
    /// The same shape.
    #[doc(hidden)]
    fn kept(self) -> S;
}

//! Texts of residuals, and of lists of modules.

use super::texts::texts;
use crate::shape::list::Exactly;

texts! {
    /// A module gives a shape that can be added to what it takes without stretching: the same one.
    message "cannot add what a module gives, of shape {Gives}, to what it takes, of shape {Takes}"
    label "the module would have to give the shape that it takes"
    note "`Residual(module)` is `x + module(x)`, [..] -> [..]; nothing is stretched"
    note "where the shapes differ, project what is added: `module.forward(&x) + projection.forward(&x)`"
    pub trait KeepsShape<S, Takes, Gives>: Exactly<S> {
        /// The same shape.
        #[doc(hidden)]
        fn kept(self) -> S;
    }
}

/// A module of a list gives what the next one takes: the shape that it takes itself.
#[diagnostic::on_unimplemented(
    message = "a module of a list gives shape {Gives}, and takes shape {Takes}",
    label = "each module of a list takes what the one before gives",
    note = "modules that change the shape stand in a tuple: `(first, second)`"
)]
pub trait Repeats<S, Takes, Gives>: Exactly<S> {
    /// The same shape.
    #[doc(hidden)]
    fn unchanged(self) -> S;
}
#[diagnostic::do_not_recommend]
impl<S, Takes, Gives> Repeats<S, Takes, Gives> for S {
    #[inline]
    fn unchanged(self) -> S {
        self
    }
}

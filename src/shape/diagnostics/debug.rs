//! What `debug_shape!` prints.

/// Never holds: the compiler's error is the answer to [`debug_shape!`](crate::debug_shape).
#[diagnostic::on_unimplemented(
    message = "the shape is {Shown}",
    label = "here; as a type it is `{Self}`",
    note = "`debug_shape!` is a question to the compiler: take it out when you have read the answer"
)]
pub trait Answer<Shown> {}

/// A shape flat and as it is, with no value.
pub struct Question<Shown, Shape>(pub(crate) core::marker::PhantomData<(Shown, Shape)>);

/// What can be asked. (A trait's own method shows no bound to the user, and waits until the shape is known.)
pub trait Ask {
    /// Asks.
    fn ask(self);
}

impl<Shown, Shape: Answer<Shown>> Ask for Question<Shown, Shape> {
    fn ask(self) {}
}

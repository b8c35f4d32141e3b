//! What `debug_shape!` prints.

use super::texts::texts;

texts! {
    /// Never holds: the compiler's error is the answer to [`debug_shape!`](crate::debug_shape).
    ///
    /// (It has a function of its own so that the compiler waits until the shape is known, and shows no bound of this crate's.)
    message "the shape is {Shown}"
    label "here; as a type it is `{Self}`"
    note "`debug_shape!` is a question to the compiler: take it out when you have read the answer"
    pub trait Answer<Shown>: Sized {
        /// Asks for a shape, flat and as it is.
        fn ask(question: core::marker::PhantomData<(Shown, Self)>);
    }
}

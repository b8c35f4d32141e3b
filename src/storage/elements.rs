//! Elements of an operand as a slice.

use core::ops::Deref;

use super::Scratch;

/// Elements where they are, or copied to memory that is kept when they are dropped.
pub enum Elements<'a, T> {
    Lent(&'a [T]),
    Copied(Scratch<T>),
}

impl<T> Deref for Elements<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Elements::Lent(elements) => elements,
            Elements::Copied(elements) => elements,
        }
    }
}

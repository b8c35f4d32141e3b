//! Elements of an operand as a slice.

use core::ops::Deref;

use super::{Buffer, Scratch, Shared};

/// Elements where they are, or copied to memory that is kept when they are dropped.
pub(crate) enum Elements<'a, T> {
    Lent(&'a [T]),
    Copied(Buffer<T>),
}

impl<T> Deref for Elements<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Elements::Lent(elements) => elements,
            Elements::Copied(elements) => elements.as_slice(),
        }
    }
}

/// Elements of an operand that a step keeps for the way back, which they are kept for as long as this lives: where they are, or copied.
pub enum Operand<'t, T> {
    /// So many of the elements that are used, from a place on.
    Used(Shared<'t, T>, usize, usize),
    Copied(Scratch<T>),
    None,
}

impl<T> Deref for Operand<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Operand::Used(elements, from, len) => &elements[*from..][..*len],
            Operand::Copied(elements) => elements,
            Operand::None => &[],
        }
    }
}

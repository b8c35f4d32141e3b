//! What an operation is: the way forward, for every kind.

use super::{Kind, Numbers};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;

/// The operands of an operation: a tuple of views of one kind.
pub trait Operands<T, K: Kind<T>> {
    /// The same views, of elements that can be read.
    type Eager;

    fn eager(self) -> Self::Eager
    where
        K: Numbers<T>;
}

/// An operation on views `X`, a tuple.
#[cfg(feature = "alloc")]
pub trait Rule<T, X>: Sized {
    /// The elements of the result, row by row.
    fn forward(self, operands: X) -> Buffer<T>;
}

/// An operation on views `X`, a tuple, that makes one value of all their elements.
pub trait Fold<T, X>: Sized {
    fn fold(self, operands: X) -> T;
}

//! The operands of an operation, of one kind.

use super::{Kind, Numbers};
#[cfg(feature = "alloc")]
use crate::{shape::dims::Dims, shape::dims::Strides, storage::Buffer};

/// The operands of an operation: a tuple or an array of views of one kind.
pub trait Operands<T, K: Kind<T>>: Copy {
    /// The same views, of elements that can be read.
    type Eager;

    fn eager(self) -> Self::Eager
    where
        K: Numbers<T>;

    /// Shows each operand in turn: what it knows, and where it is.
    #[cfg(feature = "alloc")]
    fn each(&self, f: &mut dyn FnMut(K::Note, &dyn Geometry<T>));
}

/// Where the elements of a view are, in the memory of the tensor that it is a view of.
#[cfg(feature = "alloc")]
pub trait Geometry<T> {
    fn place(&self) -> Extent;

    /// Sizes and strides.
    fn axes(&self) -> (Dims, Strides);

    /// The elements, row by row.
    fn copied(&self) -> Buffer<T>
    where
        T: Clone;
}

/// Where a view starts, and how far it goes.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
pub struct Extent {
    /// The address of its first element.
    pub start: usize,
    pub numel: usize,
    /// Whether the elements lie in a row.
    pub row_major: bool,
}

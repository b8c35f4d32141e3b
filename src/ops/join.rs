//! Two operands copied next to each other.

use alloc::vec::Vec;

use crate::storage::Buffer;
use crate::view::{Iter, Operand};

/// The elements of an operand that are still to be copied, row by row.
#[allow(clippy::large_enum_variant)] // two of them live on the stack for one call
pub(crate) enum Rest<'a, T> {
    Block(&'a [T]),
    Spread(Iter<'a, T>),
}

impl<'a, T: Clone> Rest<'a, T> {
    pub(crate) fn of<X: Operand<Elem = T> + ?Sized>(x: &'a X) -> Self {
        match x.view().as_block() {
            Some(elements) => Rest::Block(elements),
            None => Rest::Spread(x.iter()),
        }
    }

    /// Copies the next `n` elements.
    #[inline]
    pub(crate) fn copy_to(&mut self, n: usize, to: &mut Vec<T>) {
        match self {
            Rest::Block(elements) => {
                let (now, later) = elements.split_at(n);
                to.extend_from_slice(now);
                *elements = later;
            }
            Rest::Spread(elements) => to.extend(elements.by_ref().take(n).cloned()),
        }
    }
}

/// The rows of both operands in turn: `left` and `right` elements at a time, from first to last.
pub(crate) fn join<T, L, R>(a: &L, b: &R, [left, right]: [usize; 2]) -> Buffer<T>
where
    T: Clone,
    L: Operand<Elem = T> + ?Sized,
    R: Operand<Elem = T> + ?Sized,
{
    let numel = a.numel() + b.numel();
    let mut elements = Vec::with_capacity(numel);
    let (mut a, mut b) = (Rest::of(a), Rest::of(b));
    while elements.len() < numel {
        a.copy_to(left, &mut elements);
        b.copy_to(right, &mut elements);
    }
    Buffer::from_vec(elements)
}

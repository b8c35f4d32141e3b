//! Operations for other engines: of which primitives each is made. The ways back of the tape say what an operation was, so they are what is lowered.
//!
//! A formula is the one that the eager operation documents. Gradients need nothing here: they are taken of the primitives.

mod ctc;
mod distances;
mod each;
mod grid;
mod losses;
mod moves;
mod norms;
mod products;
mod random;
mod recurrent;
mod reductions;
mod windows;

use alloc::vec::Vec;

use crate::hlo::{ElementType, Id, Notes};
use crate::kind::Lowering;
use crate::shape::diagnostics::IndexNumber;
use crate::view::Values;

/// A value as `[outer, n, inner]`, of an axis of `n` whose elements lie `inner` apart.
fn lanes(notes: &mut Notes, x: Id, [n, inner]: [usize; 2]) -> Id {
    let outer = notes.numel(x).checked_div(n * inner).unwrap_or(0);
    notes.reshape(x, &[outer, n, inner])
}

/// Sums of 16 bits are sums of `f32`, which are rounded once.
fn widened(notes: &mut Notes, x: Id) -> Id {
    let dtype = notes.dtype(x);
    if dtype.is_float() && dtype.size() == 2 { notes.convert(x, ElementType::F32) } else { x }
}

/// The type of elements that are indices.
fn index_type<I: IndexNumber>() -> ElementType {
    match (size_of::<I>(), I::SIGNED) {
        (1, true) => ElementType::I8,
        (2, true) => ElementType::I16,
        (4, true) => ElementType::I32,
        (_, true) => ElementType::I64,
        (1, false) => ElementType::U8,
        (2, false) => ElementType::U16,
        (4, false) => ElementType::U32,
        (_, false) => ElementType::U64,
    }
}

/// Indices, as `i64`: a value of the graph, if they lie where one does, and else these numbers.
fn indices<I: Values<Elem: IndexNumber>>(at: &mut Lowering<'_>, indices: &I) -> Id {
    let view = indices.view();
    let (dims, strides) = (crate::shape::Shape::dims(view.shape()), view.strides_by_axis());
    let numbers = || indices.iter().map(|index| i64::try_from(index.number()).unwrap_or(i64::MAX)).collect::<Vec<_>>();
    let found = at.elements(view.as_ptr().addr(), index_type::<I::Elem>(), &dims, &strides, numbers);
    at.notes().convert(found, ElementType::I64)
}

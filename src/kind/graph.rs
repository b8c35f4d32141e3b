//! Tensors that are only noted, for another engine to compute.
#![cfg(feature = "graph")]

use core::marker::PhantomData;

use super::Operands;
use super::back::Back;
use super::lowering::{Lent, Lowering, Recorder, placed};
use crate::hlo::{Element, Id};
use crate::shape::dims::Dims;
use crate::storage::room;

/// Only noted: what [`Trace::input`](crate::graph::Trace::input) gives, and all that is computed of it. Such a tensor has a shape, and no elements:
/// they are there when an engine runs the [`Program`](crate::graph::Program).
#[derive(Clone, Copy, Debug)]
pub struct Graph<'g>(PhantomData<fn(&'g ()) -> &'g ()>);
impl super::sealed::Sealed for Graph<'_> {}

/// What a noted tensor holds, and what a view knows of it.
#[derive(Clone, Copy)]
pub struct Value<'g> {
    pub(crate) id: Id,
    pub(crate) of: &'g Recorder,
}

impl<'g> Value<'g> {
    /// Numbers that no tensor of the graph holds, as a constant; a parameter, if they lie where one does.
    pub(crate) fn lent<T: Element>(self, elements: &[T]) -> Self {
        let address = elements.as_ptr().addr();
        let lent = self.of.lent.borrow();
        let same = |lent: &&Lent| lent.start == address && lent.numel == elements.len() && lent.dtype == T::TYPE;
        let id = match lent.iter().filter(|_| !elements.is_empty()).find(same) {
            Some(lent) => lent.id,
            None => self.of.notes.borrow_mut().constant(elements, alloc::vec![elements.len()]),
        };
        Value { id, of: self.of }
    }

    /// The values of operands, each as its view sees them; and where they are noted.
    fn operands<T: Element, X: Operands<T, Graph<'g>>>(operands: &X) -> (alloc::vec::Vec<Id>, Option<&'g Recorder>) {
        let (mut ids, mut of) = (room(2), None::<&'g Recorder>);
        operands.each(&mut |note: Value<'g>, at| {
            assert!(
                of.is_none_or(|of| core::ptr::eq(of, note.of)),
                "operands of two traces, each of which is a program of its own"
            );
            of = Some(note.of);
            let (dims, strides) = at.axes();
            // A view without elements in memory starts where the first element of its tensor would: as far on as a pointer of its type may be.
            let offset = (at.place().start - align_of::<T>()) / size_of::<T>();
            ids.push(note.of.notes.borrow_mut().viewed(note.id, &placed(offset, &dims, &strides)));
        });
        (ids, of)
    }

    /// What an operation makes of operands, of the sizes `to`.
    pub(crate) fn apply<T: Element, X: Operands<T, Graph<'g>>, B: Back<T>>(operands: X, to: &Dims, back: B) -> Self {
        const {
            assert!(
                B::LOWERED,
                "an operation that has no lowering to StableHLO yet cannot be put into a graph: see what is done on the line that the last note below shows"
            );
        }
        let (ids, of) = Self::operands(&operands);
        let of = of.expect("an operation has an operand");
        let to = to.outermost_first();
        let bytes = to.iter().try_fold(size_of::<T>(), |bytes, &n| bytes.checked_mul(n));
        let counted = bytes.is_some_and(|bytes| isize::try_from(bytes).is_ok()) || to.contains(&0);
        assert!(counted, "a tensor of more bytes than an address counts: {to:?}");
        let id = back.lower(&mut Lowering::at(of), &ids, &to);
        let mut notes = of.notes.borrow_mut();
        let made = notes.numel(id);
        assert!(made == to.iter().product::<usize>(), "a lowering made {:?} in place of {to:?}", notes.sizes(id));
        let id = notes.convert(id, T::TYPE);
        Value { id: notes.reshape(id, &to), of }
    }
}

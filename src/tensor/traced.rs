//! The kind of tensors that are recorded.

#![allow(unsafe_code)] // says that recorded tensors have their elements

use core::convert::Infallible;

use super::Tensor;
use crate::kind::traced::{Held, Ref};
use crate::kind::{Back, Kind, Numbers, Operands, Real, Scalars, Traced};
use crate::shape::Shape;
use crate::storage::Buffer;
use crate::view::{Operand, View};

impl<'t, T: Real> Scalars<T> for Traced<'t> {
    type Scalar = Tensor<T, (), Traced<'t>>;
}

impl<'t, T: Real> Kind<T> for Traced<'t> {
    type Storage = Held<'t, T>;
    type Note = Ref<'t, T>;
    const NUMBERS: bool = true;
    const FUSES: bool = false;

    #[inline(always)]
    fn look<'a>(storage: &'a Held<'t, T>) -> (Option<&'a [T]>, Ref<'t, T>) {
        (Some(storage.elements()), storage.note())
    }

    fn detached(storage: &Held<'t, T>) -> Held<'t, T> {
        storage.detached()
    }

    #[inline(always)]
    fn foreign(note: Ref<'t, T>, _x: &[T]) -> Ref<'t, T> {
        note.scope().foreign()
    }

    #[inline(always)]
    fn parameter(note: Ref<'t, T>, x: &[T]) -> Ref<'t, T> {
        note.scope().parameter(x)
    }

    #[inline(always)]
    fn held(note: Ref<'t, T>) -> Option<Held<'t, T>> {
        note.is_on_tape().then(|| note.held())
    }

    fn apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        operands: X,
        to: O,
        forward: impl FnOnce(X::Eager) -> Buffer<T>,
        back: B,
    ) -> Held<'t, T> {
        let Ok(made) = Self::try_apply_op(operands, to, |x| Ok::<_, Infallible>(forward(x)), back);
        made
    }

    fn try_apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape, E>(
        operands: X,
        to: O,
        forward: impl FnOnce(X::Eager) -> Result<Buffer<T>, E>,
        back: B,
    ) -> Result<Held<'t, T>, E> {
        let made = Ref::apply_op(operands, forward, back)?;
        assert!(made.elements().len() == to.numel(), "as many elements as the shape has");
        Ok(made)
    }

    fn own<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        operands: X,
        forward: impl FnOnce(X::Eager) -> (Buffer<T>, O),
        back: impl FnOnce(O) -> B,
    ) -> (Held<'t, T>, O) {
        let (elements, shape) = forward(operands.eager());
        let Ok(made) = Ref::apply_op(operands, |_| Ok::<_, Infallible>(elements), back(shape));
        (made, shape)
    }

    fn fold_op<X: Operands<T, Self>, B: Back<T>>(
        operands: X,
        forward: impl FnOnce(X::Eager) -> T,
        back: B,
    ) -> Tensor<T, (), Traced<'t>> {
        let Ok(made) = Ref::apply_op(operands, |x| Ok::<_, Infallible>(Buffer::filled(1, forward(x))), back);
        Tensor::made(made, ())
    }

    #[inline(always)]
    fn of_one(value: Tensor<T, (), Traced<'t>>) -> Held<'t, T> {
        value.storage
    }

    #[inline(always)]
    fn reuse(storage: Held<'t, T>) -> Result<crate::kind::Reused<T, Self>, Held<'t, T>> {
        Err(storage)
    }

    fn over_op<X: Operands<T, Self>, B: Back<T>>(
        storage: Held<'t, T>,
        operand: usize,
        others: X,
        forward: impl FnOnce(Buffer<T>, X::Eager) -> Buffer<T>,
        back: B,
    ) -> Result<Held<'t, T>, Held<'t, T>> {
        storage.over_op(operand, others, forward, back)
    }

    #[inline(always)]
    fn seed(note: Ref<'t, T>) -> Option<u64> {
        note.scope().seed()
    }

    #[inline(always)]
    fn training(note: Ref<'t, T>) -> bool {
        note.scope().next_seed().is_some()
    }

    fn report(note: Ref<'t, T>, at: &[T], news: impl FnOnce() -> Buffer<T>) {
        note.scope().report(at, news());
    }
}

// SAFETY: `look` gives the elements that the tape holds.
#[diagnostic::do_not_recommend]
unsafe impl<T: Real> Numbers<T> for Traced<'_> {}

impl<'t, T: Real, S: Shape> Tensor<T, S, Traced<'t>> {
    /// The elements as an eager view, to read: what is computed of it is a constant. No copy. PyTorch's `x.detach()`, read.
    pub fn value(&self) -> View<'_, T, S> {
        self.view().numbers()
    }
}

//! The kind of tensors of which only shapes are known.

use super::Tensor;
use crate::kind::outlined::Noted;
use crate::kind::{Back, Kind, Operands, Outlined, Reused, Scalars};
use crate::shape::Shape;
use crate::shape::dims::Dims;
use crate::storage::Buffer;

impl<'o, T> Scalars<T> for Outlined<'o> {
    type Scalar = Tensor<T, (), Outlined<'o>>;
}

impl<'o, T> Kind<T> for Outlined<'o> {
    type Storage = Noted<'o>;
    type Note = Noted<'o>;
    const NUMBERS: bool = false;
    const FUSES: bool = false;

    #[inline]
    fn look<'a>(storage: &'a Noted<'o>) -> (Option<&'a [T]>, Noted<'o>) {
        (None, *storage)
    }

    fn detached(storage: &Noted<'o>) -> Noted<'o> {
        *storage
    }

    fn foreign(note: Noted<'o>, _x: &[T]) -> Noted<'o> {
        note
    }

    fn parameter(note: Noted<'o>, x: &[T]) -> Noted<'o> {
        note.parameter(x)
    }

    fn held(note: Noted<'o>) -> Option<Noted<'o>> {
        Some(note)
    }

    fn entered(note: impl FnOnce() -> Noted<'o>, layer: fn() -> &'static str, takes: impl FnOnce() -> Dims) {
        note().enter(layer(), &takes());
    }

    fn left(note: impl FnOnce() -> Noted<'o>, gives: impl FnOnce() -> Dims) {
        note().leave(&gives());
    }

    fn of_one(value: Tensor<T, (), Outlined<'o>>) -> Noted<'o> {
        value.into_storage()
    }

    fn apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        operands: X,
        _to: O,
        _forward: impl FnOnce(X::Eager) -> Buffer<T>,
        _back: B,
    ) -> Noted<'o> {
        Noted::of(&operands)
    }

    fn try_apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape, E>(
        operands: X,
        _to: O,
        _forward: impl FnOnce(X::Eager) -> Result<Buffer<T>, E>,
        _back: B,
    ) -> Result<Noted<'o>, E> {
        Ok(Noted::of(&operands))
    }

    fn own<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        _operands: X,
        _forward: impl FnOnce(X::Eager) -> (Buffer<T>, O),
        _back: impl FnOnce(O) -> B,
    ) -> (Noted<'o>, O) {
        const { panic!("an operation of a program's own says its shape by computing, and cannot be outlined") }
    }

    fn fold_op<X: Operands<T, Self>, B: Back<T>>(
        operands: X,
        _forward: impl FnOnce(X::Eager) -> T,
        _back: B,
    ) -> Tensor<T, (), Outlined<'o>> {
        Tensor::made(Noted::of(&operands), ())
    }

    #[inline]
    fn reuse(storage: Noted<'o>) -> Result<Reused<T, Self>, Noted<'o>> {
        Err(storage)
    }

    #[inline]
    fn over_op<X: Operands<T, Self>, B: Back<T>>(
        storage: Noted<'o>,
        _operand: usize,
        _others: X,
        _forward: impl FnOnce(Buffer<T>, X::Eager) -> Buffer<T>,
        _back: B,
    ) -> Result<Noted<'o>, Noted<'o>> {
        Err(storage)
    }
}

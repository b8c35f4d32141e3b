//! The kind of tensors that are only noted.

use super::Tensor;
use crate::hlo::Element;
use crate::kind::graph::Value;
use crate::kind::{Back, Graph, Kind, Operands, Reused, Scalars};
use crate::shape::Shape;
use crate::shape::dims::Dims;
use crate::storage::Buffer;

impl<'g, T: Element> Scalars<T> for Graph<'g> {
    type Scalar = Tensor<T, (), Graph<'g>>;
}

impl<'g, T: Element> Kind<T> for Graph<'g> {
    type Storage = Value<'g>;
    type Note = Value<'g>;
    const NUMBERS: bool = false;
    const FUSES: bool = false;

    #[inline]
    fn look<'a>(storage: &'a Value<'g>) -> (Option<&'a [T]>, Value<'g>) {
        (None, *storage)
    }

    fn detached(storage: &Value<'g>) -> Value<'g> {
        Value { id: storage.of.notes.borrow_mut().detach(storage.id), of: storage.of }
    }

    fn foreign(note: Value<'g>, x: &[T]) -> Value<'g> {
        note.lent(x)
    }

    fn parameter(note: Value<'g>, x: &[T]) -> Value<'g> {
        note.lent(x)
    }

    fn held(note: Value<'g>) -> Option<Value<'g>> {
        Some(note)
    }

    fn seed(note: Value<'g>) -> Option<u64> {
        note.of.draw()
    }

    fn training(note: Value<'g>) -> bool {
        note.of.trains()
    }

    fn blend(note: Value<'g>, at: &[T], which: usize, momentum: f64) {
        note.of.blend(at, which, momentum);
    }

    fn of_one(value: Tensor<T, (), Graph<'g>>) -> Value<'g> {
        value.into_storage()
    }

    fn apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        operands: X,
        to: O,
        _forward: impl FnOnce(X::Eager) -> Buffer<T>,
        back: B,
    ) -> Value<'g> {
        Value::apply(operands, &to.dims(), back)
    }

    fn try_apply_op<X: Operands<T, Self>, B: Back<T>, O: Shape, E>(
        operands: X,
        to: O,
        _forward: impl FnOnce(X::Eager) -> Result<Buffer<T>, E>,
        back: B,
    ) -> Result<Value<'g>, E> {
        Ok(Value::apply(operands, &to.dims(), back))
    }

    fn own<X: Operands<T, Self>, B: Back<T>, O: Shape>(
        _operands: X,
        _forward: impl FnOnce(X::Eager) -> (Buffer<T>, O),
        _back: impl FnOnce(O) -> B,
    ) -> (Value<'g>, O) {
        const { panic!("an operation of a program's own computes with elements, and cannot be put into a graph") }
    }

    fn fold_op<X: Operands<T, Self>, B: Back<T>>(
        operands: X,
        _forward: impl FnOnce(X::Eager) -> T,
        back: B,
    ) -> Tensor<T, (), Graph<'g>> {
        Tensor::made(Value::apply(operands, &Dims::SCALAR, back), ())
    }

    #[inline]
    fn reuse(storage: Value<'g>) -> Result<Reused<T, Self>, Value<'g>> {
        Err(storage)
    }

    #[inline]
    fn over_op<X: Operands<T, Self>, B: Back<T>>(
        storage: Value<'g>,
        _operand: usize,
        _others: X,
        _forward: impl FnOnce(Buffer<T>, X::Eager) -> Buffer<T>,
        _back: B,
    ) -> Result<Value<'g>, Value<'g>> {
        Err(storage)
    }
}

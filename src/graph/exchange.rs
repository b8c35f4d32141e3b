//! What goes into a program and comes out: noted tensors where it is traced, and tensors with elements where it runs.

use alloc::vec::Vec;

use super::error::EngineError;
use super::wire::{Reader, Writer};
use crate::hlo::{Element, ElementType, Id};
use crate::kind::graph::Value;
use crate::kind::{Graph, Kind};
use crate::nn::{Indices, noted};
use crate::shape::Shape;
use crate::shape::diagnostics::IndexNumber;
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// How an input is found again.
#[doc(hidden)]
pub enum Found {
    #[allow(private_interfaces)]
    Value(Id, usize),
    Lent(usize, ElementType),
}

/// Inputs of a trace: what [`Trace::input`](super::Trace::input), [`labels`](super::Trace::labels) and [`indices`](super::Trace::indices) gave, by
/// reference, or a tuple of up to six. No program implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no input of a program",
    label = "inputs are what `trace.input`, `labels` and `indices` gave, by reference: one, or a tuple of up to six",
    note = "`trace.program((&x, &y), z)` takes `x` and `y`, and gives `z`"
)]
pub trait Inputs<'g> {
    /// What the program takes then.
    type Eager: Given;
    #[doc(hidden)]
    fn arguments(&self, found: &mut dyn FnMut(Found));
}

/// What a [`Loaded`](super::Loaded) program takes: a tensor, or a tuple of them. No program implements it.
pub trait Given {
    /// By reference.
    type By<'a>;
    #[doc(hidden)]
    fn put(by: Self::By<'_>, to: &mut Writer<'_>) -> Result<(), EngineError>;
}

/// Results of a trace: a noted tensor, or a tuple of up to six. No program implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no result of a program",
    label = "results are what was computed of the trace's inputs, by value: a tensor, or a tuple of up to six",
    note = "an eager tensor has been computed already; of indices the trace knows by `trace.indices(&ids)`, and computes with what that gives"
)]
pub trait Outputs<'g> {
    /// What the program gives then.
    type Eager: Taken;
    #[doc(hidden)]
    fn values(&self, made: &mut dyn FnMut(crate::kind::graph::Value<'g>));
    #[doc(hidden)]
    fn spec(&self) -> <Self::Eager as Taken>::Spec;
}

/// What a [`Loaded`](super::Loaded) program gives: a tensor, or a tuple of them. No program implements it.
pub trait Taken: Sized {
    /// Its shape.
    #[doc(hidden)]
    type Spec: Clone;
    #[doc(hidden)]
    fn take(spec: &Self::Spec, from: &mut Reader) -> Result<Self, EngineError>;
}

#[diagnostic::do_not_recommend]
impl<'g, T: Element, S: Shape> Inputs<'g> for &Tensor<T, S, Graph<'g>> {
    type Eager = Tensor<T, S>;
    fn arguments(&self, found: &mut dyn FnMut(Found)) {
        let Value { id, of } = self.view().note();
        found(Found::Value(id, core::ptr::from_ref(of).addr()));
    }
}

/// Labels, which are eager.
impl<T: Element, S: Shape> Inputs<'_> for &Tensor<T, S> {
    type Eager = Tensor<T, S>;
    fn arguments(&self, found: &mut dyn FnMut(Found)) {
        found(Found::Lent(self.as_slice().as_ptr().addr(), T::TYPE));
    }
}

/// Indices that are an input of a program: what [`Trace::indices`](super::Trace::indices) gives.
pub struct GraphIndices<'g, 'env, T, S> {
    pub(super) ids: &'env Tensor<T, S>,
    pub(super) note: Value<'g>,
}

impl<'g, T: Element, S: Shape> Inputs<'g> for &GraphIndices<'g, '_, T, S> {
    type Eager = Tensor<T, S>;
    fn arguments(&self, found: &mut dyn FnMut(Found)) {
        self.ids.arguments(found);
    }
}

#[diagnostic::do_not_recommend]
impl<'g, I: IndexNumber, S: Shape, T: Element> Indices<T> for GraphIndices<'g, '_, I, S> {
    noted!(Tensor<I, S>, Graph<'g>);
}

impl<T: Element, S: Shape> Given for Tensor<T, S> {
    type By<'a> = &'a Tensor<T, S>;
    fn put(by: &Tensor<T, S>, to: &mut Writer<'_>) -> Result<(), EngineError> {
        to.tensor(T::TYPE, &by.view().shape().dims().outermost_first(), by.as_slice())
    }
}

#[diagnostic::do_not_recommend]
impl<'g, T: Element, S: Shape> Outputs<'g> for Tensor<T, S, Graph<'g>> {
    type Eager = Tensor<T, S>;
    fn values(&self, made: &mut dyn FnMut(Value<'g>)) {
        made(self.view().note());
    }
    fn spec(&self) -> S {
        self.view().shape()
    }
}

impl<T: Element, S: Shape> Taken for Tensor<T, S> {
    type Spec = S;
    fn take(shape: &S, from: &mut Reader) -> Result<Self, EngineError> {
        let elements: Vec<T> = from.tensor(T::TYPE, &shape.dims().outermost_first())?;
        Ok(Tensor::from_parts(Buffer::from_vec(elements), *shape))
    }
}

/// The gradient of a loss by every parameter of a model, in the order of [`named_parameters`](crate::nn::Parameters::named_parameters): of
/// each its elements, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient<T>(pub Vec<Vec<T>>);

impl<T: Element> Taken for (Tensor<T, ()>, Gradient<T>) {
    type Spec = ((), usize);
    fn take((_, count): &((), usize), from: &mut Reader) -> Result<Self, EngineError> {
        let loss = Tensor::take(&(), from)?;
        let gradients = (0..*count).map(|_| from.any(T::TYPE)).collect::<Result<_, _>>()?;
        Ok((loss, Gradient(gradients)))
    }
}

/// A program of a model alone.
impl Inputs<'_> for () {
    type Eager = ();
    fn arguments(&self, _: &mut dyn FnMut(Found)) {}
}
impl Given for () {
    type By<'a> = ();
    fn put((): (), _: &mut Writer<'_>) -> Result<(), EngineError> {
        Ok(())
    }
}

impl Taken for () {
    type Spec = ();
    fn take((): &(), _: &mut Reader) -> Result<Self, EngineError> {
        Ok(())
    }
}

macro_rules! tuples {
    ($($part:ident $at:tt)*) => {
        impl<'g, $($part: Inputs<'g>),*> Inputs<'g> for ($($part,)*) {
            type Eager = ($($part::Eager,)*);
            fn arguments(&self, found: &mut dyn FnMut(Found)) {
                $(self.$at.arguments(found);)*
            }
        }
        impl<$($part: Given),*> Given for ($($part,)*) {
            type By<'a> = ($($part::By<'a>,)*);
            fn put(by: Self::By<'_>, to: &mut Writer<'_>) -> Result<(), EngineError> {
                $($part::put(by.$at, to)?;)*
                Ok(())
            }
        }
        impl<'g, $($part: Outputs<'g>),*> Outputs<'g> for ($($part,)*) {
            type Eager = ($($part::Eager,)*);
            fn values(&self, made: &mut dyn FnMut(Value<'g>)) {
                $(self.$at.values(made);)*
            }
            fn spec(&self) -> <Self::Eager as Taken>::Spec {
                ($(self.$at.spec(),)*)
            }
        }
        impl<$($part: Taken),*> Taken for ($($part,)*) {
            type Spec = ($($part::Spec,)*);
            fn take(spec: &Self::Spec, from: &mut Reader) -> Result<Self, EngineError> {
                Ok(($($part::take(&spec.$at, from)?,)*))
            }
        }
    };
}
tuples!(A 0);
tuples!(A 0 B 1);
tuples!(A 0 B 1 C 2);
tuples!(A 0 B 1 C 2 D 3);
tuples!(A 0 B 1 C 2 D 3 E 4);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5);

//! The way back: what an operation leaves on the tape, and how a gradient of its result becomes gradients of its operands.

use alloc::borrow::Cow;

use num_traits::Float;

use super::traced::{Input, Node};
use crate::storage::{Arena, Buffer};

/// Floats whose operations a tape records: `f32` and `f64`. Sealed.
#[diagnostic::on_unimplemented(
    message = "gradients are of `f32` and `f64`, not of `{Self}`",
    label = "a tape of other elements"
)]
pub trait Real: Float + Default + Send + Sync + core::fmt::Debug + super::sealed::Sealed + 'static {}
impl super::sealed::Sealed for f32 {}
impl super::sealed::Sealed for f64 {}
impl Real for f32 {}
impl Real for f64 {}

/// The way back of an operation, as it is known where the operation is called: for elements of any type.
pub trait Back<T>: Sized {
    /// As the tape keeps it, in the memory of a step.
    fn hold<'t>(self, memory: &'t Arena<T>) -> &'t (dyn Backward<T> + 't)
    where
        T: Real;
}

/// The way back of an operation on floats. It knows sizes, and no shape's type: one compiled function for all shapes.
pub trait Backward<T: Real> {
    /// Hands on the gradient of the result, whose memory is its own.
    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, T>);
}

/// A type that holds nothing of the elements' type is kept as it is.
macro_rules! held {
    ($([$($generics:tt)*])? $t:ty) => {
        impl<T $(, $($generics)*)?> $crate::kind::Back<T> for $t {
            #[inline]
            fn hold<'t>(self, memory: &'t $crate::storage::Arena<T>) -> &'t (dyn $crate::kind::Backward<T> + 't)
            where
                T: $crate::kind::Real,
            {
                memory.alloc(self)
            }
        }
    };
}
pub(crate) use held;

/// What an operation finds on its way back: its operands and its result.
pub struct Step<'t, T> {
    pub(super) inputs: &'t [Input<'t, T>],
    /// The elements of the result.
    pub out: &'t [T],
}

impl<'t, T: Real> Step<'t, T> {
    /// How many operands there are.
    pub fn operands(&self) -> usize {
        self.inputs.len()
    }

    /// An operand.
    pub fn input(&self, i: usize) -> &Input<'t, T> {
        &self.inputs[i]
    }

    /// The elements of an operand, row by row: where they are, or copied.
    pub fn elements(&self, i: usize) -> Cow<'t, [T]> {
        self.inputs[i].elements()
    }
}

/// The gradients that are under way: one for each node of the tape that has been reached.
pub struct Gradients<'s, T> {
    pub(super) slots: &'s mut [Slot<T>],
    pub(super) inputs: &'s [Input<'s, T>],
}

/// The gradient of a node.
pub enum Slot<T> {
    /// Nothing depends on it so far.
    Empty,
    Filled(Buffer<T>),
}

impl<T: Real> Gradients<'_, T> {
    /// Does anything that is asked for depend on the operand?
    pub fn wants(&self, i: usize) -> bool {
        self.inputs[i].node != Node::CONSTANT
    }

    /// Adds to the gradient of an operand: `f` adds to what is there, row by row: zeros, unless its second argument is true.
    pub fn add(&mut self, i: usize, f: impl FnOnce(&mut [T], bool)) {
        if !self.wants(i) {
            return;
        }
        let input = &self.inputs[i];
        let slot = &mut self.slots[input.node.place()];
        if input.whole() {
            match slot {
                Slot::Filled(there) => f(there.as_mut_slice(), true),
                Slot::Empty => {
                    let mut new = Buffer::filled(input.numel(), T::zero());
                    f(new.as_mut_slice(), false);
                    *slot = Slot::Filled(new);
                }
            }
            return;
        }
        let mut dense = Buffer::filled(input.numel(), T::zero());
        f(dense.as_mut_slice(), false);
        self.scatter(i, dense.as_slice());
    }

    /// As [`add`](Self::add), of a gradient whose memory is not needed any more: often it just moves.
    pub fn give(&mut self, i: usize, grad: Buffer<T>) {
        if !self.wants(i) {
            return;
        }
        let input = &self.inputs[i];
        if !input.whole() {
            return self.scatter(i, grad.as_slice());
        }
        match &mut self.slots[input.node.place()] {
            Slot::Filled(there) => {
                for (to, g) in there.as_mut_slice().iter_mut().zip(grad.as_slice()) {
                    *to = *to + *g;
                }
            }
            slot => *slot = Slot::Filled(grad),
        }
    }

    /// Adds the gradient of a view to that of the tensor it is a view of.
    fn scatter(&mut self, i: usize, grad: &[T]) {
        let input = &self.inputs[i];
        let slot = &mut self.slots[input.node.place()];
        if let Slot::Empty = slot {
            *slot = Slot::Filled(Buffer::filled(input.base.len(), T::zero()));
        }
        if let Slot::Filled(there) = slot {
            input.spread(grad, there.as_mut_slice());
        }
    }
}

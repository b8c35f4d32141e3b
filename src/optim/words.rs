//! A word of PyTorch that is answered where it is guessed: a method that no optimizer has.

use super::{Adagrad, Adam, AdamW, RmsProp, Sgd};
use crate::shape::diagnostics::HasZeroGrad;
use crate::shape::given::{Given, Only};

/// PyTorch's `optimizer.zero_grad()`.
#[doc(hidden)]
pub trait ZeroGrad<K> {
    #[doc(hidden)]
    fn zero_grad(&self);
}

macro_rules! optimizers {
    ($($optimizer:ident)*) => { $(
        impl<M, K> ZeroGrad<K> for $optimizer<M>
        where
            (): Only<K>,
            <K as Given>::Then<Self>: HasZeroGrad,
        {
            fn zero_grad(&self) {}
        }
    )* };
}
optimizers! { Adagrad Adam AdamW RmsProp Sgd }

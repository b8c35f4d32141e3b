//! Words of PyTorch that are answered where they are guessed: methods that no tensor has.

use crate::shape::diagnostics::{HasBackward, HasDetach, HasItem, HasRequiresGrad, HasTo};
use crate::shape::given::{Given, Only};
use crate::view::Operand;

/// PyTorch's `x.backward()`.
#[doc(hidden)]
pub trait Backward<K>: Operand {
    #[doc(hidden)]
    fn backward(&self);
}
impl<X: Operand + ?Sized, K> Backward<K> for X
where
    (): Only<K>,
    <K as Given>::Then<X>: HasBackward,
{
    fn backward(&self) {}
}

/// PyTorch's `x.item()`.
#[doc(hidden)]
pub trait Item<K>: Operand {
    #[doc(hidden)]
    fn item(&self);
}
impl<X: Operand + ?Sized, K> Item<K> for X
where
    (): Only<K>,
    <K as Given>::Then<X>: HasItem,
{
    fn item(&self) {}
}

/// PyTorch's `x.detach()`.
#[doc(hidden)]
pub trait Detach<K>: Operand {
    #[doc(hidden)]
    fn detach(&self);
}
impl<X: Operand + ?Sized, K> Detach<K> for X
where
    (): Only<K>,
    <K as Given>::Then<X>: HasDetach,
{
    fn detach(&self) {}
}

/// PyTorch's `x.requires_grad()`.
#[doc(hidden)]
pub trait RequiresGrad<K>: Operand {
    #[doc(hidden)]
    fn requires_grad(&self);
}
impl<X: Operand + ?Sized, K> RequiresGrad<K> for X
where
    (): Only<K>,
    <K as Given>::Then<X>: HasRequiresGrad,
{
    fn requires_grad(&self) {}
}

/// PyTorch's `x.to(device)`.
#[doc(hidden)]
pub trait To<D, K>: Operand {
    #[doc(hidden)]
    fn to(&self, _: D);
}
impl<X: Operand + ?Sized, D, K> To<D, K> for X
where
    (): Only<K>,
    <K as Given>::Then<X>: HasTo,
{
    fn to(&self, _: D) {}
}

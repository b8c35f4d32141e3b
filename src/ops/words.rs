//! Words of PyTorch and NumPy that are answered where they are guessed: methods that no tensor has, and for which the compiler would name another
//! one of like letters.

use crate::shape::diagnostics::{
    HasAmax, HasBackward, HasComparison, HasDetach, HasDim, HasExpand, HasItem, HasLog, HasNumberItem, HasRepeat,
    HasRequiresGrad, HasTo,
};
use crate::shape::given::{Given, Only};
use crate::view::Operand;

macro_rules! words {
    ($($(#[$about:meta])* $word:ident::$method:ident($($argument:ident),*) $answer:ident $(, of numbers $of_numbers:ident)?;)*) => { $(
        $(#[$about])*
        #[doc(hidden)]
        pub trait $word<$($argument,)* K> {
            #[doc(hidden)]
            fn $method(&self $(, _: $argument)*);
        }
        impl<X: Operand + ?Sized, $($argument,)* K> $word<$($argument,)* K> for X
        where
            (): Only<K>,
            <K as Given>::Then<X>: $answer,
        {
            fn $method(&self $(, _: $argument)*) {}
        }
        $(words!(@numbers $word $method $of_numbers: f32 f64);)?
    )* };
    (@numbers $word:ident $method:ident $answer:ident: $($t:ty)*) => { $(
        impl<K> $word<K> for $t
        where
            (): Only<K>,
            <K as Given>::Then<$t>: $answer,
        {
            fn $method(&self) {}
        }
    )* };
}

words! {
    /// PyTorch's `x.backward()`.
    Backward::backward() HasBackward, of numbers HasBackward;
    /// PyTorch's `x.item()`.
    Item::item() HasItem, of numbers HasNumberItem;
    /// PyTorch's `x.detach()`.
    Detach::detach() HasDetach;
    /// PyTorch's `x.requires_grad()`.
    RequiresGrad::requires_grad() HasRequiresGrad;
    /// PyTorch's `x.to(device)`.
    To::to(D) HasTo;
    /// PyTorch's `x.log()`.
    Log::log() HasLog;
    /// PyTorch's `x.amax(axis)`.
    Amax::amax(A) HasAmax;
    /// PyTorch's `x.repeat(2, 1)`, written with a tuple.
    Repeat::repeat(A) HasRepeat;
    /// PyTorch's `x.expand(4, 3)`, written with a tuple.
    Expand::expand(A) HasExpand;
    /// PyTorch's `x.dim()`.
    Dimensions::dim() HasDim;
}

/// PyTorch's `x.gt(y)` and the like. Iterators have methods of these names: were these not found, the compiler would advise to make one.
#[doc(hidden)]
#[rustfmt::skip] // a line that the compiler shows is one
pub trait ComparingWords {
    #[doc(hidden)]
    fn gt<R>(&self, _: R) where Self: HasComparison {}
    #[doc(hidden)]
    fn ge<R>(&self, _: R) where Self: HasComparison {}
    #[doc(hidden)]
    fn lt<R>(&self, _: R) where Self: HasComparison {}
    #[doc(hidden)]
    fn le<R>(&self, _: R) where Self: HasComparison {}
}
impl<X: Operand + ?Sized> ComparingWords for X {}

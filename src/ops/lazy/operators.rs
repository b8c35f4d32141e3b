//! `+ - * / %`, `& | ^`, `-x` and `!x` of lazy expressions.

use core::ops::*;

use super::super::arithmetic::for_numbers;
use super::super::{And, Invert, Minus, Modulo, Negate, Or, Over, Plus, Swapped, Times, Xor};
use crate::expr::lazy::{Lazy, Steps};
use crate::expr::{Map, Value, Zip};
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::layout::Layout;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::View;

use super::IntoLazy;

/// What can stand on the right of an operator on a lazy expression of elements `T`: an operand of [`IntoLazy`], or a `T`.
///
/// One trait for both, so that there is one implementation of each operator to choose: of several, none of which holds, the
/// compiler would list all in place of the shapes.
#[diagnostic::on_unimplemented(
    message = "an operator on a lazy expression of `{T}` does not take `{Self}`",
    label = "elements of the same type are needed, `{T}`",
    note = "the right side is a lazy expression, a view, a reference to a tensor, or a scalar, of elements `{T}`"
)]
pub trait LazyOperand<T> {
    /// The steps that give the elements.
    type Steps: Steps<Item = T>;
    /// The shape; none for a scalar.
    type Shape: Shape;
    /// As a lazy expression. O(1), no copy.
    fn operand(self) -> Lazy<Self::Steps, Self::Shape>;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> LazyOperand<T> for T {
    type Steps = Value<T>;
    type Shape = ();
    #[inline(always)]
    fn operand(self) -> Lazy<Value<T>, ()> {
        Lazy::of_value(self)
    }
}

macro_rules! operands {
    ($($(#[$alloc:meta])? [$($generics:tt)*] $t:ty;)*) => { $(
        $(#[$alloc])?
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> LazyOperand<T> for $t {
            type Steps = <Self as IntoLazy>::Steps;
            type Shape = S;
            #[inline(always)]
            fn operand(self) -> Lazy<Self::Steps, S> {
                self.into_lazy()
            }
        }
    )* };
}
operands! {
    [T, E: Steps<Item = T>, S: Shape] Lazy<E, S>;
    #[cfg(feature = "alloc")] [T: Clone, S: Shape] &Tensor<T, S>;
    [T: Clone, S: StaticShape] &Inline<T, S>;
    [T: Clone, S: Shape, Y: Layout<S>] View<'_, T, S, Y>;
    [T: Clone, S: Shape, Y: Layout<S>] &View<'_, T, S, Y>;
}

/// Scalars on the left: Rust asks for one implementation for each type.
macro_rules! scalar_left {
    ($op:ident $method:ident $function:ident; $([$($generics:tt)*] $t:ty),*) => { $(
        impl<$($generics)* E, S: Shape> $op<Lazy<E, S>> for $t
        where
            $t: Clone + $op<Output = $t>,
            E: Steps<Item = $t>,
        {
            type Output = Lazy<Zip<E, Value<$t>, Swapped<$function>>, S>;
            #[inline]
            fn $method(self, right: Lazy<E, S>) -> Self::Output {
                right.with_value(self, Swapped($function))
            }
        }
    )* };
}

macro_rules! operator {
    ($op:ident $method:ident $function:ident) => {
        impl<T, E, L, R> $op<R> for Lazy<E, L>
        where
            T: Clone + $op<Output = T>,
            E: Steps<Item = T>,
            L: Shape + Broadcast<R::Shape>,
            R: LazyOperand<T>,
        {
            type Output = Lazy<Zip<E, R::Steps, $function>, Broadcasted<L, R::Shape>>;
            #[inline]
            fn $method(self, right: R) -> Self::Output {
                self.with(right.operand(), $function)
            }
        }
    };
}

/// An operator on numbers.
macro_rules! arithmetic {
    ($op:ident $method:ident $function:ident) => {
        operator!($op $method $function);
        for_numbers!(scalar_left! $op $method $function);
    };
}

arithmetic!(Add add Plus);
arithmetic!(Sub sub Minus);
arithmetic!(Mul mul Times);
arithmetic!(Div div Over);
arithmetic!(Rem rem Modulo);
// Of masks and integers. What stands on the left is an expression.
operator!(BitAnd bitand And);
operator!(BitOr bitor Or);
operator!(BitXor bitxor Xor);

macro_rules! prefix {
    ($op:ident $method:ident $function:ident) => {
        impl<E: Steps<Item: $op>, S: Shape> $op for Lazy<E, S> {
            type Output = Lazy<Map<E, $function>, S>;
            #[inline]
            fn $method(self) -> Self::Output {
                self.through($function)
            }
        }
    };
}

prefix!(Neg neg Negate);
prefix!(Not not Invert);

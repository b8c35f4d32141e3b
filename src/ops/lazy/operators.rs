//! `+ - * / %`, `& | ^`, `-x` and `!x` of lazy expressions.

use core::ops::*;

use super::super::arithmetic::for_numbers;
use super::super::{And, Invert, Minus, Modulo, Negate, Or, Over, Plus, Swapped, Times, Xor};
use crate::expr::lazy::{Lazy, Steps};
use crate::expr::{Map, Value, Zip};
use crate::shape::Shape;
use crate::shape::broadcast::{Broadcast, Broadcasted};

use super::operand::LazyOperand;

/// Scalars on the left: Rust asks for one implementation for each type.
macro_rules! scalar_left {
    ($op:ident $method:ident $function:ident; $([$($of:ident)?] $t:ty),*) => { $(
        impl<$($of,)? E, S: Shape> $op<Lazy<E, S>> for $t
        where
            $($of: Sized, $t: Clone + $op<Output = $t>,)?
            E: Steps<Item = $t>,
        {
            type Output = Lazy<Zip<E, Value<$t>, Swapped<$function>>, S>;
            #[inline]
            #[track_caller]
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
            #[track_caller]
            fn $method(self, right: R) -> Self::Output {
                self.with(right.operand(), $function)
            }
        }
    };
}

/// What stands beside an expression that is only borrowed: nothing. `Self` is what the operator is given, so that the compiler finds an operator first.
#[diagnostic::on_unimplemented(
    message = "an operator takes a lazy expression itself, and this is a reference to one",
    label = "leave out its `&`: `expression + &y`; what is used twice is made by a function or a closure twice, or is a tensor, `expression.eval()`"
)]
pub trait BesideBorrowed {
    /// Nothing is known of the result.
    type Made;
    /// There is none.
    fn beside_borrowed(self) -> Self::Made;
}

macro_rules! borrowed {
    ($($op:ident $method:ident;)*) => { $(
        impl<E, S, R: BesideBorrowed> $op<R> for &Lazy<E, S> {
            type Output = R::Made;
            fn $method(self, right: R) -> R::Made {
                right.beside_borrowed()
            }
        }
    )* };
}
borrowed! { Add add; Sub sub; Mul mul; Div div; Rem rem; }

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
            #[track_caller]
            fn $method(self) -> Self::Output {
                self.through($function)
            }
        }
    };
}

prefix!(Neg neg Negate);
prefix!(Not not Invert);

//! Operators: `+ - * / %`, negation, assignment, and the same ones for operands that must not stretch; reductions.

mod arithmetic;
mod assign;
mod copy;
#[cfg(feature = "alloc")]
pub(crate) mod join;
mod negate;
pub(crate) mod reduce;
#[cfg(feature = "alloc")]
mod same_shape;
mod same_sizes;

#[cfg(feature = "alloc")]
pub use same_shape::{NotStretched, same_shape};
pub use same_sizes::{RunTimeAxes, same_sizes};

use crate::expr::node::{FnMut1, FnMut2};
use crate::expr::sink::Change;

/// The operators as functions of the loops: types without shapes, so that all shapes share one compiled loop.
macro_rules! functions {
    ($($name:ident: $op:ident $method:ident, $assign:ident $assign_method:ident;)*) => { $(
        #[derive(Clone, Copy)]
        pub(crate) struct $name;

        impl<A: core::ops::$op<B>, B> FnMut2<A, B> for $name {
            type Output = A::Output;
            #[inline(always)]
            fn call(&mut self, a: A, b: B) -> A::Output {
                a.$method(b)
            }
        }

        impl<A: core::ops::$assign<B>, B> Change<A, B> for $name {
            #[inline(always)]
            fn change(&mut self, element: &mut A, item: B) {
                element.$assign_method(item);
            }
        }
    )* };
}

functions! {
    Plus: Add add, AddAssign add_assign;
    Minus: Sub sub, SubAssign sub_assign;
    Times: Mul mul, MulAssign mul_assign;
    Over: Div div, DivAssign div_assign;
    Modulo: Rem rem, RemAssign rem_assign;
}

/// Negation.
#[derive(Clone, Copy)]
pub(crate) struct Negate;

impl<A: core::ops::Neg> FnMut1<A> for Negate {
    type Output = A::Output;
    #[inline(always)]
    fn call(&mut self, a: A) -> A::Output {
        -a
    }
}

/// A function with its operands the other way round.
#[derive(Clone, Copy)]
pub(crate) struct Swapped<F>(pub F);

impl<A, B, F: FnMut2<B, A>> FnMut2<A, B> for Swapped<F> {
    type Output = F::Output;
    #[inline(always)]
    fn call(&mut self, a: A, b: B) -> F::Output {
        self.0.call(b, a)
    }
}

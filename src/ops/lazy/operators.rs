//! `+ - * / %` and negation of lazy expressions, and assignment of them.

use core::num::Wrapping;
use core::ops::*;

use super::super::{Minus, Modulo, Negate, Over, Plus, Swapped, Times};
#[cfg(feature = "alloc")]
use crate::Tensor;
use crate::expr::lazy::{Lazy, Steps};
use crate::expr::{Map, Value, Zip};
use crate::shape::broadcast::{Assign, Broadcast, Broadcasted};
use crate::shape::{Shape, StaticShape};
use crate::view::{Layout, RowMajor};
use crate::{Inline, View, ViewMut};

use super::IntoLazy;

/// An expression and an operand: a row for each kind of operand, on either side.
macro_rules! with_operand {
    ($op:ident $method:ident $function:ident; $($(#[$alloc:meta])? [$($generics:tt)*] $s:ident: $shape:ident, $t:ty => $layout:ty;)*) => { $(
        $(#[$alloc])?
        impl<'a, T, E, L, $s, $($generics)*> $op<$t> for Lazy<E, L>
        where
            T: Clone + $op<Output = T>,
            E: Steps<Item = T>,
            L: Shape + Broadcast<$s>,
            $s: $shape,
        {
            type Output = Lazy<Zip<E, View<'a, T, $s, $layout>, $function>, Broadcasted<L, $s>>;
            #[inline]
            fn $method(self, right: $t) -> Self::Output {
                self.with(right.into_lazy(), $function)
            }
        }
        $(#[$alloc])?
        impl<'a, T, E, R, $s, $($generics)*> $op<Lazy<E, R>> for $t
        where
            T: Clone + $op<Output = T>,
            E: Steps<Item = T>,
            $s: $shape + Broadcast<R>,
            R: Shape,
        {
            type Output = Lazy<Zip<View<'a, T, $s, $layout>, E, $function>, Broadcasted<$s, R>>;
            #[inline]
            fn $method(self, right: Lazy<E, R>) -> Self::Output {
                self.into_lazy().with(right, $function)
            }
        }
    )* };
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
        impl<T, A, B, L, R> $op<Lazy<B, R>> for Lazy<A, L>
        where
            T: Clone + $op<Output = T>,
            A: Steps<Item = T>,
            B: Steps<Item = T>,
            L: Shape + Broadcast<R>,
            R: Shape,
        {
            type Output = Lazy<Zip<A, B, $function>, Broadcasted<L, R>>;
            #[inline]
            fn $method(self, right: Lazy<B, R>) -> Self::Output {
                self.with(right, $function)
            }
        }
        with_operand! { $op $method $function;
            #[cfg(feature = "alloc")] [] Z: Shape, &'a Tensor<T, Z> => RowMajor;
            [] Z: StaticShape, &'a Inline<T, Z> => RowMajor;
            [Y: Layout<Z>] Z: Shape, View<'a, T, Z, Y> => Y;
            [Y: Layout<Z>] Z: Shape, &View<'a, T, Z, Y> => Y;
        }
        impl<T, E, S> $op<T> for Lazy<E, S>
        where
            T: Clone + $op<Output = T>,
            E: Steps<Item = T>,
            S: Shape,
        {
            type Output = Lazy<Zip<E, Value<T>, $function>, S>;
            #[inline]
            fn $method(self, right: T) -> Self::Output {
                self.with_value(right, $function)
            }
        }
        scalar_left!($op $method $function;
            [] f32, [] f64, [] i8, [] i16, [] i32, [] i64, [] i128, [] isize, [] u8, [] u16, [] u32, [] u64, [] u128, [] usize,
            [T,] Wrapping<T>);
        #[cfg(feature = "num-complex")]
        scalar_left!($op $method $function; [T,] num_complex::Complex<T>);
        #[cfg(feature = "half")]
        scalar_left!($op $method $function; [] half::f16, [] half::bf16);
    };
}

operator!(Add add Plus);
operator!(Sub sub Minus);
operator!(Mul mul Times);
operator!(Div div Over);
operator!(Rem rem Modulo);

impl<E: Steps<Item: Neg>, S: Shape> Neg for Lazy<E, S> {
    type Output = Lazy<Map<E, Negate>, S>;
    #[inline]
    fn neg(self) -> Self::Output {
        self.through(Negate)
    }
}

/// An expression on the right of an assignment: run in one pass over the left side's memory.
macro_rules! assignment {
    ($op:ident $method:ident $function:ident; $($(#[$alloc:meta])? $left:ty: $l:ident, $this:ident => $elements:expr, $shape:expr;)*) => { $(
        $(#[$alloc])?
        impl<T: $op, L: $l + Assign<R>, R: Shape, E: Steps<Item = T>> $op<Lazy<E, R>> for $left {
            #[inline]
            fn $method(&mut self, right: Lazy<E, R>) {
                let $this = self;
                let shape = $shape;
                right.change($elements, shape, $function);
            }
        }
    )* };
    ($($op:ident $method:ident $function:ident;)*) => { $(
        assignment! { $op $method $function;
            #[cfg(feature = "alloc")] Tensor<T, L>: Shape, this => this.as_mut_slice(), this.shape();
            Inline<T, L>: StaticShape, this => this.as_mut_slice(), L::VALUE;
            ViewMut<'_, T, L>: Shape, this => this.as_mut_slice(), this.shared().1;
        }
    )* };
}
assignment! {
    AddAssign add_assign Plus;
    SubAssign sub_assign Minus;
    MulAssign mul_assign Times;
    DivAssign div_assign Over;
    RemAssign rem_assign Modulo;
}

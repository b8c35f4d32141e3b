//! `+ - * / %` and `& | ^` with broadcasting, for every mix of owned, borrowed, inline and view operands, and scalars on either side.

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Sub};

#[cfg(feature = "alloc")]
use super::each;
use super::operable::{
    AddElement, BitAndElement, BitOrElement, BitXorElement, DivElement, MulElement, RemElement, SubElement,
};
use super::right_operand::{
    BesideBorrowedInline, BesideInline, BesideView, MadeBesideBorrowedInline, MadeBesideInline, MadeBesideView, OfKind,
    RightOperand, Side, SideOf,
};
#[cfg(feature = "alloc")]
use super::right_operand::{BesideOwned, MadeBesideOwned};
use super::{And, Minus, Modulo, Or, Over, Plus, Swapped, Times, Xor};
use crate::expr;
use crate::kind::{Eager, Kind};
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::given::Given;
use crate::shape::layout::Layout;
#[cfg(feature = "alloc")]
use crate::shape::layout::RowMajor;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
#[cfg(feature = "alloc")]
use crate::view::Operand;
use crate::view::View;

/// An operator whose left side is an operand: a row for each, what it asks of the right side, and how the result is made.
macro_rules! on_the_left {
    ($op:ident $method:ident $function:ident $element:ident;
        $($(#[$alloc:meta])? [$($generics:tt)*] $l:ident $left:ty, $kind:ty, [$($side:tt)*] => $made:ty, $this:ident $right:ident $note:expr, $how:expr;)*) => { $(
        $(#[$alloc])?
        impl<$($generics)* T, L, R> $op<R> for $left
        where
            <R as Given>::Then<T>: $element,
            R: RightOperand<T, Given: OfKind<T, $kind>>,
            L: $l + Broadcast<R::Shape>,
            SideOf<T, R, $kind>: Side<Elem = T, Shape = R::Shape> + $($side)*,
        {
            type Output = $made;
            #[inline]
            #[track_caller]
            fn $method(self, right: R) -> Self::Output {
                let $this = self;
                let $right = OfKind::<T, $kind>::side(right.given(), $note);
                $how
            }
        }
    )* };
}

/// Scalars on the left: Rust asks for one implementation for each type. What the compiler knows of a type is no condition, for which it would take
/// its time.
macro_rules! scalar_left {
    ($op:ident $method:ident $function:ident; $([$($of:ident)?] $t:ty),*) => { $(
        scalar_left! { @ $op $method [$($of)?] $t;
            // In the tensor's own memory.
            #[cfg(feature = "alloc")] [S: Shape, K: Kind<$t>] Tensor<$t, S, K> => Tensor<$t, S, K>,
                x y { let shape = y.shape(); each::with_into(y, x, Swapped($function), shape) };
            #[cfg(feature = "alloc")] [S: Shape, K: Kind<$t>] &Tensor<$t, S, K> => Tensor<$t, S, K>,
                x y each::with(y.view(), x, Swapped($function), y.shape());
            #[cfg(feature = "alloc")] ['a, S: Shape, K: Kind<$t>, Y: Layout<S>] View<'a, $t, S, Y, K> => Tensor<$t, S, K>,
                x y each::with(y, x, Swapped($function), y.shape());
            #[cfg(feature = "alloc")] ['a, S: Shape, K: Kind<$t>, Y: Layout<S>] &'a View<'a, $t, S, Y, K> => Tensor<$t, S, K>,
                x y each::with(*y, x, Swapped($function), y.shape());
            [S: StaticShape] Inline<$t, S> => Inline<$t, S>,
                x y Inline::from_nested(expr::with_scalar_inline(&y, x, Swapped($function)));
            [S: StaticShape] &Inline<$t, S> => Inline<$t, S>,
                x y Inline::from_nested(expr::with_scalar_inline(y, x, Swapped($function)));
        }
    )* };
    (@ $op:ident $method:ident $of:tt $t:ty; $($(#[$alloc:meta])? [$($generics:tt)*] $right:ty => $made:ty, $this:ident $other:ident $how:expr;)*) => { $(
        scalar_left! { @@ $op $method $of $t; $(#[$alloc])? [$($generics)*] $right => $made, $this $other $how }
    )* };
    (@@ $op:ident $method:ident [$($of:ident)?] $t:ty; $(#[$alloc:meta])? [$($life:lifetime,)? S: $($generics:tt)*] $right:ty => $made:ty, $this:ident $other:ident $how:expr) => {
        $(#[$alloc])?
        impl<$($life,)? $($of,)? S: $($generics)*> $op<$right> for $t
        $(where
            $of: Sized,
            $t: Clone + $op<Output = $t>,)?
        {
            type Output = $made;
            #[inline]
            #[track_caller]
            fn $method(self, $other: $right) -> $made {
                let $this = self;
                $how
            }
        }
    };
}

macro_rules! operator {
    ($op:ident $method:ident $function:ident $element:ident) => {
        on_the_left! { $op $method $function $element;
            #[cfg(feature = "alloc")] [K: Kind<T>,] Shape Tensor<T, L, K>, K, [BesideOwned<K>]
                => MadeBesideOwned<T, L, R, K>, x y x.view().note(), y.beside_owned(x, $function);
            #[cfg(feature = "alloc")] ['l, K: Kind<T>,] Shape &'l Tensor<T, L, K>, K, [BesideView<K>]
                => MadeBesideView<'l, T, L, RowMajor, R, $function, K>, x y x.view().note(), y.beside_view(x.view(), $function);
            ['l, Y: Layout<L>, K: Kind<T>,] Shape View<'l, T, L, Y, K>, K, [BesideView<K>]
                => MadeBesideView<'l, T, L, Y, R, $function, K>, x y x.note(), y.beside_view(x, $function);
            ['l, Y: Layout<L>, K: Kind<T>,] Shape &View<'l, T, L, Y, K>, K, [BesideView<K>]
                => MadeBesideView<'l, T, L, Y, R, $function, K>, x y x.note(), y.beside_view(*x, $function);
            [] StaticShape Inline<T, L>, Eager, [BesideInline<Broadcasted<L, R::Shape>>]
                => MadeBesideInline<T, L, R>, x y (), y.beside_inline(&x, $function);
            ['l,] StaticShape &'l Inline<T, L>, Eager, [BesideBorrowedInline<Broadcasted<L, R::Shape>>]
                => MadeBesideBorrowedInline<'l, T, L, R, $function>, x y (), y.beside_borrowed_inline(x, $function);
        }
    };
}

/// What a macro makes for an operator and each type of numbers.
macro_rules! for_numbers {
    ($made:ident! $op:ident $method:ident $function:ident) => {
        $made!($op $method $function;
            [] f32, [] f64, [] i8, [] i16, [] i32, [] i64, [] i128, [] isize, [] u8, [] u16, [] u32, [] u64, [] u128, [] usize,
            [T] core::num::Wrapping<T>);
        #[cfg(feature = "num-complex")]
        $made!($op $method $function; [T] num_complex::Complex<T>);
        #[cfg(feature = "half")]
        $made!($op $method $function; [] half::f16, [] half::bf16);
    };
}
pub(super) use for_numbers;

/// An operator on numbers.
macro_rules! arithmetic {
    ($op:ident $method:ident $function:ident $element:ident) => {
        operator!($op $method $function $element);
        for_numbers!(scalar_left! $op $method $function);
    };
}

/// An operator on masks and integers.
macro_rules! bitwise {
    ($op:ident $method:ident $function:ident $element:ident) => {
        operator!($op $method $function $element);
        scalar_left!($op $method $function;
            [] bool, [] i8, [] i16, [] i32, [] i64, [] i128, [] isize, [] u8, [] u16, [] u32, [] u64, [] u128, [] usize);
    };
}

arithmetic!(Add add Plus AddElement);
arithmetic!(Sub sub Minus SubElement);
arithmetic!(Mul mul Times MulElement);
arithmetic!(Div div Over DivElement);
arithmetic!(Rem rem Modulo RemElement);
bitwise!(BitAnd bitand And BitAndElement);
bitwise!(BitOr bitor Or BitOrElement);
bitwise!(BitXor bitxor Xor BitXorElement);

//! `+ - * / %` and `& | ^` with broadcasting, for every mix of owned, borrowed, inline and view operands, and scalars on either side.

use core::num::Wrapping;
use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Sub};

use super::{And, Minus, Modulo, Or, Over, Plus, Swapped, Times, Xor};
use crate::expr;
#[cfg(feature = "alloc")]
use crate::expr::node::FnMut2;
#[cfg(feature = "alloc")]
use crate::shape::Shape;
use crate::shape::StaticShape;
use crate::shape::broadcast::{Broadcast, Broadcasted};
#[cfg(feature = "alloc")]
use crate::shape::layout::Layout;
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
#[cfg(feature = "alloc")]
use crate::view::{Operand, View};

/// New memory for the result.
#[cfg(feature = "alloc")]
#[inline]
fn both_borrowed<T, L, R, F>(left: &L, right: &R, f: F) -> Tensor<T, Broadcasted<L::Shape, R::Shape>>
where
    T: Clone,
    L: Operand<Elem = T, Shape: Broadcast<R::Shape>>,
    R: Operand<Elem = T>,
    F: FnMut2<T, T, Output = T>,
{
    let (buffer, shape) = expr::binary(left, right, f);
    Tensor::from_parts(buffer, shape)
}

/// The left side's memory for the result, if it has its shape.
#[cfg(feature = "alloc")]
#[inline]
fn left_owned<T, L, R, F>(left: Tensor<T, L>, right: &R, f: F) -> Tensor<T, Broadcasted<L, R::Shape>>
where
    T: Clone,
    L: Shape + Broadcast<R::Shape>,
    R: Operand<Elem = T>,
    F: FnMut2<T, T, Output = T>,
{
    let shape = left.shape();
    let (buffer, shape) = expr::binary_into(left.into_buffer(), shape, right, f);
    Tensor::from_parts(buffer, shape)
}

/// The right side's memory for the result, if it has its shape.
#[cfg(feature = "alloc")]
#[inline]
fn right_owned<T, L, R, F>(left: &L, right: Tensor<T, R>, f: F) -> Tensor<T, Broadcasted<L::Shape, R>>
where
    T: Clone,
    L: Operand<Elem = T, Shape: Broadcast<R>>,
    R: Shape,
    F: FnMut2<T, T, Output = T>,
{
    let shape = right.shape();
    let (buffer, shape) = expr::binary_into_right(left, right.into_buffer(), shape, Swapped(f));
    Tensor::from_parts(buffer, shape)
}

/// The memory of whichever side has the result's shape, the left one's if both have it.
#[cfg(feature = "alloc")]
#[inline]
fn both_owned<T, L, R, F>(left: Tensor<T, L>, right: Tensor<T, R>, f: F) -> Tensor<T, Broadcasted<L, R>>
where
    T: Clone,
    L: Shape + Broadcast<R>,
    R: Shape,
    F: FnMut2<T, T, Output = T>,
{
    if expr::has_shape_of::<L, Broadcasted<L, R>>() {
        left_owned(left, &right, f)
    } else {
        right_owned(&left, right, f)
    }
}

/// One operator for two tensor operands: a row for each pair of kinds, and how the result is made.
macro_rules! between {
    ($op:ident $method:ident $function:ident; $([$($generics:tt)*] $left:ty, $right:ty => $how:ident;)*) => { $(
        #[cfg(feature = "alloc")]
        impl<$($generics)* T, L, R> $op<$right> for $left
        where
            T: Clone + $op<Output = T>,
            L: Shape + Broadcast<R>,
            R: Shape,
        {
            type Output = Tensor<T, Broadcasted<L, R>>;
            #[inline]
            fn $method(self, right: $right) -> Self::Output {
                between!(@ $how self, right, $function)
            }
        }
    )* };
    (@ both_owned $left:ident, $right:ident, $f:ident) => { both_owned($left, $right, $f) };
    (@ left_owned $left:ident, $right:ident, $f:ident) => { left_owned($left, &$right, $f) };
    (@ right_owned $left:ident, $right:ident, $f:ident) => { right_owned(&$left, $right, $f) };
    (@ both_borrowed $left:ident, $right:ident, $f:ident) => { both_borrowed(&$left, &$right, $f) };
}

/// As [`between`], with an inline tensor on one side or both.
macro_rules! with_inline {
    ($op:ident $method:ident $function:ident; $([$($generics:tt)*] $left:ty, $right:ty => $how:ident $l:ident $r:ident;)*) => { $(
        #[cfg(feature = "alloc")]
        impl<$($generics)* T, L, R> $op<$right> for $left
        where
            T: Clone + $op<Output = T>,
            L: $l + Broadcast<R>,
            R: $r,
        {
            type Output = Tensor<T, Broadcasted<L, R>>;
            #[inline]
            fn $method(self, right: $right) -> Self::Output {
                between!(@ $how self, right, $function)
            }
        }
    )* };
}

macro_rules! inline_only {
    ($op:ident $method:ident $function:ident; $([$($generics:tt)*] $left:ty, $right:ty;)*) => { $(
        impl<$($generics)* T, L, R> $op<$right> for $left
        where
            T: Clone + $op<Output = T>,
            L: StaticShape + Broadcast<R, Output: StaticShape>,
            R: StaticShape,
        {
            type Output = Inline<T, Broadcasted<L, R>>;
            #[inline]
            fn $method(self, right: $right) -> Self::Output {
                Inline::from_nested(expr::binary_inline(&self, &right, $function))
            }
        }
    )* };
}

/// Scalars on the right, of the element type.
macro_rules! scalar_right {
    ($op:ident $method:ident $function:ident) => {
        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape> $op<T> for Tensor<T, S> {
            type Output = Tensor<T, S>;
            /// In the tensor's own memory.
            #[inline]
            fn $method(self, right: T) -> Tensor<T, S> {
                let shape = self.shape();
                Tensor::from_parts(expr::with_scalar_into(self.into_buffer(), shape, right, $function), shape)
            }
        }
        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape> $op<T> for &Tensor<T, S> {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self, right: T) -> Tensor<T, S> {
                Tensor::from_parts(expr::with_scalar(self, right, $function), self.shape())
            }
        }
        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape, Y: Layout<S>> $op<T> for View<'_, T, S, Y> {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self, right: T) -> Tensor<T, S> {
                Tensor::from_parts(expr::with_scalar(&self, right, $function), self.shape())
            }
        }
        #[cfg(feature = "alloc")]
        impl<T: Clone + $op<Output = T>, S: Shape, Y: Layout<S>> $op<T> for &View<'_, T, S, Y> {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self, right: T) -> Tensor<T, S> {
                Tensor::from_parts(expr::with_scalar(self, right, $function), self.shape())
            }
        }
        impl<T: Clone + $op<Output = T>, S: StaticShape> $op<T> for Inline<T, S> {
            type Output = Inline<T, S>;
            #[inline]
            fn $method(self, right: T) -> Inline<T, S> {
                Inline::from_nested(expr::with_scalar_inline(&self, right, $function))
            }
        }
        impl<T: Clone + $op<Output = T>, S: StaticShape> $op<T> for &Inline<T, S> {
            type Output = Inline<T, S>;
            #[inline]
            fn $method(self, right: T) -> Inline<T, S> {
                Inline::from_nested(expr::with_scalar_inline(self, right, $function))
            }
        }
    };
}

/// Scalars on the left: Rust asks for one implementation for each type.
macro_rules! scalar_left {
    ($op:ident $method:ident $function:ident; $([$($generics:tt)*] $t:ty),*) => { $(
        #[cfg(feature = "alloc")]
        impl<$($generics)* S: Shape> $op<Tensor<$t, S>> for $t
        where
            $t: Clone + $op<Output = $t>,
        {
            type Output = Tensor<$t, S>;
            /// In the tensor's own memory.
            #[inline]
            fn $method(self, right: Tensor<$t, S>) -> Tensor<$t, S> {
                let shape = right.shape();
                let buffer = expr::with_scalar_into(right.into_buffer(), shape, self, Swapped($function));
                Tensor::from_parts(buffer, shape)
            }
        }
        #[cfg(feature = "alloc")]
        impl<$($generics)* S: Shape> $op<&Tensor<$t, S>> for $t
        where
            $t: Clone + $op<Output = $t>,
        {
            type Output = Tensor<$t, S>;
            #[inline]
            fn $method(self, right: &Tensor<$t, S>) -> Tensor<$t, S> {
                Tensor::from_parts(expr::with_scalar(right, self, Swapped($function)), right.shape())
            }
        }
        #[cfg(feature = "alloc")]
        impl<'a, $($generics)* S: Shape, Y: Layout<S>> $op<View<'a, $t, S, Y>> for $t
        where
            $t: Clone + $op<Output = $t>,
        {
            type Output = Tensor<$t, S>;
            #[inline]
            fn $method(self, right: View<'a, $t, S, Y>) -> Tensor<$t, S> {
                Tensor::from_parts(expr::with_scalar(&right, self, Swapped($function)), right.shape())
            }
        }
        #[cfg(feature = "alloc")]
        impl<'a, $($generics)* S: Shape, Y: Layout<S>> $op<&'a View<'a, $t, S, Y>> for $t
        where
            $t: Clone + $op<Output = $t>,
        {
            type Output = Tensor<$t, S>;
            #[inline]
            fn $method(self, right: &'a View<'a, $t, S, Y>) -> Tensor<$t, S> {
                Tensor::from_parts(expr::with_scalar(right, self, Swapped($function)), right.shape())
            }
        }
        impl<$($generics)* S: StaticShape> $op<Inline<$t, S>> for $t
        where
            $t: Clone + $op<Output = $t>,
        {
            type Output = Inline<$t, S>;
            #[inline]
            fn $method(self, right: Inline<$t, S>) -> Inline<$t, S> {
                Inline::from_nested(expr::with_scalar_inline(&right, self, Swapped($function)))
            }
        }
        impl<$($generics)* S: StaticShape> $op<&Inline<$t, S>> for $t
        where
            $t: Clone + $op<Output = $t>,
        {
            type Output = Inline<$t, S>;
            #[inline]
            fn $method(self, right: &Inline<$t, S>) -> Inline<$t, S> {
                Inline::from_nested(expr::with_scalar_inline(right, self, Swapped($function)))
            }
        }
    )* };
}

macro_rules! operator {
    ($op:ident $method:ident $function:ident) => {
        between! { $op $method $function;
            [] Tensor<T, L>, Tensor<T, R> => both_owned;
            ['b,] Tensor<T, L>, &'b Tensor<T, R> => left_owned;
            [] &Tensor<T, L>, Tensor<T, R> => right_owned;
            ['b,] &Tensor<T, L>, &'b Tensor<T, R> => both_borrowed;
            ['b, Z: Layout<R>,] Tensor<T, L>, View<'b, T, R, Z> => left_owned;
            ['b, Z: Layout<R>,] Tensor<T, L>, &'b View<'b, T, R, Z> => left_owned;
            ['b, Z: Layout<R>,] &Tensor<T, L>, View<'b, T, R, Z> => both_borrowed;
            ['b, Z: Layout<R>,] &Tensor<T, L>, &'b View<'b, T, R, Z> => both_borrowed;
            [Y: Layout<L>,] View<'_, T, L, Y>, Tensor<T, R> => right_owned;
            [Y: Layout<L>,] &View<'_, T, L, Y>, Tensor<T, R> => right_owned;
            ['b, Y: Layout<L>,] View<'_, T, L, Y>, &'b Tensor<T, R> => both_borrowed;
            ['b, Y: Layout<L>,] &View<'_, T, L, Y>, &'b Tensor<T, R> => both_borrowed;
            ['b, Y: Layout<L>, Z: Layout<R>,] View<'_, T, L, Y>, View<'b, T, R, Z> => both_borrowed;
            ['b, Y: Layout<L>, Z: Layout<R>,] View<'_, T, L, Y>, &'b View<'b, T, R, Z> => both_borrowed;
            ['b, Y: Layout<L>, Z: Layout<R>,] &View<'_, T, L, Y>, View<'b, T, R, Z> => both_borrowed;
            ['b, Y: Layout<L>, Z: Layout<R>,] &View<'_, T, L, Y>, &'b View<'b, T, R, Z> => both_borrowed;
        }
        with_inline! { $op $method $function;
            [] Tensor<T, L>, Inline<T, R> => left_owned Shape StaticShape;
            ['b,] Tensor<T, L>, &'b Inline<T, R> => left_owned Shape StaticShape;
            [] &Tensor<T, L>, Inline<T, R> => both_borrowed Shape StaticShape;
            ['b,] &Tensor<T, L>, &'b Inline<T, R> => both_borrowed Shape StaticShape;
            [Y: Layout<L>,] View<'_, T, L, Y>, Inline<T, R> => both_borrowed Shape StaticShape;
            ['b, Y: Layout<L>,] View<'_, T, L, Y>, &'b Inline<T, R> => both_borrowed Shape StaticShape;
            [Y: Layout<L>,] &View<'_, T, L, Y>, Inline<T, R> => both_borrowed Shape StaticShape;
            ['b, Y: Layout<L>,] &View<'_, T, L, Y>, &'b Inline<T, R> => both_borrowed Shape StaticShape;
            [] Inline<T, L>, Tensor<T, R> => right_owned StaticShape Shape;
            [] &Inline<T, L>, Tensor<T, R> => right_owned StaticShape Shape;
            ['b,] Inline<T, L>, &'b Tensor<T, R> => both_borrowed StaticShape Shape;
            ['b,] &Inline<T, L>, &'b Tensor<T, R> => both_borrowed StaticShape Shape;
            ['b, Z: Layout<R>,] Inline<T, L>, View<'b, T, R, Z> => both_borrowed StaticShape Shape;
            ['b, Z: Layout<R>,] Inline<T, L>, &'b View<'b, T, R, Z> => both_borrowed StaticShape Shape;
            ['b, Z: Layout<R>,] &Inline<T, L>, View<'b, T, R, Z> => both_borrowed StaticShape Shape;
            ['b, Z: Layout<R>,] &Inline<T, L>, &'b View<'b, T, R, Z> => both_borrowed StaticShape Shape;
        }
        inline_only! { $op $method $function;
            [] Inline<T, L>, Inline<T, R>;
            ['b,] Inline<T, L>, &'b Inline<T, R>;
            [] &Inline<T, L>, Inline<T, R>;
            ['b,] &Inline<T, L>, &'b Inline<T, R>;
        }
        scalar_right!($op $method $function);
    };
}

/// An operator on numbers.
macro_rules! arithmetic {
    ($op:ident $method:ident $function:ident) => {
        operator!($op $method $function);
        scalar_left!($op $method $function;
            [] f32, [] f64, [] i8, [] i16, [] i32, [] i64, [] i128, [] isize, [] u8, [] u16, [] u32, [] u64, [] u128, [] usize,
            [T,] Wrapping<T>);
        #[cfg(feature = "num-complex")]
        scalar_left!($op $method $function; [T,] num_complex::Complex<T>);
        #[cfg(feature = "half")]
        scalar_left!($op $method $function; [] half::f16, [] half::bf16);
    };
}

/// An operator on masks and integers.
macro_rules! bitwise {
    ($op:ident $method:ident $function:ident) => {
        operator!($op $method $function);
        scalar_left!($op $method $function;
            [] bool, [] i8, [] i16, [] i32, [] i64, [] i128, [] isize, [] u8, [] u16, [] u32, [] u64, [] u128, [] usize);
    };
}

arithmetic!(Add add Plus);
arithmetic!(Sub sub Minus);
arithmetic!(Mul mul Times);
arithmetic!(Div div Over);
arithmetic!(Rem rem Modulo);
bitwise!(BitAnd bitand And);
bitwise!(BitOr bitor Or);
bitwise!(BitXor bitxor Xor);

//! `+= -= *= /= %=` and `&= |= ^=`: the right side is stretched to the left one's shape, and the left side never is.

use core::ops::{AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, SubAssign};

use super::{And, Minus, Modulo, Or, Over, Plus, Times, Xor};
use crate::expr;
use crate::shape::broadcast::Assign;
use crate::shape::layout::Layout;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{View, ViewMut};

macro_rules! rows {
    ($op:ident $method:ident $function:ident $(#[$alloc:meta])? [$($left_generics:tt)*] $left:ty, $l:ident, $this:ident => $elements:expr, $shape:expr) => {
        $(#[$alloc])?
        #[cfg(feature = "alloc")]
        impl<$($left_generics)* T: Clone + $op, L: $l + Assign<R>, R: Shape> $op<Tensor<T, R>> for $left {
            #[inline]
            fn $method(&mut self, right: Tensor<T, R>) {
                let $this = self;
                let shape = $shape;
                expr::change($elements, shape, &right, $function);
            }
        }
        $(#[$alloc])?
        #[cfg(feature = "alloc")]
        impl<$($left_generics)* T: Clone + $op, L: $l + Assign<R>, R: Shape> $op<&Tensor<T, R>> for $left {
            #[inline]
            fn $method(&mut self, right: &Tensor<T, R>) {
                let $this = self;
                let shape = $shape;
                expr::change($elements, shape, right, $function);
            }
        }
        $(#[$alloc])?
        impl<$($left_generics)* T: Clone + $op, L: $l + Assign<R>, R: StaticShape> $op<Inline<T, R>> for $left {
            #[inline]
            fn $method(&mut self, right: Inline<T, R>) {
                let $this = self;
                let shape = $shape;
                expr::change($elements, shape, &right, $function);
            }
        }
        $(#[$alloc])?
        impl<$($left_generics)* T: Clone + $op, L: $l + Assign<R>, R: StaticShape> $op<&Inline<T, R>> for $left {
            #[inline]
            fn $method(&mut self, right: &Inline<T, R>) {
                let $this = self;
                let shape = $shape;
                expr::change($elements, shape, right, $function);
            }
        }
        $(#[$alloc])?
        impl<$($left_generics)* 'b, T: Clone + $op, L: $l + Assign<R>, R: Shape, Z: Layout<R>> $op<View<'b, T, R, Z>> for $left {
            #[inline]
            fn $method(&mut self, right: View<'b, T, R, Z>) {
                let $this = self;
                let shape = $shape;
                expr::change($elements, shape, &right, $function);
            }
        }
        $(#[$alloc])?
        impl<$($left_generics)* T: Clone + $op, L: $l> $op<T> for $left {
            #[inline]
            fn $method(&mut self, right: T) {
                let $this = self;
                expr::change_by($elements, right, $function);
            }
        }
    };
}

macro_rules! assignment {
    ($op:ident $method:ident $function:ident) => {
        rows!($op $method $function #[cfg(feature = "alloc")] [] Tensor<T, L>, Shape, this => this.as_mut_slice(), this.shape());
        rows!($op $method $function [] Inline<T, L>, StaticShape, this => this.as_mut_slice(), L::VALUE);
        rows!($op $method $function ['v,] ViewMut<'v, T, L>, Shape, this => this.as_mut_slice(), this.shared().1);
    };
}

assignment!(AddAssign add_assign Plus);
assignment!(SubAssign sub_assign Minus);
assignment!(MulAssign mul_assign Times);
assignment!(DivAssign div_assign Over);
assignment!(RemAssign rem_assign Modulo);
assignment!(BitAndAssign bitand_assign And);
assignment!(BitOrAssign bitor_assign Or);
assignment!(BitXorAssign bitxor_assign Xor);

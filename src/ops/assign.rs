//! `+= -= *= /= %=` and `&= |= ^=`: the right side is stretched to the left one's shape, and the left side never is.

use core::ops::{AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, SubAssign};

use super::right_operand::{Changes, OfKind, RightOperand, Side};
use super::{And, Minus, Modulo, Or, Over, Plus, Times, Xor};
use crate::shape::broadcast::Assign;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::ViewMut;

macro_rules! assignment {
    ($op:ident $method:ident $function:ident; $($(#[$alloc:meta])? $l:ident $left:ty, $this:ident => $elements:expr, $shape:expr;)*) => { $(
        $(#[$alloc])?
        impl<T, L, R> $op<R> for $left
        where
            T: $op,
            R: RightOperand<T, Given: OfKind<T, Side: Changes + Side<Elem = T, Shape = R::Shape>>>,
            L: $l + Assign<R::Shape>,
        {
            #[inline]
            fn $method(&mut self, right: R) {
                let $this = self;
                let shape = $shape;
                right.given().side(()).change($elements, shape, $function);
            }
        }
    )* };
    ($op:ident $method:ident $function:ident) => {
        assignment! { $op $method $function;
            #[cfg(feature = "alloc")] Shape Tensor<T, L>, x => x.as_mut_slice(), x.shape();
            StaticShape Inline<T, L>, x => x.as_mut_slice(), L::VALUE;
            Shape ViewMut<'_, T, L>, x => x.as_mut_slice(), x.shared().1;
        }
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

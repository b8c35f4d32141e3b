//! `+= -= *= /= %=` and `&= |= ^=`: the right side is stretched to the left one's shape, and the left side never is.

#[cfg(feature = "alloc")]
use core::ops::{Add, Div, Mul, Rem, Sub};
use core::ops::{AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, SubAssign};

#[cfg(feature = "alloc")]
use super::right_operand::{BesideOwned, SideOf};
use super::right_operand::{Changes, ChangesApart, OfKind, RightOperand, Side};
use super::{And, Minus, Modulo, Or, Over, Plus, Times, Xor};
#[cfg(feature = "alloc")]
use crate::kind::{Real, Traced};
use crate::shape::broadcast::Assign;
#[cfg(feature = "alloc")]
use crate::shape::broadcast::Broadcasted;
use crate::shape::given::Given;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
#[cfg(feature = "alloc")]
use crate::view::Operand;
use crate::view::{PartMut, ViewMut};

macro_rules! assignment {
    ($op:ident $method:ident $function:ident; $($(#[$alloc:meta])? $l:ident $left:ty, $by:ident: $this:ident, $right:ident, $f:ident => $change:expr;)*) => { $(
        $(#[$alloc])?
        impl<T, L, R> $op<R> for $left
        where
            <R as Given>::Then<T>: $op,
            R: RightOperand<T, Given: OfKind<T, Side: $by + Side<Elem = T, Shape = R::Shape>>>,
            L: $l + Assign<R::Shape>,
        {
            #[inline]
            #[track_caller]
            fn $method(&mut self, right: R) {
                let ($this, $right, $f) = (self, right.given().side(()), $function);
                $change;
            }
        }
    )* };
    ($op:ident $method:ident $function:ident) => {
        assignment! { $op $method $function;
            #[cfg(feature = "alloc")] Shape Tensor<T, L>, Changes: x, right, f => { let shape = x.shape(); right.change(x.as_mut_slice(), shape, f) };
            StaticShape Inline<T, L>, Changes: x, right, f => right.change(x.as_mut_slice(), L::VALUE, f);
            Shape ViewMut<'_, T, L>, Changes: x, right, f => { let shape = x.shared().1; right.change(x.as_mut_slice(), shape, f) };
            Shape PartMut<'_, T, L>, ChangesApart: x, right, f => right.change_apart(x, f);
        }
    };
}

/// Of recorded tensors, which stay as they are: the name stands for what is computed from then on.
#[cfg(feature = "alloc")]
macro_rules! recorded {
    ($($op:ident $method:ident $by:ident $function:ident;)*) => { $(
        impl<'t, T, L, R> $op<R> for Tensor<T, L, Traced<'t>>
        where
            T: Real + $by<Output = T>,
            R: RightOperand<T, Given: OfKind<T, Traced<'t>>>,
            L: Assign<R::Shape>,
            SideOf<T, R, Traced<'t>>: Side<Elem = T, Shape = R::Shape>
                + BesideOwned<Traced<'t>, Tensor<L> = Tensor<T, Broadcasted<L, R::Shape>, Traced<'t>>>,
        {
            /// A new value in place of this one, which the tape keeps if it needs it. PyTorch's `x = x + y`.
            #[inline]
            #[track_caller]
            fn $method(&mut self, right: R) {
                let shape = self.shape();
                let note = self.view().note();
                let right = OfKind::<T, Traced<'t>>::side(right.given(), note);
                let own = core::mem::replace(self, Tensor::made(note.nothing(), shape));
                let result = right.beside_owned(own, $function);
                *self = Tensor::made(result.into_storage(), shape);
            }
        }
    )* };
}
#[cfg(feature = "alloc")]
recorded! {
    AddAssign add_assign Add Plus;
    SubAssign sub_assign Sub Minus;
    MulAssign mul_assign Mul Times;
    DivAssign div_assign Div Over;
    RemAssign rem_assign Rem Modulo;
}

assignment!(AddAssign add_assign Plus);
assignment!(SubAssign sub_assign Minus);
assignment!(MulAssign mul_assign Times);
assignment!(DivAssign div_assign Over);
assignment!(RemAssign rem_assign Modulo);
assignment!(BitAndAssign bitand_assign And);
assignment!(BitOrAssign bitor_assign Or);
assignment!(BitXorAssign bitxor_assign Xor);

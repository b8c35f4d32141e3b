//! Tuples of views are operands of rules.

use super::View;
use crate::kind::{Kind, Numbers, Operands};
use crate::shape::Shape;
use crate::shape::layout::Layout;

macro_rules! operands {
    ($($x:ident $lifetime:lifetime $s:ident $y:ident;)*) => {
        impl<$($lifetime,)* T, K: Kind<T>, $($s: Shape, $y: Layout<$s>),*> Operands<T, K> for ($(View<$lifetime, T, $s, $y, K>,)*) {
            type Eager = ($(View<$lifetime, T, $s, $y>,)*);

            #[inline(always)]
            fn eager(self) -> Self::Eager
            where
                K: Numbers<T>,
            {
                let ($($x,)*) = self;
                ($($x.numbers(),)*)
            }
        }
    };
}
operands! { a 'a S Y; }
operands! { a 'a S Y; b 'b R Z; }
operands! { a 'a S Y; b 'b R Z; c 'c Q X; }

//! Tuples and arrays of views are operands of operations.

#[cfg(feature = "alloc")]
use core::any::TypeId;

#[cfg(feature = "alloc")]
use super::Operand;
use super::View;
#[cfg(feature = "alloc")]
use crate::kind::{Extent, Geometry};
use crate::kind::{Kind, Numbers, Operands};
use crate::shape::Shape;
use crate::shape::layout::Layout;
#[cfg(feature = "alloc")]
use crate::{
    shape::dims::{Dims, Strides},
    shape::layout::RowMajor,
    storage::Buffer,
};

#[cfg(feature = "alloc")]
impl<T, S: Shape, Y: Layout<S>, K: Kind<T>> Geometry<T> for View<'_, T, S, Y, K> {
    fn place(&self) -> Extent {
        let row_major = TypeId::of::<Y>() == TypeId::of::<RowMajor>();
        Extent { start: self.ptr.as_ptr().addr(), numel: self.shape.numel(), row_major }
    }

    fn axes(&self) -> (Dims, Strides) {
        (self.shape.dims(), self.strides_by_axis())
    }

    fn copied(&self) -> Buffer<T>
    where
        T: Clone,
    {
        let x = self.read().expect("elements that are there");
        Buffer::from_iter(self.shape.numel(), x.iter().cloned())
    }
}

macro_rules! operands {
    ($($x:ident $lifetime:lifetime $s:ident $y:ident;)*) => {
        impl<$($lifetime,)* T, K: Kind<T>, $($s: Shape, $y: Layout<$s>),*> Operands<T, K>
            for ($(View<$lifetime, T, $s, $y, K>,)*)
        {
            type Eager = ($(View<$lifetime, T, $s, $y>,)*);

            #[inline(always)]
            fn eager(self) -> Self::Eager
            where
                K: Numbers<T>,
            {
                let ($($x,)*) = self;
                ($($x.numbers(),)*)
            }

            #[cfg(feature = "alloc")]
            fn each(&self, f: &mut dyn FnMut(K::Note, &dyn Geometry<T>)) {
                let ($($x,)*) = self;
                $(f($x.note, $x);)*
            }
        }
    };
}
operands! { a 'a S Y; }
operands! { a 'a S Y; b 'b R Z; }
operands! { a 'a S Y; b 'b R Z; c 'c Q X; }
operands! { a 'a S Y; b 'b R Z; c 'c Q X; d 'd P W; }
operands! { a 'a S Y; b 'b R Z; c 'c Q X; d 'd P W; e 'e O V; }

/// None, beside an operand that is not a view.
impl<T, K: Kind<T>> Operands<T, K> for () {
    type Eager = ();

    #[inline(always)]
    fn eager(self)
    where
        K: Numbers<T>,
    {
    }

    #[cfg(feature = "alloc")]
    fn each(&self, _: &mut dyn FnMut(K::Note, &dyn Geometry<T>)) {}
}

/// As many operands of one shape as there are.
impl<'a, T, K: Kind<T>, S: Shape, Y: Layout<S>, const N: usize> Operands<T, K> for [View<'a, T, S, Y, K>; N] {
    type Eager = [View<'a, T, S, Y>; N];

    #[inline(always)]
    fn eager(self) -> Self::Eager
    where
        K: Numbers<T>,
    {
        self.map(View::numbers)
    }

    #[cfg(feature = "alloc")]
    fn each(&self, f: &mut dyn FnMut(K::Note, &dyn Geometry<T>)) {
        for x in self {
            f(x.note, x);
        }
    }
}

//! Indexing by one number for each axis: `x[[0, 1, 2]]`. The number of axes is checked by the compiler.

use core::ops::{Index, IndexMut};

use super::Inline;
#[cfg(feature = "alloc")]
use super::Tensor;
use crate::shape::diagnostics::IndexOf;
use crate::shape::layout::Layout;
use crate::shape::list::Sizes;
use crate::shape::{Shape, StaticShape};
use crate::view::{View, ViewMut, offset};

#[diagnostic::do_not_recommend]
impl<A, Shown> IndexOf<A, Shown> for A {
    type Of<T> = T;
    #[inline(always)]
    fn numbers(self) -> A {
        self
    }
    #[inline(always)]
    fn of<T>(element: &T) -> &T {
        element
    }
    #[inline(always)]
    fn of_mut<T>(element: &mut T) -> &mut T {
        element
    }
}

/// How far the element at an index lies from the first one, in contiguous memory.
#[inline]
#[track_caller]
fn place<S: Shape>(index: Sizes<S>, shape: S) -> usize {
    match offset(index.as_ref(), shape, &shape.dims().strides()) {
        Some(offset) => offset as usize,
        None => outside(index.as_ref(), shape.sizes().as_ref()),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn outside(index: &[usize], sizes: &[usize]) -> ! {
    panic!("index {index:?} is out of bounds for a tensor of shape {sizes:?}")
}

macro_rules! index_contiguous {
    ([$($generics:tt)*] $t:ty, $shape:ident, $self:ident => $of:expr) => {
        impl<$($generics)* I: IndexOf<Sizes<$shape>, <$shape as Shape>::Shown>> Index<I> for $t {
            type Output = I::Of<T>;
            /// # Panics
            /// If the index is outside the shape.
            #[inline]
            #[track_caller]
            fn index(&$self, index: I) -> &I::Of<T> {
                I::of(&$self.as_slice()[place(index.numbers(), $of)])
            }
        }
        impl<$($generics)* I: IndexOf<Sizes<$shape>, <$shape as Shape>::Shown>> IndexMut<I> for $t {
            #[inline]
            #[track_caller]
            fn index_mut(&mut $self, index: I) -> &mut I::Of<T> {
                let place = place(index.numbers(), $of);
                I::of_mut(&mut $self.as_mut_slice()[place])
            }
        }
    };
}

#[cfg(feature = "alloc")]
index_contiguous!([T, S: Shape,] Tensor<T, S>, S, self => self.shape());
index_contiguous!([T, S: StaticShape,] Inline<T, S>, S, self => S::VALUE);

impl<T, S: Shape, I: IndexOf<Sizes<S>, S::Shown>> Index<I> for ViewMut<'_, T, S> {
    type Output = I::Of<T>;
    /// # Panics
    /// If the index is outside the shape.
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &I::Of<T> {
        let (elements, shape) = self.shared();
        I::of(&elements[place(index.numbers(), shape)])
    }
}

impl<T, S: Shape, I: IndexOf<Sizes<S>, S::Shown>> IndexMut<I> for ViewMut<'_, T, S> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Of<T> {
        let (elements, shape) = self.parts();
        I::of_mut(&mut elements[place(index.numbers(), shape)])
    }
}

impl<T, S: Shape, Y: Layout<S>, I: IndexOf<Sizes<S>, S::Shown>> Index<I> for View<'_, T, S, Y> {
    type Output = I::Of<T>;
    /// # Panics
    /// If the index is outside the shape.
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &I::Of<T> {
        let index = index.numbers();
        match self.element(index.as_ref()) {
            Some(element) => I::of(element),
            None => outside(index.as_ref(), self.shape().sizes().as_ref()),
        }
    }
}

// Of what is recorded: the numbers are the tape's, or do not exist yet.
#[cfg(feature = "alloc")]
crate::shape::diagnostics::without_elements! { crate::shape::diagnostics::IndexOfRecorded:
    ['t, T: crate::kind::Real, S: Shape,] Tensor<T, S, crate::kind::Traced<'t>>;
    ['t, T: crate::kind::Real, S: Shape, Y: Layout<S>,] View<'_, T, S, Y, crate::kind::Traced<'t>>;
}

//! Indexing by one number for each axis: `x[[0, 1, 2]]`. The number of axes is checked by the compiler.

use core::ops::{Index, IndexMut};

use super::Inline;
#[cfg(feature = "alloc")]
use super::Tensor;
use crate::shape::layout::Layout;
use crate::shape::list::Sizes;
use crate::shape::{Shape, StaticShape};
use crate::view::{View, ViewMut, offset};

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
        impl<$($generics)*> Index<Sizes<$shape>> for $t {
            type Output = T;
            /// # Panics
            /// If the index is outside the shape.
            #[inline]
            #[track_caller]
            fn index(&$self, index: Sizes<$shape>) -> &T {
                &$self.as_slice()[place(index, $of)]
            }
        }
        impl<$($generics)*> IndexMut<Sizes<$shape>> for $t {
            #[inline]
            #[track_caller]
            fn index_mut(&mut $self, index: Sizes<$shape>) -> &mut T {
                let place = place(index, $of);
                &mut $self.as_mut_slice()[place]
            }
        }
    };
}

#[cfg(feature = "alloc")]
index_contiguous!([T, S: Shape] Tensor<T, S>, S, self => self.shape());
index_contiguous!([T, S: StaticShape] Inline<T, S>, S, self => S::VALUE);

impl<T, S: Shape> Index<Sizes<S>> for ViewMut<'_, T, S> {
    type Output = T;
    /// # Panics
    /// If the index is outside the shape.
    #[inline]
    #[track_caller]
    fn index(&self, index: Sizes<S>) -> &T {
        let (elements, shape) = self.shared();
        &elements[place(index, shape)]
    }
}

impl<T, S: Shape> IndexMut<Sizes<S>> for ViewMut<'_, T, S> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: Sizes<S>) -> &mut T {
        let (elements, shape) = self.parts();
        &mut elements[place(index, shape)]
    }
}

impl<T, S: Shape, Y: Layout<S>> Index<Sizes<S>> for View<'_, T, S, Y> {
    type Output = T;
    /// # Panics
    /// If the index is outside the shape.
    #[inline]
    #[track_caller]
    fn index(&self, index: Sizes<S>) -> &T {
        match self.element(index.as_ref()) {
            Some(element) => element,
            None => outside(index.as_ref(), self.shape().sizes().as_ref()),
        }
    }
}

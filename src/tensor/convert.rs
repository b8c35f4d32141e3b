//! Conversions: nested arrays, vectors and slices, iterators, comparison.

use alloc::vec::Vec;

use super::{Inline, Tensor};
use crate::error::LengthError;
use crate::shape::layout::Layout;
use crate::shape::size::{ArraySize, Dim};
use crate::shape::{Shape, StaticShape};
use crate::storage::Buffer;
use crate::view::{Operand, View};

impl<T, S: StaticShape> TryFrom<Vec<T>> for Tensor<T, S> {
    type Error = LengthError<Vec<T>>;
    fn try_from(elements: Vec<T>) -> Result<Self, Self::Error> {
        Tensor::from_vec(elements)
    }
}

impl<'a, T: Clone, S: StaticShape> TryFrom<&'a [T]> for Tensor<T, S> {
    type Error = LengthError<&'a [T]>;
    fn try_from(elements: &'a [T]) -> Result<Self, Self::Error> {
        Tensor::from_slice(elements)
    }
}

impl<T, S: StaticShape> From<Inline<T, S>> for Tensor<T, S> {
    /// The same elements on the heap.
    fn from(inline: Inline<T, S>) -> Self {
        Tensor::from_parts(inline.into_buffer(), S::VALUE)
    }
}

impl<T, S> Tensor<T, S> {
    /// Nested arrays, row by row: `[[T; 3]; 4]` for `shape![4, 3]`. Copies the elements to the heap.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 3]> = Tensor::from_array([[1, 2, 3], [4, 5, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0271
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 3]> = Tensor::from_array([[1, 2], [3, 4], [5, 6]]);
    /// ```
    pub fn from_array(array: S::Array<T>) -> Self
    where
        S: StaticShape,
    {
        Inline::from_array(array).into()
    }
}

/// Nested arrays of each rank: `From<[[T; B]; A]> for Tensor<T, shape![A, B]>`, and a function for [`tensor!`](crate::tensor).
macro_rules! from_arrays {
    ($name:ident: $($n:ident)*; $array:ty; $($flatten:ident)*; $shape:ty) => {
        impl<T, $(const $n: usize),*> From<$array> for Tensor<T, $shape>
        where
            $(Dim<$n>: ArraySize),*
        {
            /// The elements of nested arrays, moved to the heap.
            fn from(array: $array) -> Self {
                $name(array)
            }
        }

        #[doc(hidden)]
        pub fn $name<T, $(const $n: usize),*>(array: $array) -> Tensor<T, $shape>
        where
            $(Dim<$n>: ArraySize),*
        {
            Tensor::from_parts(Buffer::from_vec(Vec::from(array)$(.$flatten())*), StaticShape::VALUE)
        }
    };
}
type Counted<const N: usize> = <crate::shape::size::Dim<N> as ArraySize>::Size;
from_arrays!(tensor1: A; [T; A]; ; ((), Counted<A>));
from_arrays!(tensor2: A B; [[T; B]; A]; into_flattened; (((), Counted<A>), Counted<B>));
from_arrays!(tensor3: A B C; [[[T; C]; B]; A]; into_flattened into_flattened;
    ((((), Counted<A>), Counted<B>), Counted<C>));
from_arrays!(tensor4: A B C D; [[[[T; D]; C]; B]; A]; into_flattened into_flattened into_flattened;
    (((((), Counted<A>), Counted<B>), Counted<C>), Counted<D>));
from_arrays!(tensor5: A B C D E; [[[[[T; E]; D]; C]; B]; A];
    into_flattened into_flattened into_flattened into_flattened;
    ((((((), Counted<A>), Counted<B>), Counted<C>), Counted<D>), Counted<E>));
from_arrays!(tensor6: A B C D E F; [[[[[[T; F]; E]; D]; C]; B]; A];
    into_flattened into_flattened into_flattened into_flattened into_flattened;
    (((((((), Counted<A>), Counted<B>), Counted<C>), Counted<D>), Counted<E>), Counted<F>));

/// A tensor from its elements, its sizes inferred: `tensor![[1.0, 2.0], [3.0, 4.0]]` has shape `[2, 2]`. NumPy's
/// `np.array([[1.0, 2.0], [3.0, 4.0]])`.
///
/// Up to six axes of up to 1023 elements; rows of different lengths do not compile.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f64, shape![2, 3]> = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
/// ```
///
/// ```compile_fail,E0308
/// use shaped::prelude::*;
/// let x = tensor![[1.0, 2.0, 3.0], [4.0, 5.0]];
/// ```
#[macro_export]
macro_rules! tensor {
    (@1 $all:tt; [$($inner:tt)*] $($rest:tt)*) => { $crate::tensor!(@2 $all; $($inner)*) };
    (@2 $all:tt; [$($inner:tt)*] $($rest:tt)*) => { $crate::tensor!(@3 $all; $($inner)*) };
    (@3 $all:tt; [$($inner:tt)*] $($rest:tt)*) => { $crate::tensor!(@4 $all; $($inner)*) };
    (@4 $all:tt; [$($inner:tt)*] $($rest:tt)*) => { $crate::tensor!(@5 $all; $($inner)*) };
    (@5 $all:tt; [$($inner:tt)*] $($rest:tt)*) => { $crate::tensor!(@6 $all; $($inner)*) };
    (@1 $all:tt; $($rest:tt)*) => { $crate::__private::tensor1($all) };
    (@2 $all:tt; $($rest:tt)*) => { $crate::__private::tensor2($all) };
    (@3 $all:tt; $($rest:tt)*) => { $crate::__private::tensor3($all) };
    (@4 $all:tt; $($rest:tt)*) => { $crate::__private::tensor4($all) };
    (@5 $all:tt; $($rest:tt)*) => { $crate::__private::tensor5($all) };
    (@6 $all:tt; $($rest:tt)*) => { $crate::__private::tensor6($all) };
    ($($all:tt)*) => { $crate::tensor!(@1 [$($all)*]; $($all)*) };
}

#[diagnostic::do_not_recommend]
impl<T: PartialEq, S: Shape> PartialEq for Tensor<T, S> {
    /// Whether all elements are equal; tensors of two shapes do not compare. NumPy's `np.array_equal(a, b)`.
    fn eq(&self, other: &Self) -> bool {
        self.sizes() == other.sizes() && self.as_slice() == other.as_slice()
    }
}
impl<T: Eq, S: Shape> Eq for Tensor<T, S> {}

#[diagnostic::do_not_recommend]
impl<T: PartialEq, S: Shape, Y: Layout<S>> PartialEq<View<'_, T, S, Y>> for Tensor<T, S> {
    fn eq(&self, other: &View<'_, T, S, Y>) -> bool {
        self.view() == *other
    }
}

#[diagnostic::do_not_recommend]
impl<T: PartialEq, S: Shape, Y: Layout<S>> PartialEq<Tensor<T, S>> for View<'_, T, S, Y> {
    fn eq(&self, other: &Tensor<T, S>) -> bool {
        *self == other.view()
    }
}

impl<'a, T, S> IntoIterator for &'a Tensor<T, S>
where
    S: Shape,
{
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, S: Shape> IntoIterator for &'a mut Tensor<T, S> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T, S: Shape> IntoIterator for Tensor<T, S> {
    type Item = T;
    type IntoIter = alloc::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

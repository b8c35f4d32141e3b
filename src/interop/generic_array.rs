//! `GenericArray`: arrays whose length is a typenum number are vectors here, and back.

use generic_array::{ArrayLength, GenericArray};

use crate::shape::number::Nat;
use crate::shape::size::StaticSize;
use crate::storage::Buffer;
use crate::tensor::Tensor;

impl<T, N: ArrayLength + Nat> From<GenericArray<T, N>> for Tensor<T, ((), N::Size)> {
    /// The elements, moved to the heap: `GenericArray<T, U3>` -> `[3]`.
    ///
    /// ```
    /// use generic_array::arr;
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![3]> = arr![1.0, 2.0, 3.0].into();
    /// ```
    fn from(array: GenericArray<T, N>) -> Self {
        Tensor::from_parts(Buffer::from_iter(N::USIZE, array), ((), N::Size::VALUE))
    }
}

impl<T, D: StaticSize<Len: ArrayLength>> From<Tensor<T, ((), D)>> for GenericArray<T, D::Len> {
    /// The elements of a vector, moved to an array: `[3]` -> `GenericArray<T, U3>`.
    ///
    /// ```
    /// use generic_array::{GenericArray, typenum::U3};
    /// use shaped::prelude::*;
    /// let array: GenericArray<f32, U3> = tensor![1.0, 2.0, 3.0].into();
    /// assert_eq!(array.as_slice(), [1.0, 2.0, 3.0]);
    /// ```
    fn from(x: Tensor<T, ((), D)>) -> Self {
        x.into_iter().collect()
    }
}

//! `copy_from`: the elements of one tensor written over those of another.

use crate::expr;
use crate::shape::Shape;
use crate::shape::broadcast::Assign;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{OfElements, Operand, PartMut, Values, ViewMut};

impl<T: Clone, S: Shape> ViewMut<'_, T, S> {
    /// Writes another operand's elements over these: `[32, 10]` from `[32, 10]` or `[10]`, stretched. PyTorch's `x.copy_(y)`, NumPy's
    /// `x[...] = y`. No allocation.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![4, 3]> = Tensor::zeros();
    /// x.view_mut().narrow(Axis::<0>, 1, Dim::<2>).copy_from(&tensor![1, 2, 3]);
    /// assert_eq!(x, tensor![[0, 0, 0], [1, 2, 3], [1, 2, 3], [0, 0, 0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![4, 3]> = Tensor::zeros();
    /// x.view_mut().copy_from(&tensor![1, 2, 3, 4]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes; nothing is written then.
    #[inline]
    #[track_caller]
    pub fn copy_from<R: Values + OfElements<T, <R as Operand>::Elem> + ?Sized>(&mut self, other: &R)
    where
        S: Assign<R::Shape>,
    {
        let shape = self.shared().1;
        expr::overwrite(self.as_mut_slice(), shape, other);
    }
}

impl<T: Clone, S: Shape> PartMut<'_, T, S> {
    /// Writes another operand's elements over these, stretched: `[2, 1, 64]` from `[2, 1, 64]` or `[64]`. NumPy's `x[:, 3:4] = y`, PyTorch's
    /// `x[:, 3:4].copy_(y)`. No allocation.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![3, 2]> = Tensor::zeros();
    /// x.view_mut().part().narrow(Axis::<1>, 1, One).copy_from(&tensor![[1], [2], [3]]);
    /// assert_eq!(x, tensor![[0, 1], [0, 2], [0, 3]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![3, 2]> = Tensor::zeros();
    /// x.view_mut().part().narrow(Axis::<1>, 1, One).copy_from(&tensor![1, 2, 3]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes; nothing is written then.
    #[inline]
    #[track_caller]
    pub fn copy_from<R: Values + OfElements<T, <R as Operand>::Elem> + ?Sized>(&mut self, other: &R)
    where
        S: Assign<R::Shape>,
    {
        expr::overwrite_apart(self, other);
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone, S: Shape> Tensor<T, S> {
    /// Writes another operand's elements over these: `[32, 10]` from `[32, 10]` or `[10]`, stretched. PyTorch's `x.copy_(y)`, NumPy's
    /// `x[...] = y`. No allocation.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![2, 3]> = Tensor::zeros();
    /// x.copy_from(&tensor![1, 2, 3]);
    /// assert_eq!(x, tensor![[1, 2, 3], [1, 2, 3]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mut x: Tensor<i32, shape![3]> = Tensor::zeros();
    /// x.copy_from(&tensor![[1, 2, 3], [4, 5, 6]]);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes; nothing is written then.
    #[inline]
    #[track_caller]
    pub fn copy_from<R: Values + OfElements<T, <R as Operand>::Elem> + ?Sized>(&mut self, other: &R)
    where
        S: Assign<R::Shape>,
    {
        self.view_mut().copy_from(other);
    }

    /// Static views of the outermost axis, one after the other, to change them; see
    /// [`chunks_of`](crate::Chunking::chunks_of). O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let mut x = Tensor::<i32, shape![Batch]>::zeros_with(Batch(5));
    /// let mut chunks = x.chunks_of_mut(Dim::<2>);
    /// for (i, mut chunk) in chunks.by_ref().enumerate() {
    ///     chunk.copy_from(&tensor![1, i as i32]);
    /// }
    /// chunks.into_remainder().copy_from(&Tensor::<i32, shape![]>::full(7));
    /// assert_eq!(x.as_slice(), [1, 0, 1, 1, 7]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// Tensor::<i32, shape![4, Batch]>::zeros_with(Batch(5)).chunks_of_mut(Dim::<2>);
    /// ```
    pub fn chunks_of_mut<D: crate::shape::size::StaticSize>(&mut self, size: D) -> crate::view::ChunksMut<'_, T, S, D>
    where
        S: crate::shape::chunks::ChunksOf<D>,
    {
        self.view_mut().chunks_of(size)
    }
}

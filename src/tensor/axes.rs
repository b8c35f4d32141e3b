//! Names and numbers of axes of a tensor, in the same memory.

use super::Tensor;
use crate::shape::convert::{Fix, Free, Rename};
use crate::shape::size_error::SizeError;
use crate::shape::{Shape, run_time};

impl<T, S: Shape> Tensor<T, S> {
    /// The same elements under other names, in the same memory: `[3, 32, 32]` -> `[Channels, 32, 32]` and back; see
    /// [`rename`](crate::Renames::rename), which gives a view. No copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Channels = 3);
    /// let x: Tensor<f32, shape![3, 32, 32]> = Tensor::zeros();
    /// let x: Tensor<f32, shape![Channels, 32, 32]> = x.into_renamed();
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// axis!(Channels = 3);
    /// let x: Tensor<f32, shape![3, 32, 32]> = Tensor::zeros();
    /// let x: Tensor<f32, shape![32, Channels, 32]> = x.into_renamed();
    /// ```
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    #[track_caller]
    pub fn into_renamed<O: Shape>(self) -> Tensor<T, O>
    where
        S: Rename<O>,
    {
        let shape = run_time::renamed(self.shape.0);
        Tensor::from_parts(self.storage, shape)
    }

    /// The same elements with run-time axes made static, in the same memory: `[Batch, 784]` -> `[32, 784]`; see
    /// [`fix`](crate::Fixes::fix), which gives a view. No copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(2));
    /// let wrong = x.into_fixed::<shape![4, 3]>().unwrap_err();
    /// let x: Tensor<f32, shape![2, 3]> = wrong.into_data().into_fixed().unwrap();
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(2)).into_fixed::<shape![3, 2]>();
    /// ```
    ///
    /// # Errors
    /// If a run-time axis does not have the static size; the tensor is handed back.
    #[inline]
    pub fn into_fixed<O: Shape>(self) -> Result<Tensor<T, O>, SizeError<Self>>
    where
        S: Fix<O>,
    {
        match run_time::fixed(self.shape.0) {
            Ok(shape) => Ok(Tensor::from_parts(self.storage, shape)),
            Err(error) => Err(error.with(self)),
        }
    }

    /// The same elements with static axes made run-time ones, in the same memory: `[32, 784]` -> `[Batch, 784]`; see
    /// [`free`](crate::Frees::free), which gives a view. No copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let x: Tensor<f32, shape![32, 784]> = Tensor::zeros();
    /// let x: Tensor<f32, shape![Batch, 784]> = x.into_freed();
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// Tensor::<f32, shape![32, 784]>::zeros().into_freed::<shape![784, Batch]>();
    /// ```
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    #[track_caller]
    pub fn into_freed<O: Shape>(self) -> Tensor<T, O>
    where
        S: Free<O>,
    {
        let shape = run_time::renamed(self.shape.0);
        Tensor::from_parts(self.storage, shape)
    }
}

//! Pooling of volumes.

use super::pooling::{adaptive_pooling, pooling};
use super::slide::{adaptive, adaptive_means, adaptive_peaks, averaged, largest, places};
use crate::kind::Numbers;
use crate::shape::Shape;
use crate::shape::diagnostics::FloatElement;
use crate::shape::pool::{AdaptivePool3d, AdaptivelyPooled3d, Pool3d, Pooled3d};
use crate::tensor::Tensor;
use crate::view::Operand;
use crate::view::operation;

pooling! {
    /// Pooling of depth, height and width by windows, with the options `O`, for all that can be read.
    trait Pooling3d: Pool3d -> Pooled3d, over 3;

    /// The largest element of each window of depth, height and width: `[…, D, H, W]` -> `[…, (D + 2 P - K) / S + 1, …]`. PyTorch's
    /// `F.max_pool3d`; see [`max_pool2d`](crate::Pooling2d::max_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 2, 4]> = Tensor::arange();
    /// assert_eq!(x.max_pool3d(Pool::new(Dim::<2>)), tensor![[[13, 15]]]);
    /// assert_eq!(x.max_pool3d(Pool::new((One, Dim::<2>, Dim::<4>))), tensor![[[7]], [[15]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].max_pool3d(Pool::new(Dim::<2>));
    /// ```
    ///
    /// # Panics
    /// As `max_pool2d`.
    fn max_pool3d;

    /// The largest element of each window, and its place, counted within its volume. PyTorch's `F.max_pool3d(x, …, return_indices=True)`; see
    /// [`max_pool3d`](Pooling3d::max_pool3d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 2, 4]> = Tensor::arange();
    /// let (largest, places) = x.max_pool3d_with_indices(Pool::new(Dim::<2>));
    /// assert_eq!((largest, places), (tensor![[[13, 15]]], tensor![[[13, 15]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].max_pool3d_with_indices(Pool::new(Dim::<2>));
    /// ```
    ///
    /// # Panics
    /// As `max_pool2d`.
    fn max_pool3d_with_indices;

    /// The mean of each window of depth, height and width: `[…, D, H, W]` -> `[…, (D + 2 P - K) / S + 1, …]`. PyTorch's `F.avg_pool3d`; see
    /// [`avg_pool2d`](crate::Pooling2d::avg_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![2, 2, 4]> = Tensor::arange();
    /// assert_eq!(x.avg_pool3d(Pool::new(Dim::<2>)), tensor![[[6.5, 8.5]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f64, shape![2, 2, 4]>::arange().avg_pool3d(Pool::new(Dim::<3>));
    /// ```
    ///
    /// # Panics
    /// As `avg_pool2d`.
    fn avg_pool3d;
}

adaptive_pooling! {
    /// Depth, height and width pooled to the sizes `O`, for all that can be read.
    trait AdaptivePooling3d: AdaptivePool3d -> AdaptivelyPooled3d, over 3;

    /// Depth, height and width averaged down (or up) to sizes of your own: `[…, D, H, W]` to `(Dim::<4>, Dim::<7>, Dim::<5>)` -> `[…, 4, 7, 5]`.
    /// PyTorch's `F.adaptive_avg_pool3d`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![2, 2, 4]> = Tensor::arange();
    /// assert_eq!(x.adaptive_avg_pool3d((Dim::<2>, One, One)), tensor![[[3.5]], [[11.5]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0]].adaptive_avg_pool3d(One);
    /// ```
    ///
    /// # Panics
    /// As `adaptive_avg_pool2d`.
    fn adaptive_avg_pool3d(sizes);

    /// The largest element of each part of depth, height and width, which are shared out to sizes of your own: `[…, D, H, W]` to
    /// `(Dim::<4>, Dim::<7>, Dim::<5>)` -> `[…, 4, 7, 5]`. PyTorch's `F.adaptive_max_pool3d`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 2, 4]> = Tensor::arange();
    /// assert_eq!(x.adaptive_max_pool3d((Dim::<2>, One, One)), tensor![[[7]], [[15]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2]].adaptive_max_pool3d(One);
    /// ```
    ///
    /// # Panics
    /// As `adaptive_avg_pool2d`.
    fn adaptive_max_pool3d(sizes);
}

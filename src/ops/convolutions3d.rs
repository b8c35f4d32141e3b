//! Convolutions of volumes: `conv3d` and `conv_transpose3d`, with and without a bias.

use super::convolutions::{biased_convolution, convolution, convolutions};
use super::einsum::Summand;
use crate::shape::Shape;
use crate::shape::conv::{ChannelBias, Convolve3d};
use crate::shape::conv_transposed::ConvolveTransposed3d;
use crate::shape::given::Given;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand};

convolutions! {
    /// The convolution of volumes by weights: `[…, C, D, H, W]` by `[O, C / groups, KD, KH, KW]` ->
    /// `[…, O, (D + 2 P - D (KD - 1) - 1) / S + 1, …]`. PyTorch's `F.conv3d(x, w, stride=…, padding=…)`. Allocates the result, and `KD` times the memory of
    /// one volume; has the options of [`conv2d`](crate::Convolutions2d::conv2d), each one size or three: (depth, height, width).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![2, 3, 4, 8, 8]> = Tensor::ones();
    /// let w: Tensor<f32, shape![5, 3, 3, 3, 3]> = Tensor::ones();
    /// let y: Tensor<f32, shape![2, 5, 2, 6, 6]> = x.conv3d(&w, Conv::new());
    /// assert_eq!(y[[0, 0, 0, 0, 0]], 81.0);
    /// let y: Tensor<f32, shape![2, 5, 4, 4, 4]> = x.conv3d(&w, Conv::new().stride((One, Dim::<2>, Dim::<2>)).padding(One));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![3, 2, 8, 8]> = Tensor::ones();
    /// let w: Tensor<f32, shape![5, 3, 3, 3, 3]> = Tensor::ones(); // deeper than the volume
    /// x.conv3d(&w, Conv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv2d`.
    conv3d of Convolutions3d: "Convolutions of volumes", Convolve3d, 3; // as `x.conv3d(&weights, Conv::new())`

    /// As [`conv3d`](Convolutions3d::conv3d), and a bias `[O]` is added.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![1, 2, 2, 2]> = Tensor::ones();
    /// let w: Tensor<f32, shape![2, 1, 2, 2, 2]> = Tensor::ones();
    /// assert_eq!(x.conv3d_with_bias(&w, &tensor![0.5, -8.0], Conv::new()), tensor![[[[8.5]]], [[[0.0]]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![1, 2, 2, 2]> = Tensor::ones();
    /// let w: Tensor<f32, shape![2, 1, 2, 2, 2]> = Tensor::ones();
    /// x.conv3d_with_bias(&w, &tensor![0.5], Conv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv2d`.
    conv3d_with_bias of BiasedConvolutions3d: plus bias; // as `x.conv3d_with_bias(&weights, &bias, Conv::new())`

    /// The transposed convolution of volumes: `[…, C, D, H, W]` by `[C, O / groups, KD, KH, KW]` -> `[…, O, (D - 1) S - 2 P + D (KD - 1) + E + 1, …]`.
    /// PyTorch's `F.conv_transpose3d`. Has the options of [`conv_transpose2d`](crate::TransposedConvolutions2d::conv_transpose2d), each one size or three.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![4, 2, 3, 3]> = Tensor::ones();
    /// let w: Tensor<f32, shape![4, 5, 2, 2, 2]> = Tensor::ones();
    /// let y: Tensor<f32, shape![5, 4, 6, 6]> = x.conv_transpose3d(&w, TransposedConv::new().stride(Dim::<2>));
    /// assert_eq!(y, Tensor::full(4.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![4, 2, 3, 3]> = Tensor::ones();
    /// let w: Tensor<f32, shape![5, 4, 2, 2, 2]> = Tensor::ones(); // as for `conv3d`
    /// x.conv_transpose3d(&w, TransposedConv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv_transpose2d`.
    conv_transpose3d of TransposedConvolutions3d: "Transposed convolutions of volumes", ConvolveTransposed3d, 3; // as `x.conv_transpose3d(&weights, TransposedConv::new())`

    /// As [`conv_transpose3d`](TransposedConvolutions3d::conv_transpose3d), and a bias `[O]` is added.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let w: Tensor<i32, shape![1, 2, 1, 1, 2]> = Tensor::ones();
    /// let y = tensor![[[[1, 2]]]].conv_transpose3d_with_bias(&w, &tensor![0, 10], TransposedConv::new());
    /// assert_eq!(y, tensor![[[[1, 3, 2]]], [[[11, 13, 12]]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let w: Tensor<i32, shape![1, 2, 1, 1, 2]> = Tensor::ones();
    /// tensor![[[[1, 2]]]].conv_transpose3d_with_bias(&w, &tensor![10], TransposedConv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv_transpose2d`.
    conv_transpose3d_with_bias of BiasedTransposedConvolutions3d: plus bias; // as `x.conv_transpose3d_with_bias(&weights, &bias, TransposedConv::new())`
}

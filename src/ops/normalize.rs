//! Normalisations: softmax, and what divides by a standard deviation or a norm.

use num_traits::Float;

use super::rows::{self, AlongAxis, float, number, sum};
use crate::shape::affine::NoBias;
use crate::shape::normalize::{Along, Channelwise, NormalizedBy};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::{Operand, Tensor};

/// Softmax, layer, batch, instance and RMS normalisation, as functions of tensors of any shape.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f32, shape![8, 5, 768]> = Tensor::arange();
/// let (weight, bias) = (Tensor::<f32, shape![768]>::ones(), Tensor::<f32, shape![768]>::zeros());
/// let y: Tensor<f32, shape![8, 5, 768]> = x.layer_norm(&weight, &bias, 1e-5).softmax(Axis::<-1>);
/// ```
pub trait Normalizations: Operand {
    /// The exponentials divided by their sum along an axis; the largest element is subtracted first, so that nothing
    /// overflows: `[4, 3]` -> `[4, 3]`. PyTorch's `F.softmax(x, dim)`, SciPy's `softmax(x, axis)`. Along minus infinities only it is
    /// NaN, as in PyTorch. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[0.0, 0.0], [1000.0, f64::NEG_INFINITY]];
    /// assert_eq!(x.softmax(Axis::<-1>), tensor![[0.5, 0.5], [1.0, 0.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[0.0, 0.0], [1.0, 2.0]].softmax(Axis::<2>);
    /// ```
    fn softmax<A>(&self, axis: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        Self::Shape: Along<A>,
    {
        let _ = axis;
        Tensor::from_parts(rows::along(self, <Self::Shape as Along<A>>::PLACE, &Softmax), self.view().shape())
    }

    /// The logarithm of [`softmax`](Self::softmax), computed without it: `[4, 3]` -> `[4, 3]`. PyTorch's `F.log_softmax(x, dim)`,
    /// SciPy's `log_softmax(x, axis)`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1000.0, 1000.0], [2000.0, 0.0]];
    /// assert_eq!(x.log_softmax(Axis::<-1>), tensor![[-2f64.ln(), -2f64.ln()], [0.0, -2000.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![0.0, 1.0].log_softmax(Axis::<-2>);
    /// ```
    fn log_softmax<A>(&self, axis: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        Self::Shape: Along<A>,
    {
        let _ = axis;
        Tensor::from_parts(rows::along(self, <Self::Shape as Along<A>>::PLACE, &LogSoftmax), self.view().shape())
    }

    /// The elements divided by their Euclidean norm along an axis, or by 1e-12 if that is larger: `[4, 3]` -> `[4, 3]`. PyTorch's
    /// `F.normalize(x, dim=dim)`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[3.0, 4.0], [0.0, 0.0]];
    /// assert_eq!(x.normalize(Axis::<-1>), tensor![[0.6, 0.8], [0.0, 0.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![3.0, 4.0].normalize(Axis::<1>);
    /// ```
    fn normalize<A>(&self, axis: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        Self::Shape: Along<A>,
    {
        let _ = axis;
        let kernel = Normalize(float(1e-12));
        Tensor::from_parts(rows::along(self, <Self::Shape as Along<A>>::PLACE, &kernel), self.view().shape())
    }

    /// The elements less their mean, divided by their standard deviation (of the whole, not of a sample), times the weight, plus
    /// the bias. Mean and deviation are those over the last axes, as many as the weight has: `[8, 5, 768]` with `[768]` and
    /// `[768]` -> `[8, 5, 768]`. PyTorch's `F.layer_norm(x, weight.shape, weight, bias, eps)`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 3.0], [10.0, 30.0]];
    /// let y = x.layer_norm(&tensor![1.0, 2.0], &tensor![0.0, 1.0], 0.0);
    /// assert_eq!(y, tensor![[-1.0, 3.0], [-1.0, 3.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 3.0], [10.0, 30.0]];
    /// x.layer_norm(&tensor![1.0, 2.0, 3.0], &tensor![0.0, 1.0, 0.0], 0.0);
    /// ```
    fn layer_norm<W, B>(&self, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        W: Operand<Elem = Self::Elem>,
        B: Operand<Elem = Self::Elem>,
        Self::Shape: NormalizedBy<W::Shape, B::Shape>,
    {
        let shape = self.view().shape();
        run_time::ends_with(shape, weight.view().shape());
        run_time::ends_with(shape, bias.view().shape());
        let (weight, bias) = (rows::elements(weight), rows::elements(bias));
        let buffer = rows::by_blocks(self, weight.len(), |_, row| {
            let scale = standardize(row, eps);
            for ((x, &weight), &bias) in row.iter_mut().zip(&*weight).zip(&*bias) {
                *x = *x * scale * weight + bias;
            }
        });
        Tensor::from_parts(buffer, shape)
    }

    /// As [`layer_norm`](Self::layer_norm) with a weight of ones and a bias of zeros; the axes are named by the shape that the
    /// weight would have: `x.layer_norm_no_affine::<shape![768]>(1e-5)`. PyTorch's `F.layer_norm(x, [768], eps=eps)`. Allocates the
    /// result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 3.0], [10.0, 30.0]];
    /// assert_eq!(x.layer_norm_no_affine::<shape![2]>(0.0), tensor![[-1.0, 1.0], [-1.0, 1.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 3.0], [10.0, 30.0]].layer_norm_no_affine::<shape![3]>(0.0);
    /// ```
    fn layer_norm_no_affine<W: Shape>(&self, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        Self::Shape: NormalizedBy<W>,
    {
        let shape = self.view().shape();
        let len = run_time::inner(shape, W::RANK);
        let buffer = rows::by_blocks(self, len, |_, row| {
            let scale = standardize(row, eps);
            row.iter_mut().for_each(|x| *x = *x * scale);
        });
        Tensor::from_parts(buffer, shape)
    }

    /// The elements divided by the root of the mean of their squares, times the weight, over the last axes, as many as the
    /// weight has: `[8, 5, 768]` with `[768]` -> `[8, 5, 768]`. PyTorch's `F.rms_norm(x, weight.shape, weight, eps)`. Allocates
    /// the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[4.0, 4.0], [-2.0, 2.0]];
    /// assert_eq!(x.rms_norm(&tensor![1.0, 10.0], 0.0), tensor![[1.0, 10.0], [-1.0, 10.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[4.0, 4.0], [-2.0, 2.0]].rms_norm(&tensor![5.0], 0.0);
    /// ```
    fn rms_norm<W>(&self, weight: &W, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        W: Operand<Elem = Self::Elem>,
        Self::Shape: NormalizedBy<W::Shape, NoBias>,
    {
        let shape = self.view().shape();
        run_time::ends_with(shape, weight.view().shape());
        let weight = rows::elements(weight);
        let buffer = rows::by_blocks(self, weight.len(), |_, row| {
            let scale = inverse_rms(row, eps);
            row.iter_mut().zip(&*weight).for_each(|(x, &weight)| *x = *x * scale * weight);
        });
        Tensor::from_parts(buffer, shape)
    }

    /// As [`rms_norm`](Self::rms_norm) with a weight of ones; the axes are named by the shape that the weight would have.
    /// PyTorch's `F.rms_norm(x, [768], eps=eps)`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[-2.0, 2.0]].rms_norm_no_affine::<shape![2]>(0.0), tensor![[-1.0, 1.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[-2.0, 2.0]].rms_norm_no_affine::<shape![7]>(0.0);
    /// ```
    fn rms_norm_no_affine<W: Shape>(&self, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        Self::Shape: NormalizedBy<W>,
    {
        let shape = self.view().shape();
        let len = run_time::inner(shape, W::RANK);
        let buffer = rows::by_blocks(self, len, |_, row| {
            let scale = inverse_rms(row, eps);
            row.iter_mut().for_each(|x| *x = *x * scale);
        });
        Tensor::from_parts(buffer, shape)
    }

    /// The elements less their channel's mean, divided by the root of its variance plus `eps`, times its weight, plus its bias: what
    /// batch normalisation does once it is trained. The axis of the channels is named, and each parameter has one number for
    /// each channel: `[8, 32, 14, 14]` at `Axis::<1>` with four of `[32]` -> `[8, 32, 14, 14]`. PyTorch's
    /// `F.batch_norm(x, mean, var, weight, bias, eps=eps)`, whose channels are `Axis::<1>`. Allocates the result, and one
    /// number for each channel.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 10.0], [3.0, 30.0]]; // [batch, channel]
    /// let (mean, var) = (tensor![1.0, 20.0], tensor![4.0, 25.0]);
    /// let y = x.batch_norm(Axis::<1>, &mean, &var, &tensor![2.0, 1.0], &tensor![0.0, 0.5], 0.0);
    /// assert_eq!(y, tensor![[0.0, -1.5], [2.0, 2.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::zeros();
    /// let p: Tensor<f32, shape![14]> = Tensor::ones();
    /// x.batch_norm(Axis::<1>, &p, &p, &p, &p, 1e-5);
    /// ```
    fn batch_norm<A, M, V, W, B>(
        &self,
        axis: A,
        mean: &M,
        var: &V,
        weight: &W,
        bias: &B,
        eps: Self::Elem,
    ) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        M: Operand<Elem = Self::Elem>,
        V: Operand<Elem = Self::Elem>,
        W: Operand<Elem = Self::Elem>,
        B: Operand<Elem = Self::Elem>,
        Self::Shape: Channelwise<A, (M::Shape, V::Shape, W::Shape, B::Shape)>,
    {
        let _ = axis;
        let shape = self.view().shape();
        let place = <Self::Shape as Channelwise<A, (M::Shape, V::Shape, W::Shape, B::Shape)>>::PLACE;
        for parameter in [mean.numel(), var.numel(), weight.numel(), bias.numel()] {
            run_time::channels(shape, place, parameter);
        }
        let (mean, bias) = (rows::elements(mean), rows::elements(bias));
        let scale = var.iter().zip(weight.iter()).map(|(&var, &weight)| weight / (var + eps).sqrt());
        let scale: alloc::vec::Vec<_> = scale.collect();
        let (channels, inner) = rows::axis_and_inner(shape, place);
        let buffer = if inner == 1 {
            rows::by_blocks(self, channels, |_, row| {
                for (((x, &mean), &scale), &bias) in row.iter_mut().zip(&*mean).zip(&scale).zip(&*bias) {
                    *x = (*x - mean) * scale + bias;
                }
            })
        } else {
            rows::by_blocks(self, inner, |i, row| {
                let channel = i % channels;
                let (mean, scale, bias) = (mean[channel], scale[channel], bias[channel]);
                row.iter_mut().for_each(|x| *x = (*x - mean) * scale + bias);
            })
        };
        Tensor::from_parts(buffer, shape)
    }

    /// The elements of each channel of each example less their mean, divided by their standard deviation, times the channel's
    /// weight, plus its bias. The axis of the channels is named, and the mean is taken over all axes inside it:
    /// `[8, 32, 14, 14]` at `Axis::<1>` with `[32]` and `[32]` -> `[8, 32, 14, 14]`. PyTorch's
    /// `F.instance_norm(x, weight=weight, bias=bias, eps=eps)`, whose channels are `Axis::<1>`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[1.0, 3.0], [5.0, 15.0]]]; // [batch, channel, time]
    /// let y = x.instance_norm(Axis::<1>, &tensor![1.0, 2.0], &tensor![0.0, 0.5], 0.0);
    /// assert_eq!(y, tensor![[[-1.0, 1.0], [-1.5, 2.5]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::zeros();
    /// x.instance_norm(Axis::<1>, &tensor![1.0, 2.0], &tensor![0.0, 0.5], 1e-5);
    /// ```
    fn instance_norm<A, W, B>(&self, axis: A, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: Float,
        W: Operand<Elem = Self::Elem>,
        B: Operand<Elem = Self::Elem>,
        Self::Shape: Channelwise<A, (W::Shape, B::Shape)>,
    {
        let _ = axis;
        let shape = self.view().shape();
        let place = <Self::Shape as Channelwise<A, (W::Shape, B::Shape)>>::PLACE;
        run_time::channels(shape, place, weight.numel());
        run_time::channels(shape, place, bias.numel());
        let (weight, bias) = (rows::elements(weight), rows::elements(bias));
        let (channels, inner) = rows::axis_and_inner(shape, place);
        let buffer = rows::by_blocks(self, inner, |i, row| {
            let (weight, bias) = (weight[i % channels], bias[i % channels]);
            let scale = standardize(row, eps) * weight;
            row.iter_mut().for_each(|x| *x = *x * scale + bias);
        });
        Tensor::from_parts(buffer, shape)
    }
}

impl<X: Operand + ?Sized> Normalizations for X {}

/// Subtracts the mean from a row, and gives what is to be multiplied by then: one over the standard deviation. Two passes, so
/// that a large mean costs no accuracy.
fn standardize<T: Float>(row: &mut [T], eps: T) -> T {
    let n = number::<T>(row.len());
    let mean = rows::sum_of(row, &|x| x) / n;
    let squares = sum(row, &|x| {
        *x = *x - mean;
        *x * *x
    });
    (squares / n + eps).sqrt().recip()
}

/// One over the root of the mean of the squares.
fn inverse_rms<T: Float>(row: &[T], eps: T) -> T {
    (rows::sum_of(row, &|x| x * x) / number(row.len()) + eps).sqrt().recip()
}

/// Exponentials divided by their sum.
pub(crate) struct Softmax;

impl<T: Float> AlongAxis<T> for Softmax {
    const PEAK: bool = true;
    #[inline(always)]
    fn sum(&self, x: &mut T, peak: T) -> T {
        *x = (*x - peak).exp();
        *x
    }
    #[inline(always)]
    fn turn(&self, sum: T) -> T {
        sum
    }
    #[inline(always)]
    fn finish(&self, x: &mut T, sum: T) {
        *x = *x / sum;
    }
}

struct LogSoftmax;

impl<T: Float> AlongAxis<T> for LogSoftmax {
    const PEAK: bool = true;
    #[inline(always)]
    fn sum(&self, x: &mut T, peak: T) -> T {
        *x = *x - peak;
        x.exp()
    }
    #[inline(always)]
    fn turn(&self, sum: T) -> T {
        sum.ln()
    }
    #[inline(always)]
    fn finish(&self, x: &mut T, log: T) {
        *x = *x - log;
    }
}

/// Division by the Euclidean norm, or by the number here if that is larger.
struct Normalize<T>(T);

impl<T: Float> AlongAxis<T> for Normalize<T> {
    const PEAK: bool = false;
    #[inline(always)]
    fn sum(&self, x: &mut T, _: T) -> T {
        *x * *x
    }
    #[inline(always)]
    fn turn(&self, sum: T) -> T {
        let norm = sum.sqrt();
        // A norm that is NaN stays.
        if norm < self.0 { self.0 } else { norm }
    }
    #[inline(always)]
    fn finish(&self, x: &mut T, norm: T) {
        *x = *x / norm;
    }
}

/// The softmax of rows of a buffer, in place, each changed by `before` first; rows of minus infinities give zeros.
pub(crate) fn softmax_rows<T: Float>(buffer: &mut Buffer<T>, n: usize, mut before: impl FnMut(usize, &mut [T])) {
    if n > 0 {
        for (i, row) in buffer.as_mut_slice().chunks_exact_mut(n).enumerate() {
            before(i, row);
            if row.iter().all(|&x| x == T::neg_infinity()) {
                row.fill(T::zero());
            } else {
                rows::row(row, &Softmax);
            }
        }
    }
}

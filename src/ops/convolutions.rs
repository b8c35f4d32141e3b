//! Convolutions: `conv1d`, `conv2d`, `conv_transpose2d`, each with and without a bias.

use super::einsum::Summand;
use super::rows;
use super::wide::wide;
use crate::kernels::convolutions::{self as kernels, ConvolutionSizes, Input};
use crate::kernels::sixteen::{ByType, can_be, rounded, wide_slice};
use crate::shape::Shape;
use crate::shape::conv::{
    ChannelBias, Convolve1d, Convolve2d, ConvolveTransposed2d, Convolved1d, Convolved2d, ConvolvedTransposed2d,
    convolved,
};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Convolutions of images, by weights `W` and with the options `O`, for all that can be read.
pub trait Convolutions2d<W, O>: Operand {
    /// The shape of the result.
    type Convolved: Shape;

    /// The convolution (in fact the cross-correlation, as everywhere in machine learning) of images by weights:
    /// `[…, C, H, W]` by `[O, C / groups, KH, KW]` -> `[…, O, (H + 2 P - D (KH - 1) - 1) / S + 1, …]`. PyTorch's
    /// `F.conv2d(x, w, stride=…, padding=…)`. Allocates the result, and at most one image's worth of padded input.
    ///
    /// Any number of axes lie in front, none too, and a run-time `Batch` can be among them. Stride S, padding P, dilation D and
    /// groups are options of [`Conv`](crate::Conv), which are 1, 0, 1 and 1 if they are not given.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    /// let w: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::ones();
    /// let y: Tensor<f32, shape![8, 16, 30, 30]> = x.conv2d(&w, Conv::new());
    /// assert_eq!(y[[0, 0, 0, 0]], 27.0);
    /// let y: Tensor<f32, shape![8, 16, 16, 16]> = x.conv2d(&w, Conv::new().stride(Dim::<2>).padding(One));
    /// assert_eq!(y[[0, 0, 0, 0]], 12.0); // two rows and two columns of three channels; the others are padding
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 32, 32, 3]> = Tensor::ones(); // the channels last
    /// let w: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::ones();
    /// x.conv2d(&w, Conv::new());
    /// ```
    ///
    /// # Panics
    /// If the channels are a run-time axis, and not those of the weights.
    fn conv2d(&self, weights: &W, options: O) -> Tensor<Self::Elem, Self::Convolved>;
}

impl<X, W, O> Convolutions2d<W, O> for X
where
    X: Operand<Elem = W::Elem, Shape: Convolve2d<W::Shape, O>> + ?Sized,
    W: Operand<Elem: Summand>,
{
    type Convolved = Convolved2d<X::Shape, W::Shape, O>;

    fn conv2d(&self, weights: &W, _: O) -> Tensor<X::Elem, Self::Convolved> {
        conv2d(self, weights, None)
    }
}

/// Convolutions of images, by weights `W`, plus a bias `B`, with the options `O`.
pub trait BiasedConvolutions2d<W, B, O>: Operand {
    /// The shape of the result.
    type Convolved: Shape;

    /// As [`conv2d`](Convolutions2d::conv2d), and a number for each channel of the result is added, in the same pass:
    /// a bias `[O]`. PyTorch's `F.conv2d(x, w, bias)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![1, 3, 3]> = Tensor::ones();
    /// let w: Tensor<f32, shape![2, 1, 3, 3]> = Tensor::ones();
    /// let y = x.conv2d_with_bias(&w, &tensor![0.5, -9.0], Conv::new());
    /// assert_eq!(y, tensor![[[9.5]], [[0.0]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![1, 3, 3]> = Tensor::ones();
    /// let w: Tensor<f32, shape![2, 1, 3, 3]> = Tensor::ones();
    /// x.conv2d_with_bias(&w, &tensor![0.5], Conv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv2d`.
    fn conv2d_with_bias(&self, weights: &W, bias: &B, options: O) -> Tensor<Self::Elem, Self::Convolved>;
}

impl<X, W, B, O> BiasedConvolutions2d<W, B, O> for X
where
    X: Operand<Elem = W::Elem, Shape: Convolve2d<W::Shape, O>> + ?Sized,
    W: Operand<Elem: Summand>,
    B: Operand<Elem = X::Elem, Shape: ChannelBias<W::Shape, O>>,
{
    type Convolved = Convolved2d<X::Shape, W::Shape, O>;

    fn conv2d_with_bias(&self, weights: &W, bias: &B, _: O) -> Tensor<X::Elem, Self::Convolved> {
        conv2d(self, weights, Some(&rows::elements(bias)))
    }
}

/// Convolutions of signals, by weights `W` and with the options `O`, for all that can be read.
pub trait Convolutions1d<W, O>: Operand {
    /// The shape of the result.
    type Convolved: Shape;

    /// The convolution of signals by weights: `[…, C, L]` by `[O, C / groups, K]` -> `[…, O, (L + 2 P - D (K - 1) - 1) / S + 1]`.
    /// PyTorch's `F.conv1d`. Allocates as [`conv2d`](Convolutions2d::conv2d), and has its options, each one size.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3, 4, 5]];
    /// assert_eq!(x.conv1d(&tensor![[[1, 0, -1]]], Conv::new()), tensor![[-2, -2, -2]]);
    /// assert_eq!(x.conv1d(&tensor![[[1, 1]]], Conv::new().dilation(Dim::<3>)), tensor![[5, 7]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3]].conv1d(&tensor![[[1, 0, 0, -1]]], Conv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv2d`.
    fn conv1d(&self, weights: &W, options: O) -> Tensor<Self::Elem, Self::Convolved>;
}

impl<X, W, O> Convolutions1d<W, O> for X
where
    X: Operand<Elem = W::Elem, Shape: Convolve1d<W::Shape, O>> + ?Sized,
    W: Operand<Elem: Summand>,
{
    type Convolved = Convolved1d<X::Shape, W::Shape, O>;

    fn conv1d(&self, weights: &W, _: O) -> Tensor<X::Elem, Self::Convolved> {
        conv1d(self, weights, None)
    }
}

/// Convolutions of signals, by weights `W`, plus a bias `B`, with the options `O`.
pub trait BiasedConvolutions1d<W, B, O>: Operand {
    /// The shape of the result.
    type Convolved: Shape;

    /// As [`conv1d`](Convolutions1d::conv1d), and a bias `[O]` is added in the same pass.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3]];
    /// let w = tensor![[[1, 1]], [[2, 0]]];
    /// assert_eq!(x.conv1d_with_bias(&w, &tensor![10, 20], Conv::new()), tensor![[13, 15], [22, 24]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3]].conv1d_with_bias(&tensor![[[1, 1]], [[2, 0]]], &tensor![1, 2, 3], Conv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv2d`.
    fn conv1d_with_bias(&self, weights: &W, bias: &B, options: O) -> Tensor<Self::Elem, Self::Convolved>;
}

impl<X, W, B, O> BiasedConvolutions1d<W, B, O> for X
where
    X: Operand<Elem = W::Elem, Shape: Convolve1d<W::Shape, O>> + ?Sized,
    W: Operand<Elem: Summand>,
    B: Operand<Elem = X::Elem, Shape: ChannelBias<W::Shape, O>>,
{
    type Convolved = Convolved1d<X::Shape, W::Shape, O>;

    fn conv1d_with_bias(&self, weights: &W, bias: &B, _: O) -> Tensor<X::Elem, Self::Convolved> {
        conv1d(self, weights, Some(&rows::elements(bias)))
    }
}

/// Transposed convolutions of images, by weights `W` and with the options `O`, for all that can be read.
pub trait TransposedConvolutions2d<W, O>: Operand {
    /// The shape of the result.
    type Convolved: Shape;

    /// The transposed convolution of images, also called deconvolution, which spreads each element over its place in the result:
    /// `[…, C, H, W]` by `[C, O / groups, KH, KW]` -> `[…, O, (H - 1) S - 2 P + D (KH - 1) + E + 1, …]`. PyTorch's
    /// `F.conv_transpose2d`. Allocates the result, one image's worth of padded input, and one of the result.
    ///
    /// Stride S, padding P, output padding E, dilation D and groups are options of
    /// [`TransposedConv`](crate::TransposedConv).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[1, 2]]];
    /// let w: Tensor<i32, shape![1, 1, 1, 2]> = Tensor::ones();
    /// assert_eq!(x.conv_transpose2d(&w, TransposedConv::new()), tensor![[[1, 3, 2]]]);
    /// let y = x.conv_transpose2d(&w, TransposedConv::new().stride((One, Dim::<2>)));
    /// assert_eq!(y, tensor![[[1, 1, 2, 2]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![16, 7, 7]> = Tensor::ones();
    /// let w: Tensor<f32, shape![3, 16, 3, 3]> = Tensor::ones(); // as for `conv2d`
    /// x.conv_transpose2d(&w, TransposedConv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv2d`.
    fn conv_transpose2d(&self, weights: &W, options: O) -> Tensor<Self::Elem, Self::Convolved>;
}

impl<X, W, O> TransposedConvolutions2d<W, O> for X
where
    X: Operand<Elem = W::Elem, Shape: ConvolveTransposed2d<W::Shape, O>> + ?Sized,
    W: Operand<Elem: Summand>,
{
    type Convolved = ConvolvedTransposed2d<X::Shape, W::Shape, O>;

    fn conv_transpose2d(&self, weights: &W, _: O) -> Tensor<X::Elem, Self::Convolved> {
        conv_transpose2d(self, weights, None)
    }
}

/// Transposed convolutions of images, by weights `W`, plus a bias `B`, with the options `O`.
pub trait BiasedTransposedConvolutions2d<W, B, O>: Operand {
    /// The shape of the result.
    type Convolved: Shape;

    /// As [`conv_transpose2d`](TransposedConvolutions2d::conv_transpose2d), and a bias `[O]` is added in the same pass.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let w: Tensor<i32, shape![1, 2, 1, 2]> = Tensor::ones();
    /// let y = tensor![[[1, 2]]].conv_transpose2d_with_bias(&w, &tensor![0, 10], TransposedConv::new());
    /// assert_eq!(y, tensor![[[1, 3, 2]], [[11, 13, 12]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let w: Tensor<i32, shape![1, 2, 1, 2]> = Tensor::ones();
    /// tensor![[[1, 2]]].conv_transpose2d_with_bias(&w, &tensor![10], TransposedConv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv2d`.
    fn conv_transpose2d_with_bias(&self, weights: &W, bias: &B, options: O) -> Tensor<Self::Elem, Self::Convolved>;
}

impl<X, W, B, O> BiasedTransposedConvolutions2d<W, B, O> for X
where
    X: Operand<Elem = W::Elem, Shape: ConvolveTransposed2d<W::Shape, O>> + ?Sized,
    W: Operand<Elem: Summand>,
    B: Operand<Elem = X::Elem, Shape: ChannelBias<W::Shape, O>>,
{
    type Convolved = ConvolvedTransposed2d<X::Shape, W::Shape, O>;

    fn conv_transpose2d_with_bias(&self, weights: &W, bias: &B, _: O) -> Tensor<X::Elem, Self::Convolved> {
        conv_transpose2d(self, weights, Some(&rows::elements(bias)))
    }
}

/// The sizes in front of the channels, as one number.
fn images<X: Operand + ?Sized>(x: &X, spatial: usize) -> usize {
    let dims = x.view().shape().dims();
    crate::shape::dims::product(&dims.sizes[spatial + 1..dims.rank])
}

/// Shows `f` the elements of the images: where they are, or copied one image at a time.
fn with_input<T: Clone, X: Operand<Elem = T> + ?Sized>(x: &X, f: impl FnOnce(Input<'_, T>) -> Buffer<T>) -> Buffer<T> {
    match x.view().as_block() {
        Some(elements) => f(Input::Block(elements)),
        None => {
            let mut elements = x.iter();
            f(Input::Next(&mut |count, to| to.extend(elements.by_ref().take(count).cloned())))
        }
    }
}

fn checked<T>(bias: Option<&[T]>, channels: usize) {
    if let Some(bias) = bias {
        assert!(bias.len() == channels, "a bias of {} numbers for {channels} channels", bias.len());
    }
}

fn conv2d<X: Operand<Elem = W::Elem, Shape: Convolve2d<W::Shape, O>> + ?Sized, W: Operand<Elem: Summand>, O>(
    x: &X,
    weights: &W,
    bias: Option<&[X::Elem]>,
) -> Tensor<X::Elem, Convolved2d<X::Shape, W::Shape, O>> {
    if const { can_be::<X::Elem>() }
        && let (Some(x), Some(weights)) = (wide(x, ByType), wide(weights, ByType))
    {
        let bias = bias.map(|bias| wide_slice(bias, ByType));
        let sums = conv2d::<_, _, O>(&x.view(), &weights.view(), bias.as_deref());
        return Tensor::from_parts(rounded(sums.as_slice(), ByType), sums.view().shape());
    }
    let steps = &<X::Shape as Convolve2d<W::Shape, O>>::STEPS;
    let w = weights.view().shape().dims().sizes;
    let channels = w[2] * steps.groups;
    let shape: Convolved2d<X::Shape, W::Shape, O> = convolved(x.view().shape(), 2, w[3], channels);
    let (from, to) = (x.view().shape().dims().sizes, shape.dims().sizes);
    let sizes = ConvolutionSizes {
        images: images(x, 2),
        channels: [channels, w[3]],
        input: [from[1], from[0]],
        kernel: [w[1], w[0]],
        output: [to[1], to[0]],
        stride: steps.stride,
        padding: steps.padding,
        dilation: steps.dilation,
        groups: steps.groups,
    };
    checked(bias, w[3]);
    Tensor::from_parts(with_input(x, |x| kernels::convolve(x, &rows::elements(weights), bias, &sizes)), shape)
}

fn conv1d<X: Operand<Elem = W::Elem, Shape: Convolve1d<W::Shape, O>> + ?Sized, W: Operand<Elem: Summand>, O>(
    x: &X,
    weights: &W,
    bias: Option<&[X::Elem]>,
) -> Tensor<X::Elem, Convolved1d<X::Shape, W::Shape, O>> {
    if const { can_be::<X::Elem>() }
        && let (Some(x), Some(weights)) = (wide(x, ByType), wide(weights, ByType))
    {
        let bias = bias.map(|bias| wide_slice(bias, ByType));
        let sums = conv1d::<_, _, O>(&x.view(), &weights.view(), bias.as_deref());
        return Tensor::from_parts(rounded(sums.as_slice(), ByType), sums.view().shape());
    }
    let steps = &<X::Shape as Convolve1d<W::Shape, O>>::STEPS;
    let w = weights.view().shape().dims().sizes;
    let channels = w[1] * steps.groups;
    let shape: Convolved1d<X::Shape, W::Shape, O> = convolved(x.view().shape(), 1, w[2], channels);
    let sizes = ConvolutionSizes {
        images: images(x, 1),
        channels: [channels, w[2]],
        input: [1, x.view().shape().dims().sizes[0]],
        kernel: [1, w[0]],
        output: [1, shape.dims().sizes[0]],
        stride: steps.stride,
        padding: steps.padding,
        dilation: steps.dilation,
        groups: steps.groups,
    };
    checked(bias, w[2]);
    Tensor::from_parts(with_input(x, |x| kernels::convolve(x, &rows::elements(weights), bias, &sizes)), shape)
}

fn conv_transpose2d<
    X: Operand<Elem = W::Elem, Shape: ConvolveTransposed2d<W::Shape, O>> + ?Sized,
    W: Operand<Elem: Summand>,
    O,
>(
    x: &X,
    weights: &W,
    bias: Option<&[X::Elem]>,
) -> Tensor<X::Elem, ConvolvedTransposed2d<X::Shape, W::Shape, O>> {
    if const { can_be::<X::Elem>() }
        && let (Some(x), Some(weights)) = (wide(x, ByType), wide(weights, ByType))
    {
        let bias = bias.map(|bias| wide_slice(bias, ByType));
        let sums = conv_transpose2d::<_, _, O>(&x.view(), &weights.view(), bias.as_deref());
        return Tensor::from_parts(rounded(sums.as_slice(), ByType), sums.view().shape());
    }
    let steps = &<X::Shape as ConvolveTransposed2d<W::Shape, O>>::STEPS;
    let w = weights.view().shape().dims().sizes;
    let filters = w[2] * steps.groups;
    let shape: ConvolvedTransposed2d<X::Shape, W::Shape, O> = convolved(x.view().shape(), 2, filters, w[3]);
    let (from, to) = (x.view().shape().dims().sizes, shape.dims().sizes);
    let sizes = ConvolutionSizes {
        images: images(x, 2),
        channels: [w[3], filters],
        input: [from[1], from[0]],
        kernel: [w[1], w[0]],
        output: [to[1], to[0]],
        stride: steps.stride,
        padding: steps.padding,
        dilation: steps.dilation,
        groups: steps.groups,
    };
    checked(bias, filters);
    let buffer = with_input(x, |x| kernels::convolve_transposed(x, &rows::elements(weights), bias, &sizes));
    Tensor::from_parts(buffer, shape)
}

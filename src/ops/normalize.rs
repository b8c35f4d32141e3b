//! Normalisations: softmax, and what divides by a standard deviation or a norm.

use num_traits::Float;

use super::function::{exp, ln};
use super::reduce::{float, number};
use super::rows::{self, AlongAxis, Term, Work};
use crate::kernels::level::{Wide, widest};
use crate::kernels::moments::is_far;
use crate::kernels::norms;
use crate::kernels::norms::{Affine, Along, Normal, PerChannel};
use crate::shape::affine::NoBias;
use crate::shape::diagnostics::FloatElement;
use crate::shape::normalize::{Channelwise, GroupedChannels, NormalizedBy};
use crate::shape::size::StaticSize;
use crate::shape::{Shape, at, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Normalisation along the axis `A`: softmax, and division by a norm.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f32, shape![8, 5, 768]> = Tensor::arange();
/// let (weight, bias) = (Tensor::<f32, shape![768]>::ones(), Tensor::<f32, shape![768]>::zeros());
/// let y: Tensor<f32, shape![8, 5, 768]> = x.layer_norm(&weight, &bias, 1e-5).softmax(Axis::<-1>);
/// ```
pub trait Normalizations<A>: Operand {
    /// The exponentials divided by their sum along an axis; the largest element is subtracted first, so that nothing
    /// overflows: `[4, 3]` -> `[4, 3]`. PyTorch's `F.softmax(x, dim)`, SciPy's `softmax(x, axis)`. Along minus infinities only it is
    /// NaN, as in PyTorch. The last bits depend on whether the CPU has a fused multiply-add. Allocates the result only.
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
    fn softmax(&self, axis: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement;

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
    fn log_softmax(&self, axis: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement;

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
    fn normalize(&self, axis: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement;
}

impl<X, A> Normalizations<A> for X
where
    X: Operand<Shape: at::Along<A>> + ?Sized,
{
    fn softmax(&self, _: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        Tensor::from_parts(
            rows::along(self, <X::Shape as at::Along<A>>::PLACE, Along::Softmax, Along::Softmax, Softmax),
            self.view().shape(),
        )
    }

    fn log_softmax(&self, _: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        Tensor::from_parts(
            rows::along(
                self,
                <X::Shape as at::Along<A>>::PLACE,
                Along::LogSoftmax(ln),
                Along::LogSoftmax(ln),
                LogSoftmax,
            ),
            self.view().shape(),
        )
    }

    fn normalize(&self, _: A) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        let place = <X::Shape as at::Along<A>>::PLACE;
        Tensor::from_parts(
            rows::along(self, place, Along::Over(norm), Along::Over(norm), Normalize),
            self.view().shape(),
        )
    }
}

/// Layer normalisation, by a weight `W` and a bias `B`.
pub trait LayerNormalizations<W, B>: Operand {
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
    fn layer_norm(&self, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement;
}

impl<X, W, B> LayerNormalizations<W, B> for X
where
    X: Operand<Shape: NormalizedBy<W::Shape, B::Shape>> + ?Sized,
    W: Operand<Elem = X::Elem>,
    B: Operand<Elem = X::Elem>,
{
    fn layer_norm(&self, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        let shape = self.view().shape();
        run_time::ends_with(shape, weight.view().shape());
        run_time::ends_with(shape, bias.view().shape());
        let (weight, bias) = (rows::elements(weight), rows::elements(bias));
        Tensor::from_parts(rows::computed(&ByLayer, self, [&weight, &bias], eps), shape)
    }
}

/// RMS normalisation, by a weight `W`.
pub trait RmsNormalizations<W>: Operand {
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
    fn rms_norm(&self, weight: &W, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement;
}

impl<X, W> RmsNormalizations<W> for X
where
    X: Operand<Shape: NormalizedBy<W::Shape, NoBias>> + ?Sized,
    W: Operand<Elem = X::Elem>,
{
    fn rms_norm(&self, weight: &W, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        let shape = self.view().shape();
        run_time::ends_with(shape, weight.view().shape());
        Tensor::from_parts(rows::computed(&ByRootOfSquares, self, [&rows::elements(weight)], eps), shape)
    }
}

/// Batch normalisation, the channels on the axis `A`, by a mean, a variance, a weight and a bias.
pub trait BatchNormalizations<A, M, V, W, B>: Operand {
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
    fn batch_norm(
        &self,
        axis: A,
        mean: &M,
        var: &V,
        weight: &W,
        bias: &B,
        eps: Self::Elem,
    ) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement;
}

impl<X, A, M, V, W, B> BatchNormalizations<A, M, V, W, B> for X
where
    X: Operand<Shape: at::Along<A> + Channelwise<A, (M::Shape, V::Shape, W::Shape, B::Shape)>> + ?Sized,
    M: Operand<Elem = X::Elem>,
    V: Operand<Elem = X::Elem>,
    W: Operand<Elem = X::Elem>,
    B: Operand<Elem = X::Elem>,
{
    fn batch_norm(
        &self,
        _: A,
        mean: &M,
        var: &V,
        weight: &W,
        bias: &B,
        eps: Self::Elem,
    ) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        let shape = self.view().shape();
        let place = <X::Shape as at::Along<A>>::PLACE;
        for parameter in [mean.numel(), var.numel(), weight.numel(), bias.numel()] {
            run_time::channels(shape, place, parameter);
        }
        let (channels, inner) = rows::axis_and_inner(shape, place);
        let parameters =
            [&*rows::elements(mean), &*rows::elements(var), &*rows::elements(weight), &*rows::elements(bias)];
        Tensor::from_parts(rows::computed(&ByBatch { channels, inner }, self, parameters, eps), shape)
    }
}

/// Instance normalisation, the channels on the axis `A`, by a weight `W` and a bias `B`.
pub trait InstanceNormalizations<A, W, B>: Operand {
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
    fn instance_norm(&self, axis: A, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement;
}

impl<X, A, W, B> InstanceNormalizations<A, W, B> for X
where
    X: Operand<Shape: at::Along<A> + Channelwise<A, (W::Shape, B::Shape)>> + ?Sized,
    W: Operand<Elem = X::Elem>,
    B: Operand<Elem = X::Elem>,
{
    fn instance_norm(&self, _: A, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        let shape = self.view().shape();
        let place = <X::Shape as at::Along<A>>::PLACE;
        run_time::channels(shape, place, weight.numel());
        run_time::channels(shape, place, bias.numel());
        let (weight, bias) = (rows::elements(weight), rows::elements(bias));
        let (channels, inner) = rows::axis_and_inner(shape, place);
        Tensor::from_parts(rows::computed(&ByInstance { channels, inner }, self, [&weight, &bias], eps), shape)
    }
}

/// Normalisation of channels in `G` groups, on the axis `A`, by a weight `W` and a bias `B`.
pub trait GroupNormalizations<A, G, W, B>: Operand {
    /// The elements of each group of channels of each example less their mean, divided by their standard deviation, times the
    /// channel's weight, plus its bias. The axis of the channels is named, the number of groups is a size that divides them, and
    /// the mean is taken over the group's channels and all axes inside: `[8, 32, 14, 14]` at `Axis::<1>` in `Dim::<4>` groups with
    /// `[32]` and `[32]` -> `[8, 32, 14, 14]`. PyTorch's `F.group_norm(x, 4, weight, bias, eps)`, whose channels are `Axis::<1>`.
    /// Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 3.0, 5.0, 15.0]]; // [batch, channel]
    /// let y = x.group_norm(Axis::<1>, Dim::<2>, &tensor![1.0, 1.0, 1.0, 2.0], &tensor![0.0, 0.0, 0.0, 0.5], 0.0);
    /// assert_eq!(y, tensor![[-1.0, 1.0, -1.0, 2.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::zeros();
    /// let p: Tensor<f32, shape![32]> = Tensor::ones();
    /// x.group_norm(Axis::<1>, Dim::<5>, &p, &p, 1e-5);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (x, p): (Tensor<f32, shape![8, 0]>, Tensor<f32, shape![0]>) = (Tensor::ones(), Tensor::ones());
    /// x.group_norm(Axis::<1>, Dim::<4>, &p, &p, 1e-5); // no channels
    /// ```
    fn group_norm(&self, axis: A, groups: G, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement;
}

impl<X, A, G, W, B> GroupNormalizations<A, G, W, B> for X
where
    X: Operand<Shape: GroupedChannels<A, G, (W::Shape, B::Shape)>> + ?Sized,
    G: StaticSize,
    W: Operand<Elem = X::Elem>,
    B: Operand<Elem = X::Elem>,
{
    fn group_norm(&self, _: A, _: G, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
    {
        let shape = self.view().shape();
        let place = <X::Shape as at::Along<A>>::PLACE;
        let (weight, bias) = (rows::elements(weight), rows::elements(bias));
        let (channels, inner) = rows::axis_and_inner(shape, place);
        // There are channels by type, and groups that divide them.
        let work = ByGroup { groups: G::SIZE, in_group: channels / G::SIZE, inner };
        Tensor::from_parts(rows::computed(&work, self, [&weight, &bias], eps), shape)
    }
}

/// Layer and RMS normalisation without weights: the axes are named by a type.
pub trait PlainNormalizations: Operand {
    /// As [`layer_norm`](LayerNormalizations::layer_norm) with a weight of ones and a bias of zeros; the axes are named by the shape that the
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
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 3.0], [10.0, 30.0]].layer_norm_no_affine::<shape![]>(0.0); // PyTorch refuses `[]`, too
    /// ```
    fn layer_norm_no_affine<W: Shape>(&self, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
        Self::Shape: NormalizedBy<W>,
    {
        let shape = self.view().shape();
        let len = run_time::inner(shape, W::RANK);
        Tensor::from_parts(rows::computed(&Plain { len, centred: true }, self, [], eps), shape)
    }

    /// As [`rms_norm`](RmsNormalizations::rms_norm) with a weight of ones; the axes are named by the shape that the weight would have.
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
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[-2.0, 2.0]].rms_norm_no_affine::<shape![]>(0.0);
    /// ```
    fn rms_norm_no_affine<W: Shape>(&self, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape>
    where
        Self::Elem: FloatElement,
        Self::Shape: NormalizedBy<W>,
    {
        let shape = self.view().shape();
        let len = run_time::inner(shape, W::RANK);
        Tensor::from_parts(rows::computed(&Plain { len, centred: false }, self, [], eps), shape)
    }
}

impl<X: Operand + ?Sized> PlainNormalizations for X {}

struct ByLayer;
impl Work<2> for ByLayer {
    fn run<T: Float, X: Operand<Elem = T> + ?Sized>(&self, x: &X, [weight, bias]: [&[T]; 2], eps: T) -> Buffer<T> {
        let work = Normal { centred: true, eps, affine: Affine::WeightAndBias(weight, bias) };
        rows::normal(x, weight.len(), work, |_, row| {
            widest(Normalized { row, centred: true, eps, affine: ByWeightAndBias(weight, bias) });
        })
    }
}

struct ByRootOfSquares;
impl Work<1> for ByRootOfSquares {
    fn run<T: Float, X: Operand<Elem = T> + ?Sized>(&self, x: &X, [weight]: [&[T]; 1], eps: T) -> Buffer<T> {
        let work = Normal { centred: false, eps, affine: Affine::Weight(weight) };
        rows::normal(x, weight.len(), work, |_, row| {
            widest(Normalized { row, centred: false, eps, affine: ByWeight(weight) });
        })
    }
}

/// By a mean, a variance, a weight and a bias for each channel.
struct ByBatch {
    channels: usize,
    inner: usize,
}
impl Work<4> for ByBatch {
    fn run<T: Float, X: Operand<Elem = T> + ?Sized>(
        &self,
        x: &X,
        [mean, var, weight, bias]: [&[T]; 4],
        eps: T,
    ) -> Buffer<T> {
        let scale = var.iter().zip(weight).map(|(&var, &weight)| weight / (var + eps).sqrt());
        let scale: alloc::vec::Vec<_> = scale.collect();
        let by = PerChannel { mean, scale: &scale, bias };
        rows::channels(x, self.inner, by, |i, row| {
            let channel = i % self.channels;
            let (mean, scale, bias) = (mean[channel], scale[channel], bias[channel]);
            row.iter_mut().for_each(|x| *x = (*x - mean) * scale + bias);
        })
    }
}

struct ByInstance {
    channels: usize,
    inner: usize,
}
impl Work<2> for ByInstance {
    fn run<T: Float, X: Operand<Elem = T> + ?Sized>(&self, x: &X, [weight, bias]: [&[T]; 2], eps: T) -> Buffer<T> {
        let work = Normal { centred: true, eps, affine: Affine::Channels(weight, bias, self.inner) };
        rows::normal(x, self.inner, work, |i, row| {
            let (weight, bias) = (weight[i % self.channels], bias[i % self.channels]);
            widest(Normalized { row, centred: true, eps, affine: ByOne(weight, bias) });
        })
    }
}

/// So many channels in each group, of `inner` elements each.
struct ByGroup {
    groups: usize,
    in_group: usize,
    inner: usize,
}
impl Work<2> for ByGroup {
    fn run<T: Float, X: Operand<Elem = T> + ?Sized>(&self, x: &X, [weight, bias]: [&[T]; 2], eps: T) -> Buffer<T> {
        let ByGroup { groups, in_group, inner } = *self;
        let work = Normal { centred: true, eps, affine: Affine::Channels(weight, bias, inner) };
        rows::normal(x, in_group * inner, work, |i, group| {
            widest(Normalized { row: &mut *group, centred: true, eps, affine: AsItIs });
            let first = i % groups * in_group;
            let of_channels = weight[first..].iter().zip(&bias[first..]);
            for (row, (&weight, &bias)) in group.chunks_exact_mut(inner).zip(of_channels) {
                row.iter_mut().for_each(|x| *x = *x * weight + bias);
            }
        })
    }
}

/// Without weights, in rows of `len` elements.
struct Plain {
    len: usize,
    centred: bool,
}
impl Work<0> for Plain {
    fn run<T: Float, X: Operand<Elem = T> + ?Sized>(&self, x: &X, []: [&[T]; 0], eps: T) -> Buffer<T> {
        let Plain { len, centred } = *self;
        let work = Normal { centred, eps, affine: Affine::Nothing };
        rows::normal(x, len, work, |_, row| widest(Normalized { row, centred, eps, affine: AsItIs }))
    }
}

/// [`Affine`], as types. `#[inline(always)]`, as [`Wide`] asks.
trait Apply<T>: Copy {
    /// Changes each element, times the scale.
    fn apply(self, row: &mut [T], scale: T);
}

#[derive(Clone, Copy)]
struct AsItIs;
#[derive(Clone, Copy)]
struct ByWeight<'a, T>(&'a [T]);
#[derive(Clone, Copy)]
struct ByWeightAndBias<'a, T>(&'a [T], &'a [T]);
#[derive(Clone, Copy)]
struct ByOne<T>(T, T);

impl<T: Float> Apply<T> for AsItIs {
    #[inline(always)]
    fn apply(self, row: &mut [T], scale: T) {
        for x in row {
            *x = *x * scale;
        }
    }
}

impl<T: Float> Apply<T> for ByWeight<'_, T> {
    #[inline(always)]
    fn apply(self, row: &mut [T], scale: T) {
        for (x, &weight) in row.iter_mut().zip(self.0) {
            *x = *x * scale * weight;
        }
    }
}

impl<T: Float> Apply<T> for ByWeightAndBias<'_, T> {
    #[inline(always)]
    fn apply(self, row: &mut [T], scale: T) {
        for ((x, &weight), &bias) in row.iter_mut().zip(self.0).zip(self.1) {
            *x = *x * scale * weight + bias;
        }
    }
}

impl<T: Float> Apply<T> for ByOne<T> {
    #[inline(always)]
    fn apply(self, row: &mut [T], scale: T) {
        let scale = scale * self.0;
        for x in row {
            *x = *x * scale + self.1;
        }
    }
}

/// A row less its mean, if it is to be centred, over its standard deviation, and then an affine function of it. The mean comes
/// first, in a pass of its own, so that a large one costs no accuracy, and is [corrected](is_far) where its rounding would count.
struct Normalized<'a, T, A> {
    row: &'a mut [T],
    centred: bool,
    eps: T,
    affine: A,
}

impl<T: Float, A: Apply<T>> Wide for Normalized<'_, T, A> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Normalized { row, centred, eps, affine } = self;
        let n = number::<T>(row.len());
        let squares = if centred {
            let mean = rows::sum_of(row, Itself) / n;
            let squares = rows::sum(row, Deviation(mean));
            // The elements are what they are more than the mean by now.
            let more = if is_far(mean, squares / n) { rows::sum_of(row, Itself) / n } else { T::zero() };
            if more.is_zero() { squares } else { rows::sum(row, Deviation(more)) }
        } else {
            rows::sum_of(row, SquareOf)
        };
        affine.apply(row, (squares / n + eps).sqrt().recip());
    }
}

#[derive(Clone, Copy)]
struct Itself;
#[derive(Clone, Copy)]
struct SquareOf;
/// What an element is more than the mean, and the square of that.
#[derive(Clone, Copy)]
struct Deviation<T>(T);

impl<T: Float> Term<T> for Itself {
    #[inline(always)]
    fn term(self, x: T) -> (T, T) {
        (x, x)
    }
}

impl<T: Float> Term<T> for SquareOf {
    #[inline(always)]
    fn term(self, x: T) -> (T, T) {
        (x, x * x)
    }
}

impl<T: Float> Term<T> for Deviation<T> {
    #[inline(always)]
    fn term(self, x: T) -> (T, T) {
        let x = x - self.0;
        (x, x * x)
    }
}

/// Exponentials divided by their sum.
#[derive(Clone, Copy)]
pub(crate) struct Softmax;

impl<T: Float> AlongAxis<T> for Softmax {
    const PEAK: bool = true;
    #[inline(always)]
    fn sum(self, x: T, peak: T) -> (T, T) {
        let e = exp(x - peak);
        (e, e)
    }
    #[inline(always)]
    fn turn(self, sum: T) -> T {
        sum.recip()
    }
    #[inline(always)]
    fn finish(self, x: T, by: T) -> T {
        x * by
    }
}

#[derive(Clone, Copy)]
struct LogSoftmax;

impl<T: Float> AlongAxis<T> for LogSoftmax {
    const PEAK: bool = true;
    #[inline(always)]
    fn sum(self, x: T, peak: T) -> (T, T) {
        let x = x - peak;
        (x, exp(x))
    }
    #[inline(always)]
    fn turn(self, sum: T) -> T {
        ln(sum)
    }
    #[inline(always)]
    fn finish(self, x: T, log: T) -> T {
        x - log
    }
}

/// Division by the Euclidean norm, or by 1e-12 if that is larger.
#[derive(Clone, Copy)]
struct Normalize;

/// The norm, of the sum of squares.
fn norm<T: Float>(squares: T) -> T {
    let (norm, least) = (squares.sqrt(), float(1e-12));
    // A norm that is NaN stays.
    if norm < least { least } else { norm }
}

impl<T: Float> AlongAxis<T> for Normalize {
    const PEAK: bool = false;
    #[inline(always)]
    fn sum(self, x: T, _: T) -> (T, T) {
        (x, x * x)
    }
    #[inline(always)]
    fn turn(self, sum: T) -> T {
        norm(sum)
    }
    #[inline(always)]
    fn finish(self, x: T, norm: T) -> T {
        x / norm
    }
}

/// The softmax of rows of a buffer, in place, each changed by `before` first; rows of minus infinities give zeros.
pub(crate) fn softmax_rows<T: Float>(buffer: &mut Buffer<T>, n: usize, mut before: impl FnMut(usize, &mut [T])) {
    if n > 0 {
        for (i, row) in buffer.as_mut_slice().chunks_exact_mut(n).enumerate() {
            before(i, row);
            if row.iter().all(|&x| x == T::neg_infinity()) {
                row.fill(T::zero());
            } else if !norms::softmax(row) {
                rows::row(row, Softmax);
            }
        }
    }
}

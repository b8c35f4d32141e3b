//! Normalisation layers.

use core::marker::PhantomData;

use num_traits::Float;

use super::converts::converts;
use super::own_elements::{OwnLayer, own_layer};
use super::{Buffer, Param, Vector, fields};
use crate::kernels::float::as_f64;
use crate::kind::Kind;
use crate::ops::reduce::float;
use crate::ops::{BatchNormalizations, LayerNormalizations, RmsNormalizations, batch_norm_over, by_its_batch};
use crate::shape;
use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::normalize::{Channelwise, NormalizedBy};
use crate::shape::size::StaticSize;
use crate::storage::Buffer as Storage;
use crate::tensor::Tensor;
use crate::view::Operand;

/// The last axis normalised to mean 0 and variance 1, then scaled and shifted: `[.., D] -> [.., D]`. PyTorch's
/// `nn.LayerNorm(D)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let y = LayerNorm::<dim!(2)>::default().forward(&tensor![[1.0f32, 3.0], [7.0, 5.0]]);
/// assert!(y.all_close(&tensor![[-1.0, 1.0], [1.0, -1.0]], 1e-4, 1e-4));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// LayerNorm::<dim!(3)>::default().forward(&tensor![[1.0f32, 3.0], [7.0, 5.0]]);
/// ```
#[derive(Clone, Debug)]
#[rustfmt::skip] // the compiler shows the line
pub struct LayerNorm<D: StaticSize, T = f32> { // as `LayerNorm<dim!(768)>`; other elements are last
    /// `[D]`, the scale.
    pub weight: Vector<D, T>,
    /// `[D]`, the shift.
    pub bias: Vector<D, T>,
    /// Added to the variance.
    pub eps: T,
}

/// Scale 1, shift 0, and PyTorch's `eps` of 1e-5.
impl<D: StaticSize, T: Float> Default for LayerNorm<D, T> {
    fn default() -> Self {
        LayerNorm { weight: Param::ones(), bias: Param::zeros(), eps: float(1e-5) }
    }
}

own_layer! { [S, D: StaticSize, T: Float] LayerNorm<D, T> where [
    S: Shape + NormalizedBy<shape![D], shape![D], Normalized = S>,
] {
    type Output = <S as NormalizedBy<shape![D], shape![D]>>::Normalized;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.layer_norm(&self.weight, &self.bias, self.eps)
    }
}}

fields!([D: StaticSize, T: Float] LayerNorm<D, T> { weight, bias } reset |layer, _| *layer = LayerNorm {
    eps: layer.eps,
    ..LayerNorm::default()
});

/// The last axis divided by the root of its mean square, then scaled: `[.., D] -> [.., D]`. PyTorch's `nn.RMSNorm(D)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let y = RmsNorm::<dim!(2)>::default().forward(&tensor![[3.0f32, -3.0]]);
/// assert!(y.all_close(&tensor![[1.0, -1.0]], 1e-4, 1e-4));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// RmsNorm::<dim!(3)>::default().forward(&tensor![[3.0f32, -3.0]]);
/// ```
#[derive(Clone, Debug)]
pub struct RmsNorm<D: StaticSize, T = f32> {
    /// `[D]`, the scale.
    pub weight: Vector<D, T>,
    /// Added to the mean square.
    pub eps: T,
}

/// Scale 1, and an `eps` of 1e-6. (PyTorch's default is the smallest step of the element type.)
impl<D: StaticSize, T: Float> Default for RmsNorm<D, T> {
    fn default() -> Self {
        RmsNorm { weight: Param::ones(), eps: float(1e-6) }
    }
}

own_layer! { [S: Shape + NormalizedBy<shape![D], Normalized = S>, D: StaticSize, T: Float] RmsNorm<D, T> where [] {
    type Output = <S as NormalizedBy<shape![D]>>::Normalized;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.rms_norm(&self.weight, self.eps)
    }
}}

fields!([D: StaticSize, T: Float] RmsNorm<D, T> { weight } reset |layer, _| *layer = RmsNorm {
    eps: layer.eps,
    ..RmsNorm::default()
});

/// Each channel less its running mean, divided by the root of its running variance, scaled and shifted: what batch normalisation
/// does in a trained model. While a model is trained ([`Tape::train`](crate::grad::Tape::train)) it takes the mean and variance of the batch, and the
/// gradient of the running ones is what they become. The channels are the axis `A`. PyTorch's `nn.BatchNorm1d`, `nn.BatchNorm2d` and `nn.BatchNorm3d`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let mut norm = BatchNorm2d::<dim!(2)>::default();
/// norm.running_mean = tensor![1.0, 2.0].into();
/// let x: Tensor<f32, shape![8, 2, 14, 14]> = Tensor::ones();
/// let y = norm.forward(&x);
/// assert!(y[[7, 0, 3, 3]] == 0.0 && (y[[7, 1, 3, 3]] + 1.0).abs() < 1e-4);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let channels_last: Tensor<f32, shape![8, 14, 14, 2]> = Tensor::ones();
/// BatchNorm2d::<dim!(2)>::default().forward(&channels_last);
/// ```
#[derive(Clone, Debug)]
pub struct BatchNorm<C: StaticSize, A, T = f32> {
    /// `[C]`, the scale.
    pub weight: Vector<C, T>,
    /// `[C]`, the shift.
    pub bias: Vector<C, T>,
    /// `[C]`, the mean of each channel.
    pub running_mean: Buffer<((), C), T>,
    /// `[C]`, the variance of each channel.
    pub running_var: Buffer<((), C), T>,
    /// Added to the variance.
    pub eps: T,
    /// How much of a running statistic each batch replaces, while the model is trained.
    pub momentum: T,
    axis: PhantomData<A>,
}

/// Batch normalisation of `[B, C]` or `[B, C, L]`: the channels are the second axis. PyTorch's `nn.BatchNorm1d(C)`.
pub type BatchNorm1d<C, T = f32> = BatchNorm<C, Axis<1>, T>;
/// Batch normalisation of images, `[.., C, H, W]`. PyTorch's `nn.BatchNorm2d(C)`.
pub type BatchNorm2d<C, T = f32> = BatchNorm<C, Axis<-3>, T>;
/// Batch normalisation of volumes, `[.., C, D, H, W]`. PyTorch's `nn.BatchNorm3d(C)`.
pub type BatchNorm3d<C, T = f32> = BatchNorm<C, Axis<-4>, T>;

/// Mean 0, variance 1, scale 1, shift 0, and PyTorch's `eps` of 1e-5 and `momentum` of 0.1.
impl<C: StaticSize, A, T: Float> Default for BatchNorm<C, A, T> {
    fn default() -> Self {
        BatchNorm {
            weight: Param::ones(),
            bias: Param::zeros(),
            running_mean: Buffer::zeros(),
            running_var: Buffer::ones(),
            eps: float(1e-5),
            momentum: float(0.1),
            axis: PhantomData,
        }
    }
}

impl<C: StaticSize, A, T: Float> BatchNorm<C, A, T> {
    /// A running statistic with what a batch has of it.
    fn blended(&self, running: &[T], mut news: Storage<T>) -> Storage<T> {
        for (news, running) in news.as_mut_slice().iter_mut().zip(running) {
            *news = *running + self.momentum * (*news - *running);
        }
        news
    }
}

own_layer! { [S, C: StaticSize, A: Default, T: Float] BatchNorm<C, A, T> where [
    S: Shape + Channelwise<A, (shape![C], shape![C], shape![C], shape![C])>,
] {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        let x = x.view();
        if !X::Kind::training(x.note()) {
            return x.batch_norm(
                A::default(),
                &self.running_mean,
                &self.running_var,
                &self.weight,
                &self.bias,
                self.eps,
            );
        }
        let (weight, bias) = (self.weight.on::<X::Kind>(x.note()), self.bias.on::<X::Kind>(x.note()));
        let running = [&self.running_mean, &self.running_var];
        let y = by_its_batch(x, <S as Along<A>>::PLACE, weight, bias, self.eps, |statistics| {
            for (running, news) in running.into_iter().zip(statistics) {
                X::Kind::report(x.note(), running.as_slice(), || self.blended(running.as_slice(), news));
            }
        });
        for (which, running) in running.into_iter().enumerate() {
            X::Kind::blend(x.note(), running.as_slice(), which, as_f64(self.momentum));
        }
        y
    }
    fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, S, K> {
        let parameters =
            [self.running_mean.as_slice(), self.running_var.as_slice(), self.weight.as_slice(), self.bias.as_slice()];
        batch_norm_over::<A, _, _, _>(x, parameters, self.eps).unwrap_or_else(|x| OwnLayer::forward(self, &x))
    }
}}

fields!([C: StaticSize, A, T: Float] BatchNorm<C, A, T> { weight, bias, running_mean, running_var } reset |layer, _| {
    *layer = BatchNorm { eps: layer.eps, momentum: layer.momentum, ..BatchNorm::default() };
});
converts! {
    [D: StaticSize] LayerNorm<D, T>, LayerNorm LayerNorm<D, U> { weight bias; eps };
    [D: StaticSize] RmsNorm<D, T>, RmsNorm RmsNorm<D, U> { weight; eps };
    [C: StaticSize, A] BatchNorm<C, A, T>, BatchNorm BatchNorm<C, A, U> { weight bias running_mean running_var; eps momentum } { axis };
}

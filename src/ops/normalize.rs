//! Normalisations: softmax, and what divides by a standard deviation or a norm.

use core::cell::RefCell;
use core::iter;

use num_traits::Float;

use super::normalize_back::{AlongBack, BatchBack, GroupsBack, RowsBack, Way};
use super::reduce::float;
use super::rows::{self, Work};
use crate::kernels::back::norms::channel_moments;
use crate::kernels::float::as_f64;
use crate::kernels::norms::{self, Affine, AlongAxis, LogSoftmax, NewOrOwn, Normal, OverNorm, PerChannel, Softmax};
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be};
use crate::kernels::spread::{self, Lie};
use crate::kind::{Kind, Numbers};
use crate::shape::affine::NoBias;
use crate::shape::diagnostics::FloatElement;
use crate::shape::dims::Dims;
use crate::shape::layout::Layout;
use crate::shape::normalize::{Channelwise, GroupedChannels, NormalizedBy};
use crate::shape::size::StaticSize;
use crate::shape::{Shape, at, run_time};
use crate::storage::{Buffer, Scratch};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, View};

operation! {
    /// Normalisation along the axis `A`: softmax, and division by a norm.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 5, 768]> = Tensor::arange();
    /// let (weight, bias) = (Tensor::<f32, shape![768]>::ones(), Tensor::<f32, shape![768]>::zeros());
    /// let y: Tensor<f32, shape![8, 5, 768]> = x.layer_norm(&weight, &bias, 1e-5).softmax(Axis::<-1>);
    /// ```
    trait Normalizations[A][A]
    for X where [X: Operand<Shape: at::Along<A>> + ?Sized]

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
    fn softmax( // along the last axis: `x.softmax(Axis::<-1>)`
        &self, axis: A) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        along(self.view(), <X::Shape as at::Along<A>>::PLACE, Softmax, Way::Softmax)
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
    fn log_softmax( // along the last axis: `x.log_softmax(Axis::<-1>)`
        &self, axis: A) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        along(self.view(), <X::Shape as at::Along<A>>::PLACE, LogSoftmax, Way::LogSoftmax)
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
    fn normalize( // to length 1 along an axis: `x.normalize(Axis::<-1>)`
        &self, axis: A) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        along(self.view(), <X::Shape as at::Along<A>>::PLACE, OverNorm, Way::OverNorm)
    }
}

/// The same along an axis, everywhere.
fn along<T: Float, S: Shape, Y: Layout<S>, K: Kind<T>, W: AlongAxis<T> + AlongAxis<f32>>(
    x: View<'_, T, S, Y, K>,
    place: usize,
    kernel: W,
    way: Way,
) -> Tensor<T, S, K> {
    let (n, inner) = rows::axis_and_inner(x.shape(), place);
    let forward = |(x,): (View<'_, T, S, Y>,)| rows::along(&x, place, kernel);
    Tensor::made(K::apply_op((x,), x.shape(), forward, AlongBack { way, axis: [n, inner] }), x.shape())
}

operation! {
    /// Layer normalisation, by a weight `W` and a bias `B`.
    trait LayerNormalizations[W, B][W, B]
    for X where [
        X: Operand<Shape: NormalizedBy<W::Size, B::Size>> + ?Sized,
        W: Beside<X::Elem, X::Kind>,
        B: Beside<X::Elem, X::Kind>
    ]

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
    fn layer_norm( // over the axes that the weights have: `x.layer_norm(&weight, &bias, 1e-5)`
        &self, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let x = self.view();
        let (weight, bias) = (weight.beside(x.note()), bias.beside(x.note()));
        run_time::ends_with(x.shape(), weight.shape());
        run_time::ends_with(x.shape(), bias.shape());
        let back = RowsBack { n: weight.shape().numel(), centred: true, eps: as_f64(eps) };
        let forward = |(x, weight, bias): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
            rows::computed(&ByLayer, &x, [&rows::elements(&weight), &rows::elements(&bias)], eps)
        };
        Tensor::made(X::Kind::apply_op((x, weight, bias), x.shape(), forward, back), x.shape())
    }
}

operation! {
    /// RMS normalisation, by a weight `W`.
    trait RmsNormalizations[W][W]
    for X where [X: Operand<Shape: NormalizedBy<W::Size, NoBias>> + ?Sized, W: Beside<X::Elem, X::Kind>]

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
    fn rms_norm( // over the axes that the weights have: `x.rms_norm(&weight, 1e-5)`
        &self, weight: &W, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let x = self.view();
        let weight = weight.beside(x.note());
        run_time::ends_with(x.shape(), weight.shape());
        let back = RowsBack { n: weight.shape().numel(), centred: false, eps: as_f64(eps) };
        let forward = |(x, weight): (View<'_, _, _, _>, View<'_, _, _, _>)| {
            rows::computed(&ByRootOfSquares, &x, [&rows::elements(&weight)], eps)
        };
        Tensor::made(X::Kind::apply_op((x, weight), x.shape(), forward, back), x.shape())
    }
}

operation! {
    /// Batch normalisation, the channels on the axis `A`, by a mean, a variance, a weight and a bias.
    trait BatchNormalizations[A, M, V, W, B][A, M, V, W, B]
    for X where [X: Operand<Shape: at::Along<A> + Channelwise<A, (M::Size, V::Size, W::Size, B::Size)>> + ?Sized, M: Beside<X::Elem, X::Kind>, V: Beside<X::Elem, X::Kind>, W: Beside<X::Elem, X::Kind>, B: Beside<X::Elem, X::Kind>]

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
    fn batch_norm( // as `x.batch_norm(Axis::<1>, &mean, &var, &weight, &bias, 1e-5)`
        &self, axis: A, mean: &M, var: &V, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let x = self.view();
        let (mean, var) = (mean.beside(x.note()), var.beside(x.note()));
        let (weight, bias) = (weight.beside(x.note()), bias.beside(x.note()));
        let (shape, place) = (x.shape(), <X::Shape as at::Along<A>>::PLACE);
        let numbers = [mean.shape().numel(), var.shape().numel(), weight.shape().numel(), bias.shape().numel()];
        numbers.iter().for_each(|numbers| run_time::channels(shape, place, *numbers));
        let (channels, inner) = rows::axis_and_inner(shape, place);
        let forward = |(x, mean, var, weight, bias): (
            View<'_, _, _, _>,
            View<'_, _, _, _>,
            View<'_, _, _, _>,
            View<'_, _, _, _>,
            View<'_, _, _, _>,
        )| {
            let (mean, var) = (rows::elements(&mean), rows::elements(&var));
            let (weight, bias) = (rows::elements(&weight), rows::elements(&bias));
            rows::computed(&ByBatch { inner }, &x, [&mean, &var, &weight, &bias], eps)
        };
        let back = BatchBack { plane: inner, channels, eps: as_f64(eps), by_batch: false };
        Tensor::made(X::Kind::apply_op((x, mean, var, weight, bias), shape, forward, back), shape)
    }
}

operation! {
    /// Batch normalisation while a network is trained, the channels on the axis `A`, by a weight `W` and a bias `B`.
    trait TrainingBatchNormalizations[A, W, B][A, W, B]
    for X where [X: Operand<Shape: at::Along<A> + Channelwise<A, (W::Size, B::Size)>> + ?Sized, W: Beside<X::Elem, X::Kind>, B: Beside<X::Elem, X::Kind>] {
        /// The shape of the statistics, `[C]`.
        type Statistics: Shape = W::Size;
    }

    /// As [`batch_norm`](BatchNormalizations::batch_norm), by the mean and the variance of the channels of this very batch, which come after the
    /// result: the mean, and the variance of a sample (divided by one less than the count). Running statistics are made of these, and they are
    /// constants; the gradient of the result is through the statistics. `[8, 32, 14, 14]` at `Axis::<1>` with `[32]` and `[32]` -> `[8, 32, 14, 14]` and
    /// twice `[32]`. PyTorch's `F.batch_norm(x, mean, var, weight, bias, training=True, eps=eps)`, which also blends them into `mean` and
    /// `var`. Allocates the results, and some numbers for each channel.
    ///
    /// # Panics
    /// If a channel has one element only, which has no variance. PyTorch refuses it, too. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![1, 8]>::zeros().batch_norm_training(Axis::<1>, &Tensor::ones(), &Tensor::zeros(), 1e-5);
    /// ```
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 10.0], [3.0, 30.0]]; // [batch, channel]
    /// let (y, mean, var) = x.batch_norm_training(Axis::<1>, &tensor![2.0, 1.0], &tensor![0.0, 0.5], 0.0);
    /// assert_eq!(y, tensor![[-2.0, -0.5], [2.0, 1.5]]);
    /// assert_eq!((mean, var), (tensor![2.0, 20.0], tensor![2.0, 200.0]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::zeros();
    /// let p: Tensor<f32, shape![14]> = Tensor::ones();
    /// x.batch_norm_training(Axis::<1>, &p, &p, 1e-5);
    /// ```
    fn batch_norm_training( // as `x.batch_norm_training(Axis::<1>, &weight, &bias, 1e-5)`
        &self, axis: A, weight: &W, bias: &B, eps: Self::Elem) -> (Tensor<Self::Elem, Self::Shape, Self::Kind>, Tensor<Self::Elem, Self::Statistics>, Tensor<Self::Elem, Self::Statistics>)
    where [Self::Elem: FloatElement, Self::Kind: Numbers<Self::Elem>]
    {
        const { assert!(!is_alone(&X::Shape::DIMS, <X::Shape as at::Along<A>>::PLACE), "a variance of one element") };
        let x = self.view();
        let (weight, bias) = (weight.beside(x.note()), bias.beside(x.note()));
        let mut statistics = [(); 2].map(|()| Buffer::filled(weight.shape().numel(), X::Elem::nan()));
        let y = by_its_batch(x, <X::Shape as at::Along<A>>::PLACE, weight, bias, eps, |news| statistics = news);
        let [mean, var] = statistics.map(|buffer| Tensor::from_parts(buffer, weight.shape()));
        (y, mean, var)
    }
}

/// Does the type say that there is one element for each place of an axis?
const fn is_alone(dims: &Dims, place: usize) -> bool {
    let (mut alone, mut axis) = (true, 0);
    while axis < dims.rank {
        alone = alone && (axis == place || dims.is_one(axis));
        axis += 1;
    }
    alone
}

/// Batch normalisation by the batch's own statistics, of which `news` gets the mean and the variance of a sample, where there are elements.
///
/// # Panics
/// If a channel has one element only.
pub(crate) fn by_its_batch<X, W, B>(
    x: X,
    place: usize,
    weight: W,
    bias: B,
    eps: X::Elem,
    news: impl FnOnce([Buffer<X::Elem>; 2]),
) -> Tensor<X::Elem, X::Shape, X::Kind>
where
    X: Operand<Elem: Float>,
    W: Beside<X::Elem, X::Kind>,
    B: Beside<X::Elem, X::Kind>,
{
    let x = x.view();
    let (weight, bias) = (weight.beside(x.note()), bias.beside(x.note()));
    let shape = x.shape();
    run_time::channels(shape, place, weight.shape().numel());
    run_time::channels(shape, place, bias.shape().numel());
    let (channels, inner) = rows::axis_and_inner(shape, place);
    let count = shape.numel().checked_div(channels).unwrap_or(0);
    assert!(
        count != 1,
        "batch norm by the batch's own statistics: there is one element in each channel, which has no variance"
    );
    let forward = |(x, weight, bias): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
        let moments = RefCell::new(Scratch::new());
        let work = ByItsBatch { inner, channels, moments: &moments };
        let y = rows::computed(&work, &x, [&rows::elements(&weight), &rows::elements(&bias)], eps);
        if count > 0 {
            let of_sample = count as f64 / (count as f64 - 1.0);
            let statistics = [(0, 1.0), (1, of_sample)].map(|(which, factor)| {
                let moments = moments.borrow();
                Buffer::from_iter(channels, moments.iter().map(|moments| float(moments[which] * factor)))
            });
            news(statistics);
        }
        y
    };
    let back = BatchBack { plane: inner, channels, eps: as_f64(eps), by_batch: true };
    Tensor::made(X::Kind::apply_op((x, weight, bias), shape, forward, back), shape)
}

operation! {
    /// Instance normalisation, the channels on the axis `A`, by a weight `W` and a bias `B`.
    trait InstanceNormalizations[A, W, B][A, W, B]
    for X where [
        X: Operand<Shape: at::Along<A> + Channelwise<A, (W::Size, B::Size)>> + ?Sized,
        W: Beside<X::Elem, X::Kind>,
        B: Beside<X::Elem, X::Kind>
    ]

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
    fn instance_norm(
        &self,
        axis: A,
        weight: &W,
        bias: &B,
        eps: Self::Elem,
    ) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let x = self.view();
        let (weight, bias) = (weight.beside(x.note()), bias.beside(x.note()));
        let (shape, place) = (x.shape(), <X::Shape as at::Along<A>>::PLACE);
        run_time::channels(shape, place, weight.shape().numel());
        run_time::channels(shape, place, bias.shape().numel());
        let (channels, inner) = rows::axis_and_inner(shape, place);
        let forward = |(x, weight, bias): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
            rows::computed(&ByGroup { in_group: 1, inner }, &x, [&rows::elements(&weight), &rows::elements(&bias)], eps)
        };
        let back = GroupsBack { plane: inner, channels, in_group: 1, eps: as_f64(eps) };
        Tensor::made(X::Kind::apply_op((x, weight, bias), shape, forward, back), shape)
    }
}

operation! {
    /// Normalisation of channels in `G` groups, on the axis `A`, by a weight `W` and a bias `B`.
    trait GroupNormalizations[A, G, W, B][A, G, W, B]
    for X where [X: Operand<Shape: GroupedChannels<A, G, (W::Size, B::Size)>> + ?Sized, G: StaticSize, W: Beside<X::Elem, X::Kind>, B: Beside<X::Elem, X::Kind>]

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
    fn group_norm( // as `x.group_norm(Axis::<1>, Dim::<4>, &weight, &bias, 1e-5)`
        &self, axis: A, groups: G, weight: &W, bias: &B, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let x = self.view();
        let (weight, bias) = (weight.beside(x.note()), bias.beside(x.note()));
        let (shape, place) = (x.shape(), <X::Shape as at::Along<A>>::PLACE);
        let (channels, inner) = rows::axis_and_inner(shape, place);
        // There are channels by type, and groups that divide them.
        let in_group = channels / G::SIZE;
        let forward = |(x, weight, bias): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
            let (weight, bias) = (rows::elements(&weight), rows::elements(&bias));
            rows::computed(&ByGroup { in_group, inner }, &x, [&weight, &bias], eps)
        };
        let back = GroupsBack { plane: inner, channels, in_group, eps: as_f64(eps) };
        Tensor::made(X::Kind::apply_op((x, weight, bias), shape, forward, back), shape)
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
    fn layer_norm_no_affine<W: Shape>(&self, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where
        Self::Elem: FloatElement,
        Self::Shape: NormalizedBy<W>,
    {
        plain(self.view(), W::RANK, true, eps)
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
    fn rms_norm_no_affine<W: Shape>(&self, eps: Self::Elem) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where
        Self::Elem: FloatElement,
        Self::Shape: NormalizedBy<W>,
    {
        plain(self.view(), W::RANK, false, eps)
    }
}

impl<X: Operand + ?Sized> PlainNormalizations for X {}

/// The norm of each channel of each example by itself, the channels on the axis `A`, without weights.
pub(crate) fn instance_norm_no_affine<T: Float, S: at::Along<A>, Y: Layout<S>, K: Kind<T>, A>(
    x: View<'_, T, S, Y, K>,
    eps: T,
) -> Tensor<T, S, K> {
    plain(x, S::PLACE, true, eps)
}

/// The norm of the last axes, without weights.
fn plain<T: Float, S: Shape, Y: Layout<S>, K: Kind<T>>(
    x: View<'_, T, S, Y, K>,
    axes: usize,
    centred: bool,
    eps: T,
) -> Tensor<T, S, K> {
    let len = run_time::inner(x.shape(), axes);
    let forward = |(x,): (View<'_, T, S, Y>,)| rows::computed(&Plain { len, centred }, &x, [], eps);
    let back = RowsBack { n: len, centred, eps: as_f64(eps) };
    Tensor::made(K::apply_op((x,), x.shape(), forward, back), x.shape())
}

struct ByLayer;
impl Work<2> for ByLayer {
    fn run<T: Float>(&self, x: NewOrOwn<'_, T>, [weight, bias]: [&[T]; 2], eps: T) -> Buffer<T> {
        let work = Normal { centred: true, eps, affine: Affine::WeightAndBias(weight, bias) };
        norms::normal(work, x, weight.len())
    }
    fn block<T>(&self, [weight, _]: [&[T]; 2], _: usize) -> usize {
        weight.len()
    }
}

struct ByRootOfSquares;
impl Work<1> for ByRootOfSquares {
    fn run<T: Float>(&self, x: NewOrOwn<'_, T>, [weight]: [&[T]; 1], eps: T) -> Buffer<T> {
        let work = Normal { centred: false, eps, affine: Affine::Weight(weight) };
        norms::normal(work, x, weight.len())
    }
    fn block<T>(&self, [weight]: [&[T]; 1], _: usize) -> usize {
        weight.len()
    }
}

/// As [`batch_norm`](BatchNormalizations::batch_norm), in the memory of the tensor, by a mean, a variance, a weight and a bias; or the tensor, if it is
/// of a kind that records, or of floats of 16 bits.
pub(crate) fn batch_norm_over<A, T: Float, S: Shape + at::Along<A>, K: Kind<T>>(
    x: Tensor<T, S, K>,
    parameters: [&[T]; 4],
    eps: T,
) -> Result<Tensor<T, S, K>, Tensor<T, S, K>> {
    if !const { K::FUSES } || const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        return Err(x);
    }
    let (shape, place) = (x.shape(), <S as at::Along<A>>::PLACE);
    parameters.iter().for_each(|numbers| run_time::channels(shape, place, numbers.len()));
    let inner = rows::axis_and_inner(shape, place).1;
    match K::reuse(x.into_storage()) {
        Ok((buffer, made)) => {
            let y = ByBatch { inner }.run(NewOrOwn::Own(buffer), parameters, eps);
            Ok(Tensor::made(made(y), shape))
        }
        Err(storage) => Err(Tensor::made(storage, shape)),
    }
}

/// By a mean, a variance, a weight and a bias for each channel.
struct ByBatch {
    inner: usize,
}
impl Work<4> for ByBatch {
    fn run<T: Float>(&self, x: NewOrOwn<'_, T>, [mean, var, weight, bias]: [&[T]; 4], eps: T) -> Buffer<T> {
        let scale = var.iter().zip(weight).map(|(&var, &weight)| weight / (var + eps).sqrt());
        let scale: Scratch<_> = scale.collect();
        let by = PerChannel { mean, scale: &scale, bias };
        norms::channels(by, x, self.inner)
    }
    fn block<T>(&self, [mean, ..]: [&[T]; 4], _: usize) -> usize {
        mean.len() * self.inner
    }
}

/// By the mean and the variance of each channel, which are left in `moments`.
struct ByItsBatch<'a> {
    inner: usize,
    channels: usize,
    moments: &'a RefCell<Scratch<[f64; 2]>>,
}
impl Work<2> for ByItsBatch<'_> {
    fn run<T: Float>(&self, x: NewOrOwn<'_, T>, [weight, bias]: [&[T]; 2], eps: T) -> Buffer<T> {
        let moments = moments_of(x.elements(), self.channels, self.inner);
        let mean: Scratch<T> = moments.iter().map(|[mean, _]| float(*mean)).collect();
        let scale = moments.iter().zip(weight).map(|([_, var], weight)| as_f64(*weight) / (var + as_f64(eps)).sqrt());
        let scale: Scratch<T> = scale.map(float).collect();
        *self.moments.borrow_mut() = moments;
        norms::channels(PerChannel { mean: &mean, scale: &scale, bias }, x, self.inner)
    }
    fn block<T>(&self, _: [&[T]; 2], numel: usize) -> usize {
        numel
    }
}

/// The mean and the variance of each channel of `inner` elements: of `f32` computed in `f64`, as in PyTorch.
fn moments_of<T: Float>(x: &[T], channels: usize, inner: usize) -> Scratch<[f64; 2]> {
    let mut moments: Scratch<_> = iter::repeat_n([0.0; 2], channels).collect();
    if x.is_empty() {
        return moments;
    }
    let count = x.len() / channels;
    if spread::moments(x, Lie::Around([count / inner, channels, inner]), &mut moments) {
        moments.iter_mut().for_each(|[_, squares]| *squares /= count as f64);
        return moments;
    }
    let mut own: Scratch<_> = iter::repeat_n([T::zero(); 2], channels).collect();
    channel_moments(inner, x, &mut own);
    own.iter().map(|moments| moments.map(as_f64)).collect()
}

/// So many channels in each group, of `inner` elements each; one of each where instances are normalized.
struct ByGroup {
    in_group: usize,
    inner: usize,
}
impl Work<2> for ByGroup {
    fn run<T: Float>(&self, x: NewOrOwn<'_, T>, [weight, bias]: [&[T]; 2], eps: T) -> Buffer<T> {
        let ByGroup { in_group, inner } = *self;
        let work = Normal { centred: true, eps, affine: Affine::Channels(weight, bias, inner) };
        norms::normal(work, x, in_group * inner)
    }
    fn block<T>(&self, [weight, _]: [&[T]; 2], _: usize) -> usize {
        weight.len() * self.inner
    }
}

/// Without weights, in rows of `len` elements.
struct Plain {
    len: usize,
    centred: bool,
}
impl Work<0> for Plain {
    fn run<T: Float>(&self, x: NewOrOwn<'_, T>, []: [&[T]; 0], eps: T) -> Buffer<T> {
        let Plain { len, centred } = *self;
        let work = Normal { centred, eps, affine: Affine::Nothing };
        norms::normal(work, x, len)
    }
    fn block<T>(&self, []: [&[T]; 0], _: usize) -> usize {
        self.len
    }
}

/// The softmax of rows, in place, each changed by `before` first; rows of minus infinities give zeros.
pub(crate) fn softmax_rows<T: Float>(all: &mut [T], n: usize, mut before: impl FnMut(usize, &mut [T])) {
    if n > 0 {
        for (i, row) in all.chunks_exact_mut(n).enumerate() {
            before(i, row);
            if row.iter().all(|&x| x == T::neg_infinity()) {
                row.fill(T::zero());
            } else {
                norms::softmax(row);
            }
        }
    }
}

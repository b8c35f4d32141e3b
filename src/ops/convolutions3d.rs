//! Convolutions of volumes, `conv3d` and `conv_transpose3d`, and `conv_transpose1d`.

use super::convolutions::{biased_convolution, convolution};
use super::einsum::Summand;
use super::operation::operation;
use super::rows;
use super::wide::wide;
use crate::kernels::back::strides::add_at;
use crate::kernels::convolutions::{
    ConvolutionSizes, Depth, VolumeSizes, convolve_volumes, convolve_volumes_transposed, volume_weight_gradient,
};
use crate::kernels::sixteen::{ByType, can_be, rounded, wide_slice};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::Shape;
use crate::shape::conv::{ChannelBias, convolved};
use crate::shape::conv3d::{
    Convolve3d, ConvolveTransposed1d, ConvolveTransposed3d, Convolved3d, ConvolvedTransposed1d, ConvolvedTransposed3d,
};
use crate::shape::dims::product;
use crate::shape::layout::Layout;
use crate::shape::window::Slides;
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Beside, Operand, Values, View};

operation! {
    /// Convolutions of volumes, by weights `W` and with the options `O`, for all that can be read.
    trait Convolutions3d[W, O][W, O]
    for X where [X: Operand<Elem: Summand, Shape: Convolve3d<W::Size, O>> + ?Sized, W: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Convolved: Shape = Convolved3d<X::Shape, W::Size, O>;
    }

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
    fn conv3d(&self, weights: &W, options: O) -> Tensor<Self::Elem, Self::Convolved, Self::Kind> {
        let (slides, groups) = <X::Shape as Convolve3d<W::Size, O>>::SLIDES;
        volumes(self.view(), weights, &slides, groups, None)
    }
}

operation! {
    /// Convolutions of volumes, by weights `W`, plus a bias `B`, with the options `O`.
    trait BiasedConvolutions3d[W, B, O][W, B, O]
    for X where [X: Operand<Elem: Summand, Shape: Convolve3d<W::Size, O>> + ?Sized, W: Beside<X::Elem, X::Kind>, B: Beside<X::Elem, X::Kind, Size: ChannelBias<W::Size, O>>] {
        /// The shape of the result.
        type Convolved: Shape = Convolved3d<X::Shape, W::Size, O>;
    }

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
    fn conv3d_with_bias(&self, weights: &W, bias: &B, options: O) -> Tensor<Self::Elem, Self::Convolved, Self::Kind> {
        let (slides, groups) = <X::Shape as Convolve3d<W::Size, O>>::SLIDES;
        biased_volumes(self.view(), weights, bias, &slides, groups, None)
    }
}

operation! {
    /// Transposed convolutions of volumes, by weights `W` and with the options `O`, for all that can be read.
    trait TransposedConvolutions3d[W, O][W, O]
    for X where [X: Operand<Elem: Summand, Shape: ConvolveTransposed3d<W::Size, O>> + ?Sized, W: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Convolved: Shape = ConvolvedTransposed3d<X::Shape, W::Size, O>;
    }

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
    fn conv_transpose3d(&self, weights: &W, options: O) -> Tensor<Self::Elem, Self::Convolved, Self::Kind> {
        let (slides, groups, extra) = <X::Shape as ConvolveTransposed3d<W::Size, O>>::SLIDES;
        volumes(self.view(), weights, &slides, groups, Some(extra))
    }
}

operation! {
    /// Transposed convolutions of volumes, by weights `W`, plus a bias `B`, with the options `O`.
    trait BiasedTransposedConvolutions3d[W, B, O][W, B, O]
    for X where [X: Operand<Elem: Summand, Shape: ConvolveTransposed3d<W::Size, O>> + ?Sized, W: Beside<X::Elem, X::Kind>, B: Beside<X::Elem, X::Kind, Size: ChannelBias<W::Size, O>>] {
        /// The shape of the result.
        type Convolved: Shape = ConvolvedTransposed3d<X::Shape, W::Size, O>;
    }

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
    fn conv_transpose3d_with_bias(&self, weights: &W, bias: &B, options: O) -> Tensor<Self::Elem, Self::Convolved, Self::Kind> {
        let (slides, groups, extra) = <X::Shape as ConvolveTransposed3d<W::Size, O>>::SLIDES;
        biased_volumes(self.view(), weights, bias, &slides, groups, Some(extra))
    }
}

operation! {
    /// Transposed convolutions of signals, by weights `W` and with the options `O`, for all that can be read.
    trait TransposedConvolutions1d[W, O][W, O]
    for X where [X: Operand<Elem: Summand, Shape: ConvolveTransposed1d<W::Size, O>> + ?Sized, W: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Convolved: Shape = ConvolvedTransposed1d<X::Shape, W::Size, O>;
    }

    /// The transposed convolution of signals: `[…, C, L]` by `[C, O / groups, K]` -> `[…, O, (L - 1) S - 2 P + D (K - 1) + E + 1]`. PyTorch's
    /// `F.conv_transpose1d`. Has the options of [`conv_transpose2d`](crate::TransposedConvolutions2d::conv_transpose2d), each one size.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2]];
    /// assert_eq!(x.conv_transpose1d(&tensor![[[1, 1]]], TransposedConv::new()), tensor![[1, 3, 2]]);
    /// assert_eq!(x.conv_transpose1d(&tensor![[[1, 1]]], TransposedConv::new().stride(Dim::<2>)), tensor![[1, 1, 2, 2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![16, 7]> = Tensor::ones();
    /// let w: Tensor<f32, shape![3, 16, 3]> = Tensor::ones(); // as for `conv1d`
    /// x.conv_transpose1d(&w, TransposedConv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv_transpose2d`.
    fn conv_transpose1d(&self, weights: &W, options: O) -> Tensor<Self::Elem, Self::Convolved, Self::Kind> {
        let steps = &<X::Shape as ConvolveTransposed1d<W::Size, O>>::STEPS;
        convolution(self.view(), weights, 1, steps, true)
    }
}

operation! {
    /// Transposed convolutions of signals, by weights `W`, plus a bias `B`, with the options `O`.
    trait BiasedTransposedConvolutions1d[W, B, O][W, B, O]
    for X where [X: Operand<Elem: Summand, Shape: ConvolveTransposed1d<W::Size, O>> + ?Sized, W: Beside<X::Elem, X::Kind>, B: Beside<X::Elem, X::Kind, Size: ChannelBias<W::Size, O>>] {
        /// The shape of the result.
        type Convolved: Shape = ConvolvedTransposed1d<X::Shape, W::Size, O>;
    }

    /// As [`conv_transpose1d`](TransposedConvolutions1d::conv_transpose1d), and a bias `[O]` is added in the same pass.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let y = tensor![[1, 2]].conv_transpose1d_with_bias(&tensor![[[1, 1], [0, 1]]], &tensor![0, 10], TransposedConv::new());
    /// assert_eq!(y, tensor![[1, 3, 2], [10, 11, 12]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2]].conv_transpose1d_with_bias(&tensor![[[1, 1], [0, 1]]], &tensor![10], TransposedConv::new());
    /// ```
    ///
    /// # Panics
    /// As `conv_transpose2d`.
    fn conv_transpose1d_with_bias(&self, weights: &W, bias: &B, options: O) -> Tensor<Self::Elem, Self::Convolved, Self::Kind> {
        let steps = &<X::Shape as ConvolveTransposed1d<W::Size, O>>::STEPS;
        biased_convolution(self.view(), weights, bias, 1, steps, true)
    }
}

/// The shape of a convolution of volumes, and its sizes. A transposed one has an output padding.
fn sizes<X: Shape, W: Shape, O: Shape>(
    x: X,
    weights: W,
    slides: &Slides,
    groups: usize,
    extra: Option<[usize; 3]>,
) -> (O, VolumeSizes) {
    let w = weights.dims();
    let channels = match extra {
        Some(_) => [w.sizes[4], w.sizes[3] * groups],
        None => [w.sizes[3] * groups, w.sizes[4]],
    };
    let shape: O = convolved(x, 3, channels[1], channels[0], |x, to| match extra {
        Some(extra) => slides.spread(extra, x, to),
        None => slides.slide(3, x, to),
    });
    let (x, to) = (x.dims(), shape.dims());
    let flat = |[_, h, w]: [usize; 3]| [h, w];
    let planes = ConvolutionSizes {
        images: product(&x.sizes[4..x.rank]),
        channels,
        input: [x.sizes[1], x.sizes[0]],
        kernel: flat(slides.kernel),
        output: [to.sizes[1], to.sizes[0]],
        stride: flat(slides.stride),
        padding: flat(slides.padding),
        dilation: flat(slides.dilation),
        groups,
    };
    let depth = Depth {
        input: x.sizes[2],
        output: to.sizes[2],
        kernel: slides.kernel[0],
        stride: slides.stride[0],
        padding: slides.padding[0],
        dilation: slides.dilation[0],
    };
    (shape, VolumeSizes { planes, depth })
}

/// A convolution without a bias.
fn volumes<T, S, Y, W, K, O>(
    x: View<'_, T, S, Y, K>,
    weights: &W,
    slides: &Slides,
    groups: usize,
    extra: Option<[usize; 3]>,
) -> Tensor<T, O, K>
where
    T: Summand,
    S: Shape,
    Y: Layout<S>,
    W: Beside<T, K> + ?Sized,
    K: Kind<T>,
    O: Shape,
{
    let weights = weights.beside(x.note());
    let (shape, sizes) = sizes::<_, _, O>(x.shape(), weights.shape(), slides, groups, extra);
    let back = VolumesBack { sizes, transposed: extra.is_some() };
    let forward = |(x, weights): (View<'_, _, _, _>, View<'_, _, _, _>)| convolve(&x, &weights, None, &back);
    Tensor::made(K::apply((x, weights), shape, forward, back), shape)
}

/// As [`volumes`], with a bias.
///
/// # Panics
/// If the bias has not a number for each channel of the result.
fn biased_volumes<T, S, Y, W, B, K, O>(
    x: View<'_, T, S, Y, K>,
    weights: &W,
    bias: &B,
    slides: &Slides,
    groups: usize,
    extra: Option<[usize; 3]>,
) -> Tensor<T, O, K>
where
    T: Summand,
    S: Shape,
    Y: Layout<S>,
    W: Beside<T, K> + ?Sized,
    B: Beside<T, K> + ?Sized,
    K: Kind<T>,
    O: Shape,
{
    let (weights, bias) = (weights.beside(x.note()), bias.beside(x.note()));
    let (shape, sizes) = sizes::<_, _, O>(x.shape(), weights.shape(), slides, groups, extra);
    let (numbers, filters) = (bias.shape().numel(), sizes.planes.channels[1]);
    assert!(numbers == filters, "a bias of {numbers} numbers for {filters} channels");
    let back = VolumesBack { sizes, transposed: extra.is_some() };
    let forward = |(x, weights, bias): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
        convolve(&x, &weights, Some(&rows::elements(&bias)), &back)
    };
    Tensor::made(K::apply((x, weights, bias), shape, forward, back), shape)
}

fn convolve<T: Summand, X: Values<Elem = T>, W: Values<Elem = T>>(
    x: &X,
    weights: &W,
    bias: Option<&[T]>,
    work: &VolumesBack,
) -> Buffer<T> {
    if const { can_be::<T>() }
        && let (Some(x), Some(weights)) = (wide(x, ByType), wide(weights, ByType))
    {
        let bias = bias.map(|bias| wide_slice(bias, ByType));
        let sums: Buffer<f32> = convolve(&x.view(), &weights.view(), bias.as_ref().map(|bias| &bias[..]), work);
        return rounded(sums.as_slice(), ByType);
    }
    let (x, weights) = (rows::elements(x), rows::elements(weights));
    if work.transposed {
        convolve_volumes_transposed(&x, &weights, bias, &work.sizes)
    } else {
        convolve_volumes(&x, &weights, bias, &work.sizes)
    }
}

/// The way back of a convolution of volumes: its input's gradient is a transposed convolution, and a transposed one's a convolution.
#[derive(Clone, Copy)]
pub(super) struct VolumesBack {
    pub sizes: VolumeSizes,
    pub transposed: bool,
}
held!(VolumesBack; lowered);

impl<T: Real> Backward<T> for VolumesBack {
    fn name(&self) -> &'static str {
        if self.transposed { "conv_transpose3d" } else { "conv3d" }
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, wanted.has(1)).operand(1, wanted.has(0))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let (sizes, back, g) = (self.sizes, self.sizes.turned(), grad.as_slice());
        if to.wants(1) {
            let x = at.elements(0);
            // A transposed convolution's result is what the convolution of its way back reads.
            let (read, made, sizes) = if self.transposed { (g, &*x, &back) } else { (&*x, g, &sizes) };
            to.accumulate(1, |to| volume_weight_gradient(read, made, sizes, to));
        }
        at.let_go(0);
        if at.operands() > 2 {
            let plane = sizes.depth.output * sizes.planes.output[0] * sizes.planes.output[1];
            let [_, filters] = sizes.planes.channels;
            to.accumulate(2, |to| add_at(&[plane, filters, sizes.planes.images], &[0, 1, 0], 0, g, to));
        }
        if to.wants(0) {
            let weights = at.elements(1);
            let new = if self.transposed {
                convolve_volumes(g, &weights, None, &back)
            } else {
                convolve_volumes_transposed(g, &weights, None, &back)
            };
            to.give(0, new);
        }
        to.free(grad);
    }
}

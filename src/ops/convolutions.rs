//! Convolutions: `conv1d`, `conv2d`, `conv_transpose1d`, `conv_transpose2d`, each with and without a bias.

use core::mem;

use super::einsum::Summand;
use super::rows;
use super::wide::wide;
use crate::expr;
use crate::kernels::back::strides::add_at;
use crate::kernels::convolutions::{self as kernels, ConvolutionSizes, Depth, VolumeSizes};
use crate::kernels::sixteen::{ByType, can_be, rounded, wide_slice};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::Shape;
use crate::shape::conv::{ChannelBias, Convolve1d, Convolve2d, convolved};
use crate::shape::conv_transposed::{ConvolveTransposed1d, ConvolveTransposed2d};
use crate::shape::dims::{Dims, product};
use crate::shape::given::Given;
use crate::shape::layout::Layout;
use crate::shape::window::Steps;
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::block::Erased;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

/// Convolutions by weights over so many last axes, a row for each: `X: $shape<W, O>` says whether shape, weights and options go together, and what the
/// result's shape is. Behind each row stands the one with a bias.
macro_rules! convolutions {
    ($(
        $(#[$doc:meta])*
        $method:ident of $trait:ident: $what:literal, $shape:ident, $axes:literal;
        $(#[$of_biased:meta])*
        $with_bias:ident of $biased:ident: plus bias;
    )+) => { $(
        operation! {
            #[doc = concat!($what, ", by weights `W` and with the options `O`, for all that can be read.")]
            trait $trait[W, O][W, O]
            for X where [<W as Given>::Then<X::Elem>: Summand, X: Operand<Shape: $shape<W::Size, O>> + ?Sized, W: Beside<X::Elem, X::Kind>] {
                /// The shape of the result.
                type Convolved: Shape = <X::Shape as $shape<W::Size, O>>::Output;
            }

            $(#[$doc])*
            #[track_caller]
            fn $method(&self, weights: &W, options: O) -> Tensor<Self::Elem, Self::Convolved, Self::Kind> {
                convolution(self.view(), weights, $axes, &<X::Shape as $shape<W::Size, O>>::STEPS)
            }
        }

        operation! {
            #[doc = concat!($what, ", by weights `W`, plus a bias `B`, with the options `O`.")]
            trait $biased[W, B, O][W, B, O]
            for X where [
                <W as Given>::Then<X::Elem>: Summand,
                X: Operand<Shape: $shape<W::Size, O>> + ?Sized,
                W: Beside<X::Elem, X::Kind>,
                B: Beside<X::Elem, X::Kind, Size: ChannelBias<W::Size, O>>
            ] {
                /// The shape of the result.
                type Convolved: Shape = <X::Shape as $shape<W::Size, O>>::Output;
            }

            $(#[$of_biased])*
            #[track_caller]
            fn $with_bias(&self, weights: &W, bias: &B, options: O) -> Tensor<Self::Elem, Self::Convolved, Self::Kind> {
                biased_convolution(self.view(), weights, bias, $axes, &<X::Shape as $shape<W::Size, O>>::STEPS)
            }
        }
    )+ };
}
pub(super) use convolutions;

convolutions! {
    /// The convolution (in fact the cross-correlation, as everywhere in machine learning) of images by weights:
    /// `[…, C, H, W]` by `[O, C / groups, KH, KW]` -> `[…, O, (H + 2 P - D (KH - 1) - 1) / S + 1, …]`. PyTorch's
    /// `F.conv2d(x, w, stride=…, padding=…)`. Allocates the result, and at most one image's worth of padded input.
    ///
    /// Any number of axes lie in front, none too, and a run-time `Batch` can be among them. Height and width can be run-time axes: the result's
    /// types then say how they came about, as [`axis!`](crate::axis) shows, and stay what they were where the numbers do. Stride S, padding P, dilation D and
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
    /// If the channels are a run-time axis, and not those of the weights, or if the kernel is larger than the padded input on a run-time axis, which
    /// it never is by [`Conv::same`](crate::Conv::same).
    conv2d of Convolutions2d: "Convolutions of images", Convolve2d, 2; // as `x.conv2d(&weights, Conv::new())`

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
    conv2d_with_bias of BiasedConvolutions2d: plus bias; // as `x.conv2d_with_bias(&weights, &bias, Conv::new())`

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
    conv1d of Convolutions1d: "Convolutions of signals", Convolve1d, 1; // as `x.conv1d(&weights, Conv::new())`

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
    conv1d_with_bias of BiasedConvolutions1d: plus bias; // as `x.conv1d_with_bias(&weights, &bias, Conv::new())`

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
    /// Height and width can be run-time axes; with stride 2 and a kernel of 2, `Width` becomes `Times<Width, Dim<2>>`.
    ///
    /// # Panics
    /// If the channels are a run-time axis, and not those of the weights, or if the padding cuts all of a run-time axis off.
    conv_transpose2d of TransposedConvolutions2d: "Transposed convolutions of images", ConvolveTransposed2d, 2; // as `x.conv_transpose2d(&weights, TransposedConv::new())`

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
    conv_transpose2d_with_bias of BiasedTransposedConvolutions2d: plus bias; // as `x.conv_transpose2d_with_bias(&weights, &bias, TransposedConv::new())`

    /// The transposed convolution of signals: `[…, C, L]` by `[C, O / groups, K]` -> `[…, O, (L - 1) S - 2 P + D (K - 1) + E + 1]`. PyTorch's
    /// `F.conv_transpose1d`. Has the options of [`conv_transpose2d`](TransposedConvolutions2d::conv_transpose2d), each one size.
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
    conv_transpose1d of TransposedConvolutions1d: "Transposed convolutions of signals", ConvolveTransposed1d, 1; // as `x.conv_transpose1d(&weights, TransposedConv::new())`

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
    conv_transpose1d_with_bias of BiasedTransposedConvolutions1d: plus bias; // as `x.conv_transpose1d_with_bias(&weights, &bias, TransposedConv::new())`
}

/// The shape of a convolution over the last `axes` axes, and its sizes: a signal is a volume of one row, an image one of one plane.
#[track_caller]
fn sizes<X: Shape, W: Shape, O: Shape>(x: X, weights: W, axes: usize, steps: &Steps) -> (O, ConvolutionBack) {
    let Steps { slides, groups, extra } = *steps;
    let transposed = extra.is_some();
    let w = weights.dims();
    let channels = if transposed {
        [w.sizes[axes + 1], w.sizes[axes] * groups]
    } else {
        [w.sizes[axes] * groups, w.sizes[axes + 1]]
    };
    let shape: O = convolved(x, axes, channels[1], channels[0], |x, to| steps.convolve(axes, x, to));
    // Depth, height and width.
    let volume = |dims: &Dims| [2, 1, 0].map(|axis| if axis < axes { dims.sizes[axis] } else { 1 });
    let (input, output) = (volume(&x.dims()), volume(&shape.dims()));
    let plane = |[_, height, width]: [usize; 3]| [height, width];
    let x = x.dims();
    let planes = ConvolutionSizes {
        images: product(&x.sizes[axes + 1..x.rank]),
        channels,
        input: plane(input),
        kernel: plane(slides.kernel),
        output: plane(output),
        stride: plane(slides.stride),
        padding: plane(slides.padding),
        dilation: plane(slides.dilation),
        groups,
    };
    let depth = Depth {
        input: input[0],
        output: output[0],
        kernel: slides.kernel[0],
        stride: slides.stride[0],
        padding: slides.padding[0],
        dilation: slides.dilation[0],
    };
    (shape, ConvolutionBack { sizes: VolumeSizes { planes, depth }, transposed })
}

/// A convolution without a bias.
#[track_caller]
pub(super) fn convolution<T: Summand, S: Shape, Y: Layout<S>, W: Beside<T, K> + ?Sized, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    weights: &W,
    axes: usize,
    steps: &Steps,
) -> Tensor<T, O, K> {
    let weights = weights.beside(x.note());
    let (shape, back) = sizes::<_, _, O>(x.shape(), weights.shape(), axes, steps);
    let forward = |(x, weights): (View<'_, _, _, _>, View<'_, _, _, _>)| convolve(&x, &weights, None, &back);
    Tensor::made(K::apply_op((x, weights), shape, forward, back), shape)
}

/// As [`convolution`], with a bias.
///
/// # Panics
/// If the bias has not a number for each channel of the result.
#[track_caller]
pub(super) fn biased_convolution<
    T: Summand,
    S: Shape,
    Y: Layout<S>,
    W: Beside<T, K> + ?Sized,
    B: Beside<T, K> + ?Sized,
    K: Kind<T>,
    O: Shape,
>(
    x: View<'_, T, S, Y, K>,
    weights: &W,
    bias: &B,
    axes: usize,
    steps: &Steps,
) -> Tensor<T, O, K> {
    let (weights, bias) = (weights.beside(x.note()), bias.beside(x.note()));
    let (shape, back) = sizes::<_, _, O>(x.shape(), weights.shape(), axes, steps);
    let (numbers, filters) = (bias.shape().numel(), back.sizes.planes.channels[1]);
    assert!(numbers == filters, "a bias of {numbers} numbers for {filters} channels");
    let forward = |(x, weights, bias): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
        convolve(&x, &weights, Some(&rows::elements(&bias)), &back)
    };
    Tensor::made(K::apply_op((x, weights, bias), shape, forward, back), shape)
}

fn convolve<T: Summand, X: Values<Elem = T>, W: Values<Elem = T>>(
    x: &X,
    weights: &W,
    bias: Option<&[T]>,
    work: &ConvolutionBack,
) -> Buffer<T> {
    if const { can_be::<T>() }
        && let (Some(x), Some(weights)) = (wide(x, ByType), wide(weights, ByType))
    {
        let bias = bias.map(|bias| wide_slice(bias, ByType));
        let sums: Buffer<f32> = convolve(&x.view(), &weights.view(), bias.as_ref().map(|bias| &bias[..]), work);
        return rounded(sums.as_slice(), ByType);
    }
    let ConvolutionSizes { channels: [channels, _], input: [height, width], .. } = work.sizes.planes;
    let turns = const { !mem::needs_drop::<T>() } && !work.transposed && work.sizes.depth.is_flat();
    let weights = rows::elements(weights);
    if turns && kernels::reads_planes(&work.sizes.planes) && x.view().as_block().is_none() {
        let merged = Erased::new(x.view()).merged();
        if let Some(planes) = expr::planes(&merged, [height, width]) {
            return kernels::convolve_planes(&|i| planes(i), &weights, bias, &work.sizes.planes);
        }
    }
    let x = rows::planes(x, height * width, turns.then_some(Some(channels)));
    if x.channels_last.is_some() {
        kernels::convolve_channels_last(&x.elements, &weights, bias, &work.sizes.planes)
    } else if work.transposed {
        work.sizes.convolve_transposed(&x.elements, &weights, bias)
    } else {
        work.sizes.convolve(&x.elements, &weights, bias)
    }
}

/// The way back of a convolution: its input's gradient is a transposed convolution, and a transposed one's a convolution.
#[derive(Clone, Copy)]
pub(super) struct ConvolutionBack {
    pub sizes: VolumeSizes,
    pub transposed: bool,
}
held!(ConvolutionBack; lowered);

impl<T: Real> Backward<T> for ConvolutionBack {
    fn name(&self) -> &'static str {
        if self.transposed { "conv_transpose" } else { "conv" }
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
            to.accumulate(1, |to| sizes.weight_gradient(read, made, to));
        }
        at.let_go(0);
        if at.operands() > 2 {
            let ConvolutionSizes { images, channels: [_, filters], .. } = sizes.planes;
            to.accumulate(2, |to| add_at(&[sizes.output_places(), filters, images], &[0, 1, 0], 0, g, to));
        }
        if to.wants(0) {
            let weights = at.elements(1);
            let mut new = to.room(at.input(0).numel());
            if self.transposed {
                back.convolve_into(g, &weights, new.as_mut_slice());
            } else {
                back.convolve_transposed_into(g, &weights, new.as_mut_slice());
            }
            to.give(0, new);
        }
        to.free(grad);
    }
}

//! Convolution and pooling layers.

use core::marker::PhantomData;

use num_traits::Float;

use super::activation::no_parameters;
use super::converts::converts;
use super::module::Layer;
use super::own_elements::own_layer;
use super::{OptionalBias, Param, Vector, WeightTensor, bound, fields, fill_uniform};
use crate::ops::{
    AdaptivePooling2d, BiasedConvolutions1d, BiasedConvolutions2d, BiasedConvolutions3d,
    BiasedTransposedConvolutions1d, BiasedTransposedConvolutions2d, BiasedTransposedConvolutions3d, Convolutions1d,
    Convolutions2d, Convolutions3d, Pooling2d, TransposedConvolutions1d, TransposedConvolutions2d,
    TransposedConvolutions3d,
};
use crate::shape;
use crate::shape::Shape;
use crate::shape::conv::{ChannelBias, Convolve1d, Convolve2d, Convolve3d, Convolved1d, Convolved2d, Convolved3d};
use crate::shape::conv_transposed::{
    ConvolveTransposed1d, ConvolveTransposed2d, ConvolveTransposed3d, ConvolvedTransposed1d, ConvolvedTransposed2d,
    ConvolvedTransposed3d,
};
use crate::shape::diagnostics::{OutChannels, PerAxis, PerAxis3d};
use crate::shape::given::Given;
use crate::shape::pool::{AdaptivePool2d, AdaptivelyPooled2d, Pool2d, Pooled2d};
use crate::shape::size::{One, StaticSize};
use crate::shape::verdict::Ours;
use crate::shape::window::{Conv, TransposedConv};
use crate::tensor::Tensor;
use crate::view::Operand;

/// The weights of a convolution of images.
type Weights2d<O, I, K> = (((((), O), I), <K as PerAxis>::Height), <K as PerAxis>::Width);

/// The weights of a convolution of volumes.
type Weights3d<O, I, K> =
    ((((((), O), I), <K as PerAxis3d>::Depth), <K as PerAxis3d>::Height), <K as PerAxis3d>::Width);

macro_rules! convolutions {
    ($(
        $(#[$doc:meta])*
        $name:ident [$($k:tt)*] $default:ty, weight $weight:ty, bias $channels:ty [$($where:tt)*];
        $convolve:ident $convolved:ident $method:ident $with_bias:ident;
        fan_in $fan_in:expr;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<I: StaticSize, O: StaticSize, K: $($k)*, Opt = $default, T = f32>
        where
            $($where)*
        {
            /// The weights, as PyTorch keeps them.
            pub weight: Param<$weight, T>,
            /// A number for each channel of the result, if there is one.
            pub bias: Option<Vector<$channels, T>>,
            options: PhantomData<Opt>,
        }

        impl<I: StaticSize, O: StaticSize, K: $($k)*, Opt, T> $name<I, O, K, Opt, T>
        where
            $($where)*
        {
            /// The layer with these weights and no bias. PyTorch's `bias=False`. No copy.
            pub fn without_bias(weight: Tensor<T, $weight>) -> Self {
                $name { weight: weight.into(), bias: None, options: PhantomData }
            }
        }

        impl<I: StaticSize, O: StaticSize, K: $($k)*, Opt, T> Ours for $name<I, O, K, Opt, T>
        where
            $($where)*
        {
        }
        #[diagnostic::do_not_recommend]
        impl<I: StaticSize, O: StaticSize, K: $($k)*, Opt, T: Float> OptionalBias for $name<I, O, K, Opt, T>
        where
            $($where)*
        {
            fn unbiased() -> Self {
                $name::without_bias(Tensor::zeros())
            }
        }

        /// Weights and bias of zeros.
        impl<I: StaticSize, O: StaticSize, K: $($k)*, Opt, T: Float> Default for $name<I, O, K, Opt, T>
        where
            $($where)*
        {
            fn default() -> Self {
                $name::new(Tensor::zeros(), Tensor::zeros())
            }
        }

        own_layer! { [S: Shape, I: StaticSize, O: StaticSize, K: $($k)*, Opt: Default, T: Float + 'static] $name<I, O, K, Opt, T> where [
            S: $convolve<$weight, Opt>,
            // Once the input is known: of options that are none `forward` would not be found.
            <S as Given>::Then<shape![$channels]>: ChannelBias<$weight, Opt>,
            $($where)*
        ] {
            type Output = $convolved<S, $weight, Opt>;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                match &self.bias {
                    Some(bias) => x.$with_bias(&self.weight, bias, Opt::default()),
                    None => x.$method(&self.weight, Opt::default()),
                }
            }
        }}

        fields!([I: StaticSize, O: StaticSize, K: $($k)*, Opt, T: Float] $name<I, O, K, Opt, T> [$($where)*] { weight, bias }
            reset |layer, uniform| {
                let bound = bound($fan_in);
                fill_uniform(layer.weight.as_mut_slice(), bound, uniform);
                if let Some(bias) = &mut layer.bias {
                    fill_uniform(bias.as_mut_slice(), bound, uniform);
                }
            });
        converts! {
            [I: StaticSize, O: StaticSize, K: $($k)*, Opt] $name<I, O, K, Opt, T>, $name $name<I, O, K, Opt, U> where [$($where)*] {
                weight bias;
            } { options };
        }
    )* };
}

convolutions! {
    /// A convolution of images: `[.., I, H, W] -> [.., O, H', W']`, with a kernel of size `K` (or `(height, width)`) and the options
    /// [`Conv`](crate::Conv) as a type: stride, padding, dilation, groups. PyTorch's `nn.Conv2d(I, O, K)`; with groups, `I` is the
    /// number of channels of one group.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let conv = Conv2d::<dim!(3), dim!(16), dim!(3), Conv<dim!(2), dim!(1)>>::default(); // stride 2, padding 1
    /// let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    /// let y: Tensor<f32, shape![8, 16, 16, 16]> = conv.forward(&x);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let conv = Conv2d::<dim!(3), dim!(16), dim!(3)>::default();
    /// let channels_last: Tensor<f32, shape![8, 32, 32, 3]> = Tensor::ones();
    /// conv.forward(&channels_last);
    /// ```
    Conv2d [PerAxis] Conv, weight Weights2d<O, I, K>, bias O [];
    Convolve2d Convolved2d conv2d conv2d_with_bias;
    fan_in I::SIZE * K::Height::SIZE * K::Width::SIZE;

    /// A convolution of signals: `[.., I, L] -> [.., O, L']`. PyTorch's `nn.Conv1d(I, O, K)`; see [`Conv2d`].
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let conv = Conv1d::<dim!(2), dim!(4), dim!(3)>::default();
    /// let y: Tensor<f32, shape![8, 4, 98]> = conv.forward(&Tensor::<f32, shape![8, 2, 100]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let conv = Conv1d::<dim!(2), dim!(4), dim!(3)>::default();
    /// conv.forward(&Tensor::<f32, shape![8, 100, 2]>::ones());
    /// ```
    Conv1d [StaticSize] Conv, weight ((((), O), I), K), bias O [];
    Convolve1d Convolved1d conv1d conv1d_with_bias;
    fan_in I::SIZE * K::SIZE;

    /// A transposed convolution of images: `[.., I, H, W] -> [.., O, H', W']`. PyTorch's `nn.ConvTranspose2d(I, O, K)`; with groups,
    /// `O` is the number of channels of one group.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let up = ConvTranspose2d::<dim!(16), dim!(3), dim!(2), TransposedConv<dim!(2)>>::default(); // stride 2
    /// let y: Tensor<f32, shape![8, 3, 14, 14]> = up.forward(&Tensor::<f32, shape![8, 16, 7, 7]>::ones());
    /// ```
    ///
    /// With two groups, of three channels each:
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// type Options = TransposedConv<dim!(2), dim!(0), dim!(0), One, dim!(2)>;
    /// let up = ConvTranspose2d::<dim!(16), dim!(3), dim!(2), Options>::default();
    /// let y: Tensor<f32, shape![8, 6, 14, 14]> = up.forward(&Tensor::<f32, shape![8, 16, 7, 7]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let up = ConvTranspose2d::<dim!(16), dim!(3), dim!(2)>::default();
    /// up.forward(&Tensor::<f32, shape![8, 3, 7, 7]>::ones());
    /// ```
    ConvTranspose2d [PerAxis] TransposedConv, weight Weights2d<I, O, K>,
    bias <Weights2d<I, O, K> as OutChannels<Opt>>::Out [Weights2d<I, O, K>: OutChannels<Opt, Out: StaticSize>];
    ConvolveTransposed2d ConvolvedTransposed2d conv_transpose2d conv_transpose2d_with_bias;
    fan_in O::SIZE * K::Height::SIZE * K::Width::SIZE;

    /// A convolution of volumes: `[.., I, D, H, W] -> [.., O, D', H', W']`, with a kernel of size `K` (or `(depth, height, width)`). PyTorch's
    /// `nn.Conv3d(I, O, K)`; see [`Conv2d`].
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let conv = Conv3d::<dim!(2), dim!(4), dim!(3), Conv<One, One>>::default(); // padding 1
    /// let y: Tensor<f32, shape![8, 4, 5, 6, 6]> = conv.forward(&Tensor::<f32, shape![8, 2, 5, 6, 6]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let conv = Conv3d::<dim!(2), dim!(4), dim!(3)>::default();
    /// conv.forward(&Tensor::<f32, shape![2, 6, 6]>::ones());
    /// ```
    Conv3d [PerAxis3d] Conv, weight Weights3d<O, I, K>, bias O [];
    Convolve3d Convolved3d conv3d conv3d_with_bias;
    fan_in I::SIZE * K::Depth::SIZE * K::Height::SIZE * K::Width::SIZE;

    /// A transposed convolution of signals: `[.., I, L] -> [.., O, L']`. PyTorch's `nn.ConvTranspose1d(I, O, K)`; see [`ConvTranspose2d`].
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let up = ConvTranspose1d::<dim!(16), dim!(3), dim!(4), TransposedConv<dim!(2), One>>::default();
    /// let y: Tensor<f32, shape![8, 3, 14]> = up.forward(&Tensor::<f32, shape![8, 16, 7]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let up = ConvTranspose1d::<dim!(16), dim!(3), dim!(2)>::default();
    /// up.forward(&Tensor::<f32, shape![8, 3, 7]>::ones());
    /// ```
    ConvTranspose1d [StaticSize] TransposedConv, weight ((((), I), O), K),
    bias <((((), I), O), K) as OutChannels<Opt>>::Out [((((), I), O), K): OutChannels<Opt, Out: StaticSize>];
    ConvolveTransposed1d ConvolvedTransposed1d conv_transpose1d conv_transpose1d_with_bias;
    fan_in O::SIZE * K::SIZE;

    /// A transposed convolution of volumes: `[.., I, D, H, W] -> [.., O, D', H', W']`. PyTorch's `nn.ConvTranspose3d(I, O, K)`; see
    /// [`ConvTranspose2d`].
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let up = ConvTranspose3d::<dim!(4), dim!(3), dim!(2), TransposedConv<dim!(2)>>::default();
    /// let y: Tensor<f32, shape![3, 4, 6, 6]> = up.forward(&Tensor::<f32, shape![4, 2, 3, 3]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let up = ConvTranspose3d::<dim!(4), dim!(3), dim!(2)>::default();
    /// up.forward(&Tensor::<f32, shape![3, 2, 3, 3]>::ones());
    /// ```
    ConvTranspose3d [PerAxis3d] TransposedConv, weight Weights3d<I, O, K>,
    bias <Weights3d<I, O, K> as OutChannels<Opt>>::Out [Weights3d<I, O, K>: OutChannels<Opt, Out: StaticSize>];
    ConvolveTransposed3d ConvolvedTransposed3d conv_transpose3d conv_transpose3d_with_bias;
    fan_in O::SIZE * K::Depth::SIZE * K::Height::SIZE * K::Width::SIZE;
}

// Each by itself, and in no macro, of which the compiler would show the whole table.

impl<I: StaticSize, O: StaticSize, K: StaticSize, Opt, T> Conv1d<I, O, K, Opt, T> {
    /// The layer with these weights and this bias. No copy.
    pub fn new<W: WeightTensor<Elem = T, Shape = ((((), O), I), K)>>(weight: W, bias: W::Bias<shape![O]>) -> Self {
        Conv1d { weight: weight.into_param(), bias: Some(bias.into()), options: PhantomData }
    }
}

impl<I: StaticSize, O: StaticSize, K: PerAxis, Opt, T> Conv2d<I, O, K, Opt, T> {
    /// The layer with these weights and this bias. No copy.
    pub fn new<W: WeightTensor<Elem = T, Shape = Weights2d<O, I, K>>>(weight: W, bias: W::Bias<shape![O]>) -> Self {
        Conv2d { weight: weight.into_param(), bias: Some(bias.into()), options: PhantomData }
    }
}

impl<I: StaticSize, O: StaticSize, K: PerAxis3d, Opt, T> Conv3d<I, O, K, Opt, T> {
    /// The layer with these weights and this bias. No copy.
    pub fn new<W: WeightTensor<Elem = T, Shape = Weights3d<O, I, K>>>(weight: W, bias: W::Bias<shape![O]>) -> Self {
        Conv3d { weight: weight.into_param(), bias: Some(bias.into()), options: PhantomData }
    }
}

impl<I: StaticSize, O: StaticSize, K: StaticSize, Opt, T> ConvTranspose1d<I, O, K, Opt, T>
where
    ((((), I), O), K): OutChannels<Opt, Out: StaticSize>,
{
    /// The layer with these weights and this bias. No copy.
    pub fn new<W: WeightTensor<Elem = T, Shape = ((((), I), O), K)>>(
        weight: W,
        bias: W::Bias<shape![<((((), I), O), K) as OutChannels<Opt>>::Out]>,
    ) -> Self {
        ConvTranspose1d { weight: weight.into_param(), bias: Some(bias.into()), options: PhantomData }
    }
}

impl<I: StaticSize, O: StaticSize, K: PerAxis, Opt, T> ConvTranspose2d<I, O, K, Opt, T>
where
    Weights2d<I, O, K>: OutChannels<Opt, Out: StaticSize>,
{
    /// The layer with these weights and this bias. No copy.
    pub fn new<W: WeightTensor<Elem = T, Shape = Weights2d<I, O, K>>>(
        weight: W,
        bias: W::Bias<shape![<Weights2d<I, O, K> as OutChannels<Opt>>::Out]>,
    ) -> Self {
        ConvTranspose2d { weight: weight.into_param(), bias: Some(bias.into()), options: PhantomData }
    }
}

impl<I: StaticSize, O: StaticSize, K: PerAxis3d, Opt, T> ConvTranspose3d<I, O, K, Opt, T>
where
    Weights3d<I, O, K>: OutChannels<Opt, Out: StaticSize>,
{
    /// The layer with these weights and this bias. No copy.
    pub fn new<W: WeightTensor<Elem = T, Shape = Weights3d<I, O, K>>>(
        weight: W,
        bias: W::Bias<shape![<Weights3d<I, O, K> as OutChannels<Opt>>::Out]>,
    ) -> Self {
        ConvTranspose3d { weight: weight.into_param(), bias: Some(bias.into()), options: PhantomData }
    }
}

macro_rules! pools {
    ($($(#[$doc:meta])* $name:ident [$($bound:tt)*] $method:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<Opt>(pub Opt);

        impl<S: Shape + Pool2d<Opt>, Opt: Copy, T: $($bound)*> Layer<(S, T)> for $name<Opt> {
            type Output = Pooled2d<S, Opt>;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                x.$method(self.0)
            }
        }
        no_parameters!([Opt: Clone] $name<Opt>;);
    )* };
}
pools! {
    /// The largest element of each window: `[.., H, W] -> [.., H / K, W / K]`; the options are [`Pool`](crate::Pool). PyTorch's
    /// `nn.MaxPool2d(K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let pool = MaxPool2d(Pool::new(Dim::<2>));
    /// let y: Tensor<f32, shape![8, 16, 4, 4]> = pool.forward(&Tensor::<f32, shape![8, 16, 8, 8]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// MaxPool2d(Pool::new(Dim::<9>)).forward(&Tensor::<f32, shape![8, 16, 8, 8]>::ones());
    /// ```
    MaxPool2d [Clone + PartialOrd] max_pool2d;
    /// The mean of each window: `[.., H, W] -> [.., H / K, W / K]`; the options are [`Pool`](crate::Pool). PyTorch's
    /// `nn.AvgPool2d(K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let pool = AvgPool2d(Pool::new(Dim::<2>));
    /// let y: Tensor<f32, shape![8, 16, 4, 4]> = pool.forward(&Tensor::<f32, shape![8, 16, 8, 8]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AvgPool2d(Pool::new(Dim::<9>)).forward(&Tensor::<f32, shape![8, 16, 8, 8]>::ones());
    /// ```
    AvgPool2d [Float] avg_pool2d;
}

/// The mean of each channel: `[.., C, H, W] -> [.., C, 1, 1]`. PyTorch's `nn.AdaptiveAvgPool2d(1)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let y: Tensor<f32, shape![8, 16, 1, 1]> = GlobalAvgPool2d.forward(&Tensor::<f32, shape![8, 16, 7, 7]>::ones());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct GlobalAvgPool2d;

impl<S: Shape + AdaptivePool2d<One>, T: Float> Layer<(S, T)> for GlobalAvgPool2d {
    type Output = AdaptivelyPooled2d<S, One>;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
        x.adaptive_avg_pool2d(One)
    }
}
no_parameters!([] GlobalAvgPool2d;);

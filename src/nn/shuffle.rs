//! Layers in which pixels and channels change places.

use num_traits::Float;

use super::activation::no_parameters;
use super::module::Layer;
use crate::ops::{ChannelShuffles, PixelShuffles, PixelUnshuffles};
use crate::shape::Shape;
use crate::shape::shuffle::{ShuffleChannels, ShufflePixels, UnshufflePixels};
use crate::shape::size::StaticSize;
use crate::tensor::Tensor;
use crate::view::Operand;

macro_rules! layers {
    ($($(#[$doc:meta])* $name:ident $by:ident $method:ident $s:ident => $output:ty;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<R>(pub R);

        impl<$s: Shape + $by<R>, R: StaticSize, T: Float> Layer<($s, T)> for $name<R> {
            type Output = $output;
            fn forward<X: Operand<Elem = T, Shape = $s>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                x.$method(self.0)
            }
        }
        no_parameters!([R: Clone] $name<R>;);
    )* };
}
layers! {
    /// Channels that become places: `[.., C R R, H, W] -> [.., C, H R, W R]`. PyTorch's `nn.PixelShuffle(R)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![8, 3, 28, 28]> = PixelShuffle(Dim::<2>).forward(&Tensor::<f32, shape![8, 12, 14, 14]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// PixelShuffle(Dim::<2>).forward(&Tensor::<f32, shape![8, 3, 14, 14]>::ones());
    /// ```
    PixelShuffle ShufflePixels pixel_shuffle S => S::Output;
    /// Places that become channels: `[.., C, H R, W R] -> [.., C R R, H, W]`. PyTorch's `nn.PixelUnshuffle(R)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![8, 12, 14, 14]> = PixelUnshuffle(Dim::<2>).forward(&Tensor::<f32, shape![8, 3, 28, 28]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// PixelUnshuffle(Dim::<2>).forward(&Tensor::<f32, shape![8, 3, 15, 14]>::ones());
    /// ```
    PixelUnshuffle UnshufflePixels pixel_unshuffle S => S::Output;
    /// Channels of so many groups in turn: `[.., C, H, W] -> [.., C, H, W]`. PyTorch's `nn.ChannelShuffle(G)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![8, 12, 14, 14]> = ChannelShuffle(Dim::<4>).forward(&Tensor::<f32, shape![8, 12, 14, 14]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// ChannelShuffle(Dim::<5>).forward(&Tensor::<f32, shape![8, 12, 14, 14]>::ones());
    /// ```
    ChannelShuffle ShuffleChannels channel_shuffle S => S;
}

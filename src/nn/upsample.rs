//! Layers that interpolate.

use num_traits::Float;

use super::activation::no_parameters;
use super::module::Layer;
use crate::ops::{Resizing1d, Resizing2d, Resizing3d};
use crate::shape::Shape;
use crate::shape::diagnostics::Upsamples;
use crate::shape::resize::{
    Interpolate1d, Interpolate2d, Interpolate3d, Interpolated1d, Interpolated2d, Interpolated3d, Resize,
};
use crate::tensor::Tensor;
use crate::view::Operand;

macro_rules! layers {
    ($($(#[$doc:meta])* $name:ident $by:ident $of:ident $method:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<O>(pub O);

        impl<S: Shape + $by<Resize<O::Sizes, O::Mode>>, O: Upsamples, T: Float> Layer<(S, T)> for $name<O> {
            type Output = $of<S, Resize<O::Sizes, O::Mode>>;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                x.$method(self.0.options())
            }
        }
        no_parameters!([O: Clone] $name<O>;);
    )* };
}
layers! {
    /// Height and width resized by interpolation: `[.., H, W] -> [.., F H, F W]`. Of a factor each element is repeated, PyTorch's
    /// `nn.Upsample(scale_factor=F)`; all else is an option of [`Resize`](crate::Resize), PyTorch's `nn.Upsample(scale_factor=F, mode="bilinear")`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let x: Tensor<f32, shape![8, 16, 14, 14]> = Tensor::ones();
    /// let y: Tensor<f32, shape![8, 16, 28, 28]> = Upsample(Dim::<2>).forward(&x);
    /// let y: Tensor<f32, shape![8, 16, 28, 28]> = Upsample(Resize::by(Dim::<2>).linear()).forward(&x);
    /// let y: Tensor<f32, shape![8, 16, 9, 20]> = Upsample(Resize::to((Dim::<9>, Dim::<20>)).cubic()).forward(&x);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// Upsample(Dim::<2>).forward(&tensor![1.0f32, 2.0]);
    /// ```
    Upsample Interpolate2d Interpolated2d interpolate2d;
    /// The last axis resized by interpolation: `[.., L] -> [.., F L]`. PyTorch's `nn.Upsample` of signals; see [`Upsample`].
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y = Upsample1d(Resize::to(Dim::<3>).linear().align_corners()).forward(&tensor![1.0f32, 3.0]);
    /// assert_eq!(y, tensor![1.0, 2.0, 3.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// Upsample1d(Dim::<2>).forward(&Tensor::<f32, shape![]>::ones());
    /// ```
    Upsample1d Interpolate1d Interpolated1d interpolate1d;
    /// Depth, height and width resized by interpolation: `[.., D, H, W] -> [.., F D, F H, F W]`. PyTorch's `nn.Upsample` of volumes; see
    /// [`Upsample`].
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let x: Tensor<f32, shape![2, 4, 6, 6]> = Tensor::ones();
    /// let y: Tensor<f32, shape![2, 8, 12, 12]> = Upsample3d(Resize::by(Dim::<2>).linear()).forward(&x);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// Upsample3d(Dim::<2>).forward(&tensor![[1.0f32, 2.0]]);
    /// ```
    Upsample3d Interpolate3d Interpolated3d interpolate3d;
}

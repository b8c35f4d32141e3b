//! Pooling of signals and volumes, and adaptive pooling.

use num_traits::Float;

use super::activation::no_parameters;
use super::module::Layer;
use crate::ops::{
    AdaptivePooling1d, AdaptivePooling2d, AdaptivePooling3d, NormPooling1d, NormPooling2d, NormPooling3d, Pooling1d,
    Pooling3d,
};
use crate::shape::Shape;
use crate::shape::pool::{
    AdaptivePool1d, AdaptivePool2d, AdaptivePool3d, AdaptivelyPooled1d, AdaptivelyPooled2d, AdaptivelyPooled3d, Pool1d,
    Pool2d, Pool3d, Pooled1d, Pooled2d, Pooled3d,
};
use crate::tensor::Tensor;
use crate::view::Operand;

/// A layer with a value that says how large, and no parameters.
macro_rules! layers {
    ($($(#[$doc:meta])* $name:ident [$($bound:tt)*] $by:ident $of:ident $method:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<O>(pub O);

        impl<S: Shape + $by<O>, O: Copy, T: $($bound)*> Layer<(S, T)> for $name<O> {
            type Output = $of<S, O>;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                x.$method(self.0)
            }
        }
        no_parameters!([O: Clone] $name<O>;);
    )* };
}
layers! {
    /// The largest element of each window: `[.., L] -> [.., L / K]`; the options are [`Pool`](crate::Pool). PyTorch's `nn.MaxPool1d(K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let pool = MaxPool1d(Pool::new(Dim::<2>));
    /// let y: Tensor<f32, shape![8, 16, 50]> = pool.forward(&Tensor::<f32, shape![8, 16, 100]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// MaxPool1d(Pool::new(Dim::<9>)).forward(&Tensor::<f32, shape![8, 16, 8]>::ones());
    /// ```
    MaxPool1d [Clone + PartialOrd] Pool1d Pooled1d max_pool1d;
    /// The mean of each window: `[.., L] -> [.., L / K]`; the options are [`Pool`](crate::Pool). PyTorch's `nn.AvgPool1d(K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(AvgPool1d(Pool::new(Dim::<2>)).forward(&tensor![1.0f32, 3.0, 5.0, 9.0]), tensor![2.0, 7.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AvgPool1d(Pool::new(Dim::<9>)).forward(&Tensor::<f32, shape![8, 16, 8]>::ones());
    /// ```
    AvgPool1d [Float] Pool1d Pooled1d avg_pool1d;
    /// The last axis averaged down (or up) to a size: `[.., L] -> [.., O]`. PyTorch's `nn.AdaptiveAvgPool1d(O)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(AdaptiveAvgPool1d(Dim::<2>).forward(&tensor![1.0f32, 2.0, 6.0]), tensor![1.5, 4.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AdaptiveAvgPool1d(Dim::<2>).forward(&Tensor::<f32, shape![]>::ones());
    /// ```
    AdaptiveAvgPool1d [Float] AdaptivePool1d AdaptivelyPooled1d adaptive_avg_pool1d;
    /// Height and width averaged down (or up) to sizes, one for both or a pair: `[.., H, W] -> [.., O, O]`, of pictures of any size. PyTorch's
    /// `nn.AdaptiveAvgPool2d(O)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![8, 16, 7, 7]> = AdaptiveAvgPool2d(Dim::<7>).forward(&Tensor::<f32, shape![8, 16, 30, 20]>::ones());
    /// let y: Tensor<f32, shape![8, 16, 7, 1]> = AdaptiveAvgPool2d((Dim::<7>, One)).forward(&Tensor::<f32, shape![8, 16, 30, 20]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AdaptiveAvgPool2d(Dim::<7>).forward(&tensor![1.0f32, 2.0]);
    /// ```
    AdaptiveAvgPool2d [Float] AdaptivePool2d AdaptivelyPooled2d adaptive_avg_pool2d;
    /// The largest element of each part of the last axis: `[.., L] -> [.., O]`. PyTorch's `nn.AdaptiveMaxPool1d(O)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(AdaptiveMaxPool1d(Dim::<2>).forward(&tensor![1.0f32, 7.0, 6.0]), tensor![7.0, 7.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AdaptiveMaxPool1d(Dim::<2>).forward(&Tensor::<f32, shape![]>::ones());
    /// ```
    AdaptiveMaxPool1d [Clone + PartialOrd] AdaptivePool1d AdaptivelyPooled1d adaptive_max_pool1d;
    /// The largest element of each part of height and width: `[.., H, W] -> [.., O, O]`. PyTorch's `nn.AdaptiveMaxPool2d(O)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![8, 16, 7, 7]> = AdaptiveMaxPool2d(Dim::<7>).forward(&Tensor::<f32, shape![8, 16, 30, 20]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AdaptiveMaxPool2d(Dim::<7>).forward(&tensor![1.0f32, 2.0]);
    /// ```
    AdaptiveMaxPool2d [Clone + PartialOrd] AdaptivePool2d AdaptivelyPooled2d adaptive_max_pool2d;
    /// The largest element of each window: `[.., D, H, W] -> [.., D / K, H / K, W / K]`; the options are [`Pool`](crate::Pool). PyTorch's
    /// `nn.MaxPool3d(K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![3, 2, 4, 4]> = MaxPool3d(Pool::new(Dim::<2>)).forward(&Tensor::<f32, shape![3, 4, 8, 8]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// MaxPool3d(Pool::new(Dim::<9>)).forward(&Tensor::<f32, shape![3, 4, 8, 8]>::ones());
    /// ```
    MaxPool3d [Clone + PartialOrd] Pool3d Pooled3d max_pool3d;
    /// The mean of each window: `[.., D, H, W] -> [.., D / K, H / K, W / K]`; the options are [`Pool`](crate::Pool). PyTorch's `nn.AvgPool3d(K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![3, 2, 4, 4]> = AvgPool3d(Pool::new(Dim::<2>)).forward(&Tensor::<f32, shape![3, 4, 8, 8]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AvgPool3d(Pool::new(Dim::<9>)).forward(&Tensor::<f32, shape![3, 4, 8, 8]>::ones());
    /// ```
    AvgPool3d [Float] Pool3d Pooled3d avg_pool3d;
    /// Depth, height and width averaged down (or up) to sizes: `[.., D, H, W] -> [.., O, O, O]`. PyTorch's `nn.AdaptiveAvgPool3d(O)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![3, 1, 1, 1]> = AdaptiveAvgPool3d(One).forward(&Tensor::<f32, shape![3, 4, 8, 8]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AdaptiveAvgPool3d(One).forward(&tensor![[1.0f32, 2.0]]);
    /// ```
    AdaptiveAvgPool3d [Float] AdaptivePool3d AdaptivelyPooled3d adaptive_avg_pool3d;
    /// The largest element of each part of depth, height and width: `[.., D, H, W] -> [.., O, O, O]`. PyTorch's `nn.AdaptiveMaxPool3d(O)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![3, 1, 1, 1]> = AdaptiveMaxPool3d(One).forward(&Tensor::<f32, shape![3, 4, 8, 8]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// AdaptiveMaxPool3d(One).forward(&tensor![[1.0f32, 2.0]]);
    /// ```
    AdaptiveMaxPool3d [Clone + PartialOrd] AdaptivePool3d AdaptivelyPooled3d adaptive_max_pool3d;
}

/// A layer with a norm and with options.
macro_rules! of_norms {
    ($($(#[$doc:meta])* $name:ident $by:ident $of:ident $method:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<O>(pub f64, pub O);

        impl<S: Shape + $by<O>, O: Copy, T: Float> Layer<(S, T)> for $name<O> {
            type Output = $of<S, O>;
            #[track_caller]
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                x.$method(self.0, self.1)
            }
        }
        no_parameters!([O: Clone] $name<O>;);
    )* };
}
of_norms! {
    /// The norm of each window: `[.., L] -> [.., L / K]`; the options are [`Pool`](crate::Pool). PyTorch's `nn.LPPool1d(norm, K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(LpPool1d(2.0, Pool::new(Dim::<2>)).forward(&tensor![3.0f32, 4.0, 0.0, 5.0]), tensor![5.0, 5.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// LpPool1d(2.0, Pool::new(Dim::<9>)).forward(&tensor![3.0f32, 4.0, 0.0, 5.0]);
    /// ```
    #[doc(alias = "LPPool1d")]
    LpPool1d Pool1d Pooled1d lp_pool1d;
    /// The norm of each window of height and width: `[.., H, W] -> [.., H / K, W / K]`; the options are [`Pool`](crate::Pool). PyTorch's
    /// `nn.LPPool2d(norm, K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![8, 16, 4, 4]> = LpPool2d(2.0, Pool::new(Dim::<2>)).forward(&Tensor::<f32, shape![8, 16, 8, 8]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// LpPool2d(2.0, Pool::new(Dim::<2>)).forward(&tensor![3.0f32, 4.0, 0.0, 5.0]);
    /// ```
    #[doc(alias = "LPPool2d")]
    LpPool2d Pool2d Pooled2d lp_pool2d;
    /// The norm of each window of depth, height and width: `[.., D, H, W] -> [.., D / K, H / K, W / K]`; the options are [`Pool`](crate::Pool).
    /// PyTorch's `nn.LPPool3d(norm, K)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let y: Tensor<f32, shape![3, 2, 4, 4]> = LpPool3d(2.0, Pool::new(Dim::<2>)).forward(&Tensor::<f32, shape![3, 4, 8, 8]>::ones());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// LpPool3d(2.0, Pool::new(Dim::<2>)).forward(&tensor![[3.0f32, 4.0, 0.0, 5.0]]);
    /// ```
    #[doc(alias = "LPPool3d")]
    LpPool3d Pool3d Pooled3d lp_pool3d;
}

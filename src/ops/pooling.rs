//! Pooling: `max_pool2d`, `avg_pool2d`, the same of signals and volumes, adaptive pooling, and `upsample_nearest2d`.

use super::pooling_back::UpsamplingBack;
use super::slide::{adaptive, adaptive_means, adaptive_peaks, averaged, each_plane, largest, places, plane};
use crate::kind::{Kind, Numbers};
use crate::shape::diagnostics::FloatElement;
use crate::shape::pool::{
    AdaptivePool1d, AdaptivePool2d, AdaptivePool3d, AdaptivelyPooled1d, AdaptivelyPooled2d, AdaptivelyPooled3d, Pool1d,
    Pool2d, Pool3d, Pooled1d, Pooled2d, Pooled3d, Upsample2d, Upsampled2d,
};
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, View};

/// A family of poolings over so many last axes by windows, the largest element, that and its place, and the mean: `X: $shape<O>` says whether shape
/// and options go together, and what the result's shape is.
macro_rules! pooling {
    ($(
        $(#[$family:meta])*
        trait $trait:ident: $shape:ident -> $pooled:ident, over $axes:literal;
        $(#[$of_largest:meta])*
        fn $max:ident;
        $(#[$of_places:meta])*
        fn $max_with_indices:ident;
        $(#[$of_mean:meta])*
        fn $avg:ident;
    )+) => { $(
        operation! {
            $(#[$family])*
            trait $trait[O][O] for X where [X: Operand<Shape: $shape<O>> + ?Sized] {
                /// The shape of the result.
                type Pooled: Shape = $pooled<X::Shape, O>;
            }

            $(#[$of_largest])*
            #[track_caller]
            fn $max(&self, options: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
            where [Self::Elem: Clone + PartialOrd]
            {
                largest(self.view(), $axes, &<X::Shape as $shape<O>>::SLIDES)
            }

            $(#[$of_places])*
            #[doc(alias = "return_indices")]
            #[track_caller]
            fn $max_with_indices(&self, options: O) -> (Tensor<Self::Elem, Self::Pooled, Self::Kind>, Tensor<usize, Self::Pooled>)
            where [Self::Elem: Clone + PartialOrd, Self::Kind: Numbers<Self::Elem>]
            {
                let slides = &<X::Shape as $shape<O>>::SLIDES;
                (largest(self.view(), $axes, slides), places(&self.view().numbers(), $axes, slides))
            }

            $(#[$of_mean])*
            #[track_caller]
            fn $avg(&self, options: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
            where [Self::Elem: FloatElement]
            {
                averaged(self.view(), $axes, &<X::Shape as $shape<O>>::SLIDES, <X::Shape as $shape<O>>::average(&options))
            }
        }
    )+ };
}

/// A family of poolings over so many last axes to sizes that are given: the mean, and the largest element.
macro_rules! adaptive_pooling {
    ($(
        $(#[$family:meta])*
        trait $trait:ident: $shape:ident -> $pooled:ident, over $axes:literal;
        $(#[$of_mean:meta])*
        fn $avg:ident($sizes:ident);
        $(#[$of_largest:meta])*
        fn $max:ident($sizes_of_max:ident);
    )+) => { $(
        operation! {
            $(#[$family])*
            trait $trait[O][O] for X where [X: Operand<Shape: $shape<O>> + ?Sized] {
                /// The shape of the result.
                type Pooled: Shape = $pooled<X::Shape, O>;
            }

            $(#[$of_mean])*
            #[track_caller]
            fn $avg(&self, $sizes: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
            where [Self::Elem: FloatElement]
            {
                adaptive::<$axes, _, _, _, _, _>(self.view(), false, |x, numel, windows| adaptive_means(x, $axes, numel, windows))
            }

            $(#[$of_largest])*
            #[track_caller]
            fn $max(&self, $sizes_of_max: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
            where [Self::Elem: Clone + PartialOrd]
            {
                adaptive::<$axes, _, _, _, _, _>(self.view(), true, |x, numel, windows| adaptive_peaks(x, numel, windows))
            }
        }
    )+ };
}

pooling! {
    /// Pooling of height and width by windows, with the options `O`, for all that can be read.
    trait Pooling2d: Pool2d -> Pooled2d, over 2;

    /// The largest element of each window of height and width: `[…, H, W]` -> `[…, (H + 2 P - K) / S + 1, …]`. PyTorch's
    /// `F.max_pool2d`. Allocates the result. NaN in a window is its maximum; padding is less than any element. The gradient goes to the first of
    /// the largest elements of a window.
    ///
    /// The kernel K, the stride S, which is K if it is not given, the padding P, dilation and `ceil_mode` are options of [`Pool`](crate::Pool).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![4, 4]> = Tensor::arange();
    /// assert_eq!(x.max_pool2d(Pool::new(Dim::<2>)), tensor![[5, 7], [13, 15]]);
    /// let y = x.max_pool2d(Pool::new((Dim::<3>, One)).stride(One).padding((One, Dim::<0>)));
    /// assert_eq!(y.sizes(), [4, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![4, 4]> = Tensor::arange();
    /// x.max_pool2d(Pool::new(Dim::<5>));
    /// ```
    ///
    /// # Panics
    /// If the window is larger than the padded input on a run-time axis, which it never is by [`Pool::tiles`](crate::Pool::tiles) and
    /// [`Pool::same`](crate::Pool::same).
    fn max_pool2d;

    /// The largest element of each window, and its place, counted within its plane: `[…, H, W] -> […, (H + 2 P - K) / S + 1, …]` twice. PyTorch's
    /// `F.max_pool2d(x, …, return_indices=True)`; see [`max_pool2d`](Pooling2d::max_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 5, 2, 3], [4, 0, 9, 8]];
    /// let (largest, places) = x.max_pool2d_with_indices(Pool::new(Dim::<2>));
    /// assert_eq!((largest, places), (tensor![[5, 9]], tensor![[1, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 5, 2, 3]].max_pool2d_with_indices(Pool::new(Dim::<2>));
    /// ```
    ///
    /// # Panics
    /// As `max_pool2d`.
    fn max_pool2d_with_indices;

    /// The mean of each window of height and width: `[…, H, W]` -> `[…, (H + 2 P - K) / S + 1, …]`. PyTorch's `F.avg_pool2d`.
    /// Allocates the result. Padding counts as zeros, as it does in PyTorch (`count_include_pad=True`), if the options don't say otherwise.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![4, 4]> = Tensor::arange();
    /// assert_eq!(x.avg_pool2d(Pool::new(Dim::<2>)), tensor![[2.5, 4.5], [10.5, 12.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![4, 4]> = Tensor::arange();
    /// x.avg_pool2d(Pool::new(Dim::<2>).padding(Dim::<2>));
    /// ```
    ///
    /// # Panics
    /// If the window is larger than the padded input on a run-time axis, which it never is by [`Pool::tiles`](crate::Pool::tiles) and
    /// [`Pool::same`](crate::Pool::same).
    fn avg_pool2d;

    /// Pooling of the last axis by windows, with the options `O`, for all that can be read.
    trait Pooling1d: Pool1d -> Pooled1d, over 1;

    /// The largest element of each window: `[…, L]` -> `[…, (L + 2 P - K) / S + 1]`. PyTorch's `F.max_pool1d`; see
    /// [`max_pool2d`](Pooling2d::max_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 5, 2, 3, 9].max_pool1d(Pool::new(Dim::<2>)), tensor![5, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 5, 2].max_pool1d(Pool::new(Dim::<4>));
    /// ```
    ///
    /// # Panics
    /// If the window is larger than the padded input on a run-time axis, which it never is by [`Pool::tiles`](crate::Pool::tiles) and
    /// [`Pool::same`](crate::Pool::same).
    fn max_pool1d;

    /// The largest element of each window, and its place, counted within its signal: `[…, L] -> […, (L + 2 P - K) / S + 1]` twice. PyTorch's
    /// `F.max_pool1d(x, …, return_indices=True)`; see [`max_pool1d`](Pooling1d::max_pool1d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (largest, places) = tensor![1, 5, 2, 3].max_pool1d_with_indices(Pool::new(Dim::<2>));
    /// assert_eq!((largest, places), (tensor![5, 3], tensor![1, 3]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 5, 2].max_pool1d_with_indices(Pool::new(Dim::<4>));
    /// ```
    ///
    /// # Panics
    /// As `max_pool1d`.
    fn max_pool1d_with_indices;

    /// The mean of each window: `[…, L]` -> `[…, (L + 2 P - K) / S + 1]`. PyTorch's `F.avg_pool1d`; see
    /// [`avg_pool2d`](Pooling2d::avg_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1.0, 5.0, 2.0, 4.0];
    /// assert_eq!(x.avg_pool1d(Pool::new(Dim::<2>).stride(One)), tensor![3.0, 3.5, 3.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 5.0, 2.0].avg_pool1d(Pool::new(Dim::<4>));
    /// ```
    ///
    /// # Panics
    /// If the window is larger than the padded input on a run-time axis, which it never is by [`Pool::tiles`](crate::Pool::tiles) and
    /// [`Pool::same`](crate::Pool::same).
    fn avg_pool1d;

    /// Pooling of depth, height and width by windows, with the options `O`, for all that can be read.
    trait Pooling3d: Pool3d -> Pooled3d, over 3;

    /// The largest element of each window of depth, height and width: `[…, D, H, W]` -> `[…, (D + 2 P - K) / S + 1, …]`. PyTorch's
    /// `F.max_pool3d`; see [`max_pool2d`](Pooling2d::max_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 2, 4]> = Tensor::arange();
    /// assert_eq!(x.max_pool3d(Pool::new(Dim::<2>)), tensor![[[13, 15]]]);
    /// assert_eq!(x.max_pool3d(Pool::new((One, Dim::<2>, Dim::<4>))), tensor![[[7]], [[15]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].max_pool3d(Pool::new(Dim::<2>));
    /// ```
    ///
    /// # Panics
    /// As `max_pool2d`.
    fn max_pool3d;

    /// The largest element of each window, and its place, counted within its volume. PyTorch's `F.max_pool3d(x, …, return_indices=True)`; see
    /// [`max_pool3d`](Pooling3d::max_pool3d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 2, 4]> = Tensor::arange();
    /// let (largest, places) = x.max_pool3d_with_indices(Pool::new(Dim::<2>));
    /// assert_eq!((largest, places), (tensor![[[13, 15]]], tensor![[[13, 15]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].max_pool3d_with_indices(Pool::new(Dim::<2>));
    /// ```
    ///
    /// # Panics
    /// As `max_pool2d`.
    fn max_pool3d_with_indices;

    /// The mean of each window of depth, height and width: `[…, D, H, W]` -> `[…, (D + 2 P - K) / S + 1, …]`. PyTorch's `F.avg_pool3d`; see
    /// [`avg_pool2d`](Pooling2d::avg_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![2, 2, 4]> = Tensor::arange();
    /// assert_eq!(x.avg_pool3d(Pool::new(Dim::<2>)), tensor![[[6.5, 8.5]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f64, shape![2, 2, 4]>::arange().avg_pool3d(Pool::new(Dim::<3>));
    /// ```
    ///
    /// # Panics
    /// As `avg_pool2d`.
    fn avg_pool3d;
}

adaptive_pooling! {
    /// Averages of height and width down (or up) to the sizes `O`, for all that can be read.
    trait AdaptivePooling2d: AdaptivePool2d -> AdaptivelyPooled2d, over 2;

    /// Height and width averaged down (or up) to sizes of your own: `[…, H, W]` to `(Dim::<7>, Dim::<5>)` -> `[…, 7, 5]`, and to
    /// `One`, the average of all, -> `[…, 1, 1]`. PyTorch's `F.adaptive_avg_pool2d`. Allocates the result. Height and width can
    /// be run-time axes.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![4, 4]> = Tensor::arange();
    /// assert_eq!(x.adaptive_avg_pool2d(One), tensor![[7.5]]);
    /// assert_eq!(x.adaptive_avg_pool2d((Dim::<2>, One)), tensor![[3.5], [11.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].adaptive_avg_pool2d(One);
    /// ```
    ///
    /// # Panics
    /// If a run-time height or width is 0, and the result is not empty. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![3, 0, 4]>::zeros().adaptive_avg_pool2d(Dim::<2>);
    /// ```
    fn adaptive_avg_pool2d(sizes);

    /// The largest element of each part of height and width, which are shared out to sizes of your own: `[…, H, W]` to `(Dim::<7>, Dim::<5>)` ->
    /// `[…, 7, 5]`. PyTorch's `F.adaptive_max_pool2d`. Allocates the result. NaN in a part is its maximum.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![4, 4]> = Tensor::arange();
    /// assert_eq!(x.adaptive_max_pool2d((Dim::<2>, One)), tensor![[7], [15]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2].adaptive_max_pool2d(One);
    /// ```
    ///
    /// # Panics
    /// As `adaptive_avg_pool2d`.
    fn adaptive_max_pool2d(sizes);

    /// Averages of the last axis down (or up) to the sizes `O`, for all that can be read.
    trait AdaptivePooling1d: AdaptivePool1d -> AdaptivelyPooled1d, over 1;

    /// The last axis averaged down (or up) to a size of your own: `[…, L]` to `Dim::<7>` -> `[…, 7]`. PyTorch's
    /// `F.adaptive_avg_pool1d`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 2.0, 6.0].adaptive_avg_pool1d(Dim::<2>), tensor![1.5, 4.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].sum_all().adaptive_avg_pool1d(One);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has size 0, and the result is not empty. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![3, 0]>::zeros().adaptive_avg_pool1d(Dim::<2>);
    /// ```
    fn adaptive_avg_pool1d(size);

    /// The largest element of each part of the last axis, which is shared out to a size of your own: `[…, L]` to `Dim::<7>` -> `[…, 7]`. PyTorch's
    /// `F.adaptive_max_pool1d`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 7, 6].adaptive_max_pool1d(Dim::<2>), tensor![7, 7]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2].sum_all().adaptive_max_pool1d(One);
    /// ```
    ///
    /// # Panics
    /// As `adaptive_avg_pool1d`.
    fn adaptive_max_pool1d(size);

    /// Depth, height and width pooled to the sizes `O`, for all that can be read.
    trait AdaptivePooling3d: AdaptivePool3d -> AdaptivelyPooled3d, over 3;

    /// Depth, height and width averaged down (or up) to sizes of your own: `[…, D, H, W]` to `(Dim::<4>, Dim::<7>, Dim::<5>)` -> `[…, 4, 7, 5]`.
    /// PyTorch's `F.adaptive_avg_pool3d`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![2, 2, 4]> = Tensor::arange();
    /// assert_eq!(x.adaptive_avg_pool3d((Dim::<2>, One, One)), tensor![[[3.5]], [[11.5]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0]].adaptive_avg_pool3d(One);
    /// ```
    ///
    /// # Panics
    /// As `adaptive_avg_pool2d`.
    fn adaptive_avg_pool3d(sizes);

    /// The largest element of each part of depth, height and width, which are shared out to sizes of your own: `[…, D, H, W]` to
    /// `(Dim::<4>, Dim::<7>, Dim::<5>)` -> `[…, 4, 7, 5]`. PyTorch's `F.adaptive_max_pool3d`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![2, 2, 4]> = Tensor::arange();
    /// assert_eq!(x.adaptive_max_pool3d((Dim::<2>, One, One)), tensor![[[7]], [[15]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2]].adaptive_max_pool3d(One);
    /// ```
    ///
    /// # Panics
    /// As `adaptive_avg_pool2d`.
    fn adaptive_max_pool3d(sizes);
}

operation! {
    /// Height and width times the factors `F`, for all that can be read.
    trait Upsampling2d[F][F] for X where [X: Operand<Shape: Upsample2d<F>> + ?Sized] {
        /// The shape of the result.
        type Upsampled: Shape = Upsampled2d<X::Shape, F>;
    }

    /// Each element repeated along height and width: `[…, H, W]` by `Dim::<2>` -> `[…, 2 H, 2 W]`. PyTorch's
    /// `F.interpolate(x, scale_factor=2, mode="nearest")`. Allocates the result. A run-time `Width` becomes `Times<Width, Dim<2>>`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let y = tensor![[1, 2]].upsample_nearest2d(Dim::<2>);
    /// assert_eq!(y, tensor![[1, 1, 2, 2], [1, 1, 2, 2]]);
    /// assert_eq!(tensor![[1, 2]].upsample_nearest2d((One, Dim::<2>)), tensor![[1, 1, 2, 2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2].upsample_nearest2d(Dim::<2>);
    /// ```
    #[doc(alias = "interpolate")]
    fn upsample_nearest2d( // as `x.upsample_nearest2d(Dim::<2>)`
        &self, factors: F) -> Tensor<Self::Elem, Self::Upsampled, Self::Kind>
    where [Self::Elem: Clone]
    {
        let x = self.view();
        let from = x.shape().dims();
        let factors = const { <X::Shape as Upsample2d<F>>::FACTORS };
        let [rows, columns] = factors;
        let mut sizes = from.sizes;
        for (size, factor) in sizes.iter_mut().zip([columns, rows]) {
            *size = size.checked_mul(factor).expect("a size that `usize` can count");
        }
        let to: Self::Upsampled = run_time::shape(&sizes);
        let forward = |(x,): (View<'_, _, _, _>,)| {
            let mut result = room(to.numel());
            if to.numel() > 0 {
                each_plane(&x, from.sizes[0], |row| {
                    for element in row {
                        result.extend(core::iter::repeat_n(element, columns).cloned());
                    }
                    for _ in 1..rows {
                        result.extend_from_within(result.len() - sizes[0]..);
                    }
                });
            }
            Buffer::from_vec(result)
        };
        let back = UpsamplingBack { input: plane(&from), factors };
        Tensor::made(Self::Kind::apply_op((x,), to, forward, back), to)
    }
}

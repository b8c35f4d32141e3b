//! Interpolation: `interpolate1d`, `interpolate2d`, `interpolate3d`, and its way back.

use num_traits::Float;

use super::rows::elements;
use super::wide::wide;
use crate::kernels::resample::{self, Resample};
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::Shape;
use crate::shape::diagnostics::FloatElement;
use crate::shape::layout::Layout;
use crate::shape::resize::{
    self, Interpolate1d, Interpolate2d, Interpolate3d, Interpolated1d, Interpolated2d, Interpolated3d, Resize, resized,
};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

operation! {
    /// Height and width resized by interpolation, with the options `Resize<Z, M>`, for all that can be read.
    trait Resizing2d[Z, M][Z, M] for X where [X: Operand<Shape: Interpolate2d<Resize<Z, M>>> + ?Sized] {
        /// The shape of the result.
        type Resized: Shape = Interpolated2d<X::Shape, Resize<Z, M>>;
    }

    /// Height and width resized by interpolation: `[…, H, W]` by `Resize::by(Dim::<2>)` -> `[…, 2 H, 2 W]`, and by
    /// `Resize::to((Dim::<7>, Dim::<5>))` -> `[…, 7, 5]`. PyTorch's `F.interpolate(x, scale_factor=2)` and `F.interpolate(x, size=(7, 5))`.
    /// Allocates the result, and memory for one plane that is resized in width only.
    ///
    /// The modes are options of [`Resize`](crate::Resize): the nearest element, which is the default, `nearest_exact`, `linear`, `cubic` and `area`, with
    /// `align_corners` and `antialias`. Height and width can be run-time axes, before and after; then `Width` becomes `Times<Width, Dim<2>>`,
    /// or the axis that the program names: `Resize::to((Rows(7), Columns(5)))`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 3.0]];
    /// assert_eq!(x.interpolate2d(Resize::by((One, Dim::<2>)).linear()), tensor![[1.0, 1.5, 2.5, 3.0]]);
    /// assert_eq!(x.interpolate2d(Resize::to((Dim::<2>, Dim::<3>)).linear().align_corners()), tensor![[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]);
    /// assert_eq!(x.interpolate2d(Resize::by(Dim::<2>)), tensor![[1.0, 1.0, 3.0, 3.0], [1.0, 1.0, 3.0, 3.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].interpolate2d(Resize::by(Dim::<2>).linear());
    /// ```
    ///
    /// # Panics
    /// If height or width is 0, and the result is not empty.
    #[doc(alias = "interpolate")]
    #[doc(alias = "upsample")]
    #[doc(alias = "resize")]
    fn interpolate2d( // as `x.interpolate2d(Resize::by(Dim::<2>))`, or `Resize::to((Dim::<9>, Dim::<16>)).linear()`
        &self, options: Resize<Z, M>) -> Tensor<Self::Elem, Self::Resized, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let news = |from| <X::Shape as Interpolate2d<_>>::news(&options, from);
        interpolated(self.view(), 2, how(&options), news)
    }
}

operation! {
    /// The last axis resized by interpolation, with the options `Resize<Z, M>`, for all that can be read.
    trait Resizing1d[Z, M][Z, M] for X where [X: Operand<Shape: Interpolate1d<Resize<Z, M>>> + ?Sized] {
        /// The shape of the result.
        type Resized: Shape = Interpolated1d<X::Shape, Resize<Z, M>>;
    }

    /// The last axis resized by interpolation: `[…, L]` by `Resize::by(Dim::<2>)` -> `[…, 2 L]`. PyTorch's `F.interpolate(x, scale_factor=2)` of
    /// signals; see [`interpolate2d`](Resizing2d::interpolate2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1.0, 3.0];
    /// assert_eq!(x.interpolate1d(Resize::to(Dim::<3>).linear().align_corners()), tensor![1.0, 2.0, 3.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].interpolate1d(Resize::to((Dim::<2>, Dim::<3>)));
    /// ```
    ///
    /// # Panics
    /// If the axis has size 0, and the result is not empty.
    fn interpolate1d( // as `x.interpolate1d(Resize::by(Dim::<2>))`, or `Resize::to(Dim::<16>).linear()`
        &self, options: Resize<Z, M>) -> Tensor<Self::Elem, Self::Resized, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let news = |from| <X::Shape as Interpolate1d<_>>::news(&options, from);
        interpolated(self.view(), 1, how(&options), news)
    }
}

operation! {
    /// Depth, height and width resized by interpolation, with the options `Resize<Z, M>`, for all that can be read.
    trait Resizing3d[Z, M][Z, M] for X where [X: Operand<Shape: Interpolate3d<Resize<Z, M>>> + ?Sized] {
        /// The shape of the result.
        type Resized: Shape = Interpolated3d<X::Shape, Resize<Z, M>>;
    }

    /// Depth, height and width resized by interpolation: `[…, D, H, W]` by `Resize::by(Dim::<2>)` -> `[…, 2 D, 2 H, 2 W]`. PyTorch's
    /// `F.interpolate(x, scale_factor=2)` of volumes; see [`interpolate2d`](Resizing2d::interpolate2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[1.0, 3.0]]];
    /// let y = x.interpolate3d(Resize::to((Dim::<2>, One, Dim::<3>)).linear().align_corners());
    /// assert_eq!(y, tensor![[[1.0, 2.0, 3.0]], [[1.0, 2.0, 3.0]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0]].interpolate3d(Resize::by(Dim::<2>));
    /// ```
    ///
    /// # Panics
    /// If depth, height or width is 0, and the result is not empty.
    fn interpolate3d( // as `x.interpolate3d(Resize::by(Dim::<2>))`
        &self, options: Resize<Z, M>) -> Tensor<Self::Elem, Self::Resized, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let news = |from| <X::Shape as Interpolate3d<_>>::news(&options, from);
        interpolated(self.view(), 3, how(&options), news)
    }
}

/// The options that are no sizes.
type How = (resample::Mode, bool, bool);

fn how<Z, M>(options: &Resize<Z, M>) -> How {
    let mode = match options.mode {
        resize::Mode::Nearest => resample::Mode::Nearest,
        resize::Mode::NearestExact => resample::Mode::NearestExact,
        resize::Mode::Area => resample::Mode::Area,
        resize::Mode::Linear => resample::Mode::Linear,
        resize::Mode::Cubic => resample::Mode::Cubic,
    };
    (mode, options.align_corners, options.antialias)
}

fn interpolated<T: Float, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    axes: usize,
    (mode, align_corners, antialias): How,
    news: impl FnOnce([usize; 3]) -> [(Option<usize>, Option<f64>); 3],
) -> Tensor<T, O, K> {
    let (shape, from, to, steps) = resized::<_, O>(x.shape(), axes, news);
    let work = Resample { from, to, steps, mode, align_corners, antialias };
    let numel = shape.numel();
    assert!(
        numel == 0 || !from.contains(&0),
        "cannot interpolate between no elements: depth, height and width are {from:?}"
    );
    Tensor::made(K::apply_op((x,), shape, |(x,)| resampled(&x, numel, &work), ResampleBack(work)), shape)
}

fn resampled<X: Values<Elem: Float> + ?Sized>(x: &X, numel: usize, work: &Resample) -> Buffer<X::Elem> {
    if const { can_be::<X::Elem>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return rounded(resampled(&x.view(), numel, work).as_slice(), ByNumbers);
    }
    let mut result = room(numel);
    if numel > 0 {
        resample::resample(work, &elements(x), &mut result);
    }
    Buffer::from_vec(result)
}

/// The way back of interpolation: each gradient goes to the elements that its place was made of, by their weights.
pub(super) struct ResampleBack(pub Resample);
held!(ResampleBack; lowered);

impl<T: Real> Backward<T> for ResampleBack {
    fn name(&self) -> &'static str {
        "interpolate"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        to.accumulate(0, |to| resample::resample_back(&self.0, grad.as_slice(), to));
        to.free(grad);
    }
}

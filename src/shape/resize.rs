//! The shapes of interpolation, and its options.

use core::fmt;
use core::marker::PhantomData;

use super::diagnostics::{NewSize, NewSizes2d, NewSizes3d, PerAxis, PerAxis3d, ResizesOne, ResizesThree, ResizesTwo};
use super::results::results;
use super::size::{Product, Quotient, Size, StaticSize};
use super::verdict::Ours;
use super::{Shape, run_time};

/// How places between elements are made of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Nearest,
    NearestExact,
    Area,
    Linear,
    Cubic,
}

/// The options of interpolation: which size axes get, as a type, and how, as a value. PyTorch's `F.interpolate` has the same words and defaults.
///
/// `Resize::to` takes sizes of the result, `Resize::by` factors: one for each axis, or one for all. Sizes can be known when the program runs:
/// `Resize::to((Height(480), Width(640)))`. The mode is the nearest element if no other is asked for; `linear` is PyTorch's `"linear"`,
/// `"bilinear"` and `"trilinear"`, in as many axes as are resized, and `cubic` its `"bicubic"`.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
/// let y: Tensor<f32, shape![8, 3, 64, 64]> = x.interpolate2d(Resize::by(Dim::<2>).linear());
/// let y: Tensor<f32, shape![8, 3, 48, 20]> = x.interpolate2d(Resize::to((Dim::<48>, Dim::<20>)).cubic().align_corners());
/// let y: Tensor<f32, shape![8, 3, 24, 24]> = x.interpolate2d(Resize::by(Dim::<3>).over(Dim::<4>).area());
/// ```
///
/// Only what lies between elements has corners to align:
///
/// ```compile_fail,E0599
/// use shaped::prelude::*;
/// Resize::by(Dim::<2>).align_corners();
/// ```
pub struct Resize<Z, M = Sharp> {
    sizes: Z,
    pub(crate) mode: Mode,
    pub(crate) align_corners: bool,
    pub(crate) antialias: bool,
    how: PhantomData<M>,
}

/// A mode whose results are elements, or means of such.
#[derive(Clone, Copy, Debug)]
pub struct Sharp;

/// A mode whose results lie between elements.
#[derive(Clone, Copy, Debug)]
pub struct Smooth;

/// Sizes of the result: what [`Resize::to`] makes of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Onto<Z>(Z);

/// Factors: what [`Resize::by`] makes of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct By<F>(PhantomData<F>);

/// A fraction `F / N` of the size, rounded down: what [`Resize::over`] makes of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByRatio<F, N>(PhantomData<(F, N)>);

impl<Z: Clone, M> Clone for Resize<Z, M> {
    fn clone(&self) -> Self {
        Resize { sizes: self.sizes.clone(), ..*self }
    }
}
impl<Z: Copy, M> Copy for Resize<Z, M> {}
impl<Z: fmt::Debug, M> fmt::Debug for Resize<Z, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Resize { sizes, mode, align_corners, antialias, .. } = self;
        f.debug_struct("Resize")
            .field("sizes", sizes)
            .field("mode", mode)
            .field("align_corners", align_corners)
            .field("antialias", antialias)
            .finish()
    }
}

impl<Z: Default> Default for Resize<Z> {
    fn default() -> Self {
        Resize::with(Z::default(), Mode::Nearest)
    }
}

impl<Z, M> Resize<Z, M> {
    const fn with(sizes: Z, mode: Mode) -> Self {
        Resize { sizes, mode, align_corners: false, antialias: false, how: PhantomData }
    }
}

impl<Z: Copy> Resize<Onto<Z>> {
    /// To sizes of your own: one for each axis, or one for all. PyTorch's `size=`.
    #[must_use]
    pub const fn to(sizes: Z) -> Self {
        Resize::with(Onto(sizes), Mode::Nearest)
    }
}

impl<F: Copy> Resize<By<F>> {
    /// By whole factors: one for each axis, or one for all. PyTorch's `scale_factor=`. A run-time `Width` becomes `Times<Width, F>`.
    #[must_use]
    pub const fn by(_: F) -> Self {
        Resize::with(By(PhantomData), Mode::Nearest)
    }
}

impl<F: Copy, M> Resize<By<F>, M> {
    /// By a fraction: `Resize::by(Dim::<3>).over(Dim::<2>)` is PyTorch's `scale_factor=1.5`, and makes `3 H / 2` of `H`, rounded down.
    #[must_use]
    pub const fn over<N: Copy>(self, _: N) -> Resize<ByRatio<F, N>, M> {
        let Resize { mode, align_corners, antialias, .. } = self;
        Resize { sizes: ByRatio(PhantomData), mode, align_corners, antialias, how: PhantomData }
    }
}

impl<Z: Copy> Resize<Z> {
    /// The element whose middle is nearest. PyTorch's `mode="nearest-exact"`; its `"nearest"`, the default, takes the one before that in places.
    #[must_use]
    pub const fn nearest_exact(self) -> Self {
        Resize::with(self.sizes, Mode::NearestExact)
    }
    /// The mean of the elements that share a place. PyTorch's `mode="area"`.
    #[must_use]
    pub const fn area(self) -> Self {
        Resize::with(self.sizes, Mode::Area)
    }
    /// The neighbours on both sides, by their distance. PyTorch's `mode="linear"`, `"bilinear"` and `"trilinear"`.
    #[must_use]
    #[doc(alias = "bilinear")]
    #[doc(alias = "trilinear")]
    pub const fn linear(self) -> Resize<Z, Smooth> {
        Resize::with(self.sizes, Mode::Linear)
    }
    /// Two neighbours on both sides, by a cubic convolution. PyTorch's `mode="bicubic"`.
    #[must_use]
    #[doc(alias = "bicubic")]
    pub const fn cubic(self) -> Resize<Z, Smooth> {
        Resize::with(self.sizes, Mode::Cubic)
    }
}

impl<Z: Copy> Resize<Z, Smooth> {
    /// The first and the last element are the first and the last of the result. PyTorch's `align_corners=True`.
    #[must_use]
    pub const fn align_corners(self) -> Self {
        Resize { align_corners: true, ..self }
    }
    /// Where the result is smaller, all elements count, by a filter as wide as its places lie apart. PyTorch's `antialias=True`.
    #[must_use]
    pub const fn antialias(self) -> Self {
        Resize { antialias: true, ..self }
    }
}

impl<Z, M> Ours for Resize<Z, M> {}
impl<Z> Ours for Onto<Z> {}
impl<F> Ours for By<F> {}
impl<F, N> Ours for ByRatio<F, N> {}

#[diagnostic::do_not_recommend]
impl<D: Size> NewSize for Onto<D> {
    type Of<H: Size> = D;
    fn of(self, _: usize) -> Option<usize> {
        Some(self.0.get())
    }
}

#[diagnostic::do_not_recommend]
impl<F: StaticSize> NewSize for By<F> {
    type Of<H: Size> = Product<H, F>;
    fn of(self, from: usize) -> Option<usize> {
        from.checked_mul(F::SIZE)
    }
}

#[diagnostic::do_not_recommend]
impl<F: StaticSize, N: StaticSize> NewSize for ByRatio<F, N> {
    type Of<H: Size> = Quotient<Product<H, F>, N>;
    fn of(self, from: usize) -> Option<usize> {
        const { assert!(N::SIZE > 0, "a fraction of 0 parts") };
        Some(from.checked_mul(F::SIZE)? / N::SIZE)
    }
    fn step(self) -> Option<f64> {
        Some(N::SIZE as f64 / F::SIZE as f64)
    }
}

/// Sizes for each of some axes: one for all, or one each.
macro_rules! new_sizes {
    ($trait:ident of $factors:ident, $($axis:ident $value:tt),+) => {
        #[diagnostic::do_not_recommend]
        impl<D: Size> $trait for Onto<D> {
            $(type $axis = Self;)+
            fn each(self) -> ($(Self::$axis,)+) {
                ($({ let each: Self::$axis = self; each },)+)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($axis: Size),+> $trait for Onto<($($axis,)+)> {
            $(type $axis = Onto<$axis>;)+
            fn each(self) -> ($(Self::$axis,)+) {
                ($(Onto(self.0.$value),)+)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<F: $factors> $trait for By<F> {
            $(type $axis = By<F::$axis>;)+
            fn each(self) -> ($(Self::$axis,)+) {
                ($(By::<F::$axis>(PhantomData),)+)
            }
        }
    };
}
new_sizes!(NewSizes2d of PerAxis, Height 0, Width 1);
new_sizes!(NewSizes3d of PerAxis3d, Depth 0, Height 1, Width 2);

#[diagnostic::do_not_recommend]
impl<F: PerAxis, N: PerAxis> NewSizes2d for ByRatio<F, N> {
    type Height = ByRatio<F::Height, N::Height>;
    type Width = ByRatio<F::Width, N::Width>;
    fn each(self) -> (Self::Height, Self::Width) {
        (ByRatio(PhantomData), ByRatio(PhantomData))
    }
}

/// A new size, and how far its places lie apart.
type New = (Option<usize>, Option<f64>);

fn new<N: NewSize>(by: N, from: usize) -> New {
    (by.of(from), by.step())
}

/// Interpolation of some last axes by the options `O`: a row for so many.
macro_rules! interpolations {
    ($(#[$doc:meta])* pub trait $trait:ident<O>: Shape; $(#[$about:meta])* pub type $output:ident;) => {
        results! {
            $(#[$doc])*
            pub trait $trait<O>: Shape with {
                /// What becomes of depth, height and width.
                #[doc(hidden)]
                fn news(options: &O, from: [usize; 3]) -> [New; 3];
            };
            $(#[$about])*
            pub type $output;
        }
    };
}

interpolations! {
    /// A shape `[…, L]` whose last axis is resized by the options `O`: what `interpolate1d` gives. Nothing is asked of sizes, so that generic code
    /// needs no bound, and they can be run-time axes.
    pub trait Interpolate1d<O>: Shape;
    /// The shape of interpolation: `Interpolated1d<shape![2, 14], Resize<By<Dim<2>>>>` is `shape![2, 28]`.
    pub type Interpolated1d;
}

type Lead1<X, O> = <O as ResizesOne<X, <X as Shape>::Shown>>::Leading;
type Long<X, O> = <O as ResizesOne<X, <X as Shape>::Shown>>::Width;

impl<X: Shape, Z: NewSize, M> Interpolate1d<Resize<Z, M>> for X
where
    Z: ResizesOne<X, X::Shown>,
{
    type Output = (Lead1<X, Z>, Z::Of<Long<X, Z>>);
    fn news(options: &Resize<Z, M>, from: [usize; 3]) -> [New; 3] {
        [SAME, SAME, new(options.sizes, from[2])]
    }
}

/// An axis that there is not.
const SAME: New = (Some(1), None);

interpolations! {
    /// A shape `[…, H, W]` whose height and width are resized by the options `O`: what `interpolate2d` gives. Nothing is asked of sizes, so that
    /// generic code needs no bound, and they can be run-time axes:
    ///
    /// ```
    /// use shaped::{prelude::*, size::Product};
    /// fn twice<B: Size, H: Size, W: Size>(
    ///     x: &Tensor<f32, shape![B, H, W]>,
    /// ) -> Tensor<f32, shape![B, Product<H, Dim<2>>, Product<W, Dim<2>>]> {
    ///     x.interpolate2d(Resize::by(Dim::<2>).linear())
    /// }
    /// assert_eq!(twice(&Tensor::<f32, shape![3, 5, 8]>::ones()).sizes(), [3, 10, 16]);
    /// ```
    pub trait Interpolate2d<O>: Shape;
    /// The shape of interpolation: `Interpolated2d<shape![3, 14, 14], Resize<By<Dim<2>>>>` is `shape![3, 28, 28]`.
    pub type Interpolated2d;
}

type Lead2<X, O> = <O as ResizesTwo<X, <X as Shape>::Shown>>::Leading;
type High<X, O> = <O as ResizesTwo<X, <X as Shape>::Shown>>::Height;
type Wide<X, O> = <O as ResizesTwo<X, <X as Shape>::Shown>>::Width;
type OfHeight<Z, H> = <<Z as NewSizes2d>::Height as NewSize>::Of<H>;
type OfWidth<Z, W> = <<Z as NewSizes2d>::Width as NewSize>::Of<W>;

impl<X: Shape, Z: NewSizes2d, M> Interpolate2d<Resize<Z, M>> for X
where
    Z: ResizesTwo<X, X::Shown>,
{
    type Output = ((Lead2<X, Z>, OfHeight<Z, High<X, Z>>), OfWidth<Z, Wide<X, Z>>);
    fn news(options: &Resize<Z, M>, from: [usize; 3]) -> [New; 3] {
        let (height, width) = options.sizes.each();
        [SAME, new(height, from[1]), new(width, from[2])]
    }
}

interpolations! {
    /// A shape `[…, D, H, W]` whose depth, height and width are resized by the options `O`: what `interpolate3d` gives.
    pub trait Interpolate3d<O>: Shape;
    /// The shape of interpolation: `Interpolated3d<shape![4, 14, 14], Resize<By<Dim<2>>>>` is `shape![8, 28, 28]`.
    pub type Interpolated3d;
}

type Lead3<X, O> = <O as ResizesThree<X, <X as Shape>::Shown>>::Leading;
type Of3<Z, X> = (
    (
        (Lead3<X, Z>, <<Z as NewSizes3d>::Depth as NewSize>::Of<<Z as ResizesThree<X, <X as Shape>::Shown>>::Depth>),
        <<Z as NewSizes3d>::Height as NewSize>::Of<<Z as ResizesThree<X, <X as Shape>::Shown>>::Height>,
    ),
    <<Z as NewSizes3d>::Width as NewSize>::Of<<Z as ResizesThree<X, <X as Shape>::Shown>>::Width>,
);

impl<X: Shape, Z: NewSizes3d, M> Interpolate3d<Resize<Z, M>> for X
where
    Z: ResizesThree<X, X::Shown>,
{
    type Output = Of3<Z, X>;
    fn news(options: &Resize<Z, M>, from: [usize; 3]) -> [New; 3] {
        let (depth, height, width) = options.sizes.each();
        [new(depth, from[0]), new(height, from[1]), new(width, from[2])]
    }
}

/// The shape of the result, whose last `axes` axes have these sizes, and depth, height and width of both.
pub(crate) fn resized<X: Shape, O: Shape>(
    x: X,
    axes: usize,
    news: impl FnOnce([usize; 3]) -> [New; 3],
) -> (O, [usize; 3], [usize; 3], [Option<f64>; 3]) {
    let mut sizes = x.dims().sizes;
    let from = volume(&sizes, axes);
    let news = news(from);
    let to = news.map(|(size, _)| size.expect("a size that `usize` can count"));
    sizes[..axes].iter_mut().zip(to.iter().rev()).for_each(|(size, to)| *size = *to);
    (run_time::shape(&sizes), from, to, news.map(|(_, step)| step))
}

/// Depth, height and width, 1 where there is no such axis.
fn volume(sizes: &[usize], axes: usize) -> [usize; 3] {
    core::array::from_fn(|i| if 2 - i < axes { sizes[2 - i] } else { 1 })
}

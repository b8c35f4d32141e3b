//! Windows that slide over an axis: the options of convolutions and pooling as types, and the arithmetic of sizes.

use core::fmt;
use core::marker::PhantomData;

use typenum::U1;

use super::computed::{Len, Spread};
pub(crate) use super::diagnostics::EachAxis;
use super::diagnostics::{GroupCount, PadsEach, PadsEach3d};
pub use super::diagnostics::{PerAxis, PerAxis3d};
use super::dims::Dims;
use super::number::{Bool, Nat};
use super::pad::{PadRule, SamePadding, WholeTiles};
use super::size::{Dim, Grouping, One, Size, StaticSize};
use super::verdict::Ours;

impl<D: StaticSize> Ours for D {}
#[diagnostic::do_not_recommend]
impl<D: StaticSize> PerAxis for D {
    type Height = D;
    type Width = D;
}

impl<H: StaticSize, W: StaticSize> Ours for (H, W) {}
#[diagnostic::do_not_recommend]
impl<H: StaticSize, W: StaticSize> PerAxis for (H, W) {
    type Height = H;
    type Width = W;
}

#[diagnostic::do_not_recommend]
impl<D: StaticSize> PerAxis3d for D {
    type Depth = D;
    type Height = D;
    type Width = D;
}

impl<D: StaticSize, H: StaticSize, W: StaticSize> Ours for (D, H, W) {}
#[diagnostic::do_not_recommend]
impl<D: StaticSize, H: StaticSize, W: StaticSize> PerAxis3d for (D, H, W) {
    type Depth = D;
    type Height = H;
    type Width = W;
}

#[diagnostic::do_not_recommend]
impl<D: StaticSize> EachAxis for D {
    type Given = D::Static;
}
#[diagnostic::do_not_recommend]
impl<H: StaticSize, W: StaticSize> EachAxis for (H, W) {
    type Given = (H::Static, W::Static);
}
#[diagnostic::do_not_recommend]
impl<D: StaticSize, H: StaticSize, W: StaticSize> EachAxis for (D, H, W) {
    type Given = (D::Static, H::Static, W::Static);
}
#[diagnostic::do_not_recommend]
impl<D: StaticSize> GroupCount for D {
    type Given = D::Static;
}

/// What types without a value of their own need, each once.
macro_rules! options {
    ($name:ident<$($t:ident),*>) => {
        impl<$($t),*> Clone for $name<$($t),*> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($t),*> Copy for $name<$($t),*> {}
        impl<$($t),*> fmt::Debug for $name<$($t),*> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(core::any::type_name::<Self>())
            }
        }
    };
}

/// The options of a convolution, as a type: stride, padding, dilation and groups, with PyTorch's defaults 1, 0, 1 and 1.
///
/// A value is a size for both axes, or a pair (height, width): `Dim::<2>`, `One`, `(Dim::<2>, One)`.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
/// let w: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::ones();
/// let same: Tensor<f32, shape![8, 16, 32, 32]> = x.conv2d(&w, Conv::new().padding(One));
/// let half: Tensor<f32, shape![8, 16, 16, 32]> = x.conv2d(&w, Conv::new().stride((Dim::<2>, One)).padding(One));
/// ```
///
/// Code that is generic over the options names the type, `Conv<S, P>`, and makes its value by `Conv::default()`:
///
/// ```
/// use shaped::{Convolve2d, Convolved2d, prelude::*};
/// fn layer<X: Shape, W: Shape, S, P>(x: &Tensor<f32, X>, w: &Tensor<f32, W>) -> Tensor<f32, Convolved2d<X, W, Conv<S, P>>>
/// where
///     X: Convolve2d<W, Conv<S, P>>,
/// {
///     x.conv2d(w, Conv::default())
/// }
/// let x: Tensor<f32, shape![3, 32, 32]> = Tensor::ones();
/// let y = layer::<_, shape![16, 3, 3, 3], Dim<2>, One>(&x, &Tensor::ones());
/// assert_eq!(y.sizes(), [16, 16, 16]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let _ = Conv::new().stride(2);
/// ```
pub struct Conv<S = One, P = Dim<0>, D = One, G = One>(PhantomData<(S, P, D, G)>); // as `Conv::new().stride(Dim::<2>)`
options!(Conv<S, P, D, G>);

impl Conv {
    /// Stride 1, no padding, dilation 1, one group.
    #[must_use]
    pub const fn new() -> Self {
        Conv(PhantomData)
    }
}

impl Conv<One, SamePadding> {
    /// As many zeros on either side as keep an axis's size, `D (K - 1) / 2` for a kernel of size `K` and dilation `D`; with stride `S` the
    /// result is `H / S`, rounded up. PyTorch's `padding=(K - 1) // 2`, and with stride 1 its `padding="same"`.
    ///
    /// That holds for every `H`, so that generic code needs no bound: with stride 1 the result is `H` itself, and two ways of one stride
    /// meet, whatever their kernels are.
    ///
    /// ```
    /// use shaped::{prelude::*, size::QuotientUp};
    /// type Down<H> = QuotientUp<H, Dim<2>>;
    /// fn block<B: Size, H: StaticSize, W: StaticSize>(
    ///     x: &Tensor<f32, shape![B, 8, H, W]>,
    ///     wide: &Tensor<f32, shape![16, 8, 3, 3]>,
    ///     narrow: &Tensor<f32, shape![16, 8, 1, 1]>,
    /// ) -> Tensor<f32, shape![B, 16, Down<H>, Down<W>]> {
    ///     let halves = Conv::same().stride(Dim::<2>);
    ///     x.conv2d(wide, halves) + x.conv2d(narrow, halves)
    /// }
    /// let y = block(&Tensor::<f32, shape![4, 8, 15, 16]>::ones(), &Tensor::ones(), &Tensor::ones());
    /// assert_eq!(y.sizes(), [4, 16, 8, 8]);
    /// ```
    ///
    /// An even kernel has no middle:
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (x, w): (Tensor<f32, shape![3, 8, 8]>, Tensor<f32, shape![5, 3, 2, 2]>) = (Tensor::ones(), Tensor::ones());
    /// x.conv2d(&w, Conv::same());
    /// ```
    #[must_use]
    pub const fn same() -> Self {
        Conv(PhantomData)
    }
}

impl<S, P, D, G> Default for Conv<S, P, D, G> {
    fn default() -> Self {
        Conv(PhantomData)
    }
}

impl<S, P, D, G> Conv<S, P, D, G> {
    /// The step from one place of the kernel to the next.
    #[must_use]
    pub const fn stride<T: EachAxis>(self, _: T) -> Conv<T::Given, P, D, G> {
        Conv(PhantomData)
    }
    /// How many zeros are put on either side of an axis.
    #[must_use]
    pub const fn padding<T: EachAxis>(self, _: T) -> Conv<S, T::Given, D, G> {
        Conv(PhantomData)
    }
    /// The step from one element of the kernel to the next.
    #[must_use]
    pub const fn dilation<T: EachAxis>(self, _: T) -> Conv<S, P, T::Given, G> {
        Conv(PhantomData)
    }
    /// In how many groups the channels are convolved, each with weights of its own.
    #[must_use]
    pub const fn groups<T: GroupCount>(self, _: T) -> Conv<S, P, D, T::Given> {
        Conv(PhantomData)
    }
}

/// The options of a transposed convolution, as a type: those of [`Conv`], and output padding.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f32, shape![8, 16, 7, 7]> = Tensor::ones();
/// let w: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::ones();
/// let options = TransposedConv::new().stride(Dim::<2>).padding(One).output_padding(One);
/// let y: Tensor<f32, shape![8, 3, 14, 14]> = x.conv_transpose2d(&w, options);
/// ```
pub struct TransposedConv<S = One, P = Dim<0>, E = Dim<0>, D = One, G = One>(PhantomData<(S, P, E, D, G)>); // as `TransposedConv::new().stride(Dim::<2>)`
options!(TransposedConv<S, P, E, D, G>);

impl TransposedConv {
    /// Stride 1, no padding, dilation 1, one group.
    #[must_use]
    pub const fn new() -> Self {
        TransposedConv(PhantomData)
    }
}

impl<S, P, E, D, G> Default for TransposedConv<S, P, E, D, G> {
    fn default() -> Self {
        TransposedConv(PhantomData)
    }
}

impl<S, P, E, D, G> TransposedConv<S, P, E, D, G> {
    /// The step in the result from one element of the input to the next.
    #[must_use]
    pub const fn stride<T: EachAxis>(self, _: T) -> TransposedConv<T::Given, P, E, D, G> {
        TransposedConv(PhantomData)
    }
    /// How much is cut off the result on either side of an axis.
    #[must_use]
    pub const fn padding<T: EachAxis>(self, _: T) -> TransposedConv<S, T::Given, E, D, G> {
        TransposedConv(PhantomData)
    }
    /// How much is added to the result at the end of an axis; less than the stride or the dilation.
    #[must_use]
    pub const fn output_padding<T: EachAxis>(self, _: T) -> TransposedConv<S, P, T::Given, D, G> {
        TransposedConv(PhantomData)
    }
    /// The step from one element of the kernel to the next.
    #[must_use]
    pub const fn dilation<T: EachAxis>(self, _: T) -> TransposedConv<S, P, E, T::Given, G> {
        TransposedConv(PhantomData)
    }
    /// In how many groups the channels are convolved, each with weights of its own.
    #[must_use]
    pub const fn groups<T: GroupCount>(self, _: T) -> TransposedConv<S, P, E, D, T::Given> {
        TransposedConv(PhantomData)
    }
}

/// The options of pooling, as a type: the kernel, the stride, which is the kernel's size if it is not given, and the padding,
/// which is 0.
///
/// A value is a size for both axes, or a pair (height, width): `Dim::<2>`, `One`, `(Dim::<2>, One)`. Code that is generic over
/// the options makes their value by `Pool::default()`.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f32, shape![8, 16, 32, 32]> = Tensor::ones();
/// let half: Tensor<f32, shape![8, 16, 16, 16]> = x.max_pool2d(Pool::new(Dim::<2>));
/// let overlapping: Tensor<f32, shape![8, 16, 16, 16]> =
///     x.max_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One));
/// ```
///
/// Dilation, `ceil_mode`, and what averages are divided by, are options, too:
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<f32, shape![8, 16, 32, 32]> = Tensor::ones();
/// let apart: Tensor<f32, shape![8, 16, 14, 14]> = x.max_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).dilation(Dim::<2>));
/// let more: Tensor<f32, shape![8, 16, 11, 11]> = x.avg_pool2d(Pool::new(Dim::<3>).ceil_mode());
/// let edges = x.avg_pool2d(Pool::new(Dim::<3>).stride(One).padding(One).count_include_pad(false));
/// assert_eq!(edges[[0, 0, 0, 0]], 1.0);
/// ```
pub struct Pool<K, S = K, P = Dim<0>, D = One, R = Floor> {
    average: Average,
    how: PhantomData<(K, S, P, D, R)>,
}
options!(Pool<K, S, P, D, R>);

/// How many windows there are: as many as end within the padded input. PyTorch's default.
#[derive(Clone, Copy, Debug)]
pub struct Floor;

/// How many windows there are: as many as start before the padding behind the input, also if they end beyond it. PyTorch's `ceil_mode=True`.
#[derive(Clone, Copy, Debug)]
pub struct Ceil;

/// What averages are divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Average {
    All,
    Inside,
    By(usize),
}

/// A rule by which the number of windows is rounded: [`Floor`] or [`Ceil`].
pub trait Rounds: Copy + 'static + Ours {
    /// At how many places of an axis a window stands.
    type Places<P: PadRule, H: Size, K: StaticSize, S: StaticSize, D: StaticSize>: Size;
    /// Is it rounded up?
    const UP: bool;
}

impl Ours for Floor {}
impl Rounds for Floor {
    type Places<P: PadRule, H: Size, K: StaticSize, S: StaticSize, D: StaticSize> = P::Places<H, K, S, D>;
    const UP: bool = false;
}
impl Ours for Ceil {}
impl Rounds for Ceil {
    type Places<P: PadRule, H: Size, K: StaticSize, S: StaticSize, D: StaticSize> = P::PlacesUp<H, K, S, D>;
    const UP: bool = true;
}

impl<K, S, P, D, R> Pool<K, S, P, D, R> {
    const fn with(average: Average) -> Self {
        Pool { average, how: PhantomData }
    }
    pub(crate) const fn average(&self) -> Average {
        self.average
    }
    /// Whether padding counts as zeros in averages, or not at all. It does if this is not asked for, as in PyTorch.
    #[must_use]
    pub const fn count_include_pad(self, it_counts: bool) -> Self {
        Pool::with(if it_counts { Average::All } else { Average::Inside })
    }
    /// A number by which sums are divided in place of how many elements they are of. PyTorch's `divisor_override`.
    ///
    /// # Panics
    /// If it is 0.
    #[must_use]
    pub const fn divisor_override(self, divisor: usize) -> Self {
        assert!(divisor > 0, "averages are divided by 1 or more");
        Pool::with(Average::By(divisor))
    }
}

impl<K: Copy> Pool<K> {
    /// Windows of this size, next to each other, without padding.
    #[must_use]
    pub const fn new(_: K) -> Self {
        Pool::with(Average::All)
    }
}

impl<K: Copy> Pool<K, K, WholeTiles> {
    /// Windows of this size next to each other, as many as there is room for: `H / K`, rounded down. The same as [`new`](Pool::new), but for
    /// an axis that is shorter than the window: of that the result has none, size 0, where `new` does not compile.
    ///
    /// So code with generic heights and widths needs no bound:
    ///
    /// ```
    /// use shaped::{prelude::*, size::Quotient};
    /// fn halves<B: Size, H: StaticSize, W: StaticSize>(
    ///     x: &Tensor<f32, shape![B, H, W]>,
    /// ) -> Tensor<f32, shape![B, Quotient<H, Dim<2>>, Quotient<W, Dim<2>>]> {
    ///     x.max_pool2d(Pool::tiles(Dim::<2>))
    /// }
    /// assert_eq!(halves(&Tensor::<f32, shape![8, 15, 32]>::ones()).sizes(), [8, 7, 16]);
    /// ```
    ///
    /// Tiles have no other stride:
    ///
    /// ```compile_fail,E0599
    /// use shaped::prelude::*;
    /// Pool::tiles(Dim::<2>).stride(One);
    /// ```
    #[must_use]
    pub const fn tiles(_: K) -> Self {
        Pool::with(Average::All)
    }
}

impl<K: Copy> Pool<K, One, SamePadding> {
    /// Windows of this size around each element, or with a stride `S` around every `S`th: the result is `H / S`, rounded up, for every `H`.
    /// The kernel is odd, and the padding `(K - 1) / 2` on either side.
    ///
    /// ```
    /// use shaped::{prelude::*, size::QuotientUp};
    /// fn stem<L: Shape, H: StaticSize>(x: &Tensor<f32, ((L, H), H)>) -> Tensor<f32, ((L, QuotientUp<H, Dim<2>>), QuotientUp<H, Dim<2>>)> {
    ///     x.max_pool2d(Pool::same(Dim::<3>).stride(Dim::<2>)) // PyTorch's `nn.MaxPool2d(3, stride=2, padding=1)`
    /// }
    /// assert_eq!(stem(&Tensor::<f32, shape![64, 112, 112]>::ones()).sizes(), [64, 56, 56]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![64, 112, 112]>::ones().max_pool2d(Pool::same(Dim::<2>));
    /// ```
    #[must_use]
    pub const fn same(_: K) -> Self {
        Pool::with(Average::All)
    }
}

impl<K, S> Pool<K, S, SamePadding> {
    /// The step from one window to the next.
    #[must_use]
    pub const fn stride<T: EachAxis>(self, _: T) -> Pool<K, T::Given, SamePadding> {
        Pool::with(self.average)
    }
}

impl<K, S, P, D, R> Default for Pool<K, S, P, D, R> {
    fn default() -> Self {
        Pool::with(Average::All)
    }
}

impl<K, S, P: EachAxis, D, R> Pool<K, S, P, D, R> {
    /// The step from one window to the next.
    #[must_use]
    pub const fn stride<T: EachAxis>(self, _: T) -> Pool<K, T::Given, P, D, R> {
        Pool::with(self.average)
    }
    /// How much is put on either side of an axis: at most half of the kernel.
    #[must_use]
    pub const fn padding<T: EachAxis>(self, _: T) -> Pool<K, S, T::Given, D, R> {
        Pool::with(self.average)
    }
    /// The step from one element of a window to the next.
    #[must_use]
    pub const fn dilation<T: EachAxis>(self, _: T) -> Pool<K, S, P, T::Given, R> {
        Pool::with(self.average)
    }
    /// The last window may end beyond the padded input, so that no element is left out: `(H + 2 P - K) / S` is rounded up. A window that would start
    /// behind the input is left out. PyTorch's `ceil_mode=True`.
    #[must_use]
    pub const fn ceil_mode(self) -> Pool<K, S, P, D, Ceil> {
        Pool::with(self.average)
    }
}

/// The values of an option that is one size for each of some axes, and the rules by which these are padded.
macro_rules! each_axis {
    ($($of:ident: $each:ident $pads:ident, $($axis:ident)+;)*) => { $(
        pub(crate) mod $of {
            $(pub(crate) type $axis<O> = <O as super::$each>::$axis;)+
            pub(crate) mod pads {
                $(pub(crate) type $axis<P> = <P as super::super::$pads>::$axis;)+
            }
        }
    )* };
}
each_axis! {
    two: PerAxis PadsEach, Height Width;
    three: PerAxis3d PadsEach3d, Depth Height Width;
}
/// The same of one axis, whose value and rule are the option itself.
pub(crate) mod one {
    pub(crate) type Width<O> = O;
    pub(crate) mod pads {
        pub(crate) type Width<P> = P;
    }
}

/// The numbers that the rule `P` makes of stride, dilation and kernel: stride, padding, dilation; and whether it holds for every size.
const fn steps<P: PadRule, K: StaticSize, S: StaticSize, D: StaticSize>() -> ([usize; 3], bool) {
    ([<P::Step<S, K>>::SIZE, <P::Amount<K, D>>::SIZE, <P::Dilation<D>>::SIZE], P::TOTAL)
}

/// What the loops need to know of a convolution's options.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub slides: Slides,
    pub groups: usize,
    /// The output padding of a transposed convolution.
    pub extra: Option<[usize; 3]>,
}

impl Steps {
    /// The sizes that it makes of the last `axes` axes of `from`, where the type of `to` leaves them open.
    pub(crate) fn convolve(&self, axes: usize, from: &Dims, to: &mut Dims) -> Result<(), TooSmall> {
        match self.extra {
            Some(extra) => self.slides.spread(axes, extra, from, to),
            None => self.slides.slide(axes, from, to),
        }
    }
}

/// The numbers of windows over depth, height and width.
#[derive(Clone, Copy, Debug)]
pub struct Slides {
    pub kernel: [usize; 3],
    pub stride: [usize; 3],
    pub padding: [usize; 3],
    pub dilation: [usize; 3],
    /// Is there a place for the window, or none, whatever the axis's size is?
    pub total: [bool; 3],
    /// May the last window end beyond the padding?
    pub up: bool,
}

/// Those of one axis: kernel, then stride, padding and dilation, and whether the rule holds for every size.
pub(crate) type SlidesOn = (usize, ([usize; 3], bool));

/// Those of one axis, of the kernel `K`, by the rule `P`.
pub(crate) const fn slides_on<P: PadRule, K: StaticSize, S: StaticSize, D: StaticSize>() -> SlidesOn {
    (K::SIZE, steps::<P, K, S, D>())
}

/// Those of the last axes, with `none` for the axes in front, which there are not.
pub(crate) const fn on_each<T: Copy, const N: usize>(axes: [T; N], none: T) -> [T; 3] {
    let mut all = [none; 3];
    let mut i = 0;
    while i < N {
        all[3 - N + i] = axes[i];
        i += 1;
    }
    all
}

impl Slides {
    /// Those of the last axes: an axis that there is not has one element.
    pub(crate) const fn new<const N: usize>(axes: [SlidesOn; N], up: bool) -> Self {
        let [depth, height, width] = on_each(axes, (1, ([1, 0, 1], true)));
        let (d, h, w) = (depth.1, height.1, width.1);
        Slides {
            kernel: [depth.0, height.0, width.0],
            stride: [d.0[0], h.0[0], w.0[0]],
            padding: [d.0[1], h.0[1], w.0[1]],
            dilation: [d.0[2], h.0[2], w.0[2]],
            total: [d.1, h.1, w.1],
            up,
        }
    }

    /// The sizes that a transposed convolution makes of the last `axes` axes of `from`, where the type of `to` leaves them open; `extra` is the
    /// output padding.
    fn spread(&self, axes: usize, extra: [usize; 3], from: &Dims, to: &mut Dims) -> Result<(), TooSmall> {
        each_open(axes, to, |axis| {
            let i = 2 - axis;
            let steps = from.sizes[axis].saturating_sub(1).checked_mul(self.stride[i])?;
            let whole = reach(self.kernel[i], self.dilation[i])?.checked_add(steps)?.checked_add(extra[i])?;
            cut(axis, whole, self.padding[i])
        })
    }

    /// The sizes that windows make of the last `axes` axes of `from`, where the type of `to` leaves them open.
    pub(crate) fn slide(&self, axes: usize, from: &Dims, to: &mut Dims) -> Result<(), TooSmall> {
        each_open(axes, to, |axis| {
            let i = 2 - axis;
            let (size, stride, padding) = (from.sizes[axis], self.stride[i], self.padding[i]);
            let reach = reach(self.kernel[i], self.dilation[i])?;
            let padded = padding.checked_mul(2)?.checked_add(size)?;
            match padded.checked_sub(reach) {
                Some(rest) if self.up => {
                    let starts = (size + padding).div_ceil(stride);
                    Some(Ok((rest.div_ceil(stride) + 1).min(starts)))
                }
                Some(rest) => Some(Ok(rest / stride + 1)),
                None if self.total[i] => Some(Ok(0)),
                None => Some(Err(TooSmall { axis, reach, padded, spread: false })),
            }
        })
    }
}

/// What a transposed convolution leaves of an axis once the padding is cut off.
fn cut(axis: usize, whole: usize, padding: usize) -> Option<Result<usize, TooSmall>> {
    let cut = padding.checked_mul(2)?;
    Some(match whole.checked_sub(cut) {
        Some(rest @ 1..) => Ok(rest),
        _ => Err(TooSmall { axis, reach: cut, padded: whole, spread: true }),
    })
}

/// How many elements a kernel reaches over.
fn reach(kernel: usize, dilation: usize) -> Option<usize> {
    kernel.checked_sub(1)?.checked_mul(dilation)?.checked_add(1)
}

/// Computes the sizes of those of the last `axes` axes that the type leaves open.
fn each_open(
    axes: usize,
    to: &mut Dims,
    size: impl Fn(usize) -> Option<Result<usize, TooSmall>>,
) -> Result<(), TooSmall> {
    for axis in (0..axes).rev().filter(|axis| to.unknown >> axis & 1 == 1) {
        to.sizes[axis] = size(axis).expect("a size that `usize` can count")?;
    }
    Ok(())
}

/// A run-time axis is too small for a window, or for what is cut off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooSmall {
    /// Which, counted from the last.
    pub axis: usize,
    reach: usize,
    padded: usize,
    spread: bool,
}

impl TooSmall {
    /// Panics with what does not fit.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn report(self, x: &Dims, name: Option<&'static str>) -> ! {
        let TooSmall { axis, reach, padded, spread } = self;
        let mut sizes = x.sizes;
        let sizes = &mut sizes[..x.rank];
        sizes.reverse();
        let (axis, name) = (axis + 1, name.unwrap_or("without a name"));
        if spread {
            panic!(
                "nothing is left of shape {sizes:?}: on axis -{axis} ({name}) the padding cuts {reach} off {padded} of a transposed convolution"
            );
        }
        panic!(
            "a window is larger than the padded input of shape {sizes:?}: on axis -{axis} ({name}) it reaches over {reach}, and there are {padded}"
        );
    }
}

/// Is this size 1 or more?
pub(crate) type Positive<D> = <U1 as Nat>::Le<Len<D>>;
/// Are all three?
pub(crate) type AllPositive<A, B, C> = <<Positive<A> as Bool>::And<Positive<B>> as Bool>::And<Positive<C>>;

/// Does the cut leave something?
pub(crate) type CutLeaves<H, K, S, P, E, D> = <<Len<P> as Nat>::Double as Nat>::Lt<Spread<H, K, S, E, D>>;
/// Is the output padding less than the stride, or than the dilation?
pub(crate) type LittlePadding<S, E, D> = <<Len<E> as Nat>::Lt<Len<S>> as Bool>::Or<<Len<E> as Nat>::Lt<Len<D>>>;

/// `G` groups of `C` channels: all of them.
pub(crate) type Grouped<G, C> = <<G as StaticSize>::Groups as Grouping>::Of<C>;
/// Do `N` channels make `G` groups, of `C` each?
pub(crate) type Divides<G, C, N> = <<G as StaticSize>::Groups as Grouping>::Divide<C, N>;

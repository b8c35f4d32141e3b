//! Windows that slide over an axis: the options of convolutions and pooling as types, and the arithmetic of sizes.

use core::fmt;
use core::marker::PhantomData;

use typenum::{B1, U1, UInt, UTerm};

pub use super::diagnostics::PerAxis;
use super::number::{Bool, Nat, Yes};
use super::size::{Dim, FromNat, One, Size, StaticSize};
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
pub struct Conv<S = One, P = Dim<0>, D = One, G = One>(PhantomData<(S, P, D, G)>);
options!(Conv<S, P, D, G>);

impl Conv {
    /// Stride 1, no padding, dilation 1, one group.
    #[must_use]
    pub const fn new() -> Self {
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
    pub const fn stride<T: PerAxis>(self, _: T) -> Conv<T, P, D, G> {
        Conv(PhantomData)
    }
    /// How many zeros are put on either side of an axis.
    #[must_use]
    pub const fn padding<T: PerAxis>(self, _: T) -> Conv<S, T, D, G> {
        Conv(PhantomData)
    }
    /// The step from one element of the kernel to the next.
    #[must_use]
    pub const fn dilation<T: PerAxis>(self, _: T) -> Conv<S, P, T, G> {
        Conv(PhantomData)
    }
    /// In how many groups the channels are convolved, each with weights of its own.
    #[must_use]
    pub const fn groups<T: StaticSize>(self, _: T) -> Conv<S, P, D, T> {
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
pub struct TransposedConv<S = One, P = Dim<0>, E = Dim<0>, D = One, G = One>(PhantomData<(S, P, E, D, G)>);
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
    pub const fn stride<T: PerAxis>(self, _: T) -> TransposedConv<T, P, E, D, G> {
        TransposedConv(PhantomData)
    }
    /// How much is cut off the result on either side of an axis.
    #[must_use]
    pub const fn padding<T: PerAxis>(self, _: T) -> TransposedConv<S, T, E, D, G> {
        TransposedConv(PhantomData)
    }
    /// How much is added to the result at the end of an axis; less than the stride or the dilation.
    #[must_use]
    pub const fn output_padding<T: PerAxis>(self, _: T) -> TransposedConv<S, P, T, D, G> {
        TransposedConv(PhantomData)
    }
    /// The step from one element of the kernel to the next.
    #[must_use]
    pub const fn dilation<T: PerAxis>(self, _: T) -> TransposedConv<S, P, E, T, G> {
        TransposedConv(PhantomData)
    }
    /// In how many groups the channels are convolved, each with weights of its own.
    #[must_use]
    pub const fn groups<T: StaticSize>(self, _: T) -> TransposedConv<S, P, E, D, T> {
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
pub struct Pool<K, S = K, P = Dim<0>>(PhantomData<(K, S, P)>);
options!(Pool<K, S, P>);

impl<K: PerAxis> Pool<K> {
    /// Windows of this size, next to each other, without padding.
    #[must_use]
    pub const fn new(_: K) -> Self {
        Pool(PhantomData)
    }
}

impl<K, S, P> Default for Pool<K, S, P> {
    fn default() -> Self {
        Pool(PhantomData)
    }
}

impl<K, S, P> Pool<K, S, P> {
    /// The step from one window to the next.
    #[must_use]
    pub const fn stride<T: PerAxis>(self, _: T) -> Pool<K, T, P> {
        Pool(PhantomData)
    }
    /// How much is put on either side of an axis: at most half of the kernel.
    #[must_use]
    pub const fn padding<T: PerAxis>(self, _: T) -> Pool<K, S, T> {
        Pool(PhantomData)
    }
}

/// One number for each of two axes, (height, width), and the groups: what the loops need to know of the options.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub stride: [usize; 2],
    pub padding: [usize; 2],
    pub dilation: [usize; 2],
    pub groups: usize,
}

/// The number under a size.
pub(crate) type Len<D> = <D as StaticSize>::Len;
/// The two values of an option.
pub(crate) type Height<O> = <O as PerAxis>::Height;
pub(crate) type Width<O> = <O as PerAxis>::Width;
/// The same, as numbers.
pub(crate) const fn both<O: PerAxis>() -> [usize; 2] {
    [<O::Height as StaticSize>::SIZE, <O::Width as StaticSize>::SIZE]
}

/// `H + 2 P`, a number.
pub(crate) type Padded<H, P> = <<Len<H> as Nat>::Add<Len<P>> as Nat>::Add<Len<P>>;
/// `D (K - 1) + 1`, a number: how far a kernel reaches.
pub(crate) type Span<K, D> = <<<Len<K> as Nat>::Pred as Nat>::Mul<Len<D>> as Nat>::Succ;
/// Is the kernel within the padded axis?
pub(crate) type Within<H, K, P, D> = <Span<K, D> as Nat>::Le<Padded<H, P>>;
/// `(H + 2 P - D (K - 1) - 1) / S + 1`, a number.
pub(crate) type OutputLen<H, K, S, P, D> = <<<Padded<H, P> as Nat>::Sub<Span<K, D>> as Nat>::Quot<Len<S>> as Nat>::Succ;
/// A number as a size.
pub(crate) type SizeOf<N> = <N as FromNat>::Size;
/// Is this size 1 or more?
pub(crate) type Positive<D> = <U1 as Nat>::Le<Len<D>>;
/// Are all three?
pub(crate) type AllPositive<A, B, C> = <<Positive<A> as Bool>::And<Positive<B>> as Bool>::And<Positive<C>>;

/// `(H - 1) S + D (K - 1) + E + 1`, a number: the result of a transposed convolution before it is cut.
pub(crate) type Spread<H, K, S, E, D> =
    <<<<Len<H> as Nat>::Pred as Nat>::Mul<Len<S>> as Nat>::Add<Span<K, D>> as Nat>::Add<Len<E>>;
/// The same, cut by `P` on either side.
pub(crate) type Cut<H, K, S, P, E, D> = <Spread<H, K, S, E, D> as Nat>::Sub<<Len<P> as Nat>::Double>;
/// Does the cut leave something?
pub(crate) type CutLeaves<H, K, S, P, E, D> = <<Len<P> as Nat>::Double as Nat>::Lt<Spread<H, K, S, E, D>>;
/// Is the output padding less than the stride, or than the dilation?
pub(crate) type LittlePadding<S, E, D> = <<Len<E> as Nat>::Lt<Len<S>> as Bool>::Or<<Len<E> as Nat>::Lt<Len<D>>>;
/// Is twice the padding at most the kernel's size?
pub(crate) type HalfKernel<K, P> = <<Len<P> as Nat>::Double as Nat>::Le<Len<K>>;

/// A number of groups, as typenum's number, with the `C` channels of a group: `C` times the number, and whether `N` channels
/// make that many groups.
///
/// One group is a case of its own, so that nothing need be known of `C` and `N`.
pub trait Groups<C, N> {
    /// `groups * C`
    type All: Size;
    /// Is `N` a multiple of the number of groups?
    type Divide: Bool;
}

#[diagnostic::do_not_recommend]
impl<C: Size, N> Groups<C, N> for UInt<UTerm, B1> {
    type All = C;
    type Divide = Yes;
}

#[diagnostic::do_not_recommend]
impl<C: Size, N> Groups<C, N> for UTerm {
    type All = Dim<0>;
    type Divide = Yes;
}

#[diagnostic::do_not_recommend]
impl<V, A, B, C: StaticSize, N: StaticSize> Groups<C, N> for UInt<UInt<V, A>, B>
where
    Self: Nat,
    <Self as Nat>::Mul<C::Len>: FromNat,
{
    type All = SizeOf<<Self as Nat>::Mul<C::Len>>;
    type Divide = <<N::Len as Nat>::Rem<Self> as Nat>::Le<UTerm>;
}

//! The shapes of pictures as columns of windows, and back: `im2col` and `col2im`.

use super::Shape;
use super::conv::Convolve2d;
use super::diagnostics::{ColumnsOf, ConvOptions, PadsEach, PerAxis, WindowsOf};
use super::number::{Bool, Nat, Yes};
use super::pad::PadRule;
use super::parts::{NumberOf, OrNamed};
use super::size::{One, Product, Quotient, Size};
use super::window::Steps;
use super::window::two::pads::{Height as OnHeight, Width as OnWidth};
use super::window::two::{Height, Width};

type Lead<X, K> = <K as WindowsOf<X, <X as Shape>::Shown>>::Leading;
type Channels<X, K> = <K as WindowsOf<X, <X as Shape>::Shown>>::Channels;
type High<X, K> = <K as WindowsOf<X, <X as Shape>::Shown>>::Height;
type Wide<X, K> = <K as WindowsOf<X, <X as Shape>::Shown>>::Width;
/// A kernel of weights, whose windows these are.
type Weights<C, K> = (((((), One), C), Height<K>), Width<K>);
type Taps<K> = Product<Height<K>, Width<K>>;

/// A shape `[…, C, H, W]` of pictures whose windows, as large as the kernel `K` and by the options `O` of a convolution, become columns: what `im2col`
/// gives, `[…, C KH KW, OH, OW]`, a column for each place that a convolution has.
pub trait Im2col<K, O>: Shape {
    /// The shape of the result.
    type Output: Shape;
    /// The numbers of the options and of the kernel.
    #[doc(hidden)]
    const STEPS: Steps;
}

/// The shape of columns: `Im2colOf<shape![3, 32, 32], Dim<5>, Conv>` is `shape![75, 28, 28]`.
pub type Im2colOf<X, K, O> = <X as Im2col<K, O>>::Output;

type S<O> = <O as ConvOptions>::Stride;
type P<O> = <O as ConvOptions>::Padding;
type D<O> = <O as ConvOptions>::Dilation;
/// The places of a kernel along an axis.
type Places<P, H, K, S, D> = <P as PadRule>::Places<H, K, S, D>;

impl<X: Shape, K, O, L: Shape, C: Size, H: Size, W: Size> Im2col<K, O> for X
where
    K: PerAxis + WindowsOf<X, X::Shown, Leading = L, Channels = C, Height = H, Width = W>,
    O: ConvOptions<Stride: PerAxis, Padding: PadsEach, Dilation: PerAxis>,
    // The pictures' own shape, of which nothing is said where that is none of pictures.
    (((L, C), H), W): Convolve2d<Weights<C, K>, O>,
{
    // The places are a convolution's, which are not asked for by its output: of that the compiler would infer sizes, and say that they differ.
    type Output = (
        (
            (Lead<X, K>, Product<Channels<X, K>, Taps<K>>),
            Places<OnHeight<P<O>>, High<X, K>, Height<K>, Height<S<O>>, Height<D<O>>>,
        ),
        Places<OnWidth<P<O>>, Wide<X, K>, Width<K>, Width<S<O>>, Width<D<O>>>,
    );
    const STEPS: Steps = <(((L, C), H), W) as Convolve2d<Weights<C, K>, O>>::STEPS;
}

/// Columns of windows, `[…, C KH KW, OH, OW]`, that are added up to pictures of height and width `Z`, `[…, C, H, W]`: what `col2im` gives.
pub trait Col2im<Z, K, O>: Shape {
    /// The shape of the result, whose windows these columns are.
    type Output: Im2col<K, O>;
}

/// The shape of the pictures: `Col2imOf<shape![75, 28, 28], (Dim<32>, Dim<32>), Dim<5>, Conv>` is `shape![3, 32, 32]`.
pub type Col2imOf<X, Z, K, O> = <X as Col2im<Z, K, O>>::Output;

/// Is a number not larger than another?
type Le<A, B> = <A as Nat>::Le<B>;
/// Are the numbers of two sizes the same, as far as they are known?
type Same<A, B> = OrNamed<A, OrNamed<B, Both<Le<NumberOf<A>, NumberOf<B>>, Le<NumberOf<B>, NumberOf<A>>>>>;
type Both<A, B> = <A as Bool>::And<B>;

impl<X: Shape, H: Size, W: Size, K: PerAxis, O, Z: Shape> Col2im<(H, W), K, O> for X
where
    O: ConvOptions<Stride: PerAxis, Padding: PadsEach, Dilation: PerAxis>,
    K: WindowsOf<X, X::Shown> + Rolled<X, H, W, Pictures = Z>,
    Z: Im2col<K, O>,
    // Numbers, of which the compiler infers none.
    Both<
        Same<Channels<X, K>, Product<Quotient<Channels<X, K>, Taps<K>>, Taps<K>>>,
        Both<
            Same<High<X, K>, Places<OnHeight<P<O>>, H, Height<K>, Height<S<O>>, Height<D<O>>>>,
            Same<Wide<X, K>, Places<OnWidth<P<O>>, W, Width<K>, Width<S<O>>, Width<D<O>>>>,
        >,
    >: ColumnsOf<X::Shown, Z::Shown, <Im2colOf<Z, K, O> as Shape>::Shown>,
{
    type Output = Z;
}

/// A kernel whose windows of pictures of height `H` and width `W` have so many rows as columns.
pub trait Rolled<X, H, W> {
    /// The pictures' shape.
    type Pictures: Shape;
}

impl<X: Shape, H: Size, W: Size, K: PerAxis + WindowsOf<X, X::Shown>> Rolled<X, H, W> for K {
    type Pictures = (((Lead<X, K>, Quotient<Channels<X, K>, Taps<K>>), H), W);
}

#[diagnostic::do_not_recommend]
impl<Of, To, Needed> ColumnsOf<Of, To, Needed> for Yes {}

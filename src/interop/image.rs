//! image: a picture is `[H, W, C]`, or `[H, W]` if it has one colour, of bytes, 16 bits or floats.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use image::{ImageBuffer, Luma, LumaA, Pixel, Primitive, Rgb, Rgba};

use crate::error::ArrayError;
use crate::shape::Shape;
use crate::shape::list::of_sizes;
use crate::shape::size::{Dim, One, Size};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View, ViewMut};

/// Shapes of pictures with pixels `P`: `[H, W, 3]` and `Rgb`, `[H, W, 4]` and `Rgba`, `[H, W, 2]` and `LumaA`, `[H, W, 1]` or `[H, W]` and `Luma`.
#[diagnostic::on_unimplemented(
    message = "a tensor of shape `{Self}` is no picture of pixels `{P}`",
    label = "height, width and the colours of a pixel are `[H, W, C]`",
    note = "`Rgb` has 3 colours, `Rgba` 4, `LumaA` 2, and `Luma` 1 or no axis for it; `[C, H, W]` becomes `[H, W, C]` by `permute(axes![1, 2, 0])`"
)]
pub trait Colours<P>: Shape {}

macro_rules! colours {
    ($($pixel:ident: $size:ty;)*) => { $(
        impl<T, H: Size, W: Size> Colours<$pixel<T>> for ((((), H), W), $size) {}
    )* };
}
colours! {
    Luma: One;
    LumaA: Dim<2>;
    Rgb: Dim<3>;
    Rgba: Dim<4>;
}
impl<T, H: Size, W: Size> Colours<Luma<T>> for (((), H), W) {}

const SIDES: &str = "image counts height and width up to `u32::MAX`";

/// Height, width and colours: as many of them as the shape has axes.
fn sizes<S: Shape, P: Pixel, D: Deref<Target = [P::Subpixel]>>(picture: &ImageBuffer<P, D>) -> ([usize; 3], usize) {
    let axes = if S::RANK == 2 && P::CHANNEL_COUNT == 1 { 2 } else { 3 };
    ([picture.height() as usize, picture.width() as usize, P::CHANNEL_COUNT.into()], axes)
}

/// The shape of type `S`, if the picture has it, and how many elements it has; what is kept behind them is no part of the picture.
fn shape<S: Shape, P: Pixel, D: Deref<Target = [P::Subpixel]>>(
    picture: &ImageBuffer<P, D>,
) -> Result<(S, usize), Vec<usize>> {
    let (found, axes) = sizes::<S, P, D>(picture);
    let shape = of_sizes::<S>(&found[..axes]);
    shape.map(|shape| (shape, found.iter().product())).ok_or(found[..axes].to_vec())
}

fn picture<P: Pixel, D: Deref<Target = [P::Subpixel]>, S: Shape>(elements: D, shape: S) -> ImageBuffer<P, D> {
    let side = |axis: usize| u32::try_from(shape.sizes().as_ref()[axis]).expect(SIDES);
    ImageBuffer::from_raw(side(1), side(0), elements).expect("as many elements, by the type of the shape")
}

impl<T: Primitive, P: Pixel<Subpixel = T>, S: Colours<P>> From<Tensor<T, S>> for ImageBuffer<P, Vec<T>> {
    /// The same picture: `[H, W, 3] -> RgbImage`, `[H, W] -> GrayImage`. Takes the memory over where it came from a vector or a picture; other memory
    /// of 1024 bytes and more is aligned as no `Vec` is, and is copied.
    ///
    /// # Panics
    /// If a side is beyond `u32::MAX`.
    ///
    /// ```
    /// use image::{GrayImage, Luma};
    /// use shaped::prelude::*;
    /// let picture: GrayImage = tensor![[0u8, 100, 200], [50, 150, 250]].into();
    /// assert_eq!((picture.width(), picture.height(), picture.get_pixel(2, 1)), (3, 2, &Luma([250])));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use image::RgbImage;
    /// use shaped::prelude::*;
    /// let picture: RgbImage = Tensor::<u8, shape![3, 480, 640]>::zeros().into(); // colours first
    /// ```
    fn from(x: Tensor<T, S>) -> Self {
        let shape = x.view().shape();
        picture(x.into_vec(), shape)
    }
}

impl<P: Pixel, S: Shape> TryFrom<ImageBuffer<P, Vec<P::Subpixel>>> for Tensor<P::Subpixel, S> {
    type Error = ArrayError<ImageBuffer<P, Vec<P::Subpixel>>>;

    /// The same picture: `RgbImage -> [H, W, 3]`, whose sides may be numbers or run-time axes. Takes the memory over. What is read from a file
    /// is first made of the colours that are wanted, `image::open(path)?.into_rgb8()` (or `into_rgb32f`, whose elements are from 0 to 1).
    ///
    /// # Errors
    /// If the picture has other sizes. It is handed back.
    ///
    /// ```
    /// use image::{Rgb, RgbImage};
    /// use shaped::prelude::*;
    /// axis!(Height);
    /// axis!(Width);
    /// let picture = RgbImage::from_pixel(640, 480, Rgb([255, 128, 0]));
    /// let x = Tensor::<u8, shape![Height, Width, 3]>::try_from(picture)?;
    /// assert_eq!((x.sizes(), x[[479, 639, 1]]), ([480, 640, 3], 128));
    /// # Ok::<(), shaped::ArrayError<RgbImage>>(())
    /// ```
    fn try_from(picture: ImageBuffer<P, Vec<P::Subpixel>>) -> Result<Self, Self::Error> {
        match shape::<S, P, _>(&picture) {
            Ok((shape, numel)) => {
                let mut elements = picture.into_raw();
                elements.truncate(numel);
                Ok(Tensor::from_parts(Buffer::from_vec(elements), shape))
            }
            Err(found) => Err(ArrayError::sizes::<S>(found, picture)),
        }
    }
}

impl<'a, P: Pixel, D: Deref<Target = [P::Subpixel]>, S: Shape> TryFrom<&'a ImageBuffer<P, D>>
    for View<'a, P::Subpixel, S>
{
    type Error = ArrayError<()>;

    /// The same picture, borrowed: `RgbImage -> [H, W, 3]`. No copy.
    ///
    /// # Errors
    /// If the picture has other sizes.
    fn try_from(picture: &'a ImageBuffer<P, D>) -> Result<Self, Self::Error> {
        match shape::<S, P, D>(picture) {
            Ok((shape, numel)) => Ok(View::over(&picture.as_raw()[..numel], shape)),
            Err(found) => Err(ArrayError::sizes::<S>(found, ())),
        }
    }
}

impl<'a, P: Pixel, D: DerefMut<Target = [P::Subpixel]>, S: Shape> TryFrom<&'a mut ImageBuffer<P, D>>
    for ViewMut<'a, P::Subpixel, S>
{
    type Error = ArrayError<()>;

    /// The same picture, borrowed to be changed: `RgbImage -> [H, W, 3]`. No copy.
    ///
    /// # Errors
    /// If the picture has other sizes.
    ///
    /// ```
    /// use image::{Rgb32FImage, Rgb};
    /// use shaped::prelude::*;
    /// let mut picture = Rgb32FImage::from_pixel(3, 2, Rgb([0.5, 0.5, 0.5]));
    /// let mut x = ViewMut::<f32, shape![2, 3, 3]>::try_from(&mut picture)?;
    /// x *= &tensor![2.0, 1.0, 0.0];                                     // [2, 3, 3] *= [3]
    /// assert_eq!(picture.get_pixel(2, 1), &Rgb([1.0, 0.5, 0.0]));
    /// # Ok::<(), shaped::ArrayError<()>>(())
    /// ```
    fn try_from(picture: &'a mut ImageBuffer<P, D>) -> Result<Self, Self::Error> {
        match shape::<S, P, D>(picture) {
            Ok((shape, numel)) => Ok(ViewMut::over(&mut (**picture)[..numel], shape)),
            Err(found) => Err(ArrayError::sizes::<S>(found, ())),
        }
    }
}

impl<'a, T: Primitive, P: Pixel<Subpixel = T>, S: Colours<P>> From<View<'a, T, S>> for ImageBuffer<P, &'a [T]> {
    /// The same picture, borrowed: `[H, W, 3]` -> `ImageBuffer<Rgb<u8>, &[u8]>`, which `image` saves and resizes. No copy.
    ///
    /// # Panics
    /// If a side is beyond `u32::MAX`.
    fn from(x: View<'a, T, S>) -> Self {
        picture(x.as_slice(), x.shape())
    }
}

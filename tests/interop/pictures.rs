//! image.

use image::{GrayImage, ImageBuffer, Luma, LumaA, Rgb, Rgb32FImage, RgbImage, Rgba};
use shaped::prelude::*;

axis!(Height);
axis!(Width);

#[test]
fn a_picture_s_memory_goes_there_and_back() {
    let picture = RgbImage::from_fn(30, 20, |x, y| Rgb([x as u8, y as u8, 7]));
    let place = picture.as_ptr();
    let x = Tensor::<u8, shape![Height, Width, 3]>::try_from(picture.clone()).unwrap();
    assert_eq!((x.sizes(), x[[19, 29, 0]], x[[19, 29, 1]], x[[19, 29, 2]]), ([20, 30, 3], 29, 19, 7));
    assert_eq!(RgbImage::from(x), picture);
    let x = Tensor::<u8, shape![20, 30, 3]>::try_from(picture).unwrap();
    assert_eq!(x.as_slice().as_ptr(), place);
    let picture: RgbImage = x.into();
    assert_eq!((picture.as_ptr(), picture.dimensions()), (place, (30, 20)));
}

#[test]
fn one_colour_is_an_axis_of_one_or_none() {
    let picture = GrayImage::from_raw(3, 2, vec![0, 1, 2, 3, 4, 5]).unwrap();
    let x = Tensor::<u8, shape![2, 3]>::try_from(picture.clone()).unwrap();
    assert_eq!(x, tensor![[0, 1, 2], [3, 4, 5]]);
    let y = Tensor::<u8, shape![2, 3, 1]>::try_from(picture.clone()).unwrap();
    assert_eq!(y.squeeze(Axis::<-1>), x.view());
    assert_eq!((GrayImage::from(x), GrayImage::from(y)), (picture.clone(), picture));
}

#[test]
fn elements_and_colours_of_all_kinds() {
    let deep: ImageBuffer<LumaA<u16>, Vec<u16>> = tensor![[[1u16, 65535], [2, 3]]].into();
    assert_eq!((deep.dimensions(), deep.get_pixel(1, 0)), ((2, 1), &LumaA([2, 3])));
    let clear: ImageBuffer<Rgba<f32>, Vec<f32>> = Tensor::<f32, shape![1, 1, 4]>::full(0.5).into();
    assert_eq!(clear.get_pixel(0, 0), &Rgba([0.5; 4]));
    let grey: ImageBuffer<Luma<f32>, Vec<f32>> = Tensor::<f32, shape![Height, 2]>::zeros_with(Height(0)).into();
    assert_eq!(grey.dimensions(), (2, 0));
    // From bytes to a network's input and back, by the library's own operations.
    let picture = RgbImage::from_fn(4, 4, |x, y| Rgb([(60 * y + x) as u8, 255, 0]));
    let x = Tensor::<u8, shape![4, 4, 3]>::try_from(picture.clone()).unwrap().cast::<f32>() / 255.0;
    let first = x.permute(axes![2, 0, 1]).to_tensor();
    let bytes = (first.permute(axes![1, 2, 0]) * 255.0).round().cast::<u8>();
    assert_eq!(RgbImage::from(bytes), picture);
}

#[test]
fn what_is_kept_behind_a_picture_is_no_part_of_it() {
    let picture = GrayImage::from_raw(2, 2, vec![1, 2, 3, 4, 99, 99]).unwrap();
    assert_eq!(View::<u8, shape![2, 2]>::try_from(&picture).unwrap().as_slice(), [1, 2, 3, 4]);
    assert_eq!(Tensor::<u8, shape![2, 2]>::try_from(picture).unwrap().into_vec(), [1, 2, 3, 4]);
}

#[test]
fn views_share_memory() {
    let mut picture = Rgb32FImage::from_pixel(3, 2, Rgb([0.25, 0.5, 1.0]));
    let place = picture.as_ptr();
    let x = View::<f32, shape![2, Width, 3]>::try_from(&picture).unwrap();
    assert_eq!(x.as_slice().as_ptr(), place);
    let again: ImageBuffer<Rgb<f32>, &[f32]> = x.into();
    assert_eq!((again.as_ptr(), again.dimensions()), (place, (3, 2)));
    let mut x = ViewMut::<f32, shape![2, 3, 3]>::try_from(&mut picture).unwrap();
    x *= &tensor![4.0, 2.0, 0.0];
    assert!(picture.pixels().all(|pixel| *pixel == Rgb([1.0, 1.0, 0.0])));
}

#[test]
fn another_shape_is_refused_with_both() {
    let picture = RgbImage::new(3, 2);
    let error = Tensor::<u8, shape![Height, Width, 4]>::try_from(picture.clone()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an array of shape [2, 3, 3] is no tensor of shape [Height, Width, 4]: axis 2 has size 3"
    );
    assert_eq!(error.into_data(), picture);
    let error = View::<u8, shape![2, 3]>::try_from(&picture).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [2, 3, 3] is no tensor of shape [2, 3]: it has 3 axes, not 2");
    let error = ViewMut::<u8, shape![3, 2, 3]>::try_from(&mut picture.clone()).unwrap_err();
    assert_eq!((error.axis(), error.found()), (Some(0), &[2, 3, 3][..]));
}

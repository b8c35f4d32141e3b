//! `reshape`, `into_shape`, `flatten`, `flatten_axes`.

use shaped::prelude::*;
use shaped::{Flatten, Flattened, Reshape};

#[test]
fn elements_stay_where_they_are() {
    let x: Tensor<i32, shape![2, 3, 4]> = Tensor::arange();
    let y: View<i32, shape![6, 4]> = x.reshape();
    assert_eq!(y.as_slice().as_ptr(), x.as_slice().as_ptr());
    assert_eq!((y.strides(), y[[5, 3]]), ([4, 1], 23));
    assert_eq!(x.reshape::<shape![4, 1, 6]>().reshape::<shape![24]>().as_slice(), x.as_slice());
    assert_eq!(x.flatten().sizes(), [24]);
    assert_eq!(x.flatten_axes(Axis::<0>, Axis::<1>).sizes(), [6, 4]);
    assert_eq!(x.flatten_axes(Axis::<-2>, Axis::<-1>).sizes(), [2, 12]);
    assert_eq!(x.flatten_axes(Axis::<0>, Axis::<2>).sizes(), [24]);
    assert_eq!(x.flatten_axes(Axis::<1>, Axis::<1>).sizes(), [2, 3, 4]);
    let address = x.as_slice().as_ptr();
    let z: Tensor<i32, shape![3, 8]> = x.into_shape();
    assert_eq!(z.as_slice().as_ptr(), address);
}

#[test]
fn sizes_of_zero_and_one_and_scalars() {
    let x: Tensor<f32, shape![0, 3]> = Tensor::zeros();
    assert_eq!(x.reshape::<shape![7, 0, 2]>().sizes(), [7, 0, 2]);
    assert_eq!(x.flatten().sizes(), [0]);
    let scalar: Tensor<i32, shape![]> = Tensor::full(7);
    assert_eq!(scalar.reshape::<shape![1, 1]>()[[0, 0]], 7);
    assert_eq!(scalar.flatten()[[0]], 7);
    let one: Inline<i32, shape![1, 1]> = Inline::full(3);
    assert_eq!(one.reshape::<shape![]>()[[]], 3);
    let large: Tensor<u8, shape![7, 7, 512]> = Tensor::full(1);
    let _: View<u8, shape![25088]> = large.flatten();
    let _: View<u8, shape![49, 2, 256]> = large.reshape();
}

axis!(Batch);
axis!(Seq);

#[test]
fn run_time_axes_are_kept_in_order() {
    let x = Tensor::<i32, shape![Batch, Seq, 6]>::from_fn_with((Batch(2), Seq(3)), |[b, s, i]| {
        (100 * b + 10 * s + i) as i32
    });
    let y: View<i32, shape![Batch, Seq, 2, 3]> = x.reshape();
    assert_eq!((y.sizes(), y[[1, 2, 1, 2]]), ([2, 3, 2, 3], 125));
    let y: View<i32, shape![3, Batch, 2, Seq]> = x.reshape();
    assert_eq!((y.sizes(), y[[2, 1, 1, 2]]), ([3, 2, 2, 3], 125));
    let z: Tensor<i32, shape![Batch, Seq, 3, 2]> = x.into_shape();
    let w: View<i32, shape![Batch, Seq, 6]> = z.flatten_axes(Axis::<-2>, Axis::<-1>);
    assert_eq!(w[[1, 2, 5]], 125);
}

fn rows<B: Size>(x: &Tensor<i32, shape![B, 2, 3]>) -> View<'_, i32, shape![B, 6]>
where
    shape![B, 2, 3]: Reshape<shape![B, 6]>,
{
    x.reshape()
}

fn flat<S: Flatten>(x: &Tensor<i32, S>) -> View<'_, i32, Flattened<S>> {
    x.flatten()
}

#[test]
fn generic_code_names_one_trait() {
    let x: Tensor<i32, shape![4, 2, 3]> = Tensor::arange();
    assert_eq!(rows(&x)[[3, 5]], 23);
    assert_eq!(flat(&x)[[23]], 23);
}

//! `axis!(Channels = 3)`: a size with a name of its own.

use shaped::prelude::*;
use shaped::{AxesFlattened, Flattened};

axis!(Channels = 3);
axis!(
    /// More than three digits.
    pub Vocabulary = 50 * 1000 + 257
);
axis!(Single = 1);
axis!(Empty = 0);
axis!(Batch);

type Photo = shape![Channels, 4, 5];

#[test]
fn they_are_static_sizes() {
    assert_eq!((Channels::SIZE, Vocabulary::SIZE, Single::SIZE, Empty::SIZE), (3, 50257, 1, 0));
    assert_eq!((Channels.get(), Channels::KNOWN), (3, Some(3)));
    assert_eq!((<Photo>::SIZES, <Photo>::NUMEL, <Photo>::STRIDES), (&[3, 4, 5][..], 60, &[20, 5, 1][..]));
    assert_eq!(size_of::<Tensor<f32, Photo>>(), size_of::<Tensor<f32, shape![3, 4, 5]>>());
    let inline = Inline::<i32, shape![2, Channels]>::from_array([[1, 2, 3], [4, 5, 6]]);
    assert_eq!((inline + inline).into_array(), [[2, 4, 6], [8, 10, 12]]);
    assert_eq!(Tensor::<f32, shape![2, Vocabulary]>::zeros().numel(), 100_514);
    assert_eq!(Tensor::<f32, shape![2, Empty]>::zeros().numel(), 0);
}

#[test]
fn they_broadcast_under_their_own_name() {
    let photo: Tensor<i32, Photo> = Tensor::arange();
    let gain: Tensor<i32, shape![Channels, 1, 1]> = Tensor::from_fn(|[c, _, _]| c as i32 + 1);
    let plain: Tensor<i32, shape![3, 4, 5]> = Tensor::arange();
    let plain_gain: Tensor<i32, shape![3, 1, 1]> = Tensor::from_fn(|[c, _, _]| c as i32 + 1);
    let expected = &plain * &plain_gain;
    assert_eq!((&photo * &gain).as_slice(), expected.as_slice());
    assert_eq!((&gain * &photo).as_slice(), expected.as_slice());
    let mut in_place = photo.clone();
    in_place *= &gain;
    assert_eq!(in_place.as_slice(), expected.as_slice());
    // A named axis of size 1 is stretched by no other size, and stretches `One`.
    let single = Tensor::<i32, shape![Single, 3]>::full(2) * &Tensor::<i32, shape![1, 3]>::full(5);
    assert_eq!((single.sizes(), single.as_slice()), ([1, 3], &[10; 3][..]));
    let view: View<i32, shape![2, Single, 3], _> = single.broadcast_to();
    assert_eq!(view.sizes(), [2, 1, 3]);
}

#[test]
fn arithmetic_uses_the_number() {
    let photo: Tensor<i32, Photo> = Tensor::arange();
    let both: Tensor<i32, shape![6, 4, 5]> = photo.concat(&photo, Axis::<0>);
    assert_eq!(both.as_slice()[60..], *photo.as_slice());
    let _: View<i32, shape![60]> = photo.flatten();
    let _: Option<Flattened<Photo>> = None::<shape![60]>;
    let _: Option<AxesFlattened<shape![7, Channels, 4], Axis<1>, Axis<2>>> = None::<shape![7, 12]>;
    let _: View<i32, shape![12, 5]> = photo.reshape();
    let _: View<i32, shape![20, Channels]> = photo.reshape();
    let two: View<i32, shape![2, 4, 5], _> = photo.narrow(Axis::<0>, 1, Dim::<2>);
    assert_eq!(two[[0, 0, 0]], 20);
    let sums: Tensor<i32, shape![Channels]> = photo.sum((Axis::<1>, Axis::<2>));
    assert_eq!(sums.as_slice(), [190, 590, 990]);
    let pixels: View<i32, shape![4, 5, Channels], _> = photo.permute(axes![1, 2, 0]);
    let grey: Tensor<i32, shape![4, 5, 1]> = pixels.matmul(&Tensor::<i32, shape![Channels, 1]>::full(1));
    assert_eq!(grey[[0, 0, 0]], 60);
    let rows = Tensor::<i32, shape![Batch, Channels, 2]>::zeros_with(Batch(4));
    let _: View<i32, shape![Batch, 6]> = rows.reshape();
}

#[test]
fn generic_code_takes_them_unchanged() {
    fn add_bias<B: Size, D: Size>(
        x: &Tensor<f32, shape![B, D]>,
        bias: &Tensor<f32, shape![D]>,
    ) -> Tensor<f32, shape![B, D]> {
        x + bias
    }
    fn elements<L: StaticShape, D: StaticSize>(_: &Tensor<f32, (L, D)>) -> usize {
        L::NUMEL * D::SIZE
    }
    let x = Tensor::<f32, shape![Batch, Channels]>::full_with(Batch(2), 1.0);
    let bias = Tensor::<f32, shape![Channels]>::full(1.0);
    assert_eq!(add_bias(&x, &bias), Tensor::full_with(Batch(2), 2.0));
    assert_eq!(elements(&Tensor::<f32, Photo>::zeros()), 60);
}

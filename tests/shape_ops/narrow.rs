//! `narrow` and `try_narrow`.

use shaped::prelude::*;

#[test]
fn two_of_four_pictures_are_changed_in_place() {
    let mut batch: Tensor<f32, shape![4, 2, 3, 3]> = Tensor::arange();
    let before = batch.clone();
    let two: Tensor<f32, shape![2, 2, 3, 3]> = Tensor::full(100.0);
    let mut part = batch.view_mut().narrow(Axis::<0>, 0, Dim::<2>);
    part += &two;
    part *= &Tensor::<f32, shape![2, 1, 1]>::full(2.0);
    for [n, rest] in (0..4).flat_map(|n| (0..18).map(move |rest| [n, rest])) {
        let (old, new) = (before.as_slice()[18 * n + rest], batch.as_slice()[18 * n + rest]);
        assert_eq!(new, if n < 2 { 2.0 * (old + 100.0) } else { old });
    }
}

#[test]
fn parts_of_each_axis() {
    let x: Tensor<i32, shape![3, 4, 5]> = Tensor::arange();
    let rows: View<i32, shape![2, 4, 5]> = x.narrow(Axis::<0>, 1, Dim::<2>);
    assert_eq!(rows.as_slice(), &x.as_slice()[20..]);
    // np.arange(60).reshape(3, 4, 5)[:, 1:3, :], [..., 2:4], and both of it transposed
    let middle = x.narrow(Axis::<1>, 1, Dim::<2>);
    assert_eq!((middle.sizes(), middle[[2, 1, 4]]), ([3, 2, 5], 54));
    let last = x.narrow(Axis::<-1>, 2, Dim::<2>);
    assert_eq!(last.iter().copied().take(6).collect::<Vec<_>>(), [2, 3, 7, 8, 12, 13]);
    let both = x.transpose().narrow(Axis::<1>, 2, Dim::<3>).narrow(Axis::<-1>, 3, One);
    assert_eq!((both.sizes(), both[[1, 1, 0]]), ([3, 3, 1], x[[1, 3, 3]]));
}

#[test]
fn whole_empty_and_single_parts() {
    let x: Tensor<i32, shape![3, 4]> = Tensor::arange();
    assert_eq!(x.narrow(Axis::<0>, 0, Dim::<3>).to_tensor(), x);
    assert_eq!(x.narrow(Axis::<0>, 3, Dim::<0>).numel(), 0);
    assert_eq!(x.narrow(Axis::<1>, 4, Dim::<0>).iter().count(), 0);
    assert_eq!(x.narrow(Axis::<1>, 3, One).to_tensor(), tensor![[3], [7], [11]]);
    let row = tensor![1, 2];
    let stretched = row.broadcast_to::<shape![3, 2]>().narrow(Axis::<0>, 1, Dim::<2>);
    assert_eq!((stretched.strides(), stretched.to_tensor()), ([0, 1], tensor![[1, 2], [1, 2]]));
    let large: Tensor<u8, shape![5000]> = Tensor::full(1);
    assert_eq!(large.narrow(Axis::<0>, 904, <dim!(4096)>::default()).sizes(), [4096]);
    let one: Tensor<u8, shape![1, 2]> = Tensor::full(1);
    assert_eq!(one.narrow(Axis::<0>, 0, One).sizes(), [1, 2]);
}

axis!(Batch);

#[test]
fn a_part_of_a_run_time_axis_is_static() {
    let x = Tensor::<i32, shape![Batch, 2]>::from_fn_with(Batch(5), |[i, j]| (10 * i + j) as i32);
    let part: View<i32, shape![2, 2]> = x.narrow(Axis::<0>, 3, Dim::<2>);
    assert_eq!(part.to_tensor(), tensor![[30, 31], [40, 41]]);
    let column: View<i32, shape![Batch, 1], _> = x.narrow(Axis::<1>, 1, One);
    assert_eq!((column.sizes(), column[[4, 0]]), ([5, 1], 41));
    assert!(x.try_narrow(Axis::<0>, 4, Dim::<2>).is_none());
    assert!(x.try_narrow(Axis::<0>, usize::MAX, Dim::<2>).is_none());
}

#[test]
#[should_panic(expected = "cannot narrow axis -1 of size 4 to 2 elements from 3 on")]
fn a_part_beyond_the_axis_panics() {
    Tensor::<i32, shape![3, 4]>::arange().narrow(Axis::<-1>, 3, Dim::<2>);
}

#[test]
#[should_panic(expected = "cannot narrow axis 0 of size 3 to 2 elements from 2 on")]
fn a_mutable_part_beyond_the_axis_panics() {
    Tensor::<i32, shape![3, 4]>::arange().view_mut().narrow(Axis::<0>, 2, Dim::<2>);
}

//! `permute`, `transpose`, `swap_axes`.

use shaped::prelude::*;

#[test]
fn permute_moves_sizes_and_elements() {
    let x: Tensor<i32, shape![2, 3, 4]> = Tensor::arange();
    let y: View<i32, shape![4, 2, 3], _> = x.permute(axes![2, 0, 1]);
    assert_eq!(y.strides(), [1, 12, 4]);
    for (i, j, k) in (0..2).flat_map(|i| (0..3).flat_map(move |j| (0..4).map(move |k| (i, j, k)))) {
        assert_eq!(y[[k, i, j]], x[[i, j, k]]);
    }
    // np.arange(24).reshape(2, 3, 4).transpose(2, 0, 1).ravel()[:8]
    assert_eq!(y.to_tensor().as_slice()[..8], [0, 4, 8, 12, 16, 20, 1, 5]);
    // Negative axes, and back again.
    assert_eq!(y.permute(axes![-2, -1, 0]).to_tensor(), x);
    assert_eq!(x.permute(axes![0, 1, 2]).to_tensor(), x);
}

#[test]
fn sizes_of_zero_and_one_move_too() {
    let x: Tensor<f32, shape![0, 1, 5]> = Tensor::zeros();
    let y: View<f32, shape![5, 0, 1], _> = x.permute(axes![2, 0, 1]);
    assert_eq!((y.numel(), y.iter().count()), (0, 0));
    let x: Tensor<i32, shape![1, 3]> = Tensor::arange();
    assert_eq!(x.transpose().to_tensor(), tensor![[0], [1], [2]]);
    let scalar: Tensor<i32, shape![]> = Tensor::full(7);
    assert_eq!(scalar.permute(axes![])[[]], 7);
}

#[test]
fn views_of_views_keep_the_borrow() {
    let x: Tensor<i32, shape![2, 3, 4]> = Tensor::arange();
    let y: View<i32, shape![3, 4, 2], _> = x.permute(axes![2, 0, 1]).transpose().swap_axes(Axis::<0>, Axis::<1>);
    assert_eq!(y[[2, 3, 1]], x[[1, 2, 3]]);
    let stretched = tensor![1, 2, 3].unsqueeze(Axis::<-1>).broadcast_to::<shape![3, 2]>().transpose().to_tensor();
    assert_eq!(stretched, tensor![[1, 2, 3], [1, 2, 3]]);
    let wide = x.transpose().unsqueeze(Axis::<0>).squeeze(Axis::<0>);
    assert_eq!(wide.sizes(), [2, 4, 3]);
}

#[test]
fn operators_read_them_where_they_are() {
    let x: Tensor<i32, shape![2, 3]> = Tensor::arange();
    let y: Tensor<i32, shape![3, 2]> = Tensor::arange();
    assert_eq!(x.transpose() + &y, tensor![[0, 4], [3, 7], [6, 10]]);
    assert_eq!(&x - y.transpose(), tensor![[0, -1, -2], [2, 1, 0]]);
    assert_eq!(x.transpose() * tensor![1, 10], tensor![[0, 30], [1, 40], [2, 50]]);
}

fn last_two<L: Shape, A: Size, B: Size>(x: &Tensor<i32, ((L, A), B)>) -> View<'_, i32, ((L, B), A), shaped::Strided> {
    x.transpose()
}

fn from_the_end<L: Shape, A: Size, B: Size, C: Size>(
    x: &Tensor<i32, (((L, A), B), C)>,
) -> Tensor<i32, (((L, C), B), A)> {
    x.swap_axes(Axis::<-1>, Axis::<-3>).to_tensor()
}

fn heads<B: Size, T: Size, H: Size, D: Size>(x: &Tensor<i32, shape![B, T, H, D]>) -> Tensor<i32, shape![B, H, T, D]> {
    x.permute(axes![0, 2, 1, 3]).to_tensor()
}

axis!(Batch);
axis!(Seq);

#[test]
fn generic_code_needs_no_bound_and_takes_run_time_axes() {
    let x = Tensor::<i32, shape![Batch, Seq, 2, 3]>::from_fn_with((Batch(2), Seq(5)), |[b, t, h, d]| {
        (1000 * b + 100 * t + 10 * h + d) as i32
    });
    let y: Tensor<i32, shape![Batch, 2, Seq, 3]> = heads(&x);
    assert_eq!((y.sizes(), y[[1, 0, 4, 2]]), ([2, 2, 5, 3], 1402));
    assert_eq!(last_two(&x)[[1, 4, 2, 1]], 1412);
    assert_eq!(from_the_end(&x).sizes(), [2, 3, 2, 5]);
}

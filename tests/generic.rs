//! Zero `where` clauses is a promise: functions generic over sizes, leading axes and whole shapes, in either order of operands.

use shaped::prelude::*;

axis!(Batch);

type T<S> = Tensor<f32, S>;

fn bias_right<L: Shape, D: Size>(x: &T<(L, D)>, y: &T<shape![D]>) -> T<(L, D)> {
    x + y
}
fn bias_left<L: Shape, D: Size>(x: &T<(L, D)>, y: &T<shape![D]>) -> T<(L, D)> {
    y + x
}
fn scalar_right<L: Shape>(x: &T<L>, y: &T<shape![]>) -> T<L> {
    x + y
}
fn scalar_left<L: Shape>(x: &T<L>, y: &T<shape![]>) -> T<L> {
    y + x
}
fn one_right<D: Size>(x: &T<shape![D]>, y: &T<shape![1]>) -> T<shape![D]> {
    x + y
}
fn one_left<D: Size>(x: &T<shape![D]>, y: &T<shape![1]>) -> T<shape![D]> {
    y + x
}
fn keepdim_right<L: Shape, D: Size>(x: &T<(L, D)>, y: &T<(L, One)>) -> T<(L, D)> {
    x - y
}
fn keepdim_left<L: Shape, D: Size>(x: &T<(L, D)>, y: &T<(L, One)>) -> T<(L, D)> {
    y - x
}
fn residual<L: Shape, A: Size, D: Size>(x: &T<((L, A), D)>, y: &T<shape![A, D]>) -> T<((L, A), D)> {
    x + y
}
fn outer_right<A: Size, B: Size>(x: &T<shape![A, 1]>, y: &T<shape![B]>) -> T<shape![A, B]> {
    x * y
}
fn outer_left<A: Size, B: Size>(x: &T<shape![A, 1]>, y: &T<shape![B]>) -> T<shape![A, B]> {
    y * x
}
fn same<S: Shape>(x: &T<S>, y: &T<S>) -> T<S> {
    same_shape(x) + y + x.zip_with(y, |x, y| x * y)
}
fn in_place<L: Shape, D: Size>(x: &mut T<(L, D)>, y: &T<shape![D]>, z: &T<shape![1]>, w: &T<shape![]>) {
    *x += y;
    *x -= z;
    *x *= w;
}
fn stretched<L: Shape, D: Size>(x: &T<(L, D)>, y: &T<shape![D]>) -> T<(L, D)> {
    y.expand_as(x).to_tensor()
}
fn stretched_by_type<L: StaticShape, D: StaticSize>(y: &T<shape![D]>) -> T<(L, D)> {
    y.broadcast_to::<(L, D)>().to_tensor()
}
fn over_elements<F: num_traits::Float, S: Shape>(x: &Tensor<F, S>, scale: F) -> Tensor<F, S> {
    x * scale - x
}
fn two_shapes<L: Shape + Broadcast<R>, R: Shape>(x: &T<L>, y: &T<R>) -> T<Broadcasted<L, R>> {
    x + y
}
fn inline<L: StaticShape, D: StaticSize>(x: Inline<f32, (L, D)>, y: Inline<f32, shape![D]>) -> Inline<f32, (L, D)> {
    x + y
}

#[test]
fn either_order_gives_the_same() {
    let x = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let bias = tensor![10.0, 20.0, 30.0];
    let sum = tensor![[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]];
    assert_eq!((&bias_right(&x, &bias), &bias_left(&x, &bias)), (&sum, &sum));
    assert_eq!(two_shapes(&x, &bias), sum);
    assert_eq!(residual(&x.unsqueeze(Axis::<0>).to_tensor(), &x).squeeze(Axis::<0>), (&x * 2.0).view());
    let five = T::<shape![]>::full(5.0);
    assert_eq!(scalar_right(&x, &five), &x + 5.0);
    assert_eq!(scalar_left(&x, &five), &x + 5.0);
    assert_eq!(one_right(&bias, &tensor![1.0]), one_left(&bias, &tensor![1.0]));
    let mean = tensor![[2.0], [5.0]];
    assert_eq!(keepdim_right(&x, &mean), tensor![[-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]]);
    assert_eq!(keepdim_left(&x, &mean), -keepdim_right(&x, &mean));
    assert_eq!(outer_right(&mean, &bias), tensor![[20.0, 40.0, 60.0], [50.0, 100.0, 150.0]]);
    assert_eq!(outer_left(&mean, &bias), outer_right(&mean, &bias));
    assert_eq!(same(&bias, &bias), tensor![120.0, 440.0, 960.0]);
    let mut y = x.clone();
    in_place(&mut y, &bias, &tensor![1.0], &T::full(2.0));
    assert_eq!(y, (&sum - 1.0) * 2.0);
    assert_eq!(stretched(&x, &bias), stretched_by_type(&bias));
    assert_eq!(over_elements(&tensor![1.5f64], 3.0), tensor![3.0]);
    let i = Inline::<f32, shape![2, 3]>::from_array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(Tensor::from(inline(i, Inline::from_array([10.0, 20.0, 30.0]))), sum);
}

#[test]
fn with_a_named_axis_in_place_of_a_size() {
    let x = T::<shape![Batch, 3]>::full_with(Batch(2), 1.0);
    let bias = tensor![1.0, 2.0, 3.0];
    assert_eq!(bias_right(&x, &bias), bias_left(&x, &bias));
    let weights = T::<shape![Batch]>::full_with(Batch(2), 3.0);
    let wide = T::<shape![4, Batch]>::full_with(Batch(2), 1.0);
    assert_eq!(bias_left(&wide, &weights), T::full_with(Batch(2), 4.0));
    assert_eq!(scalar_left(&x, &T::full(1.0)), T::full_with(Batch(2), 2.0));
    assert_eq!(outer_left(&tensor![[2.0], [2.0]], &weights), T::full_with(Batch(2), 6.0));
    assert_eq!(residual(&x.unsqueeze(Axis::<0>).to_tensor(), &x), T::full_with(Batch(2), 2.0));
    assert_eq!(same(&x, &x), T::full_with(Batch(2), 3.0));
    assert_eq!(stretched(&wide, &weights), T::full_with(Batch(2), 3.0));
}

fn convolved<B: Size, C: Size, O: Size>(
    x: &T<shape![B, C, 32, 32]>,
    w: &T<shape![O, C, 3, 3]>,
    b: &T<shape![O]>,
) -> T<shape![B, O, 16, 16]> {
    let y = x.conv2d_with_bias(w, b, Conv::new().padding(One));
    y.max_pool2d(Pool::new(Dim::<2>))
}
fn convolved_signal<L: Shape, C: Size, O: Size>(
    x: &T<((L, C), Dim<9>)>,
    w: &T<shape![O, C, 3]>,
) -> T<((L, O), Dim<7>)> {
    x.conv1d(w, Conv::new())
}
fn spread<L: Shape, C: Size, O: Size>(
    x: &T<(((L, C), Dim<7>), Dim<7>)>,
    w: &T<shape![C, O, 2, 2]>,
) -> T<(((L, O), Dim<14>), Dim<14>)> {
    x.conv_transpose2d(w, TransposedConv::new().stride(Dim::<2>))
}
fn averaged<L: Shape, H: Size, W: Size>(x: &T<((L, H), W)>) -> T<((L, One), One)> {
    x.adaptive_avg_pool2d(One)
}

#[test]
fn convolutions_need_no_bound_where_height_and_width_are_numbers() {
    let w: T<shape![16, 3, 3, 3]> = T::ones();
    let x: T<shape![Batch, 3, 32, 32]> = T::zeros_with(Batch(2));
    let y = convolved(&x, &w, &T::full(2.0));
    assert_eq!(y.sizes(), [2, 16, 16, 16]);
    assert_eq!(averaged(&y)[[1, 15, 0, 0]], 2.0);
    assert_eq!(convolved_signal(&T::<shape![4, 9]>::ones(), &T::<shape![2, 4, 3]>::ones())[[1, 6]], 12.0);
    assert_eq!(spread(&T::<shape![2, 4, 7, 7]>::ones(), &T::<shape![4, 3, 2, 2]>::ones())[[1, 2, 13, 13]], 4.0);
}

#[test]
#[should_panic(expected = "axis -3")]
fn channels_that_are_counted_at_run_time_are_compared() {
    let x: T<shape![Batch, 4, 4]> = T::zeros_with(Batch(2));
    let w: T<shape![2, Batch, 3, 3]> = T::zeros_with(Batch(3));
    x.conv2d(&w, Conv::new());
}

/// The promise of the design: no `where` clause, and `Batch` in place of a size changes nothing.
#[test]
fn layers_without_a_where_clause() {
    fn linear<B: Size, I: Size, O: Size>(
        x: &T<shape![B, I]>,
        w: &T<shape![I, O]>,
        b: &T<shape![O]>,
    ) -> T<shape![B, O]> {
        x.matmul(w) + b
    }
    fn attend<L: Shape, Q: Size, K: Size, D: Size>(
        q: &T<((L, Q), D)>,
        k: &T<((L, K), D)>,
        v: &T<((L, K), D)>,
    ) -> T<((L, Q), D)> {
        q.matmul(&k.transpose()).matmul(v)
    }
    let (w, b) = (T::<shape![3, 2]>::full(1.0), tensor![1.0, 2.0]);
    let fixed = linear(&T::<shape![4, 3]>::full(1.0), &w, &b);
    let x = T::<shape![Batch, 3]>::full_with(Batch(4), 1.0);
    assert_eq!(linear(&x, &w, &b), fixed.free::<shape![Batch, 2]>());
    assert_eq!(residual(&x.reshape::<shape![Batch, 1, 3]>().to_tensor(), &T::full(1.0)), T::full_with(Batch(4), 2.0));
    let heads = T::<shape![Batch, 2, 5, 3]>::full_with(Batch(4), 1.0);
    assert_eq!(attend(&heads, &heads, &heads), T::full_with(Batch(4), 15.0));
    let (q, kv) = (T::<shape![2, 5, 3]>::full(1.0), T::<shape![2, Batch, 3]>::full_with(Batch(7), 1.0));
    assert_eq!(attend(&q, &kv, &kv), T::full(21.0));
}

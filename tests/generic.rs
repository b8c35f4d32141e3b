//! Zero `where` clauses is a promise: functions generic over sizes, leading axes and whole shapes, in either order of operands.

use shaped::nn::{BatchNorm2d, Conv2d, Module};
use shaped::size::{Product, Quotient, QuotientUp, Sum};
use shaped::{MultipleOf, Strided, prelude::*, rearrange};

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
fn rows<L: Shape, D: Size>(x: &T<(L, D)>) -> usize {
    x.sizes()[0]
}
fn written<L: Shape, D: Size>(x: &T<shape![D]>, to: &mut T<(L, D)>) {
    (x.lazy() * 2.0).assign_to(to);
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
    assert_eq!(rows(&x), x.sizes()[0]);
    let mut twice = x.clone();
    written(&bias, &mut twice);
    assert_eq!(twice, tensor![[20.0, 40.0, 60.0], [20.0, 40.0, 60.0]]);
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

// Sizes that are computed from generic ones: sums, products and quotients of sizes are sizes, and no code here states a bound for them.

fn merged<L: Shape, H: StaticSize, E: StaticSize>(x: &T<((L, H), E)>) -> T<(L, Product<H, E>)> {
    x.flatten_axes(Axis::<-2>, Axis::<-1>).to_tensor()
}
fn taken_apart<L: Shape, H: StaticSize, E: StaticSize>(x: &T<(L, Product<H, E>)>) -> T<((L, H), E)> {
    x.unflatten(Axis::<-1>, (H::VALUE, E::VALUE)).to_tensor()
}
// Static axes are regrouped behind generic ones.
fn pixels<B: Size>(x: T<shape![B, 3, 32, 32]>) -> T<shape![B, 3072]> {
    assert_eq!(
        x.reshape::<shape![B, 3072]>().to_tensor(),
        x.reshape::<shape![B, 1, 6, 512]>().flatten_axes(Axis::<1>, Axis::<-1>)
    );
    x.into_shape()
}
fn in_heads<L: Shape>(x: &T<(L, dim!(512))>) -> View<'_, f32, ((L, dim!(8)), dim!(64))> {
    x.reshape()
}
// Generic sizes by their products, from the last one on.
fn in_generic_heads<B: Size, T: Size, H: StaticSize, E: StaticSize>(
    x: &Tensor<f32, shape![B, T, Product<H, E>]>,
) -> View<'_, f32, shape![B, T, H, E]> {
    x.reshape()
}
fn places_in_a_row<B: Size, H: StaticSize, W: StaticSize>(
    x: &T<shape![B, H, W]>,
) -> View<'_, f32, shape![B, Product<H, W>]> {
    x.reshape()
}
fn all_places_of_a_channel<B: Size, C: StaticSize>(
    x: &T<shape![B, C, 7, 7]>,
) -> View<'_, f32, shape![B, Product<C, Dim<49>>]> {
    x.reshape()
}
fn with_an_axis<B: Size, D: StaticSize>(x: &T<shape![B, D]>) -> View<'_, f32, shape![B, 1, D]> {
    x.reshape()
}
fn merged_by_labels<B: Size, N: Size, H: StaticSize, E: StaticSize>(
    x: &T<shape![B, H, N, E]>,
) -> T<shape![B, N, Product<H, E>]> {
    rearrange!(x; b h n e -> b n (h e))
}
fn taken_apart_by_labels<B: Size, N: Size, H: StaticSize, E: StaticSize>(
    x: &T<shape![B, N, Product<H, E>]>,
) -> T<shape![B, H, N, E]> {
    rearrange!(x; b n (h e) -> b h n e; h = H, e = E).to_tensor()
}
fn joined<L: Shape, C: StaticSize, D: StaticSize>(x: &T<(L, C)>, y: &T<(L, D)>) -> T<(L, Sum<C, D>)> {
    x.concat(y, Axis::<-1>)
}
fn channels_joined<B: Size, C: StaticSize, D: StaticSize, H: Size, W: Size>(
    x: &T<shape![B, C, H, W]>,
    y: &T<shape![B, D, H, W]>,
) -> T<shape![B, Sum<C, D>, H, W]> {
    x.concat(y, Axis::<1>)
}
fn all_in_one<A: StaticSize, B: StaticSize>(x: &T<shape![A, B]>) -> T<shape![Product<A, B>]> {
    x.flatten().to_tensor()
}
fn larger<L: Shape, H: StaticSize, W: StaticSize>(
    x: &T<((L, H), W)>,
) -> T<((L, Product<H, Dim<2>>), Product<W, Dim<3>>)> {
    x.upsample_nearest2d((Dim::<2>, Dim::<3>))
}
fn tiles<L: Shape, H: StaticSize, W: StaticSize>(
    x: &T<((L, H), W)>,
) -> T<((L, Quotient<H, Dim<2>>), Quotient<W, Dim<3>>)> {
    x.max_pool2d(Pool::tiles((Dim::<2>, Dim::<3>)))
}
fn signal<B: Size, C: Size, O: Size, N: StaticSize>(
    x: &T<shape![B, C, N]>,
    w: &T<shape![O, C, 5]>,
) -> T<shape![B, O, N]> {
    x.conv1d(w, Conv::same())
}
fn grouped<B: Size, C: Size, H: StaticSize>(
    x: &T<shape![B, C, H, H]>,
    w: &T<shape![C, C, 3, 3]>,
) -> T<shape![B, C, H, H]> {
    x.conv2d(w, Conv::same().dilation(Dim::<2>))
}
fn gates<B: Size, G: MultipleOf<Dim<4>>>(x: &T<shape![B, G]>) -> [T<shape![B, Quotient<G, Dim<4>>]>; 4] {
    x.chunks(Axis::<1>, Dim::<4>).map(|gate| gate.to_tensor())
}
// Two operations, the second on what the first gives, and one that asks for a size.
fn both<A: StaticSize, B: StaticSize, D: StaticSize>(x: &T<shape![A, D]>, y: &T<shape![B, D]>) -> usize {
    fn elements<N: StaticSize>(_: &T<shape![N]>) -> usize {
        N::SIZE
    }
    elements(&all_in_one(&x.concat(y, Axis::<0>)))
}

#[test]
fn computed_sizes_are_the_ones_that_are_written() {
    let x: T<shape![2, 3, 4]> = T::arange();
    let together: T<shape![2, 12]> = merged(&x);
    assert_eq!(taken_apart::<_, Dim<3>, Dim<4>>(&together), x);
    let x =
        T::<shape![Batch, 8, 5, 128]>::from_fn_with(Batch(2), |[b, h, n, e]| (((b * 8 + h) * 5 + n) * 128 + e) as f32);
    let together: T<shape![Batch, 5, 1024]> = merged_by_labels(&x);
    assert_eq!(together[[1, 2, 3 * 128 + 7]], x[[1, 3, 2, 7]]);
    assert_eq!(taken_apart_by_labels::<_, _, Dim<8>, Dim<128>>(&together), x);
    assert_eq!(pixels(T::<shape![2, 3, 32, 32]>::arange())[[1, 5]], 3077.0);
    assert_eq!(pixels(T::<shape![Batch, 3, 32, 32]>::zeros_with(Batch(2))).sizes(), [2, 3072]);
    assert_eq!(in_heads(&T::<shape![Batch, 5, 512]>::zeros_with(Batch(2))).sizes(), [2, 5, 8, 64]);
    assert_eq!(in_heads(&T::<shape![512]>::zeros()).sizes(), [8, 64]);
    let heads = T::<shape![Batch, 5, 32]>::zeros_with(Batch(2));
    assert_eq!(in_generic_heads::<_, _, Dim<4>, Dim<8>>(&heads).sizes(), [2, 5, 4, 8]);
    assert_eq!(places_in_a_row(&T::<shape![2, 3, 4]>::arange())[[1, 5]], 17.0);
    assert_eq!(all_places_of_a_channel(&T::<shape![Batch, 3, 7, 7]>::zeros_with(Batch(2))).sizes(), [2, 147]);
    assert_eq!(with_an_axis(&tensor![[1.0, 2.0]]), tensor![[[1.0, 2.0]]]);
    let long: T<shape![2, 1100]> = joined(&T::<shape![2, 1000]>::zeros(), &T::<shape![2, 100]>::ones());
    assert_eq!((long[[1, 999]], long[[1, 1000]]), (0.0, 1.0));
    let deep: T<shape![Batch, 2, 1, 4]> = channels_joined(
        &T::<shape![Batch, 1, 1, 4]>::zeros_with(Batch(3)),
        &T::<shape![Batch, 1, 1, 4]>::zeros_with(Batch(3)),
    );
    assert_eq!(deep.sizes(), [3, 2, 1, 4]);
    assert_eq!(both(&T::<shape![50, 20]>::ones(), &T::<shape![1, 20]>::ones()), 1020);
    let large: T<shape![4, 9]> = larger(&tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!((large[[0, 3]], large[[3, 2]]), (2.0, 4.0));
    assert_eq!(tiles(&large), tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(tiles(&T::<shape![5, 7]>::arange()), tensor![[9.0, 12.0], [23.0, 26.0]]); // what is left over is left out
    assert_eq!(tiles(&T::<shape![3, 1, 2]>::arange()).sizes(), [3, 0, 0]); // no room for one tile
    let sums = signal(&T::<shape![1, 1, 4]>::ones(), &T::<shape![1, 1, 5]>::ones());
    assert_eq!(sums, tensor![[[3.0, 4.0, 4.0, 3.0]]]);
    let far = grouped(&T::<shape![1, 1, 3, 3]>::ones(), &T::<shape![1, 1, 3, 3]>::ones());
    assert_eq!(far, tensor![[[[4.0, 2.0, 4.0], [2.0, 1.0, 2.0], [4.0, 2.0, 4.0]]]]);
    assert_eq!(gates(&tensor![[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]])[2], tensor![[5.0, 6.0]]);
}

#[test]
fn the_same_padding_of_nothing_is_nothing() {
    let (x, w) = (T::<shape![1, 2, 0, 3]>::ones(), T::<shape![4, 2, 3, 3]>::ones());
    let y: T<shape![1, 4, 0, 3]> = x.conv2d(&w, Conv::same());
    let z: T<shape![1, 2, 0, 2]> = x.max_pool2d(Pool::same(Dim::<3>).stride(Dim::<2>));
    assert_eq!((y.sizes(), z.sizes()), ([1, 4, 0, 3], [1, 2, 0, 2]));
}

type Half<D> = QuotientUp<D, Dim<2>>;
type Halves = Conv<Dim<2>, SamePadding>;
type Keeps = Conv<One, SamePadding>;

/// A block of a ResNet that halves height and width, for any channels and any image: both ways have one type.
struct Down<C: StaticSize, O: StaticSize> {
    first: Conv2d<C, O, Dim<3>, Halves>,
    first_norm: BatchNorm2d<O>,
    second: Conv2d<O, O, Dim<3>, Keeps>,
    second_norm: BatchNorm2d<O>,
    short: Conv2d<C, O, One, Halves>,
}

impl<C: StaticSize, O: StaticSize, B: Size, H: StaticSize, W: StaticSize> Module<shape![B, C, H, W]> for Down<C, O> {
    type Output = shape![B, O, Half<H>, Half<W>];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, C, H, W]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, O, Half<H>, Half<W>], X::Kind> {
        let y = self.first_norm.forward(&self.first.forward(x)).relu();
        let y = self.second_norm.forward(&self.second.forward(&y));
        (y + self.short.forward(x)).relu()
    }
}

/// A block that keeps everything: what comes in is added to what goes out.
fn keeps<B: Size, C: Size, H: StaticSize, W: StaticSize>(
    x: &T<shape![B, C, H, W]>,
    w: &T<shape![C, C, 3, 3]>,
) -> T<shape![B, C, H, W]> {
    let y = x.conv2d(w, Conv::same()).relu();
    (x + y.conv2d(w, Conv::same())).relu()
}

/// A kernel of 3 by 3 that takes each channel as it is.
fn unchanged<C: StaticSize>() -> T<shape![C, C, 3, 3]> {
    T::from_fn(|[o, c, h, w]| if o == c && h == 1 && w == 1 { 1.0 } else { 0.0 })
}

#[test]
fn a_residual_block_for_any_image() {
    let block = Down::<Dim<2>, Dim<2>> {
        first: Conv2d::without_bias(unchanged()),
        first_norm: BatchNorm2d::default(),
        second: Conv2d::without_bias(unchanged()),
        second_norm: BatchNorm2d::default(),
        short: Conv2d::without_bias(T::from_fn(|[o, c, _, _]| if o == c { 10.0 } else { 0.0 })),
    };
    let x: T<shape![1, 2, 5, 4]> = T::arange();
    let y: T<shape![1, 2, 3, 2]> = block.forward(&x);
    // Every second row and column, once the one way and ten times the other. (The norms divide by the root of 1 + 1e-5.)
    let expected =
        tensor![[[[0.0, 2.0], [8.0, 10.0], [16.0, 18.0]], [[20.0, 22.0], [28.0, 30.0], [36.0, 38.0]]]] * 11.0;
    assert!((&y - &expected).abs().max_all() < 1e-3);
    let batch: Tensor<f32, shape![Batch, 2, 1, 1]> = block.forward(&T::<shape![Batch, 2, 1, 2]>::ones_with(Batch(3)));
    assert_eq!(batch.sizes(), [3, 2, 1, 1]);
    assert_eq!(keeps(&x, &unchanged()), &x * 2.0);
}

/// `[B, N, H E] -> [B, H, N, E]`. No copy.
fn heads<B: Size, N: Size, H: StaticSize, E: StaticSize>(
    x: &T<shape![B, N, Product<H, E>]>,
) -> View<'_, f32, shape![B, H, N, E], Strided> {
    x.unflatten(Axis::<-1>, (H::VALUE, E::VALUE)).swap_axes(Axis::<1>, Axis::<2>)
}

/// Attention in `H` heads of width `E`, for any batch and any number of steps.
struct Attention<H: StaticSize, E: StaticSize> {
    queries: T<shape![Product<H, E>, Product<H, E>]>,
    keys: T<shape![Product<H, E>, Product<H, E>]>,
    values: T<shape![Product<H, E>, Product<H, E>]>,
    out: T<shape![Product<H, E>, Product<H, E>]>,
}

impl<H: StaticSize, E: StaticSize> Attention<H, E> {
    fn forward<B: Size, N: Size>(&self, x: &T<shape![B, N, Product<H, E>]>) -> T<shape![B, N, Product<H, E>]> {
        let (q, k, v) = (x.matmul(&self.queries), x.matmul(&self.keys), x.matmul(&self.values));
        let y = heads::<B, N, H, E>(&q).attention(&heads::<B, N, H, E>(&k), &heads::<B, N, H, E>(&v));
        let y = y.swap_axes(Axis::<1>, Axis::<2>).to_tensor();
        x + y.flatten_axes(Axis::<-2>, Axis::<-1>).matmul(&self.out)
    }
}

#[test]
fn attention_in_any_number_of_heads() {
    let one = || T::<shape![6, 6]>::eye();
    // All keys are alike, so that each step attends to all steps evenly.
    let layer = Attention::<Dim<2>, Dim<3>> { queries: one(), keys: T::zeros(), values: one(), out: one() * 10.0 };
    let x = T::<shape![Batch, 2, 6]>::from_fn_with(Batch(2), |[b, n, d]| (100 * b + 10 * n + d) as f32);
    let y = layer.forward(&x);
    assert_eq!(y.sizes(), [2, 2, 6]);
    assert!((y[[1, 1, 4]] - (114.0 + 10.0 * 109.0)).abs() < 1e-3);
    // Each head has scores of its own: the second one looks at the last three numbers only.
    let layer = Attention::<Dim<2>, Dim<3>> { queries: one() * 100.0, keys: one(), values: one(), out: one() };
    let y = layer.forward(&tensor![[[1.0, 0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0, 9.0, 0.0]]]);
    assert!((&y - &tensor![[[2.0, 0.0, 0.0, 0.0, 10.0, 0.0], [0.0, 2.0, 0.0, 0.0, 18.0, 0.0]]]).abs().max_all() < 1e-3);
}

/// Down, up, and what came in next to it. That an even size is the same after both is the one thing to state.
fn unet<B: Size, C: StaticSize, D: StaticSize, H: MultipleOf<Dim<2>>, W: MultipleOf<Dim<2>>>(
    x: &T<shape![B, C, H, W]>,
    deep: &T<shape![D, C, 3, 3]>,
) -> T<shape![B, Sum<D, C>, H, W]> {
    let down: T<shape![B, C, Quotient<H, Dim<2>>, Quotient<W, Dim<2>>]> = x.max_pool2d(Pool::tiles(Dim::<2>));
    let up = down.conv2d(deep, Conv::same()).relu().upsample_nearest2d(Dim::<2>);
    up.concat(x, Axis::<1>)
}

#[test]
fn a_step_down_and_up_again() {
    let x: T<shape![Batch, 1, 2, 4]> = T::from_fn_with(Batch(1), |[_, _, h, w]| (4 * h + w) as f32);
    let y: T<shape![Batch, 3, 2, 4]> = unet(&x, &T::<shape![2, 1, 3, 3]>::ones());
    let twelve = [[12.0; 4]; 2]; // 5 + 7 around both places
    assert_eq!(
        y.index_axis(Axis::<0>, 0),
        T::from([twelve, twelve, [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]]).view()
    );
}

/// A cell like PyTorch's `LSTMCell(I, H)`: the four gates are one product.
struct Cell<I: StaticSize, H: StaticSize> {
    input: T<shape![Product<Dim<4>, H>, I]>,
    hidden: T<shape![Product<Dim<4>, H>, H]>,
    bias: T<shape![Product<Dim<4>, H>]>,
}

impl<I: StaticSize, H: StaticSize> Cell<I, H> {
    fn forward<B: Size>(&self, x: &T<shape![B, I]>, h: &T<shape![B, H]>, c: &T<shape![B, H]>) -> [T<shape![B, H]>; 2] {
        let gates = x.linear(&self.input, &self.bias) + h.matmul(&self.hidden.transpose());
        let gates = gates.unflatten(Axis::<-1>, (Dim::<4>, H::VALUE));
        let [i, f, g, o] = [0, 1, 2, 3].map(|gate| gates.index_axis(Axis::<1>, gate));
        let c = f.sigmoid() * c + i.sigmoid() * g.tanh();
        [o.sigmoid() * c.tanh(), c]
    }
}

#[test]
fn a_cell_of_any_width() {
    // The gates one after the other: open, shut, half of 1, half open.
    let bias = tensor![100.0, 100.0, -100.0, -100.0, 0.5, 0.5, 0.0, 0.0];
    let mut cell = Cell::<Dim<3>, Dim<2>> { input: T::zeros(), hidden: T::zeros(), bias };
    let (x, h, c) = (T::<shape![Batch, 3]>::ones_with(Batch(2)), T::ones_with(Batch(2)), T::full_with(Batch(2), 7.0));
    let [y, d] = cell.forward(&x, &h, &c);
    assert!((d - 0.462_117_16).abs().max_all() < 1e-6);
    assert!((y - 0.215_904_2).abs().max_all() < 1e-6);
    // The input opens the second gate, by the first number only, and of the first unit.
    cell.input[[2, 0]] = 200.0;
    let [_, d] = cell.forward(&x, &h, &c);
    assert!((d - tensor![7.462_117, 0.462_117_16]).abs().max_all() < 1e-5);
}

/// The bounds that the errors print, as they print them, and then the code compiles.
mod bounds_that_errors_print {
    use super::T;
    use shaped::prelude::*;

    fn sum<N: Size, M: Size>(x: &T<shape![N]>, y: &T<shape![M]>) -> T<Broadcasted<((), N), ((), M)>>
    where
        ((), N): shaped::Broadcast<((), M)>,
    {
        x.maximum(y) + (x + y)
    }
    fn shifted<L: Shape, D: Size, E: Size>(x: &T<(L, D)>, y: &T<shape![E]>) -> T<Broadcasted<(L, D), ((), E)>>
    where
        (L, D): shaped::Broadcast<((), E)>,
    {
        x + y
    }
    fn add<N: Size>(x: &mut T<shape![N, 3]>, y: &T<shape![N]>)
    where
        (((), N), DIM<3>): shaped::Assign<((), N)>,
    {
        *x += y;
    }
    fn wide<N: StaticSize>(x: &T<shape![N]>) -> T<shape![N, 3]>
    where
        ((), N): shaped::BroadcastTo<(((), N), DIM<3>)>,
    {
        x.broadcast_to::<shape![N, 3]>().to_tensor()
    }
    fn blank<N: Size>(x: &T<shape![N, 3]>, gone: &Tensor<bool, shape![N]>) -> f32
    where
        ((), N): shaped::Select<(((), N), DIM<3>), ()>,
    {
        gone.select(x, 0.0).sum_all()
    }
    fn scores<B: Size, C: Size, N: Size>(x: &T<shape![B, N, 2]>, y: &T<shape![C, 2, N]>) -> f32
    where
        ((((), B), N), DIM<2>): shaped::MatMul<((((), C), DIM<2>), N)>,
    {
        x.matmul(y).sum_all()
    }
    fn picked<N: Size, M: Size>(x: &T<shape![N, 10]>, at: &Tensor<usize, shape![M, 1]>) -> f32
    where
        (((), N), DIM<10>): shaped::TakeAlong<AXIS<1>, (((), M), ONE)>,
    {
        x.take_along_axis(Axis::<1>, at).sum_all()
    }

    #[test]
    fn work() {
        assert_eq!(sum(&tensor![1.0, 2.0], &tensor![3.0]), tensor![7.0, 8.0]);
        assert_eq!(shifted(&tensor![[1.0], [2.0]], &tensor![3.0, 4.0]), tensor![[4.0, 5.0], [5.0, 6.0]]);
        let mut x = tensor![[1.0, 2.0, 3.0]];
        add(&mut x, &tensor![1.0]);
        assert_eq!(x, tensor![[2.0, 3.0, 4.0]]);
        assert_eq!(wide(&tensor![2.0]), tensor![[2.0, 2.0, 2.0]]);
        assert_eq!(blank(&x, &tensor![true]), 9.0);
        let (two, one) = (Tensor::<f32, shape![2, 1, 2]>::ones(), Tensor::ones());
        assert_eq!(scores::<_, One, _>(&two, &one), 4.0);
        assert_eq!(picked::<Dim<2>, One>(&Tensor::ones(), &Tensor::zeros()), 2.0);
    }
}

/// A generic operand stands on the right, too: its shape is known.
mod operands {
    use super::*;
    use shaped::nn::Linear;

    type Wide = Linear<dim!(2), dim!(2)>;

    fn joined<B: Size, X: Operand<Elem = f32, Shape = shape![B, 2]>>(
        layer: &Wide,
        x: &X,
    ) -> Tensor<f32, shape![B, 4], X::Kind> {
        layer.forward(x).concat(x, Axis::<-1>)
    }
    fn stacked<B: Size, X: Operand<Elem = f32, Shape = shape![B, 2]>>(
        layer: &Wide,
        x: &X,
    ) -> Tensor<f32, shape![B, 2, 2], X::Kind> {
        layer.forward(x).stack(x, Axis::<1>)
    }
    fn larger<B: Size, X: Operand<Elem = f32, Shape = shape![B, 2]>>(
        layer: &Wide,
        x: &X,
    ) -> Tensor<f32, shape![B, 2], X::Kind> {
        layer.forward(x).maximum(x)
    }
    fn losses<B: Size, X: Operand<Elem = f32, Shape = shape![B, 2]>>(
        layer: &Wide,
        x: &X,
    ) -> Tensor<f32, shape![B, 2], X::Kind> {
        layer.forward(x).l1_loss_each(x)
    }
    fn attended<B: Size, T: Size, X: Operand<Elem = f32, Shape = shape![B, T, 2]>>(
        layer: &Wide,
        x: &X,
    ) -> Tensor<f32, shape![B, T, 2], X::Kind> {
        layer.forward(x).attention(x, x)
    }
    fn squared<B: Size, X: Operand<Elem = f32, Shape = shape![B, 2, 2]>>(
        x: &X,
    ) -> Tensor<f32, shape![B, 2, 2], X::Kind> {
        x.matmul(x)
    }

    #[test]
    fn stand_on_the_right() {
        let layer = Wide::new(tensor![[0.0, 0.0], [0.0, 0.0]], tensor![1.0, -1.0]);
        let x = tensor![[2.0, 3.0], [-4.0, -5.0]];
        assert_eq!(joined(&layer, &x), tensor![[1.0, -1.0, 2.0, 3.0], [1.0, -1.0, -4.0, -5.0]]);
        assert_eq!(stacked(&layer, &x), tensor![[[1.0, -1.0], [2.0, 3.0]], [[1.0, -1.0], [-4.0, -5.0]]]);
        assert_eq!(larger(&layer, &x), tensor![[2.0, 3.0], [1.0, -1.0]]);
        assert_eq!(losses(&layer, &x), tensor![[1.0, 4.0], [5.0, 4.0]]);
        let one = Tensor::<f32, shape![1, 1, 2]>::from_vec(vec![5.0, 6.0]).unwrap();
        assert_eq!(attended(&layer, &one), one);
        assert_eq!(squared(&tensor![[[1.0, 2.0], [3.0, 4.0]]]), tensor![[[7.0, 10.0], [15.0, 22.0]]]);
    }
}

/// A kernel whose padding makes up for it fits every size: of 1 without, of 3 with 1, of 3 with a dilation and a padding of 2.
fn bottleneck<B: Size, C: StaticSize, E: StaticSize, H: Size, W: Size>(
    x: &T<shape![B, C, H, W]>,
    (narrow, wide): (&Conv2d<C, E, One>, &Conv2d<E, C, dim!(3), Conv<One, One>>),
    dilated: &Conv2d<C, C, dim!(3), Conv<One, dim!(2), dim!(2)>>,
) -> T<shape![B, C, H, W]> {
    x + dilated.forward(&wide.forward(&narrow.forward(x).relu()))
}
/// By strides it is of the type that `Conv::same()` gives, and so is pooling as ResNet does it.
fn halved<B: Size, H: Size, W: Size>(
    x: &T<shape![B, 3, H, W]>,
    stem: &Conv2d<dim!(3), dim!(3), dim!(7), Conv<dim!(2), dim!(3)>>,
) -> T<shape![B, 3, QuotientUp<H, Dim<2>>, QuotientUp<W, Dim<2>>]> {
    let strides = Pool::new(Dim::<3>).stride(Dim::<2>).padding(One);
    x.max_pool2d(strides) + stem.forward(x) + x.max_pool2d(Pool::same(Dim::<3>).stride(Dim::<2>))
}
/// MobileNet's depthwise convolution: as many groups as channels.
fn depthwise<B: Size, E: StaticSize, H: Size, W: Size>(
    x: &T<shape![B, E, H, W]>,
    layer: &Conv2d<One, E, dim!(3), Conv<One, One, One, E>>,
) -> T<shape![B, E, H, W]> {
    layer.forward(x)
}

#[test]
fn convolutions_that_fit_every_size_need_no_bound() {
    axis!(Width);
    let x: T<shape![2, 3, 5, 6]> = Tensor::arange();
    let filled = |n: f32| Tensor::<f32, shape![3, 3, 3, 3]>::full(n);
    let narrow = Conv2d::<dim!(3), dim!(2), One>::new(Tensor::full(0.5), Tensor::zeros());
    let wide = Conv2d::<dim!(2), dim!(3), dim!(3), Conv<One, One>>::new(Tensor::full(0.25), Tensor::zeros());
    let dilated = Conv2d::<dim!(3), dim!(3), dim!(3), Conv<One, dim!(2), dim!(2)>>::new(filled(0.125), Tensor::zeros());
    let y = bottleneck(&x, (&narrow, &wide), &dilated);
    let (narrow, wide, dilated) = (narrow.weight.value(), wide.weight.value(), dilated.weight.value());
    let h = x.conv2d(narrow, Conv::new()).relu().conv2d(wide, Conv::new().padding(One));
    assert_eq!(y, &x + h.conv2d(dilated, Conv::new().padding(Dim::<2>).dilation(Dim::<2>)));
    let stem = Conv2d::new(Tensor::ones(), Tensor::zeros());
    assert_eq!(halved(&x, &stem).sizes(), [2, 3, 3, 3]);
    let odd = Tensor::<f32, shape![2, 3, 5, Width]>::ones_with(Width(7));
    assert_eq!(halved(&odd, &stem).sizes(), [2, 3, 3, 4]);
    let each = Conv2d::new(Tensor::<f32, shape![3, 1, 3, 3]>::ones(), Tensor::zeros());
    assert_eq!(depthwise(&x, &each)[[0, 1, 1, 1]], (30..33).chain(36..39).chain(42..45).sum::<i32>() as f32);
}

/// An axis of size 0 stays one where the padding makes up for the kernel, and is too small where it does not, which the compiler says.
#[test]
fn of_nothing_comes_nothing() {
    let x: T<shape![2, 3, 0, 4]> = Tensor::ones();
    let w: T<shape![3, 3, 3, 3]> = Tensor::ones();
    assert_eq!(x.conv2d(&w, Conv::new().padding(One)).sizes(), [2, 3, 0, 4]);
    assert_eq!(x.conv2d(&w, Conv::new().padding(One).stride(Dim::<2>)).sizes(), [2, 3, 0, 2]);
    assert_eq!(x.conv2d(&Tensor::<f32, shape![3, 3, 1, 1]>::ones(), Conv::new()).sizes(), [2, 3, 0, 4]);
    assert_eq!(x.max_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)).sizes(), [2, 3, 0, 2]);
    assert_eq!(x.avg_pool2d(Pool::new(Dim::<3>).padding(One)).sizes(), [2, 3, 0, 2]);
}

//! Shapes without elements whose other axes are huge: what has nothing to do is done at once, and what is too large says so before
//! it has memory.

use std::panic::catch_unwind;

use half::bf16;
use shaped::grad::value_and_grad;
use shaped::nn::*;
use shaped::{Stretched, concat_all, prelude::*, stack_all};

axis!(N);
axis!(M);

/// So many places that a loop over them does not end.
const HUGE: usize = 1 << 40;

type Empty = Tensor<f32, shape![N, 0]>;
type Deep = Tensor<f32, shape![N, M, 0]>;

fn empty() -> Empty {
    Tensor::zeros_with(N(HUGE))
}

/// The two sizes together are more than `usize` can count.
fn deep() -> Deep {
    Tensor::zeros_with((N(HUGE), M(HUGE)))
}

fn none() -> Tensor<f32, shape![0]> {
    Tensor::ones()
}

macro_rules! nothing {
    ($($name:ident: $sizes:expr, $what:expr;)*) => { $(
        #[test]
        fn $name() {
            assert_eq!($what.sizes(), $sizes);
        }
    )* };
}

nothing! {
    concat: [HUGE, 0], empty().concat(&empty(), Axis::<1>);
    concat_of_two_huge_axes: [HUGE, HUGE, 0], deep().concat(&deep(), Axis::<2>);
    concat_all_of_three: [HUGE, 0], concat_all([&empty(), &empty(), &empty()], Axis::<1>);
    stack: [HUGE, 2, 0], empty().stack(&empty(), Axis::<1>);
    stack_all_of_three: [HUGE, 0, 3], stack_all([&empty(), &empty(), &empty()], Axis::<2>);
    tile: [HUGE, 0], empty().tile((One, Dim::<2>));
    tile_of_two_huge_axes: [2 * HUGE, HUGE, 0], deep().tile((Dim::<2>, One, Dim::<3>));
    tile_to_more_axes: [9999999999, HUGE, 0], empty().tile((<dim!(9999999999)>::default(), One, One));
    repeat_interleave: [HUGE, 0], empty().repeat_interleave(Axis::<1>, Dim::<3>);
    repeat_interleave_of_an_outer_axis: [HUGE, HUGE, 0], deep().repeat_interleave(Axis::<1>, One);
    roll: [HUGE, HUGE, 0], deep().roll(Axis::<1>, 5);
    pad: [HUGE, 0], empty().pad(((Dim::<0>, Dim::<0>),), 1.0);
    tril: [HUGE, HUGE, 0], deep().tril(0);
    triu: [HUGE, 0], empty().triu(1);
    diag: [HUGE, 0, 0], empty().diag();
    topk: [HUGE, 0], empty().topk(Axis::<1>, Dim::<0>).0;
    topk_of_what_has_elements: [HUGE, 0],
        tensor![[1.0, 2.0]].expand_as(&Tensor::<(), shape![N, 2]>::from_vec_with(N(HUGE), vec![(); 2 * HUGE]).unwrap())
            .topk(Axis::<1>, Dim::<0>).0;
    sort: [HUGE, HUGE, 0], deep().sort(Axis::<2>, Order::Ascending).0;
    argsort_of_an_outer_axis: [HUGE, HUGE, 0], deep().argsort(Axis::<0>, Order::Descending);
    cumsum: [HUGE, HUGE, 0], deep().cumsum(Axis::<1>);
    cummax: [HUGE, 0], empty().cummax_with_indices(Axis::<1>).1;
    sum_of_an_outer_axis: [HUGE, 0], deep().sum(Axis::<1>);
    sum_of_both: [0], deep().sum((Axis::<0>, Axis::<1>));
    mean_of_both: [1, 1, 0], deep().mean_keepdim((Axis::<0>, Axis::<1>));
    var: [HUGE, 0], deep().var(Axis::<0>);
    logsumexp: [HUGE, 0], deep().logsumexp(Axis::<0>);
    norm: [0], empty().norm(Axis::<0>);
    largest: [HUGE, 0], deep().max(Axis::<0>);
    quantile: [HUGE, 0], deep().quantile(Axis::<0>, 0.5);
    softmax: [HUGE, HUGE, 0], deep().softmax(Axis::<2>);
    softmax_of_an_outer_axis: [HUGE, HUGE, 0], deep().log_softmax(Axis::<0>);
    layer_norm: [HUGE, HUGE, 0], deep().layer_norm(&none(), &none(), 1e-5);
    layer_norm_of_an_operand_that_is_strided: [0, HUGE, 0],
        Tensor::<f32, shape![N, 0, 0]>::zeros_with(N(HUGE)).swap_axes(Axis::<0>, Axis::<1>).layer_norm_no_affine::<shape![0]>(1e-5);
    instance_norm: [HUGE, 3, 0, 4], Tensor::<f32, shape![N, 3, 0, 4]>::zeros_with(N(HUGE))
        .instance_norm(Axis::<1>, &Tensor::<f32, shape![3]>::ones(), &Tensor::<f32, shape![3]>::ones(), 1e-5);
    batch_norm: [HUGE, 0, 4], Tensor::<f32, shape![N, 0, 4]>::zeros_with(N(HUGE))
        .batch_norm(Axis::<1>, &none(), &none(), &none(), &none(), 1e-5);
    group_norm: [HUGE, 4, 0], Tensor::<f32, shape![N, 4, 0]>::zeros_with(N(HUGE))
        .group_norm(Axis::<1>, Dim::<2>, &Tensor::<f32, shape![4]>::ones(), &Tensor::<f32, shape![4]>::ones(), 1e-5);
    normalize: [HUGE, HUGE, 0], deep().normalize(Axis::<2>);
    matmul: [HUGE, 0], empty().matmul(&Tensor::<f32, shape![0, 0]>::zeros());
    matmul_of_integers: [HUGE, 0], Tensor::<i32, shape![N, 0]>::zeros_with(N(HUGE)).matmul(&Tensor::<i32, shape![0, 0]>::zeros());
    matmul_of_sixteen_bits: [HUGE, 0],
        Tensor::<bf16, shape![N, 0]>::zeros_with(N(HUGE)).matmul(&Tensor::<bf16, shape![0, 0]>::zeros());
    matmul_of_stacks: [HUGE, HUGE, 2, 0], Tensor::<f32, shape![N, M, 2, 0]>::zeros_with((N(HUGE), M(HUGE)))
        .matmul(&Tensor::<f32, shape![0, 0]>::zeros());
    linear: [HUGE, HUGE, 0], deep().linear(&Tensor::<f32, shape![0, 0]>::zeros(), &none());
    attention: [HUGE, 0], empty().attention(&Tensor::<f32, shape![0, 0]>::zeros(), &Tensor::<f32, shape![0, 0]>::zeros());
    attention_of_stacks: [HUGE, 3, 0], Tensor::<f32, shape![N, 3, 0]>::zeros_with(N(HUGE))
        .attention(&Tensor::<f32, shape![N, 5, 0]>::zeros_with(N(HUGE)), &Tensor::<f32, shape![N, 5, 0]>::zeros_with(N(HUGE)));
    einsum_of_two: [HUGE, 0], einsum!(a b, b c -> a c; &empty(), &Tensor::<f32, shape![0, 0]>::zeros());
    einsum_of_one: [0, HUGE], einsum!(a b -> b a; &empty());
    index_select: [HUGE, 0], empty().index_select(Axis::<1>, &Tensor::<usize, shape![0]>::zeros());
    index_select_of_an_outer_axis: [HUGE, 2, 0],
        Tensor::<f32, shape![N, 3, 0]>::zeros_with(N(HUGE)).index_select(Axis::<1>, &tensor![2usize, 0]);
    gather: [HUGE, 0], empty().gather(Axis::<1>, &Tensor::<usize, shape![N, 0]>::zeros_with(N(HUGE)));
    take_along_axis: [HUGE, 0], empty().take_along_axis(Axis::<1>, &Tensor::<usize, shape![1, 0]>::zeros());
    convolution_of_no_channels: [HUGE, 0, 4, 4], Tensor::<f32, shape![N, 0, 6, 6]>::zeros_with(N(HUGE))
        .conv2d(&Tensor::<f32, shape![0, 0, 3, 3]>::zeros(), Conv::new());
    transposed_convolution_of_no_channels: [HUGE, 0, 8, 8], Tensor::<f32, shape![N, 0, 6, 6]>::zeros_with(N(HUGE))
        .conv_transpose2d(&Tensor::<f32, shape![0, 0, 3, 3]>::zeros(), TransposedConv::new());
    pooling: [HUGE, 0, 3, 3], Tensor::<f32, shape![N, 0, 6, 6]>::zeros_with(N(HUGE)).max_pool2d(Pool::new(Dim::<2>));
    upsampling: [HUGE, 0, 12, 12],
        Tensor::<f32, shape![N, 0, 6, 6]>::zeros_with(N(HUGE)).upsample_nearest2d(Dim::<2>);
    interpolation: [HUGE, 0, 9, 3],
        Tensor::<f32, shape![N, 0, 6, 6]>::zeros_with(N(HUGE)).interpolate2d(Resize::to((Dim::<9>, Dim::<3>)).linear());
    border: [HUGE, 0, 8, 6], Tensor::<f32, shape![N, 0, 6, 6]>::zeros_with(N(HUGE)).pad_reflect(((One, One), (Dim::<0>, Dim::<0>)));
    pixel_unshuffle: [HUGE, 0, 3, 3], Tensor::<f32, shape![N, 0, 6, 6]>::zeros_with(N(HUGE)).pixel_unshuffle(Dim::<2>);
    convolution_of_volumes: [HUGE, 0, 1, 4, 4], Tensor::<f32, shape![N, 0, 3, 6, 6]>::zeros_with(N(HUGE))
        .conv3d(&Tensor::<f32, shape![0, 0, 3, 3, 3]>::zeros(), Conv::new());
    steps_of_no_sequence: [0, HUGE, 8],
        Lstm::<Dim<4>, Dim<8>>::default().forward(&Tensor::<f32, shape![M, N, 4]>::zeros_with((M(0), N(HUGE))));
    steps_without_a_state: [3, HUGE, 0],
        Gru::<Dim<0>, Dim<0>>::default().forward(&Tensor::<f32, shape![3, N, 0]>::zeros_with(N(HUGE)));
    a_copy: [0, HUGE], empty().transpose().to_tensor();
    a_sum: [HUGE, HUGE, 0], &deep() + &deep();
    a_product_by_a_mask: [HUGE, 0], empty().greater(0.0).select(&empty(), 1.0);
}

#[test]
fn writing_by_index() {
    let mut x = Tensor::<f32, shape![N, 3, 0]>::zeros_with(N(HUGE));
    let source = Tensor::<f32, shape![N, 2, 0]>::zeros_with(N(HUGE));
    x.index_add(Axis::<1>, &tensor![0, 2], &source);
    x.index_fill(Axis::<1>, &tensor![0], 1.0);
    let indices = Tensor::<usize, shape![N, 2, 0]>::zeros_with(N(HUGE));
    x.scatter(Axis::<1>, &indices, &source);
    deep().index_fill(Axis::<2>, &Tensor::<usize, shape![0]>::zeros(), 1.0);
}

#[test]
fn gradients_of_no_sequence() {
    let layer = Lstm::<Dim<4>, Dim<8>>::default();
    let x = Tensor::<f32, shape![M, N, 4]>::zeros_with((M(0), N(HUGE)));
    let (sum, gradient) = value_and_grad(&layer, |tape| layer.forward(&tape.input(&x)).sum_all());
    assert!(sum == 0.0 && gradient.named_parameters().iter().all(|one| one.elements.iter().all(|&x| x == 0.0)));
}

#[test]
fn all_at_once() {
    assert_eq!((deep().sum_all(), deep().any_nonzero()), (0.0, false));
    let deep_one = deep();
    assert_eq!(rearrange!(deep_one; n m c -> c n m).to_tensor().sizes(), [0, HUGE, HUGE]);
    assert!(empty() == empty() && deep() == deep());
    assert_eq!(format!("{:?}", empty()), "tensor([], shape=[1099511627776, 0])");
    assert_eq!(format!("{}", deep()), "[]");
    assert_eq!(deep().masked_select(&deep().greater(0.0)).len(), 0);
}

trait AnyNonzero {
    fn any_nonzero(&self) -> bool;
}
impl AnyNonzero for Deep {
    fn any_nonzero(&self) -> bool {
        self.not_equal(0.0).any_all()
    }
}

/// The text of a panic, of an operation whose result is more than any machine has.
fn refused<R>(what: impl FnOnce() -> R + std::panic::UnwindSafe) -> String {
    let panic = catch_unwind(|| drop(what())).expect_err("more memory than there is");
    panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap()
}

/// So many elements of 4 bytes that no allocator gives them, and whose bytes can be counted.
const TOO_MANY: usize = 1 << 50;

macro_rules! refusals {
    ($($name:ident: $what:expr;)*) => { $(
        #[test]
        fn $name() {
            let text = refused(|| $what);
            assert!(text.starts_with("a tensor of 1125899906842624 elements of `"), "{text}");
            assert!(text.ends_with(" bytes, more memory than there is"), "{text}");
        }
    )* };
}

fn many() -> Empty {
    Tensor::zeros_with(N(TOO_MANY))
}
fn stretched(to: &Tensor<(), shape![N]>) -> View<'static, f32, shape![N], Stretched<shape![1]>> {
    static ONE: std::sync::LazyLock<Tensor<f32, shape![1]>> = std::sync::LazyLock::new(Tensor::ones);
    ONE.expand_as(to)
}
fn places() -> Tensor<(), shape![N]> {
    Tensor::from_vec_with(N(TOO_MANY), vec![(); TOO_MANY]).unwrap()
}

refusals! {
    zeros_of_too_many: Tensor::<f32, shape![N]>::zeros_with(N(TOO_MANY));
    a_sum_of_too_many: many().sum(Axis::<1>);
    a_norm_of_too_many: many().norm(Axis::<1>);
    an_argmax_of_too_many: stretched(&places()).unsqueeze(Axis::<-1>).argmax(Axis::<1>);
    a_quantile_of_too_many: stretched(&places()).unsqueeze(Axis::<-1>).quantile(Axis::<1>, 0.5);
    an_any_of_too_many: many().greater(0.0).any(Axis::<1>);
    a_border_around_too_many: many().pad(((Dim::<0>, Dim::<0>), (One, Dim::<0>)), 0.0);
    a_product_of_too_many: many().matmul(&Tensor::<f32, shape![0, 1]>::zeros());
    a_copy_of_too_many: stretched(&places()).to_tensor();
    a_map_of_too_many: stretched(&places()).map(|x| x + 1.0);
    a_concat_of_too_many: stretched(&places()).unsqueeze(Axis::<0>).concat(&Tensor::<f32, shape![0, N]>::zeros_with(N(TOO_MANY)), Axis::<0>);
    a_scan_of_too_many: stretched(&places()).cumsum(Axis::<0>);
    an_order_of_too_many: stretched(&places()).argsort(Axis::<0>, Order::Ascending);
    a_softmax_of_too_many: stretched(&places()).softmax(Axis::<0>);
    a_cast_of_too_many: stretched(&places()).try_cast::<i32>();
    a_pooling_of_too_many: stretched(&places()).unsqueeze(Axis::<-1>).unsqueeze(Axis::<-1>).max_pool1d(Pool::new(One));
}

#[test]
fn the_text_names_elements_type_and_bytes() {
    let text = refused(|| Tensor::<f32, shape![N]>::zeros_with(N(TOO_MANY)));
    assert_eq!(
        text,
        "a tensor of 1125899906842624 elements of `f32` is 4503599627370496 bytes, more memory than there is"
    );
    // More bytes than `usize` can count.
    let text = refused(|| Tensor::<f64, shape![N]>::zeros_with(N(1 << 63)));
    assert!(text.contains("`f64` is 73786976294838206464 bytes"), "{text}");
}

//! `einsum!` and `rearrange!` beyond PyTorch's values: the kernels against plain loops, all element types, special values, and code
//! that is generic over sizes.

use num_complex::Complex;
use shaped::prelude::*;
use shaped::{AxesMerged, MergeAxes, SplitAxis};

fn numbers<S: StaticShape>(step: usize) -> Tensor<f64, S> {
    Tensor::from_flat_fn(|i| ((i * step + 3) % 11) as f64 - 5.0)
}

/// Floats, which may go to the kernels for matrices, against integers, which never do: sums of small whole numbers are exact.
#[test]
fn kernels_give_what_plain_loops_give() {
    macro_rules! both {
        ($([$($pattern:tt)+] $([$($size:tt)+])+;)*) => { $( both!(@ [$($pattern)+] $([$($size)+])+); )* };
        (@ [$($pattern:tt)+] [$($a:tt)+] [$($b:tt)+]) => {{
            let (a, b) = (numbers::<shape![$($a)+]>(7), numbers::<shape![$($b)+]>(4));
            let product = einsum!($($pattern)+; &a, &b);
            let whole = einsum!($($pattern)+; &a.map(|x| x as i64), &b.map(|x| x as i64));
            assert_eq!(product, whole.map(|x| x as f64), stringify!($($pattern)+));
            let single = einsum!($($pattern)+; &a.map(|x| x as f32), &b.map(|x| x as f32));
            assert_eq!(product, single.map(f64::from), stringify!($($pattern)+));
        }};
    }
    both! {
        [i k, k j -> i j] [9, 17] [17, 6];
        [k i, k j -> j i] [17, 9] [17, 6];
        [i k l, k l j -> i j] [5, 6, 7] [6, 7, 8];
        // Two summed axes that do not lie as one.
        [i k l, l k j -> i j] [5, 6, 7] [7, 6, 8];
        [k i l, l j k -> j i] [6, 5, 7] [7, 8, 6];
        // Rows of two axes, which lie as one in the operand and not in the result.
        [h i k, k j -> i h j] [4, 5, 6] [6, 7];
        [b i k, b k j -> b i j] [3, 5, 6] [3, 6, 7];
        [i b k, k j b -> j b i] [5, 3, 6] [6, 7, 3];
        [i k z, k j -> i j] [5, 6, 4] [6, 7];
        [i i k, k j -> i j] [6, 6, 5] [5, 7];
        [i k, k j -> j] [9, 17] [17, 6];
        [b t h d, b s h d -> b h t s] [2, 5, 3, 8] [2, 6, 3, 8];
        [i, j -> i j] [40] [50];
        [i, i -> ] [100] [100];
    }
}

#[test]
fn elements_of_every_kind() {
    let i = Complex::new(0.0, 1.0);
    let x = tensor![[i, Complex::from(2.0)], [Complex::from(1.0), -i]];
    assert_eq!(einsum!(i k, k j -> i j; &x, &x), x.matmul(&x));
    assert_eq!(x.matmul(&x)[[0, 0]], Complex::from(1.0));
    assert_eq!(einsum!(i i -> ; &x)[[]], Complex::from(0.0));
    assert_eq!(x.matmul(&tensor![i, i]), tensor![Complex::new(-1.0, 2.0), Complex::new(1.0, 1.0)]);
    let bytes = tensor![[1u8, 2], [3, 4]];
    assert_eq!(bytes.matmul(&bytes), tensor![[7u8, 10], [15, 22]]);
    assert_eq!(einsum!(i j, i j -> ; &bytes, &bytes)[[]], 30);
    let big = tensor![num_bigint::BigInt::from(3), num_bigint::BigInt::from(4)];
    assert_eq!(big.dot(&big), num_bigint::BigInt::from(25));
}

#[cfg(feature = "half")]
#[test]
fn halves() {
    use half::{bf16, f16};
    let x = tensor![[1.0f32, 2.0], [3.0, 4.0]];
    assert_eq!(x.map(f16::from_f32).matmul(&x.map(f16::from_f32)), x.matmul(&x).map(f16::from_f32));
    let y = x.map(bf16::from_f32);
    assert_eq!(einsum!(i k, k j -> i j; &y, &y), x.matmul(&x).map(bf16::from_f32));
}

#[test]
fn special_values_spread_as_in_sums() {
    let (nan, infinity) = (f64::NAN, f64::INFINITY);
    let x = tensor![[nan, 0.0], [infinity, 1.0], [1.0, 1.0]];
    let y = einsum!(i k, k -> i; &x, &tensor![0.0, 2.0]);
    assert!(y[[0]].is_nan() && y[[1]].is_nan());
    assert_eq!(y[[2]], 2.0);
    let z = einsum!(i -> i; tensor![-0.0, infinity]);
    assert!(z[[0]].is_sign_negative() && z[[1]] == infinity);
    assert!(einsum!(i, i -> i; tensor![-0.0f64], tensor![1.0])[[0]].is_sign_negative());
}

/// Owned or borrowed, tensors, views and inline tensors, of one pattern.
#[test]
fn operands_of_every_kind() {
    let x: Tensor<f64, shape![3, 4]> = Tensor::arange();
    let inline: Inline<f64, shape![4]> = Inline::full(1.0);
    let expected = tensor![6.0, 22.0, 38.0];
    assert_eq!(einsum!(i j, j -> i; &x, inline), expected);
    assert_eq!(einsum!(i j, j -> i; x.view(), &inline), expected);
    assert_eq!(einsum!(j i, j -> i; x.transpose().to_tensor().view(), inline.view()), expected);
    let mut y = x.clone();
    assert_eq!(einsum!(i j, j -> i; y.view_mut(), inline), expected);
    assert_eq!(einsum!(row column, column -> row; x, inline,), expected);
}

fn scores<B: Size, H: Size, Q: Size, K: Size, D: Size>(
    q: &Tensor<f32, shape![B, H, Q, D]>,
    k: &Tensor<f32, shape![B, H, K, D]>,
) -> Tensor<f32, shape![B, H, Q, K]> {
    let scores = einsum!(b h q d, b h k d -> b h q k; q, k);
    scores + q.matmul(&k.transpose())
}

fn linear<L: Shape, T: Size, I: Size, O: Size>(
    x: &Tensor<f32, ((L, T), I)>,
    w: &Tensor<f32, shape![O, I]>,
) -> Tensor<f32, ((L, T), O)> {
    let y = einsum!(.. t i, o i -> .. t o; x, w);
    y + x.matmul(&w.transpose())
}

fn gram<M: Size, N: Size>(
    x: &Tensor<f32, shape![M, N]>,
    v: &Tensor<f32, shape![N]>,
) -> (f32, Tensor<f32, shape![M, N]>, f32) {
    let w = x.matmul(v);
    (einsum!(i i -> ; x.matmul(&x.transpose()))[[]], w.outer(v), x.matmul(&x.transpose()).trace() + v.dot(v))
}

fn heads<B: Size, T: Size, H: Size, D: Size>(
    x: &Tensor<f32, shape![B, T, H, D]>,
) -> View<'_, f32, shape![B, H, T, D], shaped::Strided> {
    rearrange!(x; b t h d -> b h t d)
}

fn together<B: Size, T: Size, H: Size, D: Size>(
    x: &Tensor<f32, shape![B, H, T, D]>,
) -> Tensor<f32, shape![B, T, AxesMerged<shape![H, D]>]>
where
    shape![H, D]: MergeAxes,
{
    rearrange!(x; b h t d -> b t (h d))
}

fn halved<B: Size, D: SplitAxis<shape![2]>>(x: &Tensor<f32, shape![B, D]>) -> Tensor<f32, shape![B, D::Size, 2]> {
    let pairs = rearrange!(x; b (two half) -> b half two; two = 2);
    pairs.to_tensor()
}

fn turned<L: Shape>(x: &Tensor<f32, (L, Dim<3>)>) -> Tensor<f32, (L, Dim<3>)> {
    x.cross(x)
}

#[test]
fn generic_code_needs_no_bound_but_for_computed_sizes() {
    let q: Tensor<f32, shape![1, 2, 3, 4]> = Tensor::ones();
    assert_eq!(scores(&q, &Tensor::<f32, shape![1, 2, 5, 4]>::ones()), Tensor::full(8.0));
    assert_eq!(linear(&q, &Tensor::<f32, shape![6, 4]>::ones()), Tensor::full(8.0));
    let (trace, outer, sum) = gram(&Tensor::<f32, shape![2, 3]>::ones(), &Tensor::ones());
    assert_eq!((trace, outer, sum), (6.0, Tensor::full(3.0), 9.0));
    assert_eq!(heads(&q).sizes(), [1, 3, 2, 4]);
    assert_eq!(together(&q).sizes(), [1, 3, 8]);
    assert_eq!(halved(&tensor![[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]), tensor![[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]]);
    assert_eq!(turned(&Tensor::<f32, shape![2, 3]>::ones()), Tensor::zeros());
}

/// A rearrangement without parentheses reads the operand's own elements.
#[test]
fn views_copy_nothing() {
    let x: Tensor<f32, shape![2, 6]> = Tensor::arange();
    let view = rearrange!(x; i (j k) -> k i j; k = 3);
    assert_eq!((view.sizes(), view.strides()), ([3, 2, 2], [1, 6, 3]));
    assert!(std::ptr::eq(&view[[0, 0, 0]], &x[[0, 0]]));
}

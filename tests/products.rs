//! Matrix products against literal values, a loop by hand, and NumPy's published cases.

mod common;

use num_bigint::BigInt;
use shaped::prelude::*;

/// The product by its definition, on sizes that are only known at run time.
fn by_hand(left: (&[usize], &[f64]), right: (&[usize], &[f64])) -> (Vec<usize>, Vec<f64>) {
    let ((m, k), n) = ((left.0[left.0.len() - 2], left.0[left.0.len() - 1]), right.0[right.0.len() - 1]);
    let (l, r) = (&left.0[..left.0.len() - 2], &right.0[..right.0.len() - 2]);
    let mut out = common::broadcast(l, r).unwrap();
    let mut values = Vec::new();
    for batch in 0..out.iter().product() {
        let (a, b) = (common::source(&out, l, batch) * m * k, common::source(&out, r, batch) * k * n);
        for i in 0..m {
            for j in 0..n {
                values.push((0..k).map(|p| left.1[a + i * k + p] * right.1[b + p * n + j]).sum());
            }
        }
    }
    out.extend([m, n]);
    (out, values)
}

fn numbers<S: StaticShape>(scale: f64) -> Tensor<f64, S> {
    Tensor::from_flat_fn(|i| ((i * 7 + 3) % 11) as f64 * scale - 2.0)
}

macro_rules! products {
    ($($name:ident: [$($l:tt)*] x [$($r:tt)*] -> [$($o:tt)*];)*) => { $(
        #[test]
        fn $name() {
            let (a, b) = (numbers::<shape![$($l),*]>(1.0), numbers::<shape![$($r),*]>(0.5));
            let product: Tensor<f64, shape![$($o),*]> = a.matmul(&b);
            let (sizes, values) = by_hand((a.sizes().as_ref(), a.as_slice()), (b.sizes().as_ref(), b.as_slice()));
            assert_eq!(product.sizes().as_ref(), sizes);
            // Sums of small halves are exact in any order.
            assert_eq!(product.as_slice(), values);
            let floats = a.map(|x| x as f32).matmul(&b.map(|x| x as f32));
            assert_eq!(floats.map(f64::from), product);
            let integers = a.map(|x| x as i64).matmul(&b.map(|x| (2.0 * x) as i64));
            assert_eq!(integers.map(|x| x as f64 / 2.0), product);
        }
    )* };
}

products! {
    one: [1 1] x [1 1] -> [1 1];
    square: [4 4] x [4 4] -> [4 4];
    rectangles: [5 7] x [7 3] -> [5 3];
    larger_than_a_block: [65 130] x [130 67] -> [65 67];
    row_by_column: [1 50] x [50 1] -> [1 1];
    column_by_row: [50 1] x [1 20] -> [50 20];
    stack_with_one_matrix: [8 6 5] x [5 4] -> [8 6 4];
    one_matrix_with_a_stack: [6 5] x [3 5 4] -> [3 6 4];
    stacks: [2 3 4 5] x [2 3 5 2] -> [2 3 4 2];
    stacks_that_stretch: [3 1 3 4] x [1 2 4 2] -> [3 2 3 2];
    stacks_of_two_ranks: [2 1 4 5] x [3 5 2] -> [2 3 4 2];
    nothing_to_sum: [3 0] x [0 2] -> [3 2];
    no_rows: [0 3] x [3 2] -> [0 2];
    no_columns: [2 3] x [3 0] -> [2 0];
    empty_stack: [0 2 3] x [3 2] -> [0 2 2];
    inner_size_one_is_not_stretched: [4 1] x [1 3] -> [4 3];
}

#[test]
fn literal_values() {
    // NumPy's documentation of matmul.
    let (a, b) = (tensor![[1, 0], [0, 1]], tensor![[4, 1], [2, 2]]);
    assert_eq!(a.matmul(&b), tensor![[4, 1], [2, 2]]);
    let (a, b) = (Tensor::<i64, shape![2, 2, 4]>::arange(), Tensor::<i64, shape![2, 4, 2]>::arange());
    let c = a.matmul(&b);
    assert_eq!((c.sizes(), c[[0, 1, 1]]), ([2, 2, 2], 98));
    let (a, b) = (Tensor::<i64, shape![2, 4, 5, 7]>::zeros(), Tensor::<i64, shape![2, 4, 7, 3]>::zeros());
    assert_eq!(a.matmul(&b).sizes(), [2, 4, 5, 3]);
    let big = tensor![[BigInt::from(3), BigInt::from(4)]].matmul(&tensor![[BigInt::from(5)], [BigInt::from(-6)]]);
    assert_eq!(big, tensor![[BigInt::from(-9)]]);
    let nan = tensor![[f32::NAN, 1.0], [0.0, 1.0]].matmul(&tensor![[0.0], [f32::INFINITY]]);
    assert!(nan[[0, 0]].is_nan() && nan[[1, 0]].is_infinite());
}

#[test]
fn operands_are_read_where_they_are() {
    let x = numbers::<shape![3, 4]>(1.0);
    // A stretched right side: the same matrix for each of five, and one row for all rows.
    let stack = x.broadcast_to::<shape![5, 3, 4]>();
    let w = numbers::<shape![4, 2]>(0.5);
    assert_eq!(stack.matmul(&w), x.matmul(&w).broadcast_to::<shape![5, 3, 2]>().to_tensor());
    let row = numbers::<shape![1, 4]>(1.0);
    let rows = row.broadcast_to::<shape![3, 4]>();
    assert_eq!(rows.matmul(&w), rows.to_tensor().matmul(&w));
    let column = numbers::<shape![4, 1]>(1.0);
    assert_eq!(
        x.matmul(&column.broadcast_to::<shape![4, 6]>()),
        x.matmul(&column).broadcast_to::<shape![3, 6]>().to_tensor()
    );
    let i = Inline::<f64, shape![2, 2]>::from_array([[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(i.matmul(&i).into_array(), [[7.0, 10.0], [15.0, 22.0]]);
}

/// Design, section 2: no `where` clause.
mod generic {
    use super::*;

    axis!(Batch);

    fn linear<B: Size, I: Size, O: Size>(
        x: &Tensor<f32, shape![B, I]>,
        w: &Tensor<f32, shape![I, O]>,
        b: &Tensor<f32, shape![O]>,
    ) -> Tensor<f32, shape![B, O]> {
        x.matmul(w) + b
    }

    fn per_token<L: Shape, T: Size, I: Size, O: Size>(
        x: &Tensor<f32, ((L, T), I)>,
        w: &Tensor<f32, shape![I, O]>,
        b: &Tensor<f32, shape![O]>,
    ) -> Tensor<f32, ((L, T), O)> {
        x.matmul(w) + b
    }

    fn scores<L: Shape, Q: Size, K: Size, D: Size>(
        q: &Tensor<f32, ((L, Q), D)>,
        k: &Tensor<f32, ((L, D), K)>,
    ) -> Tensor<f32, ((L, Q), K)> {
        q.matmul(k)
    }

    #[test]
    fn layers() {
        let x = tensor![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
        let w = tensor![[1.0, 0.0, 2.0], [0.5, 1.0, 0.0]];
        let b = tensor![0.0, 10.0, 100.0];
        let y = tensor![[2.0, 12.0, 102.0], [5.0, 14.0, 106.0], [8.0, 16.0, 110.0]];
        assert_eq!(linear(&x, &w, &b), y);
        let batch = Tensor::<f32, shape![Batch, 2]>::from_vec_with(Batch(3), x.as_slice().to_vec()).unwrap();
        assert_eq!(linear(&batch, &w, &b).as_slice(), y.as_slice());
        let deep = x.unsqueeze(Axis::<0>).to_tensor();
        assert_eq!(per_token(&deep, &w, &b), y.unsqueeze(Axis::<0>).to_tensor());
        let none = Tensor::<f32, shape![Batch, 2]>::zeros_with(Batch(0));
        assert_eq!(linear(&none, &w, &b).sizes(), [0, 3]);
        let stack = Tensor::<f32, shape![Batch, 4, 3, 2]>::full_with(Batch(2), 1.0);
        let keys = Tensor::<f32, shape![Batch, 4, 2, 5]>::full_with(Batch(2), 1.0);
        assert_eq!(scores(&stack, &keys), Tensor::full_with(Batch(2), 2.0));
    }

    #[test]
    #[should_panic(expected = "axis -1 (Batch) has size 2 on the left, and axis -2 has 3 on the right")]
    fn inner_run_time_axes_are_compared() {
        let x = Tensor::<f32, shape![1, Batch]>::zeros_with(Batch(2));
        let y = Tensor::<f32, shape![Batch, 1]>::zeros_with(Batch(3));
        x.matmul(&y);
    }
}

/// Products of all sizes around those of tiles, panels and blocks, by every way that operands can lie, against sums by hand.
mod kernels {
    use super::*;

    axis!(Stack);
    axis!(M);
    axis!(K);
    axis!(N);

    /// Numbers whose products and sums are exact, so that the order of summation does not show.
    fn number(i: usize) -> i16 {
        (i * 7 % 13) as i16 - 6
    }

    fn check<T>(m: usize, k: usize, n: usize)
    where
        T: Copy + From<i16> + PartialEq + core::fmt::Debug + num_traits::Zero + core::ops::Mul<Output = T> + 'static,
    {
        let x = Tensor::<T, shape![M, K]>::from_fn_with((M(m), K(k)), |[i, j]| T::from(number(i * k + j)));
        let y = Tensor::<T, shape![K, N]>::from_fn_with((K(k), N(n)), |[i, j]| T::from(number(i * n + j + 5)));
        let bias = Tensor::<T, shape![N]>::from_fn_with(N(n), |[j]| T::from(number(j)));
        let sum = |i: usize, j: usize| (0..k).fold(T::zero(), |sum, l| sum + x[[i, l]] * y[[l, j]]);
        let expected = Tensor::<T, shape![M, N]>::from_fn_with((M(m), N(n)), |[i, j]| sum(i, j));
        let (xt, yt) = (x.transpose().to_tensor(), y.transpose().to_tensor());
        assert_eq!(x.matmul(&y), expected, "{m} {k} {n}");
        assert_eq!(xt.transpose().matmul(&y), expected, "{m} {k} {n}, left transposed");
        assert_eq!(x.matmul(&yt.transpose()), expected, "{m} {k} {n}, right transposed");
        assert_eq!(xt.transpose().matmul(&yt.transpose()), expected, "{m} {k} {n}, both transposed");
        let (x2, y2) =
            (shaped::stack_all([&x + &x, x.clone()], Axis::<-1>), shaped::stack_all([y.clone(), &y + &y], Axis::<-1>));
        let (x2, y2) = (x2.index_axis(Axis::<-1>, 1), y2.index_axis(Axis::<-1>, 0));
        assert_eq!(x2.matmul(&y2), expected, "{m} {k} {n}, every second element");
        assert_eq!(x.linear_no_bias(&yt), expected, "{m} {k} {n}, weights");
        let with_bias = Tensor::<T, shape![M, N]>::from_fn_with((M(m), N(n)), |[i, j]| expected[[i, j]] + bias[[j]]);
        assert_eq!(x.linear(&yt, &bias), with_bias, "{m} {k} {n}, bias");
        assert_eq!(x.linear(&y.transpose(), &bias), with_bias, "{m} {k} {n}, bias, weights transposed");
        let turned = einsum!(m k, k n -> n m; &x, &y);
        assert_eq!(turned, expected.transpose().to_tensor(), "{m} {k} {n}, result transposed");
        let mut to = with_bias;
        x.matmul_into(&y, &mut to);
        assert_eq!(to, expected, "{m} {k} {n}, into");
    }

    #[test]
    fn small_sizes() {
        for m in [0, 1, 2, 3, 4, 5, 8, 9, 14, 17] {
            for k in [0, 1, 5, 16, 19] {
                for n in [0, 1, 3, 4, 8, 9, 16, 17, 33] {
                    check::<f32>(m, k, n);
                    check::<f64>(m, k, n);
                }
            }
        }
    }

    #[test]
    fn large_sizes() {
        let narrow = [(1, 700, 300), (300, 700, 1), (3, 300, 130), (130, 300, 3), (40, 600, 70), (10, 300, 500)];
        let wide = [(300, 257, 270), (30, 20, 1100), (1100, 20, 30), (41, 1100, 43)];
        for (m, k, n) in narrow.into_iter().chain(wide) {
            check::<f32>(m, k, n);
            check::<f64>(m, k, n);
            check::<i32>(m, k, n);
        }
    }

    /// What is not a number stays so, and nothing beyond an operand is read into a sum.
    #[test]
    fn special_values() {
        let mut x = Tensor::<f32, shape![9, 5]>::ones();
        x.as_mut_slice()[5] = f32::NAN;
        let mut y = Tensor::<f32, shape![5, 19]>::ones();
        y.as_mut_slice()[18] = f32::INFINITY;
        let z = x.matmul(&y);
        assert!((0..19).all(|j| z[[1, j]].is_nan()));
        assert!((0..9).all(|i| i == 1 || z[[i, 18]] == f32::INFINITY && (0..18).all(|j| z[[i, j]] == 5.0)));
        // Nor what was copied for the product before.
        let (m, k, n) = (M(67), K(301), N(133));
        for copies in [f32::NAN, 1.0] {
            let x = Tensor::<f32, shape![K, M]>::full_with((k, m), copies);
            let y = Tensor::<f32, shape![N, K]>::full_with((n, k), copies);
            let z = x.transpose().matmul(&y.transpose());
            assert!(z.iter().all(|z| if copies.is_nan() { z.is_nan() } else { *z == 301.0 }));
        }
    }

    /// What is read ahead of time is not computed with.
    #[test]
    fn stacks() {
        for (count, m, k, n) in [(1, 33, 40, 33), (2, 64, 64, 64), (3, 8, 70, 32), (5, 9, 17, 100), (4, 100, 3, 1)] {
            let x = Tensor::<f32, shape![Stack, M, K]>::from_fn_with((Stack(count), M(m), K(k)), |[s, i, j]| {
                number(s + i * k + j).into()
            });
            let y = Tensor::<f32, shape![Stack, K, N]>::from_fn_with((Stack(count), K(k), N(n)), |[s, i, j]| {
                number(3 * s + i * n + j).into()
            });
            let all = x.matmul(&y);
            let stretched = x.matmul(&y.index_axis(Axis::<0>, 0));
            for s in 0..count {
                let (x, y) = (x.index_axis(Axis::<0>, s).to_tensor(), y.index_axis(Axis::<0>, s).to_tensor());
                assert_eq!(all.index_axis(Axis::<0>, s).to_tensor(), x.matmul(&y), "{m} {k} {n}, {s} of {count}");
                if s == 0 {
                    assert_eq!(stretched.index_axis(Axis::<0>, 0).to_tensor(), x.matmul(&y));
                }
            }
        }
    }

    #[test]
    fn in_place() {
        let a = Inline::<i32, shape![2, 3]>::from_array([[1, 2, 3], [4, 5, 6]]);
        let b = Inline::<i32, shape![3, 2]>::from_array([[1, 0], [0, 1], [1, 1]]);
        assert_eq!(a.matmul(&b).into_array(), [[4, 5], [10, 11]]);
        assert_eq!(a.matmul(&b.view().transpose().to_tensor().transpose()).into_array(), [[4, 5], [10, 11]]);
        assert_eq!(a.matmul(&Inline::<i32, shape![3]>::from_array([1, 1, 1])).into_array(), [6, 15]);
        let mut stretched = Tensor::<i32, shape![2, 2, 2]>::zeros();
        a.matmul_into(&b, &mut stretched);
        assert_eq!(stretched, tensor![[[4, 5], [10, 11]], [[4, 5], [10, 11]]]);
        let big = a.map(BigInt::from).matmul(&b.map(BigInt::from));
        assert_eq!(big.into_array(), [[4, 5], [10, 11]].map(|row| row.map(BigInt::from)));
        let mut over = Tensor::<BigInt, shape![2, 2]>::full(BigInt::from(7));
        a.map(BigInt::from).matmul_into(&b.map(BigInt::from), &mut over);
        assert_eq!(over[[1, 0]], BigInt::from(10));
    }
}

axis!(Rows);
axis!(Inner);
axis!(Columns);

/// Of sizes at which operands are copied in parts and tiles are of all heights and widths, as they lie and transposed.
#[test]
fn large_ones_in_all_orders() {
    fn check<T: num_traits::Float + Default + std::fmt::Debug + 'static>(m: usize, k: usize, n: usize) {
        let number = |i: usize| T::from((i * 7 + 3) % 11).unwrap() - T::from(5).unwrap();
        let (m, k, n) = (Rows(m), Inner(k), Columns(n));
        let a = Tensor::<T, shape![Rows, Inner]>::from_fn_with((m, k), |[i, p]| number(i * 13 + p));
        let b = Tensor::<T, shape![Inner, Columns]>::from_fn_with((k, n), |[p, j]| number(p * 5 + j));
        let (at, bt) = (a.transpose().to_tensor(), b.transpose().to_tensor());
        // Sums of small integers are exact in any order.
        let mut sums = vec![T::zero(); m.0 * n.0];
        for (row, sums) in a.as_slice().chunks_exact(k.0).zip(sums.chunks_exact_mut(n.0)) {
            for (x, b) in row.iter().zip(b.as_slice().chunks_exact(n.0)) {
                sums.iter_mut().zip(b).for_each(|(sum, y)| *sum = *sum + *x * *y);
            }
        }
        assert_eq!(a.matmul(&b).as_slice(), sums, "{m:?} {k:?} {n:?}");
        assert_eq!(at.transpose().matmul(&b).as_slice(), sums, "{m:?} {k:?} {n:?}, the left one transposed");
        assert_eq!(a.matmul(&bt.transpose()).as_slice(), sums, "{m:?} {k:?} {n:?}, the right one transposed");
        assert_eq!(at.transpose().matmul(&bt.transpose()).as_slice(), sums, "{m:?} {k:?} {n:?}, both transposed");
    }
    let sizes = [(3, 300, 70), (33, 257, 50), (49, 130, 65), (515, 20, 49)];
    for (m, k, n) in sizes {
        check::<f32>(m, k, n);
        check::<f64>(m, k, n);
    }
}

/// One and two rows by operands that are beyond the second cache, and rows that do not end with a vector: whole numbers, of which any sum is exact.
#[test]
fn few_rows_by_large_operands() {
    fn number(i: usize) -> f64 {
        (i * 7 % 5) as f64 - 2.0
    }
    fn all<T, const M: usize, const K: usize, const N: usize>(of: impl Fn(f64) -> T, back: impl Fn(&T) -> f64)
    where
        T: Clone + num_traits::Zero + std::ops::Mul<Output = T> + PartialEq + std::fmt::Debug + 'static,
    {
        axis!(Rows);
        axis!(Summed);
        axis!(Columns);
        let x = Tensor::<T, shape![Rows, Summed]>::from_fn_with((Rows(M), Summed(K)), |[i, l]| of(number(i * K + l)));
        let w =
            Tensor::<T, shape![Summed, Columns]>::from_fn_with((Summed(K), Columns(N)), |[l, j]| of(number(l * 3 + j)));
        let wanted: Vec<f64> =
            (0..M * N).map(|at| (0..K).map(|l| number(at / N * K + l) * number(l * 3 + at % N)).sum()).collect();
        let product = x.matmul(&w);
        assert_eq!(product.iter().map(&back).collect::<Vec<_>>(), wanted, "{M} x {K} x {N}");
        // The same weights, behind others in the rows of a wider matrix.
        let wide = Tensor::<T, shape![Summed, 3]>::zeros_with(Summed(K)).concat(&w, Axis::<1>);
        assert_eq!(x.matmul(&wide.narrow_with(Axis::<1>, 3, Columns(N))), product);
        let bias = Tensor::<T, shape![Columns]>::from_fn_with(Columns(N), |[j]| of(number(j)));
        let linear = x.linear(&w.transpose(), &bias);
        let wanted: Vec<f64> = wanted.iter().enumerate().map(|(at, sum)| sum + number(at % N)).collect();
        assert_eq!(linear.iter().map(&back).collect::<Vec<_>>(), wanted, "{M} x {K} x {N} + {N}");
    }
    all::<f32, 1, 517, 1031>(|x| x as f32, |x| f64::from(*x));
    all::<f32, 2, 300, 2500>(|x| x as f32, |x| f64::from(*x));
    all::<f32, 1, 130, 2048>(|x| x as f32, |x| f64::from(*x));
    all::<f64, 1, 515, 517>(|x| x, |x| *x);
    all::<f64, 2, 67, 4099>(|x| x, |x| *x);
}

/// The same where a large operand lies transposed, so that the one column of weights is the row: with a bias, and a function of the sums.
#[test]
fn one_column_by_large_operands_that_lie_transposed() {
    use shaped::nn::*;
    let mut layer = Linear::<dim!(517), One>::default();
    for (i, w) in layer.weight.as_mut_slice().iter_mut().enumerate() {
        *w = (i * 7 % 5) as f32 - 2.0;
    }
    if let Some(bias) = &mut layer.bias {
        bias.as_mut_slice().fill(5.0);
    }
    let x = Tensor::<f32, shape![517, 1031]>::from_flat_fn(|i| ((i as u64 * 2_654_435_761) >> 16) as f32 % 7.0 - 3.0);
    let (plain, relu) = (layer.forward(&x.transpose()), (layer.clone(), Relu).forward(&x.transpose()));
    for j in 0..1031 {
        let sum: f32 = (0..517).map(|l| layer.weight.as_slice()[l] * x[[l, j]]).sum::<f32>() + 5.0;
        assert_eq!(plain[[j, 0]], sum);
        assert_eq!(relu[[j, 0]], sum.max(0.0));
    }
    assert!(relu.iter().any(|x| *x == 0.0) && relu.iter().any(|x| *x > 0.0));
}

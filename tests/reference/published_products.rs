//! Published cases of broadcasting, matrix products and `einsum`: the shapes of the ONNX backend's node tests, and the examples of NumPy's
//! manual with the numbers that it prints. 58 cases in all.
//!
//! Sources: `onnx/onnx`, `onnx/backend/test/case/node/{add,sub,mul,div,matmul,einsum}.py`; NumPy's `doc/source/user/basics.broadcasting.rst`
//! and the docstrings of `numpy.matmul`, `numpy.einsum`, `numpy.dot`, `numpy.outer`, `numpy.cross`, `numpy.trace`.

use std::cell::Cell;

use shaped::prelude::*;

use super::harness::Element;

/// What must come out, counted.
struct Cases(Cell<usize>);

impl Cases {
    #[track_caller]
    fn sizes<X: Operand>(&self, result: &X, sizes: &[usize]) {
        self.0.set(self.0.get() + 1);
        assert_eq!(AsRef::<[usize]>::as_ref(&result.sizes()), sizes);
    }

    /// As ONNX does, whose inputs are random: the result against the same sums written as loops.
    #[track_caller]
    fn by_index<X: Values<Elem = f32>>(&self, result: &X, sizes: &[usize], at: impl Fn(&[usize]) -> f32) {
        self.sizes(result, sizes);
        let mut index = vec![0; sizes.len()];
        for &element in result.iter() {
            assert!(element.near(at(&index), 1e-6), "{element} at {index:?}, not {}", at(&index));
            for axis in (0..sizes.len()).rev() {
                index[axis] += 1;
                if index[axis] < sizes[axis] {
                    break;
                }
                index[axis] = 0;
            }
        }
    }

    #[track_caller]
    fn equal<T: PartialEq + std::fmt::Debug, S: Shape>(&self, result: &Tensor<T, S>, expected: &Tensor<T, S>) {
        self.0.set(self.0.get() + 1);
        assert_eq!(result, expected);
    }
}

/// Numbers that stand for ONNX's random ones.
fn random<S: StaticShape>(seed: f32) -> Tensor<f32, S> {
    Tensor::<f32, S>::arange().map(|i| ((i + 1.0) * (seed + 0.7)).sin())
}

#[test]
fn published_cases() {
    let cases = Cases(Cell::new(0));
    onnx_elementwise(&cases);
    onnx_matmul(&cases);
    onnx_einsum(&cases);
    numpy_broadcasting(&cases);
    numpy_matmul(&cases);
    numpy_einsum(&cases);
    numpy_vectors(&cases);
    println!("{} published cases", cases.0.get());
    assert_eq!(cases.0.get(), 58);
}

/// `test_add`, `test_add_bcast`, and the same of `sub`, `mul` and `div`.
fn onnx_elementwise(cases: &Cases) {
    let (x, y): (Tensor<f32, shape![3, 4, 5]>, Tensor<f32, shape![3, 4, 5]>) =
        (random(1.0), random(2.0).map(|y: f32| y + 2.0));
    let short: Tensor<f32, shape![5]> = random(3.0).map(|y: f32| y + 2.0);
    let (a, b, c) =
        (|i: &[usize]| x[[i[0], i[1], i[2]]], |i: &[usize]| y[[i[0], i[1], i[2]]], |i: &[usize]| short[[i[2]]]);
    let sizes = &[3, 4, 5];
    cases.by_index(&(&x + &y), sizes, |i| a(i) + b(i));
    cases.by_index(&(&x + &short), sizes, |i| a(i) + c(i));
    cases.by_index(&(&x - &y), sizes, |i| a(i) - b(i));
    cases.by_index(&(&x - &short), sizes, |i| a(i) - c(i));
    cases.by_index(&(&x * &y), sizes, |i| a(i) * b(i));
    cases.by_index(&(&x * &short), sizes, |i| a(i) * c(i));
    cases.by_index(&(&x / &y), sizes, |i| a(i) / b(i));
    cases.by_index(&(&x / &short), sizes, |i| a(i) / c(i));
}

/// `test_matmul_2d`, `_3d`, `_4d`.
fn onnx_matmul(cases: &Cases) {
    let (a, b): (Tensor<f32, shape![3, 4]>, Tensor<f32, shape![4, 3]>) = (random(1.0), random(2.0));
    cases.by_index(&a.matmul(&b), &[3, 3], |i| (0..4).map(|k| a[[i[0], k]] * b[[k, i[1]]]).sum());
    let (a, b): (Tensor<f32, shape![2, 3, 4]>, Tensor<f32, shape![2, 4, 3]>) = (random(1.0), random(2.0));
    cases.by_index(&a.matmul(&b), &[2, 3, 3], |i| (0..4).map(|k| a[[i[0], i[1], k]] * b[[i[0], k, i[2]]]).sum());
    let (a, b): (Tensor<f32, shape![1, 2, 3, 4]>, Tensor<f32, shape![1, 2, 4, 3]>) = (random(1.0), random(2.0));
    cases.by_index(&a.matmul(&b), &[1, 2, 3, 3], |i| {
        (0..4).map(|k| a[[i[0], i[1], i[2], k]] * b[[i[0], i[1], k, i[3]]]).sum()
    });
}

/// `test_einsum_transpose`, `_sum`, `_batch_diagonal`, `_inner_prod`, `_batch_matmul`, `_scalar`.
fn onnx_einsum(cases: &Cases) {
    let x: Tensor<f32, shape![3, 4]> = random(1.0);
    cases.by_index(&einsum!(i j -> j i; &x), &[4, 3], |i| x[[i[1], i[0]]]);
    cases.by_index(&einsum!(i j -> i; &x), &[3], |i| (0..4).map(|j| x[[i[0], j]]).sum());
    let x: Tensor<f32, shape![3, 5, 5]> = random(2.0);
    cases.by_index(&einsum!(.. i i -> .. i; &x), &[3, 5], |i| x[[i[0], i[1], i[1]]]);
    let (x, y): (Tensor<f32, shape![5]>, Tensor<f32, shape![5]>) = (random(1.0), random(2.0));
    cases.by_index(&einsum!(i, i -> ; &x, &y), &[], |_| (0..5).map(|i| x[[i]] * y[[i]]).sum());
    let (x, y): (Tensor<f32, shape![5, 2, 3]>, Tensor<f32, shape![5, 3, 4]>) = (random(1.0), random(2.0));
    cases.by_index(&einsum!(b i j, b j k -> b i k; &x, &y), &[5, 2, 4], |i| {
        (0..3).map(|j| x[[i[0], i[1], j]] * y[[i[0], j, i[2]]]).sum()
    });
    let x: Tensor<f32, shape![]> = Tensor::full(5.0);
    cases.equal(&einsum!( -> ; &x), &x);
}

/// The examples and tables of "Broadcasting" in the user guide. Those that do not broadcast are in `ui-tests` and
/// `tests/data/broadcast-cases.csv`.
fn numpy_broadcasting(cases: &Cases) {
    macro_rules! table {
        ($($left:tt + $right:tt = $sum:tt;)*) => { $(
            let left: Tensor<u8, shape! $left> = Tensor::zeros();
            let right: Tensor<u8, shape! $right> = Tensor::zeros();
            cases.sizes(&(&left + &right), &$sum);
        )* };
    }
    table! {
        [256, 256, 3] + [3] = [256, 256, 3];
        [8, 1, 6, 1] + [7, 1, 5] = [8, 7, 6, 5];
        [5, 4] + [1] = [5, 4];
        [5, 4] + [4] = [5, 4];
        [15, 3, 5] + [15, 1, 5] = [15, 3, 5];
        [15, 3, 5] + [3, 5] = [15, 3, 5];
        [15, 3, 5] + [3, 1] = [15, 3, 5];
        [2] + [4, 2] = [4, 2];
        [10, 3] + [5, 1, 3] = [5, 10, 3];
        [5, 1] + [1, 6] = [5, 6];
        [5, 1] + [6] = [5, 6];
        [] + [5, 6] = [5, 6];
    }
    let a = tensor![1.0, 2.0, 3.0];
    cases.equal(&(&a * &tensor![2.0, 2.0, 2.0]), &tensor![2.0, 4.0, 6.0]);
    cases.equal(&(&a * 2.0), &tensor![2.0, 4.0, 6.0]);
    let rows = tensor![[0.0, 0.0, 0.0], [10.0, 10.0, 10.0], [20.0, 20.0, 20.0], [30.0, 30.0, 30.0]];
    let sum = tensor![[1.0, 2.0, 3.0], [11.0, 12.0, 13.0], [21.0, 22.0, 23.0], [31.0, 32.0, 33.0]];
    cases.equal(&(&rows + &a), &sum);
    cases.equal(&(tensor![0.0, 10.0, 20.0, 30.0].unsqueeze(Axis::<-1>) + &a), &sum);
    let codes = tensor![[102.0, 203.0], [132.0, 193.0], [45.0, 155.0], [57.0, 173.0]];
    let distances = (&codes - &tensor![111.0, 188.0]).map(|x| x * x).sum(Axis::<-1>).map(f64::sqrt);
    cases.equal(&distances.argmin(Axis::<0>), &Tensor::full(0));
}

/// The examples of `numpy.matmul`.
fn numpy_matmul(cases: &Cases) {
    cases.equal(&tensor![[1, 0], [0, 1]].matmul(&tensor![[4, 1], [2, 2]]), &tensor![[4, 1], [2, 2]]);
    cases.equal(&tensor![[1, 0], [0, 1]].matmul(&tensor![1, 2]), &tensor![1, 2]);
    cases.equal(&tensor![1, 2].matmul(&tensor![[1, 0], [0, 1]]), &tensor![1, 2]);
    let a: Tensor<i64, shape![2, 2, 4]> = Tensor::arange();
    let b: Tensor<i64, shape![2, 4, 2]> = Tensor::arange();
    let product = a.matmul(&b);
    cases.sizes(&product, &[2, 2, 2]);
    assert_eq!(product[[0, 1, 1]], 98);
    let ones: Tensor<f32, shape![9, 5, 7, 4]> = Tensor::ones();
    cases.sizes(&ones.matmul(&Tensor::<f32, shape![9, 5, 4, 3]>::ones()), &[9, 5, 7, 3]);
}

/// The examples of `numpy.einsum` that have the labels of the result written out, or can have.
fn numpy_einsum(cases: &Cases) {
    let a: Tensor<i64, shape![5, 5]> = Tensor::arange();
    let b: Tensor<i64, shape![5]> = Tensor::arange();
    let c: Tensor<i64, shape![2, 3]> = Tensor::arange();
    let number = |x| Tensor::<i64, shape![]>::full(x);
    cases.equal(&einsum!(i i -> ; &a), &number(60));
    cases.equal(&einsum!(i i -> i; &a), &tensor![0, 6, 12, 18, 24]);
    cases.equal(&einsum!(i j -> i; &a), &tensor![10, 35, 60, 85, 110]);
    cases.equal(&einsum!(.. j -> ..; &a), &tensor![10, 35, 60, 85, 110]);
    cases.equal(&einsum!(i j -> j i; &c), &tensor![[0, 3], [1, 4], [2, 5]]);
    cases.equal(&einsum!(i, i -> ; &b, &b), &number(30));
    cases.equal(&einsum!(i j, j -> i; &a, &b), &tensor![30, 80, 130, 180, 230]);
    cases.equal(&einsum!(.. j, j -> ..; &a, &b), &tensor![30, 80, 130, 180, 230]);
    cases.equal(&einsum!(, i j -> i j; number(3), &c), &tensor![[0, 3, 6], [9, 12, 15]]);
    cases.equal(&einsum!(i, j -> i j; tensor![1, 2], &b), &tensor![[0, 1, 2, 3, 4], [0, 2, 4, 6, 8]]);
    let x: Tensor<f64, shape![3, 4, 5]> = Tensor::arange();
    let y: Tensor<f64, shape![4, 3, 2]> = Tensor::arange();
    let contraction = tensor![[4400.0, 4730.0], [4532.0, 4874.0], [4664.0, 5018.0], [4796.0, 5162.0], [4928.0, 5306.0]];
    cases.equal(&einsum!(i j k, j i l -> k l; &x, &y), &contraction);
    let x: Tensor<i64, shape![3, 2]> = Tensor::arange();
    let y: Tensor<i64, shape![4, 3]> = Tensor::arange();
    let product = tensor![[10, 28, 46, 64], [13, 40, 67, 94]];
    cases.equal(&einsum!(k i, j k -> i j; &x, &y), &product);
    let ones: Tensor<f64, shape![2, 4, 8]> = Tensor::ones();
    // The chained example: `ijk,ilm,njm,nlk,abc->` of ones counts all indices, 2 * 4 * 8 * 4 * 8 * 2 * (2 * 4 * 8).
    let chained = einsum!(i j k, i l m, n j m, n l k, a b c -> ; &ones, &ones, &ones, &ones, &ones);
    cases.equal(&chained, &Tensor::full(262144.0));
}

/// The examples of `numpy.dot`, `numpy.outer`, `numpy.cross` and `numpy.trace`.
fn numpy_vectors(cases: &Cases) {
    cases.equal(&tensor![[1, 0], [0, 1]].matmul(&tensor![[4, 1], [2, 2]]), &tensor![[4, 1], [2, 2]]);
    let row: Tensor<f64, shape![5]> = Tensor::arange().map(|x: f64| x - 2.0);
    let grid = Tensor::<f64, shape![5]>::ones().outer(&row);
    cases.equal(&grid, &row.broadcast_to::<shape![5, 5]>().to_tensor());
    cases.equal(&tensor![1, 2, 3].cross(&tensor![4, 5, 6]), &tensor![-3, 6, -3]);
    let (x, y) = (tensor![[1, 2, 3], [4, 5, 6]], tensor![[4, 5, 6], [1, 2, 3]]);
    cases.equal(&x.cross(&y), &tensor![[-3, 6, -3], [3, -6, 3]]);
    cases.equal(&Tensor::full(Tensor::<f64, shape![3, 3]>::eye().trace()), &Tensor::<f64, shape![]>::full(3.0));
    let cubes: Tensor<i64, shape![2, 2, 2]> = Tensor::arange();
    cases.equal(&einsum!(i i j -> j; &cubes), &tensor![6, 8]);
}

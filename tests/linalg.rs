//! Linear algebra beside PyTorch's (`tools/reference/linalg.py`), and by what defines it.
#![cfg(feature = "linalg")]

use shaped::prelude::*;

#[path = "reference/harness.rs"]
mod harness;

use harness::Reference;

axis!(Batch);
axis!(Row);

/// Are all elements this near to each other, by the largest element?
fn near<S: Shape>(x: &Tensor<f64, S>, y: &Tensor<f64, S>, most: f64) -> bool {
    let largest = y.iter().fold(1.0f64, |largest, y| largest.max(y.abs()));
    x.iter().zip(y.iter()).all(|(x, y)| (x - y).abs() <= most * largest)
}

#[test]
fn results_are_those_of_pytorch() {
    let reference = Reference::new(include_str!("data/reference/linalg.txt"));
    macro_rules! checked {
        ($t:ident $most:literal) => {
            let x = reference.input::<$t, shape![2, 2, 3, 3]>("square");
            reference.check("det square", &x.det(), $most);
            let (sign, log) = x.slogdet();
            reference.check("slogdet sign", &sign, 0.0);
            reference.check("slogdet log", &log, $most);
            reference.check("inv square", &x.inv().unwrap(), $most * 10.0);
            let b = reference.input::<$t, shape![2, 2, 3, 2]>("sides");
            reference.check("solve square", &x.solve(&b).unwrap(), $most * 10.0);
            let x = reference.input::<$t, shape![2, 6, 6]>("definite");
            reference.check("cholesky definite", &x.cholesky().unwrap(), $most);
            reference.check("eigh definite", &x.eigh().unwrap().0, $most * 10.0);
            macro_rules! any {
                ($name:literal $sizes:tt $right:tt) => {
                    let x = reference.input::<$t, shape! $sizes>($name);
                    let b = reference.input::<$t, shape! $right>(concat!($name, "_sides"));
                    reference.check(concat!("svd ", $name), &x.svd().unwrap().1, $most);
                    reference.check(concat!("pinv ", $name), &x.pinv().unwrap(), $most * 10.0);
                    reference.check(concat!("lstsq ", $name), &x.lstsq(&b).unwrap(), $most * 10.0);
                };
            }
            any!("tall" [2, 5, 3] [2, 5, 2]);
            any!("wide" [2, 3, 5] [2, 3, 2]);
            any!("poor" [3, 4, 4] [3, 4, 2]);
        };
    }
    checked!(f64 1e-13);
    checked!(f32 1e-5);
    let x = reference.input::<f64, shape![8, 8]>("hilbert");
    reference.check("svd hilbert", &x.svd().unwrap().1, 1e-15);
    reference.check("eigh hilbert", &x.eigh().unwrap().0, 1e-15);
    reference.check("det hilbert", &x.det(), 1e-15);
    reference.finish("linalg");
}

/// Where results are not unique, their products are.
#[test]
fn decompositions_are_of_the_matrices() {
    let reference = Reference::new(include_str!("data/reference/linalg.txt"));
    macro_rules! whole {
        ($name:literal [$batch:literal, $m:literal, $n:literal] $k:literal) => {
            let x = reference.input::<f64, shape![$batch, $m, $n]>($name);
            let one: Tensor<f64, shape![$k, $k]> = Tensor::eye();
            let one = one.broadcast_to::<shape![$batch, $k, $k]>().to_tensor();
            let (q, r) = x.qr();
            assert!(near(&q.matmul(&r), &x, 1e-14) && near(&q.swap_axes(Axis::<1>, Axis::<2>).matmul(&q), &one, 1e-14));
            assert!(near(&r.triu(0), &r, 0.0), "an upper triangle");
            let (u, s, vh) = x.svd().unwrap();
            assert!(near(&(&u * &s.unsqueeze(Axis::<1>)).matmul(&vh), &x, 2e-14));
            assert!(near(&u.swap_axes(Axis::<1>, Axis::<2>).matmul(&u), &one, 1e-14), "columns of length 1");
            assert!(near(&vh.matmul(&vh.swap_axes(Axis::<1>, Axis::<2>)), &one, 1e-14), "rows of length 1");
            // Run-time axes, and columns that are not contiguous.
            let free = x.free::<shape![Batch, Row, $n]>();
            assert_eq!(free.svd().unwrap().1.as_slice(), s.as_slice());
            let turned = x.swap_axes(Axis::<1>, Axis::<2>);
            assert!(near(&turned.svd().unwrap().1, &s, 1e-14));
        };
    }
    whole!("tall" [2, 5, 3] 3);
    whole!("poor" [3, 4, 4] 4);
    let x = reference.input::<f64, shape![2, 6, 6]>("definite");
    let (values, vectors) = x.eigh().unwrap();
    assert!(near(&x.matmul(&vectors), &(&vectors * &values.unsqueeze(Axis::<1>)), 1e-14));
    let lower = x.cholesky().unwrap();
    assert!(near(&lower.matmul(&lower.swap_axes(Axis::<1>, Axis::<2>)), &x, 1e-14));
}

#[test]
fn what_cannot_be_is_an_error_that_names_the_matrix() {
    let singular = tensor![[[1.0, 0.0], [0.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]];
    let right = tensor![[[1.0], [2.0]], [[1.0], [2.0]]];
    assert_eq!(singular.inv().unwrap_err().to_string(), "inv: matrix 1 is singular");
    assert_eq!(singular.solve(&right).unwrap_err().to_string(), "solve: matrix 1 is singular");
    assert_eq!(singular.slogdet(), (tensor![1.0, 0.0], tensor![0.0, f64::NEG_INFINITY]));
    let indefinite = tensor![[1.0f32, 2.0], [2.0, 1.0]];
    assert_eq!(indefinite.cholesky().unwrap_err().to_string(), "cholesky: matrix 0 is not positive definite");
    // What is not finite neither hangs nor comes out as a number.
    for x in [f64::NAN, f64::INFINITY] {
        let x = tensor![[1.0, x], [x, 1.0]];
        let why = "matrix 0 has an element that is NaN or infinite";
        assert_eq!(x.svd().unwrap_err().to_string(), format!("svd: {why}"));
        assert_eq!(x.eigh().unwrap_err().to_string(), format!("eigh: {why}"));
        assert_eq!(x.pinv().unwrap_err().to_string(), format!("pinv: {why}"));
        assert_eq!(x.cholesky().unwrap_err().to_string(), format!("cholesky: {why}"));
        assert!(!x.det()[[]].is_finite());
    }
}

#[test]
fn matrices_may_have_no_elements() {
    let none: Tensor<f64, shape![2, 0, 0]> = Tensor::zeros();
    assert_eq!((none.det(), none.inv().unwrap()), (tensor![1.0, 1.0], none.clone()));
    assert_eq!(none.eigh().unwrap().1, none);
    let flat: Tensor<f64, shape![2, 3, 0]> = Tensor::zeros();
    assert_eq!(flat.svd().unwrap().1, Tensor::<f64, shape![2, 0]>::zeros());
    assert_eq!(flat.qr().1, Tensor::<f64, shape![2, 0, 0]>::zeros());
    assert_eq!(flat.pinv().unwrap(), Tensor::<f64, shape![2, 0, 3]>::zeros());
    let wide: Tensor<f64, shape![0, 3]> = Tensor::zeros();
    assert_eq!(wide.lstsq(&Tensor::<f64, shape![0, 2]>::zeros()).unwrap(), Tensor::<f64, shape![3, 2]>::zeros());
    let batches: Tensor<f64, shape![0, 3, 3]> = Tensor::zeros();
    assert_eq!(batches.det(), Tensor::<f64, shape![0]>::zeros());
}

/// Of rows that are counted at run time the columns are the smaller number, by the type.
#[test]
#[should_panic(expected = "a result has sizes [2, 2], where the type says [Row, 3]")]
fn fewer_rows_than_the_type_takes_for_granted_are_told() {
    Tensor::<f64, shape![Row, 3]>::ones_with(Row(2)).qr();
}

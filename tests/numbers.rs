//! Numbers that are hard to get right: rows of one value, means far from the elements' differences. The values are literal; PyTorch's are in
//! `tests/reference/numbers.rs`.

use shaped::prelude::*;

axis!(N);

/// Rows of one value have no deviation, whatever the mean's rounding.
mod rows_of_one_value {
    use super::*;

    const VALUES: [f32; 6] = [12345.678, 0.1, -1e-3, 1e20, 3e-30, 16777217.0];

    fn check<T: num_traits::Float + core::fmt::Debug + 'static>(value: T) {
        let eps = T::from(1e-5).expect("a float");
        let zero = T::zero();
        macro_rules! zeros {
            ($x:ident: $y:expr) => {
                let y = $y;
                assert!(y.iter().all(|y| *y == zero), "{} of {value:?}: {:?}", stringify!($y), y.iter().next());
            };
        }
        // Longer than a block of sums, and not a whole number of vectors.
        let x: Tensor<T, shape![3, 1003]> = Tensor::full(value);
        let (w, b): (Tensor<T, shape![1003]>, Tensor<T, shape![1003]>) = (Tensor::ones(), Tensor::zeros());
        zeros!(x: x.layer_norm(&w, &b, eps));
        zeros!(x: x.layer_norm_no_affine::<shape![1003]>(eps));
        zeros!(x: x.var(Axis::<-1>));
        zeros!(x: x.std(Axis::<-1>));
        zeros!(x: x.var(Axis::<0>));
        zeros!(x: x.transpose().var(Axis::<0>));
        zeros!(x: x.var_with(axes![0, 1], 0));
        assert_eq!((x.var_all(), x.std_all()), (zero, zero), "{value:?}");
        let x: Tensor<T, shape![2, 6, 10, 17]> = Tensor::full(value);
        let (w, b): (Tensor<T, shape![6]>, Tensor<T, shape![6]>) = (Tensor::ones(), Tensor::zeros());
        zeros!(x: x.instance_norm(Axis::<1>, &w, &b, eps));
        zeros!(x: x.group_norm(Axis::<1>, Dim::<3>, &w, &b, eps));
        zeros!(x: x.var(axes![0, 2, 3]));
    }

    #[test]
    fn of_f32() {
        VALUES.iter().for_each(|&x| check(x));
    }

    #[test]
    fn of_f64() {
        VALUES.iter().for_each(|&x| check(f64::from(x) / 3.0));
    }
}

/// The deviation is right where the mean is a million times as large, and where one element is all that differs.
#[test]
fn large_means() {
    let x: Tensor<f32, shape![1, 1000]> = Tensor::from_flat_fn(|i| 1e6 + (i % 2) as f32);
    let y = x.layer_norm_no_affine::<shape![1000]>(0.0);
    assert_eq!((y[[0, 0]], y[[0, 1]]), (-1.0, 1.0));
    assert_eq!(x.var_with_all(0), 0.25);
    let x: Tensor<f32, shape![4, 1024]> = Tensor::from_flat_fn(|i| if i % 1024 == 7 { 12346.0 } else { 12345.0 });
    // 1/1024 - 1/1024^2
    assert_eq!(x.var_with(Axis::<-1>, 0), Tensor::full(1023.0 / 1048576.0));
    let many =
        Tensor::<f32, shape![N]>::from_vec_with(N(1_000_000), (0..1_000_000).map(|i| 1e6 + (i % 2) as f32).collect());
    assert_eq!(many.expect("a million").var_with_all(0), 0.25);
}

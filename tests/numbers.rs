//! Numbers that are hard to get right: rows of one value, means far from the elements' differences. The values are literal; PyTorch's are in
//! `tests/accuracy.rs`.

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

/// Floats of 16 bits are summed in `f32` and rounded once.
mod sums_of_16_bits {
    use super::*;
    use half::{bf16, f16};

    /// Runs the same for both types.
    macro_rules! both {
        ($name:ident) => {{
            $name::<f16>();
            $name::<bf16>();
        }};
    }

    trait Sixteen: num_traits::Float + core::fmt::Debug + Send + Sync + 'static {
        const IS_F16: bool;
    }
    impl Sixteen for f16 {
        const IS_F16: bool = true;
    }
    impl Sixteen for bf16 {
        const IS_F16: bool = false;
    }

    fn n<T: Sixteen>(x: f64) -> T {
        T::from(x).expect("a float")
    }

    #[test]
    #[cfg(feature = "half")]
    fn products() {
        fn check<T: Sixteen>() {
            let (a, b): (Tensor<T, shape![1, 1024]>, Tensor<T, shape![1024, 2]>) = (Tensor::ones(), Tensor::ones());
            assert_eq!(a.matmul(&b), Tensor::full(n(1024.0)));
            assert_eq!(
                a.reshape::<shape![1024]>()
                    .dot(&b.transpose().narrow(Axis::<0>, 0, One).to_tensor().reshape::<shape![1024]>()),
                n(1024.0)
            );
            assert_eq!(einsum!(i k, k j -> i j; &a, &b), Tensor::full(n(1024.0)));
            assert_eq!(einsum!(i k, k j, i l -> j; &a, &b, &a), Tensor::full(n(1048576.0)));
            assert_eq!(a.linear(&b.transpose(), &tensor![n::<T>(8.0), n(16.0)]), tensor![[n(1032.0), n(1040.0)]]);
            assert_eq!(a.linear_no_bias(&b.transpose()), Tensor::full(n(1024.0)));
            let long: Tensor<T, shape![1, 4096]> = Tensor::ones();
            assert_eq!(long.matmul(&long.transpose()), Tensor::full(n(4096.0)));
            // Many rows and columns, in several parts of either side.
            let (a, b): (Tensor<T, shape![70, 9000]>, Tensor<T, shape![9000, 130]>) =
                (Tensor::ones(), Tensor::full(n(0.5)));
            assert_eq!(a.matmul(&b), Tensor::full(n(4500.0)));
            let stack: Tensor<T, shape![3, 2, 3000]> = Tensor::ones();
            assert_eq!(stack.matmul(&b.narrow(Axis::<0>, 0, dim_3000()).to_tensor()), Tensor::full(n(1500.0)));
            let few = Inline::<T, shape![2, 2]>::from_array([[n(300.0), n(300.0)], [n(1.0), n(1.0)]]);
            assert_eq!(few.matmul(&few).as_slice()[2], n(301.0));
        }
        fn dim_3000() -> dim!(3000) {
            Default::default()
        }
        both!(check);
    }

    #[test]
    #[cfg(feature = "half")]
    fn convolutions() {
        fn check<T: Sixteen>() {
            let (x, w): (Tensor<T, shape![1, 256, 4, 4]>, Tensor<T, shape![2, 256, 3, 3]>) =
                (Tensor::ones(), Tensor::ones());
            assert_eq!(x.conv2d(&w, Conv::new()), Tensor::full(n(2304.0)));
            assert_eq!(x.conv2d_with_bias(&w, &tensor![n::<T>(16.0), n(-16.0)], Conv::new())[[0, 1, 0, 0]], n(2288.0));
            let w: Tensor<T, shape![256, 2, 3, 3]> = Tensor::ones();
            assert_eq!(x.conv_transpose2d(&w, TransposedConv::new())[[0, 0, 3, 3]], n(2304.0));
            let (x, w): (Tensor<T, shape![1, 512, 7]>, Tensor<T, shape![2, 512, 5]>) = (Tensor::ones(), Tensor::ones());
            assert_eq!(x.conv1d(&w, Conv::new()), Tensor::full(n(2560.0)));
        }
        both!(check);
    }

    #[test]
    #[cfg(feature = "half")]
    fn sums() {
        let ones = Tensor::<bf16, shape![N]>::ones_with(N(100_000));
        assert_eq!(ones.sum_all(), bf16::from_f32(99840.0));
        assert_eq!(Tensor::<f16, shape![60_000]>::ones().sum_all(), f16::from_f32(60000.0));
        assert_eq!(ones.lazy().sum_all(), bf16::from_f32(99840.0));
        let rows: Tensor<f16, shape![3, 10_000]> = Tensor::ones();
        assert_eq!(rows.sum(Axis::<-1>), Tensor::full(f16::from_f32(10_000.0)));
        assert_eq!(rows.transpose().sum(Axis::<0>), Tensor::full(f16::from_f32(10_000.0)));
        assert_eq!(rows.lazy().map(|x| x + x).sum(Axis::<-1>), Tensor::full(f16::from_f32(20_000.0)));
        // Too large for the type half-way: 2^16 and back.
        let factors =
            Tensor::<f16, shape![4]>::from_vec([256.0, 256.0, 0.125, 0.5].map(f16::from_f32).into()).expect("four");
        assert_eq!(factors.prod_all(), f16::from_f32(4096.0));
        assert_eq!(factors.prod(Axis::<0>), Tensor::full(f16::from_f32(4096.0)));
    }

    /// These are right without the feature `half`.
    #[test]
    fn moments() {
        fn check<T: Sixteen>() {
            let ones = Tensor::<T, shape![N]>::ones_with(N(100_000));
            assert_eq!((ones.mean_all(), ones.var_all(), ones.lazy().mean_all()), (T::one(), T::zero(), T::one()));
            assert_eq!(ones.unsqueeze(Axis::<0>).mean(Axis::<-1>), tensor![T::one()]);
            let big: Tensor<T, shape![2, 1024]> = Tensor::full(n(300.0));
            assert_eq!(big.norm_all().to_f64().map(|x| (x / 13576.0 - 1.0).abs() < 0.004), Some(true));
            assert_eq!(big.norm(Axis::<-1>), Tensor::full(n(9600.0)));
            assert_eq!(big.lazy().norm(Axis::<-1>), Tensor::full(n(9600.0)));
            let two: Tensor<T, shape![2, 1024]> =
                Tensor::from_flat_fn(|i| n(if i % 2 == 0 { 1024.0 } else { -1024.0 }));
            assert_eq!(two.std_with(Axis::<-1>, 0), Tensor::full(n(1024.0)));
            assert_eq!(two.std_with_all(0), n(1024.0));
            assert_eq!(two.transpose().std_with(Axis::<0>, 0), Tensor::full(n(1024.0)));
            if !T::IS_F16 {
                assert_eq!(two.var_with(Axis::<-1>, 0), Tensor::full(n(1048576.0)));
            }
            let zeros: Tensor<T, shape![2, 4096]> = Tensor::zeros();
            assert_eq!(zeros.logsumexp(Axis::<-1>), Tensor::full(n(4096f64.ln())));
            assert_eq!(zeros.logsumexp_all(), n(8192f64.ln()));
        }
        both!(check);
    }

    /// Normalisations, losses, attention and averages, as well.
    #[test]
    fn what_is_made_of_sums() {
        fn check<T: Sixteen>() {
            let x: Tensor<T, shape![2, 2048]> = Tensor::full(n(300.0));
            assert_eq!(x.softmax(Axis::<-1>), Tensor::full(n(1.0 / 2048.0)));
            assert_eq!(x.log_softmax(Axis::<-1>), Tensor::full(n(-(2048f64.ln()))));
            assert_eq!(x.normalize(Axis::<-1>), Tensor::full(n(2048f64.sqrt().recip())));
            assert_eq!(x.layer_norm_no_affine::<shape![2048]>(n(1e-5)), Tensor::zeros());
            assert_eq!(x.rms_norm_no_affine::<shape![2048]>(n(1e-5)), Tensor::ones());
            assert_eq!(x.cosine_similarity(&x, Axis::<-1>), Tensor::ones());
            assert_eq!(x.mse_loss(&Tensor::<T, shape![2, 2048]>::full(n(280.0))), n(400.0));
            assert_eq!(x.cross_entropy(&tensor![0usize, 1]), n(2048f64.ln()));
            let (image, ones): (Tensor<T, shape![1, 1, 64, 64]>, Tensor<T, shape![1, 4096]>) =
                (Tensor::ones(), Tensor::ones());
            assert_eq!(image.avg_pool2d(Pool::new(Dim::<64>)), Tensor::ones());
            assert_eq!(image.adaptive_avg_pool2d(One), Tensor::ones());
            assert_eq!(ones.logcumsumexp(Axis::<-1>)[[0, 4095]], n(1.0 + 4096f64.ln()));
            let (q, k, v): (Tensor<T, shape![3, 2]>, Tensor<T, shape![1000, 2]>, Tensor<T, shape![1000, 4]>) =
                (Tensor::ones(), Tensor::ones(), Tensor::full(n(100.0)));
            assert_eq!(q.attention(&k, &v), Tensor::full(n(100.0)));
        }
        both!(check);
    }

    #[test]
    #[cfg(feature = "half")]
    fn scans() {
        fn check<T: Sixteen>() {
            let x: Tensor<T, shape![4096]> = Tensor::ones();
            assert_eq!(x.cumsum(Axis::<0>)[[4095]], n(4096.0));
            let x: Tensor<T, shape![2, 4096]> = Tensor::full(n(1.0 + 1.0 / 128.0));
            assert_eq!(
                x.transpose().narrow(Axis::<0>, 0, Dim::<512>).cumprod(Axis::<0>)[[511, 1]],
                n((1.0 + 1.0 / 128.0f64).powi(512))
            );
        }
        both!(check);
    }
}

//! Products of elements against the exact ones, which have thousands of digits.

use std::fmt::Debug;

use num_bigint::BigInt;
use num_traits::Float;
use shaped::prelude::*;

axis!(Rows);
axis!(Columns);

/// Fewer elements are multiplied one by one, and each multiplication rounds.
const FEW: usize = 16;

trait Element: Float + Debug + 'static {
    /// From the first digit to the last.
    const DIGITS: u64;
    /// Whether nothing but the result is rounded.
    fn is_exact() -> bool;
    fn of(x: f64) -> Self;
}
impl Element for f32 {
    const DIGITS: u64 = 23;
    fn is_exact() -> bool {
        true
    }
    fn of(x: f64) -> f32 {
        x as f32
    }
}
impl Element for f64 {
    const DIGITS: u64 = 52;
    /// Where the CPU multiplies and adds at once.
    fn is_exact() -> bool {
        #[cfg(target_arch = "x86_64")]
        return std::is_x86_feature_detected!("avx2") && std::env::var("SHAPED_SIMD").as_deref() != Ok("baseline");
        #[cfg(not(target_arch = "x86_64"))]
        return cfg!(target_arch = "aarch64");
    }
    fn of(x: f64) -> f64 {
        x
    }
}

/// A number as an integer and a power of 2.
fn exact<T: Float>(x: T) -> (BigInt, i64) {
    let (mantissa, exponent, sign) = x.integer_decode();
    (BigInt::from(mantissa) * sign, exponent.into())
}

/// How far a number is from the product of others, in units of the last of so many digits.
fn roundings<T: Element>(found: T, factors: impl Iterator<Item = T>) -> f64 {
    let one = (BigInt::from(1), 0);
    let (truth, truth_exponent) = factors.map(exact).fold(one, |(a, e), (b, f)| (a * b, e + f));
    let (found, exponent) = exact(found);
    let least = exponent.min(truth_exponent);
    let (found, truth) = (found << (exponent - least), truth << (truth_exponent - least));
    let unit = truth.bits() - 1 - T::DIGITS;
    let thousandths: BigInt = ((&found - &truth) * 1000) >> unit;
    thousandths.to_string().parse::<f64>().expect("a number").abs() / 1000.0
}

/// Numbers of all binary digits near 1 or -1, whose products stay in range.
fn numbers<T: Element>(n: usize) -> Vec<T> {
    let mut state = n as u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..n)
        .map(|_| {
            let x = 1.0 + (next() - 0.5) / 32.0;
            T::of(if next() < 0.25 { -x } else { x })
        })
        .collect()
}

fn every_length<T: Element>() {
    let lengths = [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 65, 131];
    let sizes = lengths.into_iter().flat_map(|n| [(3, n), (n, 5)]);
    for (rows, columns) in sizes.chain([(1, 131), (2, 128), (17, 70), (2, 1000)]) {
        let x: Tensor<T, shape![Rows, Columns]> =
            Tensor::from_vec_with((Rows(rows), Columns(columns)), numbers(rows * columns)).expect("as many");
        let at = |i: usize, j: usize| x[[i, j]];
        let near = |found: T, of: &mut dyn Iterator<Item = T>, n: usize, blocks: bool| {
            let most = if T::is_exact() && blocks { 0.502 } else { 0.502 * n as f64 };
            let off = roundings(found, of);
            assert!(off <= most, "{rows} x {columns}: {off} roundings of {n} factors");
        };
        let whole = columns >= FEW;
        for (i, &found) in x.prod(Axis::<1>).iter().enumerate() {
            near(found, &mut (0..columns).map(|j| at(i, j)), columns, whole);
        }
        for (j, &found) in x.prod(Axis::<0>).iter().enumerate() {
            near(found, &mut (0..rows).map(|i| at(i, j)), rows, true);
        }
        near(x.prod_all(), &mut x.iter().copied(), rows * columns, rows * columns >= FEW);
        // What is no block, too, has no more roundings than multiplications.
        for (i, &found) in x.flip(Axis::<1>).prod(Axis::<1>).iter().enumerate() {
            near(found, &mut (0..columns).map(|j| at(i, j)), columns, false);
        }
        let turned = x.transpose();
        for (i, &found) in turned.prod(Axis::<0>).iter().enumerate() {
            near(found, &mut (0..columns).map(|j| at(i, j)), columns, false);
        }
    }
}

#[test]
fn are_rounded_once_however_many_factors_there_are() {
    every_length::<f32>();
    every_length::<f64>();
}

#[test]
fn products_of_f32_may_leave_its_range_in_between() {
    let x: Tensor<f32, shape![18]> = Tensor::from_flat_fn(|i| if i % 2 == 0 { 1e30 } else { 1e-30 });
    let exact = 1e30f32 as f64 * 1e-30f32 as f64;
    assert_eq!(x.prod_all(), exact.powi(9) as f32);
    assert_eq!((&x * 1e-3).prod_all(), 0.0);
    assert_eq!((&x * 1e8).prod_all(), f32::INFINITY);
}

#[test]
fn what_is_no_number_zeros_and_their_signs() {
    fn check<T: Element>(many: impl Fn([T; 3]) -> [T; 3]) {
        let [zero, one, infinite] = [T::zero(), T::one(), T::infinity()];
        let [product, ..] = many([zero, -one, one]);
        assert!(product == zero && product.is_sign_negative());
        let [product, ..] = many([-zero, -one, one]);
        assert!(product == zero && product.is_sign_positive());
        assert!(many([infinite, zero, one])[0].is_nan() && many([T::nan(), one, one])[0].is_nan());
        assert_eq!(many([infinite, -one, one])[0], -infinite);
        assert_eq!(many([T::max_value(), T::max_value(), -one])[0], -infinite);
        assert_eq!(many([T::min_positive_value(), T::min_positive_value(), one])[0], zero);
    }
    macro_rules! rows_and_columns {
        ($($t:ident $n:literal)*) => { $(
            // The numbers stand in every row and column, at the ends and in the middle, among ones.
            check::<$t>(|[a, b, c]| {
                let x: Tensor<$t, shape![$n, $n]> = Tensor::from_fn(|[i, j]| match (i + $n - j) % $n {
                    0 => a,
                    1 => b,
                    2 => c,
                    _ => 1.0,
                });
                let (rows, columns) = (x.prod(Axis::<1>), x.prod(Axis::<0>));
                let same = |x: &$t, y: &$t| x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan();
                assert!(rows.iter().chain(columns.iter()).all(|x| same(x, &rows[[0]])), "{rows} {columns}");
                [rows[[0]], columns[[0]], rows[[$n - 1]]]
            });
        )* };
    }
    rows_and_columns! { f32 3 f32 5 f32 16 f32 19 f32 33 f32 70 f64 3 f64 5 f64 16 f64 19 f64 33 f64 70 }
    assert_eq!(Tensor::<f32, shape![3, 0]>::zeros().prod(Axis::<1>), tensor![1.0, 1.0, 1.0]);
    assert_eq!(Tensor::<f64, shape![0, 70]>::zeros().prod(Axis::<0>), Tensor::ones());
}

//! Sums of many `f32` against the same sums of `f64`.

use shaped::prelude::*;

type Million = shape![1048576];
type Matrix = shape![1024, 1024];
type Tall = shape![65536, 16];

/// Numbers between 0 and 1, so that each addition rounds and nothing cancels.
fn random<S: StaticShape>() -> Tensor<f32, S> {
    let mut state = 7u64;
    Tensor::from_flat_fn(|_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    })
}

/// The bound of pairwise summation in blocks whose elements pass through 17 steps: one rounding for each, at worst.
fn bound(n: usize) -> f64 {
    let steps = 17 + 4 + n.div_ceil(256).next_power_of_two().ilog2();
    f64::from(steps) * f64::from(f32::EPSILON) / 2.0
}

fn relative(sum: f32, exact: f64) -> f64 {
    (f64::from(sum) - exact).abs() / exact
}

/// NumPy's own algorithm for contiguous rows: 8 accumulators over blocks of 128, and halves.
fn numpy(x: &[f32]) -> f32 {
    if x.len() > 128 {
        let half = x.len() / 2 / 8 * 8;
        return numpy(&x[..half]) + numpy(&x[half..]);
    }
    let mut r = [0.0; 8];
    x.chunks(8).for_each(|chunk| chunk.iter().zip(&mut r).for_each(|(x, r)| *r += x));
    ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
}

#[test]
fn long_rows() {
    let x = random::<Million>();
    let exact: f64 = x.iter().map(|&x| f64::from(x)).sum();
    let error = relative(x.sum_all(), exact);
    assert!(error <= bound(1 << 20), "{error}");
    let ten = random::<shape![10000000]>();
    let exact: f64 = ten.iter().map(|&x| f64::from(x)).sum();
    let (error, numpy) = (relative(ten.sum(Axis::<0>)[[]], exact), relative(numpy(ten.as_slice()), exact));
    println!(
        "10^7 numbers: relative error {error:e}, NumPy's algorithm {numpy:e}, in sequence {:e}",
        relative(ten.iter().sum(), exact)
    );
    // An error that is a matter of luck, so a little more than NumPy's is no fault; 10^-4 and more is what a plain loop has.
    assert!(error <= bound(10_000_000) && error < 2e-7, "{error}");
}

#[test]
fn rows_and_columns() {
    fn check<S: StaticShape, O: Shape>(x: &Tensor<f32, S>, sums: Tensor<f32, O>, stride: usize, step: usize, n: usize) {
        for (i, &sum) in sums.iter().enumerate() {
            let exact: f64 = x.iter().skip(i * step).step_by(stride).take(n).map(|&x| f64::from(x)).sum();
            let error = relative(sum, exact);
            assert!(error <= bound(n), "result {i} of {n}: {error}");
        }
    }
    let x = random::<Matrix>();
    check(&x, x.sum(Axis::<0>), 1024, 1, 1024);
    check(&x, x.sum(Axis::<1>), 1, 1024, 1024);
    let x = random::<Tall>();
    check(&x, x.sum(Axis::<0>), 16, 1, 65536);
    check(&x, x.mean(Axis::<0>) * 65536.0, 16, 1, 65536);
}

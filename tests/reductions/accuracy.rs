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

/// The variance in `f64`, by two passes.
fn spread(x: impl Iterator<Item = f32> + Clone, correction: f64) -> f64 {
    let n = x.clone().count() as f64;
    let mean = x.clone().map(f64::from).sum::<f64>() / n;
    let rest = x.clone().map(|x| f64::from(x) - mean).sum::<f64>() / n;
    x.map(|x| (f64::from(x) - mean - rest).powi(2)).sum::<f64>() / (n - correction)
}

/// Numbers whose variance is easily lost: of one size, far from zero, with one that is far from all others, near the ends of the range.
const HARD: [fn(f32) -> f32; 8] = [
    |u| u,
    |u| 1e6 + u,
    |u| 3e7 + 64.0 * (4.0 * u).round(),
    |u| if u < 0.02 { 1e8 } else { u },
    |u| 1e30 * u,
    |u| 1e-40 * u,
    |u| -1e15 - 1e9 * u,
    |_| 12345.678,
];

#[test]
fn variances_of_f32_lose_nothing_however_elements_lie() {
    axis!(Rows);
    for of in HARD {
        let mut seed = 7u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            of((seed >> 8) as f32 / 16_777_216.0)
        };
        let x: Tensor<f32, shape![3, 5, 7, 37]> = Tensor::from_flat_fn(|_| next());
        let close = |found: f32, elements: &mut dyn Iterator<Item = f32>| {
            let elements: Vec<_> = elements.collect();
            let truth = spread(elements.iter().copied(), 1.0);
            let rounded = truth as f32;
            // One rounding to `f32`, and what sums in `f64` have lost.
            let ok = found == rounded || ((f64::from(found) - truth) / truth).abs() < 6.1e-8 || truth < 1e-45;
            assert!(ok, "{found} is not {truth}, of {} elements like {}", elements.len(), elements[0]);
        };
        let at = |i: usize, j: usize, k: usize, l: usize| x[[i, j, k, l]];
        let (all, rows, columns) = (x.var_all(), x.var(Axis::<3>), x.var(Axis::<0>));
        let (inner, middle) = (x.var((Axis::<2>, Axis::<3>)), x.var((Axis::<1>, Axis::<2>)));
        let (channels, turns) = (x.var((Axis::<0>, Axis::<2>, Axis::<3>)), x.var((Axis::<0>, Axis::<2>)));
        close(all, &mut x.iter().copied());
        for i in 0..3 {
            for j in 0..5 {
                close(inner[[i, j]], &mut (0..7 * 37).map(|k| at(i, j, k / 37, k % 37)));
                (0..7).for_each(|k| close(rows[[i, j, k]], &mut (0..37).map(|l| at(i, j, k, l))));
            }
            (0..37).for_each(|l| close(middle[[i, l]], &mut (0..35).map(|j| at(i, j / 7, j % 7, l))));
        }
        for j in 0..5 {
            close(channels[[j]], &mut (0..3 * 7 * 37).map(|i| at(i / 259, j, i / 37 % 7, i % 37)));
            for l in 0..37 {
                close(turns[[j, l]], &mut (0..21).map(|i| at(i / 7, j, i % 7, l)));
                (0..7).for_each(|k| close(columns[[j, k, l]], &mut (0..3).map(|i| at(i, j, k, l))));
            }
        }
        // Elements that are no block, sizes that are counted at run time, short rows, and one element for each result.
        let turned = x.permute((Axis::<3>, Axis::<2>, Axis::<1>, Axis::<0>));
        let (few, many) = (turned.var(Axis::<3>), turned.var_all());
        close(many, &mut x.iter().copied());
        for (j, k, l) in (0..5 * 7 * 37).map(|i| (i / 259, i / 37 % 7, i % 37)) {
            close(few[[l, k, j]], &mut (0..3).map(|i| at(i, j, k, l)));
        }
        let free: Tensor<f32, shape![Rows, 5, 259]> =
            Tensor::from_vec_with(Rows(3), x.clone().into_vec()).expect("as many");
        assert_eq!(free.var((Axis::<0>, Axis::<2>)), channels);
        let (short, one) = (turned.to_tensor().var(Axis::<3>), x.unsqueeze(Axis::<4>).var_with(Axis::<4>, 0));
        close(short[[36, 6, 4]], &mut (0..3).map(|i| at(i, 4, 6, 36)));
        assert!(one.iter().all(|&x| x == 0.0));
        assert_eq!(x.std(Axis::<3>)[[2, 4, 6]], spread((0..37).map(|l| at(2, 4, 6, l)), 1.0).sqrt() as f32);
    }
}

#[test]
fn variances_of_what_is_no_number_are_none() {
    let x: Tensor<f32, shape![3, 40]> = Tensor::from_fn(|[i, j]| match (i, j) {
        (0, 7) => f32::NAN,
        (1, 39) => f32::INFINITY,
        _ => j as f32,
    });
    let rows = x.var(Axis::<1>);
    assert!(rows[[0]].is_nan() && rows[[1]].is_nan() && rows[[2]] == 136.66667, "{rows}");
    let columns = x.transpose().to_tensor().var(Axis::<0>);
    assert!(columns[[0]].is_nan() && columns[[1]].is_nan() && columns[[2]] == 136.66667, "{columns}");
    assert!(x.var_all().is_nan() && x.transpose().var(Axis::<0>)[[1]].is_nan());
    // No divisor is left, and no element.
    assert!(tensor![[1.0f32], [2.0]].var(Axis::<1>).iter().all(|x| x.is_nan()));
    assert!(Tensor::<f32, shape![2, 0]>::zeros().var(Axis::<1>).iter().all(|x| x.is_nan()));
    assert!(Tensor::<f32, shape![0]>::zeros().var_all().is_nan());
    assert_eq!(Tensor::<f32, shape![0, 3]>::zeros().std(Axis::<1>).sizes(), [0]);
}

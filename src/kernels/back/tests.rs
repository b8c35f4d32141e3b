//! Gradients against central differences in `f64`, and sums of `f32` against those of `f64`.

extern crate std;

use std::vec;
use std::vec::Vec;

use super::along::*;
use super::classes::*;
use super::norms::*;
use super::picks::*;
use super::pools::*;
use super::strides::*;

/// Numbers from -1 to 1, none of them twice.
pub(crate) fn random(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The gradient of `f` at `x`, by differences to the fourth order.
pub(crate) fn differences(x: &[f64], f: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let mut x = x.to_vec();
    let h = 1e-3;
    (0..x.len())
        .map(|i| {
            let start = x[i];
            let mut at = |by: f64| {
                x[i] = start + by * h;
                f(&x)
            };
            let slope = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h);
            x[i] = start;
            slope
        })
        .collect()
}

#[track_caller]
pub(crate) fn close(got: &[f64], expected: &[f64], error: f64) {
    assert_eq!(got.len(), expected.len());
    let size = expected.iter().fold(1e-30f64, |most, x| most.max(x.abs()));
    for (i, (a, b)) in got.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= error * size, "element {i}: {a}, expected {b}\n{got:?}\n{expected:?}");
    }
}

/// Steps of an operand with these of the sizes, 0 where it is stretched.
fn steps(sizes: &[usize], has: &[bool]) -> (Vec<isize>, usize) {
    let mut step = 1;
    let steps = sizes.iter().zip(has).map(|(&size, &has)| {
        let own = if has { step as isize } else { 0 };
        step *= if has { size } else { 1 };
        own
    });
    (steps.collect(), step)
}

/// All places of the sizes, as offsets by these steps.
fn offsets(sizes: &[usize], steps: &[isize]) -> Vec<usize> {
    let mut all = vec![0];
    for (&size, &step) in sizes.iter().zip(steps) {
        all = (0..size as isize).flat_map(|i| all.iter().map(move |at| at + i * step).collect::<Vec<_>>()).collect();
    }
    all.into_iter().map(|at| at as usize).collect()
}

const SIZES: [&[usize]; 8] = [&[], &[7], &[3, 4], &[300, 3, 2], &[2, 300], &[1, 5, 1, 4], &[4, 1, 3, 5, 2], &[3, 0, 2]];

/// Each choice of the axes that an operand has.
fn choices(rank: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << rank).map(move |bits| (0..rank).map(|axis| bits >> axis & 1 == 1).collect())
}

#[test]
fn stretched_operands() {
    for sizes in SIZES {
        let n: usize = sizes.iter().product();
        let grad = random(n, 1);
        for (seed, (a_has, b_has)) in
            choices(sizes.len()).flat_map(|a| choices(sizes.len()).map(move |b| (a.clone(), b))).enumerate()
        {
            let ((a_steps, a_len), (b_steps, b_len)) = (steps(sizes, &a_has), steps(sizes, &b_has));
            let (a, b) = (random(a_len, 2 + seed as u64), random(b_len, 9 + seed as u64));
            let mut got = random(a_len, 77);
            let mut expected = got.clone();
            into_stretched(sizes, [&a_steps, &b_steps, &a_steps], [&a, &b], &grad, &mut got, |a, b| a * a + 3.0 * b);
            let places = offsets(sizes, &a_steps).into_iter().zip(offsets(sizes, &b_steps)).zip(&grad);
            places.for_each(|((i, j), g)| expected[i] += (a[i] * a[i] + 3.0 * b[j]) * g);
            close(&got, &expected, 1e-13);
        }
    }
}

#[test]
fn stretched_operands_that_lie_otherwise() {
    // [3, 2] and its transposed other side, of which every second element is used.
    let (a, b, grad) = (random(6, 1), random(12, 2), random(6, 3));
    let (mut got, mut expected) = (vec![0.0; 12], vec![0.0; 12]);
    into_stretched(&[2, 3], [&[1, 2], &[6, 2], &[6, 2]], [&a, &b], &grad, &mut got, |a, _| a);
    for i in 0..6 {
        expected[i % 2 * 6 + i / 2 * 2] += a[i] * grad[i];
    }
    close(&got, &expected, 1e-15);
}

#[test]
fn views_may_be_flipped_and_repeat_places() {
    let grad = random(12, 1);
    // Windows of 3 on an axis of 6, one apart, each read backwards.
    let (mut got, mut expected) = (random(6, 5), random(6, 5));
    add_at(&[3, 4], &[-1, 1], 2, &grad, &mut got);
    (0..12).for_each(|i| expected[2 + i / 3 - i % 3] += grad[i]);
    close(&got, &expected, 1e-15);
    for sizes in SIZES {
        let n: usize = sizes.iter().product();
        let grad = random(n, 3);
        for has in choices(sizes.len()) {
            let (steps, len) = steps(sizes, &has);
            let (mut got, mut expected) = (vec![0.5; len + 2], vec![0.5; len + 2]);
            add_at(sizes, &steps, 2, &grad, &mut got);
            offsets(sizes, &steps).into_iter().zip(&grad).for_each(|(i, g)| expected[i + 2] += g);
            close(&got, &expected, 1e-13);
            for add in [false, true] {
                let (mut got, small) = (vec![0.25; n], random(len, 8));
                spread(sizes, &steps, &small, 3.0, add, &mut got);
                let expected: Vec<_> = offsets(sizes, &steps)
                    .into_iter()
                    .take(n)
                    .map(|i| 3.0 * small[i] + if add { 0.25 } else { 0.0 })
                    .collect();
                close(&got, &expected, 1e-15);
            }
        }
    }
}

#[test]
fn long_sums_of_f32_are_exact() {
    let n = 1_000_000;
    let x: Vec<f32> = (0..n).map(|i| 0.1 + (i % 7) as f32 * 0.01).collect();
    let ones = vec![1f32; n];
    let exact: f64 = x.iter().map(|x| f64::from(*x)).sum();
    for (sizes, steps, count) in [
        (&[n][..], &[0isize][..], 1),
        (&[1, n], &[0, 0], 1),
        (&[4, n / 4], &[1, 0], 4),
        (&[2, n / 4, 2], &[0, 0, 1], 2),
    ] {
        let mut to = vec![0f32; count];
        add_at(sizes, steps, 0, &x, &mut to);
        let sum: f64 = to.iter().map(|x| f64::from(*x)).sum();
        assert!((sum - exact).abs() < 3e-6 * exact, "{sizes:?}: {sum}, expected {exact}");
        let mut to = vec![0f32; count];
        into_stretched(sizes, [steps, &super::tests::dense(sizes), steps], [&[1.0; 4], &x], &ones, &mut to, |_, b| b);
        let sum: f64 = to.iter().map(|x| f64::from(*x)).sum();
        assert!((sum - exact).abs() < 3e-6 * exact, "{sizes:?}: {sum}, expected {exact}");
    }
}

/// Steps of all axes.
fn dense(sizes: &[usize]) -> Vec<isize> {
    steps(sizes, &vec![true; sizes.len()]).0
}

/// Those of them without long lanes.
const SHORT: &[[usize; 3]] = AROUND.split_at(6).0;

/// Shapes around an axis: outer blocks, the axis, and what is inside.
const AROUND: [[usize; 3]; 7] = [[2, 5, 1], [3, 1, 1], [2, 4, 3], [1, 3, 300], [1, 40, 2], [0, 3, 2], [2, 300, 1]];

/// Calls `f` for each lane along the axis with its places.
fn each_lane([outer, n, inner]: [usize; 3], mut f: impl FnMut(&[usize])) {
    for o in 0..outer {
        for i in 0..inner {
            f(&(0..n).map(|k| (o * n + k) * inner + i).collect::<Vec<_>>());
        }
    }
}

/// Compares a gradient along an axis with differences of a function of each lane.
fn check_along(
    around: &[[usize; 3]],
    lane: impl Fn(&[f64]) -> Vec<f64>,
    inputs: impl Fn(usize) -> Vec<f64>,
    back: impl Fn([usize; 2], &[f64], &[f64], &mut [f64]),
) {
    for &around in around {
        let [outer, n, inner] = around;
        let x = inputs(outer * n * inner);
        let grad = random(x.len(), 4);
        let (mut y, mut expected) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        each_lane(around, |places| {
            let of = |from: &[f64]| places.iter().map(|i| from[*i]).collect::<Vec<_>>();
            let (x, g) = (of(&x), of(&grad));
            let slopes = differences(&x, |x| dot(&lane(x), &g));
            for ((i, value), slope) in places.iter().zip(lane(&x)).zip(slopes) {
                (y[*i], expected[*i]) = (value, slope);
            }
        });
        let mut got = grad;
        back([n, inner], &x, &y, &mut got);
        close(&got, &expected, 1e-7);
    }
}

#[test]
fn softmaxes() {
    let exps = |x: &[f64]| x.iter().map(|x| x.exp()).collect::<Vec<_>>();
    let plain = |x: &[f64]| {
        let sum: f64 = exps(x).iter().sum();
        exps(x).iter().map(|e| e / sum).collect::<Vec<_>>()
    };
    check_along(&AROUND, plain, |n| random(n, 1), |axis, _, y, g| softmax(axis, y, g));
    let log = move |x: &[f64]| plain(x).iter().map(|y| y.ln()).collect();
    check_along(&AROUND, log, |n| random(n, 2), |axis, _, y, g| log_softmax(axis, y, g));
}

#[test]
fn norms_of_vectors() {
    let least = 0.5;
    let over = |x: &[f64]| {
        let norm = dot(x, x).sqrt().max(least);
        x.iter().map(|x| x / norm).collect::<Vec<_>>()
    };
    // Apart from where the norm is the least one.
    let long = |n| random(n, 3).iter().map(|x| x + 1f64.copysign(*x)).collect();
    check_along(&AROUND, over, long, |axis, x, _, g| over_norm(axis, x, least, g));
    check_along(
        &AROUND,
        over,
        |n| random(n, 3).iter().map(|x| x * 1e-2).collect(),
        |axis, x, _, g| over_norm(axis, x, least, g),
    );
}

/// The lane up to each element, by `f`.
fn running(x: &[f64], f: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    (1..=x.len()).map(|n| f(&x[..n])).collect()
}

#[test]
fn scans() {
    let sums = |x: &[f64]| running(x, |x| x.iter().sum());
    check_along(SHORT, sums, |n| random(n, 1), |axis, _, _, g| cumsum(axis, g));
    let products = |x: &[f64]| running(x, |x| x.iter().product());
    check_along(
        SHORT,
        products,
        |n| random(n, 2).iter().map(|x| x + 2f64.copysign(*x)).map(|x| x * 0.5).collect(),
        cumprod,
    );
    let some_zeros =
        |n: usize| random(n, 3).iter().enumerate().map(|(i, x)| if i % 5 == 2 { 0.0 } else { *x }).collect();
    check_along(SHORT, products, some_zeros, cumprod);
    let logs = |x: &[f64]| running(x, |x| x.iter().map(|x| x.exp()).sum::<f64>().ln());
    check_along(SHORT, logs, |n| random(n, 4), logcumsumexp);
    // No two nearly equal.
    let apart = |n: usize| (0..n).map(|i| (i * 7919 % 10007) as f64 / 10.0).collect();
    let peaks = |x: &[f64]| running(x, |x| x.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    check_along(SHORT, peaks, apart, cumulative_extreme);
    let lows = |x: &[f64]| running(x, |x| x.iter().copied().fold(f64::INFINITY, f64::min));
    check_along(SHORT, lows, apart, cumulative_extreme);
}

/// PyTorch's, of `x.cummax(0)` and `x.logcumsumexp(0)`; but beside infinities, where that has NaN.
#[test]
fn scans_of_ties_and_infinities() {
    let mut g = [1.0, 10.0, 100.0, 1000.0];
    cumulative_extreme([4, 1], &[2.0, 1.0, 2.0, 1.0], &[2.0, 2.0, 2.0, 2.0], &mut g);
    assert_eq!(g, [11.0, 0.0, 1100.0, 0.0]);
    let mut g = [1.0, 2.0];
    let x = [f64::NEG_INFINITY, 0.0];
    logcumsumexp([2, 1], &x, &[f64::NEG_INFINITY, 0.0], &mut g);
    assert_eq!(g, [1.0, 2.0]);
    let mut g = [1.0, 2.0];
    logcumsumexp([2, 1], &[1000.0, 1000.0], &[1000.0, 1000.0 + 2f64.ln()], &mut g);
    close(&g, &[2.0, 1.0], 1e-12);
}

fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}

/// A set normalised, and its statistics.
fn normalised(x: &[f64], centred: bool) -> (Vec<f64>, [f64; 2]) {
    let middle = if centred { mean(x) } else { 0.0 };
    let square = mean(&x.iter().map(|x| (x - middle) * (x - middle)).collect::<Vec<_>>());
    let over = 1.0 / (square + 0.01).sqrt();
    (x.iter().map(|x| (x - middle) * over).collect(), [middle, over])
}

#[test]
fn norms_of_rows() {
    for (rows, n) in [(3, 4), (2, 300), (300, 3), (1, 1), (0, 5)] {
        for centred in [false, true] {
            let (x, grad, weight) = (random(rows * n, 1), random(rows * n, 2), random(n, 3));
            let all = |x: &[f64], w: &[f64]| -> Vec<f64> {
                let rows = x
                    .chunks_exact(n)
                    .flat_map(|x| normalised(x, centred).0.into_iter().zip(w).map(|(x, w)| x * w).collect::<Vec<_>>());
                rows.collect()
            };
            let statistics: Vec<_> = x.chunks_exact(n).map(|x| normalised(x, centred).1).collect();
            let (mut of_weight, mut of_x, mut plain) = (vec![0.0; n], grad.clone(), grad.clone());
            of_row_weights(n, &x, &statistics, &grad, &mut of_weight);
            close(&of_weight, &differences(&weight, |w| dot(&all(&x, w), &grad)), 1e-8);
            of_rows(n, centred, &x, &statistics, Some(&weight), &mut of_x);
            let by_row = |w: &[f64]| -> Vec<f64> {
                let rows = x.chunks_exact(n).zip(grad.chunks_exact(n));
                rows.flat_map(|(x, g)| differences(x, |x| dot(&all(x, w), g))).collect()
            };
            close(&of_x, &by_row(&weight), 1e-8);
            of_rows(n, centred, &x, &statistics, None, &mut plain);
            close(&plain, &by_row(&vec![1.0; n]), 1e-8);
        }
    }
}

#[test]
fn norms_of_channels() {
    for (images, channels, groups, plane) in
        [(2, 4, 2, 3), (3, 2, 1, 5), (1, 3, 3, 4), (2, 6, 3, 1), (1, 2, 1, 300), (2, 1, 1, 7)]
    {
        let n = images * channels * plane;
        let (x, grad, weight) = (random(n, 1), random(n, 2), random(channels, 3));
        let weighted = |x: Vec<f64>, w: &[f64]| -> Vec<f64> {
            x.iter().enumerate().map(|(i, x)| x * w[i / plane % channels]).collect()
        };

        let size = n / images / groups;
        let by_group =
            |x: &[f64], w: &[f64]| weighted(x.chunks_exact(size).flat_map(|x| normalised(x, true).0).collect(), w);
        let statistics: Vec<_> = x.chunks_exact(size).map(|x| normalised(x, true).1).collect();
        let mut sums = vec![[0.0; 2]; images * channels];
        plane_sums(plane, &x, &statistics, |i| i / (channels / groups), &grad, &mut sums);
        let (mut of_weight, mut of_bias, mut of_x) = (vec![0.0; channels], vec![0.0; channels], grad.clone());
        of_channels(&sums, 1, &mut of_weight);
        of_channels(&sums, 0, &mut of_bias);
        close(&of_weight, &differences(&weight, |w| dot(&by_group(&x, w), &grad)), 1e-8);
        let of_bias_expected: Vec<f64> =
            (0..channels).map(|c| (0..n).filter(|i| i / plane % channels == c).map(|i| grad[i]).sum()).collect();
        close(&of_bias, &of_bias_expected, 1e-12);
        of_groups(plane, [channels, groups], &x, &statistics, Some(&weight), &sums, &mut of_x);
        close(&of_x, &differences(&x, |x| dot(&by_group(x, &weight), &grad)), 1e-7);
        let mut plain = grad.clone();
        of_groups(plane, [channels, groups], &x, &statistics, None, &sums, &mut plain);
        close(&plain, &differences(&x, |x| dot(&by_group(x, &vec![1.0; channels]), &grad)), 1e-7);

        let by_batch = |x: &[f64], w: &[f64]| {
            let mut y = vec![0.0; n];
            for c in 0..channels {
                let places: Vec<_> = (0..n).filter(|i| i / plane % channels == c).collect();
                let values = normalised(&places.iter().map(|i| x[*i]).collect::<Vec<_>>(), true).0;
                places.iter().zip(values).for_each(|(i, value)| y[*i] = value);
            }
            weighted(y, w)
        };
        let statistics: Vec<_> = (0..channels)
            .map(|c| {
                normalised(&(0..n).filter(|i| i / plane % channels == c).map(|i| x[i]).collect::<Vec<_>>(), true).1
            })
            .collect();
        plane_sums(plane, &x, &statistics, |i| i % channels, &grad, &mut sums);
        let (mut of_weight, mut of_bias, mut of_x) = (vec![0.0; channels], vec![0.0; channels], grad.clone());
        of_channels(&sums, 1, &mut of_weight);
        of_channels(&sums, 0, &mut of_bias);
        close(&of_weight, &differences(&weight, |w| dot(&by_batch(&x, w), &grad)), 1e-8);
        of_batch(plane, &x, &statistics, Some(&weight), Some([&of_bias, &of_weight]), &mut of_x);
        close(&of_x, &differences(&x, |x| dot(&by_batch(x, &weight), &grad)), 1e-7);
        let mut constant = grad.clone();
        of_batch(plane, &x, &statistics, Some(&weight), None, &mut constant);
        let expected: Vec<_> =
            (0..n).map(|i| grad[i] * statistics[i / plane % channels][1] * weight[i / plane % channels]).collect();
        close(&constant, &expected, 1e-13);
    }
}

#[test]
fn extremes_are_shared() {
    // torch.amax of [[1, 3, 3], [2, 2, 2]] over either axis, and over both.
    let x = [1.0, 3.0, 3.0, 2.0, 2.0, 2.0];
    let check = |steps: &[isize], y: &[f64], g: &[f64], expected: [f64; 6]| {
        let (mut counts, mut to) = (vec![9.0; y.len()], vec![1.0; 6]);
        extreme(&[3, 2], steps, &x, y, g, &mut counts, &mut to);
        close(&to, &expected.map(|g| g + 1.0), 1e-15);
    };
    check(&[0, 1], &[3.0, 2.0], &[1.0, 6.0], [0.0, 0.5, 0.5, 2.0, 2.0, 2.0]);
    check(&[1, 0], &[2.0, 3.0, 3.0], &[1.0, 2.0, 3.0], [0.0, 2.0, 3.0, 1.0, 0.0, 0.0]);
    check(&[0, 0], &[3.0], &[1.0], [0.0, 0.5, 0.5, 0.0, 0.0, 0.0]);
    let (mut counts, mut to) = ([0.0], [0.0; 3]);
    extreme(&[3], &[0], &[f64::NAN, 1.0, f64::NAN], &[f64::NAN], &[1.0], &mut counts, &mut to);
    assert_eq!(to, [0.5, 0.0, 0.5]);
    extreme::<f64>(&[0], &[0], &[], &[f64::NEG_INFINITY], &[1.0], &mut counts, &mut []);
}

/// The windows of a volume, and what is folded over each.
fn pooled(windows: &Windows, x: &[f64], fold: impl Fn(&[f64], usize) -> f64) -> Vec<f64> {
    let [d, h, w] = windows.input;
    // The places of a window within the axis, and how many there are with the padding.
    let span = |axis: usize, i: usize| match windows.kind {
        Kind::Sliding { kernel, stride, padding, dilation } => {
            let (size, pad) = (windows.input[axis] as isize, padding[axis] as isize);
            let all = (0..kernel[axis]).map(|k| (i * stride[axis] + k * dilation[axis]) as isize - pad);
            let padded = all.clone().filter(|at| *at < size + pad).count();
            (all.filter(|at| (0..size).contains(at)).map(|at| at as usize).collect::<Vec<_>>(), padded)
        }
        Kind::Adaptive => {
            let (from, to) = (windows.input[axis] as f64, windows.output[axis] as f64);
            let all: Vec<_> =
                ((i as f64 * from / to).floor() as usize..((i + 1) as f64 * from / to).ceil() as usize).collect();
            let count = all.len();
            (all, count)
        }
    };
    let mut y = Vec::new();
    for volume in x.chunks_exact(d * h * w) {
        for i in 0..windows.output.iter().product() {
            let [_, oh, ow] = windows.output;
            let spans = [span(0, i / (oh * ow)), span(1, i / ow % oh), span(2, i % ow)];
            let mut inside = Vec::new();
            for z in &spans[0].0 {
                for y in &spans[1].0 {
                    inside.extend(spans[2].0.iter().map(|x| volume[(z * h + y) * w + x]));
                }
            }
            let count = match windows.average {
                Average::All => spans.iter().map(|span| span.1).product(),
                Average::Inside => inside.len(),
                Average::By(number) => number,
            };
            y.push(fold(&inside, count));
        }
    }
    y
}

#[test]
fn pools() {
    let dilated =
        |input: [usize; 3], kernel: [usize; 3], stride: [usize; 3], padding: [usize; 3], dilation: [usize; 3]| {
            let output = [0, 1, 2].map(|axis| {
                (input[axis] + 2 * padding[axis] - dilation[axis] * (kernel[axis] - 1) - 1) / stride[axis] + 1
            });
            Windows { input, output, kind: Kind::Sliding { kernel, stride, padding, dilation }, average: Average::All }
        };
    let sliding = |input: [usize; 2], kernel: [usize; 2], stride: [usize; 2], padding: [usize; 2]| {
        let three = |first, [y, x]: [usize; 2]| [first, y, x];
        dilated(three(1, input), three(1, kernel), three(1, stride), three(0, padding), [1; 3])
    };
    let adaptive = |input, output| Windows { input, output, kind: Kind::Adaptive, average: Average::All };
    // With windows that end beyond the padding.
    let up = Windows { output: [1, 3, 4], ..sliding([5, 6], [3, 2], [2, 2], [1, 1]) };
    let all = [
        sliding([4, 6], [2, 2], [2, 2], [0, 0]),
        sliding([5, 7], [2, 2], [2, 2], [0, 0]),
        sliding([5, 7], [3, 2], [1, 2], [1, 0]),
        sliding([6, 6], [3, 3], [2, 2], [1, 1]),
        sliding([1, 9], [1, 4], [1, 3], [0, 2]),
        dilated([3, 4, 7], [2, 2, 3], [1, 2, 2], [1, 0, 1], [1, 2, 3]),
        Windows { average: Average::Inside, ..dilated([2, 3, 5], [2, 3, 2], [2, 1, 2], [1, 1, 1], [1; 3]) },
        up,
        Windows { average: Average::Inside, ..up },
        Windows { average: Average::By(3), ..up },
        adaptive([1, 5, 7], [1, 2, 3]),
        adaptive([3, 2, 3], [2, 4, 3]),
        adaptive([1, 6, 4], [1, 1, 1]),
    ];
    for windows in &all {
        let x = random(3 * windows.input.iter().product::<usize>(), 1);
        let grad = random(3 * windows.output.iter().product::<usize>(), 2);
        let mut got = vec![0.0; x.len()];
        average_pool(windows, &grad, &mut got);
        let averages = |x: &[f64]| pooled(windows, x, |x, count| x.iter().sum::<f64>() / count as f64);
        close(&got, &differences(&x, |x| dot(&averages(x), &grad)), 1e-9);
        let mut got = vec![0.0; x.len()];
        max_pool(windows, &x, &grad, &mut got);
        let peaks = |x: &[f64]| pooled(windows, x, |x, _| x.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        close(&got, &differences(&x, |x| dot(&peaks(x), &grad)), 1e-9);
    }
    let windows = sliding([2, 2], [2, 2], [2, 2], [0, 0]);
    let nan = f64::NAN;
    for (x, place) in [([1.0, 1.0, 0.0, 1.0], 0), ([1.0, nan, nan, 2.0], 2), ([f64::NEG_INFINITY; 4], 0)] {
        let mut got = [0.0; 4];
        max_pool(&windows, &x, &[1.0], &mut got);
        assert!((0..4).all(|i| got[i] == if i == place { 1.0 } else { 0.0 }), "{x:?}: {got:?}");
    }
}

#[test]
fn upsampling() {
    let (h, w, fy, fx) = (2, 3, 2, 4);
    let (x, grad) = (random(2 * h * w, 1), random(2 * h * w * fy * fx, 2));
    let up = |x: &[f64]| -> Vec<f64> {
        (0..grad.len())
            .map(|i| x[i / (h * fy * w * fx) * h * w + i / (w * fx) % (h * fy) / fy * w + i % (w * fx) / fx])
            .collect()
    };
    let mut got = vec![0.0; x.len()];
    upsample_nearest([h, w], [fy, fx], &grad, &mut got);
    close(&got, &differences(&x, |x| dot(&up(x), &grad)), 1e-9);
}

#[test]
fn picks() {
    let indices = [2usize, 0, 2, 4];
    for (outer, size, inner) in [(1, 5, 3), (2, 5, 1), (3, 5, 2)] {
        let grad = random(outer * 4 * inner, 1);
        let (mut got, mut expected) = (vec![0.5; outer * size * inner], vec![0.5; outer * size * inner]);
        add_selected([size, inner], indices.iter().copied(), &grad, &mut got);
        for (i, g) in grad.iter().enumerate() {
            expected[i / (4 * inner) * size * inner + indices[i / inner % 4] * inner + i % inner] += g;
        }
        close(&got, &expected, 1e-15);
    }
    // gather from [3, 5] (steps 5 and 1) along the last axis by indices [2, 4].
    let (all, grad) = ([0usize, 4, 4, 1, 2, 2, 2, 0], random(8, 2));
    let (mut got, mut expected) = (vec![0.0; 15], vec![0.0; 15]);
    add_picked(&[4, 2], [&[0, 5], &[1, 4]], 1, &all, &grad, &mut got);
    (0..8).for_each(|i| expected[i / 4 * 5 + all[i]] += grad[i]);
    // The same four in both rows, along the first axis (steps 5 and 1) of [3, 5].
    add_picked(&[4, 2], [&[1, 0], &[0, 1]], 5, &[2, 1], &grad, &mut got);
    (0..8).for_each(|i| expected[i % 4 + [2, 1][i / 4] * 5] += grad[i]);
    close(&got, &expected, 1e-15);
    let mut g = [1.0, 2.0, 3.0];
    masked(&[3], &[1], &[true, false, true], true, &mut g);
    assert_eq!(g, [1.0, 0.0, 3.0]);
    let mut g = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    masked(&[3, 2], &[0, 1], &[true, false], true, &mut g);
    assert_eq!(g, [1.0, 2.0, 3.0, 0.0, 0.0, 0.0]);
    masked(&[3, 2], &[1, 0], &[true, false, true], false, &mut g);
    assert_eq!(g, [0.0, 2.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn cross_entropies() {
    let (rows, n) = (4, 5);
    let x = random(rows * n, 1);
    let classes = [Some(3), None, Some(0), Some(4)];
    let log = |x: &[f64]| {
        let sum: f64 = x.iter().map(|x| x.exp()).sum();
        x.iter().map(|x| x - sum.ln()).collect::<Vec<_>>()
    };
    let factor = |row: usize| 0.5 + row as f64;
    for smoothing in [0.0, 0.1, 1.0] {
        let loss = |x: &[f64]| -> f64 {
            let rows = x.chunks_exact(n).zip(classes).enumerate();
            rows.filter_map(|(row, (x, class))| {
                let log = log(x);
                Some(-((1.0 - smoothing) * log[class?] + smoothing * mean(&log)) * factor(row))
            })
            .sum()
        };
        let mut got = vec![7.0; rows * n];
        cross_entropy(n, &x, classes.into_iter(), (smoothing, &[]), factor, &mut got);
        close(&got, &differences(&x, loss), 1e-9);
    }
    let p = random(rows * n, 2);
    let mut got = vec![7.0; rows * n];
    soft_cross_entropy(n, &x, &p, factor, &mut got);
    let loss = |x: &[f64]| -> f64 {
        x.chunks_exact(n).zip(p.chunks_exact(n)).enumerate().map(|(row, (x, p))| -dot(&log(x), p) * factor(row)).sum()
    };
    close(&got, &differences(&x, loss), 1e-9);
    let mut got = vec![1.0; rows * n];
    nll(n, classes.into_iter(), factor, &mut got);
    let expected: Vec<_> =
        (0..rows * n).map(|i| if classes[i / n] == Some(i % n) { 1.0 - factor(i / n) } else { 1.0 }).collect();
    assert_eq!(got, expected);
    // Far apart, nothing overflows; in f32 too.
    let mut got = [0f32; 2];
    cross_entropy(2, &[1000.0, -1000.0], [Some(1)].into_iter(), (0.0, &[]), |_| 1.0, &mut got);
    assert_eq!(got, [1.0, -1.0]);
}

#[test]
fn losses_of_elements() {
    use super::losses::*;
    let half = |x: f64| 0.5 * x * x;
    let check =
        |name: &str, f: &dyn Fn(f64, f64) -> f64, slopes: &dyn Fn(f64, f64) -> [f64; 2], probabilities: bool| {
            let (xs, ys) = (random(60, 1), random(60, 2));
            for (x, y) in xs.iter().zip(&ys) {
                let (x, y) = if probabilities { (0.5 + 0.4 * x, 0.5 + 0.4 * y) } else { (3.0 * x, 3.0 * y) };
                let (expected, got) = (differences(&[x, y], |p| f(p[0], p[1])), slopes(x, y));
                (0..2).for_each(|i| {
                    assert!(
                        (got[i] - expected[i]).abs() < 1e-8 * expected[i].abs().max(1.0),
                        "{name} at {x}, {y}: {got:?}, {expected:?}"
                    )
                });
            }
        };
    check("mse", &|x, y| (x - y) * (x - y), &mse, false);
    check("l1", &|x, y| (x - y).abs(), &l1, false);
    check(
        "huber",
        &|x, y| if (x - y).abs() <= 1.5 { half(x - y) } else { 1.5 * ((x - y).abs() - 0.75) },
        &|x, y| huber(x, y, 1.5),
        false,
    );
    check(
        "smooth_l1",
        &|x, y| if (x - y).abs() < 0.7 { half(x - y) / 0.7 } else { (x - y).abs() - 0.35 },
        &|x, y| smooth_l1(x, y, 0.7),
        false,
    );
    check("bce", &|x, y| -y * x.ln() - (1.0 - y) * (1.0 - x).ln(), &bce, true);
    check("with logits", &|x, y| (1.0 - y) * x + (1.0 + (-x).exp()).ln(), &bce_with_logits, false);
    check("kl_div", &|x, y| y * (y.ln() - x), &kl_div, true);
    // PyTorch's at kinks and ends.
    assert_eq!((l1(2.0, 2.0), smooth_l1(2.0, 2.0, 0.0), huber(3.0, 2.0, 1.0)), ([0.0, 0.0], [0.0, 0.0], [1.0, -1.0]));
    assert_eq!((smooth_l1(3.0, 2.0, 1.0)[0], smooth_l1(1.0, 2.0, 1.0)[0]), (1.0, -1.0));
    assert_eq!((bce(0.0, 1.0)[0], bce(1.0, 1.0)[0], bce_with_logits(-1000.0, 1.0)[0]), (-1e12, 0.0, -1.0));
    assert_eq!(kl_div(-1.0, 0.0), [0.0, 1.0]);
}

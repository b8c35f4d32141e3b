//! Gradients of convolutions against sums over all places, one by one.

extern crate std;

use std::vec;
use std::vec::Vec;

use super::convolve::{
    convolve, convolve_channels_last, convolve_into, convolve_planes, convolve_transposed, convolve_transposed_into,
    reads_planes,
};
use super::source::ConvolutionSizes;
use super::weights::weight_gradient;
use crate::kernels::back::tests::{close, random};
use crate::kernels::float::float;
use crate::kernels::products::{Matrix, Summed};

/// Images, channels, groups, input, kernel, stride, padding, dilation.
type Case = (usize, [usize; 2], usize, [usize; 2], [usize; 2], [usize; 2], [usize; 2], [usize; 2]);

const CASES: [Case; 42] = [
    (3, [1, 16], 1, [9, 9], [3, 3], [1, 1], [0, 0], [1, 1]),
    (2, [3, 13], 1, [8, 7], [3, 3], [1, 1], [1, 1], [1, 1]),
    (2, [5, 7], 1, [6, 9], [1, 1], [1, 1], [0, 0], [1, 1]),
    (1, [2, 9], 1, [9, 20], [5, 4], [1, 1], [2, 0], [1, 1]),
    (4, [2, 3], 1, [8, 8], [3, 3], [2, 2], [0, 0], [1, 1]),
    (2, [2, 3], 1, [11, 10], [3, 2], [3, 2], [1, 1], [1, 1]),
    (2, [4, 6], 2, [10, 9], [3, 3], [1, 2], [1, 0], [2, 3]),
    (2, [6, 6], 6, [7, 7], [3, 3], [1, 1], [1, 1], [1, 1]),
    (2, [6, 12], 6, [7, 7], [3, 3], [2, 2], [1, 1], [1, 1]),
    (3, [2, 4], 1, [1, 50], [1, 7], [1, 3], [0, 3], [1, 2]),
    (2, [3, 2], 1, [4, 4], [4, 4], [1, 1], [0, 0], [1, 1]),
    (1, [1, 1], 1, [1, 1], [1, 1], [1, 1], [0, 0], [1, 1]),
    (0, [2, 2], 1, [5, 5], [3, 3], [1, 1], [1, 1], [1, 1]),
    (2, [1, 2], 1, [3, 3], [3, 3], [1, 1], [1, 1], [1, 1]),
    (40, [8, 8], 1, [14, 14], [3, 3], [1, 1], [1, 1], [1, 1]),
    (2, [2, 2], 1, [5, 5], [2, 2], [4, 4], [0, 0], [1, 1]),
    (2, [2, 4], 1, [6, 6], [1, 1], [2, 2], [0, 0], [1, 1]),
    (1, [2, 2], 1, [2, 2], [3, 3], [1, 1], [4, 4], [1, 1]),
    // Few places.
    (3, [5, 9], 1, [4, 4], [3, 3], [2, 2], [1, 1], [1, 1]),
    (7, [8, 16], 2, [1, 5], [1, 5], [1, 2], [0, 2], [1, 1]),
    (70, [64, 8], 1, [2, 2], [3, 3], [1, 1], [1, 1], [1, 1]),
    (2, [16, 8], 1, [5, 5], [2, 2], [1, 1], [0, 0], [3, 4]),
    (4, [16, 8], 1, [1, 0], [1, 1], [1, 1], [0, 1], [1, 1]),
    (3, [4, 64], 1, [14, 14], [3, 3], [1, 1], [1, 1], [1, 1]),
    (2, [16, 128], 2, [11, 9], [3, 2], [1, 2], [2, 0], [1, 1]),
    (2, [16, 64], 1, [8, 8], [3, 3], [1, 1], [1, 1], [1, 1]),
    // More taps than a block, rows that are joined, results of several strips or parts, weights that are more than stays in a cache.
    (2, [16, 27], 1, [14, 15], [3, 3], [1, 1], [1, 1], [1, 1]),
    (1, [2, 64], 1, [41, 31], [3, 2], [1, 1], [1, 1], [1, 1]),
    (1, [80, 60], 1, [5, 17], [3, 3], [1, 2], [1, 1], [1, 1]),
    // Rows of which every other element is read, of whole vectors and of parts of one.
    (2, [9, 9], 9, [13, 35], [3, 3], [2, 2], [1, 1], [1, 1]),
    (2, [8, 8], 8, [12, 70], [3, 3], [2, 2], [1, 1], [1, 1]),
    (1, [3, 16], 1, [21, 66], [5, 3], [2, 2], [2, 1], [1, 1]),
    (2, [3, 5], 1, [9, 33], [1, 1], [2, 2], [0, 0], [1, 1]),
    (2, [8, 16], 8, [9, 64], [3, 4], [1, 2], [0, 3], [2, 2]),
    (1, [2, 3], 1, [6, 1], [3, 3], [2, 2], [1, 2], [1, 1]),
    // Padding that rows share, more of it than the kernel reaches.
    (2, [4, 8], 2, [6, 40], [3, 2], [1, 1], [1, 3], [1, 1]),
    (2, [10, 10], 10, [11, 37], [5, 5], [1, 1], [2, 2], [1, 1]),
    // One place of the kernel: products, but of few or many channels.
    (2, [9, 13], 1, [6, 9], [1, 1], [1, 1], [0, 0], [1, 1]),
    (3, [17, 9], 1, [1, 67], [1, 1], [1, 1], [0, 0], [1, 1]),
    (1, [128, 128], 1, [9, 11], [1, 1], [1, 1], [0, 0], [1, 1]),
    (1, [32, 33], 1, [40, 40], [1, 1], [1, 1], [0, 0], [1, 1]),
    (1, [8, 129], 1, [5, 13], [1, 1], [1, 1], [0, 0], [1, 1]),
];

fn sizes_of(&(images, channels, groups, input, kernel, stride, padding, dilation): &Case) -> ConvolutionSizes {
    let output = [0, 1]
        .map(|axis| (input[axis] + 2 * padding[axis] - dilation[axis] * (kernel[axis] - 1) - 1) / stride[axis] + 1);
    ConvolutionSizes { images, channels, input, kernel, output, stride, padding, dilation, groups }
}

/// Calls `f` with the places in the input, the weights and the result of each product of the convolution.
fn each_product(sizes: &ConvolutionSizes, mut f: impl FnMut(usize, usize, usize)) {
    let ([c, o], [h, w], [oh, ow], [kh, kw]) = (sizes.channels, sizes.input, sizes.output, sizes.kernel);
    let (inner, filters) = (c / sizes.groups, o / sizes.groups);
    for image in 0..sizes.images {
        for to in 0..o * oh * ow {
            let (filter, i, j) = (to / (oh * ow), to / ow % oh, to % ow);
            for tap in 0..inner * kh * kw {
                let (channel, ky, kx) = (filter / filters * inner + tap / (kh * kw), tap / kw % kh, tap % kw);
                let row = (i * sizes.stride[0] + ky * sizes.dilation[0]).wrapping_sub(sizes.padding[0]);
                let column = (j * sizes.stride[1] + kx * sizes.dilation[1]).wrapping_sub(sizes.padding[1]);
                if row < h && column < w {
                    let at = ((image * c + channel) * h + row) * w + column;
                    f(at, filter * inner * kh * kw + tap, image * o * oh * ow + to);
                }
            }
        }
    }
}

fn numbers(sizes: &ConvolutionSizes) -> [Vec<f64>; 3] {
    let weights = sizes.channels[1] * sizes.channels[0] / sizes.groups * sizes.kernel[0] * sizes.kernel[1];
    [
        random(sizes.images * sizes.channels[0] * sizes.input[0] * sizes.input[1], 1),
        random(weights, 2),
        random(sizes.images * sizes.channels[1] * sizes.output[0] * sizes.output[1], 3),
    ]
}

#[test]
fn forward() {
    for case in &CASES {
        let sizes = sizes_of(case);
        let [x, weights, grad] = numbers(&sizes);
        let (mut got, mut expected) = (vec![7.0; grad.len()], vec![0.0; grad.len()]);
        each_product(&sizes, |x_at, w_at, g_at| expected[g_at] += x[x_at] * weights[w_at]);
        convolve_into(&x, &weights, None, &sizes, &mut got);
        close(&got, &expected, 1e-13);
    }
}

/// Images whose channels are last have the same sums.
#[test]
fn channels_last() {
    fn check<T: Summed + num_traits::Float + core::fmt::Debug>(case: &Case) {
        let sizes = sizes_of(case);
        let [x, weights, grad] = numbers(&sizes).map(|x| x.into_iter().map(float::<T>).collect::<Vec<_>>());
        let bias = &grad[..sizes.channels[1].min(grad.len())];
        let bias = (bias.len() == sizes.channels[1]).then_some(bias);
        let (channels, plane) = (sizes.channels[0], sizes.input[0] * sizes.input[1]);
        let at = |i: usize| (i / (channels * plane), i / channels % plane, i % channels);
        let turned: Vec<T> = (0..x.len()).map(at).map(|(n, p, c)| x[(n * channels + c) * plane + p]).collect();
        let made = convolve_channels_last(&turned, &weights, bias, &sizes);
        assert_eq!(made.as_slice(), convolve(&x, &weights, bias, &sizes).as_slice(), "{case:?}");
    }
    for case in &CASES {
        check::<f32>(case);
        check::<f64>(case);
    }
}

/// So have images of rows that are apart, as those of which a part is seen.
#[test]
fn planes_of_rows_apart() {
    for case in &CASES {
        let sizes = sizes_of(case);
        let [x, weights, grad] = numbers(&sizes);
        let bias = (grad.len() >= sizes.channels[1]).then(|| &grad[..sizes.channels[1]]);
        let [height, width] = [sizes.images * sizes.channels[0] * sizes.input[0], sizes.input[1]];
        if height == 0 || width == 0 || !reads_planes(&sizes) {
            continue;
        }
        let wide: Vec<f64> = x.chunks_exact(width).flat_map(|row| row.iter().copied().chain([f64::NAN; 3])).collect();
        let plane = sizes.input[0] * (width + 3);
        let rows = |i: usize| Matrix::apart(&wide[i * plane..][..plane], [sizes.input[0], width], width + 3);
        let made = convolve_planes(&rows, &weights, bias, &sizes);
        assert_eq!(made.as_slice(), convolve(&x, &weights, bias, &sizes).as_slice(), "{case:?}");
    }
}

#[test]
fn weights() {
    for case in &CASES {
        let sizes = sizes_of(case);
        let [x, weights, grad] = numbers(&sizes);
        let (mut got, mut expected) = (weights.clone(), weights.clone());
        each_product(&sizes, |x_at, w_at, g_at| expected[w_at] += x[x_at] * grad[g_at]);
        weight_gradient(&x, &grad, &sizes, &mut got);
        close(&got, &expected, 1e-13);
        let narrow = |x: &[f64]| x.iter().map(|x| *x as f32).collect::<Vec<_>>();
        let mut got = narrow(&weights);
        weight_gradient(&narrow(&x), &narrow(&grad), &sizes, &mut got);
        close(&got.iter().map(|x| f64::from(*x)).collect::<Vec<_>>(), &expected, 3e-6);
    }
}

/// An infinite element is multiplied by what there is, and by nothing else.
#[test]
fn weights_of_infinite_inputs() {
    for case in &CASES {
        let sizes = sizes_of(case);
        let [mut x, weights, grad] = numbers(&sizes);
        if let Some(x) = x.last_mut() {
            *x = f64::INFINITY;
        }
        let (mut got, mut expected) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
        each_product(&sizes, |x_at, w_at, g_at| expected[w_at] += x[x_at] * grad[g_at]);
        weight_gradient(&x, &grad, &sizes, &mut got);
        let same = |a: f64, b: f64| (a - b).abs() < 1e-10 || a == b || a.is_nan() && b.is_nan();
        assert!(got.iter().zip(&expected).all(|(a, b)| same(*a, *b)), "{case:?}: {got:?}, expected {expected:?}");
    }
}

/// The gradient of the input is the transposed convolution of the gradient, of exactly the input's size.
#[test]
fn inputs() {
    for case in &CASES {
        let sizes = sizes_of(case);
        let [x, weights, grad] = numbers(&sizes);
        let mut expected = vec![0.0; x.len()];
        each_product(&sizes, |x_at, w_at, g_at| expected[x_at] += weights[w_at] * grad[g_at]);
        let [c, o] = sizes.channels;
        let back = ConvolutionSizes { channels: [o, c], input: sizes.output, output: sizes.input, ..sizes };
        let got = convolve_transposed(&grad, &weights, None, &back);
        close(got.as_slice(), &expected, 1e-13);
        let mut into = vec![7.0; x.len()];
        convolve_transposed_into(&grad, &weights, None, &back, &mut into);
        assert_eq!(into, got.as_slice());
    }
}

//! Element-wise operations beside the loop that one would write by hand, on the same data in the same run.
//!
//! `cargo bench --bench elementwise`; the ratios count, not the times. Pin it to one core: `taskset -c 1 cargo bench …`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use shaped::prelude::*;

/// Random numbers between 0 and 1, the same ones each time.
fn random<S: StaticShape>(seed: u64) -> Tensor<f32, S> {
    let mut state = seed;
    Tensor::from_flat_fn(|_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    })
}

type Images = shape![4, 32, 14, 14];

fn hand_channels(a: &[f32; 25088], b: &[f32; 32], out: &mut [f32; 25088]) {
    for n in 0..4 {
        for c in 0..32 {
            let bias = b[c];
            for i in 0..196 {
                out[(n * 32 + c) * 196 + i] = a[(n * 32 + c) * 196 + i] + bias;
            }
        }
    }
}

fn hand_image(a: &[f32; 25088], b: &[f32; 196], out: &mut [f32; 25088]) {
    for n in 0..128 {
        for i in 0..196 {
            out[n * 196 + i] = a[n * 196 + i] + b[i];
        }
    }
}

fn hand_both(a: &[f32; 48], b: &[f32; 35], out: &mut [f32; 1680]) {
    for i in 0..8 {
        for j in 0..7 {
            for k in 0..6 {
                for l in 0..5 {
                    out[((i * 7 + j) * 6 + k) * 5 + l] = a[i * 6 + k] + b[j * 5 + l];
                }
            }
        }
    }
}

fn hand_small(a: &[f32; 4], b: &[f32; 3]) -> [[f32; 3]; 4] {
    let mut out = [[0.0; 3]; 4];
    for i in 0..4 {
        for j in 0..3 {
            out[i][j] = a[i] + b[j];
        }
    }
    out
}

fn hand_colours(a: &[f32; 196_608], b: &[f32; 3], out: &mut [f32; 196_608]) {
    for (out, a) in out.chunks_exact_mut(3).zip(a.chunks_exact(3)) {
        for i in 0..3 {
            out[i] = a[i] * b[i];
        }
    }
}

/// A result of the hand-written loop in new memory, as the operators have it: not zeroed first.
fn new<const N: usize>(fill: impl FnOnce(&mut [f32; N])) -> Vec<f32> {
    // The elements are all written by `fill`; `calloc` would be cheaper than the loop only for memory that is never touched.
    let mut out: Vec<f32> = Vec::with_capacity(N);
    #[allow(unsafe_code, clippy::uninit_vec)] // what is compared is the loop, not the zeroing
    // SAFETY: `f32` needs no initialisation before it is written, and every element is written before it is read.
    unsafe {
        out.set_len(N);
    }
    fill(out.as_mut_slice().try_into().unwrap());
    out
}

macro_rules! pair {
    ($c:ident, $name:literal, $a:ident, $b:ident, $ours:expr, $hand:expr) => {
        let mut group = $c.benchmark_group($name);
        group.bench_function("shaped", |bench| bench.iter(|| $ours(black_box(&$a), black_box(&$b))));
        let (x, y) = ($a.as_slice().try_into().unwrap(), $b.as_slice().try_into().unwrap());
        group.bench_function("hand", |bench| bench.iter(|| new(|out| $hand(black_box(x), black_box(y), out))));
        // Both compute the same numbers.
        assert_eq!($ours(&$a, &$b).as_slice(), new(|out| $hand(x, y, out)));
        group.finish();
    };
}

fn elementwise(c: &mut Criterion) {
    let images = random::<Images>(1);
    let channels = random::<shape![32, 1, 1]>(2);
    let image = random::<shape![14, 14]>(3);
    pair!(c, "[4,32,14,14]+[32,1,1]", images, channels, |a: &Tensor<_, _>, b| a + b, hand_channels);
    pair!(c, "[4,32,14,14]+[14,14]", images, image, |a: &Tensor<_, _>, b| a + b, hand_image);
    let (left, right) = (random::<shape![8, 1, 6, 1]>(4), random::<shape![7, 1, 5]>(5));
    pair!(c, "[8,1,6,1]+[7,1,5]", left, right, |a: &Tensor<_, _>, b| a + b, hand_both);
    let (photo, gain) = (random::<shape![256, 256, 3]>(6), random::<shape![3]>(7));
    pair!(c, "[256,256,3]*[3]", photo, gain, |a: &Tensor<_, _>, b| a * b, hand_colours);

    let mut group = c.benchmark_group("[4,1]+[3], in place");
    let (a, b) = (Inline::<f32, shape![4, 1]>::full(1.0), Inline::<f32, shape![3]>::full(2.0));
    group.bench_function("shaped", |bench| bench.iter(|| black_box(&a) + black_box(&b)));
    let (x, y) = ([1.0; 4], [2.0; 3]);
    group.bench_function("hand", |bench| bench.iter(|| hand_small(black_box(&x), black_box(&y))));
    assert_eq!((a + b).into_array(), hand_small(&x, &y));
    group.finish();

    let mut group = c.benchmark_group("[4,32,14,14]+=[32,1,1]");
    let mut sum = images.clone();
    group.bench_function("shaped", |bench| bench.iter(|| *black_box(&mut sum) += black_box(&channels)));
    let mut sum: [f32; 25088] = images.as_slice().try_into().unwrap();
    let bias: &[f32; 32] = channels.as_slice().try_into().unwrap();
    group.bench_function("hand", |bench| {
        bench.iter(|| {
            let (sum, bias) = (black_box(&mut sum), black_box(bias));
            for n in 0..4 {
                for c in 0..32 {
                    let bias = bias[c];
                    for i in 0..196 {
                        sum[(n * 32 + c) * 196 + i] += bias;
                    }
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, elementwise);
criterion_main!(benches);

//! Operations beside the loop that one would write by hand, in the CPU's widest vectors, and beside ndarray, on the same data in the
//! same run.
//!
//! `cargo bench --bench elementwise`; the ratios count, not the times. Pin it to one core: `taskset -c 1 cargo bench …`. More
//! libraries, and a table, are in `benches/peers`, from where the loops are.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ndarray::{Array, Array1, Array2, Axis as Nd};
use shaped::prelude::*;

#[allow(unsafe_code, dead_code, clippy::undocumented_unsafe_blocks, clippy::needless_range_loop)]
#[path = "peers/src/hand.rs"]
mod hand;

/// Random numbers between 0 and 1, the same ones each time.
fn random(seed: u64, n: usize) -> Vec<f32> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    };
    std::iter::repeat_with(next).take(n).collect()
}

fn tensor<S: StaticShape>(x: &[f32]) -> Tensor<f32, S> {
    Tensor::from_vec(x.to_vec()).unwrap()
}

/// A result of the hand-written loop in new memory, as the operators have it: not zeroed first.
fn new(n: usize, fill: impl FnOnce(&mut [f32])) -> Vec<f32> {
    let mut out: Vec<f32> = Vec::with_capacity(n);
    #[allow(unsafe_code, clippy::uninit_vec)] // what is compared is the loop, not the zeroing
    // SAFETY: `f32` needs no initialisation before it is written, and every element is written before it is read.
    unsafe {
        out.set_len(n);
    }
    fill(&mut out);
    out
}

/// The widest vectors that the machine has.
fn widest() -> &'static str {
    hand::WIDTHS.into_iter().rfind(|width| hand::runs(width)).unwrap()
}

/// What a benchmark computes, for comparison.
trait Elements {
    fn elements(&self) -> Vec<f32>;
}

impl<S: Shape> Elements for Tensor<f32, S> {
    fn elements(&self) -> Vec<f32> {
        self.as_slice().to_vec()
    }
}

impl<D: ndarray::Dimension> Elements for Array<f32, D> {
    fn elements(&self) -> Vec<f32> {
        self.iter().copied().collect()
    }
}

impl Elements for Vec<f32> {
    fn elements(&self) -> Vec<f32> {
        self.clone()
    }
}

impl Elements for f32 {
    fn elements(&self) -> Vec<f32> {
        vec![*self]
    }
}

/// All variants of a case; they compute the same numbers, nearly where their order differs.
macro_rules! case {
    ($c:ident, $name:expr, $($who:literal: $op:expr),* $(,)?) => {
        let mut group = $c.benchmark_group($name);
        let mut first: Option<Vec<f32>> = None;
        $(
            let result = $op.elements();
            let expected = first.get_or_insert_with(|| result.clone());
            let scale = expected.iter().fold(0.0f32, |a, b| a.max(b.abs()));
            assert_eq!(result.len(), expected.len());
            assert!(result.iter().zip(&*expected).all(|(x, y)| (x - y).abs() <= 2e-5 * scale), "{} of {}", $name, $who);
            group.bench_function($who, |bench| bench.iter(|| $op));
        )*
        group.finish();
    };
}

/// One operator on stretched operands.
macro_rules! stretched {
    ($c:ident, $name:literal, $op:tt, $loop:ident, [$($a:tt),*], [$($b:tt),*], $n:expr) => {
        let (x, y) = (random(1, [$($a),*].iter().product()), random(2, [$($b),*].iter().product()));
        let ours = (tensor::<shape![$($a),*]>(&x), tensor::<shape![$($b),*]>(&y));
        #[allow(unused_parens)]
        let theirs = (
            Array::from_shape_vec(($($a),*), x.clone()).unwrap(),
            Array::from_shape_vec(($($b),*), y.clone()).unwrap(),
        );
        let hand = hand::$loop::of_width(widest());
        case!($c, $name,
            "hand": new($n, |out| hand(black_box(&x), black_box(&y), out)),
            "shaped": black_box(&ours.0) $op black_box(&ours.1),
            "ndarray": black_box(&theirs.0) $op black_box(&theirs.1),
        );
    };
}

fn elementwise(c: &mut Criterion) {
    stretched!(c, "[4,32,14,14]+[32,1,1]", +, channels, [4, 32, 14, 14], [32, 1, 1], 25088);
    stretched!(c, "[4,32,14,14]+[14,14]", +, image, [4, 32, 14, 14], [14, 14], 25088);
    stretched!(c, "[8,1,6,1]+[7,1,5]", +, both, [8, 1, 6, 1], [7, 1, 5], 1680);
    stretched!(c, "[256,256,3]*[3]", *, colours, [256, 256, 3], [3], 196_608);
    stretched!(c, "[1024,1]+[1024]", +, outer, [1024, 1], [1024], 1 << 20);
    {
        let x = random(1, 1024);
        let (ours, theirs) = (tensor::<shape![4, 32, 8]>(&x), Array::from_shape_vec((4, 32, 8), x.clone()).unwrap());
        let hand = hand::scalar::of_width(widest());
        case!(c, "[4,32,8]+scalar",
            "hand": new(1024, |out| hand(black_box(&x), &[black_box(0.5)], out)),
            "shaped": black_box(&ours) + black_box(0.5),
            "ndarray": black_box(&theirs) + black_box(0.5),
        );
    }
    {
        let (x, y) = ([1.0f32, 2.0, 3.0, 4.0], [0.5f32, 0.25, 0.125]);
        let ours = (Inline::<f32, shape![4, 1]>::from_fn(|[i, _]| x[i]), Inline::<f32, shape![3]>::from_array(y));
        let mut group = c.benchmark_group("[4,1]+[3], inline");
        group.bench_function("hand", |bench| {
            bench.iter(|| black_box(x).map(|x| black_box(y).map(|y| x + y)));
        });
        group.bench_function("shaped", |bench| bench.iter(|| black_box(ours.0) + black_box(ours.1)));
        group.finish();
    }
    {
        let (x, y) = (random(1, 25088), random(2, 32));
        let hand = hand::channels_assign::of_width(widest());
        let mut group = c.benchmark_group("[4,32,14,14]+=[32,1,1]");
        let mut sum = x.clone();
        group.bench_function("hand", |bench| bench.iter(|| hand(black_box(&mut sum), black_box(&y))));
        let (mut sum, terms) = (tensor::<shape![4, 32, 14, 14]>(&x), tensor::<shape![32, 1, 1]>(&y));
        group.bench_function("shaped", |bench| bench.iter(|| *black_box(&mut sum) += black_box(&terms)));
        group.finish();
    }
    {
        let (x, a, b) = (random(1, 32 * 64 * 784), random(2, 64), random(3, 64));
        let ours =
            (tensor::<shape![32, 64, 28, 28]>(&x), tensor::<shape![64, 1, 1]>(&a), tensor::<shape![64, 1, 1]>(&b));
        let hand = hand::scale_shift_relu::of_width(widest());
        case!(c, "relu(x*scale+shift), [32,64,28,28]",
            "hand": new(x.len(), |out| hand(black_box(&x), black_box(&a), black_box(&b), out)),
            "shaped": (black_box(&ours.0).lazy() * &ours.1 + &ours.2).map(|x| x.max(0.0)).eval(),
        );
    }
    {
        let (x, y) = (random(1, 1 << 18), random(2, 1 << 18));
        let ours = (tensor::<shape![512, 512]>(&x), tensor::<shape![512, 512]>(&y));
        let theirs = [&x, &y].map(|x| Array2::from_shape_vec((512, 512), x.clone()).unwrap());
        let hand = hand::transposed::of_width(widest());
        case!(c, "[512,512]+[512,512]^T",
            "hand": new(x.len(), |out| hand(black_box(&x), black_box(&y), out)),
            "shaped": black_box(&ours.0) + black_box(&ours.1).transpose(),
            "ndarray": black_box(&theirs[0]) + &black_box(&theirs[1]).t(),
        );
    }
}

macro_rules! square {
    ($c:ident, $name:literal, $n:literal, |$x:ident, $y:ident, $out:ident| $hand:expr) => {
        let ($x, $y) = (random(1, $n * $n), random(2, $n * $n));
        let ours = (tensor::<shape![$n, $n]>(&$x), tensor::<shape![$n, $n]>(&$y));
        let theirs = [&$x, &$y].map(|x| Array2::from_shape_vec(($n, $n), x.clone()).unwrap());
        case!($c, $name,
            "hand": new($n * $n, |$out| $hand),
            "shaped": black_box(&ours.0).matmul(black_box(&ours.1)),
            "ndarray": black_box(&theirs[0]).dot(black_box(&theirs[1])),
        );
    };
}

fn products(c: &mut Criterion) {
    square!(c, "matmul 4x4", 4, |x, y, out| hand::matmul4::of_width(widest())(&x, &y, out));
    square!(c, "matmul 16x16", 16, |x, y, out| hand::matmul16::of_width(widest())(&x, &y, out));
    square!(c, "matmul 128x128", 128, |x, y, out| hand::matmul::of_width(widest())(&x, &y, out, 128, 128, 128));
    let (x, y) = (random(1, 8 * 4096), random(2, 4096));
    let ours = (tensor::<shape![8, 64, 64]>(&x), tensor::<shape![64, 64]>(&y));
    let hand = hand::matmuls64::of_width(widest());
    case!(c, "[8,64,64]x[64,64]",
        "hand": new(x.len(), |out| hand(black_box(&x), black_box(&y), out)),
        "shaped": black_box(&ours.0).matmul(black_box(&ours.1)),
    );
    let (x, y) = (random(1, 8 * 3 * 1024), random(2, 16 * 27));
    let ours = (tensor::<shape![8, 3, 32, 32]>(&x), tensor::<shape![16, 3, 3, 3]>(&y));
    let hand = hand::conv2d::of_width(widest());
    case!(c, "conv2d [8,3,32,32], 16 of 3x3",
        "hand": new(8 * 16 * 1024, |out| hand(black_box(&x), black_box(&y), out)),
        "shaped": black_box(&ours.0).conv2d(black_box(&ours.1), Conv::new().padding(One)),
    );
}

fn reductions(c: &mut Criterion) {
    let x = random(1, 1 << 18);
    let (ours, theirs) = (tensor::<shape![512, 512]>(&x), Array2::from_shape_vec((512, 512), x.clone()).unwrap());
    let (rows, columns, all) =
        (hand::sum_rows::of_width(widest()), hand::sum_columns::of_width(widest()), hand::sum_all::of_width(widest()));
    case!(c, "sum [512,512], axis 0",
        "hand": new(512, |out| rows(black_box(&x), out)),
        "shaped": black_box(&ours).sum(Axis::<0>),
        "ndarray": black_box(&theirs).sum_axis(Nd(0)),
    );
    case!(c, "sum [512,512], axis 1",
        "hand": new(512, |out| columns(black_box(&x), out)),
        "shaped": black_box(&ours).sum(Axis::<1>),
        "ndarray": black_box(&theirs).sum_axis(Nd(1)),
    );
    case!(c, "sum [512,512], all",
        "hand": new(1, |out| all(black_box(&x), out)),
        "shaped": black_box(&ours).sum_all(),
        "ndarray": black_box(&theirs).sum(),
    );
    let x = random(1, 128_000);
    let (ours, theirs) = (tensor::<shape![128, 1000]>(&x), Array2::from_shape_vec((128, 1000), x.clone()).unwrap());
    let hand = hand::softmax::of_width(widest());
    case!(c, "softmax [128,1000]",
        "hand": new(x.len(), |out| hand(black_box(&x), out)),
        "shaped": black_box(&ours).softmax(Axis::<-1>),
        "ndarray": {
            let peaks = theirs.map_axis(Nd(1), |row| row.fold(f32::NEG_INFINITY, |a, &b| a.max(b)));
            let mut e = black_box(&theirs) - &peaks.insert_axis(Nd(1));
            e.mapv_inplace(f32::exp);
            let sums = e.sum_axis(Nd(1)).insert_axis(Nd(1));
            e / &sums
        },
    );
    let (x, w, b) = (random(1, 128 * 768), random(2, 768), random(3, 768));
    let ours = (tensor::<shape![128, 768]>(&x), tensor::<shape![768]>(&w), tensor::<shape![768]>(&b));
    let theirs = Array2::from_shape_vec((128, 768), x.clone()).unwrap();
    let (weight, bias) = (Array1::from_vec(w.clone()), Array1::from_vec(b.clone()));
    let hand = hand::layer_norm::of_width(widest());
    case!(c, "layer norm [128,768]",
        "hand": new(x.len(), |out| hand(black_box(&x), black_box(&w), black_box(&b), out)),
        "shaped": black_box(&ours.0).layer_norm(black_box(&ours.1), black_box(&ours.2), 1e-5),
        "ndarray": {
            let mut y = black_box(&theirs) - &theirs.mean_axis(Nd(1)).unwrap().insert_axis(Nd(1));
            let factors = y.map_axis(Nd(1), |row| 1.0 / (row.dot(&row) / 768.0 + 1e-5).sqrt());
            y *= &factors.insert_axis(Nd(1));
            y * &weight + &bias
        },
    );
}

criterion_group!(benches, elementwise, products, reductions);
criterion_main!(benches);

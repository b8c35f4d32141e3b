//! No result is farther from the truth than PyTorch's is, in any element type, but for one rounding.

use std::collections::{BTreeMap, BTreeSet};

use half::{bf16, f16};
use num_traits::Float;
use shaped::prelude::*;

#[path = "reference/harness.rs"]
mod harness;
use harness::Reference;

const TEXT: &str = include_str!("data/reference/accuracy.txt");

/// A float, and how exact it is.
trait Kind: Float + std::fmt::Debug + Send + Sync + 'static {
    const NAME: &'static str;
    const LARGE: f64;
    const SMALL: f64;
    /// From 1 to the next larger number.
    const EPSILON: f64;
    const LEAST: f64;
    /// The same of the type that sums are computed in.
    const SUMS: f64;
    /// As PyTorch's tests make elements: by way of `f32`, if the type is smaller.
    fn of(x: f64) -> Self;
    fn double(self) -> f64 {
        self.to_f64().expect("a number")
    }
}

macro_rules! kinds {
    ($($t:ident $large:literal $small:literal $digits:literal $least:literal $sums:literal, |$x:ident| $of:expr;)*) => { $(
        impl Kind for $t {
            const NAME: &'static str = stringify!($t);
            const LARGE: f64 = $large;
            const SMALL: f64 = $small;
            const EPSILON: f64 = 1.0 / (1u64 << $digits) as f64;
            const LEAST: f64 = $least;
            const SUMS: f64 = 1.0 / (1u64 << $sums) as f64;
            fn of($x: f64) -> $t {
                $of
            }
        }
    )* };
}
kinds! {
    f16 60000.0 2e-7 10 6e-8 23, |x| f16::from_f32(x as f32);
    bf16 1e30 1e-39 7 1e-40 23, |x| bf16::from_f32(x as f32);
    f32 1e30 1e-40 23 1.5e-45 23, |x| x as f32;
    f64 1e300 1e-310 52 5e-324 52, |x| x;
}

fn uniform(i: usize) -> f64 {
    let mut x = (i as u64 + 1_000_003).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 32;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (x >> 40) as f64 / 16_777_216.0
}

/// The inputs of tools/reference/accuracy.py.
fn input<T: Kind, S: StaticShape>(case: &str) -> Tensor<T, S> {
    Tensor::from_flat_fn(|i| {
        let u = uniform(i);
        T::of(match case {
            "ones" => 1.0,
            "unit" => u,
            "signed" => 2.0 * u - 1.0,
            "far" => 1000.0 + u,
            "constant" => 12345.678,
            "large" => T::LARGE * (2.0 * u - 1.0),
            "small" => T::SMALL * u,
            "outlier" => {
                if i % 1000 == 17 {
                    3000.0
                } else {
                    u
                }
            }
            "near1" => 1.0 + (2.0 * u - 1.0) / 64.0,
            "wide" => 16.0 * (2.0 * u - 1.0),
            _ => panic!("no case {case}"),
        })
    })
}

/// What is farther from the truth than that where a CPU has no AVX2, or is not to use it, and by how many roundings at most: products of
/// `f64` are made by the crate `matrixmultiply` then; the sums of a softmax lack fused multiplication, and so do products of elements, of which
/// each multiplication rounds, as in PyTorch.
const BEHIND_WITHOUT_AVX2: [(&str, &str, f64); 4] =
    [("softmax", "f32", 3.0), ("matmul", "f64", 16.0), ("linear", "f64", 16.0), ("prod", "f64", 270.0)];

/// Whether the kernels for wide vectors run.
fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("avx2") && std::env::var("SHAPED_SIMD").as_deref() != Ok("baseline");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The largest errors of an operation, in roundings: ours, and PyTorch's.
type Errors = BTreeMap<(&'static str, &'static str), (f64, f64)>;

struct Report<'r> {
    reference: &'r Reference,
    worst: Errors,
    worse: Vec<String>,
    /// Which of [`BEHIND_WITHOUT_AVX2`] are.
    behind: BTreeSet<(&'static str, &'static str)>,
}

impl Report<'_> {
    fn check<T: Kind>(&mut self, operation: &'static str, case: &str, result: &[T]) {
        let line = |what: &str| self.reference.line::<f64>(&format!("{operation} {case}_{what}_{}", T::NAME)).1;
        let (truth, torch) = (line("truth"), line("torch"));
        let scale = if TEXT.contains(&format!("\n{operation} {case}_scale_{} f64", T::NAME)) {
            line("scale")
        } else {
            vec![0.0; truth.len()]
        };
        let (len, count) = (result.len(), result.len().min(16));
        assert_eq!(count, truth.len(), "{operation} {case}");
        let (mut ours, mut theirs) = (0f64, 0f64);
        for i in 0..count {
            let at = (i * len / count + (len - 1) % (len / count).max(1)).min(len - 1);
            let error = |x: f64| {
                let rounded = T::of(truth[i]).double();
                if x == rounded || x.is_nan() && rounded.is_nan() {
                    return 0.0;
                }
                if !x.is_finite() || !rounded.is_finite() {
                    return f64::INFINITY;
                }
                let unit = (truth[i].abs().log2().floor().exp2() * T::EPSILON).max(T::LEAST);
                (x - truth[i]).abs() / (unit + T::SUMS * scale[i])
            };
            (ours, theirs) = (ours.max(error(result[at].double())), theirs.max(error(torch[i])));
        }
        let worst = self.worst.entry((operation, T::NAME)).or_default();
        *worst = (worst.0.max(ours), worst.1.max(theirs));
        if ours > theirs + 1.0 {
            let more = if has_avx2() { &[][..] } else { &BEHIND_WITHOUT_AVX2 };
            let behind = more.iter().find(|behind| (behind.0, behind.1) == (operation, T::NAME));
            if behind.is_some_and(|behind| ours <= behind.2) {
                self.behind.insert((operation, T::NAME));
                return;
            }
            self.worse.push(format!("{operation} {case} {}: {ours:.2} roundings, PyTorch {theirs:.2}", T::NAME));
        }
    }
}

macro_rules! lengths {
    ($report:ident, $t:ident: $($n:literal)*) => { $(
        for case in ["ones", "unit", "signed", "far", "constant", "large", "small", "outlier"] {
            let x = input::<$t, shape![4, $n]>(case);
            let c = &format!("{case}{}", $n);
            $report.check("sum", c, x.sum(Axis::<1>).as_slice());
            $report.check("mean", c, x.mean(Axis::<1>).as_slice());
            $report.check("var", c, x.var(Axis::<1>).as_slice());
            $report.check("std", c, x.std(Axis::<1>).as_slice());
            $report.check("norm", c, x.norm(Axis::<1>).as_slice());
            $report.check("logsumexp", c, x.logsumexp(Axis::<1>).as_slice());
            if ["ones", "unit", "signed", "far", "constant"].contains(&case) {
                $report.check("cumsum", c, x.cumsum(Axis::<1>).as_slice());
                $report.check("logcumsumexp", c, x.logcumsumexp(Axis::<1>).as_slice());
            }
        }
        let x = input::<$t, shape![4, $n]>("near1");
        $report.check("prod", &format!("near1{}", $n), x.prod(Axis::<1>).as_slice());
        $report.check("cumprod", &format!("near1{}", $n), x.cumprod(Axis::<1>).as_slice());
    )* };
}

fn sums<T: Kind>(report: &mut Report<'_>) {
    lengths!(report, T: 1000 100_000);
    for case in ["ones", "unit", "signed", "far", "constant", "large", "small", "outlier"] {
        let x = input::<T, shape![4, 25_000, 4]>(case);
        report.check("sum", &format!("{case}100000down"), x.sum(Axis::<1>).as_slice());
        report.check("var", &format!("{case}100000down"), x.var(Axis::<1>).as_slice());
    }
}

fn normalizations<T: Kind>(report: &mut Report<'_>) {
    let eps = T::of(1e-5);
    let (row_w, row_b) = (input::<T, shape![1000]>("unit"), input::<T, shape![1000]>("signed"));
    let (w, b) = (input::<T, shape![4]>("unit"), input::<T, shape![4]>("signed"));
    let (mean, var) = (input::<T, shape![4]>("far"), input::<T, shape![4]>("unit"));
    for case in ["ones", "unit", "signed", "far", "constant", "wide", "small", "outlier"] {
        let x = input::<T, shape![4, 1000]>(case);
        let image = input::<T, shape![1, 4, 1000]>(case);
        report.check("softmax", case, x.softmax(Axis::<1>).as_slice());
        report.check("log_softmax", case, x.log_softmax(Axis::<1>).as_slice());
        report.check("layer_norm", case, x.layer_norm(&row_w, &row_b, eps).as_slice());
        report.check("rms_norm", case, x.rms_norm(&row_w, eps).as_slice());
        report.check("instance_norm", case, image.instance_norm(Axis::<1>, &w, &b, eps).as_slice());
        report.check("group_norm", case, image.group_norm(Axis::<1>, Dim::<2>, &w, &b, eps).as_slice());
        report.check("batch_norm", case, image.batch_norm(Axis::<1>, &mean, &var, &w, &b, eps).as_slice());
        report.check("normalize", case, x.normalize(Axis::<1>).as_slice());
    }
}

fn products<T: Kind>(report: &mut Report<'_>) {
    let bias = input::<T, shape![8]>("wide");
    for case in ["ones", "unit", "signed", "far", "outlier"] {
        let x = input::<T, shape![4, 4096]>(case);
        let w = input::<T, shape![8, 4096]>(if case == "signed" { "signed" } else { "unit" });
        report.check("matmul", case, x.matmul(&w.transpose()).as_slice());
        report.check("linear", case, x.linear(&w, &bias).as_slice());
        let (row, of_w) = (x.index_axis(Axis::<0>, 0), w.index_axis(Axis::<0>, 0));
        report.check("dot", case, &[row.dot(&of_w)]);
        report.check("einsum", case, einsum!(i k, j k -> j; &x, &w).as_slice());
        let four = w.narrow(Axis::<0>, 0, Dim::<4>);
        report.check("cosine_similarity", case, x.cosine_similarity(&four, Axis::<1>).as_slice());
        let image = x.reshape::<shape![1, 64, 16, 16]>();
        let filters = w.narrow(Axis::<1>, 0, Dim::<576>).to_tensor();
        let filters = filters.reshape::<shape![8, 64, 3, 3]>();
        report.check("conv2d", case, image.conv2d_with_bias(&filters, &bias, Conv::new()).as_slice());
        let turned = filters.swap_axes(Axis::<0>, Axis::<1>).to_tensor();
        report.check("conv_transpose2d", case, image.conv_transpose2d(&turned, TransposedConv::new()).as_slice());
        let taps = w.narrow(Axis::<1>, 0, <dim!(2560)>::default()).to_tensor();
        let signal = x.reshape::<shape![1, 512, 32]>();
        report.check("conv1d", case, signal.conv1d(&taps.reshape::<shape![8, 512, 5]>(), Conv::new()).as_slice());
        let plane = x.reshape::<shape![1, 4, 64, 64]>();
        report.check("avg_pool2d", case, plane.avg_pool2d(Pool::new(Dim::<32>)).as_slice());
        report.check("adaptive_avg_pool2d", case, plane.adaptive_avg_pool2d(Dim::<2>).as_slice());
    }
    for case in ["unit", "signed", "wide"] {
        let (q, k) = (input::<T, shape![64, 32]>(case), input::<T, shape![256, 32]>("signed"));
        report.check("attention", case, q.attention(&k, &input::<T, shape![256, 8]>("unit")).as_slice());
    }
}

fn losses<T: Kind>(report: &mut Report<'_>) {
    let y = input::<T, shape![4, 1000]>("unit");
    for case in ["unit", "signed", "far", "wide"] {
        let x = input::<T, shape![4, 1000]>(case);
        report.check("mse_loss", case, &[x.mse_loss(&y)]);
        report.check("l1_loss", case, &[x.l1_loss(&y)]);
        report.check("huber_loss", case, &[x.huber_loss(&y, T::one())]);
        report.check("smooth_l1_loss", case, &[x.smooth_l1_loss(&y, T::one())]);
        report.check("binary_cross_entropy_with_logits", case, &[x.binary_cross_entropy_with_logits(&y)]);
        report.check("cross_entropy", case, &[x.cross_entropy(&tensor![1usize, 10, 100, 999])]);
    }
}

fn all<T: Kind>(report: &mut Report<'_>) {
    sums::<T>(report);
    normalizations::<T>(report);
    products::<T>(report);
    losses::<T>(report);
}

#[test]
fn no_result_is_farther_from_the_truth_than_pytorchs() {
    let reference = Reference::new(TEXT);
    let mut report = Report { reference: &reference, worst: Errors::new(), worse: Vec::new(), behind: BTreeSet::new() };
    all::<f32>(&mut report);
    all::<f64>(&mut report);
    // Without the feature, products and sums of them are in their own type.
    if cfg!(feature = "half") {
        all::<f16>(&mut report);
        all::<bf16>(&mut report);
    }
    let Report { worst, worse, behind, .. } = report;
    for ((operation, kind), (ours, theirs)) in worst {
        println!("{operation} {kind}: {ours:.2} roundings at most, PyTorch {theirs:.2}");
    }
    assert!(worse.is_empty(), "{} are worse:\n{}", worse.len(), worse.join("\n"));
    if cfg!(feature = "half") {
        let left = BEHIND_WITHOUT_AVX2.iter().filter(|row| !has_avx2() && !behind.contains(&(row.0, row.1)));
        let left: Vec<_> = left.collect();
        assert!(left.is_empty(), "these are behind no more: {left:?}");
        reference.finish("accuracy");
    }
}

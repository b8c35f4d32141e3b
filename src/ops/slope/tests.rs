//! Slopes against differences, and at kinks against PyTorch 2.15.

extern crate std;

use std::vec::Vec;

use super::super::activation::{self, *};
use super::super::math::{self, *};
use super::super::math_of_two::{self, *};
use super::*;

/// Near 0, further out, and on both sides of all kinks.
fn points() -> impl Iterator<Item = f64> {
    let wide = (0..60).map(|i| 0.2 * f64::from(i) - 5.913);
    let near = (0..21).map(|i| 0.09 * f64::from(i) - 0.893);
    let kinks = [-3.0, -1.0, 0.0, 0.5, 1.0, 3.0, 6.0, 20.0].into_iter().flat_map(|kink| [kink - 1e-3, kink + 1e-3]);
    wide.chain(near).chain(kinks)
}

/// The derivative by differences to the fourth order, and how far rounding may have it off; none if the function ends nearby.
fn difference(mut f: impl FnMut(f64) -> f64, x: f64) -> Option<(f64, f64)> {
    let h = 1e-4 * x.abs().min(0.1);
    let mut at = |i: f64| f(x + i * h);
    let slope = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h);
    slope.is_finite().then_some((slope, 8.0 * f64::EPSILON * (at(0.0).abs() + x.abs() * slope.abs().max(1.0)) / h))
}

/// Compares with differences, and the slope of `f32` with that of `f64`.
fn check<F: Slope<f64>, G: Slope<f32>>(name: &str, mut f: F, mut g: G) {
    let mut compared = 0;
    for x in points() {
        let Some((expected, rounding)) = difference(|x| f.call(x), x) else { continue };
        let y = f.call(x);
        let slope = f.slope(x, y);
        let error = (slope - expected).abs();
        assert!(error <= 1e-6 * expected.abs() + rounding, "{name} at {x}: {slope}, by differences {expected}");
        let y = g.call(x as f32);
        let single = f64::from(g.slope(x as f32, y));
        let x = f64::from(x as f32);
        let y = f.call(x);
        let exact = f.slope(x, y);
        assert!(
            (single - exact).abs() <= 3e-6 * exact.abs().max(0.1),
            "{name} at {x}: {single} in f32, {exact} in f64"
        );
        compared += 1;
    }
    assert!(compared >= 20, "{name} at {compared} points only");
}

macro_rules! every_row {
    ($($module:ident: $($name:ident = $f:expr),* $(,)?;)*) => {
        #[test]
        fn slopes_of_one_are_differences() {
            $(
                $(
                    check(stringify!($name), $f, $f);
                )*
                let mut all: Vec<&str> = $module::ROWS.iter().filter(|row| row.1 == "T").map(|row| row.0).collect();
                all.sort();
                let mut checked = [$(stringify!($name)),*];
                checked.sort();
                assert_eq!(all, checked, "each row of {}", stringify!($module));
            )*
        }
    };
}

every_row! {
    math: exp = Exp {}, exp_m1 = Expm1 {}, ln = Ln {}, log2 = Log2 {}, log10 = Log10 {}, ln_1p = Ln1p {}, sqrt = Sqrt {},
        rsqrt = Rsqrt {}, cbrt = Cbrt {}, sin = Sin {}, cos = Cos {}, tan = Tan {}, asin = Asin {}, acos = Acos {}, atan = Atan {},
        sinh = Sinh {}, cosh = Cosh {}, tanh = Tanh {}, asinh = Asinh {}, acosh = Acosh {}, atanh = Atanh {}, erf = Erf {},
        erfc = Erfc {}, abs = Abs {}, sign = Sign {}, floor = Floor {}, ceil = Ceil {}, round = Round {}, trunc = Trunc {},
        fract = Fract {}, recip = Recip {}, square = Square {}, powi = Powi { exponent: -3 }, powf = Powf { exponent: 2.5 },
        clamp = Clamp { min: -1.0, max: 3.0 }, clamp_min = ClampMin { min: 0.5 }, clamp_max = ClampMax { max: 3.0 },
        nan_to_num = NanToNum { nan: 1.0 }, exp2 = Exp2 {}, logit = Logit {}, logit_with = LogitWith { eps: 0.125 }, sinc = Sinc {},
        to_radians = ToRadians {}, to_degrees = ToDegrees {}, powu = Powu { exponent: 3 },
        nan_to_num_with = NanToNumWith { nan: 1.0, posinf: 2.0, neginf: 3.0 };
    activation: relu = Relu {}, relu6 = Relu6 {}, selu = Selu {}, gelu = Gelu {}, gelu_tanh = GeluTanh {}, silu = Silu {},
        sigmoid = Sigmoid {}, log_sigmoid = LogSigmoid {}, softplus = Softplus {}, mish = Mish {}, hard_sigmoid = HardSigmoid {},
        hard_swish = HardSwish {}, softsign = Softsign {}, leaky_relu = LeakyRelu { slope: 0.125 }, elu = Elu { alpha: 1.5 },
        softplus_with = SoftplusWith { beta: 2.0, threshold: 40.0 }, celu = Celu { alpha: 1.5 }, hardshrink = Hardshrink { lambda: 0.5 },
        softshrink = Softshrink { lambda: 0.5 }, tanhshrink = Tanhshrink {}, threshold = Threshold { threshold: 0.5, value: -7.0 };
}

#[test]
fn other_parameters_and_functions() {
    check("powi", Powi { exponent: 1 }, Powi { exponent: 1 });
    check("powi", Powi { exponent: 0 }, Powi { exponent: 0 });
    check("powi", Powi { exponent: 5 }, Powi { exponent: 5 });
    check("powf", Powf { exponent: -0.5 }, Powf { exponent: -0.5 });
    check("negate", Negate, Negate);
}

/// Compares with differences by either.
fn check_two<F: Slopes<f64>>(name: &str, mut f: F) {
    let mut compared = 0;
    for (i, a) in points().enumerate() {
        for b in points().skip(i % 5).step_by(5) {
            // Apart from ties, and where a division's whole part jumps.
            if (a - b).abs() < 1e-3
                || name.starts_with("rem") && ((a / b).round() - a / b).abs() < 1e-3 * (a.abs() + b.abs()) / (b * b)
            {
                continue;
            }
            let slopes = f.slopes(a, b);
            let expected = [difference(|a| f.call(a, b), a), difference(|b| f.call(a, b), b)];
            // Too near to a pole for differences.
            if b.abs() < 0.05 || a.abs() < 0.05 {
                continue;
            }
            for (slope, expected) in slopes.into_iter().zip(expected) {
                let Some((expected, rounding)) = expected else { continue };
                let error = (slope - expected).abs();
                assert!(
                    error <= 1e-6 * expected.abs() + rounding,
                    "{name} at {a}, {b}: {slope}, by differences {expected}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= 200, "{name} at {compared} points only");
}

#[test]
fn slopes_of_two_are_differences() {
    let names = [
        "maximum",
        "minimum",
        "pow",
        "atan2",
        "hypot",
        "remainder",
        "floor_divide",
        "fmax",
        "fmin",
        "copysign",
        "heaviside",
        "ldexp",
        "xlogy",
        "logaddexp",
        "logaddexp2",
    ];
    assert!(math_of_two::ROWS.iter().map(|row| row.0).eq(names), "each row");
    check_two("maximum", Maximum);
    check_two("minimum", Minimum);
    check_two("pow", Pow);
    check_two("atan2", Atan2);
    check_two("hypot", Hypot);
    check_two("remainder", Remainder);
    check_two("fmax", Fmax);
    check_two("fmin", Fmin);
    check_two("copysign", Copysign);
    check_two("ldexp", Ldexp);
    check_two("xlogy", Xlogy);
    check_two("logaddexp", Logaddexp);
    check_two("logaddexp2", Logaddexp2);
    check_two("heaviside", Heaviside);
    check_two("+", Plus);
    check_two("-", Minus);
    check_two("*", Times);
    check_two("/", Over);
    check_two("rem", Modulo);
    check_two("swapped -", Swapped(Minus));
    check_two("swapped /", Swapped(Over));
}

/// `==`, but NaN is equal to itself.
fn same(x: f64, y: f64) -> bool {
    x == y || x.is_nan() && y.is_nan()
}

fn kink<F: Slope<f64>>(name: &str, mut f: F, x: f64, pytorch: f64) {
    let y = f.call(x);
    let slope = f.slope(x, y);
    let near = (slope - pytorch).abs() <= 4.0 * f64::EPSILON * pytorch.abs();
    assert!(same(slope, pytorch) || near, "{name} at {x}: {slope}, PyTorch's {pytorch}");
}

#[test]
fn kinks_and_ends_are_pytorch_s() {
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    macro_rules! kinks {
        ($($f:expr => $of:expr;)*) => { $( for (x, slope) in $of { kink(stringify!($f), $f, x, slope) } )* };
    }
    kinks! {
        Sqrt {} => [(0.0, INF)];
        Rsqrt {} => [(0.0, -INF)];
        Ln {} => [(0.0, INF)];
        Asin {} => [(-1.0, INF), (1.0, INF)];
        Acos {} => [(-1.0, -INF), (1.0, -INF)];
        Acosh {} => [(1.0, INF)];
        Atanh {} => [(1.0, INF)];
        Abs {} => [(0.0, 0.0), (-0.0, 0.0)];
        Sign {} => [(0.0, 0.0)];
        Floor {} => [(1.0, 0.0)];
        Ceil {} => [(1.0, 0.0)];
        Round {} => [(0.5, 0.0)];
        Trunc {} => [(1.0, 0.0)];
        Fract {} => [(1.0, 1.0)];
        Recip {} => [(0.0, -INF)];
        Powi { exponent: 0 } => [(0.0, 0.0)];
        Powi { exponent: 1 } => [(0.0, 1.0)];
        Powi { exponent: 2 } => [(0.0, 0.0)];
        Powi { exponent: -1 } => [(0.0, -INF)];
        Powf { exponent: 0.0 } => [(0.0, 0.0), (2.0, 0.0)];
        Powf { exponent: 0.5 } => [(0.0, INF)];
        Powf { exponent: 1.5 } => [(0.0, 0.0)];
        Clamp { min: 0.0, max: 1.0 } => [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (NAN, 0.0)];
        Clamp { min: 1.0, max: 0.0 } => [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)];
        ClampMin { min: 0.0 } => [(0.0, 0.0)];
        ClampMax { max: 0.0 } => [(0.0, 0.0)];
        NanToNum { nan: 0.0 } => [(NAN, 0.0), (INF, 0.0), (1.0, 1.0)];
        Relu {} => [(0.0, 0.0), (-0.0, 0.0), (NAN, 1.0)];
        Relu6 {} => [(0.0, 0.0), (6.0, 0.0)];
        Selu {} => [(0.0, 1.7580993408473766)];
        Elu { alpha: 1.5 } => [(0.0, 1.5)];
        LeakyRelu { slope: 0.125 } => [(0.0, 0.125)];
        Gelu {} => [(0.0, 0.5), (-40.0, 0.0), (40.0, 1.0)];
        GeluTanh {} => [(0.0, 0.5), (-40.0, 0.0), (40.0, 1.0)];
        Silu {} => [(0.0, 0.5), (-1000.0, 0.0), (1000.0, 1.0)];
        Sigmoid {} => [(-1000.0, 0.0), (1000.0, 0.0)];
        LogSigmoid {} => [(-1000.0, 1.0), (0.0, 0.5), (1000.0, 0.0)];
        Softplus {} => [(20.0, 0.9999999979388464), (20.5, 1.0), (-1000.0, 0.0)];
        Mish {} => [(0.0, 0.6), (-1000.0, 0.0), (1000.0, 1.0)];
        HardSigmoid {} => [(-3.0, 0.0), (3.0, 0.0)];
        HardSwish {} => [(-3.0, 0.0), (3.0, 1.0)];
        Softsign {} => [(0.0, 1.0)];
        Sinh {} => [(1000.0, INF)];
        Expm1 {} => [(-1000.0, 0.0)];
        Tanh {} => [(1000.0, 0.0)];
    }
    // Where PyTorch's square overflows.
    kink("asinh", Asinh {}, 1e200, 1e-200);
    kink("sinh", Sinh {}, 700.0, 700f64.cosh());

    fn pair<F: Slopes<f64>>(name: &str, f: F, a: f64, b: f64, pytorch: [f64; 2]) {
        let slopes = f.slopes(a, b);
        let same = same(slopes[0], pytorch[0]) && same(slopes[1], pytorch[1]);
        assert!(same, "{name} at {a}, {b}: {slopes:?}, PyTorch's {pytorch:?}");
    }
    for at_tie in [[1.0, 1.0, 0.5, 0.5], [NAN, 1.0, 1.0, 1.0], [1.0, NAN, 1.0, 1.0]] {
        let [a, b, by_a, by_b] = at_tie;
        pair("maximum", Maximum, a, b, [by_a, by_b]);
        pair("minimum", Minimum, a, b, [by_a, by_b]);
    }
    pair("pow", Pow, 0.0, 0.0, [0.0, 0.0]);
    pair("pow", Pow, 0.0, 1.0, [1.0, 0.0]);
    pair("pow", Pow, 0.0, 2.0, [0.0, 0.0]);
    pair("pow", Pow, 0.0, 0.5, [INF, 0.0]);
    pair("pow", Pow, 0.0, -1.0, [-INF, -INF]);
    pair("pow", Pow, 2.0, 0.0, [0.0, core::f64::consts::LN_2]);
    pair("atan2", Atan2, 0.0, 0.0, [0.0, 0.0]);
    pair("atan2", Atan2, 0.0, 1.0, [1.0, 0.0]);
    pair("hypot", Hypot, 0.0, 0.0, [NAN, NAN]);
    pair("hypot", Hypot, 0.0, 1.0, [0.0, 1.0]);
    pair("remainder", Remainder, -7.0, 3.0, [1.0, 3.0]);
    pair("remainder", Remainder, 6.0, 3.0, [1.0, -2.0]);
    pair("remainder", Remainder, 7.0, -3.0, [1.0, 3.0]);
    pair("%", Modulo, -7.0, 3.0, [1.0, 2.0]);
    pair("/", Over, 1.0, 0.0, [INF, -INF]);
    pair("/", Over, 1.0, 4.0, [0.25, -0.0625]);
}

/// Where what is subtracted is nearly equal.
#[test]
fn small_slopes_of_f32_are_exact() {
    for i in 0..60 {
        let x = -3.0 - 0.05 * i as f32;
        for (single, double) in [
            (Gelu {}.slope(x, 0.0), Gelu {}.slope(f64::from(x), 0.0)),
            (GeluTanh {}.slope(x, 0.0), GeluTanh {}.slope(f64::from(x), 0.0)),
            (Elu { alpha: 1.0 }.slope(x, 0.0), Elu { alpha: 1.0 }.slope(f64::from(x), 0.0)),
            (Mish {}.slope(x, 0.0), Mish {}.slope(f64::from(x), 0.0)),
            (Silu {}.slope(x, 0.0), Silu {}.slope(f64::from(x), 0.0)),
            (LogSigmoid {}.slope(-x, 0.0), LogSigmoid {}.slope(f64::from(-x), 0.0)),
        ] {
            let single = f64::from(single);
            assert!((single - double).abs() <= 5e-6 * double.abs(), "at {x}: {single} in f32, {double} in f64");
        }
    }
}

/// In `f32`, and rounded once: the square root of 16 bits' worth of numbers would overflow on the way.
#[test]
fn slopes_of_sixteen_bits_are_rounded_once() {
    use half::f16;
    for i in -40..=40 {
        let x = f16::from_f32(0.1 * i as f32);
        let mut f = GeluTanh {};
        let y = f.call(x);
        assert_eq!(f.slope(x, y), f16::from_f32(f.slope(x.to_f32(), y.to_f32())), "at {x}");
    }
    let far = f16::from_f32(300.0);
    assert_eq!(Atan2.slopes(far, far), [f16::from_f32(1.0 / 600.0), f16::from_f32(-1.0 / 600.0)]);
    assert_eq!(LeakyRelu { slope: f16::from_f32(0.125) }.slope(-far, far), f16::from_f32(0.125));
    assert_eq!(Powi { exponent: 2 }.slope(far, far), f16::from_f32(600.0));
}

//! Dual numbers, and functions of elements over them.

use num_traits::{Float, One};
use shaped::{
    Kind,
    grad::{Dual, Real, grad, value_and_grad},
    prelude::*,
};

/// The derivative by differences to the fourth order.
fn difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-4 * x.abs().max(0.1);
    let at = |i: f64| f(x + i * h);
    (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h)
}

macro_rules! functions {
    ($($name:literal [$($x:literal)*] $f:expr;)*) => {
        /// The first derivative of each against differences of its values, and the second against differences of the first.
        #[test]
        fn slopes_are_differences() { $(
            {
                fn of<T: Float>(x: T) -> T {
                    let c = |x: f64| T::from(x).unwrap();
                    let f: fn(T, &dyn Fn(f64) -> T) -> T = $f;
                    f(x, &c)
                }
                for x in [$($x),*] {
                    let y = of(Dual::variable(x));
                    assert!(y.value == of::<f64>(x) || (y.value - of::<f64>(x)).abs() < 1e-15, "{} at {x}: {}", $name, y.value);
                    let expected = difference(of::<f64>, x);
                    assert!((y.slope - expected).abs() <= 1e-8 * expected.abs().max(1.0), "{} at {x}: {}, by differences {expected}", $name, y.slope);
                    let twice = of(Dual { value: Dual::variable(x), slope: Dual::constant(1.0) });
                    assert_eq!(twice.value.slope, y.slope, "{}", $name);
                    let expected = difference(|x| of(Dual::variable(x)).slope, x);
                    let second = twice.slope.slope;
                    assert!((second - expected).abs() <= 1e-7 * expected.abs().max(1.0), "{} twice at {x}: {second}, by differences {expected}", $name);
                }
            }
        )* }
    };
}

functions! {
    "floor" [0.3 -1.2] |x, _| x.floor();
    "ceil" [0.3 -1.2] |x, _| x.ceil();
    "round" [0.3 -1.2] |x, _| x.round();
    "trunc" [0.3 -1.2] |x, _| x.trunc();
    "fract" [0.3 -1.2] |x, _| x.fract();
    "signum" [0.3 -1.2] |x, _| x.signum();
    "abs" [0.3 -1.2] |x, _| x.abs();
    "recip" [0.3 -1.2] |x, _| x.recip();
    "sqrt" [0.3 1.2] |x, _| x.sqrt();
    "cbrt" [0.3 -1.2] |x, _| x.cbrt();
    "exp" [0.3 -1.2] |x, _| x.exp();
    "exp2" [0.3 -1.2] |x, _| x.exp2();
    "exp_m1" [0.3 -1.2] |x, _| x.exp_m1();
    "ln" [0.3 1.2] |x, _| x.ln();
    "log2" [0.3 1.2] |x, _| x.log2();
    "log10" [0.3 1.2] |x, _| x.log10();
    "ln_1p" [0.3 1.2] |x, _| x.ln_1p();
    "sin" [0.3 -1.2] |x, _| x.sin();
    "cos" [0.3 -1.2] |x, _| x.cos();
    "tan" [0.3 -1.2] |x, _| x.tan();
    "asin" [0.3 -0.7] |x, _| x.asin();
    "acos" [0.3 -0.7] |x, _| x.acos();
    "atan" [0.3 -1.2] |x, _| x.atan();
    "sinh" [0.3 -1.2] |x, _| x.sinh();
    "cosh" [0.3 -1.2] |x, _| x.cosh();
    "tanh" [0.3 -1.2] |x, _| x.tanh();
    "asinh" [0.3 -1.2] |x, _| x.asinh();
    "acosh" [1.3 4.2] |x, _| x.acosh();
    "atanh" [0.3 -0.7] |x, _| x.atanh();
    "to_degrees" [0.3 -1.2] |x, _| x.to_degrees();
    "to_radians" [0.3 -1.2] |x, _| x.to_radians();
    "powi" [0.3 -1.2] |x, _| x.powi(3) + x.powi(-2) + x.powi(0) + x.powi(1);
    "powf" [0.3 1.2] |x, c| x.powf(c(2.5)) + c(1.5).powf(x) + x.powf(x);
    "powf of a negative number" [-0.3 -1.2] |x, c| x.powf(c(3.0));
    "log" [0.3 1.2] |x, c| x.log(c(3.0)) + c(3.0).log(x + c(2.0));
    "mul_add" [0.3 -1.2] |x, c| x.mul_add(x * c(2.0), x) + c(2.0).mul_add(x, x * x);
    "arithmetic" [0.3 -1.2] |x, c| (x * x - c(2.0) * x + c(1.0)) / (x * x + c(1.0)) - -x / c(3.0);
    "%" [0.3 -1.2 7.5] |x, c| x % c(0.7) + c(5.0) % x;
    "max and min" [0.3 -1.2] |x, c| x.max(x * x).min(c(0.2) * x + c(1.0)).max(c(-5.0)).min(c(5.0) * x * x + c(9.0));
    "abs_sub" [0.3 1.2] |x, c| x.abs_sub(c(0.5)) + c(0.7).abs_sub(x);
    "hypot" [0.3 -1.2] |x, c| x.hypot(c(2.0)) + c(0.5).hypot(x * x);
    "atan2" [0.3 -1.2] |x, c| x.atan2(c(2.0)) + c(0.5).atan2(x * x);
    "sin_cos" [0.3 -1.2] |x, _| { let (s, c) = x.sin_cos(); s * c * c };
    "copysign" [0.3 -1.2] |x, c| x.copysign(c(-1.0)) * x + c(2.0).copysign(x);
    "clamp" [0.3 -1.2 3.0] |x, c| x.clamp(c(-1.0), c(1.0)) * x;
}

#[test]
fn what_differences_cannot_see() {
    let at = |x: f64| Dual::variable(x);
    // PyTorch's: 0 of |x| at 0, half of either side's where two are equal, that of the number where the other is none.
    assert_eq!(at(0.0).abs().slope, 0.0);
    assert_eq!(at(0.0).max(Dual::constant(0.0)).slope, 0.5);
    assert_eq!(at(2.0).min(Dual::constant(2.0)).slope, 0.5);
    assert_eq!(at(2.0).max(Dual::constant(f64::NAN)).slope, 1.0);
    assert_eq!(Dual::constant(f64::NAN).max(at(2.0)).slope, 1.0);
    assert_eq!(at(0.0).powf(Dual::constant(2.0)).slope, 0.0);
    assert_eq!(at(0.0).powi(0).slope, 0.0);
    // What goes through another type would lose its slope: it does not go.
    assert_eq!(num_traits::cast::<_, f64>(at(2.0)), None);
    assert_eq!(num_traits::cast::<_, f64>(Dual::constant(2.0)), Some(2.0));
    assert_eq!(at(2.5).to_string(), "2.5 (1)");
}

fn squashed<S: Shape, T: Real, K: Kind<T>>(x: &Tensor<T, S, K>) -> Tensor<T, S, K> {
    x.map_dual(|x| x * x.tanh() / (x.abs() + Dual::one()))
}
#[test]
fn one_closure_is_eager_and_traced() {
    let x = tensor![[0.5f64, -2.0, 0.25], [1.5, -0.125, 3.0]];
    let f = |x: f64| x * x.tanh() / (x.abs() + 1.0);
    assert_eq!(squashed(&x), x.map(f));
    let (value, gradient) = value_and_grad(&x, |tape| squashed(&tape.input(&x)).sum_all());
    assert!((value - x.map(f).sum_all()).abs() < 1e-12);
    assert!(gradient.all_close(&x.map(|x| difference(f, x)), 1e-8, 1e-9));

    // In f32, of what lies otherwise, of nothing, of one.
    let x = tensor![[0.5f32, -2.0], [1.5, 3.0], [0.0, 1.0]];
    let weights = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let gradient = grad(&x, |tape| (tape.input(&x).transpose().map_dual(|x| x * x) * tape.input(&weights)).sum_all());
    assert_eq!(gradient, tensor![[1.0, -16.0], [6.0, 30.0], [0.0, 12.0]]);
    let none = (Tensor::<f32, shape![0, 3]>::zeros(), tensor![2.0f32]);
    let (_, gradient) = value_and_grad(&none, |tape| {
        tape.input(&none.0).map_dual(|x| x.exp()).sum_all() + tape.input(&none.1).map_dual(|x| x.recip()).sum_all()
    });
    assert_eq!(gradient.1, tensor![-0.25]);
}

#[test]
fn a_slope_of_ones_own() {
    let sigmoid = |x: Dual<f64>| {
        let y = 1.0 / (1.0 + (-x.value).exp());
        x.through(y, y * (1.0 - y))
    };
    let x = tensor![0.5, -2.0];
    let gradient = grad(&x, |tape| tape.input(&x).map_dual(sigmoid).sum_all());
    let s = x.sigmoid();
    assert!(gradient.all_close(&(&s * (1.0 - &s)), 1e-14, 0.0));
}

#[test]
fn pairs_are_stretched_on_both_sides() {
    axis!(Rows);
    let x = Tensor::<f64, shape![Rows, 1, 3]>::from_fn_with(Rows(2), |[i, _, k]| (3 * i + k) as f64 / 4.0 - 0.6);
    let y = tensor![[0.5f64], [-1.25], [2.0], [0.75]];
    let model = (x, y);
    let weights =
        Tensor::<f64, shape![Rows, 4, 3]>::from_fn_with(Rows(2), |[i, j, k]| (i * 12 + j * 3 + k) as f64 - 7.0);
    let (value, gradient) = value_and_grad(&model, |tape| {
        let z = tape.input(&model.0).zip_dual(&tape.input(&model.1), |x, y| (x * y).sin() + x * x);
        (z * tape.input(&weights)).sum_all()
    });
    let (expected, of_parts) = value_and_grad(&model, |tape| {
        let (x, y) = (tape.input(&model.0), tape.input(&model.1));
        (((&x * &y).sin() + x.square()) * tape.input(&weights)).sum_all()
    });
    assert!((value - expected).abs() < 1e-12);
    assert!(gradient.0.all_close(&of_parts.0, 1e-12, 1e-12));
    assert!(gradient.1.all_close(&of_parts.1, 1e-12, 1e-12));

    let x = tensor![0.5f64, -2.0];
    assert_eq!(grad(&x, |tape| tape.input(&x).zip_dual(3.0, |x, y| x * x * y).sum_all()), tensor![3.0, -12.0]);
    assert_eq!(x.zip_dual(3.0, |x, y| x * x * y), tensor![0.75, 12.0]);
}

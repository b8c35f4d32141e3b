//! The vectorised functions of `f32`, against `f64`, over all of its range.

#![cfg(feature = "alloc")]

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use shaped::prelude::*;

type Many = shape![65536];

/// The distance of neighbouring `f32` there.
fn unit(y: f64) -> f64 {
    if y == 0.0 { 2f64.powi(-149) } else { 2f64.powi((y.abs().log2().floor() as i32).clamp(-126, 127) - 23) }
}

/// Checks bit patterns at equal distances, subnormal numbers, infinities and NaN among them, and what is special.
fn check(name: &str, limit: f64, f: impl Fn(&Tensor<f32, Many>) -> Tensor<f32, Many>, exact: impl Fn(f64) -> f64) {
    let special = [0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN, 1e-45, -1e-45];
    let mut worst = (0.0, 0.0);
    // A step that is prime to 2^32, so that exponents and digits of all kinds come.
    let step = 1_789u32 * if cfg!(debug_assertions) { 5 } else { 1 };
    let mut bits = 0u32;
    for _ in 0..(u32::MAX / step / 65_536).max(1) + 1 {
        let x: Tensor<f32, Many> = Tensor::from_flat_fn(|i| {
            bits = bits.wrapping_add(step);
            special.get(i).copied().unwrap_or(f32::from_bits(bits))
        });
        for (&x, &y) in x.as_slice().iter().zip(f(&x).as_slice()) {
            let right = exact(f64::from(x));
            let rounded = right as f32;
            if rounded.is_nan() || rounded.is_infinite() || y.is_nan() || y.is_infinite() {
                assert!(rounded == y || rounded.is_nan() && y.is_nan(), "{name}({x:e}) is {y:e}, not {right:e}");
            } else if rounded == 0.0 && y == 0.0 {
                assert_eq!(rounded.is_sign_negative(), y.is_sign_negative(), "{name}({x:e}) is {y:e}, not {right:e}");
            } else {
                let error = (f64::from(y) - right).abs() / unit(right);
                worst = if error > worst.0 { (error, x) } else { worst };
            }
        }
    }
    println!("{name}: at most {:.3} units, at {:e}", worst.0, worst.1);
    assert!(worst.0 <= limit, "{name}({:e}) is {} units off", worst.1, worst.0);
}

fn sigmoid(x: f64) -> f64 {
    if x < 0.0 { x.exp() / (1.0 + x.exp()) } else { 1.0 / (1.0 + (-x).exp()) }
}

#[test]
fn exponentials_and_logarithms() {
    check("exp", 1.0, |x| x.exp(), f64::exp);
    check("ln", 1.0, |x| x.ln(), f64::ln);
    check("exp_m1", 1.6, |x| x.exp_m1(), f64::exp_m1);
    check("ln_1p", 1.6, |x| x.ln_1p(), f64::ln_1p);
}

#[test]
fn curves() {
    check("tanh", 2.0, |x| x.tanh(), f64::tanh);
    check("erf", 1.2, |x| x.erf(), libm::erf);
    check("erfc", 0.6, |x| x.erfc(), libm::erfc);
}

/// All of them exact, half to the even one.
#[test]
fn whole_numbers() {
    check("round", 0.0, |x| x.round(), f64::round_ties_even);
    let x: Tensor<f64, Many> = Tensor::from_flat_fn(|i| {
        let half = (i as f64 - 32_768.0) * 0.5;
        [half, half.next_up(), half.next_down(), half * 2f64.powi(40), f64::from_bits((i as u64) << 48)][i % 5]
    });
    for (&x, &y) in x.as_slice().iter().zip(x.round().as_slice()) {
        let right = x.round_ties_even();
        assert!(y.to_bits() == right.to_bits() || y.is_nan() && x.is_nan(), "round({x:e}) is {y:e}, not {right:e}");
    }
}

#[test]
fn circles() {
    check("sin", 0.51, |x| x.sin(), f64::sin);
    check("cos", 0.51, |x| x.cos(), f64::cos);
    check("tan", 0.51, |x| x.tan(), f64::tan);
}

/// Multiples of pi/2 that are nearly numbers of `f32` leave the least of it.
#[test]
fn circles_where_hardly_anything_is_left() {
    let mut x: Vec<f32> = Vec::new();
    for exponent in 0..127 {
        // By continued fractions that would be exact; the nearest multiples of many a number do as well.
        for i in 0..512 {
            let n = (2f64.powi(exponent) * (1.0 + f64::from(i) / 512.0)).round();
            x.push((n * core::f64::consts::FRAC_PI_2) as f32);
        }
    }
    // The worst of all, 16367173 times 2^72, and others that are known.
    x.extend([16_367_173.0 * 2f32.powi(72), 13_176_795.0, 5_419_351.0 * 8.0, FRAC_PI_2, PI, TAU]);
    x.resize(65_536, 0.0);
    let x = Tensor::<f32, Many>::from_slice(&x).unwrap();
    for ((x, &sin), &cos) in x.as_slice().iter().zip(x.sin().as_slice()).zip(x.cos().as_slice()) {
        let (right_sin, right_cos) = f64::from(*x).sin_cos();
        assert!(
            (f64::from(sin) - right_sin).abs() <= 0.51 * unit(right_sin),
            "sin({x:e}) is {sin:e}, not {right_sin:e}"
        );
        assert!(
            (f64::from(cos) - right_cos).abs() <= 0.51 * unit(right_cos),
            "cos({x:e}) is {cos:e}, not {right_cos:e}"
        );
    }
}

/// All pairs of special numbers are what Rust says, and others near what `f64` does.
#[test]
fn powers() {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        -2.0,
        3.0,
        -3.0,
        2.5,
        -2.5,
        1e-45,
        -1e-45,
        1e38,
        -1e38,
        f32::MAX,
        f32::MIN,
        f32::MIN_POSITIVE,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        16_777_215.0,
        16_777_216.0,
        -16_777_215.0,
        8_388_607.5,
        1.000_000_1,
        0.999_999_94,
    ];
    let next = |i: usize, k: u64| f32::from_bits(((i as u64 + 1).wrapping_mul(k) >> 16) as u32);
    let mut worst = (0.0, 0.0, 0.0);
    for round in 0..8 {
        let x: Tensor<f32, Many> = Tensor::from_flat_fn(|i| match round {
            0 => special[i / special.len() % special.len()],
            1 => next(i, 0x9e37_79b9_7f4a_7c15),
            _ => 2f32.powf((i as f32 * 0.618_034 * round as f32).fract() * 6.0 - 3.0),
        });
        let y: Tensor<f32, Many> = Tensor::from_flat_fn(|i| match round {
            0 => special[i % special.len()],
            1 => next(i, 0xd6e8_feb8_6659_fd93),
            _ => (i as f32 * 0.754_877 * round as f32).fract() * 100.0 - 50.0,
        });
        for ((&x, &y), &is) in x.as_slice().iter().zip(y.as_slice()).zip(x.pow(&y).as_slice()) {
            let right = f64::from(x).powf(f64::from(y));
            let rounded = right as f32;
            if rounded.is_nan() || rounded.is_infinite() || is.is_nan() || is.is_infinite() || rounded == 0.0 {
                let same = is.to_bits() == rounded.to_bits() || is.is_nan() && rounded.is_nan();
                assert!(same, "{x:e} to the power of {y:e} is {is:e}, not {right:e}");
            } else {
                let error = (f64::from(is) - right).abs() / unit(right);
                worst = if error > worst.0 { (error, x, y) } else { worst };
            }
        }
    }
    println!("pow: at most {:.3} units, at {:e}, {:e}", worst.0, worst.1, worst.2);
    assert!(worst.0 <= 0.51, "{:e} to the power of {:e} is {} units off", worst.1, worst.2, worst.0);
}

#[test]
fn activations() {
    check("sigmoid", 2.0, |x| x.sigmoid(), sigmoid);
    check("silu", 2.0, |x| x.silu(), |x| x * sigmoid(x));
    let gelu = |x: f64| 0.5 * x * libm::erfc(-x * core::f64::consts::FRAC_1_SQRT_2);
    check("gelu", 7.0, |x| x.gelu(), gelu);
    check("gelu of what is positive", 2.0, |x| x.abs().gelu(), |x| gelu(x.abs()));
    // What is less than half of the least number is 0, and not -0, as PyTorch's.
    let log_sigmoid = |x: f64| if x < 0.0 { x - x.exp().ln_1p() } else { 0.0 - (-x).exp().ln_1p() };
    check("log_sigmoid", 2.0, |x| x.log_sigmoid(), |x| if log_sigmoid(x) > -7e-46 { 0.0 } else { log_sigmoid(x) });
    check("softplus", 1.7, |x| x.softplus(), |x| if x > 20.0 { x } else { x.exp().ln_1p() });
}

/// One element of a chain at a time: by the same formulas, without fused multiply-adds.
#[test]
fn in_chains() {
    check("exp of one", 1.0, |x| x.lazy().exp().eval(), f64::exp);
    check("ln of one", 1.0, |x| x.lazy().ln().eval(), f64::ln);
    check("exp_m1 of one", 1.6, |x| x.lazy().exp_m1().eval(), f64::exp_m1);
    check("ln_1p of one", 1.6, |x| x.lazy().ln_1p().eval(), f64::ln_1p);
    check("tanh of one", 2.0, |x| x.lazy().tanh().eval(), f64::tanh);
    check("erf of one", 1.2, |x| x.lazy().erf().eval(), libm::erf);
    check("sigmoid of one", 2.0, |x| x.lazy().sigmoid().eval(), sigmoid);
    check("silu of one", 2.0, |x| x.lazy().silu().eval(), |x| x * sigmoid(x));
    let gelu = |x: f64| 0.5 * x * libm::erfc(-x * core::f64::consts::FRAC_1_SQRT_2);
    check("gelu of one", 7.0, |x| x.lazy().gelu().eval(), gelu);
    check("softplus of one", 1.7, |x| x.lazy().softplus().eval(), |x| if x > 20.0 { x } else { x.exp().ln_1p() });
    check("sin of one", 0.51, |x| x.lazy().sin().eval(), f64::sin);
    check("cos of one", 0.51, |x| x.lazy().cos().eval(), f64::cos);
}

/// Those of `f64` are near Rust's: the first two are all but exact, of the others both sides may be off by more than one.
#[test]
fn of_f64() {
    let within = |most: u64, name: &str, x: f64, y: f64, right: f64| {
        let same = y.to_bits() == right.to_bits() || y.is_nan() && right.is_nan();
        assert!(
            same || (y.to_bits() as i64).abs_diff(right.to_bits() as i64) <= most,
            "{name}({x:e}) is {y:e}, not {right:e}"
        );
    };
    let near = |name: &str, x: f64, y: f64, right: f64| within(1, name, x, y, right);
    let special =
        [0.0, -0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, 1e-310, 709.78, 709.79, -745.1, -745.2];
    let x: Tensor<f64, Many> = Tensor::from_flat_fn(|i| {
        special.get(i).copied().unwrap_or((i as f64 * 0.618_033_988_749).fract() * 1460.0 - 747.0)
    });
    x.as_slice().iter().zip(x.exp().as_slice()).for_each(|(&x, &y)| near("exp", x, y, x.exp()));
    let x: Tensor<f64, Many> = Tensor::from_flat_fn(|i| {
        let any = f64::from_bits((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1);
        special.get(i).copied().unwrap_or(if i % 2 == 0 { any } else { 0.5 + i as f64 / 65_536.0 })
    });
    x.as_slice().iter().zip(x.ln().as_slice()).for_each(|(&x, &y)| near("ln", x, y, x.ln()));
    let sizes = [1e-3, 1.0, 1.3, 40.0, 1500.0];
    let x: Tensor<f64, Many> = Tensor::from_flat_fn(|i| {
        let any = f64::from_bits((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let some = ((i as f64 * 0.618_033_988_749).fract() - 0.5) * sizes[i / 2 % 5];
        special.get(i).copied().unwrap_or(if i % 2 == 0 { any } else { some })
    });
    macro_rules! all {
        ($($method:ident $most:literal $right:expr;)*) => { $(
            for (&x, &y) in x.as_slice().iter().zip(x.$method().as_slice()) {
                let right: fn(f64) -> f64 = $right;
                within($most, stringify!($method), x, y, right(x));
            }
        )* };
    }
    all! {
        exp_m1 2 f64::exp_m1;
        ln_1p 2 f64::ln_1p;
        tanh 3 f64::tanh;
        softplus 3 |x| if x > 20.0 { x } else { x.exp().ln_1p() };
    }
}

/// Where little is left of it, too: of 60 digits of the continued fraction of `erfc`.
#[test]
fn gelu_of_f64() {
    let x = tensor![-3.0f64, -5.0, -9.0, -20.0, -40.0, 2.0];
    let right = [
        -0.004_049_694_094_890_284,
        -1.433_257_859_395_969_6e-6,
        -1.015_729_565_358_456_6e-18,
        -5.507_248_237_212_467e-88,
        -0.0,
        1.954_499_736_103_641_6,
    ];
    for (made, way) in [(x.gelu(), "many"), (x.lazy().gelu().eval(), "one")] {
        for ((x, y), right) in x.as_slice().iter().zip(made.as_slice()).zip(right) {
            // A rounding of the argument, which is divided by the root of 2, is as many of the tail as its square.
            let most = 4e-15 + 1.2e-16 * x * x;
            assert!((y - right).abs() <= most * right.abs(), "gelu({x}) of {way} is {y:e}, not {right:e}");
        }
    }
}

/// Those of `f64` are near Rust's, which are right but for the last rounding nearly everywhere, and beyond 823549 they are these; in blocks, one by one
/// and beside angles that are large.
#[test]
fn circles_of_f64() {
    let special = [
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        5e-324,
        -1e-310,
        1e-9,
        823_549.0,
        -823_549.0,
        823_550.0,
    ];
    let turn = |i: usize| (i as f64 * 0.618_033_988_749_894_9).fract() - 0.5;
    for round in 0..4 {
        let x: Tensor<f64, Many> = Tensor::from_flat_fn(|i| match round {
            0 => special.get(i).copied().unwrap_or(turn(i) * 8.0),
            // The numbers next to multiples of pi/2, of which hardly anything is left.
            1 => f64::from_bits(
                (((i / 3 + 1) as f64 * 24.0 + (i % 7) as f64) * core::f64::consts::FRAC_PI_2).to_bits()
                    + (i % 3) as u64
                    - 1,
            ),
            2 => turn(i) * 1.64e6,
            _ => f64::from_bits((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        });
        macro_rules! all {
            ($($method:ident $most:literal;)*) => { $(
                let (many, lazily) = (x.$method(), x.lazy().$method().eval());
                for (i, ((&x, &y), &one)) in x.as_slice().iter().zip(many.as_slice()).zip(lazily.as_slice()).enumerate() {
                    let right = x.$method();
                    let most = if x.abs() > 823_549.0 { 0 } else { $most };
                    let same = y.to_bits() == right.to_bits() || y.is_nan() && right.is_nan();
                    assert!(
                        same || (y.to_bits() as i64).abs_diff(right.to_bits() as i64) <= most,
                        "{}({x:e}) at {i} is {y:e}, not {right:e}", stringify!($method)
                    );
                    // In a loop of more than this, without fused multiply-adds.
                    let same = one.to_bits() == right.to_bits() || one.is_nan() && right.is_nan();
                    assert!(
                        same || (one.to_bits() as i64).abs_diff(right.to_bits() as i64) <= most,
                        "{}({x:e}) by itself is {one:e}, not {right:e}", stringify!($method)
                    );
                }
            )* };
        }
        all! { sin 1; cos 1; tan 2; }
    }
}

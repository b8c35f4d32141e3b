//! Floats of 16 bits: every one of them to `f32` and back, what lies between two of them, and that operations round once, in memory of any order.

#![cfg(feature = "half")]

use half::{bf16, f16};
use shaped::prelude::*;

type All = shape![65536];

/// All numbers of the type, by their bits.
macro_rules! all {
    ($t:ident) => {
        Tensor::<$t, All>::from_flat_fn(|i| $t::from_bits(i as u16))
    };
}

/// Each number, those half way between it and its neighbours, and those next to all of these.
fn near(x: f32, neighbour: f32) -> [f32; 6] {
    let middle = ((f64::from(x) + f64::from(neighbour)) / 2.0) as f32;
    let next = |x: f32, by: i32| f32::from_bits((x.to_bits() as i32).wrapping_add(by) as u32);
    [x, next(x, 1), next(middle, -1), middle, next(middle, 1), next(x, -1)]
}

macro_rules! every_number {
    ($name:ident $t:ident) => {
        #[test]
        fn $name() {
            let all = all!($t);
            let wide = all.cast::<f32>();
            for (x, y) in all.as_slice().iter().zip(wide.as_slice()) {
                assert!(
                    y.to_bits() == x.to_f32().to_bits() || x.is_nan() && y.is_nan(),
                    "{x:?} ({:#x}) is {y}",
                    x.to_bits()
                );
            }
            let back = wide.cast::<$t>();
            for (x, y) in all.as_slice().iter().zip(back.as_slice()) {
                assert!(x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan(), "{x:?} comes back as {y:?}");
            }
            // Of a view that is no block, one after the other.
            let turned = wide.reshape::<shape![256, 256]>().transpose().cast::<$t>().transpose().to_tensor();
            for (x, y) in back.as_slice().iter().zip(turned.as_slice()) {
                assert!(x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan(), "{x:?} is {y:?} elsewhere");
            }
            let numbers: Vec<f32> = (0..=u16::MAX)
                .flat_map(|i| near($t::from_bits(i).to_f32(), $t::from_bits(i.wrapping_add(1)).to_f32()))
                .chain([f32::MAX, f32::MIN, 65519.996, 65520.0, 1e-45, -1e-45, f32::INFINITY])
                .chain((0..655_360u32).map(|i| f32::from_bits(i.wrapping_mul(2_654_435_761))))
                .collect();
            for numbers in numbers.chunks_exact(65_536) {
                let numbers = Tensor::<f32, All>::from_slice(numbers).unwrap();
                for (&x, y) in numbers.as_slice().iter().zip(numbers.cast::<$t>().as_slice()) {
                    let right = $t::from_f32(x);
                    assert!(
                        y.to_bits() == right.to_bits() || x.is_nan() && y.is_nan(),
                        "{x:e} is {y:?}, not {right:?}"
                    );
                }
            }
        }
    };
}
every_number!(f16_by_its_bits f16);
every_number!(bf16_by_its_bits bf16);

/// What is computed for elements in one block of memory is what is computed for them one by one, in any order, in place and beside a value: the
/// same of `f32`, rounded once.
macro_rules! operations {
    ($name:ident $t:ident) => {
        #[test]
        fn $name() {
            type Square = shape![64, 64];
            let some = |k: usize| {
                Tensor::<$t, Square>::from_flat_fn(|i| {
                    $t::from_f32(((i * k) as f32 * 0.618_034).fract() * 8.0 - 4.0)
                })
            };
            let (x, y) = (some(1), some(3));
            let (wide_x, wide_y) = (x.cast::<f32>(), y.cast::<f32>());
            let same = |what: &str, is: &Tensor<$t, Square>, single: &Tensor<f32, Square>| {
                for (i, (is, single)) in is.as_slice().iter().zip(single.as_slice()).enumerate() {
                    let right = $t::from_f32(*single);
                    assert!(is.to_bits() == right.to_bits() || is.is_nan() && right.is_nan(), "{what} at {i}: {is}, not {right}");
                }
            };
            macro_rules! operators {
                ($op:tt $assign:tt $what:literal) => {
                    let right = &wide_x $op &wide_y;
                    same($what, &(&x $op &y), &right);
                    same($what, &(x.clone() $op &y), &right);
                    same($what, &(&x $op y.clone()), &right);
                    same($what, &(x.transpose() $op y.transpose()).transpose().to_tensor(), &right);
                    let mut z = x.clone();
                    z $assign &y;
                    same($what, &z, &right);
                    let value = $t::from_f32(1.7);
                    let right = &wide_x $op value.to_f32();
                    same($what, &(&x $op value), &right);
                    same($what, &(x.clone() $op value), &right);
                    let mut z = x.clone();
                    z $assign value;
                    same($what, &z, &right);
                    same($what, &(value $op &x), &(value.to_f32() $op &wide_x));
                };
            }
            // Release builds compile each of these for every width of vectors: there one of a kind stands for the others.
            operators!(+ += "+");
            #[cfg(debug_assertions)]
            {
                operators!(- -= "-");
                operators!(* *= "*");
                operators!(/ /= "/");
                operators!(% %= "%");
            }
            macro_rules! function {
                ($f:ident) => {
                    let right = wide_x.$f();
                    same(stringify!($f), &x.$f(), &right);
                    same(stringify!($f), &x.transpose().$f().transpose().to_tensor(), &right);
                };
            }
            function!(exp);
            function!(sin);
            #[cfg(debug_assertions)]
            {
                function!(exp_m1);
                function!(ln);
                function!(ln_1p);
                function!(sqrt);
                function!(rsqrt);
                function!(cbrt);
                function!(cos);
                function!(tan);
                function!(tanh);
                function!(erfc);
                function!(square);
                function!(abs);
                function!(floor);
                function!(gelu_tanh);
                function!(sigmoid);
                function!(softplus);
                function!(mish);
                function!(relu);
                function!(relu6);
                function!(selu);
                function!(hard_swish);
            }
            // By formulas of their own, which are a fiftieth of a unit from those of `f32`, so that rarely another number is the nearest one.
            let near = |what: &str, is: &Tensor<$t, Square>, single: &Tensor<f32, Square>| {
                for (is, &single) in is.as_slice().iter().zip(single.as_slice()) {
                    let (a, b) = ($t::from_f32(single * (1.0 - 1e-5)), $t::from_f32(single * (1.0 + 1e-5)));
                    assert!(*is == a || *is == b, "{what}: {is}, not {single}");
                }
            };
            near("gelu", &x.gelu(), &wide_x.gelu());
            near("gelu, transposed", &x.transpose().gelu().transpose().to_tensor(), &wide_x.gelu());
            near("silu", &x.silu(), &wide_x.silu());
            near("erf", &x.erf(), &wide_x.erf());
            near("erf, transposed", &x.transpose().erf().transpose().to_tensor(), &wide_x.erf());
            near("silu of a part", &x.narrow(Axis::<1>, 1, Dim::<3>).silu().pad(((Dim::<0>, Dim::<0>), (One, Dim::<60>)), $t::ZERO),
                &wide_x.narrow(Axis::<1>, 1, Dim::<3>).silu().pad(((Dim::<0>, Dim::<0>), (One, Dim::<60>)), 0.0));
            same("pow", &x.abs().pow(&y), &wide_x.abs().pow(&wide_y));
            same("leaky_relu", &x.leaky_relu($t::from_f32(0.1)), &wide_x.leaky_relu($t::from_f32(0.1).to_f32()));
            // The limits of the type itself.
            assert_eq!(tensor![$t::INFINITY].nan_to_num($t::ZERO), tensor![$t::MAX]);
        }
    };
}
operations!(f16_is_computed_in_f32 f16);
operations!(bf16_is_computed_in_f32 bf16);

/// `gelu` and `silu` of every number of 16 bits, beside those of `f64`: rounded once, but for a fiftieth of a unit.
macro_rules! every_gelu {
    ($name:ident $t:ident $digits:literal) => {
        #[test]
        fn $name() {
            let x = Tensor::<$t, shape![65536]>::from_flat_fn(|i| $t::from_bits(i as u16));
            let gelu = |x: f64| 0.5 * x * libm::erfc(-x * core::f64::consts::FRAC_1_SQRT_2);
            let silu = |x: f64| x / (1.0 + (-x).exp());
            let check = |what: &str, y: Tensor<$t, shape![65536]>, exact: &dyn Fn(f64) -> f64| {
                for (x, y) in x.as_slice().iter().zip(y.as_slice()) {
                    let (x, y, right) = (x.to_f64(), y.to_f64(), exact(x.to_f64()));
                    let unit =
                        right.abs().max($t::MIN_POSITIVE.to_f64()).log2().floor().exp2() / f64::from(1 << $digits);
                    let near = (y - right).abs() <= 0.52 * unit || y.is_nan() && right.is_nan() || y == right;
                    assert!(
                        near && (y != 0.0 || y.is_sign_negative() == right.is_sign_negative()),
                        "{what}({x:e}) is {y:e}, not {right:e}"
                    );
                }
            };
            check("gelu", x.gelu(), &gelu);
            check("silu", x.silu(), &silu);
        }
    };
}
every_gelu!(gelu_of_every_f16 f16 10);
every_gelu!(gelu_of_every_bf16 bf16 7);

/// Sums of more than a block, along rows and columns and over all, are those of `f32` but for one rounding of it.
#[test]
fn sums_are_of_f32() {
    let x = Tensor::<f16, shape![300, 2500]>::from_flat_fn(|i| f16::from_f32((i as f32 * 0.618_034).fract() + 1.0));
    let exact = |rows: &mut dyn Iterator<Item = usize>| rows.map(|i| x.as_slice()[i].to_f64()).sum::<f64>();
    let near = |is: f16, sum: f64| {
        let (low, high) = (f16::from_f64(sum * (1.0 - 1e-6)), f16::from_f64(sum * (1.0 + 1e-6)));
        assert!(low <= is && is <= high, "{is}, not {sum}");
    };
    for (i, &sum) in x.sum(Axis::<1>).as_slice().iter().enumerate() {
        near(sum, exact(&mut (i * 2500..(i + 1) * 2500)));
    }
    for (i, &sum) in x.sum(Axis::<0>).as_slice().iter().enumerate() {
        near(sum, exact(&mut (0..300).map(|row| row * 2500 + i)));
    }
    near(x.mean_all(), exact(&mut (0..750_000)) / 750_000.0);
    for (i, &mean) in x.narrow(Axis::<1>, 3, Dim::<1000>).mean(Axis::<1>).as_slice().iter().enumerate() {
        near(mean, exact(&mut (i * 2500 + 3..i * 2500 + 1003)) / 1000.0);
    }
}

/// Products with few rows and many, as they lie and transposed.
#[test]
fn products_are_of_f32() {
    let some = |k: usize| move |i: usize| bf16::from_f32(((i * k) as f32 * 0.618_034).fract() - 0.5);
    let (a, b) = (
        Tensor::<bf16, shape![70, 300]>::from_flat_fn(some(1)),
        Tensor::<bf16, shape![300, 90]>::from_flat_fn(some(3)),
    );
    let right = a.cast::<f32>().matmul(&b.cast::<f32>()).cast::<bf16>();
    assert_eq!(a.matmul(&b), right);
    let (a_turned, b_turned) = (a.transpose().to_tensor(), b.transpose().to_tensor());
    let near = |is: &Tensor<bf16, shape![70, 90]>| {
        for (is, right) in is.as_slice().iter().zip(right.as_slice()) {
            assert!(
                (is.to_f32() - right.to_f32()).abs() <= 0.008 * right.to_f32().abs().max(0.01),
                "{is}, not {right}"
            );
        }
    };
    near(&a_turned.transpose().matmul(&b));
    near(&a.matmul(&b_turned.transpose()));
    near(&a_turned.transpose().matmul(&b_turned.transpose()));
    let row = a.narrow(Axis::<0>, 2, One).to_tensor();
    let of_row = row.matmul(&b_turned.transpose());
    for (is, right) in of_row.as_slice().iter().zip(&right.as_slice()[180..]) {
        assert!((is.to_f32() - right.to_f32()).abs() <= 0.008 * right.to_f32().abs().max(0.01), "{is}, not {right}");
    }
}

/// One and two rows by operands beyond the second cache, whose rows do not end with a vector: whole numbers, so few that every sum is exact.
#[test]
fn few_rows_by_large_operands() {
    fn sign(i: u64) -> f32 {
        ((i * 2_654_435_761) >> 16) as f32 % 3.0 - 1.0
    }
    macro_rules! of {
        ($t:ident, $m:literal) => {
            let x = Tensor::<$t, shape![$m, 530]>::from_flat_fn(|i| $t::from_f32(sign(i as u64)));
            let w = Tensor::<$t, shape![530, 1031]>::from_flat_fn(|i| $t::from_f32(sign(7 * i as u64 + 1)));
            let product = x.matmul(&w);
            for i in 0..$m {
                for j in 0..1031 {
                    let sum: f32 = (0..530).map(|l| x[[i, l]].to_f32() * w[[l, j]].to_f32()).sum();
                    assert!(
                        sum.abs() < 256.0 && product[[i, j]].to_f32() == sum,
                        "{i}, {j}: {} and {sum}",
                        product[[i, j]]
                    );
                }
            }
        };
    }
    of!(f16, 1);
    of!(f16, 2);
    of!(bf16, 1);
    of!(bf16, 2);
}

/// Functions that ask no float of their elements are those of `f32`, too, rounded once: of many, of some, one by one, and beside a value.
macro_rules! of_what_has_an_order {
    ($name:ident $t:ident) => {
        #[test]
        fn $name() {
            let x = all!($t);
            let y = Tensor::<$t, All>::from_flat_fn(|i| $t::from_bits((i as u16).wrapping_mul(40_503)));
            let (wide_x, wide_y) = (x.cast::<f32>(), y.cast::<f32>());
            let (half, one) = ($t::from_f32(0.5), $t::from_f32(1.0));
            let same = |what: &str, is: &[$t], single: &[f32]| {
                for (i, (is, single)) in is.iter().zip(single).enumerate() {
                    let right = $t::from_f32(*single);
                    let same = is.to_bits() == right.to_bits() || is.is_nan() && right.is_nan();
                    assert!(same, "{what} at {i}: {is}, not {right}");
                }
            };
            macro_rules! of_one {
                                        ($f:ident $p:tt $wide:tt) => {
                                            let right = wide_x.$f $wide;
                                            same(stringify!($f), x.$f $p.as_slice(), right.as_slice());
                                            same(stringify!($f), x.lazy().$f $p.eval().as_slice(), right.as_slice());
                                            let some = x.narrow(Axis::<0>, 0, Dim::<77>).$f $p;
                                            same(stringify!($f), some.as_slice(), &right.as_slice()[..77]);
                                        };
                                    }
            of_one!(clamp(-half, half)(-0.5, 0.5));
            of_one!(clamp_min(half)(0.5));
            of_one!(clamp_max(half)(0.5));
            of_one!(relu()());
            of_one!(threshold(half, one)(0.5, 1.0));
            of_one!(abs()());
            of_one!(sign()());
            of_one!(square()());
            of_one!(powu(3)(3));
            of_one!(nan_to_num_with(half, one, -one)(0.5, 1.0, -1.0));
            macro_rules! of_two {
                ($f:ident) => {
                    let (right, value) = (wide_x.$f(&wide_y), wide_x.$f(0.5));
                    same(stringify!($f), x.$f(&y).as_slice(), right.as_slice());
                    same(stringify!($f), x.lazy().$f(&y).eval().as_slice(), right.as_slice());
                    same(stringify!($f), x.$f(half).as_slice(), value.as_slice());
                };
            }
            of_two!(maximum);
            of_two!(minimum);
            of_two!(fmax);
            of_two!(fmin);
            of_two!(remainder);
            of_two!(floor_divide);
            macro_rules! masks {
                ($f:ident) => {
                    assert_eq!(x.$f(&y), wide_x.$f(&wide_y), stringify!($f));
                    assert_eq!(x.$f(half), wide_x.$f(0.5), stringify!($f));
                    assert_eq!(x.lazy().$f(&y).eval(), wide_x.$f(&wide_y), stringify!($f));
                };
            }
            masks!(equal);
            masks!(less);
            masks!(greater_equal);
            // The nearest of the type's own numbers, of what is infinite in it.
            let near = x.nan_to_num(half);
            for (x, y) in x.as_slice().iter().zip(near.as_slice()) {
                let right = if x.is_nan() { half } else { x.max($t::MIN).min($t::MAX) };
                assert_eq!(y.to_bits(), right.to_bits(), "nan_to_num of {x}");
            }
        }
    };
}
of_what_has_an_order!(f16_by_their_order f16);
of_what_has_an_order!(bf16_by_their_order bf16);

/// The error function has a formula of its own: the nearest number, or the one beside it where the true one is all but in the middle.
#[test]
fn error_functions() {
    macro_rules! of {
        ($t:ident) => {
            let x = all!($t);
            let mut wrong = 0;
            for (x, y) in x.as_slice().iter().zip(x.erf().as_slice()) {
                let exact = libm::erf(f64::from(*x));
                let right = $t::from_f64(exact);
                if y.to_bits() != right.to_bits() && !(y.is_nan() && right.is_nan()) {
                    wrong += 1;
                    let middle = (f64::from(*y) + f64::from(right)) / 2.0;
                    let unit = (f64::from(*y) - f64::from(right)).abs();
                    assert!((exact - middle).abs() <= unit / 50.0, "erf({x}) is {y}, not {right}");
                }
            }
            assert!(wrong < 300, "{wrong} are not the nearest");
        };
    }
    of!(f16);
    of!(bf16);
}

/// The attention of `bf16`, however it is computed, is that of `f32` of the same numbers, rounded once but for what is a hundredth of a rounding.
#[test]
fn attention_is_that_of_wider_numbers() {
    fn near(x: &[f32], wide: &[f32], what: &str) {
        for (x, &wide) in x.iter().zip(wide) {
            let rounding = wide.abs().max(1e-3) / 256.0;
            assert!(
                (x - wide).abs() <= 1.01 * rounding || x.is_nan() && wide.is_nan() || *x == wide,
                "{what}: {x} for {wide}"
            );
        }
    }
    let number = |seed: usize, scale: f32| {
        move |i: usize| bf16::from_f32((((i * 7919 + seed * 104_729) % 1009) as f32 / 504.0 - 1.0) * scale)
    };
    type Queries = shape![2, 3, 37, 24];
    type Keys = shape![2, 3, 41, 24];
    let q = Tensor::<bf16, Queries>::from_flat_fn(number(1, 2.0));
    let k = Tensor::<bf16, Keys>::from_flat_fn(number(2, 2.0));
    let mask: Tensor<bool, shape![37, 41]> = Tensor::from_fn(|[i, j]| (i * 5 + j) % 3 != 0);
    // Values as they are mostly, some whose products with weights would be lost, and one that is infinite.
    for (scale, infinite) in [(1.0, false), (1e-30, false), (1.0, true)] {
        let mut v = Tensor::<bf16, shape![2, 3, 41, 10]>::from_flat_fn(number(3, scale));
        if infinite {
            v[[1, 2, 7, 4]] = bf16::INFINITY;
        }
        let (wide_q, wide_k, wide_v) = (q.cast::<f32>(), k.cast::<f32>(), v.cast::<f32>());
        let scaled = |x: Tensor<f32, shape![2, 3, 37, 10]>| x * (1.0 / scale);
        let narrow = |x: Tensor<bf16, shape![2, 3, 37, 10]>| scaled(x.cast::<f32>());
        near(narrow(q.attention(&k, &v)).as_slice(), scaled(wide_q.attention(&wide_k, &wide_v)).as_slice(), "all");
        let masked = narrow(q.attention_masked(&k, &v, &mask));
        near(masked.as_slice(), scaled(wide_q.attention_masked(&wide_k, &wide_v, &mask)).as_slice(), "masked");
        let causal = narrow(q.attention_with(&k, &v, Attention::new().causal().window(9)));
        let wide_causal = wide_q.attention_with(&wide_k, &wide_v, Attention::new().causal().window(9));
        near(causal.as_slice(), scaled(wide_causal).as_slice(), "causal");
    }
    // Keys and values of one head for all, and transposed in memory.
    let k = Tensor::<bf16, shape![24, 41]>::from_flat_fn(number(4, 2.0));
    let v = Tensor::<bf16, shape![10, 41]>::from_flat_fn(number(5, 1.0));
    let (k, v) = (k.transpose(), v.transpose());
    let (k, v) = (k.broadcast_to::<Keys>(), v.broadcast_to::<shape![2, 3, 41, 10]>());
    let wide = q.cast::<f32>().attention(&k.cast::<f32>(), &v.cast::<f32>());
    near(q.attention(&k, &v).cast::<f32>().as_slice(), wide.as_slice(), "one head");
}

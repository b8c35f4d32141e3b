//! Functions of elements, operators, comparisons and masks: `tools/reference/elementwise.py`.

use num_traits::{Float, Num, NumCast, PrimInt, Signed};
use shaped::prelude::*;

use super::harness::{Element, Reference};

axis!(Batch);

/// One case of functions that are methods without arguments; for each, how the sign of zeros comes out, too.
macro_rules! unary {
    ($r:ident, $tolerance:ident, $special:ident; $($x:ident $case:literal: $($name:ident)*;)*) => { $($(
        $r.check(concat!(stringify!($name), " ", $case), &$x.$name(), $tolerance);
        special($r, stringify!($name), &$special.$name(), $tolerance);
    )*)* };
}

fn special<T: Element + Float>(r: &Reference, name: &str, result: &impl Values<Elem = T>, tolerance: f64) {
    r.check(&format!("{name} special"), result, tolerance);
    let signs = result.map(|y| y.is_sign_negative() && !y.is_nan());
    r.check(&format!("{name} special_signs_{}", T::NAME), &signs, 0.0);
}

fn unary<T: Element + Float + Signed>(r: &Reference, tolerance: f64) {
    let special_values: Tensor<T, shape![31]> = r.input("special");
    let plain: Tensor<T, shape![3, 4]> = r.input("plain");
    let unit: Tensor<T, shape![2, 5]> = r.input("unit");
    let positive: Tensor<T, shape![7]> = r.input("positive");
    let share: Tensor<T, shape![2, 3]> = r.input("share");
    unary! { r, tolerance, special_values;
        plain "plain": exp exp_m1 sin cos tan atan sinh cosh tanh asinh erf erfc abs floor ceil round trunc fract recip square
            exp2 sinc to_radians to_degrees tanhshrink sign cbrt relu relu6 selu gelu gelu_tanh silu sigmoid log_sigmoid softplus mish hard_sigmoid hard_swish softsign;
        positive "positive": ln log2 log10 ln_1p sqrt rsqrt acosh;
        unit "unit": asin acos atanh;
        share "share": logit;
    }
    r.check("neg plain", &-&plain, tolerance);
    special(r, "neg", &-&special_values, tolerance);
    r.check(&format!("is_nan special_{}", T::NAME), &special_values.is_nan(), 0.0);
    r.check(&format!("is_finite special_{}", T::NAME), &special_values.is_finite(), 0.0);
    r.check(&format!("is_infinite special_{}", T::NAME), &special_values.is_infinite(), 0.0);
    r.check(&format!("is_sign_negative special_{}", T::NAME), &special_values.is_sign_negative(), 0.0);
}

/// Exact near 0, and where there is little left.
fn exact(r: &Reference) {
    let tiny: Tensor<f64, shape![4]> = r.input("tiny");
    r.check("exp_m1 ratio", &(tiny.exp_m1() / &tiny), 1e-15);
    r.check("ln_1p ratio", &(tiny.ln_1p() / &tiny), 1e-15);
    r.check("asinh ratio", &(tiny.asinh() / &tiny), 1e-15);
    r.check("atanh ratio", &(tiny.atanh() / &tiny), 1e-15);
    r.check("erf ratio", &(tiny.erf() / &tiny), 1e-15);
    r.check("tanh ratio", &(tiny.tanh() / &tiny), 1e-15);
    r.check("selu ratio", &(tiny.selu() / &tiny), 1e-15);
    let unit: Tensor<f64, shape![2, 5]> = r.input("unit");
    r.check("erfc logarithm", &(unit.abs() * 25.0).erfc().ln(), 1e-14);
    r.check("log_sigmoid logarithm", &(-(unit.abs() * 40.0).log_sigmoid()).ln(), 1e-14);
}

fn layouts<T: Element + Float>(r: &Reference, tolerance: f64) {
    let plain: Tensor<T, shape![3, 4]> = r.input("plain");
    let column: Tensor<T, shape![3, 1]> = r.input("column");
    let narrowed = plain.narrow(Axis::<1>, 1, Dim::<2>);
    let stretched = column.broadcast_to::<shape![3, 4]>();
    let empty = plain.narrow(Axis::<0>, 0, Dim::<0>);
    let scalar: Inline<T, shape![]> = Inline::full(plain[[1, 2]]);
    let named = Tensor::<T, shape![Batch, 4]>::from_vec_with(Batch(3), plain.as_slice().to_vec()).unwrap();
    macro_rules! all {
        ($($name:literal: |$x:ident| $y:expr;)*) => { $(
            let case = |case: &str| format!("{} {case}", $name);
            { let $x = plain.transpose(); r.check(&case("transposed"), &$y, tolerance); }
            { let $x = narrowed; r.check(&case("narrowed"), &$y, tolerance); }
            { let $x = stretched; r.check(&case("stretched"), &$y, tolerance); }
            { let $x = empty; r.check(&case("empty"), &$y, tolerance); }
            { let $x = &scalar; r.check(&case("scalar"), &$y, tolerance); }
            let same = { let $x = &plain; $y };
            let $x = &named;
            let y: Tensor<T, shape![Batch, 4]> = $y;
            assert_eq!(y.as_slice(), same.as_slice(), "{} of a named axis", $name);
        )* };
    }
    all! {
        "exp": |x| x.exp();
        "gelu": |x| x.gelu();
        "relu": |x| x.relu();
        "neg": |x| -x;
    }
}

fn with_numbers<T: Element + Float>(r: &Reference, tolerance: f64) {
    let n = |x: f64| <T as NumCast>::from(x).unwrap();
    let plain: Tensor<T, shape![3, 4]> = r.input("plain");
    let special: Tensor<T, shape![31]> = r.input("special");
    macro_rules! both {
        ($($name:literal $case:literal: |$x:ident| $y:expr;)*) => { $(
            { let $x = &plain; r.check(concat!($name, " plain", $case), &$y, tolerance); }
            { let $x = &special; r.check(concat!($name, " special", $case), &$y, tolerance); }
        )* };
    }
    both! {
        "clamp" "": |x| x.clamp(n(-1.0), n(2.0));
        "clamp" "_reversed": |x| x.clamp(n(2.0), n(-1.0));
        "clamp_min" "": |x| x.clamp_min(n(0.5));
        "clamp_max" "": |x| x.clamp_max(n(0.5));
        "nan_to_num" "": |x| x.nan_to_num(n(0.5));
        "nan_to_num_with" "": |x| x.nan_to_num_with(n(0.5), n(7.0), n(-8.0));
        "logit_with" "": |x| x.logit_with(n(0.1));
        "logit_with" "_reversed": |x| x.logit_with(n(0.75));
        "softplus_with" "": |x| x.softplus_with(n(1.5), n(4.0));
        "celu" "": |x| x.celu(n(0.75));
        "hardshrink" "": |x| x.hardshrink(n(0.5));
        "softshrink" "": |x| x.softshrink(n(0.5));
        "threshold" "": |x| x.threshold(n(0.5), n(-7.0));
        "leaky_relu" "": |x| x.leaky_relu(n(0.01));
        "leaky_relu" "_steep": |x| x.leaky_relu(n(2.5));
        "elu" "": |x| x.elu(n(1.0));
        "elu" "_flat": |x| x.elu(n(0.7));
        "powi" "_3": |x| x.powi(3);
        "powi" "_2": |x| x.powi(-2);
        "powi" "_0": |x| x.powi(0);
        "powf" "_half": |x| x.powf(n(0.5));
        "powf" "_one_and_a_half": |x| x.powf(n(-1.5));
    }
    r.check("clamp limits_that_are_nan", &plain.clamp(n(f64::NAN), n(f64::NAN)), 0.0);
}

/// Functions of two operands: the methods that take operands and numbers, and the operators.
macro_rules! pairs {
    ($r:ident, $tolerance:ident, $suffix:expr, $t:ident, $n:expr; $($name:literal |$a:ident, $b:ident| $f:expr;)*) => { $({
        let (plain, row): (Tensor<$t, shape![3, 4]>, Tensor<$t, shape![4]>) = ($r.input("plain"), $r.input("row"));
        let left = if $name == "pow" { plain.abs() } else { plain };
        let few: Tensor<$t, shape![12]> = $r.input("few");
        let case = |case: &str| format!("{} {case}{}", $name, $suffix);
        { let ($a, $b) = (&left, &row); $r.check(&case("row"), &$f, $tolerance); }
        { let ($a, $b) = (&left, $n); $r.check(&case("number"), &$f, $tolerance); }
        { let ($a, $b) = (&few.unsqueeze(Axis::<1>), &few); $r.check(&case("special"), &$f, $tolerance); }
    })* };
}

/// As `pairs`, of operands of every layout.
macro_rules! layouts_of_pairs {
    ($r:ident, $tolerance:ident, $suffix:expr, $t:ident; $($name:literal |$a:ident, $b:ident| $f:expr;)*) => { $({
        let (left, row): (Tensor<$t, shape![3, 4]>, Tensor<$t, shape![4]>) = ($r.input("plain"), $r.input("row"));
        let column: Tensor<$t, shape![3, 1]> = $r.input("column");
        let flipped = Tensor::<$t, shape![3, 4]>::from_fn(|[i, j]| left[[2 - i, j]]);
        let case = |case: &str| format!("{} {case}{}", $name, $suffix);
        { let ($a, $b) = (&left, &column); $r.check(&case("column"), &$f, $tolerance); }
        { let ($a, $b) = (&column, &row); $r.check(&case("outer"), &$f, $tolerance); }
        { let ($a, $b) = (&left, &flipped); $r.check(&case("same"), &$f, $tolerance); }
        { let ($a, $b) = (&left.transpose(), &column.transpose()); $r.check(&case("transposed"), &$f, $tolerance); }
        { let ($a, $b) = (&left.narrow(Axis::<0>, 0, Dim::<0>), &row); $r.check(&case("empty"), &$f, $tolerance); }
        let named = Tensor::<$t, shape![Batch, 4]>::from_vec_with(Batch(3), left.as_slice().to_vec()).unwrap();
        let ($a, $b) = (&named, &row);
        let result: Tensor<_, shape![Batch, 4]> = $f;
        let result: Tensor<_, shape![3, 4]> = Tensor::from_vec(result.into_vec()).unwrap();
        $r.check(&case("row"), &result, $tolerance);
    })* };
}

fn two_operands<T: Element + Float + Signed>(r: &Reference, tolerance: f64) {
    let n = |x: f64| <T as NumCast>::from(x).unwrap();
    pairs! { r, tolerance, "", T, n(1.25);
        "add" |a, b| a + b;
        "sub" |a, b| a - b;
        "mul" |a, b| a * b;
        "div" |a, b| a / b;
        "rem" |a, b| a % b;
        "maximum" |a, b| a.maximum(b);
        "minimum" |a, b| a.minimum(b);
        "pow" |a, b| a.pow(b);
        "atan2" |a, b| a.atan2(b);
        "hypot" |a, b| a.hypot(b);
        "remainder" |a, b| a.remainder(b);
        "floor_divide" |a, b| a.floor_divide(b);
        "fmax" |a, b| a.fmax(b);
        "fmin" |a, b| a.fmin(b);
        "copysign" |a, b| a.copysign(b);
        "heaviside" |a, b| a.heaviside(b);
        "ldexp" |a, b| a.ldexp(b);
        "xlogy" |a, b| a.xlogy(b);
        "logaddexp" |a, b| a.logaddexp(b);
        "logaddexp2" |a, b| a.logaddexp2(b);
    }
    layouts_of_pairs! { r, tolerance, "", T;
        "add" |a, b| a + b;
        "sub" |a, b| a - b;
        "mul" |a, b| a * b;
        "div" |a, b| a / b;
        "rem" |a, b| a % b;
        "maximum" |a, b| a.maximum(b);
    }
    let suffix = format!("_{}", T::NAME);
    pairs! { r, tolerance, suffix, T, n(1.25);
        "equal" |a, b| a.equal(b);
        "not_equal" |a, b| a.not_equal(b);
        "less" |a, b| a.less(b);
        "less_equal" |a, b| a.less_equal(b);
        "greater" |a, b| a.greater(b);
        "greater_equal" |a, b| a.greater_equal(b);
        "is_close" |a, b| a.is_close(b, n(0.25), n(0.125));
    }
    layouts_of_pairs! { r, tolerance, suffix, T;
        "greater" |a, b| a.greater(b);
    }
}

/// The operators that assign, and those that never stretch.
macro_rules! assigning {
    ($t:ty; $($r:ident $tolerance:ident $name:literal $assign:tt $op:tt;)*) => { $({
        let (plain, row): (Tensor<$t, shape![3, 4]>, Tensor<$t, shape![4]>) = ($r.input("plain"), $r.input("row"));
        let column: Tensor<$t, shape![3, 1]> = $r.input("column");
        let case = |case: &str| format!("{} {case}", $name);
        let mut x = plain.clone();
        x $assign &row;
        $r.check(&case("row"), &x, $tolerance);
        let mut x = plain.clone();
        x $assign column.view();
        $r.check(&case("column"), &x, $tolerance);
        let mut x = plain.clone();
        x $assign 1.25;
        $r.check(&case("number"), &x, $tolerance);
        let flipped = Tensor::<_, shape![3, 4]>::from_fn(|[i, j]| plain[[2 - i, j]]);
        let mut x = plain.clone();
        x $assign flipped.clone();
        $r.check(&case("same"), &x, $tolerance);
        $r.check(&case("same"), &(same_shape(&plain) $op &flipped), $tolerance);
        $r.check(&case("outer"), &(column.clone() $op row.clone()), $tolerance);
    })* };
}

fn three_operands<T: Element + Float>(r: &Reference, tolerance: f64) {
    let n = |x: f64| <T as NumCast>::from(x).unwrap();
    let (plain, row): (Tensor<T, shape![3, 4]>, Tensor<T, shape![4]>) = (r.input("plain"), r.input("row"));
    let (column, few): (Tensor<T, shape![3, 1]>, Tensor<T, shape![12]>) = (r.input("column"), r.input("few"));
    r.check("lerp weights", &column.lerp(&row, &plain), tolerance);
    r.check("lerp number", &plain.lerp(&row, n(0.3)), tolerance);
    r.check("lerp beyond", &plain.lerp(row.view(), n(1.7)), tolerance);
    r.check("lerp special", &few.unsqueeze(Axis::<1>).lerp(&few, n(0.5)), tolerance);

    let mask = plain.greater(n(0.0));
    r.check("select same", &mask.select(&plain, -&plain), 0.0);
    r.check("select three", &select(&column.greater(n(0.0)), &row, &plain), 0.0);
    r.check("select numbers", &mask.select(n(1.5), n(-2.0)), 0.0);
    r.check("select transposed", &mask.transpose().select(plain.transpose(), n(0.0)), 0.0);
    r.check("masked_fill same", &plain.masked_fill(&mask, n(f64::NEG_INFINITY)), 0.0);
    r.check("masked_fill row", &plain.masked_fill(&row.greater(n(2.0)), n(7.5)), 0.0);
    r.check("masked_fill stretches", &row.masked_fill(&column.greater(n(0.0)), n(0.0)), 0.0);
    let chosen = plain.masked_select(&mask);
    r.check("masked_select plain", &Tensor::<T, shape![8]>::from_vec(chosen).unwrap(), 0.0);

    let named = Tensor::<T, shape![Batch, 4]>::from_vec_with(Batch(3), plain.as_slice().to_vec()).unwrap();
    let result: Tensor<T, shape![Batch, 4]> = named.greater(n(0.0)).select(&named, -&named);
    assert_eq!(result.as_slice(), mask.select(&plain, -&plain).as_slice());
    let result: Tensor<T, shape![Batch, 4]> = named.masked_fill(&row.greater(n(2.0)), n(7.5));
    assert_eq!(result.as_slice(), plain.masked_fill(&row.greater(n(2.0)), n(7.5)).as_slice());
    let result: Tensor<T, shape![Batch, 4]> = named.lerp(&row, &named);
    assert_eq!(result.as_slice(), plain.lerp(&row, &plain).as_slice());
}

fn counts<T: Element + Float + Default>(r: &Reference) {
    let n = |x: f64| <T as NumCast>::from(x).unwrap();
    let case = |case: &str| format!("{case}{}", T::NAME);
    let plain: Tensor<T, shape![3, 4]> = r.input("plain");
    let special: Tensor<T, shape![31]> = r.input("special");
    let wide: Tensor<T, shape![4, 6]> = r.input("wide");
    let mask = plain.greater(n(0.0));
    r.check(&case("count_nonzero axis_0_"), &mask.count_nonzero(Axis::<0>), 0.0);
    r.check(&case("count_nonzero axis_1_"), &mask.count_nonzero(Axis::<-1>), 0.0);
    r.check_scalar(&case("count_nonzero both_"), mask.count_nonzero_all(), 0.0);
    r.check_scalar(&case("count_nonzero special_"), special.count_nonzero_all(), 0.0);
    let places: Vec<usize> = wide.greater(n(0.5)).nonzero().into_flattened();
    r.check(&case("nonzero "), &Tensor::<usize, shape![7, 2]>::from_vec(places).unwrap(), 0.0);
    let (near, far) = (plain.map(|x| x + n(1e-4)), plain.map(|x| x + n(1e-2)));
    r.check_scalar(&case("all_close near_"), plain.all_close(&near, n(0.0), n(1e-3)), 0.0);
    r.check_scalar(&case("all_close far_"), plain.all_close(&far, n(0.0), n(1e-3)), 0.0);
    r.check_scalar(&case("all_close nan_"), special.all_close(&special, n(1e-5), n(1e-8)), 0.0);
}

fn integers<T: Element + PrimInt + Default>(r: &Reference) {
    let n = |x: i32| <T as NumCast>::from(x).unwrap();
    let x: Tensor<T, shape![3, 4]> = r.input("integers");
    let y: Tensor<T, shape![4]> = r.input("divisors");
    macro_rules! compare {
        ($($name:ident)*) => { $(
            r.check(&format!("{} integers_{}", stringify!($name), T::NAME), &x.$name(&y), 0.0);
            r.check(&format!("{} integers_number_{}", stringify!($name), T::NAME), &x.$name(n(7)), 0.0);
        )* };
    }
    compare!(equal not_equal less less_equal greater greater_equal);
    macro_rules! compute {
        ($($name:ident)*) => { $(
            r.check(concat!(stringify!($name), " integers"), &x.$name(&y), 0.0);
            r.check(concat!(stringify!($name), " integers_number"), &x.$name(n(7)), 0.0);
        )* };
    }
    compute!(maximum minimum remainder floor_divide fmax);
    let shifts: Tensor<T, shape![4]> = r.input("shifts");
    r.check("gcd integers", &x.gcd(&y), 0.0);
    r.check("lcm integers", &x.remainder(n(10)).lcm(&y), 0.0);
    r.check("shift_left integers", &x.shift_left(&shifts), 0.0);
    r.check("shift_right integers", &x.shift_right(&shifts), 0.0);
    if n(0) > T::min_value() {
        r.check("shift_left back", &x.shift_left(&y), 0.0);
        r.check("shift_right back", &x.shift_right(&y), 0.0);
    }
    r.check("powu integers", &x.remainder(n(4)).powu(3), 0.0);
    r.check("div integers", &(&x / &y), 0.0);
    r.check("rem integers", &(&x % &y), 0.0);
    r.check("clamp integers", &x.clamp(n(3), n(30)), 0.0);
    r.check("relu integers", &x.relu(), 0.0);
    r.check("and integers", &(&x & &y), 0.0);
    r.check("and integers_number", &(&x & n(6)), 0.0);
    r.check("or integers", &(&x | y.view()), 0.0);
    r.check("or integers_number", &(x.clone() | n(6)), 0.0);
    r.check("xor integers", &(x.view() ^ &y), 0.0);
    r.check("xor integers_number", &(x.view() ^ n(6)), 0.0);
    r.check("not integers", &!&x, 0.0);
    let odd = x.map(|x| if x % n(2) == n(0) { n(0) } else { n(1) });
    r.check_scalar(&format!("count_nonzero integers_{}", T::NAME), odd.count_nonzero_all(), 0.0);
}

fn signed_integers<T: Element + Signed + Num + PartialOrd>(r: &Reference) {
    let x: Tensor<T, shape![3, 4]> = r.input("integers");
    let y: Tensor<T, shape![4]> = r.input("divisors");
    r.check("add integers", &(&x + &y), 0.0);
    r.check("sub integers", &(&x - &y), 0.0);
    r.check("mul integers", &(&x * &y), 0.0);
    r.check("neg integers", &-&x, 0.0);
    r.check("abs integers", &x.abs(), 0.0);
    r.check("sign integers", &x.sign(), 0.0);
    r.check("square integers", &x.square(), 0.0);
}

fn masks(r: &Reference) {
    let truth: Tensor<bool, shape![3, 4]> = r.input("truth");
    let other: Tensor<bool, shape![4]> = r.input("other");
    let first = truth.narrow(Axis::<1>, 0, One);
    macro_rules! operator {
        ($($name:literal $op:tt $assign:tt;)*) => { $(
            r.check(concat!($name, " masks"), &(&truth $op &other), 0.0);
            r.check(concat!($name, " masks"), &(truth.clone() $op other.view()), 0.0);
            r.check(concat!($name, " masks"), &(other.clone() $op truth.clone()), 0.0);
            r.check(concat!($name, " masks_outer"), &(first $op &other), 0.0);
            r.check(concat!($name, " masks_number"), &(&truth $op true), 0.0);
            r.check(concat!($name, " masks_number"), &(true $op &truth), 0.0);
            let mut changed = truth.clone();
            changed $assign &other;
            r.check(concat!($name, " masks"), &changed, 0.0);
        )* };
    }
    operator! {
        "and" & &=;
        "or" | |=;
        "xor" ^ ^=;
    }
    r.check("not masks", &!&truth, 0.0);
    r.check("not masks", &!truth.clone(), 0.0);
    r.check("not masks_transposed", &!truth.transpose(), 0.0);
    r.check("cast masks", &truth.cast::<f64>(), 0.0);
    r.check("cast masks", &truth.cast::<f32>(), 0.0);
    r.check("cast masks", &truth.cast::<i64>(), 0.0);
    r.check("cast masks", &truth.cast::<i32>(), 0.0);
    r.check("cast masks", &truth.cast::<u8>(), 0.0);
}

macro_rules! casts {
    ($r:ident; $($input:literal $s:ty, $from:ident => $($to:ident)*;)*) => { $($(
        let x: Tensor<$from, $s> = $r.input($input);
        $r.check(&format!("cast {}_{}", $input, stringify!($from)), &x.cast::<$to>(), 0.0);
    )*)* };
}

#[test]
fn functions_of_elements_are_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/elementwise.txt"));
    let (r, double, single) = (&reference, 1e-14, 1e-6);
    unary::<f64>(r, double);
    unary::<f32>(r, single);
    exact(r);
    layouts::<f64>(r, double);
    layouts::<f32>(r, single);
    with_numbers::<f64>(r, double);
    with_numbers::<f32>(r, single);
    two_operands::<f64>(r, double);
    two_operands::<f32>(r, single);
    assigning! { f64; r double "add" += +; r double "sub" -= -; r double "mul" *= *; r double "div" /= /; r double "rem" %= %; }
    assigning! { f32; r single "add" += +; r single "sub" -= -; r single "mul" *= *; r single "div" /= /; r single "rem" %= %; }
    three_operands::<f64>(r, double);
    three_operands::<f32>(r, single);
    counts::<f64>(r);
    counts::<f32>(r);
    integers::<i64>(r);
    integers::<i32>(r);
    integers::<u8>(r);
    signed_integers::<i64>(r);
    signed_integers::<i32>(r);
    masks(r);
    casts! { r;
        "plain" shape![3, 4], f64 => f64 f32 i64 i32;
        "plain" shape![3, 4], f32 => f64 f32 i64 i32;
        "integers" shape![3, 4], i64 => f64 f32 i64 i32 u8;
        "integers" shape![3, 4], i32 => f64 f32 i64 i32 u8;
        "integers" shape![3, 4], u8 => f64 f32 i64 i32 u8;
    }
    reference.finish("elementwise");
}

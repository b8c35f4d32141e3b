//! Functions of elements, operators and masks: `tools/reference/gradients_elementwise.py`.

use shaped::prelude::*;

use super::harness::Data;

/// Functions without arguments: of which numbers.
macro_rules! unary {
    ($data:ident; $($case:literal $kind:ident: $($name:ident)*;)*) => { $($(
        cases! { $data; concat!(stringify!($name), " ", $case), [x: $kind [3, 4]] => x.$name(); }
    )*)* };
}

/// The same at corners.
macro_rules! odd {
    ($data:ident; $($kind:ident [$n:literal]: $($name:ident)*;)*) => { $($(
        corners! { $data; concat!(stringify!($name), " ", stringify!($kind)), [x: $kind [$n]] => x.$name(); }
    )*)* };
}

/// Pairs in every layout; `few` has half of them.
macro_rules! pairs {
    ($data:ident; $($name:literal $left:ident $right:ident |$x:ident, $y:ident| $f:expr;)*) => { $(
        cases! { $data;
            concat!($name, " same"), [$x: $left [3, 4], $y: $right [3, 4]] => $f;
            concat!($name, " row"), [$x: $left [3, 4], $y: $right [4]] => $f;
            concat!($name, " row on the left"), [$x: $left [4], $y: $right [3, 4]] => $f;
            concat!($name, " outer"), [$x: $left [3, 1], $y: $right [4]] => $f;
            concat!($name, " both ways"), [$x: $left [2, 1, 3], $y: $right [4, 1]] => $f;
            concat!($name, " no rows"), [$x: $left [0, 4], $y: $right [4]] => $f;
            concat!($name, " transposed"), [$x: $left [3, 4], $y: $right [3, 1]] => {
                let ($x, $y) = (&$x.transpose(), &$y.transpose());
                $f
            };
        }
    )* };
}
macro_rules! more_pairs {
    ($data:ident; $($name:literal $left:ident $right:ident |$x:ident, $y:ident| $f:expr;)*) => { $(
        cases! { $data;
            concat!($name, " column"), [$x: $left [3, 4], $y: $right [3, 1]] => $f;
            concat!($name, " scalar"), [$x: $left [3, 4], $y: $right []] => $f;
            concat!($name, " scalar on the left"), [$x: $left [], $y: $right [3, 4]] => $f;
            concat!($name, " four axes"), [$x: $left [1, 3, 1, 2], $y: $right [2, 1, 4, 1]] => $f;
            concat!($name, " no columns"), [$x: $left [3, 0], $y: $right [3, 1]] => $f;
        }
    )* };
}

macro_rules! few_pairs {
    ($data:ident; $($name:literal $left:ident $right:ident |$x:ident, $y:ident| $f:expr;)*) => { $(
        cases! { $data;
            concat!($name, " row"), [$x: $left [3, 4], $y: $right [4]] => $f;
            concat!($name, " outer"), [$x: $left [3, 1], $y: $right [4]] => $f;
        }
    )* };
}

in_double! {
    functions(data) {
        unary! { data;
            "plain" plain: exp exp_m1 cbrt sin cos atan sinh cosh tanh asinh erf erfc abs sign floor ceil round trunc fract square
                exp2 sinc to_radians to_degrees tanhshrink relu relu6 selu gelu gelu_tanh silu sigmoid log_sigmoid softplus mish hard_sigmoid hard_swish softsign;
            "plain" positive: ln log2 log10 ln_1p sqrt rsqrt recip;
            "plain" unit: tan asin acos atanh;
            "plain" above: acosh;
            "plain" share: logit;
        }
        cases! { data; "neg plain", [x: plain [3, 4]] => -x; }
    }

    layouts(data) {
        macro_rules! all {
            ($name:literal, |$x:ident| $y:expr) => { cases! { data;
                concat!($name, " transposed"), [$x: plain [3, 4]] => { let $x = &$x.transpose(); $y };
                concat!($name, " one"), [$x: plain [1]] => $y;
                concat!($name, " scalar"), [$x: plain []] => $y;
                concat!($name, " empty"), [$x: plain [0, 4]] => $y;
            } };
        }
        all!("exp", |x| x.exp());
        all!("relu", |x| x.relu());
        all!("gelu", |x| x.gelu());
        all!("neg", |x| -x);
        all!("square", |x| x.square());
        cases! { data; "exp of a stretched one", [x: plain [3, 1]] => x.broadcast_to::<shape![3, 4]>().exp(); }
    }

    with_numbers(data) {
        cases! { data;
            "powi 3", [x: plain [3, 4]] => x.powi(3);
            "powi -2", [x: plain [3, 4]] => x.powi(-2);
            "powi 0", [x: plain [3, 4]] => x.powi(0);
            "powi 1", [x: plain [3, 4]] => x.powi(1);
            "clamp plain", [x: plain [3, 4]] => x.clamp(-1.2, 0.7);
            "clamp reversed", [x: plain [3, 4]] => x.clamp(0.7, -1.2);
            "clamp_min plain", [x: plain [3, 4]] => x.clamp_min(0.3);
            "clamp_max plain", [x: plain [3, 4]] => x.clamp_max(0.3);
            "leaky_relu plain", [x: plain [3, 4]] => x.leaky_relu(0.01);
            "leaky_relu steep", [x: plain [3, 4]] => x.leaky_relu(2.5);
            "elu plain", [x: plain [3, 4]] => x.elu(1.0);
            "elu flat", [x: plain [3, 4]] => x.elu(0.7);
            "nan_to_num plain", [x: plain [3, 4]] => x.nan_to_num(0.5);
            "nan_to_num_with plain", [x: plain [3, 4]] => x.nan_to_num_with(0.5, 7.0, -8.0);
            "softplus_with plain", [x: plain [3, 4]] => x.softplus_with(1.5, 2.0);
            "celu plain", [x: plain [3, 4]] => x.celu(0.75);
            "hardshrink plain", [x: plain [3, 4]] => x.hardshrink(0.5);
            "softshrink plain", [x: plain [3, 4]] => x.softshrink(0.5);
            "threshold plain", [x: plain [3, 4]] => x.threshold(0.5, -7.0);
            "powu 3", [x: plain [3, 4]] => x.powu(3);
            "powu 0", [x: plain [3, 4]] => x.powu(0);
            "logit_with plain", [x: share [3, 4]] => x.logit_with(0.15);
            "add number", [x: plain [3, 4]] => x + 1.25;
            "sub number", [x: plain [3, 4]] => x - 1.25;
            "mul number", [x: plain [3, 4]] => x * 1.25;
            "div number", [x: plain [3, 4]] => x / 1.25;
            "sub from number", [x: plain [3, 4]] => 1.25 as T - x;
            "mul of number", [x: plain [3, 4]] => -0.75 as T * x;
            "div of number", [x: plain [3, 4]] => 1.25 as T / x;
            "rem number", [x: plain [3, 4]] => x % 0.7;
            "maximum number", [x: plain [3, 4]] => x.maximum(0.3);
            "minimum number", [x: plain [3, 4]] => x.minimum(0.3);
            "powf half", [x: positive [3, 4]] => x.powf(0.5);
            "powf -1.5", [x: positive [3, 4]] => x.powf(-1.5);
            "pow number", [x: positive [3, 4]] => x.pow(2.5);
        }
    }

    at_corners(data) {
        odd! { data;
            corners [12]: sinc tanhshrink abs sign floor ceil round trunc fract relu relu6 selu hard_sigmoid hard_swish softsign square gelu silu mish
                log_sigmoid softplus tanh;
            far [6]: sigmoid log_sigmoid softplus tanh silu mish gelu gelu_tanh erf erfc softsign selu;
        }
        corners! { data;
            "clamp corners", [x: corners [12]] => x.clamp(-1.0, 2.0);
            "clamp_min corners", [x: corners [12]] => x.clamp_min(0.5);
            "clamp_max corners", [x: corners [12]] => x.clamp_max(0.5);
            "leaky_relu corners", [x: corners [12]] => x.leaky_relu(0.01);
            "celu corners", [x: corners [12]] => x.celu(0.75);
            "hardshrink corners", [x: corners [12]] => x.hardshrink(0.5);
            "softshrink corners", [x: corners [12]] => x.softshrink(0.5);
            "threshold corners", [x: corners [12]] => x.threshold(0.5, -7.0);
            "softplus_with corners", [x: corners [12]] => x.softplus_with(2.0, 6.0);
            "logit corners", [x: odds [3]] => x.logit();
            "logit_with corners", [x: odds [3]] => x.logit_with(0.25);
            "fmax ties", [x: corners [12], y: level [12]] => x.fmax(y);
            "fmin ties", [x: corners [12], y: level [12]] => x.fmin(y);
            "copysign zeros", [x: few_zeros [4], y: signs [4]] => x.copysign(y);
            "xlogy zeros", [x: some_zeros [4], y: levels [4]] => x.xlogy(y);
            "logaddexp ties", [x: corners [12], y: level [12]] => x.logaddexp(y);
            "elu corners", [x: corners [12]] => x.elu(0.7);
            "powi 2 corners", [x: corners [12]] => x.powi(2);
            "powi 0 corners", [x: corners [12]] => x.powi(0);
            "nan_to_num odd", [x: odd [5]] => x.nan_to_num(0.5);
            "sqrt at 0", [x: ends [3]] => x.sqrt();
            "maximum ties", [x: corners [12], y: level [12]] => x.maximum(y);
            "minimum ties", [x: corners [12], y: level [12]] => x.minimum(y);
            "maximum number ties", [x: corners [12]] => x.maximum(0.5);
        }
    }

    operators(data) {
        pairs! { data;
            "add" plain other |x, y| x + y;
            "sub" plain other |x, y| x - y;
            "mul" plain other |x, y| x * y;
            "div" plain positive |x, y| x / y;
        }
        more_pairs! { data;
            "add" plain other |x, y| x + y;
            "sub" plain other |x, y| x - y;
            "mul" plain other |x, y| x * y;
            "div" plain positive |x, y| x / y;
        }
    }

    functions_of_two(data) {
        pairs! { data;
            "rem" plain positive |x, y| x % y;
            "maximum" plain other |x, y| x.maximum(y);
            "minimum" plain other |x, y| x.minimum(y);
            "pow" positive other |x, y| x.pow(y);
            "atan2" plain other |x, y| x.atan2(y);
            "hypot" plain other |x, y| x.hypot(y);
            "remainder" plain positive |x, y| x.remainder(y);
        }
        few_pairs! { data;
            "fmax" plain other |x, y| x.fmax(y);
            "fmin" plain other |x, y| x.fmin(y);
            "copysign" plain other |x, y| x.copysign(y);
            "ldexp" plain other |x, y| x.ldexp(y);
            "xlogy" plain positive |x, y| x.xlogy(y);
            "logaddexp" plain other |x, y| x.logaddexp(y);
            "logaddexp2" plain other |x, y| x.logaddexp2(y);
            "floor_divide" plain positive |x, y| x.floor_divide(y);
        }
    }

    several_operands(data) {
        cases! { data;
            "mul by itself", [x: plain [3, 4]] => x * x;
            "mul by its transpose", [x: plain [3, 3]] => x * x.transpose();
            "mul by its own sum", [x: plain [3, 4]] => x * x.sum_keepdim(Axis::<1>);
            "add unused", [x: plain [3], y: other [3]] => { let _ = y; x + 1.0 };
            "add of one input in three places", [x: plain [3, 4]] => (x * 2.0).exp() + x / 3.0 - x.sin() * x;
            "div standardised", [x: plain [3, 5]] =>
                (x - x.mean_keepdim(Axis::<-1>)) / (x.var_keepdim(Axis::<-1>) + 1e-3).sqrt();
            "lerp weights", [x: plain [3, 1], y: other [4], w: third [3, 4]] => x.lerp(y, w);
            "lerp number", [x: plain [3, 4], y: other [4]] => x.lerp(y, 0.3);
            "lerp beyond", [x: plain [4], y: other [3, 4]] => x.lerp(y, 1.7);
            "masked_fill same", [x: plain [3, 4]] (mask: bool [3, 4]) => x.masked_fill(mask, -2.5);
            "masked_fill row", [x: plain [3, 4]] (row: bool [4]) => x.masked_fill(row, 7.5);
            "masked_fill stretches", [x: plain [4]] (column: bool [3, 1]) => x.masked_fill(column, 0.0);
            "masked_fill with infinity, softmax", [x: plain [3, 4]] (row: bool [4]) =>
                x.masked_fill(row, T::NEG_INFINITY).softmax(Axis::<-1>);
        }
        eager_cases! { data;
            "select same", [x: plain [3, 4], y: other [3, 4]] (mask: bool [3, 4]) => mask.select(x, y);
            "select stretched", [x: plain [4], y: other [3, 1]] (mask: bool [3, 4]) => mask.select(x, y);
            "select by a row", [x: plain [3, 4], y: other [4]] (row: bool [4]) => row.select(x, y);
            "select by a column", [x: plain [4], y: other [1]] (column: bool [3, 1]) => column.select(x, y);
            "select number", [x: plain [3, 4]] (mask: bool [3, 4]) => mask.select(x, 1.5);
            "select number first", [x: plain [4]] (mask: bool [3, 4]) => mask.select(1.5, x);
            "select by comparison", [x: plain [3, 4], y: other [4]] => x.greater(y).select(x * y, x);
            "mul by a mask", [x: plain [3, 4]] (mask: bool [3, 4]) => mask.select(x, 0.0);
        }
    }
}

#[test]
fn elementwise() {
    let data = Data::new(include_str!("../data/gradients/elementwise.txt"));
    functions(&data);
    layouts(&data);
    with_numbers(&data);
    at_corners(&data);
    operators(&data);
    functions_of_two(&data);
    several_operands(&data);
    data.finish("elementwise");
}

//! The rows. A new one: a line here, and one of the same name in `operations.py`.

use half::{bf16, f16};
use shaped::prelude::*;

use crate::report::{Report, Single, tensor};

/// `operation!(report, "name", [types] { let w = tensor::<T, …>(2); … } |x| x.operation(&w), layouts)`: `T` is the type of the elements; the braces,
/// which may be left out, make what else the operation needs. Layouts are a name from below, or a list in braces of what is in memory and the
/// operand as a view of that.
macro_rules! operation {
    ($report:ident, $name:literal, [$($t:ident)*] |$x:ident| $op:expr, $layouts:tt) => {
        operation!($report, $name, [$($t)*] {} |$x| $op, $layouts);
    };
    ($report:ident, $name:literal, [$($t:ident)*] $setup:tt |$x:ident| $op:expr, $layouts:tt) => { $(
        operation!(@of $t, $setup, $report, $name, |$x| $op, $layouts);
    )* };
    (@of $t:ident, { $($setup:tt)* }, $report:ident, $name:literal, |$x:ident| $op:expr, $layouts:tt) => {{
        #[allow(dead_code)]
        type T = $t;
        $($setup)*
        operation!(@ $t, $report, $name, |$x| $op, $layouts);
    }};
    (@ $t:ident, $report:ident, $name:expr, |$x:ident| $op:expr, { $($layout:literal [$($size:tt)*] |$stored:ident| $view:expr;)* }) => { $(
        $report.row::<$t, shape![$($size)*], _>($name, $layout, |$stored| {
            let $x = &$view;
            $op
        });
    )* };
    // As it is, transposed, and the left half of rows that are twice as long.
    (@ $t:ident, $report:ident, $name:literal, |$x:ident| $op:expr, matrix) => {
        operation!(@ $t, $report, $name, |$x| $op, {
            "contiguous" [1024, 1024] |x| x.view();
            "transposed" [1024, 1024] |x| x.t();
            "sliced" [1024, 2048] |x| x.narrow(Axis::<1>, 0, <dim!(1024)>::default());
        });
    };
    // What PyTorch's result of keeps the order of its operand, and ours does not: beside the same, a row where both are row-major.
    (@ $t:ident, $report:ident, $name:literal, |$x:ident| $op:expr, elements) => {
        operation!(@ $t, $report, $name, |$x| $op, matrix);
        operation!(@ $t, $report, concat!($name, ", row-major result"), |$x| $op, {
            "transposed" [1024, 1024] |x| x.t();
        });
    };
    (@ $t:ident, $report:ident, $name:literal, |$x:ident| $op:expr, pixels) => {
        operation!(@ $t, $report, $name, |$x| $op, image);
        operation!(@ $t, $report, concat!($name, ", row-major result"), |$x| $op, {
            "nhwc" [8, 56, 56, 32] |x| x.permute(axes![0, 3, 1, 2]);
        });
    };
    // As it is, the channels last in memory, and the left half of rows that are twice as long.
    (@ $t:ident, $report:ident, $name:literal, |$x:ident| $op:expr, image) => {
        operation!(@ $t, $report, $name, |$x| $op, {
            "contiguous" [8, 32, 56, 56] |x| x.view();
            "nhwc" [8, 56, 56, 32] |x| x.permute(axes![0, 3, 1, 2]);
            "sliced" [8, 32, 56, 112] |x| x.narrow(Axis::<3>, 0, Dim::<56>);
        });
    };
}

pub fn all(r: &mut Report) {
    rows_and_columns(r);
    products(r);
    images(r);
    moves(r);
    sums(r);
    orders(r);
}

fn rows_and_columns(r: &mut Report) {
    operation!(r, "max, last axis", [f32 f64 f16 bf16] |x| x.max(Axis::<-1>), matrix);
    operation!(r, "max, first axis", [f32 f64] |x| x.max(Axis::<0>), matrix);
    operation!(r, "sum, last axis", [f32 f64 f16 bf16] |x| x.sum(Axis::<-1>), matrix);
    operation!(r, "sum, first axis", [f32 f64] |x| x.sum(Axis::<0>), matrix);
    operation!(r, "mean, last axis", [f32 bf16] |x| x.mean(Axis::<-1>), matrix);
    operation!(r, "var, last axis", [f32] | x | x.var(Axis::<-1>), matrix);
    operation!(r, "argmax, last axis", [f32 f64] |x| x.argmax(Axis::<-1>), matrix);
    operation!(r, "softmax, last axis", [f32 f64 f16 bf16] |x| x.softmax(Axis::<-1>), matrix);
    operation!(r, "softmax, first axis", [f32 f64] |x| x.softmax(Axis::<0>), matrix);
    operation!(r, "log_softmax, last axis", [f32] | x | x.log_softmax(Axis::<-1>), matrix);
    operation!(r, "gelu tanh", [f32 f64 f16 bf16] |x| x.gelu_tanh(), elements);
    operation!(r, "gelu", [f32 bf16] |x| x.gelu(), elements);
    operation!(r, "sigmoid", [f32] | x | x.sigmoid(), elements);
    operation!(r, "silu", [f32 bf16] |x| x.silu(), elements);
    operation!(r, "tanh", [f32] | x | x.tanh(), elements);
    operation!(r, "softplus", [f32] | x | x.softplus(), elements);
    operation!(r, "relu", [f32 f64] |x| x.relu(), elements);
    operation!(r, "exp", [f32 f64] |x| x.exp(), elements);
    operation!(r, "add itself", [f32 f64 f16 bf16] |x| x + x, elements);
    operation!(r, "layer_norm", [f32 f64 f16 bf16] {
        let (w, b) = (tensor::<T, shape![1024]>(2), tensor::<T, shape![1024]>(3));
    } |x| x.layer_norm(&w, &b, <T as crate::report::Elem>::of(1e-5)), matrix);
}

fn products(r: &mut Report) {
    operation!(r, "matmul", [f32 f16 bf16] { let w = tensor::<T, shape![1024, 512]>(2); } |x| x.matmul(&w), {
        "512 rows" [512, 1024] |x| x.view();
        "16 rows" [16, 1024] |x| x.view();
        "1 row" [1, 1024] |x| x.view();
    });
    operation!(r, "linear", [f32 bf16] { let w = tensor::<T, shape![512, 1024]>(2); } |x| x.linear_no_bias(&w), {
        "512 rows" [512, 1024] |x| x.view();
        "16 rows" [16, 1024] |x| x.view();
    });
}

fn images(r: &mut Report) {
    operation!(r, "layer_norm of the channels", [f32 f64] {
        let (w, b) = (tensor::<T, shape![64]>(2), tensor::<T, shape![64]>(3));
    } |x| x.layer_norm(&w, &b, 1e-5), {
        "contiguous" [8, 28, 28, 64] |x| x.view();
        "nchw" [8, 64, 28, 28] |x| x.permute(axes![0, 2, 3, 1]);
    });
    operation!(r, "max_pool2d 2 x 2", [f32 f64] |x| x.max_pool2d(Pool::new(Dim::<2>)), image);
    operation!(
        r,
        "max_pool2d 3 x 3, stride 2",
        [f32] | x | { x.max_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)) },
        image
    );
    operation!(r, "avg_pool2d 2 x 2", [f32] | x | x.avg_pool2d(Pool::new(Dim::<2>)), image);
    operation!(r, "adaptive_avg_pool2d to 1", [f32 f64] |x| x.adaptive_avg_pool2d(One), image);
    operation!(r, "mean, height and width", [f32 f64] |x| x.mean((Axis::<2>, Axis::<3>)), image);
    operation!(r, "sum, all but channels", [f32 f64] |x| x.sum((Axis::<0>, Axis::<2>, Axis::<3>)), image);
    operation!(r, "relu of images", [f32] | x | x.relu(), pixels);
    operation!(r, "conv2d 3 x 3", [f32] { let w = tensor::<T, shape![32, 32, 3, 3]>(2); }
        |x| x.conv2d(&w, Conv::new().padding(One)), image);
    operation!(r, "conv2d 3 x 3, stride 2", [f32] { let w = tensor::<T, shape![32, 32, 3, 3]>(2); }
        |x| x.conv2d(&w, Conv::new().stride(Dim::<2>).padding(One)), image);
    operation!(r, "conv2d depthwise 3 x 3, stride 2", [f32] { let w = tensor::<T, shape![32, 1, 3, 3]>(2); }
        |x| x.conv2d(&w, Conv::new().stride(Dim::<2>).padding(One).groups(Dim::<32>)), image);
    operation!(r, "conv2d depthwise 7 x 7", [f32] { let w = tensor::<T, shape![32, 1, 7, 7]>(2); }
        |x| x.conv2d(&w, Conv::new().padding(Dim::<3>).groups(Dim::<32>)), image);
}

fn moves(r: &mut Report) {
    operation!(r, "flip, last axis", [f32 f64 f16] |x| x.flip(Axis::<-1>).to_tensor(), elements);
    operation!(r, "copy", [f32 f64 f16] |x| x.to_tensor(), matrix);
    operation!(r, "copy of images", [f32 f64 bf16] |x| x.to_tensor(), image);
    operation!(r, "copy, channels last", [f32 f64 bf16] |x| x.permute(axes![0, 2, 3, 1]).to_tensor(), image);
    operation!(r, "pad by 1", [f32 f64] |x| x.pad(((One, One), (One, One)), 0.0), image);
    operation!(r, "outer", [f32 f64] { let y = tensor::<T, shape![1024]>(2); } |x| x.outer(&y), {
        "contiguous" [1024] |x| x.view();
        "sliced" [1024, 2] |x| x.index_axis(Axis::<1>, 0);
    });
    operation!(r, "gather rows", [f32 f64] {
        let rows: Tensor<usize, shape![512]> = Tensor::from_fn(|[i]| i * 37 % 1024);
    } |x| x.index_select(Axis::<0>, &rows), matrix);
    operation!(r, "gather, first axis", [f32 f64] {
        let rows: Tensor<usize, shape![1024, 1024]> = Tensor::from_fn(|[i, j]| (i * 37 + j) % 1024);
    } |x| x.gather(Axis::<0>, &rows), matrix);
    operation!(r, "mse", [f32 f64] { let y = tensor::<T, shape![1024, 1024]>(2); } |x| Single(x.mse_loss(&y)), matrix);
    operation!(r, "rotary", [f32] {
        let (cos, sin) = (tensor::<T, shape![128, 32]>(2), tensor::<T, shape![128, 32]>(3));
    } |x| {
        let (a, b) = (x.narrow(Axis::<3>, 0, Dim::<32>), x.narrow(Axis::<3>, 32, Dim::<32>));
        (&a * &cos - &b * &sin).concat(&(&b * &cos + &a * &sin), Axis::<3>)
    }, {
        "contiguous" [8, 8, 128, 64] |x| x.view();
        "heads swapped" [8, 128, 8, 64] |x| x.permute(axes![0, 2, 1, 3]);
    });
}

fn sums(r: &mut Report) {
    operation!(r, "sum, axis 0 of 65536 x 3", [f32 f64] |x| x.sum(Axis::<0>), {
        "contiguous" [65536, 3] |x| x.view();
    });
    operation!(r, "sum, rows of 56", [f32 f64] |x| x.sum(Axis::<-1>), {
        "contiguous" [14336, 56] |x| x.view();
        "sliced" [14336, 112] |x| x.narrow(Axis::<1>, 0, Dim::<56>);
    });
    operation!(r, "max, rows of 56", [f32 f64] |x| x.max(Axis::<-1>), {
        "contiguous" [14336, 56] |x| x.view();
    });
    operation!(r, "sum, all of 50 MB", [f32] |x| Single(x.sum_all()), {
        "contiguous" [3584, 3584] |x| x.view();
    });
    operation!(r, "sum, axis 0 of 50 MB", [f32] |x| x.sum(Axis::<0>), {
        "contiguous" [3584, 3584] |x| x.view();
    });
    operation!(r, "sum, axis 1 of 50 MB", [f32] |x| x.sum(Axis::<1>), {
        "contiguous" [3584, 3584] |x| x.view();
    });
}

fn orders(r: &mut Report) {
    operation!(r, "topk 10 of rows", [f32] |x| x.topk(Axis::<-1>, Dim::<10>), {
        "contiguous" [256, 1024] |x| x.view();
    });
    operation!(r, "sort of rows", [f32] |x| x.sort(Axis::<-1>, Order::Ascending), {
        "contiguous" [256, 1024] |x| x.view();
    });
    operation!(r, "argsort of rows", [f32] |x| x.argsort(Axis::<-1>, Order::Ascending), {
        "contiguous" [256, 1024] |x| x.view();
    });
}

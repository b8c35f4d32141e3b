//! The rows. A new one: a line in one of these files, and one of the same name in `operations.py`.

mod elements;
mod images;
mod moves;
mod products;
mod reductions;

use crate::report::Report;

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
    (@ $t:ident, $report:ident, $name:literal, |$x:ident| $op:expr, plain) => {
        operation!(@ $t, $report, $name, |$x| $op, { "contiguous" [1024, 1024] |x| x.view(); });
    };
    (@ $t:ident, $report:ident, $name:literal, |$x:ident| $op:expr, one_image) => {
        operation!(@ $t, $report, $name, |$x| $op, { "contiguous" [8, 32, 56, 56] |x| x.view(); });
    };
    (@ $t:ident, $report:ident, $name:literal, |$x:ident| $op:expr, half_image) => {
        operation!(@ $t, $report, $name, |$x| $op, { "contiguous" [8, 32, 28, 28] |x| x.view(); });
    };
    (@ $t:ident, $report:ident, $name:literal, |$x:ident| $op:expr, heads) => {
        operation!(@ $t, $report, $name, |$x| $op, { "contiguous" [4, 8, 128, 64] |x| x.view(); });
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
use operation;

pub fn all(r: &mut Report) {
    elements::all(r);
    reductions::all(r);
    products::all(r);
    images::all(r);
    moves::all(r);
}

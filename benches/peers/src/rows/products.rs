//! Matrix products, single and batched; each library's own, with a new result.

use ndarray::{Array, Array2, Array3, Axis as Nd};
use shaped::prelude::*;

use super::{Report, hand};
use crate::race::data;

macro_rules! square {
    ($report:ident, $name:literal, $n:literal, $ours:ident, |$f:ident, $a:ident, $b:ident, $out:ident| $call:expr, $loop:ident, $nalgebra:ty) => {
        $report.row($name, 2e-5, |row| {
            let (x, y) = (data(1, $n * $n), data(2, $n * $n));
            let all = (x.clone(), y.clone(), vec![0.0f32; x.len()]);
            hand!(row, $loop, all.clone(), |$f, ($a, $b, $out)| $call, |s, _| s.2.clone());
            type Square = shape![$n, $n];
            row.add(
                "shaped",
                ($ours::<f32, Square>::from_flat_fn(|i| x[i]), $ours::<f32, Square>::from_flat_fn(|i| y[i])),
                |(x, y)| x.matmul(y),
                |_, out| out.as_slice().to_vec(),
            );
            let square = |x: &[f32]| Array::from_shape_vec(($n, $n), x.to_vec()).unwrap();
            row.add("ndarray", (square(&x), square(&y)), |(x, y)| x.dot(y), |_, out| out.iter().copied().collect());
            row.add(
                "nalgebra",
                (
                    <$nalgebra>::from_row_slice_generic_square(&x, $n),
                    <$nalgebra>::from_row_slice_generic_square(&y, $n),
                ),
                |(x, y)| &*x * &*y,
                |_, out| out.transpose().as_slice().to_vec(),
            );
            #[cfg(feature = "candle")]
            row.add(
                "candle",
                (super::candle::tensor(&x, &[$n, $n]), super::candle::tensor(&y, &[$n, $n])),
                |(x, y)| x.matmul(y).unwrap(),
                super::candle::read,
            );
            #[cfg(feature = "burn")]
            row.add(
                "burn",
                (super::burn::tensor(&x, [$n, $n]), super::burn::tensor(&y, [$n, $n])),
                |(x, y)| x.clone().matmul(y.clone()),
                super::burn::read,
            );
        });
    };
}

/// One way to make nalgebra's square matrices, of sizes in the type and not.
trait Square {
    fn from_row_slice_generic_square(x: &[f32], n: usize) -> Self;
}

impl<const N: usize> Square for nalgebra::SMatrix<f32, N, N> {
    fn from_row_slice_generic_square(x: &[f32], _: usize) -> Self {
        Self::from_row_slice(x)
    }
}

impl Square for nalgebra::DMatrix<f32> {
    fn from_row_slice_generic_square(x: &[f32], n: usize) -> Self {
        Self::from_row_slice(n, n, x)
    }
}

pub fn rows(report: &mut Report) {
    square!(report, "matmul 4x4, inline", 4, Inline, |f, a, b, out| f(a, b, out), matmul4, nalgebra::SMatrix<f32, 4, 4>);
    square!(report, "matmul 16x16, inline", 16, Inline, |f, a, b, out| f(a, b, out), matmul16, nalgebra::SMatrix<f32, 16, 16>);
    square!(
        report,
        "matmul 128x128",
        128,
        Tensor,
        |f, a, b, out| f(a, b, out, 128, 128, 128),
        matmul,
        nalgebra::DMatrix<f32>
    );
    square!(
        report,
        "matmul 1024x1024",
        1024,
        Tensor,
        |f, a, b, out| f(a, b, out, 1024, 1024, 1024),
        matmul,
        nalgebra::DMatrix<f32>
    );
    report.row("[8,64,64]x[64,64]", 2e-5, |row| {
        let (x, y) = (data(1, 8 * 4096), data(2, 4096));
        let all = (x.clone(), y.clone(), vec![0.0f32; x.len()]);
        hand!(row, matmuls64, all.clone(), |f, (a, b, out)| f(a, b, out), |s, _| s.2.clone());
        row.add(
            "shaped",
            (
                Tensor::<f32, shape![8, 64, 64]>::from_vec(x.clone()).unwrap(),
                Tensor::<f32, shape![64, 64]>::from_vec(y.clone()).unwrap(),
            ),
            |(x, y)| x.matmul(y),
            |_, out| out.as_slice().to_vec(),
        );
        // One product of all rows.
        row.add(
            "ndarray",
            (
                Array2::from_shape_vec((512, 64), x.clone()).unwrap(),
                Array2::from_shape_vec((64, 64), y.clone()).unwrap(),
            ),
            |(x, y)| x.dot(y),
            |_, out| out.iter().copied().collect(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            (super::candle::tensor(&x, &[8, 64, 64]), super::candle::tensor(&y, &[64, 64])),
            |(x, y)| x.broadcast_matmul(y).unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            (super::burn::tensor(&x, [8, 64, 64]), super::burn::tensor(&y, [1, 64, 64])),
            |(x, y)| x.clone().matmul(y.clone()),
            super::burn::read,
        );
    });
    report.row("[8,12,64,64]x[8,12,64,64]", 2e-5, |row| {
        let (x, y) = (data(1, 96 * 4096), data(2, 96 * 4096));
        let all = (x.clone(), y.clone(), vec![0.0f32; x.len()]);
        hand!(row, matmuls64, all.clone(), |f, (a, b, out)| f(a, b, out), |s, _| s.2.clone());
        type Heads = shape![8, 12, 64, 64];
        row.add(
            "shaped",
            (Tensor::<f32, Heads>::from_vec(x.clone()).unwrap(), Tensor::<f32, Heads>::from_vec(y.clone()).unwrap()),
            |(x, y)| x.matmul(y),
            |_, out| out.as_slice().to_vec(),
        );
        let heads = |x: &[f32]| Array3::from_shape_vec((96, 64, 64), x.to_vec()).unwrap();
        row.add(
            "ndarray",
            (heads(&x), heads(&y)),
            |(x, y)| {
                let mut out = Array3::zeros((96, 64, 64));
                for ((mut out, x), y) in out.axis_iter_mut(Nd(0)).zip(x.axis_iter(Nd(0))).zip(y.axis_iter(Nd(0))) {
                    ndarray::linalg::general_mat_mul(1.0, &x, &y, 0.0, &mut out);
                }
                out
            },
            |_, out| out.iter().copied().collect(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            (super::candle::tensor(&x, &[8, 12, 64, 64]), super::candle::tensor(&y, &[8, 12, 64, 64])),
            |(x, y)| x.matmul(y).unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            (super::burn::tensor(&x, [8, 12, 64, 64]), super::burn::tensor(&y, [8, 12, 64, 64])),
            |(x, y)| x.clone().matmul(y.clone()),
            super::burn::read,
        );
    });
}

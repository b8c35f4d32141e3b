//! Sums.

use ndarray::{Array2, Axis as Nd};
use shaped::prelude::*;

use super::{Report, hand};
use crate::race::data;

macro_rules! sum {
    (
        $report:ident, $name:literal, $loop:ident, $results:literal, shaped |$x:ident| $ours:expr, read $read:expr,
        ndarray |$nd:ident| $ndarray:expr, read $nd_read:expr,
        nalgebra |$na:ident| $nalgebra:expr, read $na_read:expr,
        candle |$c:ident| $candle:expr, burn |$u:ident| $burn:expr
    ) => {
        $report.row($name, 1e-5, |row| {
            let x = data(1, 512 * 512);
            hand!(row, $loop, (x.clone(), vec![0.0f32; $results]), |f, (x, out)| f(x, out), |s, _| s.1.clone());
            row.add(
                "shaped",
                Tensor::<f32, shape![512, 512]>::from_vec(x.clone()).unwrap(),
                |$x| $ours,
                |_, out| $read(out),
            );
            row.add(
                "ndarray",
                Array2::from_shape_vec((512, 512), x.clone()).unwrap(),
                |$nd| $ndarray,
                |_, out| $nd_read(out),
            );
            // Column-major: its columns are our rows.
            row.add(
                "nalgebra",
                nalgebra::DMatrix::from_column_slice(512, 512, &x),
                |$na| $nalgebra,
                |_, out| $na_read(out),
            );
            #[cfg(feature = "candle")]
            row.add("candle", super::candle::tensor(&x, &[512, 512]), |$c| $candle.unwrap(), super::candle::read);
            #[cfg(feature = "burn")]
            row.add(
                "burn",
                super::burn::tensor(&x, [512, 512]),
                |$u| $burn,
                |_, out| super::burn::read(&(), &out.clone().reshape([$results])),
            );
        });
    };
}

pub fn rows(report: &mut Report) {
    sum!(
        report, "sum [512,512], axis 0", sum_rows, 512,
        shaped |x| x.sum(Axis::<0>), read |out: &Tensor<f32, shape![512]>| out.as_slice().to_vec(),
        ndarray |x| x.sum_axis(Nd(0)), read |out: &ndarray::Array1<f32>| out.to_vec(),
        nalgebra |x| x.column_sum(), read |out: &nalgebra::DVector<f32>| out.as_slice().to_vec(),
        candle |x| x.sum(0), burn |x| x.clone().sum_dim(0)
    );
    sum!(
        report, "sum [512,512], axis 1", sum_columns, 512,
        shaped |x| x.sum(Axis::<1>), read |out: &Tensor<f32, shape![512]>| out.as_slice().to_vec(),
        ndarray |x| x.sum_axis(Nd(1)), read |out: &ndarray::Array1<f32>| out.to_vec(),
        nalgebra |x| x.row_sum(), read |out: &nalgebra::RowDVector<f32>| out.as_slice().to_vec(),
        candle |x| x.sum(1), burn |x| x.clone().sum_dim(1)
    );
    sum!(
        report, "sum [512,512], all", sum_all, 1,
        shaped |x| x.sum_all(), read |out: &f32| vec![*out],
        ndarray |x| x.sum(), read |out: &f32| vec![*out],
        nalgebra |x| x.sum(), read |out: &f32| vec![*out],
        candle |x| x.sum_all(), burn |x| x.clone().sum()
    );
}

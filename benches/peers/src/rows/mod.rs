//! The cases. In each, the hand-written loop comes first, so that all results are compared to it.

mod elementwise;
mod models;
mod products;
mod reductions;

use crate::python::Python;
use crate::race::{Row, Times};

/// Runs the rows whose names contain one of the filters, or all, and collects their times.
pub struct Report {
    filters: Vec<String>,
    python: Option<Python>,
    pub rows: Vec<Times>,
}

impl Report {
    pub fn new(filters: Vec<String>, python: Option<Python>) -> Self {
        Report { filters, python, rows: Vec::new() }
    }

    /// Times a row, if it is asked for.
    fn row<'a>(&mut self, name: &'static str, tolerance: f32, fill: impl FnOnce(&mut Row<'a>)) {
        if !self.filters.is_empty() && !self.filters.iter().any(|filter| name.contains(filter.as_str())) {
            return;
        }
        let mut row = Row::new(name, tolerance);
        fill(&mut row);
        let times = row.run(self.python.as_mut());
        let shown: Vec<_> =
            times.least.iter().map(|(who, ns)| format!("{who} {}", crate::machine::duration(*ns))).collect();
        eprintln!("{name:<36} {}", shown.join(", "));
        self.rows.push(times);
    }
}

/// All of them, in the order of the table.
pub fn all(report: &mut Report) {
    elementwise::rows(report);
    products::rows(report);
    reductions::rows(report);
    models::rows(report);
}

/// New memory that is not zeroed first, as the libraries have it.
fn uninitialised(n: usize) -> Vec<f32> {
    let mut out: Vec<f32> = Vec::with_capacity(n);
    #[allow(clippy::uninit_vec)] // what is compared is the loop, not zeroing
    // SAFETY: the hand-written loops write every element before any is read.
    unsafe {
        out.set_len(n);
    }
    out
}

/// The hand-written loop in each width that the machine has: `hand!(row, channels, state, |f, state| f(…), read)`.
macro_rules! hand {
    ($row:ident, $loop:ident, $state:expr, |$f:ident, $s:pat_param| $op:expr, |$rs:pat_param, $rt:pat_param| $read:expr) => {
        for width in $crate::hand::WIDTHS.into_iter().filter(|width| $crate::hand::runs(width)) {
            let state = ($crate::hand::$loop::of_width(width), $state);
            #[allow(clippy::unused_unit)]
            $row.add(
                format!("hand {width}"),
                state,
                |state| {
                    let ($f, $s) = state;
                    $op
                },
                |state, out| {
                    let ($rs, $rt) = (&state.1, out);
                    $read
                },
            );
        }
    };
}
pub(crate) use hand;

#[cfg(feature = "candle")]
pub mod candle {
    pub use candle_core::Tensor;

    pub fn tensor(data: &[f32], sizes: &[usize]) -> Tensor {
        Tensor::from_slice(data, sizes, &candle_core::Device::Cpu).unwrap()
    }
    pub fn read<S>(_: &S, x: &Tensor) -> Vec<f32> {
        x.flatten_all().unwrap().to_vec1().unwrap()
    }
}

#[cfg(feature = "burn")]
pub mod burn {
    pub use burn::tensor::Tensor;
    use burn::tensor::{Device, TensorData};

    pub fn tensor<const D: usize>(data: &[f32], sizes: [usize; D]) -> Tensor<D> {
        Tensor::from_data(TensorData::new(data.to_vec(), sizes), &Device::default())
    }
    pub fn read<S, const D: usize>(_: &S, x: &Tensor<D>) -> Vec<f32> {
        x.clone().into_data().try_to_vec().unwrap()
    }
}

//! The peers in this process: each adds its call of a row, where it has the operation.

use crate::race::{Row, data};

/// A row, as a peer sees it.
pub struct Case {
    /// The name, as in `rows.rs`.
    pub operation: &'static str,
    /// Whether the result is to be row-major whatever the order of the operand is.
    pub row_major: bool,
    pub kind: &'static str,
    /// What is in memory.
    pub sizes: &'static [usize],
    /// The operand, as a view of that.
    pub view: View,
}

#[derive(Clone, Copy, PartialEq)]
pub enum View {
    Whole,
    Transposed,
    /// The first half of the last axis.
    Half,
    /// The first column of a matrix.
    Column,
    Permuted([usize; 4]),
}

impl Case {
    /// The row of a name: the operation, the elements and the layout, with bars between.
    pub fn new(name: &'static str, sizes: &'static [usize]) -> Self {
        let mut parts = name.split(" | ");
        let mut part = || parts.next().expect("three parts");
        let (operation, kind, layout) = (part(), part(), part());
        let view = match (layout, sizes) {
            ("transposed", _) => View::Transposed,
            ("sliced", [_, 2]) => View::Column,
            ("sliced", _) => View::Half,
            ("nhwc", _) => View::Permuted([0, 3, 1, 2]),
            ("nchw", _) => View::Permuted([0, 2, 3, 1]),
            ("heads swapped", _) => View::Permuted([0, 2, 1, 3]),
            _ => View::Whole,
        };
        let plain = operation.strip_suffix(", row-major result");
        Case { operation: plain.unwrap_or(operation), row_major: plain.is_some(), kind, sizes, view }
    }

    /// What is in memory: of seed 1, and positive if the name says so.
    pub fn numbers(&self) -> Vec<f32> {
        let of = if self.operation.ends_with(" of positives") { positives } else { data };
        of(1, self.sizes.iter().product())
    }

    /// How many elements the operand has.
    pub fn elements(&self) -> usize {
        self.sizes.iter().product::<usize>() / if matches!(self.view, View::Half | View::Column) { 2 } else { 1 }
    }
}

/// Numbers from a half to one and a half.
pub fn positives(seed: u64, n: usize) -> Vec<f32> {
    data(seed, n).into_iter().map(|x| x.abs() + 0.5).collect()
}

/// Nothing where the peer does not have the operation, and how the result differs from ours where it does: such a row is not timed.
pub type Added = Option<Result<(), String>>;

pub type Peer = fn(&mut Row, &Case) -> Added;

/// By name.
pub const ALL: &[(&str, Peer)] = &[
    ("ndarray", crate::in_ndarray::add),
    #[cfg(feature = "candle")]
    ("candle", crate::in_candle::add),
    #[cfg(feature = "burn")]
    ("burn", crate::in_burn::add),
];

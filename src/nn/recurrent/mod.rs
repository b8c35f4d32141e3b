//! Recurrent layers and cells, by PyTorch's names, with its order of gates.

mod cells;
mod layers;
mod projected;
mod stack;
mod state;

pub use cells::{GruCell, LstmCell, RnnCell};
pub use layers::{Gru, Lstm, ProjectedLstm, Rnn};
pub use state::LstmState;

use super::{Relu, Tanh};
use crate::kernels::recurrent::Cell;

/// What an [`Rnn`] makes of its sums: [`Tanh`] or [`Relu`]. No program implements it.
pub trait RnnFunction: sealed::Sealed + Clone + Default + 'static {
    #[doc(hidden)]
    const CELL: CellOf;
}

/// What a step computes.
#[derive(Clone, Copy)]
pub struct CellOf(Cell);

mod sealed {
    pub trait Sealed {}
}
impl sealed::Sealed for Tanh {}
impl sealed::Sealed for Relu {}
impl RnnFunction for Tanh {
    const CELL: CellOf = CellOf(Cell::Tanh);
}
impl RnnFunction for Relu {
    const CELL: CellOf = CellOf(Cell::Relu);
}

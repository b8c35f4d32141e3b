//! Gradients: every differentiable operation against what PyTorch makes of the same numbers, and that against differences.
//!
//! `tools/reference/gradients_*.py` wrote the data. A case is one line of a table: its key in the data, its inputs, and the operation. In f64 and
//! f32 it is computed, its value compared, and in f64 PyTorch's gradients are held against central differences of ours, so that data and line
//! are known to say the same. A line of the data without a case fails. Losses, windows and layers are in `gradients_of_layers`.

#[macro_use]
mod tape;
#[macro_use]
mod harness;
mod elementwise;
mod indexing;
mod products;
#[path = "../common/real.rs"]
mod real;
mod reductions;
#[allow(dead_code)] // what compares results there is not used here
#[path = "../reference/harness.rs"]
mod reference;
mod shapes;
mod together;

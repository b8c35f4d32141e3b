//! Every operation against what PyTorch and NumPy make of the same numbers. A module for each family of operations.

mod harness;
mod indexing;
mod linear;
mod normalizations;
mod products;
mod shapes;

//! Every operation against what PyTorch and NumPy make of the same numbers. A module for each family of operations.

mod einsum;
mod harness;
mod products;
mod published_products;

//! Every operation against what PyTorch and NumPy make of the same numbers. A module for each family of operations.

mod attention;
mod convolutions;
mod dropout;
mod einsum;
mod elementwise;
mod harness;
mod indexing;
mod linear;
mod losses;
mod normalizations;
mod pictures;
mod products;
mod published_products;
mod shapes;

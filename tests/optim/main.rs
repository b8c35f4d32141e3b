//! Training beside the tape: optimizers, learning rates, averages and batches, against PyTorch's; what is saved, and what is allocated.

#[path = "../reference/harness.rs"]
#[allow(dead_code)]
mod harness;

mod allocations;
mod against_pytorch;
mod models;

//! Training beside the tape: optimizers, learning rates, averages and batches, against PyTorch's; what is saved, and what is allocated.

#[path = "../reference/harness.rs"]
#[allow(dead_code)]
mod harness;

mod against_pytorch;
mod allocations;
mod batches;
mod models;
#[cfg(feature = "safetensors")]
mod state;

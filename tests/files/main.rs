//! Tensors in files: what NumPy and PyTorch wrote is read, what is written is read back to the bit, and no file, however
//! wrong, makes anything panic or allocate much more than the file is long.
//!
//! The small files in `tests/data/files` were written by `tools/files.py`.

#![cfg(all(feature = "std", any(feature = "safetensors", feature = "npy")))]

#[cfg(feature = "safetensors")]
mod adapted;
mod allocations;
#[path = "../common/mod.rs"]
mod common;
mod errors;
mod mutated;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "npy")]
mod npy_headers;
#[cfg(all(feature = "pth", feature = "safetensors"))]
mod pth;
#[cfg(feature = "safetensors")]
mod safetensors;
mod saving;

/// A file of the examples or tests.
fn path(name: &str) -> String {
    format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))
}

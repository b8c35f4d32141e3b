//! Programs for other engines: what they compute is what the core computes.
//!
//! The judges are XLA and IREE, by their Python packages: tests that need one skip, and say so, where it cannot be had. `SHAPED_PYTHON` names the
//! Python.

#![cfg(feature = "graph")]

mod engine;
mod models;
mod operations;
mod training;
mod types;

//! Layers and models: against PyTorch's, their parameters, generic code, and a decoder with a cache.

#[path = "../../examples/decoder.rs"]
#[allow(dead_code)]
mod example;
#[path = "../reference/harness.rs"]
#[allow(dead_code)]
mod harness;

mod decoder;
mod dropouts;
mod fused;
mod generic;
mod layers;
mod parameters;
mod summary;

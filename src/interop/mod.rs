//! Conversions to and from other crates' types: one file for each optional dependency.

#[cfg(all(feature = "generic-array", feature = "alloc"))]
mod generic_array;

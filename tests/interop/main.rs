//! Conversions to and from other crates: both ways, by values that were written down, with views that share memory.
#![cfg(all(feature = "bytemuck", feature = "image", feature = "nalgebra", feature = "ndarray", feature = "serde"))]

mod arrays;
mod bytes;
mod formats;
mod matrices;
mod pictures;

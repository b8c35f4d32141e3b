//! Kernels: loops over memory that know no shape. Slices, steps and numbers go in.

#![allow(unsafe_code)] // loops over pointers and steps: see the promises of each function

#[cfg(feature = "alloc")]
pub mod convolutions;
pub mod exp;
pub mod level;
pub mod moments;
#[cfg(feature = "alloc")]
pub mod norms;
#[cfg(feature = "rayon")]
pub mod parallel;
pub mod products;
pub mod rows;
// Without `alloc` there are lazy expressions of the functions of one element only.
#[cfg_attr(not(feature = "alloc"), allow(dead_code))]
pub mod simd_math;
pub mod sixteen;
pub mod stream;
pub mod types;
#[cfg(target_arch = "x86_64")]
pub mod vector;

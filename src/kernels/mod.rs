//! Kernels: loops over memory that know no shape. Slices, steps and numbers go in.

#![allow(unsafe_code)] // loops over pointers and steps: see the promises of each function

#[cfg(feature = "alloc")]
pub(crate) mod back;
// As `simd_math`.
#[cfg_attr(not(feature = "alloc"), allow(dead_code))]
pub(crate) mod by_double;
pub(crate) mod by_type;
#[cfg(feature = "alloc")]
pub(crate) mod convolutions;
#[cfg(feature = "alloc")]
pub(crate) mod ctc;
#[cfg(feature = "alloc")]
pub(crate) mod distances;
// Without `alloc` there are no gradients.
#[cfg_attr(not(feature = "alloc"), allow(dead_code))]
pub(crate) mod dual;
pub(crate) mod exact;
pub(crate) mod exp;
pub(crate) mod float;
#[cfg(feature = "alloc")]
pub(crate) mod grid;
pub(crate) mod halves;
pub(crate) mod laid;
pub(crate) mod level;
pub(crate) mod moments;
#[cfg(feature = "alloc")]
pub(crate) mod norms;
#[cfg(feature = "alloc")]
pub(crate) mod optimizers;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
#[cfg(feature = "alloc")]
pub(crate) mod picked;
#[cfg(feature = "alloc")]
pub(crate) mod pools;
pub(crate) mod products;
#[cfg(feature = "alloc")]
pub(crate) mod random;
#[cfg(feature = "alloc")]
pub(crate) mod ranks;
#[cfg(feature = "alloc")]
pub(crate) mod recurrent;
#[cfg(feature = "alloc")]
pub(crate) mod resample;
pub(crate) mod rows;
pub(crate) mod simd;
// Without `alloc` there are lazy expressions of the functions of one element only.
#[cfg_attr(not(feature = "alloc"), allow(dead_code))]
pub(crate) mod simd_math;
pub(crate) mod sixteen;
pub(crate) mod spread;
pub(crate) mod stream;
#[cfg(feature = "alloc")]
pub(crate) mod turned;
pub(crate) mod types;

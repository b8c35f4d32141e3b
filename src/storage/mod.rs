//! Memory for the elements: on the heap, or in place.
#![doc = include_str!("promises.md")]
#![allow(unsafe_code)] // owns raw memory: see the invariants of `Buffer` and `Nested`

#[cfg(feature = "alloc")]
mod arena;
#[cfg(feature = "alloc")]
mod block;
#[cfg(feature = "alloc")]
mod buffer;
#[cfg(feature = "alloc")]
mod elements;
mod full;
#[cfg(feature = "alloc")]
mod growing;
#[cfg(feature = "alloc")]
mod huge;
#[cfg(feature = "alloc")]
mod kept;
#[cfg(feature = "alloc")]
pub(crate) mod memory;
mod nested;
#[cfg(all(feature = "alloc", not(feature = "std")))]
mod one_at_a_time;
mod plain;
#[cfg(feature = "alloc")]
mod shared;
#[cfg(feature = "alloc")]
#[cfg_attr(not(feature = "std"), path = "no_steps.rs")]
mod steps;
#[cfg(all(test, feature = "alloc"))]
mod tests;
mod written;

#[cfg(feature = "alloc")]
pub(crate) use arena::Arena;
#[cfg(feature = "alloc")]
pub(crate) use buffer::{Buffer, Scratch, room};
#[cfg(feature = "alloc")]
pub(crate) use elements::{Elements, Operand};
pub(crate) use full::Full;
#[cfg(feature = "alloc")]
pub(crate) use growing::Growing;
pub(crate) use nested::Nested;
#[allow(unreachable_pub)] // in the bounds of public traits
pub use plain::{OfBytes, Plain};
#[cfg(feature = "alloc")]
pub(crate) use shared::{Claim, Known, Shared};
#[cfg(feature = "alloc")]
pub(crate) use steps::Steps;
pub(crate) use written::Written;

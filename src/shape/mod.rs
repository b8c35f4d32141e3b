//! The type level: numbers, sizes, lists of sizes, and how they broadcast.

pub mod at;
pub mod axes;
pub mod axis;
pub mod broadcast;
pub mod chunks;
pub mod convert;
pub mod diagnostics;
pub mod digits;
pub mod dims;
pub mod join;
pub mod list;
pub mod narrow;
pub mod number;
pub mod permute;
pub mod product;
pub mod reduce;
pub mod reshape;
pub mod run_time;
pub mod size;

pub use list::{Shape, StaticShape};

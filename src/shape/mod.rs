//! The type level: numbers, sizes, lists of sizes, and how they broadcast.

pub mod affine;
pub mod at;
pub mod attention;
pub mod axes;
pub mod axis;
pub mod broadcast;
pub mod chunks;
pub mod conv;
pub mod convert;
pub mod diagnostics;
pub mod digits;
pub mod dims;
pub mod heads;
pub mod index;
pub mod join;
pub mod labels;
pub mod letters;
pub mod list;
pub mod losses;
pub mod narrow;
pub mod normalize;
pub mod number;
pub mod parts;
pub mod permute;
pub mod pool;
pub mod product;
pub mod reduce;
pub mod repeat;
pub mod reshape;
pub mod run_time;
pub mod select;
pub mod size;
pub mod vectors;
pub mod window;

pub use list::{Shape, StaticShape};
pub use size::Size;

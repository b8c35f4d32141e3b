//! Pages to read.

#[cfg(feature = "alloc")]
pub mod errors {
    #![doc = include_str!("errors.md")]
}

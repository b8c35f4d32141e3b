//! Rounding by addition.

/// Adding it to a number below 2^22 leaves the nearest integer in the lowest bits.
pub(crate) const MAGIC: f32 = 12_582_912.0;
/// As [`MAGIC`], for numbers below 2^51.
pub(crate) const MAGIC_DOUBLE: f64 = 6_755_399_441_055_744.0;

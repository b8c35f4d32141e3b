//! Numbers of 16 bits, `f16` and `bf16`, by their bits: one at a time, without a jump, so that a compiler makes vectors of loops over many.

/// What lies in memory are the bits of an `f16`.
#[cfg(feature = "half")]
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Half(#[allow(dead_code)] pub u16);

/// What lies in memory are the bits of a `bf16`.
#[cfg(feature = "half")]
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Brain(#[allow(dead_code)] pub u16);

/// Where a float of 16 bits stands in the order of all of its type: both zeros at 0, and what is NaN where it is to.
#[inline(always)]
pub(crate) fn place(bits: u16, is_half: bool, nan: i16) -> i16 {
    let infinity = if is_half { 0x7c00 } else { 0x7f80 };
    let (size, sign) = ((bits & 0x7fff).cast_signed(), bits.cast_signed() >> 15);
    if size > infinity { nan } else { (size ^ sign).wrapping_sub(sign) }
}

/// The `f16` with these bits as `f32`.
#[inline(always)]
pub(crate) fn widen_half(bits: u16) -> f32 {
    /// What the exponents of the two types start from differs by this power of 2: 2^112.
    const MORE: f32 = f32::from_bits((127 + 112) << 23);
    let magnitude = u32::from(bits & 0x7fff) << 13;
    let scaled = (f32::from_bits(magnitude) * MORE).to_bits();
    // The largest exponent is of infinity and NaN in either type; a NaN that signals is made quiet, as CPUs do.
    let quiet = if magnitude > 0x1f << 23 { 0x40_0000 } else { 0 };
    let magnitude = if magnitude >= 0x1f << 23 { magnitude | 0xff << 23 | quiet } else { scaled };
    f32::from_bits(magnitude | u32::from(bits & 0x8000) << 16)
}

/// The bits of the `f16` that is nearest to the number, of two the even one.
#[inline(always)]
pub(crate) fn narrow_half(x: f32) -> u16 {
    let bits = x.to_bits();
    let sign = bits & 0x8000_0000;
    let size = bits ^ sign;
    // The exponents start from elsewhere, and what is cut off carries into the last digit if it is more than half of it.
    let normal = size.wrapping_sub(112 << 23).wrapping_add(0xfff + (size >> 13 & 1)) >> 13;
    // Below the normal numbers: the last digit of 1/2 is the least number that there is, so that adding it rounds.
    let subnormal = (f32::from_bits(size) + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    let beyond = if size > 0x7f80_0000 { 0x7e00 | (size >> 13 & 0x3ff) } else { 0x7c00 };
    let y = if size < (127 - 14) << 23 { subnormal } else { normal };
    let y = if size >= (127 + 16) << 23 { beyond } else { y };
    (y | sign >> 16) as u16
}

/// The `bf16` with these bits as `f32`.
#[inline(always)]
pub(crate) fn widen_brain(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// The bits of the `bf16` that is nearest to the number, of two the even one.
#[inline(always)]
pub(crate) fn narrow_brain(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1));
    // A NaN stays one, whatever is cut off.
    let y = if x.is_nan() { bits | 0x40_0000 } else { rounded };
    (y >> 16) as u16
}

//! Numbers that are nothing but their bytes.

/// Numbers without destructors, of which every byte belongs to the number, and any bytes are some number.
///
/// # Safety
/// That is so: there is no padding, and no bytes are invalid.
pub unsafe trait Plain: Copy {}

// SAFETY: of a float all bits mean something.
unsafe impl Plain for f32 {}
// SAFETY: of a float all bits mean something.
unsafe impl Plain for f64 {}

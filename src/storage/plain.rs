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

/// Elements that are read from bytes while the program is compiled. Sealed by its one use: what a file can hold.
///
/// # Safety
/// There is no padding, and bytes none of which is more than [`MOST`](Self::MOST) are some element.
pub unsafe trait OfBytes: Copy {
    /// The most that a byte may be.
    const MOST: u8 = u8::MAX;
}

// SAFETY: of `false` and `true` the one byte is 0 and 1.
unsafe impl OfBytes for bool {
    const MOST: u8 = 1;
}

macro_rules! of_any_bytes {
    ($($(#[$when:meta])* $t:ty;)*) => { $(
        $(#[$when])*
        // SAFETY: integers, floats, and pairs of floats that are `repr(C)`: all bits mean something, and there is no padding.
        unsafe impl OfBytes for $t {}
    )* };
}
of_any_bytes! {
    u8; i8; u16; i16; u32; i32; u64; i64; f32; f64;
    #[cfg(feature = "half")]
    half::f16;
    #[cfg(feature = "half")]
    half::bf16;
    #[cfg(feature = "num-complex")]
    num_complex::Complex<f32>;
    #[cfg(feature = "num-complex")]
    num_complex::Complex<f64>;
}

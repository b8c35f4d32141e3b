//! Numbers that are nothing but their bytes.

use crate::kernels::dual::Dual;

/// Numbers without destructors, of which every byte belongs to the number, and any bytes are some number.
///
/// # Safety
/// That is so: there is no padding, and no bytes are invalid.
pub unsafe trait Plain: Copy {}

// SAFETY: of a float all bits mean something.
unsafe impl Plain for f32 {}
// SAFETY: of a float all bits mean something.
unsafe impl Plain for f64 {}

// SAFETY: two floats, and nothing between or behind them, as the assertion says.
unsafe impl Plain for Dual<f32> {}
const _: () = assert!(size_of::<Dual<f32>>() == 2 * size_of::<f32>());
// SAFETY: two floats, and nothing between or behind them, as the assertion says.
unsafe impl Plain for Dual<f64> {}
const _: () = assert!(size_of::<Dual<f64>>() == 2 * size_of::<f64>());

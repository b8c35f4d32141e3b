//! Fused multiply-adds, in loops that are compiled for CPUs that have them.

use num_traits::Float;

/// `a * b + c`, rounded once if it is `FUSED`: for that the loop is to be compiled for a CPU that can, as elsewhere it is a call.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn mul_add<T: Float, const FUSED: bool>(a: T, b: T, c: T) -> T {
    #[cfg(feature = "std")]
    if FUSED {
        return a.mul_add(b, c);
    }
    a * b + c
}

/// A polynomial by Horner's rule, the highest power first.
macro_rules! horner {
    ($fused:tt; $x:expr; $first:expr $(, $more:expr)*) => {{
        let (x, y) = ($x, $first);
        $( let y = $crate::kernels::fused::mul_add::<_, $fused>(y, x, $more); )*
        y
    }};
}
pub(crate) use horner;

//! Elements of any type as the floats that they are, if they are: kernels for these are compiled with this crate.

use core::mem::{self, MaybeUninit};

use num_traits::Float;

pub(crate) use crate::kernels::types::Same;

/// A constant as an element.
#[inline(always)]
pub(crate) fn float<T: Float>(x: f64) -> T {
    T::from(x).expect("a float for every number")
}

/// A float as one that no element's type is needed for.
pub(crate) fn as_f64<T: Float>(x: T) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}

/// Memory whose elements are there and need not be dropped, as the place of results: for what writes elements only.
#[inline(always)]
pub(crate) fn as_places<T>(out: &mut [T]) -> &mut [MaybeUninit<T>] {
    assert!(!mem::needs_drop::<T>(), "elements that are written over");
    // SAFETY: the same memory, of elements that need not be dropped, as was asserted; whoever asks for it writes elements only.
    unsafe { &mut *(core::ptr::from_mut(out) as *mut [MaybeUninit<T>]) }
}

/// Runs a block for the element type, if that is a float: the proof of it is `$same`.
macro_rules! for_floats {
    ($t:ty, |$same:ident| $body:expr, else $other:expr) => {
        if let Some($same) = $crate::kernels::float::Same::<$t, f32>::new() {
            $body
        } else if let Some($same) = $crate::kernels::float::Same::<$t, f64>::new() {
            $body
        } else {
            $other
        }
    };
}
pub(crate) use for_floats;

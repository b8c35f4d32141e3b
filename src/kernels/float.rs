//! Elements of any type as the floats that they are, if they are: kernels for these are compiled with this crate.

use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};

use num_traits::Float;

use crate::kernels::types::type_of;

/// A constant as an element.
#[inline(always)]
pub(crate) fn float<T: Float>(x: f64) -> T {
    T::from(x).expect("a float for every number")
}

/// Memory whose elements are there, as the place of results: for what writes elements only.
#[cfg(feature = "alloc")]
pub(in crate::kernels) fn as_places<T: Copy>(out: &mut [T]) -> &mut [MaybeUninit<T>] {
    // SAFETY: the same memory, of elements that need not be dropped; kernels write elements only.
    unsafe { &mut *(core::ptr::from_mut(out) as *mut [MaybeUninit<T>]) }
}

/// Two types are one.
pub(crate) struct Same<T, R>(PhantomData<(T, R)>);

impl<T, R> Clone for Same<T, R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, R> Copy for Same<T, R> {}

impl<T, R: Copy + 'static> Same<T, R> {
    /// If they are.
    #[inline(always)]
    pub(crate) fn new() -> Option<Self> {
        (type_of::<T>() == TypeId::of::<R>()).then_some(Same(PhantomData))
    }
    #[inline(always)]
    pub(crate) fn value(self, x: &T) -> R {
        // SAFETY: the types are one, as `new` has seen.
        unsafe { mem::transmute_copy(x) }
    }
    #[inline(always)]
    pub(crate) fn back(self, x: R) -> T {
        // SAFETY: the types are one, as `new` has seen, and a number can be copied.
        unsafe { mem::transmute_copy(&x) }
    }
    #[inline(always)]
    pub(crate) fn slice(self, x: &[T]) -> &[R] {
        // SAFETY: the types are one, as `new` has seen.
        unsafe { &*(core::ptr::from_ref(x) as *const [R]) }
    }
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn slice_mut(self, x: &mut [T]) -> &mut [R] {
        // SAFETY: the types are one, as `new` has seen.
        unsafe { &mut *(core::ptr::from_mut(x) as *mut [R]) }
    }
    #[inline(always)]
    pub(crate) fn places(self, x: &mut [MaybeUninit<T>]) -> &mut [MaybeUninit<R>] {
        // SAFETY: the types are one, as `new` has seen.
        unsafe { &mut *(core::ptr::from_mut(x) as *mut [MaybeUninit<R>]) }
    }
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

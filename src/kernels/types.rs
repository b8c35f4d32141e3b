//! Which type elements have.

use core::any::TypeId;
use core::marker::PhantomData;
use core::{mem, ptr};

/// The type of the elements, which need not live for ever.
pub(crate) fn type_of<T>() -> TypeId {
    trait Typed {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T> Typed for PhantomData<T> {
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let typed: &dyn Typed = &PhantomData::<T>;
    // SAFETY: only how long things live is forgotten, which nothing at run time depends on; and no borrow is a float.
    unsafe { mem::transmute::<&dyn Typed, &(dyn Typed + 'static)>(typed) }.id()
}

/// The element as a `U`, if that is its type.
#[inline(always)]
#[cfg_attr(not(feature = "alloc"), allow(dead_code))] // scans ask
pub(crate) fn as_type<T, U: Copy>(x: &T) -> Option<U> {
    if type_of::<T>() != type_of::<U>() {
        return None;
    }
    // SAFETY: the types are the same, and one that may be copied.
    Some(unsafe { ptr::from_ref(x).cast::<U>().read() })
}

/// A value of a type that is `T`.
///
/// # Panics
/// If it is another one.
#[inline(always)]
#[cfg_attr(not(feature = "alloc"), allow(dead_code))] // as above
pub(crate) fn same<U: Copy, T>(x: U) -> T {
    assert!(type_of::<T>() == type_of::<U>(), "the same type");
    // SAFETY: the types are the same, and one that may be copied.
    unsafe { ptr::from_ref(&x).cast::<T>().read() }
}

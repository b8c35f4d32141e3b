//! Which type elements have.

use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};
use core::{ptr, slice};

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

/// Are the elements numbers of the language, which are copied bit by bit?
#[inline(always)]
pub(crate) fn is_number<T>() -> bool {
    macro_rules! one_of { ($($t:ident)*) => { $(type_of::<T>() == TypeId::of::<$t>())||* } }
    one_of!(f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize)
}

/// The element as a `U`, if that is its type.
#[inline(always)]
pub(crate) fn as_type<T, U: Copy + 'static>(x: &T) -> Option<U> {
    Some(Same::<T, U>::new()?.value(x))
}

/// A value of a type that is `T`.
///
/// # Panics
/// If it is another one.
#[inline(always)]
pub(crate) fn same<U: Copy + 'static, T>(x: U) -> T {
    Same::<T, U>::new().expect("the same type").back(x)
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
        self.slice(slice::from_ref(x))[0]
    }
    #[inline(always)]
    pub(crate) fn back(self, x: R) -> T {
        // SAFETY: the types are one, as `new` has seen, and a number can be copied.
        unsafe { mem::transmute_copy(&x) }
    }
    #[inline(always)]
    pub(crate) fn slice(self, x: &[T]) -> &[R] {
        // SAFETY: the types are one, as `new` has seen.
        unsafe { &*(ptr::from_ref(x) as *const [R]) }
    }
    #[inline(always)]
    pub(crate) fn slice_mut(self, x: &mut [T]) -> &mut [R] {
        // SAFETY: the types are one, as `new` has seen.
        unsafe { &mut *(ptr::from_mut(x) as *mut [R]) }
    }
    #[inline(always)]
    pub(crate) fn places(self, x: &mut [MaybeUninit<T>]) -> &mut [MaybeUninit<R>] {
        // SAFETY: the types are one, as `new` has seen.
        unsafe { &mut *(ptr::from_mut(x) as *mut [MaybeUninit<R>]) }
    }
}

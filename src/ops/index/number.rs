//! Integers that index.

use crate::error::IndexError;
#[cfg(feature = "alloc")]
use crate::kernels::picked::all;
use crate::shape::diagnostics::IndexNumber;
use crate::shape::verdict::{Concrete, Ours};
#[cfg(feature = "alloc")]
use crate::storage::Arena;
use crate::view::Values;

macro_rules! index_numbers {
    ($($t:ident)*) => { $(
        impl Ours for $t {}
        impl Concrete for $t {
            type Itself = $t;
        }
        #[diagnostic::do_not_recommend]
        impl IndexNumber for $t {
            #[inline(always)]
            fn count(self) -> Option<usize> {
                usize::try_from(self).ok()
            }
            #[inline(always)]
            fn number(self) -> i128 {
                self as i128 // at most 64 bits
            }
            const SIGNED: bool = $t::MIN != 0;
        }
    )* };
}
index_numbers!(usize u8 u16 u32 u64 isize i8 i16 i32 i64);

/// How an index counts.
pub(crate) trait Count {
    /// The element that an index names, of so many.
    fn place<I: IndexNumber>(index: I, size: usize) -> Option<usize>;
}

/// From the first element.
pub(crate) struct Forward;
/// From the first element, and if it is negative from the end.
pub(crate) struct FromEitherEnd;

impl Count for Forward {
    #[inline(always)]
    fn place<I: IndexNumber>(index: I, size: usize) -> Option<usize> {
        index.count().filter(|&i| i < size)
    }
}

impl Count for FromEitherEnd {
    #[inline(always)]
    fn place<I: IndexNumber>(index: I, size: usize) -> Option<usize> {
        let i = match index.count() {
            Some(i) => i,
            None => usize::try_from(index.number() + size as i128).ok()?,
        };
        Some(i).filter(|&i| i < size)
    }
}

/// What is indexed, for the error: an axis, or all elements.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub axis: Option<isize>,
    pub size: usize,
}

impl Range {
    /// The element that an index names.
    #[inline(always)]
    pub(crate) fn place<C: Count, I: IndexNumber>(self, index: I) -> Result<usize, IndexError> {
        C::place(index, self.size).ok_or(IndexError { index: index.number(), axis: self.axis, size: self.size })
    }

    /// All indices name elements.
    pub(crate) fn check<C: Count, X: Values<Elem: IndexNumber>>(self, indices: &X) -> Result<(), IndexError> {
        #[cfg(feature = "alloc")]
        if let Some(indices) = indices.view().as_block()
            && all(indices, |index| C::place(index, self.size).is_some())
        {
            return Ok(());
        }
        indices.iter().try_for_each(|&index| self.place::<C, _>(index).map(drop))
    }
}

/// The places that indices name, of `size`, for the way back; `usize::MAX` for what names none, or is not to be counted.
#[cfg(feature = "alloc")]
pub(crate) fn held_places<'t, C: Count, X: Values<Elem: IndexNumber>, T>(
    memory: &'t Arena<T>,
    indices: &X,
    size: usize,
    but: impl Fn(X::Elem) -> bool,
) -> &'t [usize] {
    let mut indices_in_order = indices.iter();
    memory.alloc_with(indices.numel(), |_| {
        let place = |&i: &X::Elem| C::place(i, size).filter(|_| !but(i));
        indices_in_order.next().and_then(place).unwrap_or(usize::MAX)
    })
}

//! Elements in place: nested arrays seen as the flat memory that they are.

#[cfg(feature = "alloc")]
use core::mem;
use core::mem::MaybeUninit;
use core::slice;

use crate::shape::StaticShape;

/// The elements of a static shape, in place.
///
/// `S::Array<T>` nests one array per axis around `T`, so it is `NUMEL` elements next to each other: Rust arrays have no gaps,
/// nor has a `Joined` pair of them, which is `repr(C)` and made of parts of one alignment.
#[repr(transparent)]
pub struct Nested<T, S: StaticShape>(S::Array<T>);

impl<T, S: StaticShape> Nested<T, S> {
    /// What the layout rests on, checked for every pair of types that is used: all sizes are in the type, and their product is the
    /// array's.
    const LAID_OUT_FLAT: () = assert!(
        S::STATIC
            && size_of::<S::Array<T>>() == S::NUMEL * size_of::<T>()
            && align_of::<S::Array<T>>() <= align_of::<MaybeUninit<T>>()
    );

    #[inline(always)]
    pub const fn new(array: S::Array<T>) -> Self {
        Nested(array)
    }

    /// The elements that these bytes are, in the order of this machine: for constants.
    ///
    /// # Panics
    /// If there are more or fewer bytes than the elements have, or bytes that no element has.
    pub const fn of_bytes(bytes: &[u8]) -> Self
    where
        T: super::OfBytes,
    {
        const { Self::LAID_OUT_FLAT }
        assert!(bytes.len() == size_of::<S::Array<T>>(), "as many bytes as the elements have");
        let mut at = 0;
        while T::MOST < u8::MAX && at < bytes.len() {
            assert!(bytes[at] <= T::MOST, "a byte of the file that is neither `false` nor `true`");
            at += 1;
        }
        // SAFETY: as many bytes as the array has were compared just above, each with what an element's may be; elements without padding lie next
        // to each other, and where they start is not taken to be aligned.
        Nested(unsafe { bytes.as_ptr().cast::<S::Array<T>>().read_unaligned() })
    }

    #[inline(always)]
    pub fn into_array(self) -> S::Array<T> {
        self.0
    }

    #[inline(always)]
    pub const fn as_slice(&self) -> &[T] {
        const { Self::LAID_OUT_FLAT }
        // SAFETY: the array is `NUMEL` elements next to each other.
        unsafe { slice::from_raw_parts((&raw const self.0).cast(), S::NUMEL) }
    }

    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        const { Self::LAID_OUT_FLAT }
        // SAFETY: the array is `NUMEL` elements next to each other, borrowed mutably.
        unsafe { slice::from_raw_parts_mut((&raw mut self.0).cast(), S::NUMEL) }
    }

    /// The elements that `fill` writes to its places.
    #[inline(always)]
    pub(crate) fn written_by(fill: impl FnOnce(&mut [MaybeUninit<T>]) -> super::Full<'_, T>) -> Self {
        const { Self::LAID_OUT_FLAT }
        let mut array = MaybeUninit::<S::Array<T>>::uninit();
        let start = array.as_mut_ptr().cast::<MaybeUninit<T>>();
        // SAFETY: the array is `NUMEL` elements next to each other, of which nothing has to be there.
        let places = unsafe { slice::from_raw_parts_mut(start, S::NUMEL) };
        fill(places).are(start.cast(), S::NUMEL);
        // SAFETY: all elements are written, as was compared just above.
        Nested(unsafe { array.assume_init() })
    }

    /// The elements of an iterator.
    ///
    /// # Panics
    /// If the iterator gives fewer than the shape has.
    pub fn from_iter(elements: impl IntoIterator<Item = T>) -> Self {
        let mut elements = elements.into_iter();
        Self::written_by(|places| {
            let (mut written, places) = super::Written::to(places);
            for place in &mut *places {
                place.write(elements.next().expect("as many elements as the shape has"));
                written.done += 1;
            }
            written.finish(places)
        })
    }

    /// The elements moved to the heap.
    #[cfg(feature = "alloc")]
    pub fn into_buffer(self) -> super::Buffer<T> {
        let this = mem::ManuallyDrop::new(self);
        let mut buffer = super::Buffer::with_capacity(S::NUMEL);
        let from = this.as_slice();
        // SAFETY: both hold `NUMEL` elements, and the new ones are elsewhere; the old ones are not used again.
        unsafe { core::ptr::copy_nonoverlapping(from.as_ptr(), buffer.as_mut_ptr(), from.len()) };
        // SAFETY: they were written just above.
        unsafe { buffer.set_len(from.len()) };
        buffer
    }
}

impl<T: Clone, S: StaticShape> Clone for Nested<T, S> {
    #[inline]
    fn clone(&self) -> Self {
        Self::from_iter(self.as_slice().iter().cloned())
    }
}

impl<T: Copy, S: StaticShape> Copy for Nested<T, S> where S::Array<T>: Copy {}

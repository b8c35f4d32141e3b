//! What is done to the elements of a product while they are in the caches.

/// A function that is applied to each element of a result, in place.
pub struct Then<T> {
    /// Applies it to some of them.
    pub each: fn(&mut [T]),
    /// Is it 0 for negative elements, and the element for others? That can be done before they are in memory.
    pub relu: bool,
}

impl<T> Clone for Then<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Then<T> {}

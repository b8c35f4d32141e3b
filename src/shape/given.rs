//! Types once others are known.

/// `T`, of which the compiler says nothing before it knows `Self`.
///
/// A method whose trait is plainly not implemented is one that the compiler does not find; put off until an argument is known, the
/// trait is what does not hold, and its text is printed.
pub trait Given {
    type Then<T: ?Sized>: ?Sized;
}

impl<X: ?Sized> Given for X {
    type Then<T: ?Sized> = T;
}

/// Makes `K` known where a method is called that has no argument to wait for: `(): Only<K>` holds for `()` alone.
pub trait Only<K> {}

impl Only<()> for () {}

/// What no type is: it gives whatever is asked for. Of a type that is still to be inferred the compiler does not say so before it knows which.
pub trait Never {
    /// Whatever is asked for.
    fn never<R>() -> R;
}

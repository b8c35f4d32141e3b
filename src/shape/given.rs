//! Types once others are known.

use super::size::Size;

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

/// A size as an argument, of which a result is made. Each size says so of itself, and not one implementation for all: so of what is no size nothing follows, and no
/// method of the result is asked for what it lacks. (Not `Concrete`: integers are that, too, as places.)
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be a size",
    label = "a size is the value `Dim::<8>`, 1 is `One`, and from 1024 on it is `<dim!(1024)>::VALUE`; a generic size is `N: Size`",
    note = "a variable's number has a name, `axis!(Classes)`, and is the value `Classes(n)`"
)]
pub trait GivenSize {
    /// The size itself.
    type Itself: Size;
    /// The size itself.
    fn itself(self) -> Self::Itself;
}

/// Says of a type that it is a size by itself.
#[doc(hidden)]
#[macro_export]
macro_rules! __given {
    ([$($generics:tt)*] $t:ty $(where $($bound:tt)*)?) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> $crate::errors::GivenSize for $t $(where $($bound)*)? {
            type Itself = Self;
            #[inline(always)]
            fn itself(self) -> Self {
                self
            }
        }
    };
}

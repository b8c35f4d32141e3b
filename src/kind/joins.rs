//! The kind of what two sides make, either of which may be one value that has none of its own.

#[cfg(feature = "alloc")]
use super::Traced;
use super::{Eager, Kind};

/// Of one value for all: of whatever kind the other side is.
#[derive(Clone, Copy, Debug)]
pub enum Undecided {}

/// A kind, or none; and what it is where nothing else says.
pub trait MaybeKind<T> {
    /// What a side knows.
    type Known;
    /// Itself, or [`Eager`].
    type OrEager: Kind<T>;
    /// What is known then.
    fn or_eager(known: Self::Known) -> <Self::OrEager as Kind<T>>::Note;
}

/// What sides of two kinds make together: that of either, if they are the same, or of the one that has one.
#[diagnostic::on_unimplemented(
    message = "one side is of kind `{Self}`, the other of kind `{Other}`",
    label = "both sides have to be of one kind",
    note = "`tape.constant(&y)` makes an eager tensor a constant of the tape"
)]
pub trait Joins<T, Other: MaybeKind<T>>: MaybeKind<T> {
    /// The kind of both.
    type Kind: Kind<T>;
    /// What both know.
    fn joined(own: Self::Known, other: Other::Known) -> <Self::Kind as Kind<T>>::Note;
}

impl<T> MaybeKind<T> for Undecided {
    type Known = ();
    type OrEager = Eager;
    fn or_eager((): ()) {}
}
impl<T, K: MaybeKind<T>> Joins<T, K> for Undecided {
    type Kind = K::OrEager;
    #[inline(always)]
    fn joined((): (), other: K::Known) -> <K::OrEager as Kind<T>>::Note {
        K::or_eager(other)
    }
}

macro_rules! kinds {
    ($([$($lifetime:lifetime)?] $kind:ty [$($bound:tt)*];)*) => { $(
        impl<$($lifetime,)? T: $($bound)*> MaybeKind<T> for $kind {
            type Known = <$kind as Kind<T>>::Note;
            type OrEager = $kind;
            #[inline(always)]
            fn or_eager(known: Self::Known) -> Self::Known {
                known
            }
        }
        impl<$($lifetime,)? T: $($bound)*> Joins<T, Undecided> for $kind {
            type Kind = $kind;
            #[inline(always)]
            fn joined(own: Self::Known, (): ()) -> Self::Known {
                own
            }
        }
        impl<$($lifetime,)? T: $($bound)*> Joins<T, $kind> for $kind {
            type Kind = $kind;
            #[inline(always)]
            fn joined(own: Self::Known, _: Self::Known) -> Self::Known {
                own
            }
        }
    )* };
}
kinds! { [] Eager []; }
#[cfg(feature = "alloc")]
kinds! { ['t] Traced<'t> [super::Real]; }

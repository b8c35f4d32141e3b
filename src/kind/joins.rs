//! The kind of what two sides make, either of which may be one value that has none of its own.

use core::marker::PhantomData;

use super::{Eager, Kind};

/// Of one value for all: of whatever kind the other side is.
#[derive(Clone, Copy, Debug)]
pub enum Undecided {}

/// Of a tensor of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct Decided<K>(PhantomData<K>);

/// A kind, or none; and what it is where nothing else says.
pub trait MaybeKind<T> {
    /// What a side knows.
    type Known;
    /// The kind, or [`Eager`].
    type OrEager: Kind<T>;
    /// What is known then.
    fn or_eager(known: Self::Known) -> <Self::OrEager as Kind<T>>::Note;
}

/// What sides of two kinds, `Own` and `Others`, make together: that of either, if they are the same, or of the one that has one.
#[diagnostic::on_unimplemented(
    message = "one side is of kind `{Own}`, the other of kind `{Others}`",
    label = "both sides have to be of one kind",
    note = "`tape.input(&y)`, or `trace.constant(&y)` in a trace, makes an eager tensor a constant"
)]
pub trait Joins<T, Other: MaybeKind<T>, Own, Others>: MaybeKind<T> {
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
impl<T, K: Kind<T>> MaybeKind<T> for Decided<K> {
    type Known = K::Note;
    type OrEager = K;
    #[inline(always)]
    fn or_eager(known: K::Note) -> K::Note {
        known
    }
}

impl<T, Other: MaybeKind<T>, Own, Others> Joins<T, Other, Own, Others> for Undecided {
    type Kind = Other::OrEager;
    #[inline(always)]
    fn joined((): (), other: Other::Known) -> <Other::OrEager as Kind<T>>::Note {
        Other::or_eager(other)
    }
}
impl<T, K: Kind<T>, Own, Others> Joins<T, Undecided, Own, Others> for Decided<K> {
    type Kind = K;
    #[inline(always)]
    fn joined(own: K::Note, (): ()) -> K::Note {
        own
    }
}
impl<T, K: Kind<T>, Own, Others> Joins<T, Decided<K>, Own, Others> for Decided<K> {
    type Kind = K;
    #[inline(always)]
    fn joined(own: K::Note, _: K::Note) -> K::Note {
        own
    }
}

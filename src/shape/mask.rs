//! Which axes are reduced, as a list of fates.

use super::rank::{Last, Nowhere, Outside, Position};

/// What becomes of an axis.
pub trait Fate {
    const BIT: u16;
    /// Of an axis that two axis arguments speak of.
    type Or<F: Fate>: Fate;
    type OrGone: Fate;
    /// [`Twice`] if this is, or what is found of the other axes.
    type Repeats<Others>;
}

/// The axis stays.
pub struct Kept;
/// The axis is reduced.
pub struct Gone;
/// The axis is named twice.
pub struct Twice;

impl Fate for Kept {
    const BIT: u16 = 0;
    type Or<F: Fate> = F;
    type OrGone = Gone;
    type Repeats<Others> = Others;
}
impl Fate for Gone {
    const BIT: u16 = 1;
    type Or<F: Fate> = F::OrGone;
    type OrGone = Twice;
    type Repeats<Others> = Others;
}
impl Fate for Twice {
    const BIT: u16 = 1;
    type Or<F: Fate> = Twice;
    type OrGone = Twice;
    type Repeats<Others> = Twice;
}

/// What becomes of each axis, from the last one on: a list of fates whose end means that the rest stays.
pub trait Mask {
    const BITS: u16;
    /// [`Twice`] if an axis is named twice, and `()` if not.
    type Repeats;
    /// Both masks together.
    type Or<M: Mask>: Mask;
    /// Together with a mask that is not empty.
    type OrPair<F: Fate, M: Mask>: Mask;
}

impl Mask for () {
    const BITS: u16 = 0;
    type Repeats = ();
    type Or<M: Mask> = M;
    type OrPair<F: Fate, M: Mask> = (F, M);
}
impl<G: Fate, N: Mask> Mask for (G, N) {
    const BITS: u16 = N::BITS << 1 | G::BIT;
    type Repeats = G::Repeats<N::Repeats>;
    type Or<M: Mask> = M::OrPair<G, N>;
    type OrPair<F: Fate, M: Mask> = (G::Or<F>, N::Or<M>);
}
impl Mask for Nowhere {
    const BITS: u16 = 0;
    type Repeats = ();
    type Or<M: Mask> = Nowhere;
    type OrPair<F: Fate, M: Mask> = Nowhere;
}

/// A place in a list as a mask.
pub trait PlaceMask {
    type Mask: Mask;
    /// Nothing, once the place is known.
    type Open;
}

/// The same, for texts: of the supertrait the compiler says nothing where this does not hold.
pub trait KnownPlace: PlaceMask {}
impl KnownPlace for Last {}
impl<P: Position + KnownPlace> KnownPlace for Outside<P> {}
impl KnownPlace for Nowhere {}

impl PlaceMask for Last {
    type Mask = (Gone, ());
    type Open = ();
}
impl<P: Position + PlaceMask> PlaceMask for Outside<P> {
    type Mask = (Kept, P::Mask);
    type Open = ();
}
impl PlaceMask for Nowhere {
    type Mask = Nowhere;
    type Open = ();
}

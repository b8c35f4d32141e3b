//! How an operand goes along the innermost loop, decided by the types of its shape and layout.
//!
//! It is a type and not a constant: of a branch on a constant, the compiler looks at every arm for every new shape, and the arms
//! multiply with each operand.

use super::Visit;
use super::node::{Contiguous, Place, Stretched, Strided};

/// A way along the innermost loop.
pub trait Form {
    /// Hands an operand over in this form; `inner` is its stride along the innermost loop.
    fn hand<P: Place<Elem: Clone>, V: Visit<P::Elem>>(place: P, inner: isize, visitor: V);
}

/// Element by element.
pub struct Runs;

/// The same element again and again.
pub struct Stays;

/// With a stride that the program knows when it runs.
pub struct Jumps;

impl Form for Runs {
    #[inline(always)]
    fn hand<P: Place<Elem: Clone>, V: Visit<P::Elem>>(place: P, _: isize, visitor: V) {
        visitor.visit(Contiguous(place));
    }
}

impl Form for Stays {
    #[inline(always)]
    fn hand<P: Place<Elem: Clone>, V: Visit<P::Elem>>(place: P, _: isize, visitor: V) {
        visitor.visit(Stretched(place));
    }
}

impl Form for Jumps {
    #[inline(always)]
    fn hand<P: Place<Elem: Clone>, V: Visit<P::Elem>>(place: P, inner: isize, visitor: V) {
        // Each form of an operand compiles all forms of those after it, so from the third on there is one, which is right for all.
        if const { V::BEFORE >= 2 } {
            return visitor.visit(Strided(place, inner));
        }
        match inner {
            1 => visitor.visit(Contiguous(place)),
            0 => visitor.visit(Stretched(place)),
            stride => visitor.visit(Strided(place, stride)),
        }
    }
}

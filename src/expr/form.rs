//! An operand handed over in the [form](crate::shape::form) in which it goes along the innermost loop.

use super::node::{Contiguous, Cursor, Stretched, Strided};
use super::visit::Visit;
use crate::shape::form::Ways;

/// An operand that is to be handed over to a visitor; `inner` is its stride along the innermost loop.
pub(super) struct Hand<P, V> {
    pub place: P,
    pub inner: isize,
    pub visitor: V,
}

impl<P: Cursor<Elem: Clone>, V: Visit<P::Elem>> Ways for Hand<P, V> {
    #[inline(always)]
    fn runs(self) {
        self.visitor.visit(Contiguous(self.place));
    }

    #[inline(always)]
    fn stays(self) {
        self.visitor.visit(Stretched(self.place));
    }

    #[inline(always)]
    fn jumps(self) {
        let Hand { place, inner, visitor } = self;
        // Each form of an operand compiles all forms of those after it, so from the third on there is one, which is right for all, and where
        // no other needs that one, the contiguous one.
        if const { V::BEFORE >= 2 } {
            if const { !V::STRIDED } && inner == 1 {
                return visitor.visit(Contiguous(place));
            }
            return visitor.visit(Strided(place, inner));
        }
        match inner {
            1 => visitor.visit(Contiguous(place)),
            0 => visitor.visit(Stretched(place)),
            stride => visitor.visit(Strided(place, stride)),
        }
    }
}

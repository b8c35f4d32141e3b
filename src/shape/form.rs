//! How an operand goes along the innermost loop, decided by the types of its shape and layout.
//!
//! It is a type and not a constant: of a branch on a constant, the compiler looks at every arm for every new shape, and the arms
//! multiply with each operand.

/// A way along the innermost loop.
pub trait Form {
    /// Is the way found when the program runs, whichever loop is the innermost one?
    const FOUND: bool = false;
    /// Takes the one way that is meant; the others are not compiled.
    fn choose<W: Ways>(of: W);
}

/// What is done in each form.
pub trait Ways {
    /// Element by element.
    fn runs(self);
    /// The same element again and again.
    fn stays(self);
    /// With a stride that the program knows when it runs.
    fn jumps(self);
}

/// Element by element.
pub struct Runs;

/// The same element again and again.
pub struct Stays;

/// With a stride that the program knows when it runs.
pub struct Jumps;

impl Form for Runs {
    #[inline(always)]
    fn choose<W: Ways>(of: W) {
        of.runs();
    }
}

impl Form for Stays {
    #[inline(always)]
    fn choose<W: Ways>(of: W) {
        of.stays();
    }
}

impl Form for Jumps {
    const FOUND: bool = true;
    #[inline(always)]
    fn choose<W: Ways>(of: W) {
        of.jumps();
    }
}

//! Methods of every operand whose arguments decide whether they are had: each trait has the arguments as parameters, and is
//! implemented where the shape allows them. Of a trait that is not, the compiler shows our text, and no signature of a method.

/// A family of methods of every operand, each signature once: the trait, and its implementation, which passes on to the view's own method of
/// the same name.
macro_rules! of_every_operand {
    (
        $(#[$family:meta])*
        trait $trait:ident $generics:tt $arguments:tt for $x:ident $(given $given:tt)? where $condition:tt $types:tt
        $(
            $(#[$doc:meta])*
            fn $method:ident(&$this:ident $(, $argument:ident: $of:ty)* $(,)?) -> $result:ty;
        )*
    ) => {
        $crate::view::operation! {
            $(#[$family])*
            trait $trait $generics $arguments for $x $(given $given)? where $condition $types
            $(
                $(#[$doc])*
                fn $method(&$this $(, $argument: $of)*) -> $result => #[inline] {
                    $this.view().$method($($argument),*)
                }
            )*
        }
    };
}

mod axis_views;
mod group;
mod joint;
mod named;
mod ones;
mod order;
mod part;
mod place;
mod window;

pub use axis_views::{AxisSizes, AxisViews, DiagonalsAbove, DiagonalsBelow};
pub use group::{AxisMerges, AxisSplits};
pub use joint::Expansions;
pub use named::{Fixes, Frees, Itself, Renames, Reshapes, Stretches};
pub use ones::{Squeezes, Unsqueezes};
pub use order::{AxisMoves, AxisSwaps, Flips, Permutations};
pub use part::{EqualParts, Narrows, RunTimeNarrows, Slices, Splits};
pub use place::AxisPlaces;
pub use window::{AxisWindows, SteppedWindows};

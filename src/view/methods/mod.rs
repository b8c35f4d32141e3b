//! Methods of every operand whose arguments decide whether they are had: each trait has the arguments as parameters, and is
//! implemented where the shape allows them. Of a trait that is not, the compiler shows our text, and no signature of a method.

mod axis_views;
mod group;
mod joint;
mod named;
mod ones;
mod order;
mod part;
mod place;
mod window;

pub use axis_views::AxisViews;
pub use group::{AxisMerges, AxisSplits};
pub use joint::Expansions;
pub use named::{Fixes, Frees, Itself, Renames, Reshapes, Stretches};
pub use ones::{Squeezes, Unsqueezes};
pub use order::{AxisMoves, AxisSwaps, Flips, Permutations};
pub use part::{EqualParts, Narrows, RunTimeNarrows, Slices, Splits};
pub use place::AxisPlaces;
pub use window::{AxisWindows, SteppedWindows};

//! Reading and writing by index, by mask, and by class.

#[cfg(feature = "alloc")]
pub(crate) mod back;
#[cfg(feature = "alloc")]
mod count;
mod number;
#[cfg(feature = "alloc")]
pub(crate) mod read;
mod write;

#[cfg(feature = "alloc")]
pub(crate) use back::{PickBack, SelectBack};
#[cfg(feature = "alloc")]
pub use count::{ConfusionMatrices, Counting, WeightedCounts};
#[cfg(feature = "graph")]
pub(crate) use number::Count;
#[cfg(feature = "alloc")]
pub(crate) use number::{Forward, Range, held_places};
pub use write::{IndexAssigns, IndexFills, Puts, Scatters};
#[cfg(feature = "alloc")]
pub use write::{ScatterReduce, ScatterReductions};

#[cfg(feature = "alloc")]
pub use reading::{Gathers, IndexSelections, Indexing, MaskedReads, TakesAlong};

#[cfg(feature = "alloc")]
mod reading;

//! Reading and writing by index, by mask, and by class.

#[cfg(feature = "alloc")]
mod count;
mod number;
#[cfg(feature = "alloc")]
pub(crate) mod read;
mod write;

#[cfg(feature = "alloc")]
pub use count::Counting;
#[cfg(feature = "alloc")]
pub(crate) use number::{Forward, Range};
pub use write::IndexingMut;

#[cfg(feature = "alloc")]
pub use reading::Indexing;

#[cfg(feature = "alloc")]
mod reading;

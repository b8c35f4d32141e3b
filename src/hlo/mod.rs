//! Operations that are only noted: what a graph is made of, its gradient, and its text in StableHLO.
//!
//! A value is a number in a list of notes, with sizes and the type of its elements. Nothing here knows a shape's type, and nothing is computed. The
//! primitives are StableHLO's own, few enough that each has its gradient ([`gradient`]) and its text ([`text`]) once; what the library's operations
//! are made of is written in terms of them, beside their ways back.

mod cost;
mod element;
pub(crate) mod functions;
mod gradient;
mod notes;
mod text;
mod views;
mod windows;

pub use cost::Cost;
pub use element::{Element, ElementType};
pub(crate) use notes::{Fold, Id, Notes, Op, Relation};
pub(crate) use text::{Sharding, Signature, text};
pub(crate) use views::Placed;
pub(crate) use windows::{Convolution, Pooling};

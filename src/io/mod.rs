//! Tensors in files: safetensors (feature `safetensors`), NumPy's npy and npz (feature `npy`).
//!
//! A file is read as a whole and checked once; then each tensor is asked for with the element type and the shape that the
//! program expects. What the file has must be just that: nothing is converted, cut or stretched on the way. A run-time axis
//! takes its number from the file.
//!
//! Files are data, and may be wrong or hostile: all that can be wrong is a [`FileError`] that names the path, the tensor, what
//! the file has and what was asked for. Nothing panics, and no number in a file makes memory be reserved that its bytes do not
//! back.

mod element;
mod error;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "npy")]
mod npz;
#[cfg(all(feature = "std", any(feature = "safetensors", feature = "npy")))]
mod path;
#[cfg(feature = "safetensors")]
mod safetensors;
#[cfg(feature = "safetensors")]
mod safetensors_writer;
mod sink;
mod source;
#[cfg(feature = "npy")]
mod zip;

pub use element::{DType, FileElement};
pub use error::{FileError, FileErrorKind};
#[cfg(feature = "npy")]
pub use npy::Npy;
#[cfg(feature = "npy")]
pub use npz::{Npz, NpzWriter};
#[cfg(feature = "safetensors")]
pub use safetensors::SafeTensors;
#[cfg(feature = "safetensors")]
pub use safetensors_writer::SafeTensorsWriter;
pub use sink::TensorSink;
pub use source::TensorSource;

//! Tensors in files: safetensors (feature `safetensors`), NumPy's npy and npz (feature `npy`), what PyTorch saves (feature `pth`).
//!
//! A file is checked once; then each tensor is asked for with the element type and the shape that the
//! program expects. What the file has must be just that: nothing is converted, cut or stretched on the way. A run-time axis
//! takes its number from the file.
//!
//! Files are data, and may be wrong or hostile: all that can be wrong is a [`FileError`] that names the path, the tensor, what
//! the file has and what was asked for. Nothing panics, no number in a file makes memory be reserved that its bytes do not
//! back, and the text of an error is short whatever the file says. A file of another format is called what it is.
//!
//! A model whose parts have other names than the file's reads it [`under`](TensorSource::under) a prefix or
//! [`renamed`](TensorSource::renamed), and one of other elements [`casting`](TensorSource::casting).
//!
//! # Saving
//!
//! A file is written beside the one that is there, under a name that ends in `.partial`, and renamed once it is complete and on the
//! disk. Killed at any moment, a program leaves the old file or the new one, and at worst a partial file, which does not disturb the
//! next save. Threads may save to one path; the file is then that of one of them, whole.
//!
//! - The new file has the mode, the owner and the group of the old one; if the system does not allow that, saving is an error and the
//!   old file stays. So it is if the old one may not be written. What else a file system keeps with a file (hard links, access lists,
//!   attributes) stays with the old one.
//! - Through a symbolic link, what it points to is replaced. A pipe or a device is written to, which is not all or nothing.

mod adapted;
mod colours;
mod element;
mod error;
#[cfg(all(feature = "std", feature = "safetensors"))]
mod file;
#[cfg(any(feature = "safetensors", feature = "npy"))]
mod foreign;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "npy")]
mod npz;
#[cfg(feature = "std")]
mod path;
#[cfg(feature = "pth")]
mod pickle;
pub(crate) mod pictures;
#[cfg(feature = "std")]
mod png;
#[cfg(feature = "pth")]
mod pth;
#[cfg(feature = "safetensors")]
mod safetensors;
#[cfg(feature = "safetensors")]
mod safetensors_writer;
#[cfg(feature = "std")]
mod save;
#[cfg(all(feature = "std", feature = "safetensors"))]
mod sharded;
mod shown;
mod sink;
mod source;
#[cfg(feature = "npy")]
mod zip;

pub use adapted::{Casting, Renamed};
pub use element::{DType, FileElement};
pub use error::{FileError, FileErrorKind};
#[cfg(feature = "npy")]
pub use npy::Npy;
#[cfg(feature = "npy")]
pub use npz::{Npz, NpzWriter};
pub use pictures::{HeatMap, Histogram};
#[cfg(feature = "pth")]
pub use pth::Pth;
#[cfg(feature = "safetensors")]
pub use safetensors::SafeTensors;
#[cfg(feature = "safetensors")]
pub use safetensors_writer::SafeTensorsWriter;
#[cfg(feature = "std")]
pub(crate) use save::write as save;
#[cfg(all(feature = "std", feature = "safetensors"))]
pub use sharded::ShardedSafeTensors;
pub use sink::TensorSink;
pub use source::TensorSource;

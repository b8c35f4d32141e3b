//! Files as sinks of tensors, whatever their format.

use super::{FileElement, FileError};
use crate::view::Values;

/// Takes tensors by name, to be written to a file: safetensors, or an npz archive. The counterpart of
/// [`TensorSource`](super::TensorSource).
///
/// ```
/// use shaped::io::{FileError, TensorSink};
/// use shaped::prelude::*;
/// struct Dense {
///     weight: Tensor<f32, shape![128, 64]>,
///     bias: Tensor<f32, shape![128]>,
/// }
/// impl Dense {
///     fn save(&self, file: &mut impl TensorSink, prefix: &str) -> Result<(), FileError> {
///         file.add(&format!("{prefix}.weight"), &self.weight)?;
///         file.add(&format!("{prefix}.bias"), &self.bias)
///     }
/// }
/// ```
pub trait TensorSink {
    /// Adds a tensor, a view, or any other operand; its elements are copied, row by row.
    ///
    /// # Errors
    /// If there is one of this name already, or the format has no such name or element type.
    fn add<X: Values<Elem: FileElement> + ?Sized>(&mut self, name: &str, x: &X) -> Result<(), FileError>;

    /// As [`add`](TensorSink::add), on a writer by value, so that calls chain.
    ///
    /// # Errors
    /// As for `add`.
    fn with<X: Values<Elem: FileElement> + ?Sized>(mut self, name: &str, x: &X) -> Result<Self, FileError>
    where
        Self: Sized,
    {
        self.add(name, x)?;
        Ok(self)
    }
}

/// The elements of an operand, row by row, little end first.
#[cfg(any(feature = "safetensors", feature = "npy"))]
pub(super) fn encode<X: Values<Elem: FileElement> + ?Sized>(x: &X) -> alloc::vec::Vec<u8> {
    let mut bytes = alloc::vec::Vec::with_capacity(x.numel() * X::Elem::WIDTH);
    x.iter().for_each(|element| element.write(&mut bytes));
    bytes
}

//! The error of tensors of bytes.

use core::fmt;

use super::LengthError;

/// Bytes are no tensor of the shape and the elements that were asked for.
///
/// ```
/// # #[cfg(feature = "bytemuck")] {
/// use shaped::{BytesError, prelude::*};
/// let error: BytesError = View::<f32, shape![2, 3]>::from_bytes(&[0; 20]).unwrap_err();
/// assert_eq!(error.to_string(), "shape [2, 3] of f32 has 24 bytes, but 20 were given");
/// # }
/// ```
#[derive(Debug)]
pub struct BytesError {
    pub(crate) element: &'static str,
    /// How many bytes an element has.
    pub(crate) width: usize,
    /// Of which addresses one would do.
    pub(crate) align: usize,
    /// They are not as many as the shape has, or there is no such shape; else they lie where no element can.
    pub(crate) length: Option<LengthError<()>>,
}

impl BytesError {
    /// Can another address mend it? Then `Tensor::from_bytes`, which copies, takes the bytes.
    pub fn is_address(&self) -> bool {
        self.length.is_none()
    }
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BytesError { element, width, align, length } = self;
        let Some(length) = length else {
            return write!(
                f,
                "{element} lies at multiples of {align} in memory, and these bytes do not begin at one: copy them, by `Tensor::from_bytes`"
            );
        };
        if let Some(error) = length.sizes_differ {
            return write!(f, "{error}");
        }
        write!(f, "shape {:?} of {element} has ", &length.sizes[..length.rank])?;
        match length.expected.and_then(|numel| numel.checked_mul(*width)) {
            Some(1) => write!(f, "1 byte")?,
            Some(bytes) => write!(f, "{bytes} bytes")?,
            None => write!(f, "more bytes than can be counted")?,
        }
        write!(f, ", but {} {} given", length.found, if length.found == 1 { "was" } else { "were" })
    }
}

impl core::error::Error for BytesError {}

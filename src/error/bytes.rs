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
    /// How many were given.
    pub(crate) found: usize,
    pub(crate) why: BytesWhy,
}

#[derive(Debug)]
pub(crate) enum BytesWhy {
    /// They are not as many as the shape has, or there is no such shape.
    Length(LengthError<()>),
    /// They lie where no element can.
    Address { align: usize },
}

impl BytesError {
    /// Can another address mend it? Then `Tensor::from_bytes`, which copies, takes the bytes.
    pub fn is_address(&self) -> bool {
        matches!(self.why, BytesWhy::Address { .. })
    }
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BytesError { element, width, found, why } = self;
        let length = match why {
            BytesWhy::Length(LengthError { sizes_differ: Some(error), .. }) => return write!(f, "{error}"),
            BytesWhy::Length(length) => length,
            BytesWhy::Address { align } => {
                return write!(
                    f,
                    "{element} lies at multiples of {align} in memory, and these bytes do not begin at one: copy them, by `Tensor::from_bytes`"
                );
            }
        };
        write!(f, "shape {:?} of {element} has ", &length.sizes[..length.rank])?;
        match length.expected.and_then(|numel| numel.checked_mul(*width)) {
            Some(1) => write!(f, "1 byte")?,
            Some(bytes) => write!(f, "{bytes} bytes")?,
            None => write!(f, "more bytes than can be counted")?,
        }
        write!(f, ", but {found} {} given", if *found == 1 { "was" } else { "were" })
    }
}

impl core::error::Error for BytesError {}

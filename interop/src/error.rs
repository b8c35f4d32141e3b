//! What arrays of any elements may be besides of another shape.

use std::fmt;

use shaped::ArrayError;

/// Data of another library are no tensor of the shape and the elements that were asked for. They are handed back.
///
/// ```
/// # #[cfg(feature = "burn")] {
/// use burn_std::TensorData;
/// use shaped::prelude::*;
/// use shaped_interop::{DataError, burn::FromBurn};
/// let data = TensorData::new(vec![1.0f32, 2.0], [2]);
/// let error: DataError<TensorData> = Tensor::<f32, shape![3]>::from_burn(data).unwrap_err();
/// assert_eq!(error.to_string(), "an array of shape [2] is no tensor of shape [3]: axis 0 has size 2");
/// assert_eq!((error.axis(), error.into_data().num_elements()), (Some(0), 2));
/// # }
/// ```
pub struct DataError<Data = ()> {
    why: Why,
    data: Data,
}

enum Why {
    Array(ArrayError<()>),
    #[cfg(feature = "arrow")]
    Nulls(usize),
    Elements {
        asked: String,
        found: String,
    },
}

impl<Data> DataError<Data> {
    /// The data.
    pub fn into_data(self) -> Data {
        self.data
    }

    /// The first axis whose size is not the one that the type says, as [`ArrayError::axis`] has it.
    pub fn axis(&self) -> Option<usize> {
        match &self.why {
            Why::Array(error) => error.axis(),
            _ => None,
        }
    }

    pub(crate) fn array<From>(error: ArrayError<From>, data: Data) -> Self {
        DataError { why: Why::Array(error.with_data(())), data }
    }

    #[cfg(feature = "arrow")]
    pub(crate) fn nulls(count: usize, data: Data) -> Self {
        DataError { why: Why::Nulls(count), data }
    }

    pub(crate) fn elements(asked: impl fmt::Debug, found: impl fmt::Display, data: Data) -> Self {
        DataError { why: Why::Elements { asked: format!("{asked:?}"), found: found.to_string() }, data }
    }

    pub(crate) fn with_data<To>(self, data: To) -> DataError<To> {
        DataError { why: self.why, data }
    }
}

impl<Data> fmt::Display for DataError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Why::Array(error) => error.fmt(f),
            #[cfg(feature = "arrow")]
            Why::Nulls(1) => write!(f, "1 value is null, and tensors have none: fill it, or leave its row out"),
            #[cfg(feature = "arrow")]
            Why::Nulls(count) => {
                write!(f, "{count} values are null, and tensors have none: fill them, or leave their rows out")
            }
            Why::Elements { asked, found } => {
                write!(f, "elements of type {found} are none of {asked}: convert them there")
            }
        }
    }
}

impl<Data> fmt::Debug for DataError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DataError({self})")
    }
}

impl<Data> std::error::Error for DataError<Data> {}

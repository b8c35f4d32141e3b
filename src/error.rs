//! Run-time errors: for data only, since shapes are checked by the compiler.

use core::fmt;

use crate::shape::Shape;
use crate::shape::dims::MAX_RANK;

/// The number of elements given is not the shape's. The data is handed back.
///
/// ```
/// use shaped::prelude::*;
/// let error = Tensor::<f32, shape![2, 3]>::from_vec(vec![1.0; 5]).unwrap_err();
/// assert_eq!(error.to_string(), "shape [2, 3] has 6 elements, but 5 were given");
/// assert_eq!(error.into_data(), vec![1.0; 5]);
/// ```
pub struct LengthError<Data> {
    sizes: [usize; MAX_RANK],
    rank: usize,
    expected: Option<usize>,
    found: usize,
    data: Data,
}

impl<Data> LengthError<Data> {
    /// The data that did not fit.
    pub fn into_data(self) -> Data {
        self.data
    }

    /// How many elements the shape has; `None` if more than `usize` can count, as run-time sizes can be.
    pub fn expected(&self) -> Option<usize> {
        self.expected
    }

    /// How many elements were given.
    pub fn found(&self) -> usize {
        self.found
    }
}

/// Hands the data on if its length is the shape's number of elements.
#[inline]
pub(crate) fn check_length<S: Shape, Data>(shape: S, found: usize, data: Data) -> Result<Data, LengthError<Data>> {
    let dims = shape.dims();
    let expected = dims.numel();
    if expected == Some(found) {
        return Ok(data);
    }
    let mut sizes = [0; MAX_RANK];
    for (to, from) in sizes.iter_mut().zip(dims.sizes[..dims.rank].iter().rev()) {
        *to = *from;
    }
    Err(LengthError { sizes, rank: dims.rank, expected, found, data })
}

impl<Data> fmt::Display for LengthError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shape {:?} has ", &self.sizes[..self.rank])?;
        match self.expected {
            Some(1) => write!(f, "1 element")?,
            Some(expected) => write!(f, "{expected} elements")?,
            None => write!(f, "more elements than can be counted")?,
        }
        write!(f, ", but {} {} given", self.found, if self.found == 1 { "was" } else { "were" })
    }
}

impl<Data> fmt::Debug for LengthError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LengthError({self})")
    }
}

impl<Data> core::error::Error for LengthError<Data> {}

/// An index that is not one of an axis.
///
/// ```
/// use shaped::prelude::*;
/// let error = tensor![[1.0], [2.0]].try_embedding(&tensor![0, 5]).unwrap_err();
/// assert_eq!((error.index(), error.size()), (5, 2));
/// assert_eq!(error.to_string(), "index 5 is out of range for size 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexError {
    index: i128,
    size: usize,
}

impl IndexError {
    /// The index.
    pub fn index(&self) -> i128 {
        self.index
    }

    /// The size of the axis: indices are less than this, and not negative.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The index as a place on an axis of this size.
    #[inline(always)]
    #[cfg(feature = "alloc")]
    pub(crate) fn check<I: crate::shape::diagnostics::RowIndex>(index: I, size: usize) -> Result<usize, IndexError> {
        let index = index.number();
        match usize::try_from(index) {
            Ok(place) if place < size => Ok(place),
            _ => Err(IndexError { index, size }),
        }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "index {} is out of range for size {}", self.index, self.size)
    }
}

impl core::error::Error for IndexError {}

//! Run-time errors: for data only, since shapes are checked by the compiler.

#[cfg(feature = "alloc")]
mod array;
#[cfg(feature = "bytemuck")]
mod bytes;
#[cfg(feature = "linalg")]
mod linalg;

use core::fmt;

#[cfg(feature = "alloc")]
pub use array::ArrayError;
#[cfg(feature = "alloc")]
pub(crate) use array::{asked_sizes, check_count, check_found};
#[cfg(feature = "bytemuck")]
pub use bytes::BytesError;
#[cfg(feature = "linalg")]
pub use linalg::LinalgError;
#[cfg(feature = "linalg")]
pub(crate) use linalg::Why;

use crate::shape::Shape;
use crate::shape::dims::MAX_RANK;
use crate::shape::run_time::RunTimeSizes;
use crate::shape::size_error::SizeError;

/// The number of elements given is not the shape's, or the shape's run-time sizes are at odds. The data is handed back.
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
    /// One name was given two sizes, so that there is no shape.
    sizes_differ: Option<SizeError>,
    data: Data,
}

impl<Data> LengthError<Data> {
    /// There is no such shape.
    pub(crate) fn no_shape(error: SizeError, found: usize, data: Data) -> Self {
        LengthError { sizes: [0; MAX_RANK], rank: 0, expected: None, found, sizes_differ: Some(error), data }
    }

    /// The shape has another number of elements.
    pub(crate) fn of<S: Shape>(shape: S, found: usize, data: Data) -> Self {
        let dims = shape.dims();
        let mut sizes = [0; MAX_RANK];
        for (to, from) in sizes.iter_mut().zip(dims.sizes[..dims.rank].iter().rev()) {
            *to = *from;
        }
        LengthError { sizes, rank: dims.rank, expected: dims.numel(), found, sizes_differ: None, data }
    }

    /// The data that did not fit.
    pub fn into_data(self) -> Data {
        self.data
    }

    /// How many elements the shape has; `None` if more than `usize` can count, as run-time sizes can be, or if one name was given
    /// two sizes.
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
    if shape.dims().numel() == Some(found) { Ok(data) } else { Err(LengthError::of(shape, found, data)) }
}

/// As [`check_length`], of a shape whose run-time sizes are given.
pub(crate) fn check_sizes<S: Shape, Data>(
    sizes: impl RunTimeSizes<S>,
    found: usize,
    data: Data,
) -> Result<(S, Data), LengthError<Data>> {
    match sizes.try_shape() {
        Ok(shape) => check_length(shape, found, data).map(|data| (shape, data)),
        Err(error) => Err(LengthError::no_shape(error, found, data)),
    }
}

impl<Data> fmt::Display for LengthError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = self.sizes_differ {
            return write!(f, "{error}");
        }
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

/// An index is not one of the axis that it indexes.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// let error = x.try_index_select(Axis::<0>, &tensor![0, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "index 2 is out of bounds for axis 0 of size 2");
/// assert_eq!((error.index(), error.axis(), error.size()), (2, Some(0), 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct IndexError {
    pub(crate) index: i128,
    pub(crate) axis: Option<isize>,
    pub(crate) size: usize,
}

impl IndexError {
    /// The index.
    pub fn index(&self) -> i128 {
        self.index
    }

    /// The axis as it was named, `-1` for `Axis::<-1>`; none where all elements are counted in row-major order.
    pub fn axis(&self) -> Option<isize> {
        self.axis
    }

    /// The size of the axis, or the number of elements.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What there is if there is no error.
    ///
    /// # Panics
    /// With the error's text.
    #[inline]
    #[track_caller]
    pub(crate) fn unless<T>(result: Result<T, IndexError>) -> T {
        match result {
            Ok(value) => value,
            Err(error) => error.raise(),
        }
    }

    /// Panics with the error's text.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn raise(self) -> ! {
        panic!("{self}")
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IndexError { index, axis, size } = self;
        match axis {
            Some(axis) => write!(f, "index {index} is out of bounds for axis {axis} of size {size}"),
            None => write!(f, "index {index} is out of bounds for a tensor of {size} elements"),
        }
    }
}

impl fmt::Debug for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IndexError({self})")
    }
}

impl core::error::Error for IndexError {}

/// A sequence is said to have more steps than there are, or a negative number of them.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let layer = Gru::<dim!(4), dim!(6)>::default();
/// let error = layer.forward_lengths(&Tensor::<f32, shape![2, 5, 4]>::ones(), &tensor![5, -1]).err().unwrap();
/// assert_eq!(error.to_string(), "sequence 1 has -1 steps, and there are 5");
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StepsError {
    pub(crate) sequence: usize,
    pub(crate) length: i128,
    pub(crate) steps: usize,
}

#[cfg(feature = "alloc")]
impl StepsError {
    /// Which sequence it is, counted in row-major order.
    pub fn sequence(&self) -> usize {
        self.sequence
    }

    /// How many steps it is said to have.
    pub fn length(&self) -> i128 {
        self.length
    }

    /// How many there are.
    pub fn steps(&self) -> usize {
        self.steps
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for StepsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StepsError { sequence, length, steps } = self;
        write!(f, "sequence {sequence} has {length} steps, and there are {steps}")
    }
}

#[cfg(feature = "alloc")]
impl fmt::Debug for StepsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StepsError({self})")
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for StepsError {}

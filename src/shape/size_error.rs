//! The one error that shapes can have at run time: a named axis with two numbers.

use core::fmt;

/// A run-time axis does not have the size that it must have. What did not fit is handed back, where it was given away.
///
/// The types compare all else; what is left is one name with two numbers: in two operands ([`same_sizes`](crate::same_sizes)), in one
/// shape, or a number that is not the one of the static size that is asked for ([`fix`](crate::Fixes::fix)).
///
/// ```
/// use shaped::{prelude::*, same_sizes};
/// axis!(Batch);
/// let x = Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32));
/// let y = Tensor::<f32, shape![Batch, 1]>::zeros_with(Batch(31));
/// let error = same_sizes((&x, &y)).unwrap_err();
/// assert_eq!(error.to_string(), "axis `Batch` has size 32 on the left and 31 on the right");
/// assert_eq!((error.axis(), error.expected(), error.found()), ("Batch", 32, 31));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SizeError<Data = ()> {
    axis: &'static str,
    expected: usize,
    found: usize,
    place: Where,
    data: Data,
}

/// Where the two numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// In two operands.
    Sides,
    /// In two of several operands, counted from 0.
    Operands(usize, usize),
    /// On two axes of one shape.
    OneShape,
    /// In a shape, and in the static one that it is to become.
    Static,
}

impl SizeError {
    pub(crate) fn new(axis: Option<&'static str>, expected: usize, found: usize, place: Where) -> Self {
        SizeError { axis: axis.unwrap_or("without a name"), expected, found, place, data: () }
    }

    /// The same error with what did not fit.
    pub(crate) fn with<Data>(self, data: Data) -> SizeError<Data> {
        SizeError { axis: self.axis, expected: self.expected, found: self.found, place: self.place, data }
    }
}

impl<Data> SizeError<Data> {
    /// What did not fit.
    pub fn into_data(self) -> Data {
        self.data
    }

    /// The name of the axis.
    pub fn axis(&self) -> &'static str {
        self.axis
    }

    /// The size that the axis has in the first operand, or must have.
    pub fn expected(&self) -> usize {
        self.expected
    }

    /// The size that the axis has elsewhere.
    pub fn found(&self) -> usize {
        self.found
    }
}

impl<Data> fmt::Display for SizeError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeError { axis, expected, found, .. } = self;
        match self.place {
            Where::Sides => write!(f, "axis `{axis}` has size {expected} on the left and {found} on the right"),
            Where::Operands(a, b) => {
                write!(f, "axis `{axis}` has size {expected} in operand {} and {found} in operand {}", a + 1, b + 1)
            }
            Where::OneShape => write!(f, "axis `{axis}` has sizes {expected} and {found} in one shape"),
            Where::Static => write!(f, "axis `{axis}` has size {found}, where {expected} is expected"),
        }
    }
}

impl<Data> fmt::Debug for SizeError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SizeError({self})")
    }
}

impl<Data> core::error::Error for SizeError<Data> {}

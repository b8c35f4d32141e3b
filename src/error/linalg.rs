//! The error of linear algebra: what a matrix must not be is seen only in its numbers.

use core::fmt;

/// A matrix has no inverse, no such decomposition, or elements that are not finite. NumPy's `LinAlgError`.
///
/// ```
/// # #[cfg(feature = "linalg")] {
/// use shaped::prelude::*;
/// let x = tensor![[[2.0, 0.0], [0.0, 4.0]], [[1.0, 2.0], [2.0, 4.0]]];
/// let error = x.inv().unwrap_err();
/// assert_eq!(error.to_string(), "inv: matrix 1 is singular");
/// assert_eq!(error.matrix(), 1);
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LinalgError {
    pub(crate) operation: &'static str,
    pub(crate) matrix: usize,
    pub(crate) why: Why,
}

/// What is wrong with a matrix.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    Singular,
    NotPositiveDefinite,
    NotFinite,
    NoConvergence,
}

impl LinalgError {
    /// Which of the matrices it is, counted in row-major order of the axes in front.
    pub fn matrix(&self) -> usize {
        self.matrix
    }
}

impl fmt::Display for LinalgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LinalgError { operation, matrix, why } = self;
        let why = match why {
            Why::Singular => "is singular",
            Why::NotPositiveDefinite => "is not positive definite",
            Why::NotFinite => "has an element that is NaN or infinite",
            Why::NoConvergence => "is one on which the iteration does not converge",
        };
        write!(f, "{operation}: matrix {matrix} {why}")
    }
}

impl fmt::Debug for LinalgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LinalgError({self})")
    }
}

impl core::error::Error for LinalgError {}

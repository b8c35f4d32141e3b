//! The error of conversions from arrays whose sizes are known only when the program runs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::shape::Shape;

/// An array of another crate is no tensor of the shape that was asked for. The array is handed back.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::Array2;
/// use shaped::{ArrayError, prelude::*};
/// axis!(Batch);
/// let array = Array2::<f32>::zeros((32, 63));
/// let error: ArrayError<_> = Tensor::<f32, shape![Batch, 64]>::try_from(array).unwrap_err();
/// assert_eq!(error.to_string(), "an array of shape [32, 63] is no tensor of shape [Batch, 64]: axis 1 has size 63");
/// assert_eq!(error.into_data().shape(), [32, 63]);
/// # }
/// ```
pub struct ArrayError<Data> {
    asked: Vec<String>,
    found: Vec<usize>,
    why: Why,
    data: Data,
}

enum Why {
    Sizes,
    Order,
}

impl<Data> ArrayError<Data> {
    /// The array's sizes are not the shape's.
    #[cfg_attr(
        not(any(feature = "image", feature = "nalgebra", feature = "ndarray", feature = "serde")),
        allow(dead_code)
    )]
    pub(crate) fn sizes<S: Shape>(found: Vec<usize>, data: Data) -> Self {
        ArrayError { asked: asked_sizes::<S>(), found, why: Why::Sizes, data }
    }

    /// The array's elements do not lie as a view needs them.
    #[cfg_attr(not(feature = "ndarray"), allow(dead_code))]
    pub(crate) fn order<S: Shape>(found: Vec<usize>, data: Data) -> Self {
        ArrayError { asked: asked_sizes::<S>(), found, why: Why::Order, data }
    }

    /// The array.
    pub fn into_data(self) -> Data {
        self.data
    }

    /// The array's sizes, outermost axis first.
    pub fn found(&self) -> &[usize] {
        &self.found
    }

    /// The first axis whose size is not the one that the type says; none if there are more axes or fewer, if a named axis has two sizes, or if
    /// only the order in memory is another.
    pub fn axis(&self) -> Option<usize> {
        let same = matches!(self.why, Why::Sizes) && self.asked.len() == self.found.len();
        let differs = |(asked, found): (&String, &usize)| asked.parse::<usize>().is_ok_and(|asked| asked != *found);
        same.then(|| self.asked.iter().zip(&self.found).position(differs)).flatten()
    }
}

impl<Data> fmt::Display for ArrayError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, asked) = (&self.found, self.asked.join(", "));
        if let Why::Order = self.why {
            return write!(
                f,
                "an array of shape {found:?} does not lie in memory as a view of it as [{asked}] needs: copy it, by `Tensor::try_from`"
            );
        }
        write!(f, "an array of shape {found:?} is no tensor of shape [{asked}]: ")?;
        match self.axis() {
            Some(axis) => write!(f, "axis {axis} has size {}", found[axis]),
            None if found.len() == self.asked.len() => write!(f, "one name has two sizes"),
            None => write!(f, "it has {}, not {}", axes(found.len()), self.asked.len()),
        }
    }
}

fn axes(count: usize) -> String {
    if count == 1 { "1 axis".into() } else { count.to_string() + " axes" }
}

impl<Data> fmt::Debug for ArrayError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ArrayError({self})")
    }
}

impl<Data> core::error::Error for ArrayError<Data> {}

/// The sizes that a shape asks for: numbers, and the names of run-time axes.
pub(crate) fn asked_sizes<S: Shape>() -> Vec<String> {
    let size = |axis: usize| match S::name(axis) {
        Some(name) => name.into(),
        None => S::DIMS.sizes[axis].to_string(),
    };
    (0..S::RANK).rev().map(size).collect()
}

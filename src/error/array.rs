//! The error of conversions from arrays whose sizes are known only when the program runs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::shape::Shape;
use crate::shape::list::of_sizes;

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
    /// So many elements were given.
    Count(usize),
    /// So many elements were given, which these strides from this place on leave.
    Beyond(Vec<isize>, usize, usize),
}

impl<Data> ArrayError<Data> {
    /// For conversions that a program writes itself: an array of the sizes `found`, outermost axis first, is no tensor of shape `S`. The data are handed on.
    ///
    /// ```
    /// use shaped::{ArrayError, prelude::*};
    /// let error = ArrayError::sizes::<shape![4, 3]>(vec![4, 2], ());
    /// assert_eq!(error.to_string(), "an array of shape [4, 2] is no tensor of shape [4, 3]: axis 1 has size 2");
    /// ```
    pub fn sizes<S: Shape>(found: Vec<usize>, data: Data) -> Self {
        ArrayError { asked: asked_sizes::<S>(), found, why: Why::Sizes, data }
    }

    /// For conversions that a program writes itself: the elements do not lie as a view needs them; or the sizes are none of `S`, and the error is
    /// [`sizes`](Self::sizes). The data are handed on.
    ///
    /// ```
    /// use shaped::{ArrayError, prelude::*};
    /// let error = ArrayError::order::<shape![4, 3]>(vec![4, 3], ());
    /// assert_eq!(
    ///     error.to_string(),
    ///     "an array of shape [4, 3] does not lie in memory as a view of it as [4, 3] needs: copy it, into a `Tensor`"
    /// );
    /// ```
    pub fn order<S: Shape>(found: Vec<usize>, data: Data) -> Self {
        let why = if of_sizes::<S>(&found).is_some() { Why::Order } else { Why::Sizes };
        ArrayError { asked: asked_sizes::<S>(), found, why, data }
    }

    /// The same error beside other data, such as what the array was a part of.
    pub fn with_data<To>(self, data: To) -> ArrayError<To> {
        ArrayError { asked: self.asked, found: self.found, why: self.why, data }
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

impl ArrayError<()> {
    /// With these strides from the place `first` on, an index leads beyond `given` elements; or there are not as many strides as sizes.
    pub(crate) fn beyond<S: Shape>(found: &[usize], strides: &[isize], first: usize, given: usize) -> Self {
        let why = Why::Beyond(strides.into(), first, given);
        ArrayError { asked: asked_sizes::<S>(), found: found.into(), why, data: () }
    }
}

impl<Data> fmt::Display for ArrayError<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, asked) = (&self.found, self.asked.join(", "));
        if let Why::Order = self.why {
            return write!(
                f,
                "an array of shape {found:?} does not lie in memory as a view of it as [{asked}] needs: copy it, into a `Tensor`"
            );
        }
        match &self.why {
            Why::Beyond(strides, ..) if strides.len() != found.len() => {
                return write!(f, "an array of shape {found:?} has {}, but strides {strides:?}", axes(found.len()));
            }
            Why::Beyond(strides, first, given) => {
                return write!(
                    f,
                    "an array of shape {found:?} with strides {strides:?} from place {first} on reaches beyond {}",
                    counted(*given)
                );
            }
            Why::Count(given) => {
                let expected = found.iter().try_fold(1usize, |all, size| all.checked_mul(*size));
                let expected = expected.map_or("more elements than can be counted".into(), counted);
                let were = if *given == 1 { "was" } else { "were" };
                return write!(f, "an array of shape {found:?} has {expected}, but {given} {were} given");
            }
            Why::Sizes | Why::Order => {}
        }
        write!(f, "an array of shape {found:?} is no tensor of shape [{asked}]: ")?;
        match self.axis() {
            Some(axis) => write!(f, "axis {axis} has size {}", found[axis]),
            None if found.len() == self.asked.len() => write!(f, "one name has two sizes"),
            None => write!(f, "it has {}, not {}", axes(found.len()), self.asked.len()),
        }
    }
}

fn counted(elements: usize) -> String {
    if elements == 1 { "1 element".into() } else { elements.to_string() + " elements" }
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

/// The shape of type `S` that has these sizes, if its elements can be counted.
pub(crate) fn check_found<S: Shape, Data>(sizes: &[usize], data: Data) -> Result<(S, Data), ArrayError<Data>> {
    match of_sizes::<S>(sizes) {
        Some(shape) if shape.dims().numel().is_some() => Ok((shape, data)),
        Some(_) => {
            Err(ArrayError { asked: asked_sizes::<S>(), found: sizes.into(), why: Why::Count(usize::MAX), data })
        }
        None => Err(ArrayError::sizes::<S>(sizes.into(), data)),
    }
}

/// As [`check_found`], of so many elements.
pub(crate) fn check_count<S: Shape, Data>(
    sizes: &[usize],
    given: usize,
    data: Data,
) -> Result<(S, Data), ArrayError<Data>> {
    match check_found::<S, Data>(sizes, data) {
        Ok((shape, data)) if shape.dims().numel() != Some(given) => {
            Err(ArrayError { asked: asked_sizes::<S>(), found: sizes.into(), why: Why::Count(given), data })
        }
        Err(ArrayError { asked, found, why: Why::Count(_), data }) => {
            Err(ArrayError { asked, found, why: Why::Count(given), data })
        }
        other => other,
    }
}

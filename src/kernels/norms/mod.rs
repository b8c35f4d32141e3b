//! Softmax and normalisations of floats, in vectors that are written out: all rows in one call, each worked on while it is in
//! the cache. What `ops::rows` does for every other element type.

#[cfg(target_arch = "x86_64")]
mod about;
#[cfg(target_arch = "x86_64")]
mod kernels;
#[cfg(target_arch = "x86_64")]
mod loops;
#[cfg(target_arch = "x86_64")]
mod normal;
#[cfg(target_arch = "x86_64")]
mod passes;

use crate::storage::Buffer;

/// What is done along an axis.
#[derive(Clone, Copy)]
pub(crate) enum Along<T> {
    /// Exponentials of what is left without the largest element, over their sum.
    Softmax,
    /// What is left without the largest element, less a function of the sum of its exponentials: the logarithm.
    LogSoftmax(fn(T) -> T),
    /// Division by a function of the sum of squares: the norm.
    Over(fn(T) -> T),
}

/// What is done to rows by their mean and by the deviation from it.
#[derive(Clone, Copy)]
pub(crate) struct Normal<'a, T> {
    /// Is the mean subtracted? If not, it counts as 0.
    pub centred: bool,
    pub eps: T,
    pub affine: Affine<'a, T>,
}

/// The same affine function of all elements of a channel: less the mean, times the scale, plus the bias.
#[derive(Clone, Copy)]
pub(crate) struct PerChannel<'a, T> {
    pub mean: &'a [T],
    pub scale: &'a [T],
    pub bias: &'a [T],
}

/// What comes after the division by a standard deviation.
#[derive(Clone, Copy)]
pub(crate) enum Affine<'a, T> {
    Nothing,
    /// A factor for each element of a row.
    Weight(&'a [T]),
    /// And a term.
    WeightAndBias(&'a [T], &'a [T]),
    /// Factors and terms for so many elements each, row after row, and again from the start when all were used.
    Channels(&'a [T], &'a [T], usize),
}

impl<T> Affine<'_, T> {
    /// Is there what rows of `n` elements need?
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    fn fits(&self, n: usize) -> bool {
        match *self {
            Affine::Nothing => true,
            Affine::Weight(weight) => weight.len() == n,
            Affine::WeightAndBias(weight, bias) => weight.len() == n && bias.len() == n,
            Affine::Channels(weight, bias, inner) => {
                let channels = n.checked_div(inner).unwrap_or(0);
                channels > 0
                    && n.is_multiple_of(inner)
                    && weight.len() == bias.len()
                    && weight.len().is_multiple_of(channels)
                    && !weight.is_empty()
            }
        }
    }
}

/// Where elements are, and where the results go.
pub(crate) enum Place<'a, T> {
    /// From there to new memory.
    New(&'a [T]),
    /// In their own memory.
    Own(Buffer<T>),
}

/// Does the same along an axis of size `n`, everywhere in a row-major block: its elements are `inner` apart. Gives the elements
/// back if there are no loops for them.
pub(crate) fn along<'a, T>(work: Along<T>, x: Place<'a, T>, n: usize, inner: usize) -> Result<Buffer<T>, Place<'a, T>> {
    #[cfg(target_arch = "x86_64")]
    return loops::along(work, x, n, inner);
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (work, n, inner);
        Err(x)
    }
}

/// The softmax of a row, in place; false if there are no loops for it.
pub(crate) fn softmax<T>(row: &mut [T]) -> bool {
    #[cfg(target_arch = "x86_64")]
    return loops::softmax(row);
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = row;
        false
    }
}

/// Does the same to all rows of `n` elements. Gives the elements back if there are no loops for them.
pub(crate) fn normal<'a, T>(work: Normal<'_, T>, x: Place<'a, T>, n: usize) -> Result<Buffer<T>, Place<'a, T>> {
    #[cfg(target_arch = "x86_64")]
    return loops::normal(work, x, n);
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (work, n);
        Err(x)
    }
}

/// Channel after channel of `inner` elements, and again from the first when all had their turn. Gives the elements back if there
/// are no loops for them.
pub(crate) fn channels<'a, T>(by: PerChannel<'_, T>, x: Place<'a, T>, inner: usize) -> Result<Buffer<T>, Place<'a, T>> {
    #[cfg(target_arch = "x86_64")]
    return loops::channels(by, x, inner);
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (by.mean, by.scale, by.bias, inner);
        Err(x)
    }
}

/// The largest element that is a number, or minus infinity, and the sum of the exponentials of what is left without it; if there
/// are loops for this.
pub(crate) fn peak_and_sum<T>(row: &[T]) -> Option<(T, T)> {
    #[cfg(target_arch = "x86_64")]
    return loops::peak_and_sum(row);
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = row;
        None
    }
}

/// A reduction of rows that needs another one first.
#[derive(Clone, Copy)]
pub(crate) enum About<T> {
    /// The sum of squares about the mean.
    Squares,
    /// The logarithm of the sum of exponentials, given the logarithm.
    LogSum(fn(T) -> T),
}

/// Rows of `n` elements reduced, each in one go while it is in the cache; if there are loops for this.
pub(crate) fn about<T>(work: About<T>, x: &[T], n: usize) -> Option<Buffer<T>> {
    #[cfg(target_arch = "x86_64")]
    return loops::about(work, x, n);
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (work, x, n);
        None
    }
}

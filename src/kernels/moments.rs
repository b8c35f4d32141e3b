//! The mean of elements and the deviation from it, in numbers that are rounded.

use num_traits::Float;

/// Is a mean so much larger than the deviation from it that its rounding counts? Then what elements are more than it is summed, too,
/// which corrects it: a row of one number has no deviation at all.
#[inline(always)]
pub(crate) fn is_far<T: Float>(mean: T, variance: T) -> bool {
    let two = T::one() + T::one();
    mean.abs() > two * two * variance.sqrt()
}

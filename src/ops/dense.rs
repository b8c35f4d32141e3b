//! Loops of the way back that several rules share.

use num_traits::Float;

use crate::kernels::back::strides::add_at;

/// Adds the sums of columns of `[rows, n]` to `n` numbers.
pub(crate) fn columns_summed<T: Float>(grad: &[T], to: &mut [T]) {
    if let Some(rows) = grad.len().checked_div(to.len()) {
        add_at(&[to.len(), rows], &[1, 0], 0, grad, to);
    }
}

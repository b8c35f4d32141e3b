//! Gradients of cross-entropies of rows of logits.

use num_traits::Float;

use super::{BLOCK, Total, block_sum};
use crate::kernels::by_type::{exp, ln};
use crate::kernels::float::float;
use crate::kernels::level::in_widest;
use crate::kernels::norms::peak_and_sum;

in_widest! {
    /// `to = softmax(row) * factor`.
    fn scaled_softmax<T: Float>(row: &[T], peak: T, factor: T, to: &mut [T]) {
        for (to, x) in to.iter_mut().zip(row) {
            *to = exp(*x - peak) * factor;
        }
    }

    /// `to = (softmax(row) Σ p - p) * factor`.
    fn less_probabilities<T: Float>(row: &[T], p: &[T], peak: T, over: T, factor: T, to: &mut [T]) {
        let mut total = Total::new();
        p.chunks(BLOCK).for_each(|p| total.push(block_sum(p)));
        let scale = total.total() * over;
        for ((to, x), p) in to.iter_mut().zip(row).zip(p) {
            *to = (exp(*x - peak) * scale - *p) * factor;
        }
    }
}

/// Of the cross-entropy of rows of `n` logits `x` and classes: `(softmax(x) - target) * factor`, where the target is 1 at the class, or that and
/// the smoothed share of all. A row without a class is ignored; `factor` is of the row's number (the gradient of a mean is that over the count
/// of rows that are not ignored, or over the sum of their weights). Of `weights` of the classes there are none, or one for each: the target's share
/// of a class is multiplied by its weight. The gradient is written, not added.
///
/// # Panics
/// If a class is not below `n`.
pub(crate) fn cross_entropy<T: Float>(
    n: usize,
    x: &[T],
    classes: impl Iterator<Item = Option<usize>>,
    (smoothing, weights): (f64, &[f64]),
    factor: impl Fn(usize) -> T,
    to: &mut [T],
) {
    if n == 0 {
        return;
    }
    let share = smoothing / n as f64;
    let all = weights.iter().sum::<f64>();
    for (row, ((to, x), class)) in to.chunks_exact_mut(n).zip(x.chunks_exact(n)).zip(classes).enumerate() {
        let Some(class) = class else {
            to.fill(T::zero());
            continue;
        };
        let factor = factor(row);
        let (peak, sum) = peak_and_sum(x);
        let at_class = (1.0 - smoothing) * weights.get(class).copied().unwrap_or(1.0);
        // The sum of the target's shares, which is 1 without weights.
        let shares = if weights.is_empty() { factor } else { float::<T>(at_class + share * all) * factor };
        scaled_softmax(x, peak, shares / sum, to);
        if smoothing > 0.0 && weights.is_empty() {
            to.iter_mut().for_each(|to| *to = *to - float::<T>(share) * factor);
        } else if smoothing > 0.0 {
            to.iter_mut().zip(weights).for_each(|(to, weight)| *to = *to - float::<T>(share * weight) * factor);
        }
        to[class] = to[class] - float::<T>(at_class) * factor;
    }
}

/// Of the cross-entropy of rows of `n` logits `x` and probabilities `p`. The gradient is written, not added. That of the probabilities is of
/// [`less_log_softmax`].
pub(crate) fn soft_cross_entropy<T: Float>(n: usize, x: &[T], p: &[T], factor: impl Fn(usize) -> T, to: &mut [T]) {
    if n == 0 {
        return;
    }
    for (row, ((to, x), p)) in to.chunks_exact_mut(n).zip(x.chunks_exact(n)).zip(p.chunks_exact(n)).enumerate() {
        let (peak, sum) = peak_and_sum(x);
        less_probabilities(x, p, peak, sum.recip(), factor(row), to);
    }
}

/// Of the probabilities in a cross-entropy: `-log_softmax(x)` times the row's factor. The gradient is written, not added.
pub(crate) fn less_log_softmax<T: Float>(n: usize, x: &[T], factor: impl Fn(usize) -> T, to: &mut [T]) {
    if n == 0 {
        return;
    }
    for (row, (to, x)) in to.chunks_exact_mut(n).zip(x.chunks_exact(n)).enumerate() {
        let (peak, sum) = peak_and_sum(x);
        let (log, factor) = (ln(sum), factor(row));
        for (to, x) in to.iter_mut().zip(x) {
            *to = (log - (*x - peak)) * factor;
        }
    }
}

/// Of `nll_loss`, of rows of `n` logarithms of probabilities: minus the factor at the class. It is added.
///
/// # Panics
/// If a class is not below `n`.
pub(crate) fn nll<T: Float>(
    n: usize,
    classes: impl Iterator<Item = Option<usize>>,
    factor: impl Fn(usize) -> T,
    to: &mut [T],
) {
    for (row, class) in classes.enumerate() {
        if let Some(class) = class {
            assert!(class < n, "class {class} of {n}");
            let to = &mut to[row * n + class];
            *to = *to - factor(row);
        }
    }
}

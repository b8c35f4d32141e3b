//! Slopes of losses of one element `x` against a target `y`: by either; and gradients of angles between vectors. At kinks they are PyTorch's.

use num_traits::Float;

use super::{BLOCK, block_sum, sum_of};
use crate::kernels::by_type::{exp, ln};
use crate::kernels::float::{as_f64, float};
use crate::kernels::level::in_widest;

/// The loss of a pair of elements.
pub(crate) trait Formula: Copy {
    /// Is it so long, or does it choose, that the compiler makes vectors of it only where nothing else goes on?
    const LONG: bool;
    fn loss<T: Float>(self, x: T, y: T) -> T;
}

in_widest! {
    /// The sum of the losses of pairs of elements, made of blocks, whose sums are joined in `f64`.
    ///
    /// # Panics
    /// If there are fewer of the second ones.
    pub(crate) fn total<T: Float, F: Formula>(formula: F, x: &[T], y: &[T]) -> f64 {
        let (mut total, mut block) = (0.0, [T::zero(); BLOCK]);
        for (x, y) in x.chunks(BLOCK).zip(y[..x.len()].chunks(BLOCK)) {
            let losses = &mut block[..x.len()];
            for (loss, (x, y)) in losses.iter_mut().zip(x.iter().zip(y)) {
                *loss = formula.loss(*x, *y);
            }
            total += as_f64(block_sum(losses));
        }
        total
    }

    /// The same of losses that have been computed.
    pub(crate) fn total_of<T: Float>(losses: &[T]) -> f64 {
        losses.chunks(BLOCK).map(|losses| as_f64(block_sum(losses))).sum()
    }
}

macro_rules! losses {
    ($($(#[$doc:meta])* $name:ident($x:ident, $y:ident $(, $p:ident)?) = $slopes:expr;)*) => { $(
        $(#[$doc])*
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub(crate) fn $name<T: Float>($x: T, $y: T $(, $p: T)?) -> [T; 2] {
            $slopes
        }
    )* };
}

losses! {
    mse(x, y) = of_difference(x - y + (x - y));
    l1(x, y) = of_difference(sign(x - y));
    huber(x, y, delta) = of_difference(if (x - y).abs() <= delta { x - y } else { delta * sign(x - y) });
    smooth_l1(x, y, beta) = of_difference(if (x - y).abs() < beta { (x - y) / beta } else { sign(x - y) });
    /// Of the cross-entropy of a probability, whose logarithms are not less than -100.
    bce(x, y) = {
        let (least, no) = (float::<T>(-100.0), T::one() - x);
        [(x - y) / (x * no).max(float(1e-12)), ln(no).max(least) - ln(x).max(least)]
    };
    bce_with_logits(x, y) = {
        let e = exp(-x.abs());
        let sigmoid = (if x < T::zero() { e } else { T::one() }) / (T::one() + e);
        [sigmoid - y, -x]
    };
    /// Of the divergence of the target from the probability whose logarithm is `x`; `y` is a logarithm, too.
    kl_div_log(x, y) = [-exp(y), exp(y) * (y - x + T::one())];
    soft_margin(x, y) = {
        let (e, of_negative) = (exp(-(x * y).abs()), x * y < T::zero());
        let share = (if of_negative { T::one() } else { e }) / (T::one() + e);
        [-y * share, -x * share]
    };
    hinge(x, y, margin) = if x * y < margin { [-y, -x] } else { [T::zero(); 2] };
    /// Of a distance, near where the target is 1, and `margin` at least where it is -1.
    hinge_embedding(x, y, margin) = {
        let near = if y == -T::one() { T::zero() } else { T::one() };
        let far = if y == T::one() || x >= margin { T::zero() } else { T::one() };
        [near - far, T::zero()]
    };
    poisson(x, y) = [exp(x) - y, -x];
    poisson_of_rates(x, y, eps) = [T::one() - y / (x + eps), -ln(x + eps)];
    /// Of the same, where `y` is a probability.
    kl_div(x, y) = [-y, if y.is_zero() { -x } else { ln(y) + T::one() - x }];
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn of_difference<T: Float>(slope: T) -> [T; 2] {
    [slope, -slope]
}

/// 0 of zeros.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sign<T: Float>(x: T) -> T {
    if x.is_zero() { T::zero() } else { x.signum() }
}

in_widest! {
    /// Of the cosine of the angle between vectors `x` and `y` of `n` elements that lie `inner` apart, by `x`; its values are `cosines`. Norms
    /// are at least 1e-8, and PyTorch's slope of a norm does not know that. The gradient is written, not added.
    pub(crate) fn cosine<T: Float>(sizes: [usize; 2], x: &[T], y: &[T], cosines: &[T], grad: &[T], to: &mut [T]) {
        let [n, inner] = sizes;
        let block = n * inner;
        if block == 0 {
            return;
        }
        for (i, (cosine, g)) in cosines.iter().zip(grad).enumerate() {
            let at = i / inner * block + i % inner;
            let span = at..at + block - inner + 1;
            let (x, y, to) = (&x[span.clone()], &y[span.clone()], &mut to[span]);
            let norm = |x: &[T]| {
                if inner == 1 {
                    return sum_of(x, x, |x, _| x * x).sqrt();
                }
                x.iter().step_by(inner).fold(T::zero(), |sum, x| sum + *x * *x).sqrt()
            };
            let least = |norm: T| if norm < float(1e-8) { float(1e-8) } else { norm };
            let (own, other) = (norm(x), norm(y));
            let by_y = *g / (least(own) * least(other));
            let by_x = if own.is_zero() { T::zero() } else { *g * *cosine / (least(own) * own) };
            for ((to, x), y) in to.iter_mut().zip(x).zip(y).step_by(inner) {
                *to = *y * by_y - *x * by_x;
            }
        }
    }
}

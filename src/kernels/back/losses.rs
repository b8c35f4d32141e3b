//! Slopes of losses of one element `x` against a target `y`: by either. At kinks they are PyTorch's.

use num_traits::Float;

use super::float;
use crate::kernels::by_type::{exp, ln};

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
    /// Of the divergence of the target from the probability whose logarithm is `x`.
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

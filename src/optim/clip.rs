//! Gradients that are too large.

use num_traits::Float;

use crate::kernels::float::float;
use crate::kernels::optimizers;
use crate::kind::Real;
use crate::nn::gradient::Gradient;
use crate::nn::{Parameters, Role};

/// Makes a gradient smaller whose norm, that of all its elements together, is more than `max_norm`; gives the norm that it had. PyTorch's
/// `torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)`.
///
/// The elements are multiplied by `max_norm / (norm + 1e-6)`, if that is less than 1. The norm is computed in `f64`. If it is not finite, nor is
/// what becomes of the gradient, as in PyTorch: the caller sees it by the result.
///
/// ```
/// use shaped::{grad::Gradient, nn::Param, optim::clip_grad_norm, prelude::*};
/// let mut gradient = Gradient::new((Param::new(tensor![3.0f64, 0.0]), Param::new(tensor![-4.0f64])));
/// assert_eq!(clip_grad_norm(&mut gradient, 1.0), 5.0);
/// assert!(gradient.0.value().all_close(&tensor![0.6, 0.0], 1e-6, 0.0));
/// assert!(clip_grad_norm(&mut gradient, 1.0) <= 1.0);
/// ```
///
/// A model's own parameters are not to be clipped:
///
/// ```compile_fail,E0308
/// use shaped::{nn::Param, optim::clip_grad_norm, prelude::*};
/// let mut weight = Param::new(tensor![3.0f32, 4.0]);
/// clip_grad_norm(&mut weight, 1.0);
/// ```
#[rustfmt::skip] // the compiler shows the line
pub fn clip_grad_norm<M: Parameters<T>, T: Real>(gradient: &mut Gradient<M>, max_norm: f64) -> f64 { // of a part: `gradient.part(|net| &mut net.head)`
    let mut squares = 0.0;
    gradient.visit(&mut |role, elements| {
        if role == Role::Learned {
            squares += optimizers::squares(elements);
        }
    });
    let norm = Float::sqrt(squares);
    let by = max_norm / (norm + 1e-6);
    if by < 1.0 || by.is_nan() {
        learned(gradient, |elements| optimizers::scale(float(by), elements));
    }
    norm
}

/// Makes elements of a gradient that are less than `-max` or more than `max` just that. What is no number stays none. PyTorch's
/// `torch.nn.utils.clip_grad_value_(model.parameters(), max)`.
///
/// ```
/// use shaped::{grad::Gradient, nn::Param, optim::clip_grad_value, prelude::*};
/// let mut gradient = Gradient::new(Param::new(tensor![3.0f32, 0.5, -4.0]));
/// clip_grad_value(&mut gradient, 1.0);
/// assert_eq!(gradient.as_slice(), [1.0, 0.5, -1.0]);
/// ```
///
/// ```compile_fail,E0308
/// use shaped::{nn::Param, optim::clip_grad_value, prelude::*};
/// let mut weight = Param::new(tensor![3.0f32, 0.5, -4.0]);
/// clip_grad_value(&mut weight, 1.0); // a model, no gradient
/// ```
#[rustfmt::skip] // as above
pub fn clip_grad_value<M: Parameters<T>, T: Real>(gradient: &mut Gradient<M>, max: f64) { // of a part: `gradient.part(|net| &mut net.head)`
    learned(gradient, |elements| optimizers::clamp(float(max), elements));
}

/// What is only kept has no gradient: the place of one holds its next value.
fn learned<M: Parameters<T>, T: Real>(gradient: &mut Gradient<M>, f: impl Fn(&mut [T])) {
    gradient.visit_mut(&mut |role, elements| {
        if role == Role::Learned {
            f(elements);
        }
    });
}

//! `RmsProp`.

use super::{each, filled, not_negative};
use crate::kernels::float::float;
use crate::kernels::optimizers;
use crate::kind::Real;
use crate::nn::gradient::Gradient;
use crate::nn::{Parameters, Trained};

/// Steps by the gradient, divided by the root of its mean square. PyTorch's `torch.optim.RMSprop`.
///
/// `v ← alpha · v + (1 - alpha) · g²`, then `p ← p - lr · g / (√v + eps)`. Keeps one model's worth of memory, and one more each if
/// [centred](Self::centered) and [with momentum](Self::momentum).
///
/// ```
/// use shaped::{grad::Gradient, nn::Param, optim::RmsProp, prelude::*};
/// let mut model = Param::new(tensor![1.0f32, 2.0]);
/// let mut gradient = Gradient::new(Param::new(tensor![4.0f32, -8.0]));
/// let mut rms_prop = RmsProp::new(&model, 0.5).alpha(0.75);
/// rms_prop.step(&mut model, &mut gradient);
/// assert!(model.value().all_close(&tensor![0.0, 3.0], 1e-6, 1e-6));
/// ```
///
/// ```compile_fail,E0308
/// use shaped::{grad::Gradient, nn::Param, optim::RmsProp, prelude::*};
/// let mut model = Param::new(tensor![1.0f32, 2.0]);
/// let mut gradient = Gradient::new(Param::new(tensor![4.0f32, -8.0, 0.0])); // of another model
/// let mut rms_prop = RmsProp::new(&model, 0.5);
/// rms_prop.step(&mut model, &mut gradient);
/// ```
#[derive(Clone, Debug)]
pub struct RmsProp<M> {
    /// The learning rate, to be set from a [`Schedule`](super::Schedule).
    pub lr: f64,
    pub(super) steps: u64,
    pub(super) square: M,
    pub(super) mean: Option<M>,
    pub(super) velocity: Option<M>,
    alpha: f64,
    eps: f64,
    weight_decay: f64,
    momentum: f64,
}

options!(RmsProp, eps: "1e-8");

impl<M> RmsProp<M> {
    /// For models like this one. PyTorch's rate is 0.01, if none is given.
    pub fn new<T: Real>(model: &M, lr: f64) -> Self
    where
        M: Trained<T>,
    {
        let (square, mean, velocity) = (filled(model, 0.0), None, None);
        RmsProp { lr, steps: 0, square, mean, velocity, alpha: 0.99, eps: 1e-8, weight_decay: 0.0, momentum: 0.0 }
    }

    /// How much is kept of the mean square: 0.99 if not asked for.
    ///
    /// # Panics
    /// If it is negative.
    #[must_use]
    #[track_caller]
    pub fn alpha(mut self, alpha: f64) -> Self {
        self.alpha = not_negative("alpha", alpha);
        self
    }

    /// Divides by the deviation, whose mean is subtracted: `v - mean²` in place of `v`. PyTorch's `centered=True`. To be asked for before the
    /// first step.
    #[must_use]
    pub fn centered(mut self) -> Self
    where
        M: Clone,
    {
        self.mean = Some(self.square.clone());
        self
    }

    /// With momentum: `u ← momentum · u + g / (√v + eps)`, then `p ← p - lr · u`. To be asked for before the first step.
    ///
    /// # Panics
    /// If it is negative.
    #[must_use]
    #[track_caller]
    pub fn momentum(mut self, momentum: f64) -> Self
    where
        M: Clone,
    {
        self.momentum = not_negative("momentum", momentum);
        self.velocity = (momentum > 0.0).then(|| self.square.clone());
        self
    }

    /// Changes the model by its gradient. Allocates nothing. What a model only keeps, a [`Buffer`](crate::nn::Buffer), takes its next value.
    ///
    /// # Panics
    /// If a run-time axis has another size in the gradient than in the model, or than in the one that the optimizer was made for.
    #[rustfmt::skip] // the compiler shows the line
    pub fn step<T: Real>(&mut self, model: &mut M, gradient: &mut Gradient<M>) // of a part: `step(&mut net.head, gradient.part(|net| &mut net.head))`
    where
        M: Parameters<T>,
    {
        let by = optimizers::RmsProp::<T> {
            lr: float(self.lr),
            decay: float(self.weight_decay),
            alpha: float(self.alpha),
            part: float(1.0 - self.alpha),
            eps: float(self.eps),
            momentum: float(self.momentum),
        };
        self.steps += 1;
        let square = &mut self.square;
        match (&mut self.mean, &mut self.velocity) {
            (None, None) => {
                each([model, &mut **gradient, square], |[p, g, square]| optimizers::rms_prop(by, p, g, square, None, None));
            }
            (Some(mean), None) => each([model, &mut **gradient, square, mean], |[p, g, square, mean]| {
                optimizers::rms_prop(by, p, g, square, Some(mean), None);
            }),
            (None, Some(velocity)) => each([model, &mut **gradient, square, velocity], |[p, g, square, velocity]| {
                optimizers::rms_prop(by, p, g, square, None, Some(velocity));
            }),
            (Some(mean), Some(velocity)) => {
                each([model, &mut **gradient, square, mean, velocity], |[p, g, square, mean, velocity]| {
                    optimizers::rms_prop(by, p, g, square, Some(mean), Some(velocity));
                });
            }
        }
    }
}

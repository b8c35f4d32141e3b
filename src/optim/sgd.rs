//! `Sgd`.

use super::{each, filled, not_negative};
use crate::kernels::float::float;
use crate::kernels::optimizers;
use crate::kind::Real;
use crate::nn::gradient::Gradient;
use crate::nn::{Parameters, Trained};

/// Stochastic gradient descent, with momentum if wanted. PyTorch's `torch.optim.SGD`.
///
/// `v ← momentum · v + (1 - dampening) · g`, then `p ← p - lr · v`, where `g` is the gradient, with a weight decay `g + weight_decay · p`. The
/// first `v` is `g`. Keeps one model's worth of memory, which is not touched without momentum.
///
/// ```
/// use shaped::{grad::Gradient, nn::Param, optim::Sgd, prelude::*};
/// let mut model = Param::new(tensor![1.0f32, 2.0]);
/// let mut gradient = Gradient::new(Param::new(tensor![1.0f32, -1.0]));
/// let mut sgd = Sgd::new(&model, 0.5).momentum(0.5);
/// sgd.step(&mut model, &mut gradient);
/// assert_eq!(model.value(), &tensor![0.5, 2.5]);
/// sgd.step(&mut model, &mut gradient);
/// assert_eq!(model.value(), &tensor![-0.25, 3.25]);
/// ```
///
/// ```compile_fail,E0308
/// use shaped::{grad::Gradient, nn::Param, optim::Sgd, prelude::*};
/// let mut model = Param::new(tensor![1.0f32, 2.0]);
/// let mut gradient = Gradient::new(Param::new(tensor![1.0f32, -1.0, 0.0])); // of another model
/// let mut sgd = Sgd::new(&model, 0.5);
/// sgd.step(&mut model, &mut gradient);
/// ```
#[derive(Clone, Debug)]
pub struct Sgd<M> {
    /// The learning rate, to be set from a [`Schedule`](super::Schedule).
    pub lr: f64,
    /// How much of the velocity is kept; 0 for none.
    pub momentum: f64,
    pub(super) steps: u64,
    pub(super) velocity: M,
    pub(super) dampening: f64,
    pub(super) weight_decay: f64,
    pub(super) nesterov: bool,
}

options!(Sgd);

impl<M> Sgd<M> {
    /// For models like this one. PyTorch's rate is 0.001, if none is given.
    #[rustfmt::skip]
    pub fn new<T: Real>(model: &M, lr: f64) -> Self // the rest is asked for: `Sgd::new(&model, 0.1).momentum(0.9)`
    where
        M: Trained<T>,
    {
        let velocity = filled(model, 0.0);
        Sgd { lr, momentum: 0.0, steps: 0, velocity, dampening: 0.0, weight_decay: 0.0, nesterov: false }
    }

    /// With momentum: 0 if not asked for.
    ///
    /// # Panics
    /// If it is negative.
    #[must_use]
    #[track_caller]
    pub fn momentum(mut self, momentum: f64) -> Self {
        self.momentum = not_negative("momentum", momentum);
        self
    }

    /// How much less of the gradient goes into the momentum: 0 if not asked for.
    ///
    /// # Panics
    /// With Nesterov's momentum, which has none.
    #[must_use]
    #[track_caller]
    pub fn dampening(mut self, dampening: f64) -> Self {
        assert!(dampening == 0.0 || !self.nesterov, "Nesterov's momentum has no dampening");
        self.dampening = dampening;
        self
    }

    /// With Nesterov's momentum: `p ← p - lr · (g + momentum · v)`. PyTorch's `SGD(momentum=momentum, nesterov=True)`.
    ///
    /// ```
    /// use shaped::{grad::Gradient, nn::Param, optim::Sgd, prelude::*};
    /// let (mut model, mut gradient) = (Param::new(tensor![1.0f32]), Gradient::new(Param::new(tensor![1.0f32])));
    /// Sgd::new(&model, 0.5).nesterov(0.5).step(&mut model, &mut gradient);
    /// assert_eq!(model.as_slice(), [0.25]);
    /// ```
    ///
    /// # Panics
    /// If the momentum is not more than 0, or with dampening.
    #[must_use]
    #[track_caller]
    pub fn nesterov(mut self, momentum: f64) -> Self {
        assert!(momentum > 0.0, "Nesterov's momentum is {momentum}, and must be more than 0");
        assert!(self.dampening == 0.0, "Nesterov's momentum has no dampening");
        (self.momentum, self.nesterov) = (momentum, true);
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
        let by = optimizers::Sgd::<T> {
            lr: float(self.lr),
            decay: float(self.weight_decay),
            momentum: float(self.momentum),
            part: float(1.0 - self.dampening),
            nesterov: self.nesterov,
            first: self.steps == 0,
        };
        self.steps += 1;
        if self.momentum == 0.0 {
            each([model, &mut **gradient], |[p, g]| optimizers::sgd(by, p, g));
        } else {
            each([model, &mut **gradient, &mut self.velocity], |[p, g, v]| optimizers::sgd_with_momentum(by, p, g, v));
        }
    }
}

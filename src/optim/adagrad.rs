//! `Adagrad`.

use super::{each, fill, filled, not_negative};
use crate::kernels::float::float;
use crate::kernels::optimizers;
use crate::kind::Real;
use crate::nn::gradient::Gradient;
use crate::nn::{Parameters, Trained};

/// Steps by the gradient, divided by the root of the sum of all its squares. PyTorch's `torch.optim.Adagrad`.
///
/// `s ← s + g²`, then `p ← p - lr / (1 + (t - 1) · lr_decay) · g / (√s + eps)` at step `t`. Keeps one model's worth of memory.
///
/// ```
/// use shaped::{grad::Gradient, nn::Param, optim::Adagrad, prelude::*};
/// let mut model = Param::new(tensor![1.0f32, 2.0]);
/// let mut gradient = Gradient::new(Param::new(tensor![4.0f32, -8.0]));
/// let mut adagrad = Adagrad::new(&model, 0.5);
/// adagrad.step(&mut model, &mut gradient);
/// assert_eq!(model.value(), &tensor![0.5, 2.5]);
/// ```
///
/// ```compile_fail,E0308
/// use shaped::{grad::Gradient, nn::Param, optim::Adagrad, prelude::*};
/// let mut model = Param::new(tensor![1.0f32, 2.0]);
/// let mut gradient = Gradient::new(Param::new(tensor![4.0f64, -8.0])); // of another model
/// let mut adagrad = Adagrad::new(&model, 0.5);
/// adagrad.step(&mut model, &mut gradient);
/// ```
#[derive(Clone, Debug)]
pub struct Adagrad<M> {
    /// The learning rate, to be set from a [`Schedule`](super::Schedule).
    pub lr: f64,
    pub(super) steps: u64,
    pub(super) sum: M,
    lr_decay: f64,
    eps: f64,
    weight_decay: f64,
}

options!(Adagrad, eps: "1e-10");

impl<M> Adagrad<M> {
    /// For models like this one. PyTorch's rate is 0.01, if none is given.
    pub fn new<T: Real>(model: &M, lr: f64) -> Self
    where
        M: Trained<T>,
    {
        Adagrad { lr, steps: 0, sum: filled(model, 0.0), lr_decay: 0.0, eps: 1e-10, weight_decay: 0.0 }
    }

    /// How fast the rate falls from step to step: 0 if not asked for.
    ///
    /// # Panics
    /// If it is negative.
    #[must_use]
    #[track_caller]
    pub fn lr_decay(mut self, lr_decay: f64) -> Self {
        self.lr_decay = not_negative("lr_decay", lr_decay);
        self
    }

    /// What the sums begin with: 0 if not asked for. To be asked for before the first step.
    ///
    /// # Panics
    /// If it is negative.
    #[must_use]
    #[track_caller]
    pub fn initial_accumulator_value<T: Real>(mut self, value: f64) -> Self
    where
        M: Parameters<T>,
    {
        fill(&mut self.sum, not_negative("initial_accumulator_value", value));
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
        let by = optimizers::Adagrad::<T> {
            lr: float(self.lr / (1.0 + self.steps as f64 * self.lr_decay)),
            decay: float(self.weight_decay),
            eps: float(self.eps),
        };
        self.steps += 1;
        each([model, &mut **gradient, &mut self.sum], |[p, g, sum]| optimizers::adagrad(by, p, g, sum));
    }
}

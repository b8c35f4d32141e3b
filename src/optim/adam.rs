//! `Adam` and `AdamW`.

use num_traits::Float;

use super::{below_one, each, filled};
use crate::kernels::float::float;
use crate::kernels::optimizers;
use crate::kind::Real;
use crate::nn::gradient::Gradient;
use crate::nn::{Parameters, Trained};

/// The two differ in what their weight decay is: part of the gradient, or of the step.
macro_rules! adams {
    ($(
        $(#[$doc:meta])*
        $name:ident decays $decay:literal, $decoupled:literal: $decaying:literal
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<M> {
            /// The learning rate, to be set from a [`Schedule`](super::Schedule).
            pub lr: f64,
            /// How much is kept of the means of the gradient and of its square.
            pub betas: (f64, f64),
            pub(super) steps: u64,
            pub(super) mean: M,
            pub(super) square: M,
            pub(super) largest: Option<M>,
            pub(super) eps: f64,
            pub(super) weight_decay: f64,
        }

        options!($name, eps: "1e-8", weight_decay: $decaying);

        impl<M> $name<M> {
            fn made<T: Real>(model: &M, lr: f64) -> Self
            where
                M: Trained<T>,
            {
                let mean = filled(model, 0.0);
                let (square, largest) = (mean.clone(), None);
                $name { lr, betas: (0.9, 0.999), steps: 0, mean, square, largest, eps: 1e-8, weight_decay: $decay }
            }

            /// How much is kept of the means of the gradient and of its square: 0.9 and 0.999 if not asked for.
            ///
            /// # Panics
            /// If one is negative, or not less than 1.
            #[must_use]
            #[track_caller]
            pub fn betas(mut self, mean: f64, square: f64) -> Self {
                self.betas = (below_one("the first beta", mean), below_one("the second beta", square));
                self
            }

            /// By the largest mean square that there was, not by the latest: keeps one more model's worth of memory. PyTorch's `amsgrad=True`.
            /// To be asked for before the first step.
            #[must_use]
            pub fn amsgrad(mut self) -> Self
            where
                M: Clone,
            {
                self.largest = Some(self.square.clone());
                self
            }

            fn stepped<T: Real>(&mut self, model: &mut M, gradient: &mut Gradient<M>)
            where
                M: Parameters<T>,
            {
                self.steps += 1;
                let by = numbers::<T>(self.lr, self.betas, self.eps, self.weight_decay, $decoupled, self.steps);
                match &mut self.largest {
                    None => each([model, &mut **gradient, &mut self.mean, &mut self.square], |[p, g, mean, square]| {
                        optimizers::adam(by, p, g, mean, square);
                    }),
                    Some(largest) => each(
                        [model, &mut **gradient, &mut self.mean, &mut self.square, largest],
                        |[p, g, mean, square, largest]| optimizers::amsgrad(by, p, g, mean, square, largest),
                    ),
                }
            }
        }
    )* };
}

adams! {
    /// Steps by the mean of the gradients, divided by the root of their mean square. PyTorch's `torch.optim.Adam`.
    ///
    /// `m ← β₁ m + (1 - β₁) g` and `v ← β₂ v + (1 - β₂) g²`, then `p ← p - lr · m̂ / (√v̂ + eps)`, where `m̂ = m / (1 - β₁ᵗ)` and
    /// `v̂ = v / (1 - β₂ᵗ)` at step `t`. Keeps two models' worth of memory.
    ///
    /// ```
    /// use shaped::{grad::Gradient, nn::Param, optim::Adam, prelude::*};
    /// let mut model = Param::new(tensor![1.0f32, 2.0]);
    /// let mut gradient = Gradient::new(Param::new(tensor![1.0f32, -10.0]));
    /// let mut adam = Adam::new(&model, 0.5).betas(0.9, 0.99);
    /// adam.step(&mut model, &mut gradient);
    /// assert!(model.value().all_close(&tensor![0.5, 2.5], 1e-5, 0.0));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::{grad::Gradient, nn::Param, optim::Adam, prelude::*};
    /// let mut model = Param::new(tensor![1.0f32, 2.0]);
    /// let mut gradient = Gradient::new(Param::new(tensor![1.0f32, -10.0, 0.0])); // of another model
    /// let mut adam = Adam::new(&model, 0.5);
    /// adam.step(&mut model, &mut gradient);
    /// ```
    Adam decays 0.0, false: "With an L2 penalty: `weight_decay · p` is added to the gradient. 0 if not asked for. ([`AdamW`] decays by itself.)"

    /// As [`Adam`], with a weight decay beside the gradient: `p ← p - lr · weight_decay · p`, then Adam's step. PyTorch's `torch.optim.AdamW`.
    ///
    /// ```
    /// use shaped::{grad::Gradient, nn::Param, optim::AdamW, prelude::*};
    /// let mut model = Param::new(tensor![1.0f32, 2.0]);
    /// let mut gradient = Gradient::new(Param::new(tensor![0.0f32, 0.0]));
    /// let mut adam = AdamW::new(&model, 0.5).weight_decay(0.5);
    /// adam.step(&mut model, &mut gradient);
    /// assert_eq!(model.value(), &tensor![0.75, 1.5]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shaped::{grad::Gradient, nn::Param, optim::AdamW, prelude::*};
    /// let mut model = Param::new(tensor![1.0f32, 2.0]);
    /// let mut gradient = Gradient::new(Param::new(tensor![0.0f32, 0.0]));
    /// let mut adam = AdamW::new(&(model.clone(), model.clone()), 0.5); // of another model
    /// adam.step(&mut model, &mut gradient);
    /// ```
    AdamW decays 0.01, true: "How much smaller a weight becomes in a step, times the rate: 0.01 if not asked for."
}

// What asks for a model stands outside of the table, of which the compiler would show all rows.
impl<M> Adam<M> {
    /// For models like this one. PyTorch's rate is 0.001, if none is given.
    #[rustfmt::skip]
    pub fn new<T: Real>(model: &M, lr: f64) -> Self // the rest is asked for: `Adam::new(&model, 0.001).weight_decay(0.01)`
    where
        M: Trained<T>,
    {
        Self::made(model, lr)
    }

    /// Changes the model by its gradient. Allocates nothing. What a model only keeps, a [`Buffer`](crate::nn::Buffer), takes its next value.
    ///
    /// # Panics
    /// If a run-time axis has another size in the gradient than in the model, or than in the one that the optimizer was made for.
    #[rustfmt::skip] // the compiler shows the line
    pub fn step<T: Real>(&mut self, model: &mut M, gradient: &mut Gradient<M>) // as `adam.step(&mut model, gradient)`; of a part: `adam.step(&mut net.head, gradient.part(|net| &mut net.head))`
    where
        M: Parameters<T>,
    {
        self.stepped(model, gradient);
    }
}
impl<M> AdamW<M> {
    /// For models like this one. PyTorch's rate is 0.001, if none is given.
    #[rustfmt::skip]
    pub fn new<T: Real>(model: &M, lr: f64) -> Self // the rest is asked for: `AdamW::new(&model, 0.001).weight_decay(0.1)`
    where
        M: Trained<T>,
    {
        Self::made(model, lr)
    }

    /// Changes the model by its gradient. Allocates nothing. What a model only keeps, a [`Buffer`](crate::nn::Buffer), takes its next value.
    ///
    /// # Panics
    /// If a run-time axis has another size in the gradient than in the model, or than in the one that the optimizer was made for.
    #[rustfmt::skip] // the compiler shows the line
    pub fn step<T: Real>(&mut self, model: &mut M, gradient: &mut Gradient<M>) // as `adamw.step(&mut model, gradient)`
    where
        M: Parameters<T>,
    {
        self.stepped(model, gradient);
    }
}

/// The numbers of step `steps`, counted from 1.
fn numbers<T: Real>(
    lr: f64,
    (beta1, beta2): (f64, f64),
    eps: f64,
    decay: f64,
    decoupled: bool,
    steps: u64,
) -> optimizers::Adam<T> {
    let corrected = |beta: f64| 1.0 - Float::powf(beta, steps as f64);
    optimizers::Adam {
        step: float(lr / corrected(beta1)),
        keep: float(if decoupled { 1.0 - lr * decay } else { 1.0 }),
        decay: float(if decoupled { 0.0 } else { decay }),
        mean: float(1.0 - beta1),
        beta2: float(beta2),
        square: float(1.0 - beta2),
        root: float(Float::sqrt(corrected(beta2))),
        eps: float(eps),
    }
}

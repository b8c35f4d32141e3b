//! Training: optimizers and what surrounds them.
//!
//! An optimizer of a model `M` takes gradients of it, [`Gradient<M>`](crate::grad::Gradient), which a [`Tape`](crate::grad::Tape) of it gives, and keeps what it remembers of
//! earlier ones in models `M`: a gradient of another model does not compile, nor does a forgotten layer.
//!
//! | | |
//! |---|---|
//! | optimizers, with PyTorch's defaults and results | [`Sgd`], [`Adam`], [`AdamW`], [`RmsProp`], [`Adagrad`] |
//! | gradients that are too large | [`clip_grad_norm`], [`clip_grad_value`] |
//! | a learning rate for each step | [`Schedule`]: [`CosineDecay`], [`StepDecay`], [`ExponentialDecay`], [`OneCycle`], [`LinearWarmup`] |
//! | an average of the model | [`Ema`] |
//! | going on after an interruption, bit for bit | `TrainingState` (feature `safetensors`) |
//! | batches of a data set | [`Batches`], [`permutation`] |
//!
//! ```
//! use shaped::{grad::Tape, nn::Param, optim::*, prelude::*};
//! // y = x w + b, fitted to three points of y = 2 x - 1.
//! let (x, y) = (tensor![[0.0f32], [1.0], [2.0]], tensor![[-1.0f32], [1.0], [3.0]]);
//! let mut line = (Param::<shape![1, 1]>::zeros(), Param::<shape![1]>::zeros());
//! let mut tape = Tape::new(&line);
//! let mut adam = Adam::new(&line, 0.1);
//! let schedule = CosineDecay::new(0.2, 200).warmup(10);
//! for step in 0..200 {
//!     let (_loss, gradient) = tape.value_and_grad(&line, |tape| {
//!         let error = tape.input(&x).matmul(&line.0) + &line.1 - tape.input(&y);
//!         error.square().mean_all()
//!     });
//!     clip_grad_norm(gradient, 10.0);
//!     adam.lr = schedule.at(step);
//!     adam.step(&mut line, gradient);
//! }
//! assert!((line.0.as_slice()[0] - 2.0).abs() < 1e-2);
//! ```
//!
//! # Groups of parameters
//!
//! PyTorch's groups are parts of a model here, each with an optimizer of its own: another rate for the body than for the head, no weight
//! decay of biases, or no optimizer at all.
//!
//! ```
//! use shaped::{grad::grad, nn::Param, optim::*, prelude::*};
//! let mut model = (Param::<shape![3, 2]>::ones(), Param::<shape![2]>::ones());
//! let mut gradient = grad(&model, |tape| (tape.parameter(&model.0) + &model.1).square().sum_all());
//! let mut weights = AdamW::new(&model.0, 1e-3).weight_decay(0.1);
//! let mut biases = AdamW::new(&model.1, 1e-2).weight_decay(0.0);
//! weights.step(&mut model.0, gradient.part(|model| &mut model.0));
//! biases.step(&mut model.1, gradient.part(|model| &mut model.1));
//! ```
//!
//! # Batches too large for memory
//!
//! Gradients of several parts of a batch are added by [`Tape::accumulate`](crate::grad::Tape::accumulate); the step follows the last one.

/// What every optimizer is asked in the same words.
macro_rules! options {
    ($name:ident $(, eps: $eps:literal)? $(, weight_decay: $decay:literal)?) => {
        impl<M> $name<M> {
            $(
                #[doc = concat!("What is added to the root that is divided by: ", $eps, " if not asked for.")]
                ///
                /// # Panics
                /// If it is negative.
                #[must_use]
                #[track_caller]
                pub fn eps(mut self, eps: f64) -> Self {
                    self.eps = crate::optim::not_negative("eps", eps);
                    self
                }
            )?

            #[doc = options!(@decay $($decay)?)]
            ///
            /// # Panics
            /// If it is negative.
            #[must_use]
            #[track_caller]
            pub fn weight_decay(mut self, weight_decay: f64) -> Self {
                self.weight_decay = crate::optim::not_negative("weight_decay", weight_decay);
                self
            }

            /// How many steps were made.
            pub fn steps(&self) -> u64 {
                self.steps
            }
        }
    };
    (@decay) => {
        "With an L2 penalty: `weight_decay · p` is added to the gradient. 0 if not asked for."
    };
    (@decay $other:literal) => {
        $other
    };
}

mod adagrad;
mod adam;
mod batches;
mod clip;
mod ema;
#[cfg(feature = "graph")]
mod lowered;
mod pairs;
mod plateau;
mod random;
mod rms_prop;
mod schedule;
mod sgd;
#[cfg(feature = "safetensors")]
mod state;
mod words;

#[doc(hidden)]
pub use crate::shape::diagnostics::{ScheduleStep as _, ZeroGrad as _};
pub use adagrad::Adagrad;
pub use adam::{Adam, AdamW};
pub use batches::{Batches, InOrder, Shuffled};
pub use clip::{clip_grad_norm, clip_grad_value};
pub use ema::Ema;
#[cfg(feature = "graph")]
pub use lowered::LoweredOptimizer;
pub use plateau::ReduceOnPlateau;
pub use random::permutation;
pub use rms_prop::RmsProp;
pub use schedule::{CosineDecay, ExponentialDecay, LinearWarmup, OneCycle, Schedule, StepDecay};
pub use sgd::Sgd;
#[cfg(feature = "safetensors")]
pub use state::TrainingState;

use crate::kind::Real;
use crate::nn::{Parameters, Role};

/// A model like this one, of the same number everywhere.
fn filled<T: Real, M: Parameters<T> + Clone>(like: &M, x: f64) -> M {
    let mut state = like.clone();
    fill(&mut state, x);
    state
}

fn fill<T: Real, M: Parameters<T>>(state: &mut M, x: f64) {
    let x = crate::kernels::float::float(x);
    state.visit_mut(&mut |_, elements: &mut [T]| elements.fill(x));
}

/// A step: `f` for what is learned, of which the first tensor is the model's and the second its gradient. The gradient of what is only kept is
/// its next value.
fn each<T: Real, M: Parameters<T>, const N: usize>(all: [&mut M; N], mut f: impl FnMut([&mut [T]; N])) {
    M::zip(all, &mut |role, mut tensors| match (role, &mut tensors[..]) {
        (Role::Statistic, [model, next, ..]) => model.copy_from_slice(next),
        _ => f(tensors),
    });
}

/// Says what a number of an optimizer may be.
#[track_caller]
fn not_negative(what: &str, x: f64) -> f64 {
    assert!(x >= 0.0, "{what} is {x}, and may not be negative");
    x
}

/// Of what weighs the past.
#[track_caller]
fn below_one(what: &str, x: f64) -> f64 {
    assert!((0.0..1.0).contains(&x), "{what} is {x}, and must be at least 0 and less than 1");
    x
}

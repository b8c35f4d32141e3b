//! `Ema`.

use super::below_one;
use super::pairs::pairs;
use crate::kernels::float::float;
use crate::kernels::optimizers;
use crate::kind::Real;
use crate::nn::{Parameters, Role};

/// An exponential moving average of a model, which often scores better than the model itself. PyTorch's
/// `AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(decay), use_buffers=False)`.
///
/// `a ← decay · a + (1 - decay) · p`. The first update copies the model; so does each for what a model only keeps, such as running statistics.
///
/// ```
/// use shaped::{nn::Param, optim::Ema, prelude::*};
/// let mut model = Param::new(tensor![1.0f32, 2.0]);
/// let mut ema = Ema::new(&model, 0.75);
/// ema.update(&model);
/// model.as_mut_slice().fill(5.0);
/// ema.update(&model);
/// assert_eq!(ema.model().value(), &tensor![2.0, 2.75]);
/// ```
///
/// ```compile_fail,E0308
/// use shaped::{nn::Param, optim::Ema, prelude::*};
/// let mut ema = Ema::new(&Param::new(tensor![1.0f32, 2.0]), 0.75);
/// ema.update(&Param::new(tensor![1.0f32, 2.0, 3.0])); // another model
/// ```
#[derive(Clone, Debug)]
pub struct Ema<M> {
    pub(super) model: M,
    pub(super) steps: u64,
    decay: f64,
}

impl<M> Ema<M> {
    /// An average that begins as this model. PyTorch's decay is 0.999, if none is given.
    ///
    /// # Panics
    /// If the decay is negative, or not less than 1.
    #[track_caller]
    pub fn new(model: &M, decay: f64) -> Self
    where
        M: Clone,
    {
        Ema { model: model.clone(), steps: 0, decay: below_one("decay", decay) }
    }

    /// Takes the model, after a step, into the average. Allocates nothing.
    ///
    /// # Panics
    /// If a run-time axis has another size than in the first model, or a list another length.
    pub fn update<T: Real>(&mut self, model: &M)
    where
        M: Parameters<T>,
    {
        let part = float(if self.steps == 0 { 1.0 } else { 1.0 - self.decay });
        self.steps += 1;
        pairs(&mut self.model, model, |role, average, new| match role {
            Role::Learned => optimizers::blend(part, average, new),
            Role::Statistic => average.copy_from_slice(new),
        });
    }

    /// The average, to compute with.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// The average. No copy.
    pub fn into_model(self) -> M {
        self.model
    }
}

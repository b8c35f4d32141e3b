//! Of what words of PyTorch are guessed here: `src/shape/diagnostics/words.rs` has them, with their answers.

use super::{Adagrad, Adam, AdamW, CosineDecay, ExponentialDecay, LinearWarmup, OneCycle, RmsProp, Sgd, StepDecay};
use crate::shape::diagnostics::{OptimizerWords, ScheduleWords};

impl<M> OptimizerWords for Adagrad<M> {}
impl<M> OptimizerWords for Adam<M> {}
impl<M> OptimizerWords for AdamW<M> {}
impl<M> OptimizerWords for RmsProp<M> {}
impl<M> OptimizerWords for Sgd<M> {}

impl ScheduleWords for StepDecay {}
impl ScheduleWords for ExponentialDecay {}
impl ScheduleWords for CosineDecay {}
impl<S> ScheduleWords for LinearWarmup<S> {}
impl ScheduleWords for OneCycle {}

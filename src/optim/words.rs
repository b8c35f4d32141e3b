//! Of what words of PyTorch are guessed here: `src/shape/diagnostics/words.rs` has them, with their answers.

use super::{Adagrad, Adam, AdamW, RmsProp, Schedule, Sgd};
use crate::shape::diagnostics::{OptimizerWords, ScheduleWords};

impl<M> OptimizerWords for Adagrad<M> {}
impl<M> OptimizerWords for Adam<M> {}
impl<M> OptimizerWords for AdamW<M> {}
impl<M> OptimizerWords for RmsProp<M> {}
impl<M> OptimizerWords for Sgd<M> {}

impl<X: Schedule + ?Sized> ScheduleWords for X {}

//! Of what words of PyTorch are guessed here: `src/shape/diagnostics/words.rs` has them, with their answers.

use super::{Adagrad, Adam, AdamW, CosineDecay, ExponentialDecay, LinearWarmup, OneCycle, RmsProp, Sgd, StepDecay};
use crate::shape::diagnostics::guessed;

guessed! {
    [M] Adagrad<M> => OptimizerGuess
    [M] Adam<M> => OptimizerGuess
    [M] AdamW<M> => OptimizerGuess
    [M] RmsProp<M> => OptimizerGuess
    [M] Sgd<M> => OptimizerGuess
    [] StepDecay => ScheduleGuess
    [] ExponentialDecay => ScheduleGuess
    [] CosineDecay => ScheduleGuess
    [S] LinearWarmup<S> => ScheduleGuess
    [] OneCycle => ScheduleGuess
}

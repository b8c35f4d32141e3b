//! Learning rates for each step.

use core::f64::consts::PI;

use num_traits::Float;

/// A learning rate for each step, counted from 0. A number is a constant one.
///
/// A schedule is a function of the step and keeps nothing: an interrupted training goes on where it was.
///
/// ```
/// use shaped::{grad::Gradient, nn::Param, optim::*, prelude::*};
/// let (mut model, mut gradient) = (Param::new(tensor![1.0f32]), Gradient::new(Param::new(tensor![1.0f32])));
/// let mut sgd = Sgd::new(&model, 0.1);
/// let schedule = StepDecay::new(0.1, 2, 0.5);
/// for step in 0..4 {
///     sgd.lr = schedule.at(step); // 0.1, 0.1, 0.05, 0.05
///     sgd.step(&mut model, &mut gradient);
/// }
/// assert!((model.as_slice()[0] - 0.7).abs() < 1e-6);
/// ```
pub trait Schedule {
    /// The rate for a step.
    fn at(&self, step: usize) -> f64;
}

impl Schedule for f64 {
    fn at(&self, _step: usize) -> f64 {
        *self
    }
}

/// The rate is multiplied by a factor after every so many steps. PyTorch's `StepLR(optimizer, every, factor)`.
///
/// ```
/// use shaped::optim::{Schedule, StepDecay};
/// let schedule = StepDecay::new(0.1, 30, 0.5);
/// assert_eq!([0, 29, 30, 60].map(|step| schedule.at(step)), [0.1, 0.1, 0.05, 0.025]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepDecay {
    lr: f64,
    every: usize,
    factor: f64,
}

impl StepDecay {
    /// From `lr` on. PyTorch's factor is 0.1, if none is given.
    ///
    /// # Panics
    /// If `every` is 0.
    #[track_caller]
    pub fn new(lr: f64, every: usize, factor: f64) -> Self {
        assert!(every > 0, "a rate that changes after every 0 steps");
        StepDecay { lr, every, factor }
    }
}

impl Schedule for StepDecay {
    fn at(&self, step: usize) -> f64 {
        ExponentialDecay::new(self.lr, self.factor).at(step / self.every)
    }
}

/// The rate is multiplied by a factor after every step. PyTorch's `ExponentialLR(optimizer, factor)`.
///
/// ```
/// use shaped::optim::{ExponentialDecay, Schedule};
/// let schedule = ExponentialDecay::new(0.1, 0.5);
/// assert_eq!([0, 1, 2].map(|step| schedule.at(step)), [0.1, 0.05, 0.025]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExponentialDecay {
    lr: f64,
    factor: f64,
}

impl ExponentialDecay {
    /// From `lr` on.
    pub fn new(lr: f64, factor: f64) -> Self {
        ExponentialDecay { lr, factor }
    }
}

impl Schedule for ExponentialDecay {
    fn at(&self, step: usize) -> f64 {
        self.lr * Float::powf(self.factor, step as f64)
    }
}

/// The rate falls along half a wave of a cosine, and stays then: `min + (lr - min) · (1 + cos(π · step / steps)) / 2`. PyTorch's
/// `CosineAnnealingLR(optimizer, steps, min)`, whose rate rises again after that.
///
/// ```
/// use shaped::optim::{CosineDecay, Schedule};
/// let schedule = CosineDecay::new(1.0, 100);
/// assert_eq!([0, 50, 100, 200].map(|step| schedule.at(step)), [1.0, 0.5, 0.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CosineDecay {
    lr: f64,
    steps: usize,
    min: f64,
    warmup: usize,
}

impl CosineDecay {
    /// From `lr` to 0 in so many steps.
    pub fn new(lr: f64, steps: usize) -> Self {
        CosineDecay { lr, steps, min: 0.0, warmup: 0 }
    }

    /// To `min`, and not to 0.
    #[must_use]
    pub fn min(mut self, min: f64) -> Self {
        self.min = min;
        self
    }

    /// The first of the steps raise the rate evenly, to `lr` at the last of them; the wave has the rest. PyTorch's `SequentialLR` of
    /// `LinearLR(optimizer, 1 / warmup, 1, warmup - 1)` and `CosineAnnealingLR(optimizer, steps - warmup)`.
    ///
    /// ```
    /// use shaped::optim::{CosineDecay, Schedule};
    /// let schedule = CosineDecay::new(1.0, 8).warmup(4);
    /// assert_eq!([0, 1, 2, 3, 4, 6, 8].map(|step| schedule.at(step)), [0.25, 0.5, 0.75, 1.0, 1.0, 0.5, 0.0]);
    /// ```
    #[must_use]
    pub fn warmup(mut self, warmup: usize) -> Self {
        self.warmup = warmup;
        self
    }
}

impl Schedule for CosineDecay {
    fn at(&self, step: usize) -> f64 {
        let Some(after) = step.checked_sub(self.warmup) else {
            return risen(self.lr, step, self.warmup);
        };
        cosine(self.lr, self.min, part(after as f64, self.steps.saturating_sub(self.warmup) as f64))
    }
}

/// The rate rises evenly in the first `steps` steps, to what another schedule begins with at the last of them; then that follows. PyTorch's
/// `SequentialLR` of `LinearLR(optimizer, 1 / steps, 1, steps - 1)` and another.
///
/// ```
/// use shaped::optim::{LinearWarmup, Schedule, StepDecay};
/// let schedule = LinearWarmup::new(1.0, 4); // and constant after that
/// assert_eq!([0, 1, 2, 3, 4, 100].map(|step| schedule.at(step)), [0.25, 0.5, 0.75, 1.0, 1.0, 1.0]);
/// let schedule = LinearWarmup::new(StepDecay::new(1.0, 2, 0.5), 2);
/// assert_eq!([0, 1, 2, 3, 4].map(|step| schedule.at(step)), [0.5, 1.0, 1.0, 1.0, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearWarmup<S> {
    then: S,
    steps: usize,
}

impl<S: Schedule> LinearWarmup<S> {
    /// In so many steps to what `then` begins with.
    pub fn new(then: S, steps: usize) -> Self {
        LinearWarmup { then, steps }
    }
}

impl<S: Schedule> Schedule for LinearWarmup<S> {
    fn at(&self, step: usize) -> f64 {
        match step.checked_sub(self.steps) {
            Some(after) => self.then.at(after),
            None => risen(self.then.at(0), step, self.steps),
        }
    }
}

/// The rate rises to `max` and falls to nearly nothing, each along half a wave of a cosine, in one cycle that is the whole training; the
/// momentum does the opposite. PyTorch's `OneCycleLR(optimizer, max, steps)`.
///
/// ```
/// use shaped::{grad::Gradient, nn::Param, optim::*, prelude::*};
/// let (mut model, mut gradient) = (Param::new(tensor![1.0f32]), Gradient::new(Param::new(tensor![1.0f32])));
/// let mut sgd = Sgd::new(&model, 0.0).momentum(0.95);
/// let schedule = OneCycle::new(0.1, 100);
/// for step in 0..100 {
///     (sgd.lr, sgd.momentum) = (schedule.at(step), schedule.momentum_at(step));
///     sgd.step(&mut model, &mut gradient);
/// }
/// assert!((schedule.at(0) - 0.1 / 25.0).abs() < 1e-15 && (schedule.at(29) - 0.1).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneCycle {
    max: f64,
    steps: usize,
    rising: f64,
    div: f64,
    final_div: f64,
    momentum: (f64, f64),
    linear: bool,
}

impl OneCycle {
    /// Up to `max` and down again in so many steps.
    pub fn new(max: f64, steps: usize) -> Self {
        OneCycle { max, steps, rising: 0.3, div: 25.0, final_div: 1e4, momentum: (0.85, 0.95), linear: false }
    }

    /// The part of the steps in which the rate rises: 0.3 if not asked for. PyTorch's `pct_start`.
    ///
    /// # Panics
    /// If it is not from 0 to 1.
    #[must_use]
    #[track_caller]
    pub fn rising(mut self, part: f64) -> Self {
        assert!((0.0..=1.0).contains(&part), "the part in which the rate rises is {part}, and must be from 0 to 1");
        self.rising = part;
        self
    }

    /// How many times less than `max` the first rate is, and how many times less than the first one the last one is: 25 and 10000 if not asked
    /// for. PyTorch's `div_factor` and `final_div_factor`.
    #[must_use]
    pub fn div_factors(mut self, first: f64, last: f64) -> Self {
        (self.div, self.final_div) = (first, last);
        self
    }

    /// The least and the most momentum: 0.85 and 0.95 if not asked for. PyTorch's `base_momentum` and `max_momentum`.
    #[must_use]
    pub fn momenta(mut self, least: f64, most: f64) -> Self {
        self.momentum = (least, most);
        self
    }

    /// Evenly, and not along a cosine. PyTorch's `anneal_strategy="linear"`.
    #[must_use]
    pub fn linear(mut self) -> Self {
        self.linear = true;
        self
    }

    /// The momentum for a step, counted from 0: for [`Sgd`](super::Sgd)'s `momentum`, or the first of [`Adam`](super::Adam)'s `betas`.
    pub fn momentum_at(&self, step: usize) -> f64 {
        let (least, most) = self.momentum;
        self.between(step, most, least, most)
    }

    fn between(&self, step: usize, first: f64, peak: f64, last: f64) -> f64 {
        let (step, end) = (step as f64, self.steps as f64 - 1.0);
        let top = self.rising * self.steps as f64 - 1.0;
        let (from, to, part) =
            if step <= top { (first, peak, part(step, top)) } else { (peak, last, part(step - top, end - top)) };
        if self.linear { from + (to - from) * part } else { cosine(from, to, part) }
    }
}

impl Schedule for OneCycle {
    fn at(&self, step: usize) -> f64 {
        let first = self.max / self.div;
        self.between(step, first, self.max, first / self.final_div)
    }
}

/// How much of a time is over.
fn part(time: f64, of: f64) -> f64 {
    if time < of { time / of } else { 1.0 }
}

fn cosine(from: f64, to: f64, part: f64) -> f64 {
    // At the ends without rounding.
    match part {
        1.0 => to,
        _ => to + (from - to) * (1.0 + Float::cos(PI * part)) / 2.0,
    }
}

/// The rate at a step of a rise of so many.
fn risen(lr: f64, step: usize, steps: usize) -> f64 {
    lr * (step + 1) as f64 / steps as f64
}

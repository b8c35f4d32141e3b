//! A learning rate that falls where a loss does not.

/// A rate that is multiplied by a factor when what is measured has not become less for some time. PyTorch's
/// `ReduceLROnPlateau(optimizer)`, with its defaults.
///
/// It is told the measure once an epoch, and gives the rate for the next one.
///
/// ```
/// use shaped::optim::ReduceOnPlateau;
/// let mut plateau = ReduceOnPlateau::new(0.1).factor(0.5).patience(1);
/// let losses = [4.0, 3.0, 3.0, 3.0, 2.0];
/// assert_eq!(losses.map(|loss| plateau.step(loss)), [0.1, 0.1, 0.1, 0.05, 0.05]); // `adam.lr = plateau.step(loss)`
/// assert_eq!(plateau.best(), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReduceOnPlateau {
    lr: f64,
    factor: f64,
    patience: usize,
    /// By how much a measure is less than the best one to be better; of the best one, or by itself.
    threshold: f64,
    absolute: bool,
    rising: bool,
    cooldown: usize,
    min: f64,
    best: f64,
    bad: usize,
    cooling: usize,
}

impl ReduceOnPlateau {
    /// From `lr` on: a tenth of it after more than 10 epochs that were not better by one part in 10 000.
    pub fn new(lr: f64) -> Self {
        ReduceOnPlateau {
            lr,
            factor: 0.1,
            patience: 10,
            threshold: 1e-4,
            absolute: false,
            rising: false,
            cooldown: 0,
            min: 0.0,
            best: f64::INFINITY,
            bad: 0,
            cooling: 0,
        }
    }

    /// By what the rate is multiplied.
    ///
    /// # Panics
    /// If it is not below 1, as in PyTorch.
    #[must_use]
    #[track_caller]
    pub fn factor(self, factor: f64) -> Self {
        assert!(factor < 1.0, "a factor of {factor}, which is to be less than 1");
        ReduceOnPlateau { factor, ..self }
    }

    /// After how many epochs without a better measure the next such one lowers the rate.
    #[must_use]
    pub fn patience(self, patience: usize) -> Self {
        ReduceOnPlateau { patience, ..self }
    }

    /// By which part of the best measure another one is to be better. PyTorch's `threshold`.
    #[must_use]
    pub fn threshold(self, threshold: f64) -> Self {
        ReduceOnPlateau { threshold, absolute: false, ..self }
    }

    /// By how much a measure is to be better. PyTorch's `threshold` with `threshold_mode="abs"`.
    #[must_use]
    pub fn absolute_threshold(self, threshold: f64) -> Self {
        ReduceOnPlateau { threshold, absolute: true, ..self }
    }

    /// More is better: of an accuracy. PyTorch's `mode="max"`.
    #[must_use]
    pub fn rising(self) -> Self {
        ReduceOnPlateau { rising: true, best: f64::NEG_INFINITY, ..self }
    }

    /// For how many epochs after a lower rate none is counted as bad.
    #[must_use]
    pub fn cooldown(self, cooldown: usize) -> Self {
        ReduceOnPlateau { cooldown, ..self }
    }

    /// The least rate. PyTorch's `min_lr`.
    #[must_use]
    pub fn min(self, min: f64) -> Self {
        ReduceOnPlateau { min, ..self }
    }

    /// The measure of an epoch, and the rate for the next one. A NaN is no better than anything.
    pub fn step(&mut self, measure: f64) -> f64 {
        if self.is_better(measure) {
            (self.best, self.bad) = (measure, 0);
        } else {
            self.bad += 1;
        }
        if self.cooling > 0 {
            self.cooling -= 1;
            self.bad = 0;
        }
        if self.bad > self.patience {
            let lower = (self.lr * self.factor).max(self.min);
            // PyTorch's `eps`: what is hardly lower stays.
            if self.lr - lower > 1e-8 {
                self.lr = lower;
            }
            (self.cooling, self.bad) = (self.cooldown, 0);
        }
        self.lr
    }

    /// The rate that it gave last.
    pub fn lr(&self) -> f64 {
        self.lr
    }

    /// The best measure so far; infinite before the first one.
    pub fn best(&self) -> f64 {
        self.best
    }

    fn is_better(&self, measure: f64) -> bool {
        let ReduceOnPlateau { best, threshold, .. } = *self;
        match (self.rising, self.absolute) {
            (false, false) => measure < best * (1.0 - threshold),
            (false, true) => measure < best - threshold,
            (true, false) => measure > best * (1.0 + threshold),
            (true, true) => measure > best + threshold,
        }
    }
}

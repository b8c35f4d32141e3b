//! Connectionist temporal classification: how likely labels are under rows of logarithms of probabilities, over all ways to share the rows out among
//! them, and the slopes of that.

use num_traits::Float;

use crate::kernels::by_type::{exp, ln};
use crate::storage::Scratch;

/// A sequence of rows, the first ones of which lie `step` elements apart, and the labels that it says, one after the other, with or without
/// the blank between them, and each for as many rows as it takes.
#[derive(Clone, Copy)]
pub(crate) struct Spoken<'a, T> {
    /// Logarithms of probabilities, from the first row on.
    pub logs: &'a [T],
    pub step: usize,
    pub rows: usize,
    pub labels: &'a [usize],
    pub blank: usize,
}

impl<T: Float> Spoken<'_, T> {
    /// The labels, and a blank before, between and behind them.
    fn states(&self) -> usize {
        2 * self.labels.len() + 1
    }

    fn class(&self, state: usize) -> usize {
        if state.is_multiple_of(2) { self.blank } else { self.labels[state / 2] }
    }

    /// Of each state in each row the logarithm of the probability of all ways that lead there, that row with it: from the first row on, or
    /// if they are turned from the last one back, with rows and states the other way round.
    fn ways(&self, turned: bool) -> Scratch<T> {
        let n = self.states();
        let class = |state: usize| self.class(if turned { n - 1 - state } else { state });
        let log = |row: usize, state: usize| {
            let row = if turned { self.rows - 1 - row } else { row };
            self.logs[row * self.step + class(state)]
        };
        let mut all: Scratch<T> = (0..self.rows * n).map(|_| T::neg_infinity()).collect();
        if self.rows > 0 {
            (0..n.min(2)).for_each(|state| all[state] = log(0, state));
        }
        for row in 1..self.rows {
            let (before, now) = all[(row - 1) * n..(row + 1) * n].split_at_mut(n);
            for (state, to) in now.iter_mut().enumerate() {
                let mut from = [before[state], T::neg_infinity(), T::neg_infinity()];
                if state > 0 {
                    from[1] = before[state - 1];
                }
                // The blank may be left out between labels that differ.
                if state > 2 && state % 2 == 1 && class(state) != class(state - 2) {
                    from[2] = before[state - 2];
                }
                *to = log_of_sum(from) + log(row, state);
            }
        }
        all
    }

    /// Minus the logarithm of the probability of the labels, infinite if there are too few rows for them.
    pub(crate) fn loss(&self) -> T {
        self.loss_of(&self.ways(false))
    }

    fn loss_of(&self, ways: &[T]) -> T {
        let n = self.states();
        if self.rows == 0 {
            return if n == 1 { T::zero() } else { T::infinity() };
        }
        let last = &ways[(self.rows - 1) * n..];
        -log_of_sum([last[n - 1], if n > 1 { last[n - 2] } else { T::neg_infinity() }])
    }

    /// Adds the slopes of the loss by all logarithms, times `by`, to those of this sequence, which lie as the logarithms do. Of a loss that is infinite
    /// they are 0.
    pub(crate) fn add_slopes(&self, by: T, to: &mut [T]) {
        let (ways, back, n) = (self.ways(false), self.ways(true), self.states());
        let loss = self.loss_of(&ways);
        for row in 0..self.rows {
            for state in 0..n {
                let both = ways[row * n + state] + back[(self.rows - 1 - row) * n + n - 1 - state];
                let at = row * self.step + self.class(state);
                if both > T::neg_infinity() {
                    // Both count the row.
                    to[at] = to[at] - by * exp(both - self.logs[at] + loss);
                }
            }
        }
    }
}

/// The logarithm of the sum of exponentials.
fn log_of_sum<T: Float, const N: usize>(x: [T; N]) -> T {
    let peak = x.iter().fold(T::neg_infinity(), |peak, &x| if x > peak || x.is_nan() { x } else { peak });
    if peak == T::neg_infinity() {
        return peak;
    }
    peak + ln(x.iter().fold(T::zero(), |sum, &x| sum + exp(x - peak)))
}

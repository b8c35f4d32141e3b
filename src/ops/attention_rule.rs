//! What queries attend to, apart from what a mask lets them.

use core::ops::Range;

use num_traits::Float;

use super::normalize::softmax_rows;
use super::reduce::number;

/// Options of [`attention_with`](crate::methods::Attentions::attention_with): the scale of the scores, and what is hidden from each query by where it
/// is.
///
/// ```
/// use shaped::prelude::*;
/// let q = tensor![[1.0, 0.0], [0.0, 1.0]];
/// assert_eq!(q.attention_with(&q, &q, Attention::new()), q.attention(&q, &q));
/// assert_eq!(q.attention_with(&q, &q, Attention::new().causal()), q.attention_causal(&q, &q));
/// // All keys count alike.
/// assert_eq!(q.attention_with(&q, &q, Attention::new().scale(0.0)), tensor![[0.5, 0.5], [0.5, 0.5]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attention {
    scale: Option<f64>,
    pub(crate) causal: bool,
    pub(crate) window: Option<usize>,
    pub(super) dropped: f64,
}

impl Default for Attention {
    fn default() -> Self {
        Attention::new()
    }
}

impl Attention {
    /// Products of queries and keys over the root of their width, and nothing hidden.
    pub const fn new() -> Self {
        Attention { scale: None, causal: false, window: None, dropped: 0.0 }
    }

    /// What products of queries and keys are multiplied by, in place of one over the root of their width.
    #[must_use]
    pub const fn scale(self, scale: f64) -> Self {
        Attention { scale: Some(scale), ..self }
    }

    /// The query at step `i` attends to no key after step `i`.
    #[must_use]
    pub const fn causal(self) -> Self {
        Attention { causal: true, ..self }
    }

    /// The query at step `i` attends to keys less than `steps` away from step `i`; if it is causal, too, to the last so many. With 0 to none, which gives
    /// zeros.
    #[must_use]
    pub const fn window(self, steps: usize) -> Self {
        Attention { window: Some(steps), ..self }
    }

    /// How likely it is that a query misses a key while a model is trained ([`Tape::train`](crate::grad::Tape::train)): its weight is 0 then, and the others
    /// are divided by what is likely to be left, as by [`dropout`](crate::methods::Dropouts::dropout). Else nothing changes. PyTorch's `dropout_p`, which drops
    /// always.
    ///
    /// ```
    /// use shaped::{grad::Tape, prelude::*};
    /// let (q, v): (Tensor<f32, shape![64, 8]>, Tensor<f32, shape![64, 1]>) = (Tensor::zeros(), Tensor::ones());
    /// let attention = Attention::new().dropout(0.5);
    /// assert!(q.attention_with(&q, &v, attention).all_close(&v, 1e-5, 0.0)); // no tape trains
    /// let mut tape = Tape::new(&q);
    /// tape.train(1);
    /// let (mean, _) = tape.value_and_grad(&q, |tape| {
    ///     let q = tape.input(&q);
    ///     q.attention_with(&q, &tape.input(&v), attention).mean_all()
    /// });
    /// assert!(mean != 1.0 && (mean - 1.0).abs() < 0.1);
    /// ```
    #[must_use]
    pub const fn dropout(self, p: f64) -> Self {
        Attention { dropped: p, ..self }
    }

    /// What scores of queries of some width are multiplied by.
    pub(crate) fn factor<T: Float>(&self, width: usize) -> T {
        let given = self.scale.map(|scale| T::from(scale).expect("floats hold floats"));
        given.unwrap_or_else(|| number::<T>(width).sqrt().recip())
    }

    /// Which keys the query of a step attends to, of so many.
    fn of_step(&self, step: usize, keys: usize) -> Range<usize> {
        let window = self.window.unwrap_or(usize::MAX);
        let before = (step + 1).saturating_sub(window).min(keys);
        let after = step.saturating_add(if self.causal { window.min(1) } else { window }).min(keys);
        before..after.max(before)
    }

    /// Which keys any query of some steps may attend to.
    pub(super) fn seen(&self, steps: Range<usize>, keys: usize) -> Range<usize> {
        // What is dropped is told by its place among all.
        if self.dropped > 0.0 || steps.is_empty() {
            return 0..keys;
        }
        self.of_step(steps.start, keys).start..self.of_step(steps.end - 1, keys).end
    }

    /// Hides what the query of a step does not attend to, of the scores that these keys, some of so many, have of it.
    fn hide<T: Float>(&self, step: usize, some: Range<usize>, keys: usize, scores: &mut [T]) {
        let Range { start, end } = self.of_step(step, keys);
        let place = |key: usize| key.clamp(some.start, some.end) - some.start;
        scores[..place(start)].fill(T::neg_infinity());
        scores[place(end)..].fill(T::neg_infinity());
    }

    /// Makes weights of the scores that some keys have of queries, from this one of all on, of sequences of so many queries and keys.
    pub(super) fn weigh<T: Float>(
        &self,
        from: usize,
        some: Range<usize>,
        [queries, keys]: [usize; 2],
        scores: &mut [T],
    ) {
        softmax_rows(scores, some.len(), |i, row| self.hide((from + i) % queries, some.clone(), keys, row));
    }
}

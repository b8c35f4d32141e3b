//! The way back of quantiles. (Elements in order are picked by index, and have the way back of that.)

// Circle with order.rs: the way forward leaves its way back on the tape, which orders elements as it does.

use super::order::{Quantile, by_value};
use super::reduce::float;
use crate::kind::{Backward, Gradients, Real, Step, held};
use crate::storage::{Buffer, Scratch};

/// The way back of quantiles of lanes of `n` elements, `inner` apart: to the two elements that each lies between.
pub(super) struct QuantileBack {
    pub n: usize,
    pub inner: usize,
    /// The part of the elements that lies below.
    pub part: Quantile,
}
held!(QuantileBack; lowered);

impl<T: Real> Backward<T> for QuantileBack {
    fn name(&self) -> &'static str {
        "quantile"
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let &QuantileBack { n, inner, part } = self;
        let x = at.elements(0);
        let mut lane = Scratch::with_room(n);
        to.accumulate(0, |to| {
            for (i, (quantile, g)) in at.out().iter().zip(grad.as_slice()).enumerate() {
                let start = i / inner * n * inner + i % inner;
                lane.clear();
                lane.extend((0..n).map(|i| start + i * inner));
                if part.numbers && lane.iter().any(|&i| !x[i].is_nan()) {
                    lane.retain(|&i| !x[i].is_nan());
                }
                // Equal elements are ranked by their places. If one is NaN, it is last, and the result.
                let (below, weight) = match quantile.is_nan() && lane.iter().any(|&i| x[i].is_nan()) {
                    true => (lane.len() - 1, 0.0),
                    false => part.place(lane.len()),
                };
                let weight: T = float(weight);
                let order = |a: &usize, b: &usize| by_value(&x[*a], &x[*b]).then(a.cmp(b));
                let (_, &mut low, above) = lane.select_nth_unstable_by(below, order);
                to[low] = to[low] + *g * (T::one() - weight);
                if !weight.is_zero()
                    && let Some(&high) = above.iter().min_by(|a, b| order(a, b))
                {
                    to[high] = to[high] + *g * weight;
                }
            }
        });
        to.free(grad);
    }
}

//! The way back of normalisations. Means and deviations are computed again from the operand, which costs less than to keep them.

use super::dense::columns_summed;
use super::reduce::float;
use crate::kernels::back::along::{log_softmax, over_norm, softmax};
use crate::kernels::back::norms::{
    channel_moments, of_batch, of_channels, of_groups, of_row_weights, of_rows, plane_sums, row_statistics,
};
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::storage::Buffer;

/// What is done along an axis, as far as the way back is concerned.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Softmax,
    LogSoftmax,
    OverNorm,
}

/// The way back of what is done along an axis: of its size, and of how far its elements lie apart.
pub(super) struct AlongBack {
    pub way: Way,
    pub axis: [usize; 2],
}
held!(AlongBack; lowered);

impl<T: Real> Backward<T> for AlongBack {
    fn name(&self) -> &'static str {
        match self.way {
            Way::Softmax => "softmax",
            Way::LogSoftmax => "log_softmax",
            Way::OverNorm => "normalize",
        }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        match self.way {
            Way::Softmax | Way::LogSoftmax => Reads::RESULT,
            Way::OverNorm => Reads::OPERANDS,
        }
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let g = grad.as_mut_slice();
        match self.way {
            Way::Softmax => softmax(self.axis, at.out(), g),
            Way::LogSoftmax => log_softmax(self.axis, at.out(), g),
            Way::OverNorm => over_norm(self.axis, &at.elements(0), float(1e-12), g),
        }
        to.give(0, grad);
    }
}

/// So many pairs of numbers in memory that is lent.
fn pairs<T>(memory: &mut Buffer<T>) -> &mut [[T; 2]] {
    memory.as_mut_slice().as_chunks_mut().0
}

/// The way back of a norm of rows of `n` elements: of layers, and by the root of the mean square. The operands after the first are the weight
/// and the bias, if there are any.
pub(super) struct RowsBack {
    pub n: usize,
    pub centred: bool,
    pub eps: f64,
}
held!(RowsBack; lowered);

impl<T: Real> Backward<T> for RowsBack {
    fn name(&self) -> &'static str {
        if self.centred { "layer_norm" } else { "rms_norm" }
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, true).operand(1, wanted.has(0))
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let &RowsBack { n, centred, eps } = self;
        let x = at.elements(0);
        if at.operands() > 2 {
            to.accumulate(2, |to| columns_summed(grad.as_slice(), to));
        }
        let mut memory = to.room(2 * x.len().checked_div(n).unwrap_or(0));
        let statistics = pairs(&mut memory);
        row_statistics(n, centred, float(eps), &x, statistics);
        if at.operands() > 1 {
            to.accumulate(1, |to| of_row_weights(n, &x, statistics, grad.as_slice(), to));
        }
        if to.wants(0) {
            let weight = (at.operands() > 1).then(|| at.elements(1));
            of_rows(n, centred, &x, statistics, weight.as_deref(), grad.as_mut_slice());
        }
        to.free(memory);
        to.give(0, grad);
    }
}

/// The way back of a norm of groups of channels, each of which is planes of so many elements, with a weight and a bias of each channel.
pub(super) struct GroupsBack {
    pub plane: usize,
    pub channels: usize,
    pub in_group: usize,
    pub eps: f64,
}
held!(GroupsBack; lowered);

impl<T: Real> Backward<T> for GroupsBack {
    fn name(&self) -> &'static str {
        "group_norm"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, true).operand(1, true)
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let &GroupsBack { plane, channels, in_group, eps } = self;
        let (x, weight) = (at.elements(0), at.elements(1));
        let planes = x.len().checked_div(plane).unwrap_or(0);
        let groups = channels.checked_div(in_group).unwrap_or(0);
        let (mut statistics, mut sums) = (to.room(2 * planes.checked_div(in_group).unwrap_or(0)), to.room(2 * planes));
        row_statistics(in_group * plane, true, float(eps), &x, pairs(&mut statistics));
        plane_sums(plane, &x, pairs(&mut statistics), |i| i / in_group, grad.as_slice(), pairs(&mut sums));
        to.accumulate(1, |to| of_channels(pairs(&mut sums), 1, to));
        to.accumulate(2, |to| of_channels(pairs(&mut sums), 0, to));
        if to.wants(0) {
            let (statistics, sums) = (pairs(&mut statistics), pairs(&mut sums));
            of_groups(plane, [channels, groups], &x, statistics, Some(&weight), sums, grad.as_mut_slice());
        }
        to.free(statistics);
        to.free(sums);
        to.give(0, grad);
    }
}

/// The way back of a norm of channels over the whole batch, whose planes have so many elements: by the batch's own mean and variance, with a
/// weight and a bias as the other operands; or by a given mean and variance, which come before these.
pub(super) struct BatchBack {
    pub plane: usize,
    pub channels: usize,
    pub eps: f64,
    pub by_batch: bool,
}
held!(BatchBack; lowered_at);

impl<T: Real> Backward<T> for BatchBack {
    fn name(&self) -> &'static str {
        "batch_norm"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let &BatchBack { plane, channels, eps, by_batch } = self;
        let own = if by_batch { 1 } else { 3 };
        let (x, weight) = (at.elements(0), at.elements(own));
        let eps = float::<T>(eps);
        let mut memory = [to.room(2 * channels), to.room(2 * x.len().checked_div(plane).unwrap_or(0))];
        let [statistics, sums] = memory.each_mut().map(pairs);
        if by_batch {
            channel_moments(plane, &x, statistics);
        } else {
            let (means, variances) = (at.elements(1), at.elements(2));
            let each = statistics.iter_mut().zip(means.iter().zip(variances.iter()));
            each.for_each(|(to, (mean, variance))| *to = [*mean, *variance]);
        }
        statistics.iter_mut().for_each(|[_, variance]| *variance = (*variance + eps).sqrt().recip());
        let (mut bias, mut product) = (to.room(channels), to.room(channels));
        if by_batch || (1..5).any(|i| to.wants(i)) {
            plane_sums(plane, &x, statistics, |i| i % channels, grad.as_slice(), sums);
            for (which, sum) in [&mut bias, &mut product].into_iter().enumerate() {
                sum.as_mut_slice().fill(T::zero());
                of_channels(sums, which, sum.as_mut_slice());
            }
            let totals = || bias.as_slice().iter().zip(product.as_slice());
            if !by_batch {
                let scales = || weight.iter().zip(&*statistics).map(|(weight, [_, over])| (*weight * *over, *over));
                to.accumulate(1, |to| {
                    to.iter_mut()
                        .zip(totals())
                        .zip(scales())
                        .for_each(|((to, (g, _)), (scale, _))| *to = *to - *g * scale);
                });
                let half = float::<T>(0.5);
                to.accumulate(2, |to| {
                    let each = to.iter_mut().zip(totals()).zip(scales());
                    each.for_each(|((to, (_, g)), (scale, over))| *to = *to - *g * scale * over * half);
                });
            }
            to.accumulate(own, |to| to.iter_mut().zip(product.as_slice()).for_each(|(to, g)| *to = *to + *g));
            to.accumulate(own + 1, |to| to.iter_mut().zip(bias.as_slice()).for_each(|(to, g)| *to = *to + *g));
        }
        if to.wants(0) {
            let totals = by_batch.then(|| [bias.as_slice(), product.as_slice()]);
            of_batch(plane, &x, statistics, Some(&weight), totals, grad.as_mut_slice());
        }
        for memory in memory.into_iter().chain([bias, product]) {
            to.free(memory);
        }
        to.give(0, grad);
    }
}

//! The way back of sums of products: by each operand it is such a sum again, of the gradient and the other operands.

use crate::expr::contract::{AxisLabels, Pattern, Source, contract_labelled};
use crate::kernels::back::strides::{add_at, spread};
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::shape::dims::{Dims, MAX_RANK, product};
use crate::storage::{Buffer, Scratch};

/// The way back of a pattern, of operands of these sizes.
pub(super) struct EinsumBack<'a> {
    pub pattern: &'static Pattern,
    pub dims: &'a [Dims],
    pub out: Dims,
}

held!(EinsumBack<'_>, |this, memory| EinsumBack { dims: memory.copy_slice(this.dims), ..this }; lowered);

impl<T: Real> Backward<T> for EinsumBack<'_> {
    fn name(&self) -> &'static str {
        "einsum!"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        (0..self.dims.len()).fold(Reads::NOTHING, |reads, i| reads.operand(i, wanted.has_others_than(i)))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let (labels, out) = self.pattern.labels(self.dims.iter().map(|dims| dims.rank));
        let others_wanted = |i: usize| (0..at.operands()).any(|other| other != i && to.wants(other));
        let operands: Scratch<_> = (0..at.operands()).map(|i| at.elements_if(i, others_wanted(i))).collect();
        let gradient = Source::over(grad.as_slice(), &self.out);
        for (i, own) in labels.iter().enumerate() {
            if !to.wants(i) {
                continue;
            }
            let others = (0..labels.len()).filter(|other| *other != i);
            let sources: Scratch<_> = core::iter::once(gradient)
                .chain(others.clone().map(|other| Source::over(&operands[other], &self.dims[other])))
                .collect();
            let axes: Scratch<_> = core::iter::once(out).chain(others.map(|other| labels[other])).collect();
            let axis = Axes::of(&self.dims[i], own, &axes);
            let sums = contract_labelled(&sources, &axes, &axis.known, &[]);
            axis.hand_on(i, sums, to);
        }
        to.free(grad);
    }
}

/// The axes of an operand, each label once, from the last one on.
struct Axes {
    count: usize,
    sizes: [usize; MAX_RANK],
    /// Of the sums, which lack what the operand alone has: all of that has one gradient.
    steps: [isize; MAX_RANK],
    /// Of the operand: of a label that is there twice, along the diagonal.
    own: [isize; MAX_RANK],
    /// The labels that others have too.
    known: AxisLabels,
    rank: usize,
}

impl Axes {
    fn of(dims: &Dims, labels: &AxisLabels, others: &[AxisLabels]) -> Self {
        let known = |label: usize| others.iter().any(|other| other.iter().any(|id| id == label));
        let first = |axis: usize, label: usize| labels.iter().position(|id| id == label) == Some(axis);
        let distinct = labels.iter().enumerate().filter(|&(axis, label)| first(axis, label));
        let mut axes = Axes {
            count: 0,
            sizes: [1; MAX_RANK],
            steps: [0; MAX_RANK],
            own: [0; MAX_RANK],
            known: AxisLabels::new(distinct.clone().map(|(_, label)| label).filter(|label| known(*label))),
            rank: dims.rank,
        };
        let (steps, mut step) = (dims.strides(), 1isize);
        for (axis, label) in distinct {
            let i = axes.count;
            axes.sizes[i] = dims.sizes[axis];
            if known(label) {
                axes.steps[i] = step;
                step = step.wrapping_mul(dims.sizes[axis] as isize);
            }
            let places = labels.iter().zip(steps).filter(|(id, _)| *id == label);
            axes.own[i] = places.fold(0, |sum, (_, step)| sum.wrapping_add(step));
            axes.count += 1;
        }
        axes
    }

    /// Adds the sums to the gradient of operand `i`.
    fn hand_on<T: Real>(&self, i: usize, sums: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let (sizes, steps, own) = (&self.sizes[..self.count], &self.steps[..self.count], &self.own[..self.count]);
        let all_known = self.known.iter().count() == self.count;
        let diagonal = self.count < self.rank;
        if all_known && !diagonal {
            return to.give(i, sums);
        }
        if !diagonal {
            to.add(i, |to, add| spread(sizes, steps, sums.as_slice(), T::one(), add, to));
            return to.free(sums);
        }
        let mut all = to.room(product(sizes));
        spread(sizes, steps, sums.as_slice(), T::one(), false, all.as_mut_slice());
        to.accumulate(i, |to| add_at(sizes, own, 0, all.as_slice(), to));
        to.free(all);
        to.free(sums);
    }
}

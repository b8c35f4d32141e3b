//! The way back of what copies elements to other places: the gradient of each element is the sum of those at its places.

use core::ops::Range;

use crate::kernels::back::strides::{add_at, spread};
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::shape::dims::Dims;
use crate::storage::Buffer;

/// The way back of vectors on a diagonal.
pub(super) struct DiagonalBack {
    pub size: usize,
}
held!(DiagonalBack; lowered);

impl<T: Real> Backward<T> for DiagonalBack {
    fn name(&self) -> &'static str {
        "diag"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let n = self.size;
        let count = at.input(0).numel().checked_div(n).unwrap_or(0);
        // Steps of what has no element may be of any size.
        let steps = [n.wrapping_add(1) as isize, n.wrapping_mul(n) as isize];
        to.add(0, |to, add| spread(&[n, count], &steps, grad.as_slice(), T::one(), add, to));
        to.free(grad);
    }
}

/// A triangle of a matrix.
#[derive(Clone, Copy)]
pub(super) struct Triangular {
    pub diagonal: isize,
    /// What lies on or below the diagonal, or on or above it.
    pub lower: bool,
}

impl Triangular {
    /// The part of a row of this size that is in it.
    pub(super) fn of_row(self, i: usize, size: usize) -> Range<usize> {
        if self.lower { 0..self.place(i, 1, size) } else { self.place(i, 0, size)..size }
    }

    /// Where the diagonal crosses row `i`, `after` places further on, within a row of this size.
    fn place(self, i: usize, after: isize, size: usize) -> usize {
        usize::try_from((i as isize).saturating_add(self.diagonal).saturating_add(after)).unwrap_or(0).min(size)
    }
}

/// The way back of triangles: the same triangles of the gradient.
pub(super) struct TriangleBack {
    pub kept: Triangular,
    pub rows: usize,
    pub columns: usize,
}
held!(TriangleBack; lowered);

impl<T: Real> Backward<T> for TriangleBack {
    fn name(&self) -> &'static str {
        if self.kept.lower { "tril" } else { "triu" }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let &TriangleBack { kept, rows, columns } = self;
        if columns > 0 {
            for (i, row) in grad.as_mut_slice().chunks_exact_mut(columns).enumerate() {
                let Range { start, end } = kept.of_row(i % rows, columns);
                row[..start].fill(T::zero());
                row[end..].fill(T::zero());
            }
        }
        to.give(0, grad);
    }
}

/// The way back of blocks of `inner` elements, each so many times in a row.
pub(super) struct RepeatBack {
    pub inner: usize,
    pub times: usize,
}
held!(RepeatBack; lowered);

impl<T: Real> Backward<T> for RepeatBack {
    fn name(&self) -> &'static str {
        "repeat_interleave"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let &RepeatBack { inner, times } = self;
        let count = at.input(0).numel().checked_div(inner).unwrap_or(0);
        to.accumulate(0, |to| add_at(&[inner, times, count], &[1, 0, inner as isize], 0, grad.as_slice(), to));
        to.free(grad);
    }
}

/// The way back of the whole several times along its axes, as often as `counts` says, which are counted from the last axis.
pub(super) struct TileBack {
    pub from: Dims,
    pub counts: &'static [usize],
}
held!(TileBack; lowered);

impl<T: Real> Backward<T> for TileBack {
    fn name(&self) -> &'static str {
        "tile"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        if grad.as_slice().is_empty() || at.input(0).numel() == 0 {
            to.accumulate(0, |_| {});
            return to.free(grad);
        }
        // One axis after the other, the outermost first: `count` blocks next to each other become one.
        for (axis, &count) in self.counts.iter().enumerate().rev().filter(|(_, count)| **count != 1) {
            let sizes = &self.from.sizes[..self.from.rank];
            let inner: usize =
                (0..=axis).map(|i| sizes.get(i).unwrap_or(&1) * if i < axis { self.counts[i] } else { 1 }).product();
            let all = grad.as_slice().len() / count;
            let mut sums = to.room(all);
            sums.as_mut_slice().fill(T::zero());
            add_at(&[inner, count, all / inner], &[1, 0, inner as isize], 0, grad.as_slice(), sums.as_mut_slice());
            to.free(core::mem::replace(&mut grad, sums));
        }
        to.give(0, grad);
    }
}

/// The way back of blocks of `size` parts of `inner` elements, whose part `first` came first.
pub(super) struct RollBack {
    pub inner: usize,
    pub size: usize,
    pub first: usize,
}
held!(RollBack; lowered);

impl<T: Real> Backward<T> for RollBack {
    fn name(&self) -> &'static str {
        "roll"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        if at.input(0).numel() > 0 {
            for block in grad.as_mut_slice().chunks_exact_mut(self.size * self.inner) {
                block.rotate_right(self.first * self.inner);
            }
        }
        to.give(0, grad);
    }
}

/// The way back of a border of one value, which is a constant: what is within it.
pub(super) struct PadBack<V> {
    pub from: Dims,
    pub to: Dims,
    /// Before and after, from the last axis on.
    pub widths: &'static [(usize, usize)],
    /// The value, which is kept for no way back.
    #[cfg_attr(not(feature = "graph"), allow(dead_code))] // lowerings read it
    pub value: V,
}
held!(PadBack<T>, |this, memory| PadBack { from: this.from, to: this.to, widths: this.widths, value: () }; lowered);

impl<T: Real> Backward<T> for PadBack<()> {
    fn name(&self) -> &'static str {
        "pad"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let steps = self.to.strides();
        if at.input(0).numel() > 0 {
            let first: usize = self.widths.iter().zip(steps).map(|((before, _), step)| before * step as usize).sum();
            let (sizes, steps) = (&self.from.sizes[..self.from.rank], &steps[..self.from.rank]);
            to.add(0, |to, add| spread(sizes, steps, &grad.as_slice()[first..], T::one(), add, to));
        }
        to.free(grad);
    }
}

//! The loop plan: which axes are walked as one, worked out by the compiler for static shapes.
//!
//! The result is always written row by row into contiguous memory. Neighbouring axes become one loop where every operand
//! walks them contiguously or stretches both: `[4, 32, 14, 14] + [32, 1, 1]` is 4 x 32 x 196 with one scalar per row.

use crate::shape::dims::{Dims, MAX_RANK, Strides};

/// Loops over the merged axes, from the innermost on.
#[derive(Clone, Copy, Debug)]
pub struct Loops {
    /// How many loops there are, at least one.
    pub rank: usize,
    /// How often each one runs; 1 beyond the rank.
    pub counts: [usize; MAX_RANK],
    /// The axis whose stride each one steps by.
    pub axes: [u8; MAX_RANK],
}

impl Loops {
    /// The axes of loops each of which is an axis.
    pub(super) const fn in_order() -> [u8; MAX_RANK] {
        let (mut axes, mut depth) = ([0; MAX_RANK], 0);
        while depth < MAX_RANK {
            axes[depth] = depth as u8;
            depth += 1;
        }
        axes
    }

    /// The axis that the innermost loop ends with, if there is a loop around it.
    pub const fn row_ends(&self, out: &Dims) -> usize {
        let mut axis = self.axes[1] as usize - 1;
        while out.is_one(axis) {
            axis -= 1;
        }
        axis
    }

    /// The loops over a shape, of which bit `a` of `merge` says that axis `a` and the next one out are walked as one.
    pub const fn new(out: &Dims, merge: u16) -> Loops {
        Loops::told(out, merge)
    }

    /// The same, where the compiler is to see what the types say of the axes: then little is left to compute.
    #[inline(always)]
    pub(super) const fn told(out: &Dims, merge: u16) -> Loops {
        let mut loops = Loops { rank: 0, counts: [1; MAX_RANK], axes: [0; MAX_RANK] };
        let mut joins = false;
        let mut axis = 0;
        while axis < out.rank {
            // An axis that is 1 by type is stepped over; one that is 1 only at run time may be read with any stride.
            if !out.is_one(axis) {
                if !joins {
                    loops.axes[loops.rank] = axis as u8;
                    loops.rank += 1;
                }
                loops.counts[loops.rank - 1] *= out.sizes[axis];
                joins = merge >> axis & 1 == 1;
            }
            axis += 1;
        }
        if loops.rank == 0 {
            loops.rank = 1;
        }
        loops
    }
}

/// The next axis out that is not 1 by type, or the rank.
const fn next_out(out: &Dims, axis: usize) -> usize {
    let mut next = axis + 1;
    while next < out.rank && out.is_one(next) {
        next += 1;
    }
    next
}

/// A bit for each axis that an operand with these strides walks as one with the next axis out that is not 1 by type.
pub(crate) const fn mergeable(out: &Dims, strides: &Strides) -> u16 {
    let mut merge = 0;
    let mut axis = 0;
    while axis < out.rank {
        let next = next_out(out, axis);
        if next < out.rank && strides[next] == strides[axis].wrapping_mul(out.sizes[axis] as isize) {
            merge |= 1 << axis;
        }
        axis += 1;
    }
    merge
}

/// As [`mergeable`], of an operand whose elements lie row by row in memory, with sizes of which the types say which are stretched: along an axis that
/// is not stretched it goes on as the next one in does, and along others it stays.
pub(crate) const fn joined(out: &Dims, source: &Dims) -> u16 {
    let mut merge = 0;
    let mut axis = 0;
    while axis < out.rank {
        let next = next_out(out, axis);
        if next < out.rank && source.is_one(axis) == source.is_one(next) {
            merge |= 1 << axis;
        }
        axis += 1;
    }
    merge
}

/// A bit for each axis from which an operand with these strides goes on to the next one out as it went so far, or repeats itself: if a
/// row ends with it, the operand is contiguous, or one element, or a pattern that is the same everywhere.
pub(crate) const fn periodic(out: &Dims, strides: &Strides) -> u16 {
    let mut periods = mergeable(out, strides);
    let mut has_gaps = false;
    let mut step = 1;
    let mut axis = 0;
    while axis < out.rank {
        if !out.is_one(axis) {
            has_gaps |= strides[axis] != step;
            step = step.wrapping_mul(out.sizes[axis] as isize);
            let mut outer = axis + 1;
            while outer < out.rank && strides[outer] == 0 {
                outer += 1;
            }
            if outer >= out.rank && !has_gaps {
                periods |= 1 << axis;
            }
        }
        axis += 1;
    }
    periods
}

/// Rows shorter than this are walked by loops of constants.
pub(crate) const SHORT: usize = 32;
/// The most loops that are compiled as constants.
const MAX_CONSTANT_LOOPS: usize = 6;

/// A plan that is known when the program is compiled.
pub(crate) trait Plan {
    const LOOPS: Loops;
    /// Is it so small that a call would cost more than the work?
    const TINY: bool;
    /// Is the plan walked by loops of constants?
    const CONSTANT: bool = Self::LOOPS.counts[0] < SHORT && Self::LOOPS.rank <= MAX_CONSTANT_LOOPS;
}

//! The loops of a reduction: those that are reduced, and those that are kept.

use crate::expr::node::Node;
use crate::expr::plan::Loops;
use crate::shape::dims::{Dims, MAX_RANK};

/// Loops that are all kept or all reduced, from the innermost on.
pub(super) struct Group {
    pub rank: usize,
    pub axes: [u8; MAX_RANK],
    pub counts: [usize; MAX_RANK],
    /// How often they run together.
    pub total: usize,
}

impl Group {
    const NONE: Group = Group { rank: 0, axes: [0; MAX_RANK], counts: [1; MAX_RANK], total: 1 };

    pub(super) fn push(&mut self, axis: u8, count: usize) {
        self.axes[self.rank] = axis;
        self.counts[self.rank] = count;
        self.rank += 1;
        self.total *= count;
    }

    /// The node at turn `i` of the loops.
    #[inline(always)]
    pub(super) fn place<N: Node>(&self, mut node: N, mut i: usize) -> N {
        if self.rank == 1 {
            return node.at(self.axes[0] as usize, i);
        }
        for depth in 0..self.rank {
            // The last loop takes what is left, so that a single loop divides nothing.
            let turn = if depth + 1 == self.rank { i } else { i % self.counts[depth] };
            i = if depth + 1 == self.rank { 0 } else { i / self.counts[depth] };
            node = node.at(self.axes[depth] as usize, turn);
        }
        node
    }
}

/// The loops of a reduction.
pub(super) struct Split {
    /// Is the innermost loop reduced?
    pub inner_reduced: bool,
    /// Its axis.
    pub axis: usize,
    /// How often it runs.
    pub inner: usize,
    /// The loops around it.
    pub kept: Group,
    pub reduced: Group,
}

impl Split {
    pub(super) fn new(loops: &Loops, mask: u16) -> Split {
        let is_reduced = |depth: usize| mask >> loops.axes[depth] & 1 == 1;
        let inner_reduced = is_reduced(0);
        let (axis, inner) = (loops.axes[0] as usize, loops.counts[0]);
        let mut split = Split { inner_reduced, axis, inner, kept: Group::NONE, reduced: Group::NONE };
        for depth in 1..loops.rank {
            let group = if is_reduced(depth) { &mut split.reduced } else { &mut split.kept };
            group.push(loops.axes[depth], loops.counts[depth]);
        }
        split
    }

    /// How many elements make one result.
    pub(super) fn len(&self) -> usize {
        self.reduced.total * if self.inner_reduced { self.inner } else { 1 }
    }
}

/// A bit for each axis that has the same fate as the next one out that is not 1 by type.
pub(super) const fn alike(out: &Dims, mask: u16) -> u16 {
    let mut alike = 0;
    let mut axis = 0;
    while axis < out.rank {
        let mut next = axis + 1;
        while next < out.rank && out.is_one(next) {
            next += 1;
        }
        if next < out.rank && mask >> axis & 1 == mask >> next & 1 {
            alike |= 1 << axis;
        }
        axis += 1;
    }
    alike
}

/// Puts the loop first that goes on in memory, by the steps of the axes: the innermost one of those that are kept, so that results come in
/// their order, or one of those that are reduced. These come in the order of their steps, unless elements are counted.
#[inline(never)]
pub(super) fn along_memory(loops: &mut Loops, mask: u16, counts: bool, step: &dyn Fn(usize) -> usize) {
    let (mut kept, mut reduced, mut ranks) = ([0; MAX_RANK], [0; MAX_RANK], [0; 2]);
    for depth in 0..loops.rank {
        let is_reduced = mask >> loops.axes[depth] & 1 == 1;
        let group = if is_reduced { &mut reduced } else { &mut kept };
        group[ranks[usize::from(is_reduced)]] = depth;
        ranks[usize::from(is_reduced)] += 1;
    }
    let (kept, reduced) = (&kept[..ranks[0]], &mut reduced[..ranks[1]]);
    // One place again and again is no way along memory.
    let steps: [usize; MAX_RANK] = core::array::from_fn(|depth| match step(loops.axes[depth] as usize) {
        0 => usize::MAX,
        step => step,
    });
    if !counts {
        // As many as there are axes at most, and in order more often than not.
        for i in 1..reduced.len() {
            for j in (1..=i).rev() {
                if steps[reduced[j]] < steps[reduced[j - 1]] {
                    reduced.swap(j, j - 1);
                }
            }
        }
    }
    let order = match (kept.first(), reduced.first()) {
        (Some(&k), Some(&r)) if steps[k] < steps[r] || (steps[k] == steps[r] && k < r) => [kept, reduced],
        _ => [reduced, kept],
    };
    let old = *loops;
    for (depth, &from) in order.into_iter().flatten().enumerate() {
        loops.axes[depth] = old.axes[from];
        loops.counts[depth] = old.counts[from];
    }
}

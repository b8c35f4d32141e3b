//! Where a node is within the loops of a reduction, as types: so what a reduction reads lies within them.

use core::ops::Range;

use super::split::Split;
use crate::expr::nest::{Elements, Line};
use crate::expr::node::{Node, Row};
use crate::kernels::rows::Rows;

/// A node at the start of all loops.
///
/// Invariant: it was made for these loops, none of which is empty.
pub(super) struct Whole<'a, N> {
    node: N,
    pub(super) split: &'a Split,
}

impl<'a, N: Node> Whole<'a, N> {
    /// # Safety
    /// The node was made for these loops, none of which is empty, and is at their start.
    #[inline(always)]
    pub(super) unsafe fn new(node: N, split: &'a Split) -> Self {
        Whole { node, split }
    }

    /// Turn `i` of the kept loops.
    #[inline(always)]
    pub(super) fn turn(&self, i: usize) -> Turn<'a, N> {
        assert!(i < self.split.kept.total, "one of the turns");
        Turn { node: self.split.kept.place(self.node, i), split: self.split }
    }

    /// The turns of the innermost of the kept loops, at turn `i` of the others.
    #[inline(always)]
    pub(super) fn turns(&self, i: usize) -> Turns<'a, N> {
        let kept = &self.split.kept;
        let count = if kept.rank == 0 { 1 } else { kept.counts[0] };
        Turns { first: self.turn(i * count), count }
    }

    /// At most `most` rows, from turn `i` of the kept loops on, if they lie in memory at one distance, and nothing else is reduced.
    #[inline(always)]
    pub(super) fn rows_in_memory(&self, i: usize, most: usize) -> Option<Rows<'_, N::Item>> {
        let kept = &self.split.kept;
        if self.split.reduced.rank > 0 {
            return None;
        }
        let count = if kept.rank == 0 { 1 } else { most.min(kept.counts[0] - i % kept.counts[0]) };
        Following { node: self.turn(i).node, axis: kept.axes[0], count, len: self.split.inner }.in_memory(0, usize::MAX)
    }
}

/// Rows of the innermost loop along another one.
///
/// Invariant: the node is at a turn of its loops that `count - 1` turns of the axis follow, and at the start of the innermost one, which runs `len`
/// times; there is at least one turn.
struct Following<N> {
    node: N,
    axis: u8,
    count: usize,
    len: usize,
}

impl<N: Node> Following<N> {
    /// The rows from one of their elements on, of `most` elements at most, if they lie in memory at one distance.
    #[inline(always)]
    fn in_memory<'w>(self, from: usize, most: usize) -> Option<Rows<'w, N::Item>>
    where
        N: 'w,
    {
        let Following { node, axis, count, len } = self;
        let first = node.in_memory().filter(|_| from < len)?;
        let step = if count > 1 { distance::<N::Item>(first, node.at(axis as usize, 1).in_memory()?) } else { 0 };
        // SAFETY: by the invariant there are `count` rows, each a step further, as the second one is, and the elements from `from` on are within
        // the innermost loop, which lies in memory; they are borrowed while the node is walked.
        Some(unsafe { Rows::new(first.wrapping_add(from), step, count, most.min(len - from)) })
    }
}

/// From one place to another, in elements.
#[inline(always)]
fn distance<T>(first: *const T, second: *const T) -> isize {
    (second.addr() as isize - first.addr() as isize) / (size_of::<T>().max(1) as isize)
}

/// The turns of the innermost of the kept loops, or the only turn there is.
///
/// Invariant: the first one is at the start of that loop, which runs `count` times.
pub(super) struct Turns<'a, N> {
    first: Turn<'a, N>,
    pub(super) count: usize,
}

impl<'a, N: Node> Turns<'a, N> {
    /// One of them.
    #[inline(always)]
    pub(super) fn turn(&self, i: usize) -> Turn<'a, N> {
        assert!(i < self.count, "one of the turns");
        // Along axis 0, if there is no loop, nothing is 0 steps.
        Turn { node: self.first.node.at(self.first.split.kept.axes[0] as usize, i), split: self.first.split }
    }

    /// The innermost loops of all turns, if they follow each other as one row.
    #[inline(always)]
    pub(super) fn as_one_row(&self) -> Option<Elements<N::Row>> {
        let Turn { node, split } = self.first;
        if split.kept.rank == 0 || !node.follows(split.kept.axes[0] as usize, split.inner) {
            return None;
        }
        // SAFETY: the node follows itself along the innermost of the kept loops, so that all its turns can be read from the first one on.
        let line = unsafe { Line::new(node, split.axis, self.count * split.inner) };
        Some(line.elements())
    }
}

/// A node at a turn of the kept loops, and at the start of the reduced loops and of the innermost one.
///
/// Invariant: it was made for these loops, none of which is empty.
pub(super) struct Turn<'a, N> {
    node: N,
    pub(super) split: &'a Split,
}

impl<N: Copy> Clone for Turn<'_, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<N: Copy> Copy for Turn<'_, N> {}

impl<'a, N: Node> Turn<'a, N> {
    /// The innermost loop at a turn of the reduced loops.
    #[inline(always)]
    pub(super) fn line(&self, turn: usize) -> Line<N> {
        assert!(turn < self.split.reduced.total, "one of the turns");
        let node = self.split.reduced.place(self.node, turn);
        // SAFETY: the node is at a turn of all loops but the innermost, at the start of which it is.
        unsafe { Line::new(node, self.split.axis, self.split.inner) }
    }

    /// The innermost loops at some turns of the reduced loops, one after the other.
    #[inline(always)]
    pub(super) fn lines(&self, turns: Range<usize>) -> TurnLines<'a, N> {
        let reduced = &self.split.reduced;
        assert!(turns.end <= reduced.total, "some of the turns");
        let only = (reduced.rank == 1).then_some(reduced.axes[0] as usize);
        TurnLines { turn: *self, only, turns }
    }

    /// The innermost loops of all turns of the reduced loops as one row, of which this one is at hand.
    #[inline(always)]
    pub(super) fn runs(&self, turn: usize) -> Elements<Runs<'a, N>> {
        let inner = self.split.inner;
        let runs = Runs { row: self.line(turn).row(), first: turn * inner, turn: *self };
        // SAFETY: each of the reduced loops' turns has the elements of the innermost loop.
        unsafe { Elements::new(runs, self.split.reduced.total * inner) }
    }

    /// Turns of the innermost of the reduced loops, of which there is one, from turn `turn` of all of them on; `most` at most.
    #[inline(always)]
    fn following(&self, turn: usize, most: usize) -> Following<N> {
        let Split { inner, reduced, .. } = self.split;
        assert!(reduced.rank > 0 && turn < reduced.total && most > 0, "turns of a loop");
        let count = most.min(reduced.counts[0] - turn % reduced.counts[0]);
        Following { node: reduced.place(self.node, turn), axis: reduced.axes[0], count, len: *inner }
    }

    /// At most `most` neighbouring columns from this one on, in a run of the innermost of the reduced loops, if they lie in memory at one
    /// distance from row to row.
    #[inline(always)]
    pub(super) fn columns_in_memory(&self, run: usize, from: usize, most: usize) -> Option<Rows<'_, N::Item>> {
        let rows = self.split.reduced.counts[0];
        if rows < 2 {
            return None;
        }
        self.following(run * rows, rows).in_memory(from, most)
    }

    /// At most `most` turns of the reduced loops from this one on, in one run of the innermost of them, if their rows lie in memory at one
    /// distance.
    #[inline(always)]
    pub(super) fn rows_in_memory(&self, turn: usize, most: usize) -> Option<Rows<'_, N::Item>> {
        self.following(turn, most).in_memory(0, usize::MAX)
    }
}

/// The innermost loops at some turns of the reduced loops, one after the other: what is the same for all of them is looked at once.
///
/// Invariant: the reduced loops have these turns; `only` is the axis of the reduced loop, if there is just one.
pub(super) struct TurnLines<'a, N> {
    turn: Turn<'a, N>,
    only: Option<usize>,
    turns: Range<usize>,
}

impl<N: Node> TurnLines<'_, N> {
    /// The next turn, and its innermost loop.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(usize, Line<N>)> {
        let at = self.turns.start;
        if at >= self.turns.end {
            return None;
        }
        self.turns.start = at + 1;
        let Turn { node, split } = self.turn;
        let node = match self.only {
            Some(axis) => node.at(axis, at),
            None => split.reduced.place(node, at),
        };
        // SAFETY: the node is at a turn of all loops but the innermost, at the start of which it is.
        Some((at, unsafe { Line::new(node, split.axis, split.inner) }))
    }
}

/// Several runs of the innermost loop as one row.
///
/// Invariant: the row is that of the run whose first element is number `first`.
pub(super) struct Runs<'a, N: Node> {
    turn: Turn<'a, N>,
    first: usize,
    row: N::Row,
}

// SAFETY: nothing is read that the runs do not have.
unsafe impl<N: Node> Row for Runs<'_, N> {
    type Item = N::Item;
    #[inline(always)]
    unsafe fn get(&mut self, i: usize) -> N::Item {
        let inner = self.turn.split.inner;
        if i.wrapping_sub(self.first) >= inner {
            let run = i / inner;
            *self = Runs { turn: self.turn, first: run * inner, row: self.turn.line(run).row() };
        }
        // SAFETY: within the run that is held.
        unsafe { self.row.get(i - self.first) }
    }
}

//! Where a node is within its loops, as types that count what is left of them: so whoever walks a node reads within its loops.

use core::array;
use core::marker::PhantomData;
use core::ops::Range;
use core::slice;

use super::node::{FEW, Node, Row};
use super::plan::{Loops, Plan};
use crate::shape::dims::MAX_RANK;

/// A node with loops that are still to be run.
///
/// Invariant: the node was made for these loops, none of which is empty; it is at a place of all but the `left` innermost ones, and at the start
/// of these.
pub(crate) struct Nest<'l, N> {
    node: N,
    loops: &'l Loops,
    left: usize,
}

impl<'l, N: Node> Nest<'l, N> {
    /// All loops.
    ///
    /// # Safety
    /// The node was made for them, and is at their start; none of them is empty.
    #[inline(always)]
    pub(super) unsafe fn new(node: N, loops: &'l Loops) -> Self {
        Nest { node, loops, left: loops.rank }
    }

    /// How many loops are left.
    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// The loops.
    #[inline(always)]
    pub(super) fn loops(&self) -> &'l Loops {
        self.loops
    }

    /// The node.
    #[inline(always)]
    pub(super) fn node(&self) -> N {
        self.node
    }

    /// What is inside turn `i` of the outermost loop that is left, around at least two others.
    #[inline(always)]
    pub(super) fn turn(&self, i: usize) -> Self {
        let depth = self.left - 1;
        assert!(depth >= 2 && i < self.loops.counts[depth], "a turn of a loop around two others");
        Nest { node: self.node.at(self.loops.axes[depth] as usize, i), loops: self.loops, left: depth }
    }

    /// What is inside these turns of all loops but the few innermost, the innermost of them first.
    #[inline(always)]
    pub(super) fn at(&self, turns: &[usize; MAX_RANK]) -> Self {
        let mut node = self.node;
        for (depth, &turn) in (FEW..self.left).zip(turns) {
            assert!(turn < self.loops.counts[depth], "one of the turns");
            node = node.at(self.loops.axes[depth] as usize, turn);
        }
        Nest { node, loops: self.loops, left: self.left.min(FEW) }
    }

    /// All loops that are left, which are few.
    #[inline(always)]
    pub(super) fn few(self) -> Few<N::Near> {
        let Nest { node, loops, left } = self;
        assert!(left <= FEW, "a few loops");
        // Beyond the rank a loop runs once; of those that are left the others may not be run.
        let counts = array::from_fn(|depth| if depth < left { loops.counts[depth] } else { 1 });
        Few { node: node.near(array::from_fn(|depth| loops.axes[depth] as usize)), counts }
    }

    /// The two innermost loops; of a single one, that and one that runs once.
    #[inline(always)]
    pub(super) fn lines(self) -> Lines<'l, N> {
        assert!(self.left <= 2, "two loops");
        let Nest { node, loops, left } = self;
        let [inner, outer] = [loops.axes[0] as usize, loops.axes[1] as usize];
        Lines { node, outer, count: if left < 2 { 1 } else { loops.counts[1] }, inner, len: loops.counts[0], loops }
    }
}

/// A node with a few loops that are still to be run, all by their numbers: each axis is the depth of a loop.
///
/// Invariant: the node is at the start of these loops, none of which is empty, and was made for them.
pub(super) struct Few<N> {
    node: N,
    counts: [usize; FEW],
}

impl<N: Node> Few<N> {
    /// How often the loop at a depth runs.
    #[inline(always)]
    pub(super) fn count(&self, depth: usize) -> usize {
        self.counts[depth]
    }

    /// The row at these turns of the other loops, the innermost of them first.
    #[inline(always)]
    pub(super) fn line(&self, [first, second, third]: [usize; FEW - 1]) -> Line<N> {
        let [len, counts @ ..] = self.counts;
        assert!(first < counts[0] && second < counts[1] && third < counts[2], "one of the turns of each loop");
        Line { node: self.node.at(3, third).at(2, second).at(1, first), axis: 0, len }
    }

    /// All rows, one after the other.
    #[inline(always)]
    pub(super) fn each(self, mut take: impl FnMut(Line<N>)) {
        let Few { node: mut turn, counts: [len, rows, blocks, turns] } = self;
        for _ in 0..turns {
            let mut block = turn;
            for _ in 0..blocks {
                let mut row = block;
                for _ in 0..rows {
                    take(Line { node: row, axis: 0, len });
                    row = row.at(1, 1);
                }
                block = block.at(2, 1);
            }
            turn = turn.at(3, 1);
        }
    }

    /// How often the second loop runs, if those around it run once, and rows have `LEN` places.
    #[inline(always)]
    pub(super) fn rows<const LEN: usize>(&self) -> Option<usize> {
        let [len, rows, blocks, turns] = self.counts;
        (len == LEN && blocks == 1 && turns == 1).then_some(rows)
    }

    /// Hands the first rows, which are of `LEN` places, to `take`, each with one of the places.
    ///
    /// # Panics
    /// If rows have another number of places, or there are more places than rows within the two innermost loops.
    #[inline(always)]
    pub(super) fn rows_onto<const LEN: usize, P>(
        self,
        places: &mut [P],
        mut take: impl FnMut(Elements<N::Row>, &mut P),
    ) {
        let Few { node: mut row, counts: [len, mut rows, ..] } = self;
        assert!(len == LEN, "rows of so many places");
        for place in places {
            // Not by the number of places: the compiler would walk two rows at a time, of which there are a few.
            rows = rows.checked_sub(1).expect("a row for each place");
            take(Line { node: row, axis: 0, len: LEN }.elements(), place);
            row = row.at(1, 1);
        }
    }

    /// Hands all rows, which are of `LEN` places, to `take`, one after the other, each with one of the places.
    ///
    /// # Panics
    /// If rows have another number of places, or there are not as many places as rows.
    #[inline(always)]
    pub(super) fn onto<const LEN: usize, P>(
        self,
        mut places: &mut [P],
        mut take: impl FnMut(Elements<N::Row>, &mut P),
    ) {
        let Few { node: mut turn, counts: [len, rows, blocks, mut turns] } = self;
        assert!(len == LEN && rows > 0, "rows of so many places");
        let (mut block, mut left) = (turn, blocks);
        while let Some(places) = places.split_off_mut(..rows) {
            if left == 0 {
                assert!(turns > 1, "a row for each place");
                turns -= 1;
                turn = turn.at(3, 1);
                (block, left) = (turn, blocks);
            }
            let mut row = block;
            for place in places {
                take(Line { node: row, axis: 0, len: LEN }.elements(), place);
                row = row.at(1, 1);
            }
            (block, left) = (block.at(2, 1), left - 1);
        }
        assert!(places.is_empty(), "a place for each row");
    }
}

/// The next places, as many as these.
#[inline(always)]
pub(super) fn next<'o, T>(out: &mut &'o mut [T], len: usize) -> &'o mut [T] {
    out.split_off_mut(..len).expect("a place for each element")
}

/// Lines of neighbouring places of a node: the two innermost loops, or some of them.
///
/// Invariant: from the node on there are `count` places along `outer`, the second loop's axis, and from each of them `len` along `inner`, the
/// innermost one's; there is at least one.
pub(super) struct Lines<'l, N> {
    node: N,
    outer: usize,
    count: usize,
    inner: usize,
    len: usize,
    loops: &'l Loops,
}

impl<'l, N: Node> Lines<'l, N> {
    /// How many lines there are.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// How long each is.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// All loops of the node.
    #[inline(always)]
    pub(super) fn loops(&self) -> &'l Loops {
        self.loops
    }

    /// One of them.
    #[inline(always)]
    pub(super) fn line(&self, i: usize) -> Line<N> {
        assert!(i < self.count, "one of the lines");
        Line { node: self.node.at(self.outer, i), axis: self.inner, len: self.len }
    }

    /// `len` places from `from` on of each of some lines; at least one.
    #[inline(always)]
    pub(super) fn part(&self, lines: Range<usize>, from: usize, len: usize) -> Self {
        assert!(lines.start < lines.end && lines.end <= self.count, "some of the lines");
        assert!(len > 0 && from < self.len && len <= self.len - from, "places of each line");
        let node = self.node.at(self.outer, lines.start).at(self.inner, from);
        Lines { node, count: lines.end - lines.start, len, ..*self }
    }
}

/// Neighbouring places of a node.
///
/// Invariant: from the node on, `len` places of its loops follow along the axis of the innermost one; there is at least one.
pub(super) struct Line<N> {
    node: N,
    axis: usize,
    len: usize,
}

impl<N: Node> Line<N> {
    /// # Safety
    /// From the node on, `len` places of its loops follow along this axis, the innermost one's; there is at least one.
    #[inline(always)]
    pub(super) unsafe fn new(node: N, axis: usize, len: usize) -> Self {
        Line { node, axis, len }
    }

    /// How many places there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Some of the places, at least one.
    #[inline(always)]
    pub(super) fn part(&self, from: usize, len: usize) -> Self {
        assert!(len > 0 && from < self.len && len <= self.len - from, "places of a line");
        Line { node: self.node.at(self.axis, from), axis: self.axis, len }
    }

    /// Places further along the line, beyond its end too.
    ///
    /// # Safety
    /// From `from` on, `len` elements can be read along the line, at least one.
    #[inline(always)]
    pub(super) unsafe fn beyond(&self, from: usize, len: usize) -> Self {
        Line { node: self.node.at(self.axis, from), axis: self.axis, len }
    }

    /// As [`elements`](Line::elements), without their number.
    #[inline(always)]
    pub(super) fn row(&self) -> N::Row {
        // SAFETY: the node is at a place of its loops, of which at least one follows.
        unsafe { self.node.row() }
    }

    /// The elements at these places.
    #[inline(always)]
    pub(super) fn elements(&self) -> Elements<N::Row> {
        Elements { row: self.row(), len: self.len }
    }
}

/// The elements of a row.
///
/// Invariant: the row has as many, and no element that it reads is borrowed mutably while this is there.
pub(crate) struct Elements<W> {
    row: W,
    len: usize,
}

impl<W: Row> Elements<W> {
    /// # Safety
    /// The row has as many, and no element that it reads is borrowed mutably while this is there.
    #[inline(always)]
    pub(super) unsafe fn new(row: W, len: usize) -> Self {
        Elements { row, len }
    }

    /// Some of the elements.
    #[inline(always)]
    pub(super) fn part(&mut self, from: usize, len: usize) -> Span<'_, W> {
        assert!(from <= self.len && len <= self.len - from, "elements of a row");
        Span { row: &mut self.row, from, len }
    }

    /// The rows of `len` elements each that follow each other in this one, each with its place.
    ///
    /// # Panics
    /// If there are not as many places.
    #[inline(always)]
    pub(super) fn rows_onto<P>(self, len: usize, places: &mut [P]) -> RowsOnto<'_, W, P> {
        assert!(places.len().checked_mul(len) == Some(self.len), "a place for each row");
        RowsOnto { row: self.row, len, at: 0, places: places.iter_mut() }
    }

    /// Each place with the element that belongs there.
    ///
    /// # Panics
    /// If there are not as many places.
    #[inline(always)]
    pub(super) fn onto<'p, P>(&mut self, places: &'p mut [P]) -> Onto<'_, 'p, W, P> {
        assert!(places.len() == self.len, "a place for each element");
        Onto { row: &mut self.row, at: 0, places: places.iter_mut() }
    }

    /// The same from an element on, as far as the places go.
    ///
    /// # Panics
    /// If there are more places than elements from there on.
    #[inline(always)]
    pub(super) fn some_onto<'p, P>(&mut self, at: usize, places: &'p mut [P]) -> Onto<'_, 'p, W, P> {
        assert!(at <= self.len && places.len() <= self.len - at, "an element for each place");
        Onto { row: &mut self.row, at, places: places.iter_mut() }
    }
}

/// Neighbouring elements of a row.
///
/// Invariant: the row has `len` from `from` on.
pub(super) struct Span<'r, W> {
    row: &'r mut W,
    from: usize,
    len: usize,
}

impl<'r, W: Row> Span<'r, W> {
    /// How many there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// One of them.
    #[inline(always)]
    pub(super) fn get(&mut self, i: usize) -> W::Item {
        assert!(i < self.len, "one of the elements");
        // SAFETY: compared just above.
        unsafe { self.row.get(self.from + i) }
    }

    /// Each place with the element that belongs there.
    ///
    /// # Panics
    /// If there are not as many places.
    #[inline(always)]
    pub(super) fn onto<'p, P>(&mut self, places: &'p mut [P]) -> Onto<'_, 'p, W, P> {
        assert!(places.len() == self.len, "a place for each element");
        Onto { row: self.row, at: self.from, places: places.iter_mut() }
    }

    /// The row itself, and the number of the first element: for loops of constants, which stay in registers only if they compare nothing.
    #[inline(always)]
    pub(super) fn row(&mut self) -> (&mut W, usize) {
        (self.row, self.from)
    }

    /// `len` of them from this one on, if there are as many.
    #[inline(always)]
    pub(super) fn some(&mut self, from: usize, len: usize) -> Option<Span<'_, W>> {
        if len > self.len || from > self.len - len {
            return None;
        }
        Some(Span { row: self.row, from: self.from + from, len })
    }
}

/// Rows that follow each other in a longer one, each with its place.
///
/// Invariant: the longer row has `len` elements for each place that is left, from `at` on.
pub(super) struct RowsOnto<'p, W, P> {
    row: W,
    len: usize,
    at: usize,
    places: slice::IterMut<'p, P>,
}

impl<'p, W: Row, P> RowsOnto<'p, W, P> {
    /// The next place, and its row.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(&'p mut P, Span<'_, W>)> {
        let place = self.places.next()?;
        let from = self.at;
        self.at += self.len;
        Some((place, Span { row: &mut self.row, from, len: self.len }))
    }
}

/// The elements of a row, each with its place.
///
/// Invariant: the row has at least as many elements as `at` and the places that are left.
pub(crate) struct Onto<'r, 'p, W, P> {
    row: &'r mut W,
    at: usize,
    places: slice::IterMut<'p, P>,
}

impl<'p, W: Row, P> Iterator for Onto<'_, 'p, W, P> {
    type Item = (&'p mut P, W::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let place = self.places.next()?;
        let at = self.at;
        self.at += 1;
        // SAFETY: there was a place left, so the row has this element.
        Some((place, unsafe { self.row.get(at) }))
    }
}

/// A node whose loops are constants.
///
/// Invariant: the node was made for the loops of the plan, none of which is empty, and is at their start.
pub(super) struct Start<P, N> {
    node: N,
    plan: PhantomData<P>,
}

impl<P: Plan, N: Node> Start<P, N> {
    /// How many places there are. (The product fits, unless a loop is empty.)
    pub(super) const PLACES: usize = {
        let (mut places, mut depth) = (1usize, 0);
        while depth < P::LOOPS.rank {
            places = places.wrapping_mul(P::LOOPS.counts[depth]);
            depth += 1;
        }
        places
    };

    /// # Safety
    /// The node was made for the loops of the plan, none of which is empty, and is at their start.
    #[inline(always)]
    pub(super) unsafe fn new(node: N) -> Self {
        Start { node, plan: PhantomData }
    }

    /// The node.
    #[inline(always)]
    pub(super) fn node(&self) -> N {
        self.node
    }
}

/// A plan without its outermost loop.
pub(super) struct Inside<P>(PhantomData<P>);

impl<P: Plan> Plan for Inside<P> {
    const LOOPS: Loops = {
        let mut loops = P::LOOPS;
        loops.rank -= 1;
        loops.counts[loops.rank] = 1;
        loops.axes[loops.rank] = 0;
        loops
    };
    const TINY: bool = false;
}

/// A node whose loops are constants but for how often the outermost one runs.
///
/// Invariant: as for [`Start`], and the outermost loop, which is not the only one, runs `count` times.
pub(super) struct Around<P, N> {
    node: N,
    count: usize,
    plan: PhantomData<P>,
}

impl<P: Plan, N: Node> Around<P, N> {
    /// # Safety
    /// As for [`Start::new`], and the outermost loop, which is not the only one, runs `count` times.
    #[inline(always)]
    pub(super) unsafe fn new(node: N, count: usize) -> Self {
        Around { node, count, plan: PhantomData }
    }

    /// How often the outermost loop runs.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// What is inside its turn `i`.
    #[inline(always)]
    pub(super) fn inside(&self, i: usize) -> Start<Inside<P>, N> {
        assert!(i < self.count, "one of the turns");
        let node = self.node.at(const { P::LOOPS.axes[P::LOOPS.rank - 1] as usize }, i);
        Start { node, plan: PhantomData }
    }
}

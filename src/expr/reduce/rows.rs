//! The innermost loop is reduced: rows in lanes, block by block.

use core::array;
use core::mem;
use core::ops::Range;

use super::out::Out;
use super::split::Split;
use crate::expr::node::{Node, Row};
use crate::kernels::level::{dispatched, recursive};
use crate::kernels::rows::{LANES, MANY, Reducer, Results, Rows, STEPS, TILE};

dispatched! {
    /// The innermost loop is reduced: one result after the other.
    ///
    /// # Safety
    /// The node was made for these loops, none of which is empty.
    pub(super) unsafe fn rows<N: Node, R: Reducer<<N as Node>::Item>>(
        node: N,
        split: &Split,
        reducer: &R,
        out: &mut Out<'_, R::Output>,
    ) = all_rows;
}

#[inline(always)]
unsafe fn all_rows<N: Node, R: Reducer<N::Item>>(node: N, split: &Split, reducer: &R, out: &mut Out<'_, R::Output>) {
    let len = split.len();
    if len < LANES && split.reduced.rank == 0 {
        macro_rules! by_length {
            ($($len:literal)*) => {
                match len {
                    // SAFETY: the caller's node, of whose loops the innermost alone is reduced.
                    $($len => unsafe { short_rows(node, split, $len, reducer, out) },)*
                    // SAFETY: the caller's node, of whose loops the innermost alone is reduced.
                    _ => unsafe { short_rows(node, split, len, reducer, out) },
                }
            };
        }
        by_length!(2 3 4)
    } else if len < LANES {
        for i in 0..split.kept.total {
            // SAFETY: within the loops.
            let node = unsafe { split.kept.place(node, i) };
            // SAFETY: the node is at the start of the reduced loops.
            let mut row = unsafe { Runs::new(node, split, 0) };
            // SAFETY: these are all elements of the runs.
            out.push(reducer.finish(unsafe { few(&mut row, len, reducer) }));
        }
    } else {
        // SAFETY: the caller's node, and there are enough elements for the lanes.
        unsafe { rows_in_lanes(node, split, reducer, out) }
    }
}

/// Rows that are short, each hardly more than its overhead.
///
/// # Safety
/// As for [`rows`], and only the innermost loop is reduced.
#[inline(always)]
unsafe fn short_rows<N: Node, R: Reducer<N::Item>>(
    node: N,
    split: &Split,
    len: usize,
    reducer: &R,
    out: &mut Out<'_, R::Output>,
) {
    let kept = &split.kept;
    // The innermost of the kept loops, which is all of them more often than not.
    let count = if kept.rank == 0 { 1 } else { kept.counts[0] };
    for outer in 0..kept.total / count {
        // SAFETY: within the loops.
        let node = unsafe { kept.place(node, outer * count) };
        let start = out.written.done;
        let places = &mut out.places[start..start + count];
        if !mem::needs_drop::<R::Output>() && kept.rank > 0 && node.follows(kept.axes[0] as usize, len) {
            // SAFETY: the node is at a place of its loops.
            let mut row = unsafe { node.row() };
            for (i, place) in places.iter_mut().enumerate() {
                // SAFETY: row `i` is where the first one goes on after `i` times its length.
                let mut acc = reducer.first(unsafe { row.get(i * len) }, 0);
                for j in 1..len {
                    // SAFETY: one of that row's `len` elements.
                    reducer.step(&mut acc, unsafe { row.get(i * len + j) }, j);
                }
                place.write(reducer.finish(acc));
            }
            out.written.done = start + count;
            continue;
        }
        for (i, place) in places.iter_mut().enumerate() {
            // SAFETY: within the loop's count, if there is a loop; along axis 0 nothing is 0 steps.
            let node = unsafe { node.at(kept.axes[0] as usize, i) };
            // SAFETY: the node is at a place of its loops.
            let mut row = unsafe { node.row() };
            // SAFETY: these are all elements of the row.
            place.write(reducer.finish(unsafe { few(&mut row, len, reducer) }));
            if mem::needs_drop::<R::Output>() {
                out.written.done += 1;
            }
        }
        out.written.done = start + count;
    }
}

/// Rows of as many elements as there are lanes, or more.
///
/// # Safety
/// As for [`rows`], and a row has enough elements.
#[inline(always)]
unsafe fn rows_in_lanes<N: Node, R: Reducer<N::Item>>(
    node: N,
    split: &Split,
    reducer: &R,
    out: &mut Out<'_, R::Output>,
) {
    let len = split.len();
    // What is left for the last block may be too little for its lanes; then the block before takes it.
    let width = if is_wide::<R::Acc>(len) { MANY } else { LANES };
    let block_len = STEPS * width;
    let blocks = if len % block_len < width { (len / block_len).max(1) } else { len.div_ceil(block_len) };
    let mut i = 0;
    while i < split.kept.total {
        // SAFETY: within the loops.
        let node = unsafe { split.kept.place(node, i) };
        // SAFETY: the node was put at turn `i` just above.
        let done = unsafe { fast_rows(node, split, reducer, i, out) };
        if done > 0 {
            i += done;
            continue;
        }
        i += 1;
        let mut lanes = if blocks == 1 {
            // SAFETY: the node is at the start of the reduced loops, and the block has enough elements.
            unsafe { block(node, split, reducer, 0..len) }
        } else {
            // SAFETY: the node is at the start of the reduced loops, and each of the blocks has enough elements.
            unsafe { joined_blocks::<N, R, LANES>(node, split, reducer, 0..blocks, blocks, block_len) }
        };
        halve_all(&mut lanes, reducer);
        out.push(reducer.finish(lanes[0].clone()));
    }
}

/// At most [`TILE`] rows in memory, for as many as the reducer has a faster way; returns how many.
///
/// # Safety
/// The node is at turn `i` of the kept loops.
#[inline(always)]
unsafe fn fast_rows<N: Node, R: Reducer<N::Item>>(
    node: N,
    split: &Split,
    reducer: &R,
    i: usize,
    out: &mut Out<'_, R::Output>,
) -> usize {
    let (0, Some(first)) = (split.reduced.rank, node.in_memory()) else { return 0 };
    let kept = &split.kept;
    let rows = if kept.rank == 0 { 1 } else { TILE.min(kept.counts[0] - i % kept.counts[0]) };
    // SAFETY: the next turn of the innermost of the kept loops.
    let second = if rows > 1 { unsafe { node.at(kept.axes[0] as usize, 1) }.in_memory() } else { Some(first) };
    let Some(second) = second else { return 0 };
    let step = (second.addr() as isize - first.addr() as isize) / (size_of::<N::Item>().max(1) as isize);
    // SAFETY: the node is at a turn of the kept loops that `rows - 1` turns of the innermost of them follow, each a step further, as the next one
    // is; nothing but the row is reduced, so that each has `len` elements in memory, borrowed while the node is walked.
    let rows = unsafe { Rows::new(first, step, rows, split.len()) };
    let mut results = Results::new();
    reducer.rows(&rows, &mut results);
    for acc in results.as_slice() {
        out.push(reducer.finish(acc.clone()));
    }
    results.done()
}

recursive! {
    /// Some of the blocks, joined pairwise, lane by lane.
    ///
    /// # Safety
    /// As for [`block`], for all of them.
    unsafe fn joined_blocks<N: Node, R: Reducer<<N as Node>::Item>; const L>(
        node: N,
        split: &Split,
        reducer: &R,
        range: Range<usize>,
        blocks: usize,
        block_len: usize,
    ) -> [R::Acc; L] = some_blocks;
}

/// [`joined_blocks`], which is `again`.
#[inline(always)]
unsafe fn some_blocks<N: Node, R: Reducer<N::Item>, const L: usize>(
    node: N,
    split: &Split,
    reducer: &R,
    range: Range<usize>,
    blocks: usize,
    block_len: usize,
    again: unsafe fn(N, &Split, &R, Range<usize>, usize, usize) -> [R::Acc; L],
) -> [R::Acc; L] {
    if range.len() == 1 {
        let start = range.start * block_len;
        // The last one takes all that is left.
        let end = if range.end == blocks { split.len() } else { start + block_len };
        // SAFETY: the one block that the caller promises.
        let lanes = unsafe { block(node, split, reducer, start..end) };
        return array::from_fn(|lane| lanes[lane].clone());
    }
    let middle = range.start + range.len().next_power_of_two() / 2;
    // SAFETY: the first half of the caller's blocks.
    let mut lanes = unsafe { again(node, split, reducer, range.start..middle, blocks, block_len) };
    // SAFETY: the second half of the caller's blocks.
    let others = unsafe { again(node, split, reducer, middle..range.end, blocks, block_len) };
    for (acc, other) in lanes.iter_mut().zip(&others) {
        reducer.join(acc, other.clone());
    }
    lanes
}

/// Some of the elements that make a result.
///
/// # Safety
/// The node is at the start of the reduced loops, which have these elements; they are at least `LANES`.
#[inline(always)]
unsafe fn block<N: Node, R: Reducer<N::Item>>(
    node: N,
    split: &Split,
    reducer: &R,
    range: Range<usize>,
) -> [R::Acc; LANES] {
    let (start, len) = (range.start, range.len());
    let (run, within) = if start < split.inner { (0, start) } else { (start / split.inner, start % split.inner) };
    if within + len <= split.inner {
        // SAFETY: the block lies within this run of the innermost loop.
        let node = unsafe { split.reduced.place(node, run) };
        // SAFETY: the node is at a place of its loops.
        let mut row = unsafe { node.row() };
        // SAFETY: the run has these elements, which are enough by the caller's promise.
        unsafe { lanes(&mut row, within, start, len, reducer) }
    } else {
        // SAFETY: the block starts in this run.
        let mut row = unsafe { Runs::new(node, split, run) };
        // SAFETY: the block lies within all runs together.
        unsafe { lanes(&mut row, start, start, len, reducer) }
    }
}

/// Several runs of the innermost loop as one row.
struct Runs<'a, N: Node> {
    node: N,
    split: &'a Split,
    /// The number of the first element of the run that is held.
    first: usize,
    row: N::Row,
}

impl<'a, N: Node> Runs<'a, N> {
    /// The runs from this one on.
    ///
    /// # Safety
    /// The node is at the start of the reduced loops, which have this run.
    #[inline(always)]
    unsafe fn new(node: N, split: &'a Split, run: usize) -> Self {
        // SAFETY: the caller's node is at the start of the loops, which have this run.
        let start = unsafe { split.reduced.place(node, run) };
        // SAFETY: the node is at a place of its loops.
        let row = unsafe { start.row() };
        Runs { node, split, first: run * split.inner, row }
    }
}

// SAFETY: `get` reads elements of the runs only.
unsafe impl<N: Node> Row for Runs<'_, N> {
    type Item = N::Item;
    #[inline(always)]
    unsafe fn get(&mut self, i: usize) -> N::Item {
        if i.wrapping_sub(self.first) >= self.split.inner {
            // SAFETY: `i` is one of the elements, so it lies in one of the runs.
            *self = unsafe { Runs::new(self.node, self.split, i / self.split.inner) };
        }
        // SAFETY: within the run that is held.
        unsafe { self.row.get(i - self.first) }
    }
}

/// Elements `from` to `from + len` of a row, the first of which is number `index` of those that are reduced.
///
/// # Safety
/// The row has them, and they are at least `LANES`.
#[inline(always)]
unsafe fn lanes<W: Row, R: Reducer<W::Item>>(
    row: &mut W,
    from: usize,
    index: usize,
    len: usize,
    reducer: &R,
) -> [R::Acc; LANES] {
    // Groups of lanes are variables of their own, since one array of all lanes does not stay in registers.
    if !is_wide::<R::Acc>(len) {
        // SAFETY: there are as many elements as lanes.
        let mut lanes = unsafe { first_of_group(row, from, index, reducer) };
        let mut at = LANES;
        while at + LANES <= len {
            // SAFETY: these are less than `len`.
            unsafe { group(&mut lanes, row, from + at, index + at, reducer) };
            at += LANES;
        }
        // SAFETY: up to `len`.
        unsafe { rest_of_group(&mut lanes, row, from, index, at..len, reducer) };
        return lanes;
    }
    let mut at = MANY;
    macro_rules! groups {
        ($($lanes:ident $number:literal)*) => {
            // SAFETY: there are `MANY` elements, the four groups' first ones.
            $(let mut $lanes = unsafe { first_of_group(row, from + $number * LANES, index + $number * LANES, reducer) };)*
            while at + MANY <= len {
                $(
                    let next = at + $number * LANES;
                    // SAFETY: one of four groups that are less than `len`.
                    unsafe { group(&mut $lanes, row, from + next, index + next, reducer) };
                )*
                at += MANY;
            }
        };
        // Of less than four groups what is whole.
        (more $($lanes:ident)*) => { $(
            if at + LANES <= len {
                // SAFETY: the group is less than `len`.
                unsafe { group(&mut $lanes, row, from + at, index + at, reducer) };
                at += LANES;
            }
        )* };
    }
    groups!(a 0 b 1 c 2 d 3);
    groups!(more a b c);
    // SAFETY: up to `len`.
    unsafe { rest_of_group(&mut d, row, from, index, at..len, reducer) };
    join_groups(&mut a, &c, reducer);
    join_groups(&mut b, &d, reducer);
    join_groups(&mut a, &b, reducer);
    a
}

/// Are there `MANY` lanes rather than `LANES`, for so many elements?
#[inline(always)]
const fn is_wide<A>(len: usize) -> bool {
    size_of::<A>() <= 8 && len >= MANY
}

/// # Safety
/// The row has `LANES` elements from `from` on.
#[inline(always)]
unsafe fn first_of_group<W: Row, R: Reducer<W::Item>>(
    row: &mut W,
    from: usize,
    index: usize,
    reducer: &R,
) -> [R::Acc; LANES] {
    // SAFETY: one of the elements that the caller promises.
    array::from_fn(|lane| reducer.first(unsafe { row.get(from + lane) }, index + lane))
}

/// # Safety
/// The row has `LANES` elements from `from` on.
#[inline(always)]
unsafe fn group<W: Row, R: Reducer<W::Item>>(
    lanes: &mut [R::Acc; LANES],
    row: &mut W,
    from: usize,
    index: usize,
    reducer: &R,
) {
    for (lane, acc) in lanes.iter_mut().enumerate() {
        // SAFETY: one of the elements that the caller promises.
        reducer.step(acc, unsafe { row.get(from + lane) }, index + lane);
    }
}

/// Fewer elements than lanes.
///
/// # Safety
/// The row has elements up to `from` and the range's end.
#[inline(always)]
unsafe fn rest_of_group<W: Row, R: Reducer<W::Item>>(
    lanes: &mut [R::Acc; LANES],
    row: &mut W,
    from: usize,
    index: usize,
    range: Range<usize>,
    reducer: &R,
) {
    // A loop of constants, without moves: an array that is indexed by variables or taken apart does not stay in registers.
    if !range.is_empty() {
        for (lane, acc) in lanes.iter_mut().enumerate() {
            let i = range.start + lane;
            if i < range.end {
                // SAFETY: within the range.
                reducer.step(acc, unsafe { row.get(from + i) }, index + i);
            }
        }
    }
}

#[inline(always)]
fn join_groups<T, R: Reducer<T>>(lanes: &mut [R::Acc; LANES], others: &[R::Acc; LANES], reducer: &R) {
    for (acc, other) in lanes.iter_mut().zip(others) {
        reducer.join(acc, other.clone());
    }
}

/// The first `len` elements of a row, one after the other.
///
/// # Safety
/// The row has them, and there is at least one.
#[inline(always)]
unsafe fn few<W: Row, R: Reducer<W::Item>>(row: &mut W, len: usize, reducer: &R) -> R::Acc {
    // SAFETY: there is at least one.
    let mut acc = reducer.first(unsafe { row.get(0) }, 0);
    for i in 1..len {
        // SAFETY: less than `len`.
        reducer.step(&mut acc, unsafe { row.get(i) }, i);
    }
    acc
}

/// All lanes joined in the first one.
#[inline(always)]
fn halve_all<R: Reducer<T>, T>(lanes: &mut [R::Acc; LANES], reducer: &R) {
    halve::<R, T, 8>(lanes, reducer);
    halve::<R, T, 4>(lanes, reducer);
    halve::<R, T, 2>(lanes, reducer);
    halve::<R, T, 1>(lanes, reducer);
}

/// Each of the first `H` lanes joined with the one `H` further.
#[inline(always)]
fn halve<R: Reducer<T>, T, const H: usize>(lanes: &mut [R::Acc; LANES], reducer: &R) {
    for lane in 0..H {
        let other = lanes[lane + H].clone();
        reducer.join(&mut lanes[lane], other);
    }
}

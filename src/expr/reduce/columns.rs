//! The innermost loop is kept: tiles of neighbouring results, one row after the other.

use core::array;

use super::out::Out;
use super::split::Split;
use crate::expr::node::{Node, Row};
use crate::kernels::level::{dispatched, recursive};
use crate::kernels::rows::{ROWS, Reducer, Results, Rows, SMALL_TILE, TILE};

dispatched! {
    /// The innermost loop is kept: one tile of results after the other.
    ///
    /// # Safety
    /// As for [`rows`].
    pub(super) unsafe fn columns<N: Node, R: Reducer<<N as Node>::Item>>(
        node: N,
        split: &Split,
        reducer: &R,
        out: &mut Out<'_, R::Output>,
    ) = all_columns;
}

#[inline(always)]
unsafe fn all_columns<N: Node, R: Reducer<N::Item>>(node: N, split: &Split, reducer: &R, out: &mut Out<'_, R::Output>) {
    for i in 0..split.kept.total {
        // SAFETY: within the loops.
        let node = unsafe { split.kept.place(node, i) };
        let mut from = 0;
        while from < split.inner {
            // SAFETY: the node is at the start of the reduced loops.
            let done = unsafe { fast_columns(node, split, reducer, from, out) };
            if done > 0 {
                from += done;
                continue;
            }
            let left = split.inner - from;
            if left >= TILE {
                // SAFETY: the tile lies within the innermost loop.
                from += unsafe { tile::<N, R, TILE>(node, split, reducer, from, out) };
            } else if left >= SMALL_TILE {
                // SAFETY: as many columns are left within the innermost loop.
                from += unsafe { tile::<N, R, SMALL_TILE>(node, split, reducer, from, out) };
            } else {
                // SAFETY: the innermost loop has a column left.
                from += unsafe { tile::<N, R, 1>(node, split, reducer, from, out) };
            }
        }
    }
}

/// At most [`TILE`] neighbouring results, of columns in memory, for as many as the reducer has a faster way; returns how many.
///
/// # Safety
/// The node is at the start of the reduced loops, and `from` is less than the innermost loop's count.
#[inline(always)]
unsafe fn fast_columns<N: Node, R: Reducer<N::Item>>(
    node: N,
    split: &Split,
    reducer: &R,
    from: usize,
    out: &mut Out<'_, R::Output>,
) -> usize {
    let (1, Some(first)) = (split.reduced.rank, node.in_memory()) else { return 0 };
    // SAFETY: the second turn of the loop, which has more than one: a loop of one is left out, but for the innermost.
    let Some(second) = (split.reduced.total > 1).then(|| unsafe { split.reduced.place(node, 1) }) else { return 0 };
    let Some(second) = second.in_memory() else { return 0 };
    let step = (second.addr() as isize - first.addr() as isize) / (size_of::<N::Item>().max(1) as isize);
    let count = TILE.min(split.inner - from);
    // SAFETY: the reduced loops are one loop of `total` turns, each a step further, as the second one is, and at each of them the node has a row in
    // memory, of which `count` elements from `from` on are within the innermost loop; they are borrowed while the node is walked.
    let columns = unsafe { Rows::new(first.wrapping_add(from), step, split.reduced.total, count) };
    let mut results = Results::new();
    reducer.columns(&columns, &mut results);
    for acc in results.as_slice() {
        out.push(reducer.finish(acc.clone()));
    }
    results.done()
}

/// `W` neighbouring results; returns `W`.
///
/// # Safety
/// The node is at the start of the reduced loops, and the innermost loop runs up to `from + W` at least.
#[inline(always)]
unsafe fn tile<N: Node, R: Reducer<N::Item>, const W: usize>(
    node: N,
    split: &Split,
    reducer: &R,
    from: usize,
    out: &mut Out<'_, R::Output>,
) -> usize {
    let rows = split.reduced.total;
    let tile = if rows <= ROWS {
        // SAFETY: all rows of the tile that the caller promises.
        unsafe { few_rows::<N, R, W>(node, split, reducer, from, 0, rows) }
    } else {
        // SAFETY: all rows of the tile that the caller promises.
        unsafe { joined_rows::<N, R, W>(node, split, reducer, from, 0, rows) }
    };
    for acc in &tile {
        out.push(reducer.finish(acc.clone()));
    }
    W
}

recursive! {
    /// Rows `first` to `last` of a tile: few of them one after the other, more as two halves, joined.
    ///
    /// # Safety
    /// As for [`tile`], and the rows are of the reduced loops; there is at least one.
    unsafe fn joined_rows<N: Node, R: Reducer<<N as Node>::Item>; const W>(
        node: N,
        split: &Split,
        reducer: &R,
        from: usize,
        first: usize,
        last: usize,
    ) -> [R::Acc; W] = some_rows;
}

/// [`joined_rows`], which is `again`.
#[inline(always)]
unsafe fn some_rows<N: Node, R: Reducer<N::Item>, const W: usize>(
    node: N,
    split: &Split,
    reducer: &R,
    from: usize,
    first: usize,
    last: usize,
    again: unsafe fn(N, &Split, &R, usize, usize, usize) -> [R::Acc; W],
) -> [R::Acc; W] {
    if last - first <= ROWS {
        // SAFETY: the rows that the caller promises.
        return unsafe { few_rows::<N, R, W>(node, split, reducer, from, first, last) };
    }
    let middle = first + (last - first).div_ceil(ROWS).next_power_of_two() / 2 * ROWS;
    // SAFETY: the first half of the caller's rows.
    let mut tile = unsafe { again(node, split, reducer, from, first, middle) };
    // SAFETY: the second half of the caller's rows.
    let other = unsafe { again(node, split, reducer, from, middle, last) };
    for (acc, other) in tile.iter_mut().zip(&other) {
        reducer.join(acc, other.clone());
    }
    tile
}

/// Rows `first` to `last` of a tile, one after the other.
///
/// # Safety
/// As for [`joined_rows`].
#[inline(always)]
unsafe fn few_rows<N: Node, R: Reducer<N::Item>, const W: usize>(
    node: N,
    split: &Split,
    reducer: &R,
    from: usize,
    first: usize,
    last: usize,
) -> [R::Acc; W] {
    // SAFETY: one of the rows.
    let start = unsafe { split.reduced.place(node, first) };
    // SAFETY: the node is at a place of its loops.
    let mut row = unsafe { start.row() };
    // SAFETY: within the innermost loop.
    let mut tile: [R::Acc; W] = array::from_fn(|j| reducer.first(unsafe { row.get(from + j) }, first));
    for r in first + 1..last {
        // SAFETY: one of the rows.
        let start = unsafe { split.reduced.place(node, r) };
        // SAFETY: the node is at a place of its loops.
        let mut row = unsafe { start.row() };
        for (j, acc) in tile.iter_mut().enumerate() {
            // SAFETY: within the innermost loop.
            reducer.step(acc, unsafe { row.get(from + j) }, r);
        }
    }
    tile
}

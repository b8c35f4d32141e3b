//! The innermost loop is kept: tiles of neighbouring results, one row after the other.

use core::array;
use core::ops::Range;

use super::out::Out;
use super::turn::{Turn, Whole};
use crate::expr::node::{Node, Row};
use crate::kernels::level::recursive;
use crate::kernels::rows::{LANES, ROWS, Reducer, Results, Rows, SMALL_TILE, TILE};

/// The innermost loop is kept: one tile of results after the other.
#[inline(always)]
pub(super) fn columns<N: Node, R: Reducer<N::Item>>(whole: &Whole<'_, N>, reducer: &R, out: &mut Out<'_, R::Output>) {
    for i in 0..whole.split.kept.total {
        let columns = Columns { turn: &whole.turn(i), reducer };
        let mut from = columns.wide(out);
        while from < whole.split.inner {
            let done = columns.fast(from, out);
            if done > 0 {
                from += done;
                continue;
            }
            let left = whole.split.inner - from;
            from += if left >= TILE {
                columns.tile::<TILE>(from, out)
            } else if left >= SMALL_TILE {
                columns.tile::<SMALL_TILE>(from, out)
            } else {
                columns.tile::<1>(from, out)
            };
        }
    }
}

/// So many rows are worth a call.
const ENOUGH: usize = 8;

/// A turn of the innermost loop, which is kept, and what reduces each of its columns.
struct Columns<'a, N, R> {
    turn: &'a Turn<'a, N>,
    reducer: &'a R,
}

impl<N, R> Clone for Columns<'_, N, R> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<N, R> Copy for Columns<'_, N, R> {}

impl<N: Node, R: Reducer<N::Item>> Columns<'_, N, R> {
    /// The results of long columns, from the first one on, if whole rows are the faster way; returns how many.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn wide(self, out: &mut Out<'_, R::Output>) -> usize {
        if self.turn.split.reduced.rank != 1 {
            return 0;
        }
        let sums =
            self.turn.columns_in_memory(0, 0, usize::MAX).and_then(|columns| self.reducer.wide_columns(&columns));
        let Some(sums) = sums else { return 0 };
        for acc in sums.as_slice() {
            out.push(self.reducer.finish(acc.clone()));
        }
        sums.as_slice().len()
    }

    #[cfg(not(feature = "alloc"))]
    #[inline(always)]
    fn wide(self, _: &mut Out<'_, R::Output>) -> usize {
        0
    }

    /// At most [`TILE`] neighbouring results, of columns in memory, for as many as the reducer has a faster way; returns how many.
    #[inline(always)]
    fn fast(self, from: usize, out: &mut Out<'_, R::Output>) -> usize {
        let mut results = Results::new();
        let split = self.turn.split;
        if split.reduced.rank == 1 {
            if let Some(columns) = self.turn.columns_in_memory(0, from, TILE) {
                if !R::COUNTS && !R::ROUNDS_ONCE && split.inner < SMALL_TILE {
                    let done = self.few(&columns, out);
                    if done > 0 {
                        return done;
                    }
                }
                self.reducer.columns(&columns, &mut results);
            }
        } else if !R::COUNTS && split.reduced.counts[0] >= ENOUGH {
            results = self.joined_runs(from, 0..split.reduced.total / split.reduced.counts[0]);
        }
        for acc in results.as_slice() {
            out.push(self.reducer.finish(acc.clone()));
        }
        results.done()
    }

    /// Neighbouring results of some runs of the innermost reduced loop, joined pairwise; none if one of the runs has no faster way.
    fn joined_runs(self, from: usize, runs: Range<usize>) -> Results<R::Acc> {
        let mut results = Results::new();
        if runs.len() == 1 {
            if let Some(columns) = self.turn.columns_in_memory(runs.start, from, TILE) {
                self.reducer.columns(&columns, &mut results);
            }
            return results;
        }
        let middle = runs.start + runs.len().next_power_of_two() / 2;
        results = self.joined_runs(from, runs.start..middle);
        let others = self.joined_runs(from, middle..runs.end);
        if others.done() != results.done() {
            return Results::new();
        }
        for (acc, other) in results.as_mut_slice().iter_mut().zip(others.as_slice()) {
            self.reducer.join(acc, other.clone());
        }
        results
    }

    /// All columns, of which there are few next to each other: several rows as one, whose columns are joined; returns how many.
    fn few(self, columns: &Rows<'_, N::Item>, out: &mut Out<'_, R::Output>) -> usize {
        let (inner, rows) = (self.turn.split.inner, self.turn.split.reduced.total);
        let Some(wide) = columns.joined(LANES).filter(|wide| columns.count() == inner && wide.rows() >= ENOUGH) else {
            return 0;
        };
        let mut results = Results::new();
        self.reducer.columns(&wide, &mut results);
        if results.done() != LANES * inner {
            return 0;
        }
        let accs = results.as_mut_slice();
        let mut half = LANES / 2 * inner;
        while half >= inner {
            let (firsts, others) = accs.split_at_mut(half);
            for (acc, other) in firsts.iter_mut().zip(others) {
                self.reducer.join(acc, other.clone());
            }
            half /= 2;
        }
        for (column, acc) in accs[..inner].iter_mut().enumerate() {
            let done = wide.rows() * LANES;
            if done < rows {
                let [rest] = self.few_rows(column, done, rows);
                self.reducer.join(acc, rest);
            }
            out.push(self.reducer.finish(acc.clone()));
        }
        inner
    }

    /// `W` neighbouring results; returns `W`.
    #[inline(always)]
    fn tile<const W: usize>(self, from: usize, out: &mut Out<'_, R::Output>) -> usize {
        let rows = self.turn.split.reduced.total;
        let tile: [_; W] =
            if rows <= ROWS { self.few_rows(from, 0, rows) } else { joined_rows::<N, R, W>(self, from, 0, rows) };
        for acc in &tile {
            out.push(self.reducer.finish(acc.clone()));
        }
        W
    }

    /// Rows `first` to `last` of a tile, one after the other.
    #[inline(always)]
    fn few_rows<const W: usize>(self, from: usize, first: usize, last: usize) -> [R::Acc; W] {
        assert!(W <= self.turn.split.inner && from <= self.turn.split.inner - W, "columns of each row");
        let mut lines = self.turn.lines(first..last);
        let (_, line) = lines.next().expect("at least one row");
        let mut row = line.elements();
        let mut columns = row.part(from, W);
        let mut tile: [R::Acc; W] = array::from_fn(|j| self.reducer.first(columns.get(j), first));
        while let Some((r, line)) = lines.next() {
            let mut row = line.row();
            for (j, acc) in tile.iter_mut().enumerate() {
                // SAFETY: one of `W` columns, as was compared above.
                self.reducer.step(acc, unsafe { row.get(from + j) }, r);
            }
        }
        tile
    }
}

recursive! {
    /// Rows `first` to `last` of a tile, at least one: few of them one after the other, more as two halves, joined.
    fn joined_rows<N: Node, R: Reducer<<N as Node>::Item>; const W>(
        columns: Columns<'_, N, R>,
        from: usize,
        first: usize,
        last: usize,
    ) -> [R::Acc; W] = some_rows;
}

/// [`joined_rows`], which is `again`.
#[inline(always)]
fn some_rows<N: Node, R: Reducer<N::Item>, const W: usize>(
    columns: Columns<'_, N, R>,
    from: usize,
    first: usize,
    last: usize,
    again: fn(Columns<'_, N, R>, usize, usize, usize) -> [R::Acc; W],
) -> [R::Acc; W] {
    if last - first <= ROWS {
        return columns.few_rows(from, first, last);
    }
    let middle = first + (last - first).div_ceil(ROWS).next_power_of_two() / 2 * ROWS;
    let mut tile = again(columns, from, first, middle);
    let other = again(columns, from, middle, last);
    for (acc, other) in tile.iter_mut().zip(&other) {
        columns.reducer.join(acc, other.clone());
    }
    tile
}

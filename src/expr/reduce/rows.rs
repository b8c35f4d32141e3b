//! The innermost loop is reduced: rows in lanes, block by block.

use core::array;
use core::mem;
use core::ops::Range;

use super::out::Out;
use super::turn::{Turn, Whole};
use crate::expr::nest::Span;
use crate::expr::node::{Node, Row};
use crate::kernels::level::recursive;
use crate::kernels::rows::{LANES, MANY, Reducer, Results, STEPS, TILE};

/// The innermost loop is reduced: one result after the other.
#[inline(always)]
pub(super) fn rows<N: Node, R: Reducer<N::Item>>(whole: &Whole<'_, N>, reducer: &R, out: &mut Out<'_, R::Output>) {
    let split = whole.split;
    let len = split.len();
    if len < LANES && split.reduced.rank == 0 {
        macro_rules! by_length {
            ($($len:literal)*) => {
                match len {
                    $($len => short_rows(whole, $len, reducer, out),)*
                    _ => short_rows(whole, len, reducer, out),
                }
            };
        }
        by_length!(2 3 4)
    } else if len < LANES {
        for i in 0..split.kept.total {
            out.push(reducer.finish(few(&mut whole.turn(i).runs(0).part(0, len), reducer)));
        }
    } else {
        rows_in_lanes(whole, reducer, out)
    }
}

/// Rows that are short, each hardly more than its overhead; only the innermost loop is reduced, which runs `len` times.
#[inline(always)]
fn short_rows<N: Node, R: Reducer<N::Item>>(
    whole: &Whole<'_, N>,
    len: usize,
    reducer: &R,
    out: &mut Out<'_, R::Output>,
) {
    let total = whole.split.kept.total;
    // The innermost of the kept loops, which is all of them more often than not.
    let count = whole.turns(0).count;
    for outer in 0..total / count {
        let turns = whole.turns(outer);
        let start = out.written.done;
        let places = &mut out.places[start..start + count];
        if let (false, Some(row)) = (mem::needs_drop::<R::Output>(), turns.as_one_row()) {
            let mut rows = row.rows_onto(len, places);
            while let Some((place, mut row)) = rows.next() {
                place.write(reducer.finish(few(&mut row, reducer)));
            }
            out.written.done = start + count;
            continue;
        }
        for (i, place) in places.iter_mut().enumerate() {
            place.write(reducer.finish(few(&mut turns.turn(i).line(0).elements().part(0, len), reducer)));
            if mem::needs_drop::<R::Output>() {
                out.written.done += 1;
            }
        }
        out.written.done = start + count;
    }
}

/// Rows of as many elements as there are lanes, or more.
#[inline(always)]
fn rows_in_lanes<N: Node, R: Reducer<N::Item>>(whole: &Whole<'_, N>, reducer: &R, out: &mut Out<'_, R::Output>) {
    let len = whole.split.len();
    // What is left for the last block may be too little for its lanes; then the block before takes it.
    let width = if is_wide::<R::Acc>(len) { MANY } else { LANES };
    let block_len = STEPS * width;
    let blocks = if len % block_len < width { (len / block_len).max(1) } else { len.div_ceil(block_len) };
    let total = whole.split.kept.total;
    let mut i = 0;
    while i < total {
        let done = fast_rows(whole, reducer, i, out);
        if done > 0 {
            i += done;
            continue;
        }
        let turn = whole.turn(i);
        i += 1;
        let mut lanes = if blocks == 1 {
            block(&turn, reducer, 0..len)
        } else {
            joined_blocks::<N, R, LANES>(&turn, reducer, 0..blocks, blocks, block_len)
        };
        halve_all(&mut lanes, reducer);
        out.push(reducer.finish(lanes[0].clone()));
    }
}

/// At most [`TILE`] rows in memory from turn `i` of the kept loops on, for as many as the reducer has a faster way; returns how many.
#[inline(always)]
fn fast_rows<N: Node, R: Reducer<N::Item>>(
    whole: &Whole<'_, N>,
    reducer: &R,
    i: usize,
    out: &mut Out<'_, R::Output>,
) -> usize {
    let split = whole.split;
    if split.reduced.rank > 0 {
        if R::COUNTS || split.inner < LANES {
            return 0;
        }
        let Some(acc) = joined_runs(&whole.turn(i), reducer, 0..split.reduced.total) else { return 0 };
        out.push(reducer.finish(acc));
        return 1;
    }
    let Some(rows) = whole.rows_in_memory(i, TILE) else { return 0 };
    let mut results = Results::new();
    reducer.rows(&rows, &mut results);
    for acc in results.as_slice() {
        out.push(reducer.finish(acc.clone()));
    }
    results.done()
}

/// The innermost loop at some turns of the reduced loops, each as a row and all of them joined pairwise; `None` if there is no faster way.
fn joined_runs<N: Node, R: Reducer<N::Item>>(turn: &Turn<'_, N>, reducer: &R, turns: Range<usize>) -> Option<R::Acc> {
    let (start, count) = (turns.start, turn.split.reduced.counts[0]);
    let is_one_run = start % count + turns.len() <= count;
    if is_one_run && turns.len() <= TILE {
        let rows = turn.rows_in_memory(start, turns.len())?;
        let mut results = Results::new();
        reducer.rows(&rows, &mut results);
        return (results.done() == turns.len()).then(|| joined(results.as_slice(), reducer));
    }
    // Whole runs on both sides, or parts of the only one.
    let half = if is_one_run {
        turns.len().next_power_of_two() / 2
    } else {
        turns.len().div_ceil(count).next_power_of_two() / 2 * count
    };
    let mut acc = joined_runs(turn, reducer, start..start + half)?;
    reducer.join(&mut acc, joined_runs(turn, reducer, start + half..turns.end)?);
    Some(acc)
}

/// Some results, at least one, joined pairwise.
fn joined<T, R: Reducer<T>>(accs: &[R::Acc], reducer: &R) -> R::Acc {
    let two = |mut acc: R::Acc, other: R::Acc| {
        reducer.join(&mut acc, other);
        acc
    };
    match accs {
        [acc] => acc.clone(),
        // As below, with fewer calls.
        [a, b, c, d, e, f, g, h] => {
            let [a, c, e, g] = [(a, b), (c, d), (e, f), (g, h)].map(|(acc, other)| two(acc.clone(), other.clone()));
            two(two(a, c), two(e, g))
        }
        _ => {
            let (firsts, others) = accs.split_at(accs.len().next_power_of_two() / 2);
            two(joined(firsts, reducer), joined(others, reducer))
        }
    }
}

recursive! {
    /// Some of the blocks, joined pairwise, lane by lane.
    fn joined_blocks<N: Node, R: Reducer<<N as Node>::Item>; const L>(
        turn: &Turn<'_, N>,
        reducer: &R,
        range: Range<usize>,
        blocks: usize,
        block_len: usize,
    ) -> [R::Acc; L] = some_blocks;
}

/// [`joined_blocks`], which is `again`.
#[inline(always)]
fn some_blocks<N: Node, R: Reducer<N::Item>, const L: usize>(
    turn: &Turn<'_, N>,
    reducer: &R,
    range: Range<usize>,
    blocks: usize,
    block_len: usize,
    again: fn(&Turn<'_, N>, &R, Range<usize>, usize, usize) -> [R::Acc; L],
) -> [R::Acc; L] {
    if range.len() == 1 {
        let start = range.start * block_len;
        // The last one takes all that is left.
        let end = if range.end == blocks { turn.split.len() } else { start + block_len };
        let lanes = block(turn, reducer, start..end);
        return array::from_fn(|lane| lanes[lane].clone());
    }
    let middle = range.start + range.len().next_power_of_two() / 2;
    let mut lanes = again(turn, reducer, range.start..middle, blocks, block_len);
    let others = again(turn, reducer, middle..range.end, blocks, block_len);
    for (acc, other) in lanes.iter_mut().zip(&others) {
        reducer.join(acc, other.clone());
    }
    lanes
}

/// Some of the elements that make a result, at least `LANES`.
#[inline(always)]
fn block<N: Node, R: Reducer<N::Item>>(turn: &Turn<'_, N>, reducer: &R, range: Range<usize>) -> [R::Acc; LANES] {
    let (start, len, inner) = (range.start, range.len(), turn.split.inner);
    let (run, within) = if start < inner { (0, start) } else { (start / inner, start % inner) };
    if within + len <= inner {
        lanes(&mut turn.line(run).elements().part(within, len), start, reducer)
    } else {
        lanes(&mut turn.runs(run).part(start, len), start, reducer)
    }
}

/// Elements of a row, at least `LANES`, the first of which is number `index` of those that are reduced.
#[inline(always)]
fn lanes<W: Row, R: Reducer<W::Item>>(row: &mut Span<'_, W>, index: usize, reducer: &R) -> [R::Acc; LANES] {
    const ENOUGH: &str = "as many elements as lanes";
    // Groups of lanes are variables of their own, since one array of all lanes does not stay in registers.
    if !is_wide::<R::Acc>(row.len()) {
        let mut lanes = first_of_group(row.some(0, LANES).expect(ENOUGH), index, reducer);
        let mut at = LANES;
        while let Some(some) = row.some(at, LANES) {
            group(&mut lanes, some, index + at, reducer);
            at += LANES;
        }
        rest_of_group(&mut lanes, row, index, at, reducer);
        return lanes;
    }
    let mut at = MANY;
    macro_rules! groups {
        ($($lanes:ident $number:literal)*) => {
            let mut first = row.some(0, MANY).expect(ENOUGH);
            $(
                let some = first.some($number * LANES, LANES).expect(ENOUGH);
                let mut $lanes = first_of_group(some, index + $number * LANES, reducer);
            )*
            while let Some(mut many) = row.some(at, MANY) {
                $(
                    let some = many.some($number * LANES, LANES).expect(ENOUGH);
                    group(&mut $lanes, some, index + at + $number * LANES, reducer);
                )*
                at += MANY;
            }
        };
        // Of less than four groups what is whole.
        (more $($lanes:ident)*) => { $(
            if let Some(some) = row.some(at, LANES) {
                group(&mut $lanes, some, index + at, reducer);
                at += LANES;
            }
        )* };
    }
    groups!(a 0 b 1 c 2 d 3);
    groups!(more a b c);
    rest_of_group(&mut d, row, index, at, reducer);
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

/// An element for each lane.
#[inline(always)]
fn first_of_group<W: Row, R: Reducer<W::Item>>(mut row: Span<'_, W>, index: usize, reducer: &R) -> [R::Acc; LANES] {
    assert!(row.len() == LANES, "an element for each lane");
    let (row, from) = row.row();
    // SAFETY: one of `LANES` elements, as was compared just above.
    array::from_fn(|lane| reducer.first(unsafe { row.get(from + lane) }, index + lane))
}

/// One more for each lane.
#[inline(always)]
fn group<W: Row, R: Reducer<W::Item>>(lanes: &mut [R::Acc; LANES], mut row: Span<'_, W>, index: usize, reducer: &R) {
    for (lane, (acc, x)) in row.onto(lanes).enumerate() {
        reducer.step(acc, x, index + lane);
    }
}

/// The elements from `at` on, fewer than lanes.
#[inline(always)]
fn rest_of_group<W: Row, R: Reducer<W::Item>>(
    lanes: &mut [R::Acc; LANES],
    row: &mut Span<'_, W>,
    index: usize,
    at: usize,
    reducer: &R,
) {
    let len = row.len();
    let (row, from) = row.row();
    // A loop of constants, without moves: an array that is indexed by variables or taken apart does not stay in registers.
    if at < len {
        for (lane, acc) in lanes.iter_mut().enumerate() {
            let i = at + lane;
            if i < len {
                // SAFETY: one of the elements, as was compared just above.
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

/// All of the elements, of which there is one at least, one after the other.
#[inline(always)]
fn few<W: Row, R: Reducer<W::Item>>(row: &mut Span<'_, W>, reducer: &R) -> R::Acc {
    let mut acc = reducer.first(row.get(0), 0);
    for i in 1..row.len() {
        reducer.step(&mut acc, row.get(i), i);
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

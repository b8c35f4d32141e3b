//! The loops of reductions: one generator for all of them, over any expression.
//!
//! Two kernels share the work. If the innermost loop is reduced, each result takes its elements row by row in independent
//! lanes, block by block: [`LANES`] of them, or [`MANY`] for as many elements or more, if partial results are of 8 bytes at most;
//! those are then joined to [`LANES`]. If it is kept, whole tiles of neighbouring results take one row after the other. Both join blocks pairwise, so
//! the order in which elements meet follows from the shape, the axes and the element's type alone, whatever the strides and
//! however wide the CPU's vectors are; each element passes through at most 17 steps in its block of a row, or 32 of a column, and
//! then one for each doubling of the blocks.

use core::array;
use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};
use core::ops::Range;

#[cfg(feature = "alloc")]
use super::Zip;
use super::level::{dispatched, recursive};
use super::node::{FnMut1, Node, Row, Written};
use super::plan::Loops;
use super::{ByStrides, Expr, Visit};
use crate::shape::Shape;
use crate::shape::dims::{Dims, MAX_RANK};
use crate::view::{Layout, View};
#[cfg(feature = "alloc")]
use crate::{expr::node::FnMut2, shape::reduce::Reduce, storage::Buffer};

/// Independent partial results, and what a block of elements is reduced to.
pub(super) const LANES: usize = 16;
/// As many elements or more have as many lanes, enough to hide how long an addition takes.
pub(super) const MANY: usize = 4 * LANES;
/// How many elements each lane takes in a block before blocks are joined.
pub(super) const STEPS: usize = 16;
/// Rows that a tile takes one after the other.
pub(super) const ROWS: usize = 32;
/// Neighbouring results that are computed together.
pub(super) const TILE: usize = 128;
/// The same at the end of a row.
const SMALL_TILE: usize = 8;

/// How elements become one result.
pub trait Reducer<T> {
    type Acc: Clone;
    type Output;
    /// The result of one element, which is number `i` of those that are reduced.
    fn first(&self, x: T, i: usize) -> Self::Acc;
    /// With one element more.
    fn step(&self, acc: &mut Self::Acc, x: T, i: usize);
    /// Two results as one.
    fn join(&self, acc: &mut Self::Acc, other: Self::Acc);
    /// The result.
    fn finish(&self, acc: Self::Acc) -> Self::Output;
    /// The result of no elements.
    fn empty(&self) -> Self::Output;

    /// The result of elements that lie next to each other, if there is a faster way than one by one, which leads to the same result.
    #[inline(always)]
    fn row(&self, x: &[T]) -> Option<Self::Acc> {
        let _ = x;
        None
    }
    /// As [`row`](Reducer::row), of columns: the results of as many as there is a faster way for, from the first one on.
    #[inline(always)]
    fn columns(&self, x: &Columns<'_, T>, to: &mut Results<Self::Acc>) {
        let _ = (x, to);
    }
}

/// What a reduction makes of floats, for which there are [loops](super::fold) of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sum,
    SumOfSquares,
    Largest,
    Smallest,
}

/// Rows of elements in memory: `rows` of them, at least one, at a distance of `step`, each of `count` elements next to each other.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // what reads it is there
pub struct Columns<'a, T> {
    first: *const T,
    step: isize,
    rows: usize,
    count: usize,
    elements: PhantomData<&'a T>,
}

#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // as above
impl<T> Columns<'_, T> {
    pub(super) fn first(&self) -> *const T {
        self.first
    }
    pub(super) fn step(&self) -> isize {
        self.step
    }
    pub(super) fn rows(&self) -> usize {
        self.rows
    }
    pub(super) fn count(&self) -> usize {
        self.count
    }
    /// An element of the first row.
    pub fn at_top(&self, column: usize) -> &T {
        assert!(column < self.count, "column {column} of {}", self.count);
        // SAFETY: there is a row of `count` elements, which are borrowed.
        unsafe { &*self.first.wrapping_add(column) }
    }
}

/// The results of some columns.
pub struct Results<T> {
    places: [MaybeUninit<T>; TILE],
    /// How many of them are written.
    done: usize,
}

impl<T> Results<T> {
    pub fn new() -> Self {
        Results { places: [const { MaybeUninit::uninit() }; TILE], done: 0 }
    }
    #[cfg(target_arch = "x86_64")]
    pub(super) fn places(&mut self) -> &mut [MaybeUninit<T>; TILE] {
        &mut self.places
    }
    /// # Safety
    /// So many are written.
    #[cfg(target_arch = "x86_64")]
    pub(super) unsafe fn set_done(&mut self, done: usize) {
        self.done = done;
    }
    /// One more result.
    pub fn push(&mut self, x: T) {
        self.places[self.done].write(x);
        self.done += 1;
    }
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: so many are written.
        unsafe { self.places[..self.done].assume_init_ref() }
    }
}

#[cfg(target_arch = "x86_64")]
pub use super::fold::{down as columns_by, first_of, places_down as places_by};
#[cfg(not(target_arch = "x86_64"))]
pub use general::{columns_by, first_of, places_by};

/// What [`fold`](super::fold) has, where there is none.
#[cfg(not(target_arch = "x86_64"))]
mod general {
    use super::{Columns, Kind, Results};

    pub fn first_of<T>(_: &[T], _: &T) -> Option<usize> {
        None
    }
    pub fn columns_by<T>(_: Kind, _: &Columns<'_, T>, _: &mut Results<T>) {}
    pub fn places_by<T>(_: bool, _: &Columns<'_, T>, _: &mut Results<usize>) {}
}

/// A whole row by the loops for this kind of reduction, if there are any.
#[inline(always)]
pub fn row_by<T: Clone, R: Reducer<T, Acc = T>>(kind: Kind, reducer: &R, x: &[T]) -> Option<T> {
    #[cfg(target_arch = "x86_64")]
    return super::fold::lanes_of(kind, x).map(|mut lanes| {
        halve_all(&mut lanes, reducer);
        lanes[0].clone()
    });
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (kind, reducer, x);
        None
    }
}

/// Loops that are all kept or all reduced, from the innermost on.
struct Group {
    rank: usize,
    axes: [u8; MAX_RANK],
    counts: [usize; MAX_RANK],
    /// How often they run together.
    total: usize,
}

impl Group {
    const NONE: Group = Group { rank: 0, axes: [0; MAX_RANK], counts: [1; MAX_RANK], total: 1 };

    fn push(&mut self, axis: u8, count: usize) {
        self.axes[self.rank] = axis;
        self.counts[self.rank] = count;
        self.rank += 1;
        self.total *= count;
    }

    /// The node at turn `i` of the loops.
    ///
    /// # Safety
    /// `i < total`, and the node is at the start of these loops.
    #[inline(always)]
    unsafe fn place<N: Node>(&self, mut node: N, mut i: usize) -> N {
        if self.rank == 1 {
            // SAFETY: within the only loop's count.
            return unsafe { node.at(self.axes[0] as usize, i) };
        }
        for depth in 0..self.rank {
            // The last loop takes what is left, so that a single loop divides nothing.
            let turn = if depth + 1 == self.rank { i } else { i % self.counts[depth] };
            i = if depth + 1 == self.rank { 0 } else { i / self.counts[depth] };
            // SAFETY: within the loop's count.
            node = unsafe { node.at(self.axes[depth] as usize, turn) };
        }
        node
    }
}

/// The loops of a reduction.
struct Split {
    /// Is the innermost loop reduced?
    inner_reduced: bool,
    /// How often it runs.
    inner: usize,
    /// The loops around it.
    kept: Group,
    reduced: Group,
}

impl Split {
    fn new(loops: &Loops, mask: u16) -> Split {
        let is_reduced = |depth: usize| mask >> loops.axes[depth] & 1 == 1;
        let inner_reduced = is_reduced(0);
        let mut split = Split { inner_reduced, inner: loops.counts[0], kept: Group::NONE, reduced: Group::NONE };
        for depth in 1..loops.rank {
            let group = if is_reduced(depth) { &mut split.reduced } else { &mut split.kept };
            group.push(loops.axes[depth], loops.counts[depth]);
        }
        split
    }

    /// How many elements make one result.
    fn len(&self) -> usize {
        self.reduced.total * if self.inner_reduced { self.inner } else { 1 }
    }
}

/// A bit for each axis that has the same fate as the next one out that is not 1 by type.
const fn alike(out: &Dims, mask: u16) -> u16 {
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

/// Where the results go, in order.
struct Out<'a, T> {
    places: &'a mut [MaybeUninit<T>],
    written: Written<T>,
}

impl<T> Out<'_, T> {
    #[inline(always)]
    fn push(&mut self, x: T) {
        self.places[self.written.done].write(x);
        self.written.done += 1;
    }
}

/// Reduces the axes of the mask, and writes the results in row-major order; all of them are written, or this unwinds.
///
/// # Safety
/// The run-time sizes of the operands fit the shape.
#[inline]
unsafe fn run<O: Shape, E: Expr<O>, R: Reducer<E::Item>>(
    mut expr: E,
    shape: O,
    mask: u16,
    reducer: &R,
    places: &mut [MaybeUninit<R::Output>],
) {
    let dims = shape.dims();
    let written = Written::new(places.as_mut_ptr().cast());
    let mut out = Out { places, written };
    if shape.numel() == 0 {
        for _ in 0..out.places.len() {
            out.push(reducer.empty());
        }
    } else {
        let mut scratch = MaybeUninit::uninit();
        let merge = expr.prepare(&dims, &mut scratch) & alike(&dims, mask);
        let loops = Loops::new(&dims, merge);
        let split = Split::new(&loops, mask);
        // SAFETY: `prepare` has written the strides for these dimensions; the innermost loop's axis is the loops' own.
        unsafe { expr.visit(&scratch, loops.axes[0] as usize, Walk { split: &split, reducer, out: &mut out }) };
    }
    assert!(out.written.done == out.places.len(), "one result for each place");
    mem::forget(out.written);
}

struct Walk<'a, 'b, R, T> {
    split: &'a Split,
    reducer: &'a R,
    out: &'a mut Out<'b, T>,
}

impl<I, R: Reducer<I>> Visit<I> for Walk<'_, '_, R, R::Output> {
    type Places = ByStrides;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        if self.split.inner_reduced {
            // SAFETY: the loops are the node's own.
            unsafe { rows(node, self.split, self.reducer, self.out) }
        } else {
            // SAFETY: as above.
            unsafe { columns(node, self.split, self.reducer, self.out) }
        }
    }
}

dispatched! {
    /// The innermost loop is reduced: one result after the other.
    ///
    /// # Safety
    /// The node was made for these loops, none of which is empty.
    unsafe fn rows<N: Node, R: Reducer<<N as Node>::Item>>(
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
                    // SAFETY: passed on from the caller.
                    $($len => unsafe { short_rows(node, split, $len, reducer, out) },)*
                    // SAFETY: as above.
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
        // SAFETY: passed on from the caller; there are enough elements for the lanes.
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
                    // SAFETY: as above.
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
    for i in 0..split.kept.total {
        // SAFETY: within the loops.
        let node = unsafe { split.kept.place(node, i) };
        if let (0, Some(from)) = (split.reduced.rank, node.in_memory()) {
            // SAFETY: the row has `len` elements, which are borrowed for as long as they are walked.
            let x = unsafe { core::slice::from_raw_parts(from, len) };
            if let Some(acc) = reducer.row(x) {
                out.push(reducer.finish(acc));
                continue;
            }
        }
        let mut lanes = if blocks == 1 {
            // SAFETY: the node is at the start of the reduced loops, and the block has enough elements.
            unsafe { block(node, split, reducer, 0..len) }
        } else {
            // SAFETY: as above, for all blocks.
            unsafe { joined_blocks::<N, R, LANES>(node, split, reducer, 0..blocks, blocks, block_len) }
        };
        halve_all(&mut lanes, reducer);
        out.push(reducer.finish(lanes[0].clone()));
    }
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
        // SAFETY: passed on from the caller.
        let lanes = unsafe { block(node, split, reducer, start..end) };
        return array::from_fn(|lane| lanes[lane].clone());
    }
    let middle = range.start + range.len().next_power_of_two() / 2;
    // SAFETY: passed on from the caller.
    let mut lanes = unsafe { again(node, split, reducer, range.start..middle, blocks, block_len) };
    // SAFETY: as above.
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
        // SAFETY: as above.
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
        // SAFETY: passed on from the caller.
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
    // SAFETY: there are `MANY` elements.
    let mut a = unsafe { first_of_group(row, from, index, reducer) };
    // SAFETY: as above.
    let mut b = unsafe { first_of_group(row, from + LANES, index + LANES, reducer) };
    // SAFETY: as above.
    let mut c = unsafe { first_of_group(row, from + 2 * LANES, index + 2 * LANES, reducer) };
    // SAFETY: as above.
    let mut d = unsafe { first_of_group(row, from + 3 * LANES, index + 3 * LANES, reducer) };
    let mut at = MANY;
    while at + MANY <= len {
        let (from, index) = (from + at, index + at);
        // SAFETY: these are less than `len`.
        unsafe { group(&mut a, row, from, index, reducer) };
        // SAFETY: as above.
        unsafe { group(&mut b, row, from + LANES, index + LANES, reducer) };
        // SAFETY: as above.
        unsafe { group(&mut c, row, from + 2 * LANES, index + 2 * LANES, reducer) };
        // SAFETY: as above.
        unsafe { group(&mut d, row, from + 3 * LANES, index + 3 * LANES, reducer) };
        at += MANY;
    }
    if at + LANES <= len {
        // SAFETY: as above.
        unsafe { group(&mut a, row, from + at, index + at, reducer) };
        at += LANES;
    }
    if at + LANES <= len {
        // SAFETY: as above.
        unsafe { group(&mut b, row, from + at, index + at, reducer) };
        at += LANES;
    }
    if at + LANES <= len {
        // SAFETY: as above.
        unsafe { group(&mut c, row, from + at, index + at, reducer) };
        at += LANES;
    }
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
    // SAFETY: passed on from the caller.
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
        // SAFETY: passed on from the caller.
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

dispatched! {
    /// The innermost loop is kept: one tile of results after the other.
    ///
    /// # Safety
    /// As for [`rows`].
    unsafe fn columns<N: Node, R: Reducer<<N as Node>::Item>>(
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
                // SAFETY: as above.
                from += unsafe { tile::<N, R, SMALL_TILE>(node, split, reducer, from, out) };
            } else {
                // SAFETY: as above.
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
    let columns =
        Columns { first: first.wrapping_add(from), step, rows: split.reduced.total, count, elements: PhantomData };
    let mut results = Results::new();
    reducer.columns(&columns, &mut results);
    for acc in results.as_slice() {
        out.push(reducer.finish(acc.clone()));
    }
    results.done
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
        // SAFETY: passed on from the caller.
        unsafe { few_rows::<N, R, W>(node, split, reducer, from, 0, rows) }
    } else {
        // SAFETY: as above.
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
        // SAFETY: passed on from the caller.
        return unsafe { few_rows::<N, R, W>(node, split, reducer, from, first, last) };
    }
    let middle = first + (last - first).div_ceil(ROWS).next_power_of_two() / 2 * ROWS;
    // SAFETY: passed on from the caller.
    let mut tile = unsafe { again(node, split, reducer, from, first, middle) };
    // SAFETY: passed on from the caller.
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

/// The results in new memory.
///
/// # Safety
/// The run-time sizes of the operands fit the shape.
#[cfg(feature = "alloc")]
pub(super) unsafe fn to_buffer<S, A, E, R>(expr: E, shape: S, reducer: &R) -> Buffer<R::Output>
where
    S: Shape + Reduce<A>,
    E: Expr<S>,
    R: Reducer<E::Item>,
{
    let numel = shape.reduced().numel();
    let mut buffer = Buffer::<R::Output>::with_capacity(numel);
    // SAFETY: there is room for as many, and nothing else refers to it.
    let places = unsafe { core::slice::from_raw_parts_mut(buffer.as_mut_ptr().cast(), numel) };
    // SAFETY: passed on from the caller.
    unsafe { run(expr, shape, S::MASK, reducer, places) };
    // SAFETY: `run` has written all of them.
    unsafe { buffer.set_len(numel) };
    buffer
}

/// A view reduced over the axes `A`.
#[cfg(feature = "alloc")]
#[inline]
pub fn over<A, T: Clone, S: Shape + Reduce<A>, Y: Layout<S>, R: Reducer<T>>(
    view: View<'_, T, S, Y>,
    reducer: &R,
) -> Buffer<R::Output> {
    // SAFETY: a shape fits itself.
    unsafe { to_buffer::<S, A, _, R>(view, view.shape(), reducer) }
}

/// A function of a view's elements and of one value for each result, reduced over the axes `A`.
///
/// # Panics
/// If there are fewer values than results.
#[cfg(feature = "alloc")]
#[inline]
pub fn over_with<A, T: Clone, U: Clone, S: Shape + Reduce<A>, Y: Layout<S>, F, R>(
    view: View<'_, T, S, Y>,
    values: &[U],
    f: F,
    reducer: &R,
) -> Buffer<R::Output>
where
    F: FnMut2<T, U>,
    R: Reducer<F::Output>,
{
    let shape = view.shape();
    let values = View::over(values, shape.kept());
    // SAFETY: a shape fits itself, and the shape with some axes at size 1 fits it, too.
    unsafe { to_buffer::<S, A, _, R>(Zip(view, values, f), shape, reducer) }
}

/// A function of a view's elements, reduced over all axes; allocates nothing.
#[inline]
pub fn all<T: Clone, S: Shape, Y: Layout<S>, F: FnMut1<T>, R: Reducer<F::Output>>(
    view: View<'_, T, S, Y>,
    f: F,
    reducer: &R,
) -> R::Output {
    // SAFETY: a shape fits itself.
    unsafe { to_one(super::Map(view, f), view.shape(), reducer) }
}

/// A view's elements, reduced over all axes; allocates nothing.
#[inline]
pub fn whole<T: Clone, S: Shape, Y: Layout<S>, R: Reducer<T>>(view: View<'_, T, S, Y>, reducer: &R) -> R::Output {
    // SAFETY: a shape fits itself.
    unsafe { to_one(view, view.shape(), reducer) }
}

/// The result over all axes.
///
/// # Safety
/// The run-time sizes of the operands fit the shape.
#[inline]
pub(super) unsafe fn to_one<S: Shape, E: Expr<S>, R: Reducer<E::Item>>(expr: E, shape: S, reducer: &R) -> R::Output {
    let mut result = [MaybeUninit::uninit()];
    // SAFETY: passed on from the caller.
    unsafe { run(expr, shape, u16::MAX, reducer, &mut result) };
    let [result] = result;
    // SAFETY: `run` has written it.
    unsafe { result.assume_init() }
}

/// A function of the elements of two views of one shape, reduced over the axes `A`.
///
/// # Panics
/// If the shapes are two, or have two sizes.
#[cfg(feature = "alloc")]
#[inline]
pub fn pair_over<A, T: Clone, U: Clone, S: Shape + Reduce<A>, O: Shape, Y: Layout<S>, Z: Layout<O>, F, R>(
    left: View<'_, T, S, Y>,
    right: View<'_, U, O, Z>,
    f: F,
    reducer: &R,
) -> Buffer<R::Output>
where
    F: FnMut2<T, U>,
    R: Reducer<F::Output>,
{
    super::same_shapes(&left, &right);
    // SAFETY: both have the shape, and the run-time sizes were compared just above.
    unsafe { to_buffer::<S, A, _, R>(Zip(left, right, f), left.shape(), reducer) }
}

/// A function of the elements of two views of one shape, reduced over all axes; allocates nothing.
///
/// # Panics
/// If the shapes are two, or have two sizes.
#[cfg(feature = "alloc")]
#[inline]
pub fn pair_all<T: Clone, U: Clone, S: Shape, O: Shape, Y: Layout<S>, Z: Layout<O>, F, R>(
    left: View<'_, T, S, Y>,
    right: View<'_, U, O, Z>,
    f: F,
    reducer: &R,
) -> R::Output
where
    F: FnMut2<T, U>,
    R: Reducer<F::Output>,
{
    super::same_shapes(&left, &right);
    let mut result = [MaybeUninit::uninit()];
    // SAFETY: both have the shape, and the run-time sizes were compared just above.
    unsafe { run(Zip(left, right, f), left.shape(), u16::MAX, reducer, &mut result) };
    let [result] = result;
    // SAFETY: `run` has written it.
    unsafe { result.assume_init() }
}

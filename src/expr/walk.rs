//! The loops: one generator for all element-wise work.
//!
//! Long rows share one function for each form of operands, whatever the shapes: the plan is data there. Short rows are
//! loops of constants, compiled for their shapes, since a loop that starts anew every few elements costs more than its
//! work.

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::slice;

use super::node::Node;
use super::plan::Loops;
use super::sink::Sink;
use crate::kernels::level::dispatched;
use crate::kernels::stream::{self, Fence};
use crate::shape::dims::MAX_RANK;

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

/// Walks an expression by a plan that is data.
///
/// # Safety
/// The node was made for these loops, and there are as many places as they have elements.
#[inline(always)]
pub(crate) unsafe fn walk<N: Node, S: Sink<N::Item>>(
    node: N,
    loops: &Loops,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    if loops.rank <= 2 {
        // SAFETY: node, loops and places are the caller's own, at their start.
        unsafe { rows::<N, S>(node, loops, out, state) }
    } else {
        // SAFETY: node, loops and places are the caller's own, at their start.
        unsafe { nest::<N, S>(node, loops, loops.rank - 1, out, &mut 0, state) }
    }
}

/// Three loops and more: the outer ones, which do little, around the two inner ones.
///
/// # Safety
/// As for [`walk`]; this place starts at `at`.
#[inline(never)]
unsafe fn nest<N: Node, S: Sink<N::Item>>(
    node: N,
    loops: &Loops,
    depth: usize,
    out: &mut [S::Slot],
    at: &mut usize,
    state: &mut S::State,
) {
    if depth == 1 {
        let len = loops.counts[0] * loops.counts[1];
        // SAFETY: all rows together are as long as `out`, and `at` is where these start.
        let out = unsafe { out.get_unchecked_mut(*at..*at + len) };
        *at += len;
        // SAFETY: node, loops and places are the caller's own, at their start.
        return unsafe { rows::<N, S>(node, loops, out, state) };
    }
    for i in 0..loops.counts[depth] {
        // SAFETY: within the loop's count.
        let node = unsafe { node.at(loops.axes[depth] as usize, i) };
        // SAFETY: the node is at a place of its loops.
        unsafe { nest::<N, S>(node, loops, depth - 1, out, at, state) };
    }
}

dispatched! {
    /// The two innermost loops: the places are theirs.
    ///
    /// # Safety
    /// As for [`walk`].
    unsafe fn rows<N: Node, S: Sink<<N as Node>::Item>>(
        node: N,
        loops: &Loops,
        out: &mut [S::Slot],
        state: &mut S::State,
    ) = all_rows;
}

#[inline(always)]
unsafe fn all_rows<N: Node, S: Sink<N::Item>>(node: N, loops: &Loops, out: &mut [S::Slot], state: &mut S::State) {
    if const { stream::CAN && S::WRITES_OVER && !N::STRIDED && size_of::<S::Slot>() <= 8 }
        && stream::pays(&loops.counts, size_of::<S::Slot>())
    {
        // SAFETY: node, loops and places are the caller's own, at their start.
        return unsafe { streamed::<N, S>(node, loops, out, state) };
    }
    let mut at = 0;
    if loops.counts[1] == 1 {
        // SAFETY: the node is at a place of its loops, from which the row goes on for as many elements as there are places.
        return unsafe { row::<N, S>(node, loops.counts[0], out, &mut at, state) };
    }
    if const { N::STRIDED && S::ANY_ORDER } && loops.counts[0] >= 2 * TILE {
        // SAFETY: node, loops and places are the caller's own, at their start.
        return unsafe { tiles::<N, S>(node, loops, out, state) };
    }
    for i in 0..loops.counts[1] {
        // SAFETY: within the loop's count.
        let node = unsafe { node.at(loops.axes[1] as usize, i) };
        // SAFETY: the node is at a place of its loops.
        unsafe { row::<N, S>(node, loops.counts[0], out, &mut at, state) };
    }
}

/// The two innermost loops, past the caches: some elements after the other are written elsewhere, and sent from there.
///
/// # Safety
/// As for [`walk`], and the sink writes over what is there.
#[inline(always)]
unsafe fn streamed<N: Node, S: Sink<N::Item>>(node: N, loops: &Loops, out: &mut [S::Slot], state: &mut S::State) {
    /// More would keep the CPU from reading on while it writes.
    const PART: usize = 64;
    let _fence = Fence;
    #[repr(align(64))]
    struct Part<T>([MaybeUninit<T>; PART]);
    let mut part = Part([const { MaybeUninit::<S::Slot>::uninit() }; PART]);
    // SAFETY: a place of such a sink is valid whatever its bytes are.
    let part = unsafe { slice::from_raw_parts_mut(part.0.as_mut_ptr().cast::<S::Slot>(), PART) };
    for (i, out) in out.chunks_exact_mut(loops.counts[0]).enumerate() {
        // SAFETY: within the loop's count.
        let line = unsafe { node.at(loops.axes[1] as usize, i) };
        let mut at = 0;
        for out in out.chunks_exact_mut(PART) {
            // SAFETY: the index is less than this loop's count, so the place is one of the loops.
            let node = unsafe { line.at(loops.axes[0] as usize, at) };
            // SAFETY: the node is at a place of its loops, from which the row goes on for as many elements.
            unsafe { row::<N, S>(node, PART, part, &mut 0, state) };
            let bytes = size_of_val(out);
            // SAFETY: these places, as bytes of any kind.
            let to = unsafe { slice::from_raw_parts_mut(out.as_mut_ptr().cast(), bytes) };
            // SAFETY: as many of the other places.
            let from = unsafe { slice::from_raw_parts(part.as_ptr().cast(), bytes) };
            stream::copy(from, to);
            at += PART;
        }
        for i in at..loops.counts[0] {
            // SAFETY: the index is less than this loop's count, so the place is one of the loops.
            let node = unsafe { line.at(loops.axes[0] as usize, i) };
            // SAFETY: the node is at a place of its loops, where a row of one element starts.
            unsafe { row::<N, S>(node, 1, out, &mut { i }, state) };
        }
    }
}

/// Elements of a row that are walked before the next row is: as many cache lines of a transposed operand, which the next rows use too.
const TILE: usize = 16;
/// Rows of a tile.
const TALL: usize = 64;

/// The two innermost loops in tiles that stay in the cache.
///
/// # Safety
/// As for [`walk`].
#[inline(always)]
unsafe fn tiles<N: Node, S: Sink<N::Item>>(node: N, loops: &Loops, out: &mut [S::Slot], state: &mut S::State) {
    let (width, height) = (loops.counts[0], loops.counts[1]);
    for top in (0..height).step_by(TALL) {
        for left in (0..width).step_by(TILE) {
            for i in top..height.min(top + TALL) {
                // SAFETY: within the loop's count.
                let node = unsafe { node.at(loops.axes[1] as usize, i) };
                // SAFETY: the index is less than this loop's count, so the place is one of the loops.
                let node = unsafe { node.at(loops.axes[0] as usize, left) };
                let mut at = i * width + left;
                if left + TILE <= width {
                    // SAFETY: the node is at a place of its loops, and the row goes on for this many elements, whose places these are.
                    unsafe { row::<N, S>(node, TILE, out, &mut at, state) };
                } else {
                    // SAFETY: the node is at a place of its loops, from which the row goes on for as many elements as there are places.
                    unsafe { row::<N, S>(node, width - left, out, &mut at, state) };
                }
            }
        }
    }
}

/// One row, whose places are the next ones.
///
/// # Safety
/// The node is at a place of its loops from which a row of this length starts; the places from `at` on are its own.
#[inline(always)]
pub(crate) unsafe fn row<N: Node, S: Sink<N::Item>>(
    node: N,
    len: usize,
    out: &mut [S::Slot],
    at: &mut usize,
    state: &mut S::State,
) {
    // SAFETY: all rows together are as long as `out`, and `at` is where this one starts.
    let out = unsafe { out.get_unchecked_mut(*at..*at + len) };
    *at += len;
    // SAFETY: the node is at a place of its loops.
    let row = unsafe { node.row() };
    // SAFETY: the row has `len` elements.
    unsafe { S::row(state, row, out) }
}

/// Walks an expression by a plan of constants, as a function of its own: only its parameters tell the compiler for certain that
/// the result overlaps no operand.
///
/// # Safety
/// As for [`walk`].
#[inline(never)]
pub(crate) unsafe fn unrolled_apart<P: Plan, N: Node, S: Sink<N::Item>>(
    node: N,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    // SAFETY: node, loops and places are the caller's own, at their start.
    unsafe { unrolled::<P, N, S>(node, 0, out, state) }
}

/// A plan without its outermost loop.
struct Inside<P>(PhantomData<P>);

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

/// Walks an expression by a plan of constants, but for its outermost loop, which runs `count` times.
///
/// # Safety
/// As for [`walk`], and the plan has two loops or more.
#[inline(never)]
pub(crate) unsafe fn unrolled_inside<P: Plan, N: Node, S: Sink<N::Item>>(
    node: N,
    count: usize,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    for i in 0..count {
        // SAFETY: within the loop's count.
        let node = unsafe { node.at(const { P::LOOPS.axes[P::LOOPS.rank - 1] as usize }, i) };
        // SAFETY: the node is at a place of its outermost loop, and goes on by the others.
        unsafe { unrolled::<Inside<P>, N, S>(node, i, out, state) };
    }
}

/// Walks an expression by a plan that is made when the program runs: rows of a few elements, whose loop would cost more than their work,
/// are compiled for their lengths.
///
/// # Safety
/// As for [`walk`].
#[inline(always)]
pub(crate) unsafe fn walk_any<N: Node, S: Sink<N::Item>>(
    node: N,
    loops: &Loops,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    macro_rules! by_length {
        ($($len:literal)*) => {
            match loops.counts[0] {
                $($len => short_rows::<N, S, $len> as Rows<N, S>,)*
                // SAFETY: node, loops and places are the caller's own, at their start.
                _ => return unsafe { walk::<N, S>(node, loops, out, state) },
            }
        };
    }
    let rows = by_length!(1 2 3 4 5 6 7 8);
    if loops.rank <= 2 {
        // SAFETY: node, loops and places are the caller's own, at their start.
        unsafe { rows(node, loops.axes[1] as usize, loops.counts[1], out, state) }
    } else {
        // SAFETY: node, loops and places are the caller's own, at their start.
        unsafe { around::<N, S>(node, loops, out, state, rows) }
    }
}

/// The two innermost loops, as a function of the node, the axis and the count of the outer one of them, and their places.
type Rows<N, S> =
    unsafe fn(N, usize, usize, &mut [<S as Sink<<N as Node>::Item>>::Slot], &mut <S as Sink<<N as Node>::Item>>::State);

/// The loops around the two innermost ones, counted by hand: a call for each turn of each would cost more than what it does.
///
/// # Safety
/// As for [`walk`], and `rows` is for rows of the innermost loop's length.
#[inline(never)]
unsafe fn around<N: Node, S: Sink<N::Item>>(
    node: N,
    loops: &Loops,
    out: &mut [S::Slot],
    state: &mut S::State,
    rows: Rows<N, S>,
) {
    let (axis, count) = (loops.axes[1] as usize, loops.counts[1]);
    let mut turns = [0; MAX_RANK];
    for out in out.chunks_exact_mut((count * loops.counts[0]).max(1)) {
        let mut node = node;
        for (depth, &turn) in (2..loops.rank).zip(&turns) {
            // SAFETY: within the loop's count.
            node = unsafe { node.at(loops.axes[depth] as usize, turn) };
        }
        // SAFETY: the node is at a place of its loops, and these are its places.
        unsafe { rows(node, axis, count, out, state) };
        for (depth, turn) in (2..loops.rank).zip(&mut turns) {
            *turn += 1;
            if *turn < loops.counts[depth] {
                break;
            }
            *turn = 0;
        }
    }
}

/// Rows of `LEN` elements, `count` of them along an axis.
///
/// # Safety
/// The node is at a place of its loops, and these are its places.
#[inline(never)]
unsafe fn short_rows<N: Node, S: Sink<N::Item>, const LEN: usize>(
    node: N,
    axis: usize,
    count: usize,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    let mut at = 0;
    for i in 0..count {
        // SAFETY: within the loop's count.
        let node = unsafe { node.at(axis, i) };
        // SAFETY: the node is at a place of its loops.
        unsafe { row::<N, S>(node, LEN, out, &mut at, state) };
    }
}

/// Walks an expression by a plan of constants, the `number`th time that it is walked into these places.
///
/// # Safety
/// As for [`walk`].
#[inline(always)]
pub(crate) unsafe fn unrolled<P: Plan, N: Node, S: Sink<N::Item>>(
    node: N,
    number: usize,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    for i in 0..const { P::LOOPS.counts[5] } {
        let at = number * const { P::LOOPS.counts[5] } + i;
        // SAFETY: within the loop's count, and so for the loops inside.
        let node = unsafe { node.at(const { P::LOOPS.axes[5] as usize }, i) };
        for i in 0..const { P::LOOPS.counts[4] } {
            let at = at * const { P::LOOPS.counts[4] } + i;
            // SAFETY: the index is less than this loop's count, so the place is one of the loops.
            let node = unsafe { node.at(const { P::LOOPS.axes[4] as usize }, i) };
            for i in 0..const { P::LOOPS.counts[3] } {
                let at = at * const { P::LOOPS.counts[3] } + i;
                // SAFETY: the index is less than this loop's count, so the place is one of the loops.
                let node = unsafe { node.at(const { P::LOOPS.axes[3] as usize }, i) };
                for i in 0..const { P::LOOPS.counts[2] } {
                    let at = at * const { P::LOOPS.counts[2] } + i;
                    // SAFETY: the index is less than this loop's count, so the place is one of the loops.
                    let node = unsafe { node.at(const { P::LOOPS.axes[2] as usize }, i) };
                    for i in 0..const { P::LOOPS.counts[1] } {
                        let at = at * const { P::LOOPS.counts[1] } + i;
                        // SAFETY: the index is less than this loop's count, so the place is one of the loops.
                        let node = unsafe { node.at(const { P::LOOPS.axes[1] as usize }, i) };
                        // SAFETY: the node is at a place of its loops.
                        unsafe {
                            row::<N, S>(
                                node,
                                const { P::LOOPS.counts[0] },
                                out,
                                &mut (at * const { P::LOOPS.counts[0] }),
                                state,
                            )
                        };
                    }
                }
            }
        }
    }
}

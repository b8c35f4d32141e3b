//! The loops: one generator for all element-wise work.
//!
//! Long rows share one function for each form of operands, whatever the shapes: the plan is data there. Short rows are
//! loops of constants, compiled for their shapes, since a loop that starts anew every few elements costs more than its
//! work.

use core::marker::PhantomData;

use super::level::dispatched;
use super::node::Node;
use super::plan::Loops;
use super::sink::Sink;

/// Rows shorter than this are walked by loops of constants.
pub const SHORT: usize = 32;
/// The most loops that are compiled as constants.
const MAX_CONSTANT_LOOPS: usize = 6;

/// A plan that is known when the program is compiled.
pub trait Plan {
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
pub unsafe fn walk<N: Node, S: Sink<N::Item>>(node: N, loops: &Loops, out: &mut [S::Place], state: &mut S::State) {
    if loops.rank <= 2 {
        // SAFETY: passed on from the caller.
        unsafe { rows::<N, S>(node, loops, out, state) }
    } else {
        // SAFETY: passed on from the caller.
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
    out: &mut [S::Place],
    at: &mut usize,
    state: &mut S::State,
) {
    if depth == 1 {
        let len = loops.counts[0] * loops.counts[1];
        // SAFETY: all rows together are as long as `out`, and `at` is where these start.
        let out = unsafe { out.get_unchecked_mut(*at..*at + len) };
        *at += len;
        // SAFETY: passed on from the caller.
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
        out: &mut [S::Place],
        state: &mut S::State,
    ) = all_rows;
}

#[inline(always)]
unsafe fn all_rows<N: Node, S: Sink<N::Item>>(node: N, loops: &Loops, out: &mut [S::Place], state: &mut S::State) {
    let mut at = 0;
    if loops.counts[1] == 1 {
        // SAFETY: passed on from the caller: this is the only row.
        return unsafe { row::<N, S>(node, loops.counts[0], out, &mut at, state) };
    }
    for i in 0..loops.counts[1] {
        // SAFETY: within the loop's count.
        let node = unsafe { node.at(loops.axes[1] as usize, i) };
        // SAFETY: the node is at a place of its loops.
        unsafe { row::<N, S>(node, loops.counts[0], out, &mut at, state) };
    }
}

/// One row, whose places are the next ones.
///
/// # Safety
/// The node is at a place of its loops from which a row of this length starts; the places from `at` on are its own.
#[inline(always)]
pub unsafe fn row<N: Node, S: Sink<N::Item>>(
    node: N,
    len: usize,
    out: &mut [S::Place],
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
pub unsafe fn unrolled_apart<P: Plan, N: Node, S: Sink<N::Item>>(node: N, out: &mut [S::Place], state: &mut S::State) {
    // SAFETY: passed on from the caller.
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
pub unsafe fn unrolled_inside<P: Plan, N: Node, S: Sink<N::Item>>(
    node: N,
    count: usize,
    out: &mut [S::Place],
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
pub unsafe fn walk_any<N: Node, S: Sink<N::Item>>(node: N, loops: &Loops, out: &mut [S::Place], state: &mut S::State) {
    let outermost = loops.rank - 1;
    macro_rules! by_length {
        ($($len:literal)*) => {
            match loops.counts[0] {
                // SAFETY: passed on from the caller; there is a loop around the innermost one, whose length this is.
                $($len if outermost > 0 => unsafe { short::<N, S, $len>(node, loops, outermost, out, &mut 0, state) },)*
                // SAFETY: passed on from the caller.
                _ => unsafe { walk::<N, S>(node, loops, out, state) },
            }
        };
    }
    by_length!(1 2 3 4 5 6 7 8)
}

/// Walks the loops from `depth` on, of which the innermost runs `LEN` times.
#[inline(never)]
unsafe fn short<N: Node, S: Sink<N::Item>, const LEN: usize>(
    node: N,
    loops: &Loops,
    depth: usize,
    out: &mut [S::Place],
    at: &mut usize,
    state: &mut S::State,
) {
    let (count, axis) = (loops.counts[depth], loops.axes[depth] as usize);
    if depth > 1 {
        for i in 0..count {
            // SAFETY: within the loop's count.
            let node = unsafe { node.at(axis, i) };
            // SAFETY: the node is at a place of its loops.
            unsafe { short::<N, S, LEN>(node, loops, depth - 1, out, at, state) };
        }
        return;
    }
    let mut place = *at;
    for i in 0..count {
        // SAFETY: within the loop's count.
        let node = unsafe { node.at(axis, i) };
        // SAFETY: the node is at a place of its loops.
        unsafe { row::<N, S>(node, LEN, out, &mut place, state) };
    }
    *at = place;
}

/// Walks an expression by a plan of constants, the `number`th time that it is walked into these places.
///
/// # Safety
/// As for [`walk`].
#[inline(always)]
pub unsafe fn unrolled<P: Plan, N: Node, S: Sink<N::Item>>(
    node: N,
    number: usize,
    out: &mut [S::Place],
    state: &mut S::State,
) {
    for i in 0..const { P::LOOPS.counts[5] } {
        let at = number * const { P::LOOPS.counts[5] } + i;
        // SAFETY: within the loop's count, and so for the loops inside.
        let node = unsafe { node.at(const { P::LOOPS.axes[5] as usize }, i) };
        for i in 0..const { P::LOOPS.counts[4] } {
            let at = at * const { P::LOOPS.counts[4] } + i;
            // SAFETY: as above.
            let node = unsafe { node.at(const { P::LOOPS.axes[4] as usize }, i) };
            for i in 0..const { P::LOOPS.counts[3] } {
                let at = at * const { P::LOOPS.counts[3] } + i;
                // SAFETY: as above.
                let node = unsafe { node.at(const { P::LOOPS.axes[3] as usize }, i) };
                for i in 0..const { P::LOOPS.counts[2] } {
                    let at = at * const { P::LOOPS.counts[2] } + i;
                    // SAFETY: as above.
                    let node = unsafe { node.at(const { P::LOOPS.axes[2] as usize }, i) };
                    for i in 0..const { P::LOOPS.counts[1] } {
                        let at = at * const { P::LOOPS.counts[1] } + i;
                        // SAFETY: as above.
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

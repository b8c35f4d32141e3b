//! Short rows that repeat themselves: `[256, 256, 3] * [3]` is walked as rows of 192 elements, the three laid out 64 times next to each
//! other, so that the loops are as long as vector registers ask for.

use core::mem::{self, MaybeUninit};

use super::level::dispatched;
use super::node::{Listed, Node};
use super::plan::Loops;
use super::sink::Sink;
use super::walk::{SHORT, row};
use crate::shape::dims::{Dims, MAX_RANK};

/// How many rows are walked as one: a whole number of the widest vectors, whatever the length of a row.
const REPEATS: usize = 64;
/// The most elements of a pattern.
const ROOM: usize = SHORT * REPEATS;

/// Can elements be laid out as a pattern on the stack?
pub const fn can_repeat<T>() -> bool {
    !mem::needs_drop::<T>() && size_of::<T>() <= 8
}

/// Are the rows short, and of one axis only? Where several are walked as one, the next loop's is not the next axis.
pub const fn can_be(loops: &Loops, out: &Dims) -> bool {
    let row = loops.counts[0];
    loops.rank > 1 && row > 1 && row < SHORT && row == out.sizes[loops.axes[0] as usize]
}

/// Is there so much to do that laying out the pattern costs little?
pub const fn pays(loops: &Loops) -> bool {
    loops.counts[1] >= 8 * REPEATS
}

/// A few elements again and again.
pub struct Pattern<T>([MaybeUninit<T>; ROOM]);

impl<T: Clone> Pattern<T> {
    /// The `period` elements from `from` on.
    ///
    /// # Safety
    /// They are initialised, and borrowed for as long as this lives; there are fewer than `SHORT`.
    #[inline(always)]
    pub unsafe fn new(from: *const T, period: usize) -> Self {
        let mut pattern = Pattern([const { MaybeUninit::uninit() }; ROOM]);
        for row in pattern.0[..period * REPEATS].chunks_exact_mut(period) {
            for (i, place) in row.iter_mut().enumerate() {
                // SAFETY: one of the `period` elements.
                let element = unsafe { &*from.wrapping_add(i) };
                place.write(element.clone());
            }
        }
        pattern
    }

    /// As an operand that stays where it is, whatever the loops.
    #[inline(always)]
    pub fn place(&self) -> Listed<'_, T> {
        Listed { ptr: self.0.as_ptr().cast(), strides: &[0; MAX_RANK] }
    }
}

/// Walks an expression whose operands go on or repeat themselves along the two innermost loops.
///
/// # Safety
/// As for [`walk`](super::walk::walk); what repeats itself is a [`Pattern`].
#[inline(always)]
pub unsafe fn walk<N: Node, S: Sink<N::Item>>(node: N, loops: &Loops, out: &mut [S::Place], state: &mut S::State) {
    // SAFETY: passed on from the caller.
    unsafe { nest::<N, S>(node, loops, loops.rank - 1, out, state) }
}

/// The loops around the two innermost ones, and these.
///
/// # Safety
/// As for [`walk`].
#[inline(never)]
unsafe fn nest<N: Node, S: Sink<N::Item>>(
    node: N,
    loops: &Loops,
    depth: usize,
    out: &mut [S::Place],
    state: &mut S::State,
) {
    if depth == 1 {
        // SAFETY: passed on from the caller.
        return unsafe { pieces::<N, S>(node, loops.axes[0] as usize, loops.counts[0] * REPEATS, out, state) };
    }
    let part = out.len() / loops.counts[depth];
    for (i, out) in out.chunks_exact_mut(part.max(1)).enumerate() {
        // SAFETY: within the loop's count.
        let node = unsafe { node.at(loops.axes[depth] as usize, i) };
        // SAFETY: the node is at a place of its loops, and these are its places.
        unsafe { nest::<N, S>(node, loops, depth - 1, out, state) };
    }
}

dispatched! {
    /// All of the two innermost loops as one, piece by piece.
    ///
    /// # Safety
    /// As for [`walk`].
    unsafe fn pieces<N: Node, S: Sink<<N as Node>::Item>>(
        node: N,
        axis: usize,
        piece: usize,
        out: &mut [S::Place],
        state: &mut S::State,
    ) = all_pieces;
}

#[inline(always)]
unsafe fn all_pieces<N: Node, S: Sink<N::Item>>(
    node: N,
    axis: usize,
    piece: usize,
    out: &mut [S::Place],
    state: &mut S::State,
) {
    let mut at = 0;
    while at < out.len() {
        let len = piece.min(out.len() - at);
        // SAFETY: a place of the two loops, which every operand goes along as if they were one.
        let node = unsafe { node.at(axis, at) };
        // SAFETY: the node is at a place of its loops, and goes on for this many elements.
        unsafe { row::<N, S>(node, len, out, &mut at, state) };
    }
}

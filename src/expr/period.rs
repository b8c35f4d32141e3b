//! Rows that repeat themselves: `[256, 256, 3] * [3]` is walked as rows of 192 elements, the three laid out 64 times next to each
//! other, so that the loops are as long as vector registers ask for, and rows of 196 four at a time, so that each piece starts where a
//! cache line does.

use core::mem::{self, MaybeUninit};

use super::node::{Listed, Node};
use super::plan::Loops;
use super::sink::Sink;
use super::walk::row;
use crate::kernels::level::dispatched;
use crate::shape::dims::{Dims, MAX_RANK};

/// The longest rows that are walked in pieces of several.
const LONGEST: usize = 512;
/// The most elements of a pattern.
const ROOM: usize = 2048;
/// A whole number of the widest vectors, of whatever elements.
const VECTOR: usize = 16;

/// How many rows are walked as one: so many that the start of a row costs little, and a whole number of vectors if there is room.
const fn repeats(row: usize) -> usize {
    let mut repeats = 1;
    while (row * repeats < 192 || !(row * repeats).is_multiple_of(VECTOR)) && 2 * repeats * row <= ROOM {
        repeats *= 2;
    }
    repeats
}

/// Can elements be laid out as a pattern on the stack?
pub(super) const fn can_repeat<T>() -> bool {
    !mem::needs_drop::<T>() && size_of::<T>() <= 8
}

/// Can rows be walked in pieces of several, if these are the axes along which all operands go on or repeat themselves?
pub(super) const fn can_be(loops: &Loops, out: &Dims, periods: u16) -> bool {
    loops.rank > 1 && loops.counts[0] > 1 && loops.counts[0] <= LONGEST && periods >> loops.row_ends(out) & 1 == 1
}

/// Is there so much to do that laying out the pattern costs little?
pub(super) const fn pays(loops: &Loops) -> bool {
    loops.counts[0] <= LONGEST && loops.counts[1] >= 8 * repeats(loops.counts[0])
}

/// A few elements again and again, from the start of a cache line on.
#[repr(align(64))]
pub(super) struct Pattern<T>([MaybeUninit<T>; ROOM]);

impl<T: Clone> Pattern<T> {
    /// The `period` elements from `from` on.
    ///
    /// # Safety
    /// They are initialised, and borrowed for as long as this lives.
    #[inline(always)]
    pub(super) unsafe fn new(from: *const T, period: usize) -> Self {
        let mut pattern = Pattern([const { MaybeUninit::uninit() }; ROOM]);
        // SAFETY: the caller says that the elements are initialised; the pattern has room for as many repetitions as it counts.
        unsafe { lay_out(from, period, &mut pattern.0[..period * repeats(period)]) };
        pattern
    }

    /// As an operand that stays where it is, whatever the loops.
    #[inline(always)]
    pub(super) fn place(&self) -> Listed<'_, T> {
        Listed { ptr: self.0.as_ptr().cast(), strides: &[0; MAX_RANK] }
    }
}

/// Writes the `period` elements from `from` on again and again. A function of its own, which all shapes share.
///
/// # Safety
/// They are initialised, and there is room for them.
#[inline(never)]
unsafe fn lay_out<T: Clone>(from: *const T, period: usize, places: &mut [MaybeUninit<T>]) {
    for (i, place) in places[..period].iter_mut().enumerate() {
        // SAFETY: one of the `period` elements.
        let element = unsafe { &*from.wrapping_add(i) };
        place.write(element.clone());
    }
    let mut written = period;
    while written < places.len() {
        let (from, to) = places.split_at_mut(written);
        for (to, from) in to.iter_mut().zip(from) {
            // SAFETY: this many are written.
            to.write(unsafe { from.assume_init_ref() }.clone());
        }
        written *= 2;
    }
}

/// Walks an expression whose operands go on or repeat themselves along the two innermost loops.
///
/// # Safety
/// As for [`walk`](super::walk::walk); what repeats itself is a [`Pattern`].
#[inline(always)]
pub(super) unsafe fn walk<N: Node, S: Sink<N::Item>>(
    node: N,
    loops: &Loops,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    // SAFETY: node, loops and places are the caller's own, at their start.
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
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    if depth == 1 {
        // SAFETY: the node was made for these loops, whose innermost one is the piece that repeats itself.
        return unsafe {
            pieces::<N, S>(node, loops.axes[0] as usize, loops.counts[0] * repeats(loops.counts[0]), out, state)
        };
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
        out: &mut [S::Slot],
        state: &mut S::State,
    ) = all_pieces;
}

#[inline(always)]
unsafe fn all_pieces<N: Node, S: Sink<N::Item>>(
    node: N,
    axis: usize,
    piece: usize,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    // Of a length that the compiler knows, the pattern stays in registers.
    let len = match piece {
        // SAFETY: the node and the places are those of the caller, and a piece is as long as the loop that was compared.
        192 => unsafe { whole_pieces::<N, S, 192>(node, axis, out, state) },
        // SAFETY: the node and the places are those of the caller, and a piece is as long as the loop that was compared.
        256 => unsafe { whole_pieces::<N, S, 256>(node, axis, out, state) },
        _ => 0,
    };
    let mut at = len;
    while at < out.len() {
        let len = piece.min(out.len() - at);
        // SAFETY: a place of the two loops, which every operand goes along as if they were one.
        let node = unsafe { node.at(axis, at) };
        // SAFETY: the node is at a place of its loops, and goes on for this many elements.
        unsafe { row::<N, S>(node, len, out, &mut at, state) };
    }
}

/// All whole pieces of `PIECE` elements; returns how many elements they are.
///
/// # Safety
/// As for [`pieces`].
#[inline(always)]
unsafe fn whole_pieces<N: Node, S: Sink<N::Item>, const PIECE: usize>(
    node: N,
    axis: usize,
    out: &mut [S::Slot],
    state: &mut S::State,
) -> usize {
    let mut at = 0;
    for _ in 0..out.len() / PIECE {
        // SAFETY: a place of the two loops, which every operand goes along as if they were one.
        let node = unsafe { node.at(axis, at) };
        // SAFETY: the node is at a place of its loops, and goes on for this many elements.
        unsafe { row::<N, S>(node, PIECE, out, &mut at, state) };
    }
    at
}

//! Rows that repeat themselves: `[256, 256, 3] * [3]` is walked as rows of 192 elements, the three laid out 64 times next to each
//! other, so that the loops are as long as vector registers ask for, and rows of 196 four at a time, so that each piece starts where a
//! cache line does.

use core::mem::{self, MaybeUninit};

use super::nest::{Line, Nest, next};
use super::node::{Listed, Node};
use super::plan::Loops;
use super::sink::Sink;
#[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
use crate::kernels::level::for_rows;
use crate::kernels::level::in_widest;
use crate::shape::dims::{Dims, MAX_RANK};

/// The longest rows that are walked in pieces of several.
const LONGEST: usize = 512;
/// The most elements of a pattern.
const ROOM: usize = 2048;
/// The fewest elements of a piece.
const LEAST: usize = 192;
/// A whole number of the widest vectors, of whatever elements.
const VECTOR: usize = 16;

/// How many rows are walked as one: so many that the start of a row costs little, and a whole number of vectors if there is room.
const fn repeats(row: usize) -> usize {
    let mut repeats = 1;
    while (row * repeats < LEAST || !(row * repeats).is_multiple_of(VECTOR)) && 2 * repeats * row <= ROOM {
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
    let [row, rows, ..] = loops.counts;
    // A piece has `LEAST` elements at least, so that what is small is known by one product.
    row <= LONGEST && row.saturating_mul(rows) >= 8 * LEAST && rows >= 8 * repeats(row)
}

/// A few elements again and again, from the start of a cache line on.
#[repr(align(64))]
pub(super) struct Pattern<T>([MaybeUninit<T>; ROOM]);

impl<T: Clone> Pattern<T> {
    /// These elements again and again.
    #[inline(always)]
    pub(super) fn new(elements: &[T]) -> Self {
        let mut pattern = Pattern([const { MaybeUninit::uninit() }; ROOM]);
        lay_out(elements, &mut pattern.0[..elements.len() * repeats(elements.len())]);
        pattern
    }

    /// As an operand that stays where it is, whatever the loops.
    #[inline(always)]
    pub(super) fn place(&self) -> Listed<'_, T> {
        Listed { ptr: self.0.as_ptr().cast(), strides: &[0; MAX_RANK] }
    }
}

/// Writes the elements again and again. A function of its own, which all shapes share.
#[inline(never)]
fn lay_out<T: Clone>(elements: &[T], places: &mut [MaybeUninit<T>]) {
    for (place, element) in places.iter_mut().zip(elements) {
        place.write(element.clone());
    }
    let mut written = elements.len();
    while written < places.len() {
        let (from, to) = places.split_at_mut(written);
        for (to, from) in to.iter_mut().zip(from) {
            // SAFETY: this many are written.
            to.write(unsafe { from.assume_init_ref() }.clone());
        }
        written *= 2;
    }
}

/// A node whose operands go on or repeat themselves along the two innermost loops.
///
/// Invariant: they do, and what repeats itself is a [`Pattern`].
pub(super) struct Repeating<'l, N>(Nest<'l, N>);

impl<'l, N: Node> Repeating<'l, N> {
    /// # Safety
    /// All operands go on or repeat themselves along the two innermost loops, and what repeats itself is a [`Pattern`].
    #[inline(always)]
    pub(super) unsafe fn new(nest: Nest<'l, N>) -> Self {
        Repeating(nest)
    }

    /// The two innermost loops as one; these are all that are left.
    #[inline(always)]
    fn pieces(self) -> Pieces<N> {
        let lines = self.0.lines();
        Pieces {
            first: lines.line(0),
            piece: lines.len() * repeats(lines.len()),
            at: 0,
            len: lines.len() * lines.count(),
        }
    }
}

/// Two loops as one, which is read piece by piece.
///
/// Invariant: the operands have `len` elements from the first line on, and any `piece` of them can be read as one row that starts at a multiple of
/// `piece`, as `at` is.
struct Pieces<N> {
    first: Line<N>,
    piece: usize,
    at: usize,
    len: usize,
}

impl<N: Node> Pieces<N> {
    /// The next piece, if so many elements are left; not more than a piece has.
    #[inline(always)]
    fn next(&mut self, len: usize) -> Option<Line<N>> {
        if len == 0 || len > self.piece || len > self.len - self.at {
            return None;
        }
        // SAFETY: at most a piece, and not more than are left.
        let line = unsafe { self.first.beyond(self.at, len) };
        // What is shorter than a piece is the last one.
        self.at = if len == self.piece { self.at + len } else { self.len };
        Some(line)
    }

    /// What is left, or the next piece of it.
    #[inline(always)]
    fn rest(&mut self) -> Option<Line<N>> {
        self.next(self.piece.min(self.len - self.at))
    }
}

/// Walks an expression whose operands go on or repeat themselves along the two innermost loops.
#[inline(never)]
pub(super) fn walk<N: Node, S: Sink<N::Item>>(node: Repeating<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
    let Repeating(nest) = node;
    let outermost = nest.left() - 1;
    if outermost == 1 {
        return pieces::<N, S>(Repeating(nest).pieces(), out, state);
    }
    let count = nest.loops().counts[outermost];
    for (i, out) in out.chunks_exact_mut((out.len() / count).max(1)).enumerate() {
        walk::<N, S>(Repeating(nest.turn(i)), out, state);
    }
}

in_widest! {
    /// All of the two innermost loops as one, piece by piece.
    fn pieces<N: Node, S: Sink<<N as Node>::Item>>(pieces: Pieces<N>, out: &mut [S::Slot], state: &mut S::State),
    by (for_rows(out, pieces.piece, N::HEAVY)) {
        all_pieces::<N, S>(pieces, out, state);
    }
}

#[inline(always)]
fn all_pieces<N: Node, S: Sink<N::Item>>(mut pieces: Pieces<N>, mut out: &mut [S::Slot], state: &mut S::State) {
    // Of a length that the compiler knows, the pattern stays in registers.
    match pieces.piece {
        192 => whole_pieces::<N, S, 192>(&mut pieces, &mut out, state),
        256 => whole_pieces::<N, S, 256>(&mut pieces, &mut out, state),
        _ => {}
    }
    while let Some(line) = pieces.rest() {
        S::row(state, line.elements(), next(&mut out, line.len()));
    }
}

/// All whole pieces, which have `PIECE` elements.
#[inline(always)]
fn whole_pieces<N: Node, S: Sink<N::Item>, const PIECE: usize>(
    pieces: &mut Pieces<N>,
    out: &mut &mut [S::Slot],
    state: &mut S::State,
) {
    while let Some(line) = pieces.next(PIECE) {
        S::row(state, line.elements(), next(out, PIECE));
    }
}

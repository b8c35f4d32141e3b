//! The loops: one generator for all element-wise work.
//!
//! Long rows share one function for each form of operands, whatever the shapes: the plan is data there. Short rows are
//! loops of constants, compiled for their shapes, since a loop that starts anew every few elements costs more than its
//! work.

use core::array;

use super::nest::{Around, Elements, Few, Line, Lines, Nest, Start, next};
use super::node::{FEW, Node, Row};
use super::plan::{Plan, SHORT};
use super::sink::Sink;
use crate::kernels::level::{LONG, before_line, in_widest};
#[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
use crate::kernels::level::{Level, for_rows, level};
use crate::kernels::stream::{self, Fence};
use crate::shape::dims::MAX_RANK;

/// Walks an expression by a plan that is data.
#[inline(always)]
pub(super) fn walk<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, mut out: &mut [S::Slot], state: &mut S::State) {
    if nest.left() <= FEW && in_order::<N, S>(&nest) {
        few_rows::<N::Near, S>(nest.few(), out, state);
    } else if nest.left() <= 2 {
        rows::<N, S>(nest.lines(), out, state);
    } else {
        around_rows::<N, S>(nest, &mut out, state);
    }
}

/// Are the rows walked one after the other, each as one? Those of what jumps through memory are walked in tiles, and long ones by themselves.
#[inline(always)]
fn in_order<N: Node, S: Sink<N::Item>>(nest: &Nest<'_, N>) -> bool {
    let loops = nest.loops();
    let long = loops.counts[0] * size_of::<S::Slot>() >= LONG;
    !(const { N::STRIDED && S::ANY_ORDER } || long || loops.rank == 1)
}

/// Three loops and more: the outer ones, which do little, around the inner ones. Takes the places that it needs.
#[inline(never)]
fn around_rows<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, out: &mut &mut [S::Slot], state: &mut S::State) {
    if nest.left() == FEW && in_order::<N, S>(&nest) {
        let places = nest.loops().counts[..FEW].iter().product::<usize>();
        return few_rows::<N::Near, S>(nest.few(), next(out, places), state);
    }
    if nest.left() == 2 {
        let lines = nest.lines();
        let out = next(out, lines.count() * lines.len());
        return rows::<N, S>(lines, out, state);
    }
    for i in 0..nest.loops().counts[nest.left() - 1] {
        around_rows::<N, S>(nest.turn(i), out, state);
    }
}

in_widest! {
    /// A few loops around rows that are not long, as one function: a call for each turn of the third would cost more than a row.
    fn few_rows<N: Node, S: Sink<<N as Node>::Item>>(few: Few<N>, out: &mut [S::Slot], state: &mut S::State),
    by (for_rows(out, few.count(0), N::HEAVY)) {
        let mut out = out;
        few.each(|line| S::row(state, line.elements(), next(&mut out, line.len())));
    }
}

in_widest! {
    /// The two innermost loops: the places are theirs.
    fn rows<N: Node, S: Sink<<N as Node>::Item>>(lines: Lines<'_, N>, out: &mut [S::Slot], state: &mut S::State),
    by (for_rows(out, lines.len(), N::HEAVY)) {
        all_rows::<N, S>(&lines, out, state);
    }
}

#[inline(always)]
fn all_rows<N: Node, S: Sink<N::Item>>(lines: &Lines<'_, N>, mut out: &mut [S::Slot], state: &mut S::State) {
    if const { stream::CAN && S::WRITES_OVER && !N::STRIDED && size_of::<S::Slot>() <= 8 }
        && stream::pays(&lines.loops().counts, size_of::<S::Slot>())
    {
        return streamed::<N, S>(lines, out, state);
    }
    if const { N::STRIDED && S::ANY_ORDER } && lines.count() > 1 && lines.len() >= 2 * TILE {
        return tiles::<N, S>(lines, out, state);
    }
    if lines.count() == 1 || lines.len() * size_of::<S::Slot>() >= LONG {
        for i in 0..lines.count() {
            from_line::<N, S>(&lines.line(i), next(&mut out, lines.len()), state);
        }
        return;
    }
    for i in 0..lines.count() {
        S::row(state, lines.line(i).elements(), next(&mut out, lines.len()));
    }
}

/// One row: of a long one, what comes before the first start of a cache line is a row of its own, so that the others lie in one line each.
#[inline(always)]
fn from_line<N: Node, S: Sink<N::Item>>(line: &Line<N>, out: &mut [S::Slot], state: &mut S::State) {
    if const { !S::ANY_ORDER || N::STRIDED } {
        return S::row(state, line.elements(), out);
    }
    let (mut from, mut to) = (0, before_line(out));
    if to == 0 {
        to = out.len();
    }
    // A loop that runs once or twice, and not two rows: each would be compiled.
    while from < to {
        S::row(state, line.part(from, to - from).elements(), &mut out[from..to]);
        (from, to) = (to, out.len());
    }
}

/// The two innermost loops, past the caches: some elements after the other are written elsewhere, and sent from there.
#[inline(always)]
fn streamed<N: Node, S: Sink<N::Item>>(lines: &Lines<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
    /// More would keep the CPU from reading on while it writes.
    const PART: usize = 64;
    let _fence = Fence;
    #[repr(align(64))]
    struct Piece<T>([T; PART]);
    let mut part = Piece(array::from_fn(|_| S::blank().expect("a sink that writes over")));
    for (i, out) in out.chunks_exact_mut(lines.len()).enumerate() {
        let line = lines.line(i);
        let mut at = 0;
        for out in out.chunks_exact_mut(PART) {
            S::row(state, line.part(at, PART).elements(), &mut part.0);
            S::send(&part.0, out);
            at += PART;
        }
        for i in at..lines.len() {
            S::row(state, line.part(i, 1).elements(), &mut out[i..=i]);
        }
    }
}

/// Elements of a row that are walked before the next row is: as many cache lines of a transposed operand, which the next rows use too.
const TILE: usize = 16;
/// Rows of a tile.
const TALL: usize = 64;

/// The two innermost loops in tiles that stay in the cache.
#[inline(always)]
fn tiles<N: Node, S: Sink<N::Item>>(lines: &Lines<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
    let (width, height) = (lines.len(), lines.count());
    for top in (0..height).step_by(TALL) {
        let rows = top..height.min(top + TALL);
        for left in (0..width).step_by(TILE) {
            let out = &mut out[top * width + left..];
            if left + TILE <= width {
                tile::<N, S>(&lines.part(rows.clone(), left, TILE), width, out, state);
            } else {
                tile::<N, S>(&lines.part(rows.clone(), left, width - left), width, out, state);
            }
        }
    }
}

/// One tile, of which the places of a row start `width` after those of the row before.
#[inline(always)]
fn tile<N: Node, S: Sink<N::Item>>(lines: &Lines<'_, N>, width: usize, out: &mut [S::Slot], state: &mut S::State) {
    for i in 0..lines.count() {
        S::row(state, lines.line(i).elements(), &mut out[i * width..][..lines.len()]);
    }
}

/// Walks an expression by a plan of constants, as a function of its own: only its parameters tell the compiler for certain that
/// the result overlaps no operand.
#[inline(never)]
pub(super) fn unrolled_apart<P: Plan, N: Node, S: Sink<N::Item>>(
    start: Start<P, N>,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
    {
        /// So much is worth a second copy of the loops.
        const MANY: usize = 512;
        #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
        fn avx2<P: Plan, N: Node, S: Sink<N::Item>>(start: Start<P, N>, out: &mut [S::Slot], state: &mut S::State) {
            unrolled::<P, N, S>(start, 0, out, state);
        }
        // Not wider: of loops of such constants the compiler makes shuffles then, which take longer.
        if const { Start::<P, N>::PLACES >= MANY && longer_than_16_bytes::<S::Slot>(P::LOOPS.counts[0]) }
            && level() >= Level::Avx2
        {
            // SAFETY: the level says that the CPU has the features.
            return unsafe { avx2::<P, N, S>(start, out, state) };
        }
    }
    unrolled::<P, N, S>(start, 0, out, state);
}

/// Is a row of so many elements longer than a vector of 16 bytes, and made of what vectors hold?
#[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
const fn longer_than_16_bytes<T>(len: usize) -> bool {
    len * size_of::<T>() > 16 && size_of::<T>() <= 8
}

/// Walks an expression by a plan of constants, but for its outermost loop.
#[inline(never)]
pub(super) fn unrolled_inside<P: Plan, N: Node, S: Sink<N::Item>>(
    around: Around<P, N>,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    for i in 0..around.count() {
        unrolled::<_, N, S>(around.inside(i), i, out, state);
    }
}

/// Walks an expression by a plan that is made when the program runs. A function of its own, which all shapes share.
#[inline(never)]
pub(super) fn walk_any<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
    let len = nest.loops().counts[0];
    if len >= SHORT {
        walk::<N, S>(nest, out, state);
    } else if nest.left() <= FEW {
        by_length::<N::Near, S>(len)(nest.few(), out, state);
    } else {
        around::<N, S>(nest, out, state, by_length::<N::Near, S>(len));
    }
}

/// As [`walk_any`], of a few loops, whose rows are [`SHORT`].
#[inline(never)]
pub(super) fn walk_few<N: Node, S: Sink<N::Item>>(few: Few<N>, out: &mut [S::Slot], state: &mut S::State) {
    by_length::<N, S>(few.count(0))(few, out, state);
}

/// A few loops, as a function of them and of their places.
type Rows<N, S> = fn(Few<N>, &mut [<S as Sink<<N as Node>::Item>>::Slot], &mut <S as Sink<<N as Node>::Item>>::State);

/// What walks rows of less than [`SHORT`] elements: a loop over a few of them would cost more than their work, so that they are compiled for their
/// lengths, or cut into parts of lengths that the compiler knows.
#[inline(always)]
fn by_length<N: Node, S: Sink<N::Item>>(len: usize) -> Rows<N, S> {
    macro_rules! by_length {
        ($($len:literal)*) => {
            match len {
                $($len => rows_of::<N, S, $len>,)*
                len => if const { S::AGAIN && N::AGAIN } { twice::<N, S>(len) } else { short_rows::<N, S> },
            }
        };
    }
    by_length!(1 2 3 4 5 6 7 8)
}

/// The loops around the few innermost ones, counted by hand: a call for each turn of each would cost more than what it does.
#[inline(never)]
fn around<N: Node, S: Sink<N::Item>>(
    nest: Nest<'_, N>,
    out: &mut [S::Slot],
    state: &mut S::State,
    rows: Rows<N::Near, S>,
) {
    let loops = nest.loops();
    let mut turns = [0; MAX_RANK];
    for out in out.chunks_exact_mut(loops.counts[..FEW].iter().product::<usize>().max(1)) {
        rows(nest.at(&turns).few(), out, state);
        for (depth, turn) in (FEW..loops.rank).zip(&mut turns) {
            *turn += 1;
            if *turn < loops.counts[depth] {
                break;
            }
            *turn = 0;
        }
    }
}

/// Rows of `LEN` elements, as one function where they are few: it begins at once, and others would wait for the loops around them.
#[inline(never)]
fn rows_of<N: Node, S: Sink<N::Item>, const LEN: usize>(few: Few<N>, out: &mut [S::Slot], state: &mut S::State) {
    /// So many are a few.
    const MOST: usize = 8;
    let (out, _) = out.as_chunks_mut::<LEN>();
    if few.rows::<LEN>().is_none_or(|rows| rows > MOST) {
        return many_rows_of::<N, S, LEN>(few, out, state);
    }
    few.rows_onto::<LEN, _>(out, |row, out| S::row(state, row, out));
}

/// Rows of `LEN` elements: where they are longer than vectors of 16 bytes by those of 32, if the CPU has them.
#[inline(never)]
fn many_rows_of<N: Node, S: Sink<N::Item>, const LEN: usize>(
    few: Few<N>,
    out: &mut [[S::Slot; LEN]],
    state: &mut S::State,
) {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
    {
        #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
        fn avx2<N: Node, S: Sink<N::Item>, const LEN: usize>(
            few: Few<N>,
            out: &mut [[S::Slot; LEN]],
            state: &mut S::State,
        ) {
            few.onto::<LEN, _>(out, |row, out| S::row(state, row, out));
        }
        if const { longer_than_16_bytes::<S::Slot>(LEN) } && level() >= Level::Avx2 {
            // SAFETY: the level says that the CPU has the features.
            return unsafe { avx2::<N, S, LEN>(few, out, state) };
        }
    }
    few.onto::<LEN, _>(out, |row, out| S::row(state, row, out));
}

in_widest! {
    /// Rows of less than [`SHORT`] elements.
    fn short_rows<N: Node, S: Sink<<N as Node>::Item>>(few: Few<N>, out: &mut [S::Slot], state: &mut S::State) {
        let (len, mut at) = (few.count(0), 0);
        for k in 0..few.count(3) {
            for j in 0..few.count(2) {
                for i in 0..few.count(1) {
                    short_row::<_, N::Item, S>(few.line([i, j, k]).elements(), &mut out[at..at + len], state);
                    at += len;
                }
            }
        }
    }
}

/// Rows of 9 to 31 elements, some of which are computed twice if they are numbers.
#[inline(always)]
fn twice<N: Node, S: Sink<N::Item>>(len: usize) -> Rows<N, S> {
    match len {
        9..=16 if N::of_numbers() => eights::<N, S>,
        17.. if N::of_numbers() => sixteens::<N, S>,
        _ => short_rows::<N, S>,
    }
}

in_widest! {
    /// Rows of 9 to 16 elements that can be computed [again](Node::AGAIN).
    fn eights<N: Node, S: Sink<<N as Node>::Item>>(few: Few<N>, out: &mut [S::Slot], state: &mut S::State) {
        rows_twice::<N, S, 8>(few, out, state);
    }

    /// The same, of 17 to 31. A function of its own, since of two in one the compiler makes vectors of neither.
    fn sixteens<N: Node, S: Sink<<N as Node>::Item>>(few: Few<N>, out: &mut [S::Slot], state: &mut S::State) {
        rows_twice::<N, S, 16>(few, out, state);
    }
}

/// Rows of more than `LEN` elements, and not more than twice as many: the first `LEN`, and the last, of which some are the same.
#[inline(always)]
fn rows_twice<N: Node, S: Sink<N::Item>, const LEN: usize>(few: Few<N>, out: &mut [S::Slot], state: &mut S::State) {
    let (len, mut at) = (few.count(0), 0);
    for k in 0..few.count(3) {
        for j in 0..few.count(2) {
            for i in 0..few.count(1) {
                row_twice::<_, N::Item, S, LEN>(few.line([i, j, k]).elements(), &mut out[at..at + len], state);
                at += len;
            }
        }
    }
}

/// One of these. A function of its own: the places of its parameter are no operand's, as the compiler sees.
#[inline(always)]
fn row_twice<W: Row<Item = I>, I, S: Sink<I>, const LEN: usize>(
    mut row: Elements<W>,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    let last = out.len() - LEN;
    S::pairs(state, row.some_onto(0, &mut out[..LEN]));
    S::pairs(state, row.some_onto(last, &mut out[last..last + LEN]));
}

/// Less than [`SHORT`] elements: 16, 8, 4, 2 and 1 at a time, each of which is a vector or two.
#[inline(always)]
fn short_row<W: Row<Item = I>, I, S: Sink<I>>(mut row: Elements<W>, out: &mut [S::Slot], state: &mut S::State) {
    assert!(out.len() < const { SHORT }, "a short row");
    let mut at = 0;
    macro_rules! parts {
        ($($len:literal)*) => { $(
            if out.len() & $len != 0 {
                S::pairs(state, row.some_onto(at, &mut out[at..at + $len]));
                at += $len;
            }
        )* };
    }
    parts!(16 8 4 2 1);
    debug_assert!(at == out.len(), "all elements");
}

/// Walks an expression by a plan of constants, the `number`th time that it is walked into these places.
#[inline(always)]
pub(super) fn unrolled<P: Plan, N: Node, S: Sink<N::Item>>(
    start: Start<P, N>,
    number: usize,
    out: &mut [S::Slot],
    state: &mut S::State,
) {
    // One constant, not one for each number: each is evaluated anew for every shape.
    let loops = const { &P::LOOPS };
    let (counts, axes) = (&loops.counts, &loops.axes);
    assert!(out.len() / const { Start::<P, N>::PLACES } > number, "a place for each element");
    for i in 0..counts[5] {
        let at = number * counts[5] + i;
        let node = start.node().at(axes[5] as usize, i);
        for i in 0..counts[4] {
            let at = at * counts[4] + i;
            let node = node.at(axes[4] as usize, i);
            for i in 0..counts[3] {
                let at = at * counts[3] + i;
                let node = node.at(axes[3] as usize, i);
                for i in 0..counts[2] {
                    let at = at * counts[2] + i;
                    let node = node.at(axes[2] as usize, i);
                    for i in 0..counts[1] {
                        let at = (at * counts[1] + i) * counts[0];
                        let node = node.at(axes[1] as usize, i);
                        // SAFETY: this number of this row, among those of `number + 1` walks, for all of which there are places, as was
                        // compared above; the loops beyond the sixth run once.
                        let out = unsafe { out.get_unchecked_mut(at..at + counts[0]) };
                        let (axis, len) = (axes[0] as usize, counts[0]);
                        // SAFETY: the node is at a turn of each of its loops but the innermost, which goes on for so many places.
                        let line = unsafe { Line::new(node, axis, len) };
                        S::row(state, line.elements(), out);
                    }
                }
            }
        }
    }
}

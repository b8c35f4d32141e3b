//! Reductions of floats that lie next to each other, in vectors that are written out.
//!
//! The general loops of `expr::reduce` are right for everything, and the compiler makes vectors of most of them. It does not
//! for a maximum, which has to look for NaN, and it starts sums anew too slowly. What is here gives the same results to the last bit: elements meet
//! in the same order, by the same lanes, blocks and rows.

use core::arch::x86_64::{__m128, __m128d};
#[cfg(feature = "std")]
use core::arch::x86_64::{__m256, __m256d, __m512, __m512d};
use core::mem::{self, MaybeUninit};

use super::{Columns as Checked, Kind, LANES, MANY, ROWS, Results, STEPS, TILE};
#[cfg(feature = "std")]
use crate::kernels::level::{Level, level};
pub(crate) use crate::kernels::types::type_of;
use crate::kernels::vector::Vector;

/// Elements in rows, to be reduced down the columns.
#[derive(Clone, Copy)]
pub(crate) struct Columns<T> {
    first: *const T,
    /// From one row to the next.
    step: isize,
    rows: usize,
}

/// An operation on vectors.
pub(crate) trait Fold<V: Vector>: Copy {
    /// Does one NaN decide everything?
    const NAN: bool;
    /// # Safety
    /// The CPU has the vector's instructions.
    unsafe fn first(self, x: V) -> V;
    /// # Safety
    /// As above.
    unsafe fn join(acc: V, x: V) -> V;
    /// # Safety
    /// As above.
    #[inline(always)]
    unsafe fn step(self, acc: V, x: V) -> V {
        // SAFETY: passed on from the caller.
        let x = unsafe { self.first(x) };
        // SAFETY: as above.
        unsafe { Self::join(acc, x) }
    }
}

macro_rules! operations {
    ($($name:ident, $nan:literal, |$x:ident| $first:expr, |$a:ident, $b:ident| $join:expr;)*) => { $(
        #[derive(Clone, Copy)]
        pub(crate) struct $name;
        impl<V: Vector> Fold<V> for $name {
            const NAN: bool = $nan;
            #[inline(always)]
            unsafe fn first(self, $x: V) -> V {
                $first
            }
            #[inline(always)]
            unsafe fn join($a: V, $b: V) -> V {
                // SAFETY: the CPU has the instruction.
                unsafe { $join }
            }
        }
    )* };
}
operations! {
    Add, false, |x| x, |a, b| a.add(b);
    // SAFETY: the CPU has the instruction.
    AddSquare, false, |x| unsafe { x.mul(x) }, |a, b| a.add(b);
    // Of equal ones the first.
    Highest, true, |x| x, |a, b| b.larger(a);
    Lowest, true, |x| x, |a, b| b.smaller(a);
}

/// The most vectors that are kept at a time.
const HELD: usize = 8;
/// The most vectors of [`LANES`] lanes.
const GROUP: usize = 8;

/// Partial results, of which two are joined whenever both stand for as many elements: blocks `0..n` as two halves, the first of which is
/// the largest power of two that is less than `n`, and so on.
pub(crate) struct Stack<V, const N: usize> {
    places: [MaybeUninit<[V; N]>; usize::BITS as usize],
    /// How many there are.
    len: usize,
    /// How many blocks they stand for.
    blocks: usize,
}

impl<V: Vector, const N: usize> Stack<V, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Stack { places: [const { MaybeUninit::uninit() }; usize::BITS as usize], len: 0, blocks: 0 }
    }

    /// # Safety
    /// The CPU has the vector's instructions.
    #[inline(always)]
    unsafe fn joined<O: Fold<V>>(&mut self, mut block: [V; N]) -> [V; N] {
        self.len -= 1;
        // SAFETY: the first `len` places were written.
        let before = unsafe { self.places[self.len].assume_init_read() };
        for (x, before) in block.iter_mut().zip(before) {
            // SAFETY: passed on from the caller.
            *x = unsafe { O::join(before, *x) };
        }
        block
    }

    /// # Safety
    /// As for [`joined`](Stack::joined).
    #[inline(always)]
    pub(crate) unsafe fn push<O: Fold<V>>(&mut self, mut block: [V; N]) {
        for _ in 0..self.blocks.trailing_ones() {
            // SAFETY: passed on from the caller; there is one place for each one of the number's bits.
            block = unsafe { self.joined::<O>(block) };
        }
        self.blocks += 1;
        self.places[self.len].write(block);
        self.len += 1;
    }

    /// All of them as one, `block` the last.
    ///
    /// # Safety
    /// As for [`joined`](Stack::joined).
    #[inline(always)]
    pub(crate) unsafe fn finish<O: Fold<V>>(&mut self, mut block: [V; N]) -> [V; N] {
        while self.len > 0 {
            // SAFETY: passed on from the caller.
            block = unsafe { self.joined::<O>(block) };
        }
        block
    }
}

/// `N` vectors next to each other.
///
/// # Safety
/// They may be read, and the CPU has the vector's instructions.
#[inline(always)]
unsafe fn load<V: Vector, const N: usize>(from: *const V::Elem) -> [V; N] {
    // SAFETY: passed on from the caller.
    let mut row = [unsafe { V::load(from) }; N];
    for (v, place) in row.iter_mut().enumerate().skip(1) {
        // SAFETY: as above.
        *place = unsafe { V::load(from.wrapping_add(v * V::LANES)) };
    }
    row
}

/// Looks for NaN, two vectors at a time.
///
/// # Safety
/// The CPU has the vector's instructions.
#[inline(always)]
unsafe fn look<V: Vector, const N: usize>(row: &[V; N], nan: V::Lanes) -> V::Lanes {
    let mut nan = nan;
    for pair in row.chunks(2) {
        // SAFETY: passed on from the caller.
        let found = unsafe { pair[0].unordered(pair[pair.len() - 1]) };
        // SAFETY: as above.
        nan = unsafe { V::either(nan, found) };
    }
    nan
}

/// Rows of `N` vectors, one after the other: `steps` of them, at least one.
///
/// # Safety
/// They may be read, and the CPU has the vector's instructions.
#[inline(always)]
unsafe fn steps<V: Vector, O: Fold<V>, const N: usize>(
    fold: O,
    from: *const V::Elem,
    step: isize,
    steps: usize,
    nan: &mut V::Lanes,
) -> [V; N] {
    // SAFETY: passed on from the caller.
    let mut acc = unsafe { load::<V, N>(from) };
    if O::NAN {
        // SAFETY: as above.
        *nan = unsafe { look(&acc, *nan) };
    }
    for acc in &mut acc {
        // SAFETY: as above.
        *acc = unsafe { fold.first(*acc) };
    }
    let mut at = from;
    for _ in 1..steps {
        at = at.wrapping_offset(step);
        // SAFETY: as above.
        let row = unsafe { load::<V, N>(at) };
        if O::NAN {
            // SAFETY: as above.
            *nan = unsafe { look(&row, *nan) };
        }
        for (acc, x) in acc.iter_mut().zip(row) {
            // SAFETY: as above.
            *acc = unsafe { fold.step(*acc, x) };
        }
    }
    acc
}

/// The elements of one block, in `4 G` vectors for [`MANY`] lanes, of which `N` are held at a time; as `G` vectors.
///
/// # Safety
/// There are `len` elements, at least [`MANY`]; `N` divides `4 G`. The CPU has the vector's instructions.
#[inline(always)]
unsafe fn block<V: Vector, O: Fold<V>, const G: usize, const N: usize>(
    fold: O,
    from: *const V::Elem,
    len: usize,
    nan: &mut V::Lanes,
) -> [V; G] {
    let whole = len / MANY;
    // SAFETY: the CPU has the instructions.
    let zero = unsafe { V::splat(V::Elem::default()) };
    let mut all = [zero; 4 * GROUP];
    for first in (0..4 * G).step_by(N) {
        // SAFETY: so many rows of elements.
        let some = unsafe { steps::<V, O, N>(fold, from.wrapping_add(first * V::LANES), MANY as isize, whole, nan) };
        all[first..first + N].copy_from_slice(&some);
    }
    let mut at = whole * MANY;
    let mut group = 0;
    while group < 3 && at + LANES <= len {
        // SAFETY: a group of elements.
        unsafe { one_more::<V, O, G>(fold, &mut all[group * G..][..G], from.wrapping_add(at), LANES, nan) };
        at += LANES;
        group += 1;
    }
    if at < len {
        // SAFETY: what is left, which is less than a group.
        unsafe { one_more::<V, O, G>(fold, &mut all[3 * G..][..G], from.wrapping_add(at), len - at, nan) };
    }
    let mut result = [zero; G];
    for (g, result) in result.iter_mut().enumerate() {
        // SAFETY: the CPU has the instructions.
        let ac = unsafe { O::join(all[g], all[2 * G + g]) };
        // SAFETY: as above.
        let bd = unsafe { O::join(all[G + g], all[3 * G + g]) };
        // SAFETY: as above.
        *result = unsafe { O::join(ac, bd) };
    }
    result
}

/// So many elements more for the first lanes of a group.
///
/// # Safety
/// They may be read: at least one, at most [`LANES`]. The CPU has the vector's instructions.
#[inline(always)]
unsafe fn one_more<V: Vector, O: Fold<V>, const G: usize>(
    fold: O,
    acc: &mut [V],
    from: *const V::Elem,
    len: usize,
    nan: &mut V::Lanes,
) {
    for (g, acc) in acc.iter_mut().enumerate().take(G) {
        let Some(left) = len.checked_sub(g * V::LANES).filter(|left| *left > 0) else { return };
        // SAFETY: the CPU has the instructions.
        let mask = unsafe { V::mask(left.min(V::LANES)) };
        // SAFETY: so many elements.
        let x = unsafe { V::load_first(from.wrapping_add(g * V::LANES), mask) };
        if O::NAN {
            // SAFETY: the CPU has the instructions; the other lanes are 0.
            *nan = unsafe { look(&[x], *nan) };
        }
        // SAFETY: the CPU has the instructions.
        let sum = unsafe { fold.step(*acc, x) };
        // SAFETY: as above.
        *acc = unsafe { sum.first_of(mask, *acc) };
    }
}

/// A row of [`LANES`] elements or more, or `None` if one is NaN and that matters.
///
/// # Safety
/// There are so many. The CPU has the vector's instructions.
#[inline(always)]
pub(crate) unsafe fn row<V: Vector, O: Fold<V>, const G: usize, const N: usize>(
    fold: O,
    from: *const V::Elem,
    len: usize,
) -> Option<V::Elem> {
    // SAFETY: the CPU has the instructions.
    let zero = unsafe { V::splat(V::Elem::default()) };
    // SAFETY: as above; nothing is unordered here.
    let mut nan = unsafe { zero.unordered(zero) };
    let lanes = if len < MANY {
        // SAFETY: passed on from the caller.
        unsafe { short::<V, O, G>(fold, from, len, &mut nan) }
    } else {
        // SAFETY: as above.
        unsafe { blocks::<V, O, G, N>(fold, from, len, &mut nan) }
    };
    // SAFETY: as above.
    let result = unsafe { halved::<V, O, G>(lanes) };
    // SAFETY: as above.
    (!O::NAN || unsafe { V::bits(nan) } == 0).then_some(result)
}

/// The lanes of less than [`MANY`] elements.
///
/// # Safety
/// There are at least [`LANES`]. The CPU has the vector's instructions.
#[inline(always)]
unsafe fn short<V: Vector, O: Fold<V>, const G: usize>(
    fold: O,
    from: *const V::Elem,
    len: usize,
    nan: &mut V::Lanes,
) -> [V; G] {
    // SAFETY: one group of elements.
    let mut lanes = unsafe { steps::<V, O, G>(fold, from, 0, 1, nan) };
    let mut at = LANES;
    while at < len {
        // SAFETY: some of what is left.
        unsafe { one_more::<V, O, G>(fold, &mut lanes, from.wrapping_add(at), (len - at).min(LANES), nan) };
        at += LANES;
    }
    lanes
}

/// The lanes of [`MANY`] elements or more, block by block.
///
/// # Safety
/// There are so many. The CPU has the vector's instructions.
#[inline(always)]
unsafe fn blocks<V: Vector, O: Fold<V>, const G: usize, const N: usize>(
    fold: O,
    from: *const V::Elem,
    len: usize,
    nan: &mut V::Lanes,
) -> [V; G] {
    let block_len = STEPS * MANY;
    let blocks = if len % block_len < MANY { (len / block_len).max(1) } else { len.div_ceil(block_len) };
    let last = (blocks - 1) * block_len;
    let mut stack = Stack::<V, G>::new();
    for i in 0..blocks - 1 {
        // SAFETY: a block of the row.
        let lanes = unsafe { block::<V, O, G, N>(fold, from.wrapping_add(i * block_len), block_len, nan) };
        // SAFETY: the CPU has the instructions.
        unsafe { stack.push::<O>(lanes) };
    }
    // SAFETY: the last block of the row takes all that is left.
    let lanes = unsafe { block::<V, O, G, N>(fold, from.wrapping_add(last), len - last, nan) };
    // SAFETY: the CPU has the instructions.
    unsafe { stack.finish::<O>(lanes) }
}

/// All lanes joined: each of the first half with the one that is half of them further, and so on.
///
/// # Safety
/// The CPU has the vector's instructions.
#[inline(always)]
pub(crate) unsafe fn halved<V: Vector, O: Fold<V>, const G: usize>(mut lanes: [V; G]) -> V::Elem {
    let mut half = G / 2;
    while half > 0 {
        for g in 0..half {
            // SAFETY: passed on from the caller.
            lanes[g] = unsafe { O::join(lanes[g], lanes[g + half]) };
        }
        half /= 2;
    }
    let (mut x, mut by) = (lanes[0], V::LANES / 2);
    while by > 0 {
        // SAFETY: as above.
        let other = unsafe { x.swapped(by) };
        // SAFETY: as above.
        x = unsafe { O::join(x, other) };
        by /= 2;
    }
    // SAFETY: as above.
    unsafe { x.first() }
}

/// As [`row`], of many rows: how many there are before the first that has no result.
///
/// # Safety
/// As for [`row`], for each, and there is room for as many results.
#[inline(always)]
unsafe fn rows<V: Vector, O: Fold<V>, const G: usize, const N: usize>(
    fold: O,
    x: &Columns<V::Elem>,
    len: usize,
    to: *mut V::Elem,
) -> usize {
    for i in 0..x.rows {
        let from = x.first.wrapping_offset(i as isize * x.step);
        // SAFETY: one of the rows.
        let Some(result) = (unsafe { row::<V, O, G, N>(fold, from, len) }) else { return i };
        // SAFETY: there is room.
        unsafe { to.wrapping_add(i).write(result) };
    }
    x.rows
}

/// `N` vectors of columns, as [`row`].
///
/// # Safety
/// All rows have so many columns, and there is at least one row and room for as many results. The CPU has the vector's instructions.
#[inline(always)]
unsafe fn columns<V: Vector, O: Fold<V>, const N: usize>(fold: O, x: &Columns<V::Elem>, to: *mut V::Elem) -> bool {
    // SAFETY: the CPU has the instructions.
    let zero = unsafe { V::splat(V::Elem::default()) };
    // SAFETY: as above; nothing is unordered here.
    let mut nan = unsafe { zero.unordered(zero) };
    let mut stack = Stack::<V, N>::new();
    let mut done = 0;
    while x.rows - done > ROWS {
        let from = x.first.wrapping_offset(done as isize * x.step);
        // SAFETY: some of the rows.
        let block = unsafe { steps::<V, O, N>(fold, from, x.step, ROWS, &mut nan) };
        // SAFETY: the CPU has the instructions.
        unsafe { stack.push::<O>(block) };
        done += ROWS;
    }
    let from = x.first.wrapping_offset(done as isize * x.step);
    // SAFETY: the rest of the rows.
    let block = unsafe { steps::<V, O, N>(fold, from, x.step, x.rows - done, &mut nan) };
    // SAFETY: the CPU has the instructions.
    let block = unsafe { stack.finish::<O>(block) };
    for (v, x) in block.into_iter().enumerate() {
        // SAFETY: there is room.
        unsafe { x.store(to.wrapping_add(v * V::LANES)) };
    }
    // SAFETY: the CPU has the instructions.
    !O::NAN || unsafe { V::bits(nan) } == 0
}

/// The first element that is equal to a number, or to none if that is NaN; `len` if there is none.
///
/// # Safety
/// There are `len` elements. The CPU has the vector's instructions.
#[inline(always)]
unsafe fn find<V: Vector>(from: *const V::Elem, len: usize, number: V::Elem) -> usize {
    // SAFETY: the CPU has the instructions.
    let number = unsafe { V::splat(number) };
    // SAFETY: as above.
    let nan = unsafe { number.unordered(number) };
    // SAFETY: as above.
    let is_nan = unsafe { V::bits(nan) } != 0;
    let mut at = 0;
    // Four vectors at a time, as long as it is in none of them.
    while !is_nan && at + 4 * V::LANES <= len {
        // SAFETY: so many elements.
        let x = unsafe { load::<V, 4>(from.wrapping_add(at)) };
        // SAFETY: the CPU has the instructions.
        let mut found = unsafe { x[0].equal(number) };
        for x in &x[1..] {
            // SAFETY: as above.
            let more = unsafe { x.equal(number) };
            // SAFETY: as above.
            found = unsafe { V::either(found, more) };
        }
        // SAFETY: as above.
        if unsafe { V::bits(found) } != 0 {
            break;
        }
        at += 4 * V::LANES;
    }
    while at < len {
        let lanes = (len - at).min(V::LANES);
        let from = from.wrapping_add(at);
        let x = if lanes == V::LANES {
            // SAFETY: so many elements.
            unsafe { V::load(from) }
        } else {
            // SAFETY: the CPU has the instructions.
            let mask = unsafe { V::mask(lanes) };
            // SAFETY: so many elements.
            unsafe { V::load_first(from, mask) }
        };
        let found = if is_nan {
            // SAFETY: the CPU has the instructions.
            unsafe { x.unordered(x) }
        } else {
            // SAFETY: as above.
            unsafe { x.equal(number) }
        };
        // SAFETY: as above.
        let found = unsafe { V::bits(found) };
        if found != 0 {
            return (at + found.trailing_zeros() as usize).min(len);
        }
        at += V::LANES;
    }
    len
}

/// Where the largest of each column is, or with `LOW` the smallest: of equal ones the first; the numbers of rows as floats. Returns
/// false if one is NaN.
///
/// # Safety
/// As for [`columns`], and there are no more rows than floats count.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
unsafe fn places<V: Vector, const LOW: bool, const N: usize>(
    x: &Columns<V::Elem>,
    one: V::Elem,
    to: *mut V::Elem,
) -> bool {
    // SAFETY: the CPU has the instructions.
    let zero = unsafe { V::splat(V::Elem::default()) };
    // SAFETY: as above.
    let one = unsafe { V::splat(one) };
    // SAFETY: so many columns of the first row.
    let mut best = unsafe { load::<V, N>(x.first) };
    let mut place = [zero; N];
    let mut number = zero;
    // SAFETY: the CPU has the instructions; nothing is unordered here.
    let none = unsafe { zero.unordered(zero) };
    // SAFETY: as above.
    let mut nan = unsafe { look(&best, none) };
    let mut from = x.first;
    for _ in 1..x.rows {
        from = from.wrapping_offset(x.step);
        // SAFETY: the CPU has the instructions.
        number = unsafe { number.add(one) };
        // SAFETY: so many columns of a row.
        let row = unsafe { load::<V, N>(from) };
        // SAFETY: the CPU has the instructions.
        nan = unsafe { look(&row, nan) };
        for v in 0..N {
            let (high, low) = if LOW { (best[v], row[v]) } else { (row[v], best[v]) };
            // SAFETY: as above.
            let better = unsafe { high.above(low) };
            // SAFETY: as above.
            best[v] = unsafe { row[v].select(better, best[v]) };
            // SAFETY: as above.
            place[v] = unsafe { number.select(better, place[v]) };
        }
    }
    for (v, place) in place.into_iter().enumerate() {
        // SAFETY: there is room.
        unsafe { place.store(to.wrapping_add(v * V::LANES)) };
    }
    // SAFETY: the CPU has the instructions.
    (unsafe { V::bits(nan) }) == 0
}

/// The loops for one width of vectors.
///
/// # Safety
/// The functions are those of this module.
pub(crate) unsafe trait Loops {
    type V: Vector;
    /// # Safety
    /// As for [`rows`].
    unsafe fn rows(kind: Kind, x: &Columns<Elem<Self>>, len: usize, to: *mut Elem<Self>) -> usize;
    /// # Safety
    /// As for [`columns`].
    unsafe fn columns<const N: usize>(kind: Kind, x: &Columns<Elem<Self>>, to: *mut Elem<Self>) -> bool;
    /// # Safety
    /// As for [`find`].
    unsafe fn find(from: *const Elem<Self>, len: usize, number: Elem<Self>) -> usize;
    /// # Safety
    /// As for [`places`], for 4 vectors.
    unsafe fn places(low: bool, x: &Columns<Elem<Self>>, one: Elem<Self>, to: *mut Elem<Self>) -> bool;
}

type Elem<K> = <<K as Loops>::V as Vector>::Elem;

macro_rules! loops {
    ($($(#[$std:meta])* $name:ident $v:ident, $group:literal $held:literal $(, $features:literal)?;)*) => { $(
        $(#[$std])*
        struct $name;
        $(#[$std])*
        // SAFETY: these are the functions.
        unsafe impl Loops for $name {
            type V = $v;
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            unsafe fn rows(kind: Kind, x: &Columns<Elem<Self>>, len: usize, to: *mut Elem<Self>) -> usize {
                match kind {
                    // SAFETY: passed on from the caller.
                    Kind::Sum => unsafe { rows::<$v, Add, $group, $held>(Add, x, len, to) },
                    // SAFETY: as above.
                    Kind::SumOfSquares => unsafe { rows::<$v, AddSquare, $group, $held>(AddSquare, x, len, to) },
                    // SAFETY: as above.
                    Kind::Largest => unsafe { rows::<$v, Highest, $group, $held>(Highest, x, len, to) },
                    // SAFETY: as above.
                    Kind::Smallest => unsafe { rows::<$v, Lowest, $group, $held>(Lowest, x, len, to) },
                }
            }
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            unsafe fn columns<const N: usize>(kind: Kind, x: &Columns<Elem<Self>>, to: *mut Elem<Self>) -> bool {
                match kind {
                    // SAFETY: passed on from the caller.
                    Kind::Sum => unsafe { columns::<$v, Add, N>(Add, x, to) },
                    // SAFETY: as above.
                    Kind::SumOfSquares => unsafe { columns::<$v, AddSquare, N>(AddSquare, x, to) },
                    // SAFETY: as above.
                    Kind::Largest => unsafe { columns::<$v, Highest, N>(Highest, x, to) },
                    // SAFETY: as above.
                    Kind::Smallest => unsafe { columns::<$v, Lowest, N>(Lowest, x, to) },
                }
            }
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            unsafe fn find(from: *const Elem<Self>, len: usize, number: Elem<Self>) -> usize {
                // SAFETY: passed on from the caller.
                unsafe { find::<$v>(from, len, number) }
            }
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            unsafe fn places(low: bool, x: &Columns<Elem<Self>>, one: Elem<Self>, to: *mut Elem<Self>) -> bool {
                if low {
                    // SAFETY: passed on from the caller.
                    unsafe { places::<$v, true, 4>(x, one, to) }
                } else {
                    // SAFETY: as above.
                    unsafe { places::<$v, false, 4>(x, one, to) }
                }
            }
        }
    )* };
}
loops! {
    #[cfg(feature = "std")] Wide32 __m512, 1 4, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2";
    #[cfg(feature = "std")] Wide64 __m512d, 2 8, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2";
    #[cfg(feature = "std")] Half32 __m256, 2 8, "avx2,fma,bmi1,bmi2";
    #[cfg(feature = "std")] Half64 __m256d, 4 8, "avx2,fma,bmi1,bmi2";
    Base32 __m128, 4 8;
    Base64 __m128d, 8 8;
}

/// A float, and which loops it has.
pub(crate) trait Real: Copy + Default + 'static {
    const ONE: Self;
    /// How far numbers count one by one.
    const COUNTED: usize;
    fn number(self) -> usize;
    /// Whole rows, columns, a search, or places, by the widest vectors that the CPU has.
    fn run<W: Work<Self>>(work: W) -> W::Output;
}

/// What is done by the loops of any width.
pub(crate) trait Work<T> {
    type Output;
    fn run<K: Loops<V: Vector<Elem = T>>>(self) -> Self::Output;
}

macro_rules! reals {
    ($($t:ident, $digits:literal, $wide:ident $half:ident $base:ident;)*) => { $(
        impl Real for $t {
            const ONE: $t = 1.0;
            const COUNTED: usize = 1 << $digits;
            #[inline(always)]
            fn number(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn run<W: Work<$t>>(work: W) -> W::Output {
                #[cfg(feature = "std")]
                match level() {
                    Level::Avx512 => return work.run::<$wide>(),
                    Level::Avx2 => return work.run::<$half>(),
                    Level::Baseline => {}
                }
                work.run::<$base>()
            }
        }
    )* };
}
reals! {
    f32, 24, Wide32 Half32 Base32;
    // As far as `usize` goes, where that has 32 bits.
    f64, 31, Wide64 Half64 Base64;
}

/// Rows of so many elements; how many were done.
struct Rows<'a, T>(Kind, &'a Columns<T>, usize, &'a mut [MaybeUninit<T>]);
impl<T> Work<T> for Rows<'_, T> {
    type Output = usize;
    #[inline(always)]
    fn run<K: Loops<V: Vector<Elem = T>>>(self) -> usize {
        assert!(self.1.rows <= self.3.len() && self.2 >= LANES, "rows that are long enough, and places for them");
        // SAFETY: the caller's rows, as `along` asks for. The CPU has the instructions of its level.
        unsafe { K::rows(self.0, self.1, self.2, self.3.as_mut_ptr().cast()) }
    }
}

struct Find<'a, T>(&'a [T], T);
impl<T> Work<T> for Find<'_, T> {
    type Output = usize;
    #[inline(always)]
    fn run<K: Loops<V: Vector<Elem = T>>>(self) -> usize {
        // SAFETY: the elements are a slice. The CPU has the instructions of its level.
        unsafe { K::find(self.0.as_ptr(), self.0.len(), self.1) }
    }
}

/// A number of columns at a time; how many were done, and whether none is NaN where that matters.
struct Down<'a, T>(Option<Kind>, bool, &'a Columns<T>, &'a mut [MaybeUninit<T>]);
impl<T: Real> Work<T> for Down<'_, T> {
    type Output = (usize, bool);
    #[inline(always)]
    fn run<K: Loops<V: Vector<Elem = T>>>(self) -> (usize, bool) {
        let mut done = 0;
        let mut ordered = true;
        while ordered {
            let x = Columns { first: self.2.first.wrapping_add(done), ..*self.2 };
            let to = self.3.as_mut_ptr().wrapping_add(done).cast();
            let vectors = (self.3.len() - done) / K::V::LANES;
            done += K::V::LANES
                * match (self.0, vectors) {
                    (_, 0) | (None, 1..4) => break,
                    (Some(kind), HELD..) => {
                        // SAFETY: the caller's columns, as many as there are places for. The CPU has the instructions of its level.
                        ordered = unsafe { K::columns::<HELD>(kind, &x, to) };
                        HELD
                    }
                    (Some(kind), 2..) => {
                        // SAFETY: as above.
                        ordered = unsafe { K::columns::<2>(kind, &x, to) };
                        2
                    }
                    (Some(kind), 1) => {
                        // SAFETY: as above.
                        ordered = unsafe { K::columns::<1>(kind, &x, to) };
                        1
                    }
                    (None, _) => {
                        // SAFETY: as above; the caller has compared the number of rows.
                        ordered = unsafe { K::places(self.1, &x, T::ONE, to) };
                        4
                    }
                };
        }
        (done, ordered)
    }
}

/// Runs a block for the element type, if that is a float, whose name there is `$r`.
macro_rules! for_floats {
    ($t:ident, $r:ident => $body:expr, else $other:expr) => {
        if $crate::kernels::rows::fold::type_of::<$t>() == core::any::TypeId::of::<f32>() {
            type $r = f32;
            $body
        } else if $crate::kernels::rows::fold::type_of::<$t>() == core::any::TypeId::of::<f64>() {
            type $r = f64;
            $body
        } else {
            $other
        }
    };
    ($t:ident, $r:ident => $body:expr) => {
        for_floats!($t, $r => Some($body), else None)
    };
}
#[cfg(feature = "alloc")]
pub(crate) use for_floats;

/// The elements as floats.
///
/// # Safety
/// That is what they are.
unsafe fn as_floats<T, R: Real>(x: &[T]) -> &[R] {
    // SAFETY: passed on from the caller.
    unsafe { &*(core::ptr::from_ref(x) as *const [R]) }
}

/// Reduces as many rows as there are loops for, from the first one on: none that are too short to gain by them, and none from one
/// on that has a NaN where that matters.
pub(crate) fn along<T>(kind: Kind, x: &Checked<'_, T>, to: &mut Results<T>) {
    if x.count() < LANES {
        return;
    }
    let done = for_floats!(T, R => {
        let rows = x.rows().min(TILE);
        // SAFETY: the type was compared.
        let places = unsafe { &mut *(core::ptr::from_mut(&mut to.places()[..rows]) as *mut [MaybeUninit<R>]) };
        R::run(Rows(kind, &Columns { first: x.first().cast::<R>(), step: x.step(), rows }, x.count(), places))
    });
    // SAFETY: so many were written.
    unsafe { to.set_done(done.unwrap_or(0)) };
}

/// The first element that is equal to `number`, one of them, or NaN if that is; if there are loops for this.
pub(crate) fn first_of<T>(x: &[T], number: &T) -> Option<usize> {
    for_floats!(T, R => {
        // SAFETY: the type was compared.
        let x = unsafe { as_floats::<T, R>(x) };
        // SAFETY: as above.
        let number = unsafe { mem::transmute_copy::<T, R>(number) };
        R::run(Find(x, number))
    })
}

/// Reduces as many columns as there are loops for, from the first one on; none if one is NaN and that matters.
pub(crate) fn down<T>(kind: Kind, x: &Checked<'_, T>, to: &mut Results<T>) {
    let done = for_floats!(T, R => {
        let count = x.count().min(TILE);
        // SAFETY: the type was compared.
        let places = unsafe { &mut *(core::ptr::from_mut(&mut to.places()[..count]) as *mut [MaybeUninit<R>]) };
        let x = Columns { first: x.first().cast::<R>(), step: x.step(), rows: x.rows() };
        let (done, ordered) = R::run(Down(Some(kind), false, &x, places));
        if ordered { done } else { 0 }
    });
    // SAFETY: so many were written.
    unsafe { to.set_done(done.unwrap_or(0)) };
}

/// Where the largest of each column is, or the smallest, as [`down`].
pub(crate) fn places_down<T>(low: bool, x: &Checked<'_, T>, to: &mut Results<usize>) {
    let done = for_floats!(T, R => {
        let count = x.count().min(TILE);
        if x.rows() >= R::COUNTED {
            return;
        }
        let mut numbers = [const { MaybeUninit::<R>::uninit() }; TILE];
        let x = Columns { first: x.first().cast::<R>(), step: x.step(), rows: x.rows() };
        let (done, ordered) = R::run(Down(None, low, &x, &mut numbers[..count]));
        if !ordered {
            return;
        }
        for (to, number) in to.places().iter_mut().zip(&numbers[..done]) {
            // SAFETY: so many were written.
            to.write(unsafe { number.assume_init() }.number());
        }
        done
    });
    // SAFETY: so many were written.
    unsafe { to.set_done(done.unwrap_or(0)) };
}

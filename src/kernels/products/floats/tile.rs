//! Tiles of a product, which are summed in registers.

use core::ops::Range;
use core::slice;

use num_traits::Float;
use num_traits::Zero;

use super::Problem;
use super::copy::Turned;
use super::problem::Start;
use crate::kernels::rows::fold::{Add, Lies, halved};
use crate::kernels::simd::{MOST, Simd};

/// Where a tile's operands are, and how to step through them; the right one lies in memory as `E`.
pub(super) struct Tile<T, E = T> {
    /// The tile's first row of the left matrix, the step to the next row, and along it. Rows 3 and 6 are pointers of their own: eight
    /// steps from row to row, one after the other, take as long as a step's sums.
    pub a: [*const T; 3],
    pub a_row: isize,
    pub a_step: isize,
    /// The tile's first column of the right matrix, whose rows are contiguous, and the step to the next row.
    pub b: *const E,
    pub b_step: isize,
    /// Where its rows are copied to, next to each other, while they are read; null if nowhere. There is room for all lanes of the vectors.
    pub copy: *mut T,
    /// What is asked for meanwhile, since it is needed next.
    pub ahead: Ahead<T>,
    /// How many products each sum has.
    pub k: usize,
    /// The result, and the steps to its next row and column.
    pub c: *mut T,
    pub c_row: isize,
    pub c_column: isize,
    /// How many columns there are: at least one, at most as many as the vectors have lanes.
    pub columns: usize,
    pub start: Start<T>,
    /// Is 0 to be there in place of negative sums? Of [`outer`] into contiguous rows only.
    pub relu: bool,
    /// Where the bits of rounded sums go in place of the result, into contiguous rows at its steps. Of [`outer`] with [pairs](Simd::PAIRS) only.
    pub brains: Option<*mut u16>,
}

/// Memory that is asked for little by little, while products are summed: memory reads ahead by itself, but not in the order of tiles, and all at once
/// would be waited for.
#[derive(Clone, Copy)]
pub(super) struct Ahead<T> {
    pub from: *const T,
    /// So many cache lines are asked for at a time, or none.
    pub lines: usize,
    /// From one time to the next, in bytes.
    pub step: isize,
    /// After so many products.
    pub every: usize,
}

impl<T> Ahead<T> {
    pub(super) fn nothing(from: *const T) -> Self {
        Ahead { from, lines: 0, step: 0, every: 1 }
    }
}

/// So many products are summed before they are added to what was summed before: a sum of thousands would lose a little with each.
const BLOCK: usize = 128;
/// So many vectors of products, where lanes are summed.
const VECTORS: usize = 64;

/// The sums of two blocks.
#[inline(always)]
fn sum<S: Simd, const M: usize, const N: usize>(
    s: S,
    mut before: [[S::V; N]; M],
    sums: [[S::V; N]; M],
) -> [[S::V; N]; M] {
    for i in 0..M {
        for v in 0..N {
            before[i][v] = s.add(before[i][v], sums[i][v]);
        }
    }
    before
}

/// One row of the columns of `N` vectors.
///
/// # Safety
/// It may be read: all lanes of the vectors but the last one, and of that the first ones.
#[inline(always)]
unsafe fn read<S: Simd, E: Turned<S::Elem>, const N: usize>(
    s: S,
    from: *const E,
    first: (S::First, usize),
) -> [S::V; N] {
    // SAFETY: the last vector's first lanes.
    let mut row = [unsafe { E::load_first_at(s, from.wrapping_add((N - 1) * S::LANES), first) }; N];
    for (v, item) in row.iter_mut().enumerate().take(N - 1) {
        // SAFETY: one of the vectors before the last.
        *item = unsafe { E::load_at(s, from.wrapping_add(v * S::LANES)) };
    }
    row
}

/// The product of `M` rows by the columns of `N` vectors, one outer product after the other.
///
/// # Safety
/// All that the tile says lies within the operands and the result; numbers to start from are initialised, those of the result
/// too.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
pub(super) unsafe fn outer<
    S: Simd<Elem: Turned>,
    E: Turned<S::Elem>,
    const M: usize,
    const N: usize,
    const COPY: bool,
>(
    s: S,
    tile: &Tile<S::Elem, E>,
) {
    let last = (N - 1) * S::LANES;
    debug_assert!(tile.columns > last && tile.columns <= N * S::LANES);
    let count = tile.columns - last;
    let first = (s.first(count), count);
    let mut sums = [[s.zero(); N]; M];
    match tile.start {
        // The result is added at the end.
        Start::Zero | Start::Result => {}
        // SAFETY: a number for each column.
        Start::Columns(from) => sums = [unsafe { read::<S, S::Elem, N>(s, from, first) }; M],
        Start::Rows(from) => {
            for i in 0..M {
                // SAFETY: a number for each row.
                let x = unsafe { from.wrapping_add(i).read() };
                sums[i] = [s.splat(x); N];
            }
        }
    }
    let mut at = Step { a: tile.a, b: tile.b, copy: tile.copy, ahead: tile.ahead.from };
    let mut left = tile.k - tile.k.min(BLOCK);
    // By the end it has come from memory, and is not gone again.
    let result = |left: usize| {
        if left <= BLOCK && matches!(tile.start, Start::Result) {
            for i in 0..M {
                for v in 0..N {
                    s.prefetch(tile.c.wrapping_offset(i as isize * tile.c_row).wrapping_add(v * S::LANES));
                }
            }
        }
    };
    result(tile.k);
    // SAFETY: the first products.
    unsafe { steps::<S, E, M, N, COPY>(s, tile, first, &mut at, tile.k - left, &mut sums) };
    while left > 0 {
        let now = left.min(BLOCK);
        let mut more = [[s.zero(); N]; M];
        result(left);
        // SAFETY: the next products.
        unsafe { steps::<S, E, M, N, COPY>(s, tile, first, &mut at, now, &mut more) };
        sums = sum(s, sums, more);
        left -= now;
    }
    if tile.c_column == 1 {
        if matches!(tile.start, Start::Result) {
            for i in 0..M {
                // SAFETY: a row of the result, which is initialised if the sums start from it.
                let before =
                    unsafe { read::<S, S::Elem, N>(s, tile.c.wrapping_offset(i as isize * tile.c_row), first) };
                for v in 0..N {
                    sums[i][v] = s.add(sums[i][v], before[v]);
                }
            }
        }
        if tile.relu {
            for i in 0..M {
                for v in 0..N {
                    // NaN stays.
                    sums[i][v] = s.larger(s.zero(), sums[i][v]);
                }
            }
        }
        macro_rules! store {
            ($to:expr, $store:ident, $store_first:ident) => {
                for i in 0..M {
                    let to = $to.wrapping_offset(i as isize * tile.c_row);
                    for v in 0..N - 1 {
                        // SAFETY: one of the vectors before the last, within the tile's columns of what is written.
                        unsafe { s.$store(sums[i][v], to.wrapping_add(v * S::LANES)) };
                    }
                    let to = to.wrapping_add(last);
                    if tile.columns == N * S::LANES {
                        // SAFETY: the last vector has all its lanes within the tile's columns.
                        unsafe { s.$store(sums[i][N - 1], to) };
                    } else {
                        // SAFETY: the lanes of the last vector that are columns of the tile.
                        unsafe { s.$store_first(sums[i][N - 1], to, first.0) };
                    }
                }
            };
        }
        match tile.brains {
            Some(to) if S::PAIRS => store!(to, store_brains_at, store_first_brains_at),
            _ => store!(tile.c, store_at, store_first_at),
        }
        return;
    }
    // The lanes of a vector are apart in the result.
    let add = matches!(tile.start, Start::Result);
    for v in 0..N {
        let mut lanes = [[S::Elem::zero(); MOST]; M];
        for i in 0..M {
            lanes[i] = s.lanes(sums[i][v]);
        }
        let first = v * S::LANES;
        let to = tile.c.wrapping_offset(first as isize * tile.c_column);
        // SAFETY: within the tile of the result; initialised if the sums start from there.
        unsafe { scatter(to, [tile.c_row, tile.c_column], &lanes, S::LANES.min(tile.columns - first), add) };
    }
}

/// Writes so many lanes of each row, or adds them to what is there.
///
/// # Safety
/// As for [`put`], of each of them.
#[inline(never)]
unsafe fn scatter<T: Float>(to: *mut T, [row, column]: [isize; 2], rows: &[[T; MOST]], lanes: usize, add: bool) {
    // The rows are next to each other, as a rule.
    for j in 0..lanes.min(MOST) {
        for (i, sums) in rows.iter().enumerate() {
            // SAFETY: the caller promises a place for it.
            unsafe { put(to.wrapping_offset(i as isize * row + j as isize * column), sums[j], add) };
        }
    }
}

/// The products of a column and a row.
///
/// # Safety
/// All elements may be read, and those of the result written; its rows and the right operand's only one are contiguous, and have a vector's elements.
#[inline(always)]
pub(super) unsafe fn once<S: Simd>(s: S, p: &Problem<S::Elem>) {
    let last = p.n - S::LANES;
    for i in 0..p.m as isize {
        // SAFETY: an element of the left operand.
        let x = s.splat(unsafe { p.a.wrapping_offset(i * p.a_row).read() });
        let to = p.c.wrapping_offset(i * p.c_row);
        let one = |at: usize| {
            // SAFETY: a vector's elements of the row.
            let y = unsafe { s.load_at(p.b.wrapping_add(at)) };
            // SAFETY: room for them in the row of the result.
            unsafe { s.store_at(s.mul_add(x, y, s.zero()), to.wrapping_add(at)) };
        };
        for at in (0..last).step_by(S::LANES) {
            one(at);
        }
        // Some of these for the second time.
        one(last);
    }
}

/// Where the next product's operands are.
struct Step<T, E> {
    a: [*const T; 3],
    b: *const E,
    copy: *mut T,
    ahead: *const T,
}

/// So many outer products more, added to the sums.
///
/// # Safety
/// As for [`outer`]; so many are left.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
unsafe fn steps<S: Simd, E: Turned<S::Elem>, const M: usize, const N: usize, const COPY: bool>(
    s: S,
    tile: &Tile<S::Elem, E>,
    first: (S::First, usize),
    at: &mut Step<S::Elem, E>,
    count: usize,
    sums: &mut [[S::V; N]; M],
) {
    let Ahead { lines, step, every, .. } = tile.ahead;
    let mut left = count;
    while left > 0 {
        let mut now = left;
        if lines != 0 {
            for line in 0..lines {
                s.prefetch_second(at.ahead.wrapping_byte_add(64 * line));
            }
            at.ahead = at.ahead.wrapping_byte_offset(step);
            now = left.min(every);
        }
        for _ in 0..now {
            // SAFETY: a row of the right matrix.
            let row = unsafe { read::<S, E, N>(s, at.b, first) };
            if COPY {
                for v in 0..N {
                    // SAFETY: room for all lanes of a row.
                    unsafe { s.store_at(row[v], at.copy.wrapping_add(v * S::LANES)) };
                }
                at.copy = at.copy.wrapping_add(N * S::LANES);
            }
            for i in 0..M {
                // SAFETY: an element of the left matrix.
                let x = s.splat(unsafe { at.a[i / 3].wrapping_offset((i % 3) as isize * tile.a_row).read() });
                for v in 0..N {
                    sums[i][v] = s.add_products(sums[i][v], x, row[v]);
                }
            }
            for a in &mut at.a {
                *a = a.wrapping_offset(tile.a_step);
            }
            at.b = at.b.wrapping_offset(tile.b_step);
        }
        left -= now;
    }
}

/// Writes a sum, or adds it to what is there.
///
/// # Safety
/// The place may be written; if it is added to, it is initialised.
#[inline(always)]
unsafe fn put<T: Float>(to: *mut T, sum: T, add: bool) {
    // SAFETY: the caller promises that it is initialised.
    let sum = if add { (unsafe { to.read() }) + sum } else { sum };
    // SAFETY: the caller promises a place for it.
    unsafe { to.write(sum) };
}

/// The product of `M` rows by `N` columns, all contiguous, as sums of products along them: `b_step` is from one column to the
/// next, and `a_step` is not looked at.
///
/// # Safety
/// As for [`outer`].
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
pub(super) unsafe fn inner<S: Simd<Elem: Lies<S::Elem>>, E: Lies<S::Elem>, const M: usize, const N: usize>(
    s: S,
    tile: &Tile<S::Elem, E>,
) {
    let whole = tile.k - tile.k % S::LANES;
    let mut at = whole.min(VECTORS * S::LANES);
    // SAFETY: the first elements of each row and column.
    let mut sums = unsafe { vectors(s, tile, 0..at) };
    while at < whole {
        let end = whole.min(at + VECTORS * S::LANES);
        // SAFETY: the next elements of each row and column.
        let more = unsafe { vectors(s, tile, at..end) };
        sums = sum(s, sums, more);
        at = end;
    }
    if whole < tile.k {
        // SAFETY: the last elements of each row and column.
        unsafe { step::<S, E, M, N, true>(s, tile, &mut sums, whole, tile.k - whole) };
    }
    let add = matches!(tile.start, Start::Result);
    for i in 0..M {
        for j in 0..N {
            let mut sum = halved(s, Add, [sums[i][j]]);
            let from = match tile.start {
                Start::Columns(from) => Some(from.wrapping_add(j)),
                Start::Rows(from) => Some(from.wrapping_add(i)),
                Start::Zero | Start::Result => None,
            };
            if let Some(from) = from {
                // SAFETY: a number for each row or column.
                sum = (unsafe { from.read() }) + sum;
            }
            let to = tile.c.wrapping_offset(i as isize * tile.c_row + j as isize * tile.c_column);
            // SAFETY: within the tile of the result; initialised if the sum starts from there.
            unsafe { put(to, sum, add) };
        }
    }
}

/// The sums of some steps of [`inner`].
///
/// # Safety
/// As for [`inner`]; there are these elements, of which vectors are made.
#[inline(always)]
unsafe fn vectors<S: Simd<Elem: Lies<S::Elem>>, E: Lies<S::Elem>, const M: usize, const N: usize>(
    s: S,
    tile: &Tile<S::Elem, E>,
    range: Range<usize>,
) -> [[S::V; N]; M] {
    let mut sums = [[s.zero(); N]; M];
    let mut at = range.start;
    while at < range.end {
        // SAFETY: as many elements of each row and column are left.
        unsafe { step::<S, E, M, N, false>(s, tile, &mut sums, at, S::LANES) };
        at += S::LANES;
    }
    sums
}

/// One step of [`inner`]: the products of a vector of elements, or with `PART` of the first `count` ones.
///
/// # Safety
/// As for [`inner`]; from `at` on there are so many elements of each row and column.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
unsafe fn step<S, E, const M: usize, const N: usize, const PART: bool>(
    s: S,
    tile: &Tile<S::Elem, E>,
    sums: &mut [[S::V; N]; M],
    at: usize,
    count: usize,
) where
    S: Simd<Elem: Lies<S::Elem>>,
    E: Lies<S::Elem>,
{
    let mut columns = [s.zero(); N];
    for j in 0..N {
        // SAFETY: so many elements of a column.
        columns[j] =
            unsafe { some::<S, E, PART>(s, tile.b.wrapping_offset(j as isize * tile.b_step).wrapping_add(at), count) };
    }
    for i in 0..M {
        // SAFETY: so many elements of a row.
        let row = unsafe {
            some::<S, S::Elem, PART>(s, tile.a[0].wrapping_offset(i as isize * tile.a_row).wrapping_add(at), count)
        };
        for j in 0..N {
            sums[i][j] = s.mul_add(row, columns[j], sums[i][j]);
        }
    }
}

/// A vector of elements, or of the first ones.
///
/// # Safety
/// They may be read.
#[inline(always)]
unsafe fn some<S: Simd, E: Lies<S::Elem>, const PART: bool>(s: S, from: *const E, count: usize) -> S::V {
    if PART {
        // SAFETY: the caller promises the first ones.
        E::load_part(s, unsafe { slice::from_raw_parts(from, count) })
    } else {
        // SAFETY: the caller promises a vector's.
        unsafe { E::load_at(s, from) }
    }
}

//! Products of matrices of floats by vectors as wide as the CPU has them.
//!
//! Tiles of the result are summed in registers ([`tile`]), straight from the operands where these are small: nothing is copied, and
//! nothing but the tiles costs time. Where a right operand is large, or its rows are not contiguous, it is copied into panels of a
//! tile's width first, a part at a time.

mod copy;
mod problem;
mod scratch;
mod tile;
mod walk;

use core::{ptr, slice};

use crate::kernels::float::for_floats;
#[cfg(feature = "half")]
use crate::kernels::halves::{Brain, Half};
#[cfg(feature = "half")]
use crate::kernels::simd::in_pairs;
use crate::kernels::simd::{Real, Simd, Task, Work};
use copy::{Part, Turned};
pub(crate) use problem::{Problem, Sound, Start};
use scratch::Scratch;
use tile::{Ahead, Tile};

/// What is compiled for the CPU's instructions by itself: tiles, and copies.
///
/// The fields hold what the functions of the same names ask for.
struct Outer<'a, T, E, const M: usize, const N: usize, const COPY: bool>(&'a Tile<T, E>);
struct Once<'a, T>(&'a Problem<T>);
struct Inner<'a, T, E, const M: usize, const N: usize>(&'a Tile<T, E>);
struct Walk<'a, T, E, const M: usize>(&'a Problem<T, E>);
struct Copied<'a, T, E>(&'a Part<T, E>);

impl<S: Simd<Elem: Turned>, E: Turned<S::Elem>, const M: usize, const N: usize, const COPY: bool> Task<S>
    for Outer<'_, S::Elem, E, M, N, COPY>
{
    type Output = ();
    #[inline(always)]
    fn run(self, s: S) {
        // SAFETY: whoever makes one has a tile as this asks for.
        unsafe { tile::outer::<S, E, M, N, COPY>(s, self.0) }
    }
}
impl<S: Simd> Task<S> for Once<'_, S::Elem> {
    type Output = ();
    #[inline(always)]
    fn run(self, s: S) {
        // SAFETY: whoever makes one has a product as this asks for.
        unsafe { tile::once(s, self.0) }
    }
}
impl<S: Simd<Elem: Turned>, E: Turned<S::Elem>, const M: usize, const N: usize> Task<S>
    for Inner<'_, S::Elem, E, M, N>
{
    type Output = ();
    #[inline(always)]
    fn run(self, s: S) {
        // SAFETY: whoever makes one has a tile as this asks for.
        unsafe { tile::inner::<S, E, M, N>(s, self.0) }
    }
}
impl<S: Simd<Elem: Turned>, E: Turned<S::Elem>, const M: usize> Task<S> for Walk<'_, S::Elem, E, M> {
    type Output = ();
    #[inline(always)]
    fn run(self, s: S) {
        // SAFETY: whoever makes one has a product as this asks for.
        unsafe { walk::walk::<S, E, M>(s, self.0) }
    }
}
impl<S: Simd, E: Turned<S::Elem>> Task<S> for Copied<'_, S::Elem, E> {
    type Output = ();
    #[inline(always)]
    fn run(self, s: S) {
        // SAFETY: whoever makes one has a part as this asks for.
        unsafe { copy::copy(s, self.0) }
    }
}

/// A whole product.
struct Multiply<'a, T>(&'a Sound<'a, T>);
impl<T: Turned + Real> Work<T> for Multiply<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const H: usize, const L: usize, const M: usize>(self, s: S) {
        multiply(s, self.0);
    }
}

/// The most rows of a tile of [`widest`] vectors.
const fn tallest<S: Simd>() -> usize {
    if S::REGISTERS == 32 { 8 } else { 6 }
}

/// The most vectors of a tile of many rows: the more there are, the more sums each element of the left operand serves once it is read.
const fn widest<S: Simd>() -> usize {
    if S::REGISTERS == 32 { 3 } else { 2 }
}

/// Computes the product, if there are kernels for these elements and this CPU.
#[inline]
pub(crate) fn product<T: 'static>(p: &Sound<'_, T>) -> bool {
    for_floats!(T, |same| Product::product(p.same(same)), else false)
}

/// Not generic, so that the kernels are compiled with this crate and not with each that uses it.
trait Product: Turned + Real {
    fn product(p: &Sound<'_, Self>) -> bool;
}
macro_rules! products {
    ($($t:ident)*) => { $(
        impl Product for $t {
            #[inline(never)]
            fn product(p: &Sound<'_, $t>) -> bool {
                $t::wide(Multiply(p)).is_some()
            }
        }
    )* };
}
products! { f32 f64 }

/// A product whose right operand has floats of 16 bits.
#[cfg(feature = "half")]
struct MultiplyNarrow<'a, E>(&'a Sound<'a, f32, E>);
#[cfg(feature = "half")]
impl<E: Turned<f32>> Work<f32> for MultiplyNarrow<'_, E> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = f32>, const G: usize, const H: usize, const L: usize, const M: usize>(self, s: S) {
        let p = self.0;
        if p.m == 0 || p.n == 0 {
            return;
        }
        if p.b_row == 1 && p.a_column == 1 && p.m <= 8 && p.k >= S::LANES {
            return along(s, p);
        }
        if p.b_column == 1 && p.c_column == 1 && p.m <= 2 && p.k > 0 {
            return passes(s, p);
        }
        shared(s, p);
    }
}

/// An element of 16 bits, of which the kernels make `f32` as they read it.
#[cfg(feature = "half")]
pub(crate) trait Narrow: Copy {
    /// Computes the product, if there are kernels for this CPU.
    fn product(p: &Sound<'_, f32, Self>) -> bool;
}
#[cfg(feature = "half")]
macro_rules! narrow {
    ($($t:ident)*) => { $(
        impl Narrow for $t {
            #[inline(never)]
            fn product(p: &Sound<'_, f32, $t>) -> bool {
                f32::wide(MultiplyNarrow(p)).is_some()
            }
        }
    )* };
}
#[cfg(feature = "half")]
narrow! { Half Brain }

/// A product of pairs of `bf16`.
#[cfg(feature = "half")]
struct MultiplyPairs<'a>(&'a Sound<'a, f32>);
#[cfg(feature = "half")]
impl Work<f32> for MultiplyPairs<'_> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = f32>, const G: usize, const H: usize, const L: usize, const M: usize>(self, s: S) {
        shared(s, self.0);
    }
}

/// The product of matrices that have pairs of `bf16` in place of numbers, the first of each pair in the upper bits, if the CPU has that. Nothing is applied
/// to the sums, but they may be rounded.
#[cfg(feature = "half")]
#[inline(never)]
pub(crate) fn product_of_pairs(p: &Sound<'_, f32>) -> bool {
    in_pairs(MultiplyPairs(p)).is_some()
}

/// How many rows of the right operand are copied at a time: a panel is in the first cache, or half in the second, which is fast enough, and the sums come and go
/// once for so many products. Of pairs, which are multiplied twice as fast, they come and go less often, and panels are in the second cache.
const fn depth<S: Simd>() -> usize {
    if S::PAIRS { 512 } else { 256 }
}
/// How many rows of the left operand are gone through with each panel: they stay in the second cache.
const HEIGHT: usize = 512;
/// How many rows of the right operand are gone through at a time by one or two rows; by some more, for which the result is gone through as often, twice
/// as many.
const PASS: usize = 32;
/// From how many bytes on a right operand is copied though its rows are contiguous.
const COPIED: usize = 64 << 10;

/// From so many bytes on a right operand comes from beyond the second cache, and is walked along by one or two rows,
const FAR: usize = 1 << 20;
/// if its rows have so many.
const LONG: usize = 2 << 10;

/// So many rows ahead memory is asked for: rows that are far apart are not read ahead by themselves, and each would be waited for.
const AHEAD: usize = 16;

/// The product by whatever way costs least.
fn multiply<S: Simd<Elem: Turned>>(s: S, p: &Sound<'_, S::Elem>) {
    let lanes = S::LANES;
    let Problem { m, k, n, .. } = **p;
    if m == 0 || n == 0 {
        return;
    }
    if p.b_row == 1 && p.a_column == 1 && (n <= 4 || m <= 8) && (p.b_column != 1 || n == 1) && k >= lanes {
        along(s, p);
        // SAFETY: all of it is written.
        return unsafe { finish(p) };
    }
    if k == 1 && matches!(p.start, Start::Zero) && p.then.is_none() && (p.b_column, p.c_column) == (1, 1) && n >= lanes
    {
        return s.call(Once(p));
    }
    // As it is or transposed: what costs less. An operand on the right whose rows are not contiguous is copied, a result that lies transposed is made
    // so, element by element each time; vectors that are not full cost as much as others, and few columns are not worth one.
    let (apart, turned_apart) = (p.b_column != 1 && n != 1, p.a_row != 1 && m != 1);
    let cost = |rows: usize, columns: usize, copied: bool, scattered: bool| {
        // About as many cycles as the tiles take with each product, if there are many: all of their rows are read, and all of their vectors.
        let (panels, vectors) = (columns.div_ceil(widest::<S>() * lanes), columns.div_ceil(lanes));
        let sums =
            panels.saturating_mul(rows).saturating_add(rows.div_ceil(tallest::<S>()).saturating_mul(2 * vectors));
        let copying = usize::from(copied) * columns / 2;
        // An operand may be stretched along `k`, which costs no memory.
        let scattering = usize::from(scattered) * m * n;
        k.saturating_mul(sums.saturating_add(copying))
            .saturating_add(scattering.saturating_mul(k.div_ceil(depth::<S>())))
    };
    let as_it_is = cost(m, n, apart, p.c_column != 1 && n != 1);
    let turned = cost(n, m, turned_apart, p.c_row != 1 && m != 1);
    let apart = apart || p.c_column != 1 && n != 1;
    if apart && turned < as_it_is || !turned_apart && 2 * n <= lanes && n < m {
        return shared(s, &p.transposed());
    }
    shared(s, p);
}

/// As [`across`], by bands of rows on several threads where that pays: each element is summed as it would be by one.
fn shared<S: Simd<Elem: Turned>, E: Turned<S::Elem>>(s: S, p: &Sound<'_, S::Elem, E>) {
    #[cfg(feature = "rayon")]
    {
        // In bands of so many rows the same way is taken as for all of them.
        let least = 4 * tallest::<S>();
        let parts = crate::kernels::parallel::parts(p.m, least, (p.m * p.n).saturating_mul(p.k));
        if parts > 1 {
            let band = |rows: core::ops::Range<usize>| across(s, &p.rows(rows));
            // SAFETY: the operands are floats that are only read, and each part writes rows of its own.
            return unsafe { crate::kernels::parallel::split(p.m, parts, tallest::<S>(), band) };
        }
    }
    across(s, p);
}

/// As sums along rows and columns, all of which are contiguous.
fn along<S: Simd<Elem: Turned>, E: Turned<S::Elem>>(s: S, p: &Sound<'_, S::Elem, E>) {
    let mut i = 0;
    while i < p.m {
        let rows = if p.m - i >= 4 { 4 } else { 1 };
        let mut j = 0;
        while j < p.n {
            let columns = if p.n - j >= 4 { 4 } else { 1 };
            let tile = Tile {
                a: [p.a.wrapping_offset(i as isize * p.a_row); 3],
                a_row: p.a_row,
                a_step: 1,
                b: p.b.wrapping_offset(j as isize * p.b_column),
                b_step: p.b_column,
                copy: ptr::null_mut(),
                ahead: Ahead::nothing(p.a),
                k: p.k,
                c: p.c.wrapping_offset(i as isize * p.c_row + j as isize * p.c_column),
                c_row: p.c_row,
                c_column: p.c_column,
                columns,
                start: p.start.at(i, j),
                relu: false,
                brains: None,
            };
            match (rows, columns) {
                (4, 4) => s.call(Inner::<_, _, 4, 4>(&tile)),
                (4, _) => s.call(Inner::<_, _, 4, 1>(&tile)),
                (_, 4) => s.call(Inner::<_, _, 1, 4>(&tile)),
                _ => s.call(Inner::<_, _, 1, 1>(&tile)),
            }
            j += columns;
        }
        i += rows;
    }
}

/// As outer products: where the operands are, or by panels of the right one.
fn across<S: Simd<Elem: Turned>, E: Turned<S::Elem>>(s: S, p: &Sound<'_, S::Elem, E>) {
    match E::as_it_is(p) {
        Some(p) => in_place_or_copied(s, p),
        None => copied(s, p),
    }
}

/// As [`across`], of a right operand that need not be copied.
fn in_place_or_copied<S: Simd<Elem: Turned>>(s: S, p: &Sound<'_, S::Elem>) {
    let Problem { m, k, n, .. } = **p;
    let apart = p.b_column != 1 && n != 1;
    let bytes = |length: usize| k.saturating_mul(length * size_of::<S::Elem>());
    if !apart && m < 4 * tallest::<S>() && bytes(n) > COPIED {
        return passes(s, p);
    }
    if !apart && bytes(n) <= COPIED {
        return tiles(s, p);
    }
    copied(s, p);
}

/// As [`across`], of few rows, by the contiguous ones of the right operand: these are read once, in the order of memory, some at a time.
fn passes<S: Simd<Elem: Turned>, E: Turned<S::Elem>>(s: S, p: &Sound<'_, S::Elem, E>) {
    let row = p.n * size_of::<E>();
    if p.m <= 2 && p.c_column == 1 && p.brains.is_none() && row >= LONG && p.k.saturating_mul(row) > FAR {
        match p.m {
            1 => s.call(Walk::<_, _, 1>(p)),
            _ => s.call(Walk::<_, _, 2>(p)),
        }
        // SAFETY: all of it is written.
        return unsafe { finish(p) };
    }
    let pass = if p.m <= 2 { PASS } else { 2 * PASS };
    let mut at = 0;
    while at < p.k {
        // SAFETY: the products before these were summed, which has written the result.
        tiles(s, &unsafe { p.summed(at..p.k.min(at + pass)) });
        at += pass;
    }
}

/// As [`across`], by panels of the right operand, each of which is copied when its turn comes, and is in the first cache then.
fn copied<S: Simd<Elem: Turned>, E: Turned<S::Elem>>(s: S, p: &Sound<'_, S::Elem, E>) {
    let Problem { m, k, n, .. } = **p;
    let bytes = |length: usize| k.saturating_mul(length * size_of::<S::Elem>());
    // With few columns the panels stay in the second cache, so the sums are not interrupted.
    let narrow = n <= 8 * S::LANES;
    let most = if narrow && m >= 2 * tallest::<S>() { 4 * depth::<S>() } else { depth::<S>() };
    let copy_left = !narrow && bytes(m) > 8 * COPIED || p.a_column != 1 && bytes(m) > COPIED;
    // A panel of the right operand, then the left one's bands, with a vector behind them.
    let room = k.min(most) * (widest::<S>() * S::LANES).min(n.next_multiple_of(S::LANES));
    let bands_room = if copy_left { k.min(most) * m.min(HEIGHT) + S::LANES } else { 0 };
    let blocks = bands(m, HEIGHT);
    let mut memory = Scratch::new((room + bands_room) * size_of::<S::Elem>());
    let right = memory.as_mut_ptr::<S::Elem>();
    let left = right.wrapping_add(room);
    let mut at = 0;
    while at < k || at == 0 {
        let depth = (k - at).min(most);
        let b = p.b.wrapping_offset(at as isize * p.b_row);
        for (block, (row, rows)) in (0..blocks.count).map(|block| (block, blocks.band(block))) {
            let part = Problem {
                m: rows,
                k: depth,
                n,
                a: p.a.wrapping_offset(row as isize * p.a_row + at as isize * p.a_column),
                a_row: p.a_row,
                a_column: p.a_column,
                b: right.cast_const(),
                b_row: 0,
                b_column: 1,
                c_row: p.c_row,
                c_column: p.c_column,
                c: p.c.wrapping_offset(row as isize * p.c_row),
                start: if at == 0 { p.start.at(row, 0) } else { Start::Result },
                ahead: if at + row == 0 { p.ahead } else { None },
                then: if at + depth == k { p.then } else { None },
                brains: p.brains.filter(|_| at + depth == k).map(|to| to.wrapping_offset(row as isize * p.c_row)),
            };
            let packed = copy_left.then(|| {
                let bands = bands(rows, tallest::<S>());
                for (first, rows) in (0..bands.count).map(|at| bands.band(at)) {
                    let from = part.a.wrapping_offset(first as isize * p.a_row);
                    let to = left.wrapping_add(first * depth);
                    let part =
                        Part { from, row: p.a_column, column: p.a_row, rows: depth, columns: rows, to, width: rows };
                    // SAFETY: so many columns and rows of the left operand, and room for them and for a vector behind the last.
                    s.call(Copied(&part));
                }
                left.cast_const()
            });
            // What is needed when all panels are through.
            let after = if block + 1 < blocks.count {
                Some(b)
            } else {
                (at + depth < k).then(|| b.wrapping_offset(depth as isize * p.b_row))
            };
            let lies = E::IS && p.b_column == 1;
            let panel = |column: usize, columns: usize, width: usize| {
                let from = b.wrapping_offset(column as isize * p.b_column);
                let next =
                    if column + width < n { Some(from.wrapping_offset(width as isize * p.b_column)) } else { after };
                let next = next.and_then(|from| match (p.b_column, p.b_row) {
                    (1, step) => Some(Next::new(from, step, depth, width)),
                    (step, 1) => Some(Next::new(from, step, width, depth)),
                    _ => None,
                });
                let panel = Panel { b: right.cast_const(), b_step: width as isize, first: None, next };
                if lies && copies::<S>(rows, width) {
                    return Panel { first: Some((from.cast(), p.b_row, right)), ..panel };
                }
                let part = Part { from, row: p.b_row, column: p.b_column, rows: depth, columns, to: right, width };
                // SAFETY: so many rows and columns of the right operand, and room for a panel of them, whose width is a number of vectors.
                s.call(Copied(&part));
                panel
            };
            // SAFETY: a part of the product.
            let part = unsafe { Sound::new(part) };
            // SAFETY: its operands are copied, the left one just above, and of the right one a panel each time, or by its first tile.
            unsafe { panels(s, &part, widest::<S>(), panel, packed) };
        }
        at += most;
    }
}

/// Is there a tile for the first of so many rows, and so many lanes, which copies what it reads?
fn copies<S: Simd>(rows: usize, lanes: usize) -> bool {
    widest::<S>() == 3 && lanes == 3 * S::LANES && matches!(bands(rows, tallest::<S>()).band(0).1, 7 | 8)
}

/// Applies to the sums what is to be applied, in as long pieces as there are.
///
/// # Safety
/// The result is written.
unsafe fn finish<T, E>(p: &Sound<'_, T, E>) {
    let Some(then) = p.then else { return };
    let (count, step, length) = if p.c_column == 1 { (p.m, p.c_row, p.n) } else { (p.n, p.c_column, p.m) };
    let (count, length) = if step == length as isize { (1, count * length) } else { (count, length) };
    for i in 0..count {
        // SAFETY: a row of the result, or a column, or all of it, which is nobody else's.
        (then.each)(unsafe { slice::from_raw_parts_mut(p.c.wrapping_offset(i as isize * step), length) });
    }
}

/// Rows in bands of nearly the same height, or vectors of columns in panels of nearly the same width.
#[derive(Clone, Copy)]
struct Bands {
    count: usize,
    height: usize,
    /// So many of them have one more.
    more: usize,
}

impl Bands {
    /// The first row of a band, and how many it has.
    #[inline(always)]
    fn band(self, at: usize) -> (usize, usize) {
        (at * self.height + at.min(self.more), self.height + usize::from(at < self.more))
    }

    /// The first column of a panel, and how many its vectors have.
    #[inline(always)]
    fn lanes<S: Simd>(self, at: usize) -> (usize, usize) {
        let (first, vectors) = self.band(at);
        (first * S::LANES, vectors * S::LANES)
    }
}

/// The rows in bands, of at most `most` each.
#[inline(always)]
fn bands(rows: usize, most: usize) -> Bands {
    let count = rows.div_ceil(most);
    let (height, more) = if count == 1 { (rows, 0) } else { (rows / count, rows % count) };
    Bands { count, height, more }
}

/// Some columns of the right operand.
struct Panel<T, E> {
    b: *const E,
    /// From one row to the next.
    b_step: isize,
    /// Where the first tile reads them, the step to their next row there, and where it copies them to, if they are not copied yet.
    first: Option<(*const E, isize, *mut T)>,
    /// What is needed next, if that is not in the order of memory.
    next: Option<Next>,
}

/// The columns of the right operand that are copied next, where they lie.
#[derive(Clone, Copy)]
struct Next {
    from: *const u8,
    /// From one contiguous piece to the next, in bytes, how many there are, and how many bytes each has.
    step: isize,
    pieces: usize,
    bytes: usize,
}

impl Next {
    fn new<E>(from: *const E, step: isize, pieces: usize, length: usize) -> Self {
        let size = size_of::<E>();
        Next { from: from.cast(), step: step * size as isize, pieces, bytes: length * size }
    }

    /// What a band of so many asks for, while it sums `k` products: its share of the pieces.
    #[inline(always)]
    fn ahead<T>(self, k: usize, band: usize, bands: usize) -> Ahead<T> {
        let share = self.pieces.div_ceil(bands).max(1);
        let from = self.from.wrapping_offset((band * share) as isize * self.step);
        // Of a piece's end, too, where it does not start with a line.
        let lines = if band * share < self.pieces { (from.addr() % 64 + self.bytes).div_ceil(64) } else { 0 };
        Ahead { from: from.cast(), lines, step: self.step, every: (k / share).max(1) }
    }
}

/// All tiles of a product, with both operands where they are: the rows of the right one are contiguous.
fn tiles<S: Simd<Elem: Turned>, E: Turned<S::Elem>>(s: S, p: &Sound<'_, S::Elem, E>) {
    // Few rows are summed in wider tiles, so that there are enough sums at a time.
    let vectors = match p.m {
        1 => 8,
        2 => 4,
        _ => widest::<S>(),
    };
    let panel = |column: usize, _, _| Panel { b: p.b.wrapping_add(column), b_step: p.b_row, first: None, next: None };
    // SAFETY: nothing is copied.
    unsafe { panels(s, p, vectors, panel, None) };
}

/// All tiles of a product, of at most so many vectors: `panel` gives the right operand's columns from one on, so many of them, in so many lanes. The
/// left one may be `packed`, in bands.
///
/// # Safety
/// What was copied is there, and `panel` gives columns of the right operand or of a copy.
unsafe fn panels<S: Simd<Elem: Turned>, E: Turned<S::Elem>>(
    s: S,
    p: &Sound<'_, S::Elem, E>,
    vectors: usize,
    mut panel: impl FnMut(usize, usize, usize) -> Panel<S::Elem, E>,
    packed: Option<*const S::Elem>,
) {
    let Problem { m, k, n, .. } = **p;
    let relu = p.c_column == 1 && p.then.is_some_and(|then| then.relu);
    let (across, down) = (bands(n.div_ceil(S::LANES), vectors), bands(m, tallest::<S>()));
    // One half of the tiles asks for one operand of the next product, one for the other: each for so many lines, before its own products, that all
    // together have asked for all of it.
    let (mut ahead, mut lines, mut half) = (p.a, 0, 0);
    let share = |elements: usize, tiles: usize| (elements * size_of::<S::Elem>()).div_ceil(64 * tiles);
    if let Some([_, next]) = p.ahead {
        half = (across.count * down.count).div_ceil(2);
        (ahead, lines) = (next, share(k * n, half));
    }
    let mut tiles = 0;
    for (column, width) in (0..across.count).map(|at| across.lanes::<S>(at)) {
        let columns = width.min(n - column);
        let Panel { b, b_step, first, next } = panel(column, columns, width);
        for (band, (row, rows)) in (0..down.count).map(|at| (at, down.band(at))) {
            let (a, a_row, a_step) = match packed {
                Some(packed) => (packed.wrapping_add(row * k), 1, rows as isize),
                None => (p.a.wrapping_offset(row as isize * p.a_row), p.a_row, p.a_column),
            };
            let asked = match next.filter(|_| lines == 0) {
                Some(next) => next.ahead(k, band, down.count),
                None => Ahead { from: ahead, lines, step: 0, every: k.max(1) },
            };
            let (b, b_step, copy) = first.filter(|_| band == 0).unwrap_or((b, b_step, ptr::null_mut()));
            let tile = Tile {
                a: [0, 3, 6].map(|row| a.wrapping_offset(row * a_row)),
                a_row,
                a_step,
                b,
                b_step,
                copy,
                ahead: asked,
                k,
                c: p.c.wrapping_offset(row as isize * p.c_row + column as isize * p.c_column),
                c_row: p.c_row,
                c_column: p.c_column,
                columns,
                start: p.start.at(row, column),
                relu,
                brains: p.brains.map(|to| to.wrapping_offset(row as isize * p.c_row + column as isize * p.c_column)),
            };
            // SAFETY: a tile of this many rows and columns, of the caller's product.
            unsafe { one(s, rows, &tile) };
            tiles += 1;
            ahead = ahead.wrapping_byte_add(64 * lines);
            if let (Some([next, _]), true) = (p.ahead, tiles == half) {
                (ahead, lines) = (next, share(m * k, half));
            }
        }
    }
    if !relu {
        // SAFETY: all of it is written.
        unsafe { finish(p) };
    }
}

/// One tile, by the kernel for its size: of a right operand of 16 bits where it is, of one row or two.
///
/// # Safety
/// As for [`tile::outer`].
#[inline]
unsafe fn one<S: Simd<Elem: Turned>, E: Turned<S::Elem>>(s: S, rows: usize, tile: &Tile<S::Elem, E>) {
    let vectors = tile.columns.div_ceil(S::LANES);
    if const { E::IS && widest::<S>() == 3 } && !tile.copy.is_null() {
        return match (rows, vectors) {
            (7, 3) => s.call(Outer::<_, _, 7, 3, true>(tile)),
            (8, 3) => s.call(Outer::<_, _, 8, 3, true>(tile)),
            _ => unreachable!("a tile of {rows} rows and {vectors} vectors, which copies"),
        };
    }
    macro_rules! sizes {
        ($($m:literal $n:literal)*) => {
            match (rows, vectors) {
                $(($m, $n) => s.call(Outer::<_, _, $m, $n, false>(tile)),)*
                _ => unreachable!("a tile of {rows} rows and {vectors} vectors"),
            }
        };
    }
    if const { E::IS && widest::<S>() == 3 } {
        sizes! {
            1 1  2 1  3 1  4 1  5 1  6 1  7 1  8 1
            1 2  2 2  3 2  4 2  5 2  6 2  7 2  8 2
            1 3  2 3  3 3  4 3  5 3  6 3  7 3  8 3
            1 4  1 5  1 6  1 7  1 8  2 4
        }
    } else if const { E::IS } {
        sizes! {
            1 1  2 1  3 1  4 1  5 1  6 1
            1 2  2 2  3 2  4 2  5 2  6 2
            1 3  1 4  1 5  1 6  1 7  1 8  2 3  2 4
        }
    } else {
        sizes! { 1 1  1 2  1 3  1 4  1 5  1 6  1 7  1 8  2 1  2 2  2 3  2 4 }
    }
}

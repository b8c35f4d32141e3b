//! Copies of what does not lie row by row: a block of rows becomes columns, and rows are read backwards.

use core::hint::black_box;
use core::mem::{self, MaybeUninit};
use core::slice;

use super::float::for_floats;
use super::level::in_widest;
#[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
use super::level::level_of_moves;
use super::products::Matrix;
use super::simd::{MOST, Real, Simd, Task, Work, asking_pays, odd};
use super::sixteen::Known;

/// So many elements each way make a tile: whole cache lines of most elements, on both sides.
pub(crate) const TILE: usize = 16;
/// So many places, each on a line of its own, are asked for before one is written.
const AHEAD: usize = 4;
/// The bytes of a cache line.
const LINE: usize = 64;

/// What of rows and places is asked for before it is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Rows that are soon to be written, and their places.
    Next,
    /// Places, shortly before they are written: rows are in the nearest cache.
    Here,
    /// Nothing: rows and places are near, or the CPU finds them by itself.
    Nothing,
    /// Nothing, and results are written past the caches, if they can be.
    Past,
}

impl Reach {
    /// Without what does not pay on this CPU.
    fn that_pays(self) -> Self {
        if self == Reach::Past || asking_pays() { self } else { Reach::Nothing }
    }
}

/// Writes the rows of a matrix, each of elements that lie next to each other, as columns: element `[i, j]` to place `j * step + i`. What is far apart in memory is
/// asked for before it is there, as `reach` says. Some places may be written twice, of elements that need not be dropped.
///
/// # Panics
/// If elements of a row are apart, or there is no such place.
pub(crate) fn columns<T: Clone>(rows: &Matrix<'_, T>, to: &mut [MaybeUninit<T>], step: usize, reach: Reach) {
    if rows.height < TILE || rows.width < TILE {
        return slowly(rows, to, step);
    }
    let reach = reach.that_pays();
    for_floats!(T, |same| Turned::columns(&rows.same(same), same.places(to), step, reach), else if !halves(rows, to, step, reach) {
        tiles(rows, to, step)
    });
}

/// Columns of numbers of 16 bits, if they are such floats.
fn halves<T: Clone>(rows: &Matrix<'_, T>, to: &mut [MaybeUninit<T>], step: usize, reach: Reach) -> bool {
    let Some(known) = Known::<T>::new() else { return false };
    bits(&rows.bits(&known), known.places(to), step, reach);
    true
}

#[inline(never)]
fn bits(rows: &Matrix<'_, u16>, to: &mut [MaybeUninit<u16>], step: usize, reach: Reach) {
    f32::widest(TileColumns { rows, to, step, reach });
}

/// So many rows at a time are gone through column by column.
const SOME: usize = 256;

/// Columns, element by element.
fn slowly<T: Clone>(rows: &Matrix<'_, T>, to: &mut [MaybeUninit<T>], step: usize) {
    for first in (0..rows.height).step_by(SOME) {
        let count = SOME.min(rows.height - first);
        for j in 0..rows.width {
            for (i, place) in to[j * step + first..][..count].iter_mut().enumerate() {
                place.write(rows.get(first + i, j).clone());
            }
        }
    }
}

/// The kernel for one type of elements, compiled with this crate.
trait Turned: Real {
    fn columns(rows: &Matrix<'_, Self>, to: &mut [MaybeUninit<Self>], step: usize, reach: Reach);
}

macro_rules! turned {
    ($($t:ident)*) => { $(
        impl Turned for $t {
            #[inline(never)]
            fn columns(rows: &Matrix<'_, $t>, to: &mut [MaybeUninit<$t>], step: usize, reach: Reach) {
                // Whole lines of the caches.
                let is_whole = to.as_ptr().addr().is_multiple_of(LINE) && (step * size_of::<$t>()).is_multiple_of(LINE);
                let reach = if reach == Reach::Past && !is_whole { Reach::Here.that_pays() } else { reach };
                <$t>::widest(TileColumns { rows, to, step, reach });
            }
        }
    )* };
}
turned! { f32 f64 }

/// What vectors of `T` can hold and give back as it was.
trait Moved<T>: Copy {
    fn load<S: Simd<Elem = T>>(s: S, from: &[Self]) -> S::V;
    fn store<S: Simd<Elem = T>>(s: S, x: S::V, to: &mut [MaybeUninit<Self>]);
    /// Past the caches, to a multiple of a vector's size.
    #[inline(always)]
    fn send<S: Simd<Elem = T>>(s: S, x: S::V, to: &mut [MaybeUninit<Self>]) {
        Self::store(s, x, to);
    }
}

impl<T: Real> Moved<T> for T {
    #[inline(always)]
    fn load<S: Simd<Elem = T>>(s: S, from: &[T]) -> S::V {
        s.load(from)
    }
    #[inline(always)]
    fn store<S: Simd<Elem = T>>(s: S, x: S::V, to: &mut [MaybeUninit<T>]) {
        s.store(x, to);
    }
    #[inline(always)]
    fn send<S: Simd<Elem = T>>(s: S, x: S::V, to: &mut [MaybeUninit<T>]) {
        s.send(x, to);
    }
}

/// As the upper halves of what has 32.
impl Moved<f32> for u16 {
    #[inline(always)]
    fn load<S: Simd<Elem = f32>>(s: S, from: &[u16]) -> S::V {
        let mut lanes = [0.0; MOST];
        for (lane, &bits) in lanes.iter_mut().zip(&from[..S::LANES]) {
            *lane = f32::from_bits(u32::from(bits) << 16);
        }
        s.load(&lanes)
    }
    #[inline(always)]
    fn store<S: Simd<Elem = f32>>(s: S, x: S::V, to: &mut [MaybeUninit<u16>]) {
        for (to, lane) in to[..S::LANES].iter_mut().zip(s.lanes(x)) {
            to.write((lane.to_bits() >> 16) as u16);
        }
    }
}

/// As many rows and columns as a tile has, or more.
struct TileColumns<'a, E> {
    rows: &'a Matrix<'a, E>,
    to: &'a mut [MaybeUninit<E>],
    step: usize,
    reach: Reach,
}

impl<T: Real, E: Moved<T>> Work<T> for TileColumns<'_, E> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        let TileColumns { rows, to, step, reach } = self;
        let Matrix { height, width, .. } = *rows;
        assert!(rows.columns == 1 && height >= TILE && width >= TILE, "tiles of rows that lie in memory");
        let len = (width - 1).checked_mul(step).and_then(|len| len.checked_add(height));
        assert!(len.is_some_and(|len| len <= to.len()), "a place for each element");
        let to = to.as_mut_ptr();
        for row in (0..height).step_by(TILE) {
            // The last tiles are whole, too: some places are written twice.
            let row = row.min(height - TILE);
            // Results past the caches are whole lines, which a last tile that begins within another may not be.
            let is_line = row.is_multiple_of(TILE) || reach != Reach::Past;
            let reach = if is_line { reach } else { Reach::Here.that_pays() };
            let from = rows.as_ptr().wrapping_offset(row as isize * rows.rows);
            // The rows of the next tile, where there is one.
            let soon = if height - row >= 2 * TILE { TILE as isize * rows.rows } else { 0 };
            let mut at = 0;
            // The compiler is not to know that addresses go on from tile to tile: it would keep one for each row and place, in memory, and add to them all.
            while at < width {
                let left = width - at;
                at = if left < TILE { at.min(width - left.next_multiple_of(S::LANES)) } else { at };
                let (from, to) = (from.wrapping_add(at), to.wrapping_add(at * step + row));
                // Within the matrix, and places for it, as was compared above: there are so many more columns from `at` on, and as many rows as a tile has from
                // `row` on.
                let tile = black_box(Tile { from, rows: rows.rows, soon, to, step, reach });
                if left < TILE || S::LANES == TILE {
                    s.call(OneTile::<_, 1>(tile));
                    at += S::LANES;
                } else {
                    s.call(OneTile::<_, 2>(tile));
                    at += 2 * S::LANES;
                }
            }
        }
    }
}

/// A part of a tile, from its first element and place on.
///
/// Invariant: from each of a tile's rows as many elements as some vectors have may be read, and there is a place for each of them, which is nobody else's.
#[derive(Clone, Copy)]
struct Tile<E> {
    from: *const E,
    rows: isize,
    /// How far away the rows are that come next.
    soon: isize,
    to: *mut MaybeUninit<E>,
    step: usize,
    reach: Reach,
}

/// As many columns as so many vectors have.
struct OneTile<E, const VECTORS: usize>(Tile<E>);

impl<S: Simd<Elem: Real>, E: Moved<S::Elem>, const VECTORS: usize> Task<S> for OneTile<E, VECTORS> {
    type Output = ();
    #[inline(always)]
    fn run(self, s: S) {
        const { assert!(TILE.is_multiple_of(S::LANES)) };
        let Tile { from, rows, soon, to, step, reach } = self.0;
        let odd = odd(s);
        for at in 0..VECTORS {
            for first in (0..TILE).step_by(S::LANES) {
                let line = |v: usize| from.wrapping_offset((first + v) as isize * rows).wrapping_add(at * S::LANES);
                let place = |v: usize| to.wrapping_add((at * S::LANES + v) * step + first);
                for v in (0..S::LANES).filter(|_| reach == Reach::Next) {
                    s.prefetch(line(v).wrapping_offset(soon).cast());
                    s.prefetch(place(v).wrapping_add(TILE).cast());
                }
                let mut square = [s.zero(); MOST];
                for (v, x) in square.iter_mut().enumerate().take(S::LANES) {
                    // SAFETY: a vector of one of the rows.
                    *x = E::load(s, unsafe { slice::from_raw_parts(line(v), S::LANES) });
                }
                swap::<S, 8>(s, &mut square, odd[3]);
                swap::<S, 4>(s, &mut square, odd[2]);
                swap::<S, 2>(s, &mut square, odd[1]);
                swap::<S, 1>(s, &mut square, odd[0]);
                // A loop for each way: with the choice inside of one, the compiler keeps the square in memory.
                // SAFETY: the places of a vector of one of the columns, of which there are as many as lanes.
                let to = |v: usize| unsafe { slice::from_raw_parts_mut(place(v), S::LANES) };
                match reach {
                    Reach::Past => {
                        for (v, x) in square.iter().enumerate().take(S::LANES) {
                            E::send(s, *x, to(v));
                        }
                    }
                    Reach::Here => {
                        for (v, x) in square.iter().enumerate().take(S::LANES) {
                            // Of lines as far apart as pages the nearest cache holds few: they are asked for one by one.
                            s.prefetch(place(v + AHEAD).cast());
                            E::store(s, *x, to(v));
                        }
                    }
                    Reach::Next | Reach::Nothing => {
                        for (v, x) in square.iter().enumerate().take(S::LANES) {
                            E::store(s, *x, to(v));
                        }
                    }
                }
            }
        }
    }
}

/// Of a square, what is right of the diagonal of each smaller square of `2 BY` changes places with what is left of it.
#[inline(always)]
fn swap<S: Simd, const BY: usize>(s: S, square: &mut [S::V; MOST], odd: S::Which) {
    if BY >= S::LANES {
        return;
    }
    for v in 0..S::LANES {
        if v & BY == 0 {
            let (x, y) = (square[v], square[v | BY]);
            square[v] = s.select(odd, s.swapped(y, BY), x);
            square[v | BY] = s.select(odd, y, s.swapped(x, BY));
        }
    }
}

in_widest! {
    /// Columns of as many rows and columns as a tile has, or more.
    fn tiles<T: Clone>(rows: &Matrix<'_, T>, to: &mut [MaybeUninit<T>], step: usize) {
        for first in (0..rows.height).step_by(TILE) {
            // The last tiles are whole, too: some places are written twice.
            let first = first.min(rows.height - TILE);
            for at in (0..rows.width).step_by(TILE) {
                let at = at.min(rows.width - TILE);
                tile(rows, [first, at], &mut to[at * step + first..], step);
            }
        }
    }

    /// Writes elements, the last one first.
    ///
    /// # Panics
    /// If there are not as many places.
    pub(crate) fn backwards<T: Clone>(from: &[T], to: &mut [MaybeUninit<T>]), by (level_of_moves()) {
        assert!(from.len() == to.len(), "as many places as elements");
        for (place, x) in to.iter_mut().zip(from.iter().rev()) {
            place.write(x.clone());
        }
    }
}

/// One tile, by way of a copy that lies in a few lines of the cache: those of rows and places are as far apart as these, so that they would
/// drive each other out.
#[inline(always)]
fn tile<T: Clone>(rows: &Matrix<'_, T>, [first, at]: [usize; 2], to: &mut [MaybeUninit<T>], step: usize) {
    let mut tile = [const { [const { MaybeUninit::<T>::uninit() }; TILE] }; TILE];
    for (i, line) in tile.iter_mut().enumerate() {
        let row = rows.row(first + i, at..at + TILE).expect("elements that lie next to each other");
        for (place, x) in line.iter_mut().zip(row) {
            place.write(x.clone());
        }
    }
    for i in 0..TILE {
        let to = &mut to[i * step..][..TILE];
        for (place, line) in to.iter_mut().zip(&mut tile) {
            *place = mem::replace(&mut line[i], MaybeUninit::uninit());
        }
    }
}

//! Copies of what does not lie row by row: a block of rows becomes columns, and rows are read backwards.

use core::array;
use core::mem::{self, MaybeUninit};

use super::float::for_floats;
use super::level::in_widest;
use super::simd::{MOST, Real, Simd, Work, odd};
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
    /// Nothing, and results are written past the caches, if they can be.
    Past,
}

/// Writes rows of one length, [`TILE`] at most, as columns: element `i` of row `j` to place `i * step + j`. Rows that are `soon` to be written, too, behind
/// these, are asked for, and so are their places: what is far apart in memory would be waited for. Some places may be written twice, of elements that need not be
/// dropped.
///
/// # Panics
/// If there is no such place.
pub(crate) fn columns<T: Clone>(rows: &[&[T]], soon: &[&[T]], to: &mut [MaybeUninit<T>], step: usize) {
    columns_to(rows, soon, to, step, Reach::Next);
}

/// As [`columns`], asking for what `reach` says.
pub(crate) fn columns_to<T: Clone>(rows: &[&[T]], soon: &[&[T]], to: &mut [MaybeUninit<T>], step: usize, reach: Reach) {
    let len = rows.first().map_or(0, |row| row.len());
    assert!(rows.len() <= TILE && rows.iter().all(|row| row.len() == len), "rows of one length");
    if rows.len() < TILE || len < TILE {
        return slowly(rows, to, step);
    }
    // Where there are fewer, nothing is asked for that is not there.
    let soon = if soon.len() == TILE { soon } else { rows };
    for_floats!(T, |same| {
        let [rows, soon] = [rows, soon].map(|rows| array::from_fn(|i| same.slice(rows[i])));
        Turned::columns(&rows, &soon, same.places(to), step, reach);
    }, else if !halves([rows, soon], to, step, reach) {
        tiles(rows, to, step)
    });
}

/// Columns of numbers of 16 bits, if they are such floats.
fn halves<T: Clone>(rows: [&[&[T]]; 2], to: &mut [MaybeUninit<T>], step: usize, reach: Reach) -> bool {
    let Some(known) = Known::<T>::new() else { return false };
    let [rows, soon] = rows.map(|rows| array::from_fn(|i| known.bits(rows[i])));
    bits(&rows, &soon, known.places(to), step, reach);
    true
}

#[inline(never)]
fn bits(rows: &[&[u16]; TILE], soon: &[&[u16]; TILE], to: &mut [MaybeUninit<u16>], step: usize, reach: Reach) {
    f32::widest(TileColumns { rows, soon, to, step, reach });
}

/// Columns, element by element.
fn slowly<T: Clone>(rows: &[&[T]], to: &mut [MaybeUninit<T>], step: usize) {
    for i in 0..rows.first().map_or(0, |row| row.len()) {
        for (place, row) in to[i * step..][..rows.len()].iter_mut().zip(rows) {
            place.write(row[i].clone());
        }
    }
}

/// The kernel for one type of elements, compiled with this crate.
trait Turned: Real {
    fn columns(rows: &[&[Self]; TILE], soon: &[&[Self]; TILE], to: &mut [MaybeUninit<Self>], step: usize, reach: Reach);
}

macro_rules! turned {
    ($($t:ident)*) => { $(
        impl Turned for $t {
            #[inline(never)]
            fn columns(rows: &[&[$t]; TILE], soon: &[&[$t]; TILE], to: &mut [MaybeUninit<$t>], step: usize, reach: Reach) {
                // Whole lines of the caches.
                let is_whole = to.as_ptr().addr().is_multiple_of(LINE) && (step * size_of::<$t>()).is_multiple_of(LINE);
                let reach = if reach == Reach::Past && !is_whole { Reach::Here } else { reach };
                <$t>::widest(TileColumns { rows, soon, to, step, reach });
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

/// As many rows as a tile has, which are as long as a tile or longer, and those that come soon.
struct TileColumns<'a, E> {
    rows: &'a [&'a [E]; TILE],
    soon: &'a [&'a [E]; TILE],
    to: &'a mut [MaybeUninit<E>],
    step: usize,
    reach: Reach,
}

impl<T: Real, E: Moved<T>> Work<T> for TileColumns<'_, E> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        const { assert!(TILE.is_multiple_of(S::LANES)) };
        let TileColumns { rows, soon, to, step, reach } = self;
        let odd = odd(s);
        let len = rows[0].len();
        for at in (0..len).step_by(S::LANES) {
            // The last vectors are whole, too: some columns are written twice.
            let at = at.min(len - S::LANES);
            for first in (0..TILE).step_by(S::LANES) {
                for v in (0..S::LANES).filter(|_| reach == Reach::Next) {
                    s.prefetch(soon[first + v].as_ptr().wrapping_add(at).cast());
                    s.prefetch(to.as_ptr().wrapping_add((at + v) * step + first + TILE).cast());
                }
                let mut square = [s.zero(); MOST];
                for (v, x) in square.iter_mut().enumerate().take(S::LANES) {
                    *x = E::load(s, &rows[first + v][at..]);
                }
                swap::<S, 8>(s, &mut square, odd[3]);
                swap::<S, 4>(s, &mut square, odd[2]);
                swap::<S, 2>(s, &mut square, odd[1]);
                swap::<S, 1>(s, &mut square, odd[0]);
                if reach == Reach::Here {
                    // Of lines as far apart as pages the nearest cache holds few: they are asked for one by one.
                    for (v, x) in square.iter().enumerate().take(S::LANES) {
                        s.prefetch(to.as_ptr().wrapping_add((at + v + AHEAD) * step + first).cast());
                        E::store(s, *x, &mut to[(at + v) * step + first..]);
                    }
                    continue;
                }
                for (v, x) in square.iter().enumerate().take(S::LANES) {
                    let to = &mut to[(at + v) * step + first..];
                    if reach == Reach::Past { E::send(s, *x, to) } else { E::store(s, *x, to) }
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
    /// Columns of rows that are as long as a tile or longer.
    fn tiles<T: Clone>(rows: &[&[T]], to: &mut [MaybeUninit<T>], step: usize) {
        let len = rows[0].len();
        for at in (0..len).step_by(TILE) {
            // The last tile is whole, too: some columns are written twice.
            let at = at.min(len - TILE);
            tile(rows, at, &mut to[at * step..], step);
        }
    }

    /// Writes elements, the last one first.
    ///
    /// # Panics
    /// If there are not as many places.
    pub(crate) fn backwards<T: Clone>(from: &[T], to: &mut [MaybeUninit<T>]) {
        assert!(from.len() == to.len(), "as many places as elements");
        for (place, x) in to.iter_mut().zip(from.iter().rev()) {
            place.write(x.clone());
        }
    }
}

/// One tile, by way of a copy that lies in a few lines of the cache: those of rows and places are as far apart as these, so that they would
/// drive each other out.
#[inline(always)]
fn tile<T: Clone>(rows: &[&[T]], at: usize, to: &mut [MaybeUninit<T>], step: usize) {
    let mut tile = [const { [const { MaybeUninit::<T>::uninit() }; TILE] }; TILE];
    for (line, row) in tile.iter_mut().zip(rows) {
        for (place, x) in line.iter_mut().zip(&row[at..at + TILE]) {
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

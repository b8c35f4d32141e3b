//! Copies of what does not lie row by row: a block of rows becomes columns, and rows are read backwards.

use core::array;
use core::mem::{self, MaybeUninit};
use core::ops::Range;

use num_traits::{One, Zero};

use super::float::for_floats;
use super::level::in_widest;
use super::simd::{MOST, Real, Simd, Work};
use super::sixteen::Known;

/// So many elements each way make a tile: whole cache lines of most elements, on both sides.
pub(crate) const TILE: usize = 16;
/// The bytes of a cache line.
const LINE: usize = 64;

/// What of rows and places is asked for before it is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Rows that are soon to be written, and their places.
    Next,
    /// Nothing: it has been.
    Here,
    /// Nothing, and results are written past the caches, if they can be.
    Past,
}

/// Writes rows of one length, [`TILE`] at most, as columns: element `i` of row `j` to place `i * step + j`. Rows that are `soon` to be written, too, behind
/// these, are asked for, and so are their places: what is far apart in memory would be waited for.
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
    let whole = len / TILE * TILE;
    if rows.len() < TILE || whole == 0 {
        return slowly(rows, 0..len, to, step);
    }
    // Where there are fewer, nothing is asked for that is not there.
    let soon = if soon.len() == TILE { soon } else { rows };
    for_floats!(T, |same| {
        let [rows, soon] = [rows, soon].map(|rows| array::from_fn(|i| same.slice(&rows[i][..whole])));
        Turned::columns(&rows, &soon, same.places(to), step, reach);
    }, else if !halves([rows, soon], whole, to, step, reach) {
        tiles(rows, whole, to, step)
    });
    slowly(rows, whole..len, to, step);
}

/// The first columns, so many, of numbers of 16 bits, if they are such floats.
fn halves<T: Clone>(rows: [&[&[T]]; 2], columns: usize, to: &mut [MaybeUninit<T>], step: usize, reach: Reach) -> bool {
    let Some(known) = Known::<T>::new() else { return false };
    let [rows, soon] = rows.map(|rows| array::from_fn(|i| known.bits(&rows[i][..columns])));
    bits(&rows, &soon, known.places(to), step, reach);
    true
}

#[inline(never)]
fn bits(rows: &[&[u16]; TILE], soon: &[&[u16]; TILE], to: &mut [MaybeUninit<u16>], step: usize, reach: Reach) {
    f32::widest(Halves(Columns { rows, soon, to, step, reach }));
}

/// Some of the columns, element by element.
fn slowly<T: Clone>(rows: &[&[T]], columns: Range<usize>, to: &mut [MaybeUninit<T>], step: usize) {
    for i in columns {
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
                <$t>::widest(Columns { rows, soon, to, step, reach });
            }
        }
    )* };
}
turned! { f32 f64 }

/// As many rows as a tile has, which are as long as some tiles, and those that come soon.
struct Columns<'a, E> {
    rows: &'a [&'a [E]; TILE],
    soon: &'a [&'a [E]; TILE],
    to: &'a mut [MaybeUninit<E>],
    step: usize,
    reach: Reach,
}

impl<E> Columns<'_, E> {
    /// Asks for some columns of these rows behind those that are written, and for their places.
    #[inline(always)]
    fn ask<S: Simd>(&self, s: S, first: usize, at: usize, [height, width]: [usize; 2]) {
        if self.reach == Reach::Next {
            for row in &self.soon[first..first + height] {
                s.prefetch(row.as_ptr().wrapping_add(at).cast());
            }
            for column in at..at + width {
                s.prefetch(self.to.as_ptr().wrapping_add(column * self.step + first + TILE).cast());
            }
        }
    }
}

impl<T: Real> Work<T> for Columns<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        const { assert!(TILE.is_multiple_of(S::LANES)) };
        let odd = Odd::new(s);
        for at in (0..self.rows[0].len()).step_by(S::LANES) {
            for first in (0..TILE).step_by(S::LANES) {
                self.ask(s, first, at, [S::LANES; 2]);
                let mut square = [s.zero(); MOST];
                for (v, x) in square.iter_mut().enumerate().take(S::LANES) {
                    *x = s.load(&self.rows[first + v][at..]);
                }
                odd.transpose(s, &mut square);
                for (v, x) in square.iter().enumerate().take(S::LANES) {
                    let to = &mut self.to[(at + v) * self.step + first..];
                    if self.reach == Reach::Past { s.send(*x, to) } else { s.store(*x, to) }
                }
            }
        }
    }
}

/// Numbers of 16 bits: a lane holds those of two rows, so that half as many change places.
struct Halves<'a>(Columns<'a, u16>);

impl Work<f32> for Halves<'_> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = f32>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        let all = self.0;
        let len = all.rows[0].len();
        // Two rows for each vector of a square; where there are more vectors than that, the others are of columns further on.
        let pairs = const { if S::LANES < TILE / 2 { S::LANES } else { TILE / 2 } };
        let groups = S::LANES / pairs;
        let odd = Odd::new(s);
        for at in (0..len).step_by(groups * S::LANES) {
            // Of the last columns some may be written twice.
            let column = |group: usize| (at + group * S::LANES).min(len - S::LANES);
            for first in (0..TILE).step_by(2 * pairs) {
                all.ask(s, first, at, [2 * pairs, groups * S::LANES]);
                let mut square = [s.zero(); MOST];
                for (v, x) in square.iter_mut().enumerate().take(S::LANES) {
                    let row = first + 2 * (v % pairs);
                    let both = if cfg!(target_endian = "little") { [row, row + 1] } else { [row + 1, row] };
                    let [low, high] = both.map(|row| &all.rows[row][column(v / pairs)..][..S::LANES]);
                    let mut lanes = [0.0; MOST];
                    for (lane, (&low, &high)) in lanes.iter_mut().zip(low.iter().zip(high)) {
                        *lane = f32::from_bits(u32::from(low) | u32::from(high) << 16);
                    }
                    *x = s.load(&lanes);
                }
                odd.transpose(s, &mut square);
                for (v, x) in square.iter().enumerate().take(S::LANES) {
                    // SAFETY: lanes of 32 bits, each of two numbers of 16, which any bits are.
                    let numbers: [u16; 2 * MOST] = unsafe { mem::transmute(s.lanes(*x)) };
                    for group in 0..groups {
                        let to = &mut all.to[(column(group) + v) * all.step + first..][..2 * pairs];
                        to.write_copy_of_slice(&numbers[2 * pairs * group..][..2 * pairs]);
                    }
                }
            }
        }
    }
}

/// The lanes whose number has the bit 1, 2, 4 or 8.
struct Odd<W>([W; 4]);

impl<W: Copy> Odd<W> {
    #[inline(always)]
    fn new<S: Simd<Which = W>>(s: S) -> Self {
        Odd([odd::<S>(s, 1), odd::<S>(s, 2), odd::<S>(s, 4), odd::<S>(s, 8)])
    }
    /// As many vectors as these have lanes.
    #[inline(always)]
    fn transpose<S: Simd<Which = W>>(&self, s: S, square: &mut [S::V; MOST]) {
        swap::<S, 8>(s, square, self.0[3]);
        swap::<S, 4>(s, square, self.0[2]);
        swap::<S, 2>(s, square, self.0[1]);
        swap::<S, 1>(s, square, self.0[0]);
    }
}

/// The lanes whose number has a bit.
#[inline(always)]
fn odd<S: Simd>(s: S, bit: usize) -> S::Which {
    let lanes: [S::Elem; MOST] = array::from_fn(|lane| if lane & bit != 0 { S::Elem::one() } else { S::Elem::zero() });
    s.above(s.load(&lanes), s.zero())
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
    /// The first columns, so many, which are some tiles.
    fn tiles<T: Clone>(rows: &[&[T]], columns: usize, to: &mut [MaybeUninit<T>], step: usize) {
        for at in (0..columns).step_by(TILE) {
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

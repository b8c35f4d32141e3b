//! Copies of what does not lie row by row: a block of rows becomes columns, and rows are read backwards.

use core::array;
use core::mem::{self, MaybeUninit};
use core::ops::Range;

use num_traits::{One, Zero};

use super::float::for_floats;
use super::level::in_widest;
use super::simd::{MOST, Real, Simd, Work};

/// So many elements each way make a tile: whole cache lines of most elements, on both sides.
pub(crate) const TILE: usize = 16;

/// Writes rows of one length, [`TILE`] at most, as columns: element `i` of row `j` to place `i * step + j`.
///
/// # Panics
/// If there is no such place.
pub(crate) fn columns<T: Clone>(rows: &[&[T]], to: &mut [MaybeUninit<T>], step: usize) {
    let len = rows.first().map_or(0, |row| row.len());
    assert!(rows.len() <= TILE && rows.iter().all(|row| row.len() == len), "rows of one length");
    let whole = len / TILE * TILE;
    if rows.len() < TILE || whole == 0 {
        return slowly(rows, 0..len, to, step);
    }
    for_floats!(T, |same| {
        let rows = array::from_fn(|i| same.slice(&rows[i][..whole]));
        Turned::columns(&rows, same.places(to), step);
    }, else tiles(rows, whole, to, step));
    slowly(rows, whole..len, to, step);
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
    fn columns(rows: &[&[Self]; TILE], to: &mut [MaybeUninit<Self>], step: usize);
}

macro_rules! turned {
    ($($t:ident)*) => { $(
        impl Turned for $t {
            #[inline(never)]
            fn columns(rows: &[&[$t]; TILE], to: &mut [MaybeUninit<$t>], step: usize) {
                <$t>::widest(Columns(rows, to, step));
            }
        }
    )* };
}
turned! { f32 f64 }

/// As many rows as a tile has, which are as long as some tiles.
struct Columns<'a, T>(&'a [&'a [T]; TILE], &'a mut [MaybeUninit<T>], usize);

impl<T: Real> Work<T> for Columns<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        const { assert!(TILE.is_multiple_of(S::LANES)) };
        let Columns(rows, to, step) = self;
        let odd = [odd::<S>(s, 1), odd::<S>(s, 2), odd::<S>(s, 4), odd::<S>(s, 8)];
        for at in (0..rows[0].len()).step_by(S::LANES) {
            for first in (0..TILE).step_by(S::LANES) {
                let mut square = [s.zero(); MOST];
                for (v, x) in square.iter_mut().enumerate().take(S::LANES) {
                    *x = s.load(&rows[first + v][at..]);
                }
                swap::<S, 8>(s, &mut square, odd[3]);
                swap::<S, 4>(s, &mut square, odd[2]);
                swap::<S, 2>(s, &mut square, odd[1]);
                swap::<S, 1>(s, &mut square, odd[0]);
                for (v, x) in square.iter().enumerate().take(S::LANES) {
                    s.store(*x, &mut to[(at + v) * step + first..]);
                }
            }
        }
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

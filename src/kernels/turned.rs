//! Copies of what does not lie row by row: a block of rows becomes columns, and rows are read backwards.

use core::mem::{self, MaybeUninit};

use super::level::in_widest;

/// So many elements each way make a tile: whole cache lines of most elements, on both sides.
pub(crate) const TILE: usize = 16;

in_widest! {
    /// Writes rows of one length, [`TILE`] at most, as columns: element `i` of row `j` to place `i * step + j`.
    ///
    /// # Panics
    /// If there is no such place.
    pub(crate) fn columns<T: Clone>(rows: &[&[T]], to: &mut [MaybeUninit<T>], step: usize) {
        let len = rows.first().map_or(0, |row| row.len());
        assert!(rows.iter().all(|row| row.len() == len), "rows of one length");
        let mut at = 0;
        if rows.len() == TILE && const { size_of::<T>() <= 16 } {
            while len - at >= TILE {
                tile(rows, at, &mut to[at * step..], step);
                at += TILE;
            }
        }
        for i in at..len {
            for (place, row) in to[i * step..][..rows.len()].iter_mut().zip(rows) {
                place.write(row[i].clone());
            }
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

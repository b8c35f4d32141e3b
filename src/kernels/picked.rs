//! Elements picked by indices along an axis that others lie inside of.

use alloc::vec::Vec;

use crate::storage::room;

/// So many columns at a time are picked from: with fewer, CPUs do not look ahead along the rows, which are on pages of their own.
const COLUMNS: usize = 128;
/// And so many at least, of columns that are too long for the caches.
const FEWEST: usize = 32;
/// The bytes that are put together.
const ROOM: usize = 1 << 19;

/// In each of some blocks of `[size, inner]`, one after the other, for each of `[many, inner]` places the element of its column in the row that `row` says, which
/// gets the number of the place among all.
///
/// Rows are far apart, and each place may be in another one: so some columns of all rows are put together first, if as many are picked from them, where they
/// find room in the nearest caches.
///
/// # Errors
/// The first one of `row`.
///
/// # Panics
/// If a row is not below `size`, or the elements are no such blocks.
pub(crate) fn picked<T: Clone, E>(
    blocks: &[T],
    [size, inner]: [usize; 2],
    many: usize,
    mut row: impl FnMut(usize) -> Result<usize, E>,
) -> Result<Vec<T>, E> {
    assert!(size * inner > 0 && blocks.len().is_multiple_of(size * inner), "blocks of so many rows");
    let per_block = many * inner;
    let numel = blocks.len() / (size * inner) * per_block;
    let mut out = room(numel);
    if numel == 0 {
        return Ok(out);
    }
    let places = &mut out.spare_capacity_mut()[..numel];
    let mut together = Vec::new();
    let at_once = (ROOM / (size * size_of::<T>().max(1)).max(1)).clamp(FEWEST, COLUMNS);
    for (i, (block, places)) in blocks.chunks_exact(size * inner).zip(places.chunks_exact_mut(per_block)).enumerate() {
        for column in (0..inner).step_by(at_once) {
            let columns = at_once.min(inner - column);
            let (from, step) = if many < size / 4 {
                (&block[column..], inner)
            } else {
                together.clear();
                block.chunks_exact(inner).for_each(|row| together.extend_from_slice(&row[column..column + columns]));
                (&together[..], columns)
            };
            for (j, places) in places.chunks_exact_mut(inner).enumerate() {
                let first = i * per_block + j * inner + column;
                for (l, place) in places[column..column + columns].iter_mut().enumerate() {
                    place.write(from[row(first + l)? * step + l].clone());
                }
            }
        }
    }
    // SAFETY: each place of each column of each block is written.
    unsafe { out.set_len(numel) };
    Ok(out)
}

//! Elements picked by indices along an axis.

use alloc::vec::Vec;
use core::iter;
use core::mem::MaybeUninit;
use core::ops::Range;

use crate::kernels::level::in_widest;
use crate::kernels::simd::ask;
use crate::storage::room;

/// So many columns at a time are picked from: with fewer, CPUs do not look ahead along the rows, which are on pages of their own.
const COLUMNS: usize = 128;
/// And so many at least, of columns that are too long for the caches.
const FEWEST: usize = 32;
/// The bytes that are put together.
const ROOM: usize = 1 << 19;
/// So many rows ahead memory is asked for: rows are far apart, and each would be waited for.
const AHEAD: usize = 2;

/// Where blocks of `[size, inner]` elements lie.
pub(crate) enum Blocks<'a, T> {
    /// One after the other, row by row.
    Rows(&'a [T]),
    /// One after the other, column by column.
    Columns(&'a [T]),
    /// Rows with gaps: by number of block and row, a part of one.
    Apart(&'a dyn Fn(usize, usize, Range<usize>) -> &'a [T]),
}

/// In each of `outer` blocks of `[size, inner]` elements, for each of `[many, inner]` indices the element of its column in the row that `row` says it names; `None` if one
/// names none.
///
/// Rows are far apart, and each index may name another one: so some columns of all rows are put together first, if as many are picked from them, where they
/// find room in the nearest caches.
///
/// # Panics
/// If a row is not below `size`, or the elements are no such blocks.
pub(crate) fn picked<T: Clone, I>(
    blocks: &Blocks<'_, T>,
    [outer, size, inner]: [usize; 3],
    indices: &[I],
    row: impl Fn(&I) -> Option<usize>,
) -> Option<Vec<T>> {
    let mut out = room(indices.len());
    if indices.is_empty() {
        return Some(out);
    }
    let per_block = indices.len() / outer;
    assert!(per_block * outer == indices.len() && per_block.is_multiple_of(inner), "indices of so many columns");
    let places = &mut out.spare_capacity_mut()[..indices.len()];
    // Few elements, or what is in the near caches as it is.
    let as_it_is = per_block / inner < size / 4 || size * inner * size_of::<T>() <= ROOM;
    let mut together = Vec::new();
    let at_once = (ROOM / (size * size_of::<T>().max(1)).max(1)).clamp(FEWEST, COLUMNS);
    let parts = iter::zip(indices.chunks_exact(per_block), places.chunks_exact_mut(per_block));
    for (i, (indices, places)) in parts.enumerate() {
        if let (&Blocks::Rows(elements), 1) = (blocks, inner) {
            pick(&elements[i * size..][..size], [1, 0], indices, places, &row)?;
            continue;
        }
        for column in (0..inner).step_by(at_once) {
            let part = column..inner.min(column + at_once);
            let (from, steps) = match *blocks {
                Blocks::Columns(elements) => (&elements[(i * inner + column) * size..][..part.len() * size], [1, size]),
                Blocks::Rows(elements) if as_it_is => (&elements[i * size * inner + column..], [inner, 1]),
                Blocks::Rows(elements) => {
                    put(&mut together, size, |row| &elements[(i * size + row) * inner..][part.clone()]);
                    (&together[..], [part.len(), 1])
                }
                Blocks::Apart(of_row) => {
                    put(&mut together, size, |row| of_row(i, row, part.clone()));
                    (&together[..], [part.len(), 1])
                }
            };
            for at in (column..per_block).step_by(inner) {
                let some = at..at + part.len();
                let soon = at + AHEAD * inner..at + AHEAD * inner + part.len();
                if let (Some(indices), Some(places)) = (indices.get(soon.clone()), places.get(soon)) {
                    ask(indices);
                    ask(places);
                }
                let (indices, places) = (&indices[some.clone()], &mut places[some]);
                // A step of 1 is a constant in the loop.
                match steps {
                    [1, step] => pick(from, [1, step], indices, places, &row)?,
                    [step, _] => pick(from, [step, 1], indices, places, &row)?,
                }
            }
        }
    }
    // SAFETY: each place of each column of each block is written.
    unsafe { out.set_len(indices.len()) };
    Some(out)
}

/// Puts so many rows together.
#[inline(always)]
fn put<'a, T: Clone + 'a>(together: &mut Vec<T>, rows: usize, row: impl Fn(usize) -> &'a [T]) {
    together.clear();
    for i in 0..rows {
        if i + AHEAD < rows {
            ask(row(i + AHEAD));
        }
        together.extend_from_slice(row(i));
    }
}

/// For each index the element of its column in the row that it names, by the steps from row to row and from column to column.
#[inline(always)]
fn pick<T: Clone, I>(
    from: &[T],
    steps: [usize; 2],
    indices: &[I],
    places: &mut [MaybeUninit<T>],
    row: impl Fn(&I) -> Option<usize>,
) -> Option<()> {
    for (column, (index, place)) in iter::zip(indices, places).enumerate() {
        place.write(from[row(index)? * steps[0] + column * steps[1]].clone());
    }
    Some(())
}

in_widest! {
    /// Does it hold for all of these?
    pub(crate) fn all<I: Copy, F: Fn(I) -> bool>(of: &[I], holds: F) -> bool {
        of.iter().fold(true, |all, &one| all & holds(one))
    }
}

//! Scans: each element with all before it along an axis.

use core::array;
use core::iter;
use core::mem::MaybeUninit;

use super::float::{Same, as_places};
use super::level::in_widest;
use super::products::Matrix;
use super::turned::{Reach, TILE, columns};
use crate::storage::{Full, Scratch};

/// So many rows are gone through in turns, since each element of a row waits for the one before it.
const ROWS: usize = 4;
/// And so many elements of a row at a time: with more, CPUs do not look ahead as far as the next row.
const PART: usize = 16;
/// From so many elements on rows of `f32` are worth turning. (Those of `f64` are not: half as many of them are joined at a time.)
const LONG: usize = 32;
/// So many elements of as many rows as a tile of floats has are turned at a time, so that what is joined at once are elements of different rows.
const TURNED: usize = 128;

/// Of blocks of `[size, inner]` elements each element joined with all before it in its column, by `join`, in the numbers that `to` makes of elements.
///
/// # Panics
/// If the elements are no such blocks, or there are not as many places.
pub(crate) fn scan<'p, T: Clone, A: Clone>(
    x: &[T],
    [size, inner]: [usize; 2],
    to: impl Fn(&T) -> A,
    join: impl Fn(A, A) -> A,
    from: impl Fn(&A) -> T,
    out: &'p mut [MaybeUninit<T>],
) -> Full<'p, T> {
    let block = size.checked_mul(inner).filter(|&block| block > 0 && x.len().is_multiple_of(block));
    assert!(block.is_some() && x.len() == out.len(), "blocks of so many rows");
    if inner == 1 && size >= LONG && x.len() / size >= TILE && Same::<T, f32>::new().is_some() {
        let turned = x.len() / size / TILE * TILE * size;
        let (places, left) = out.split_at_mut(turned);
        across(&x[..turned], size, &to, &join, &from, places);
        along(&x[turned..], size, to, join, from, left);
    } else if inner == 1 {
        along(x, size, to, join, from, out);
    } else {
        down(x, size, inner, to, join, from, out);
    }
    // SAFETY: each element of each row is written, by its own.
    unsafe { Full::new(out) }
}

in_widest! {
    /// Rows.
    fn along<T: Clone, A: Clone, F: Fn(&T) -> A, J: Fn(A, A) -> A, U: Fn(&A) -> T>(
        x: &[T],
        size: usize,
        to: F,
        join: J,
        from: U,
        out: &mut [MaybeUninit<T>],
    ) {
        let some = size.saturating_mul(ROWS);
        for (x, out) in iter::zip(x.chunks(some), out.chunks_mut(some)) {
            let rows = x.len() / size;
            let mut results: [A; ROWS] = array::from_fn(|row| to(&x[row.min(rows - 1) * size]));
            for (row, result) in results[..rows].iter().enumerate() {
                out[row * size].write(from(result));
            }
            let mut start = 1;
            while start < size {
                let end = size.min(start - start % PART + PART);
                for (row, result) in results[..rows].iter_mut().enumerate() {
                    let (x, out) = (&x[row * size + start..row * size + end], &mut out[row * size + start..row * size + end]);
                    for (x, place) in iter::zip(x, out) {
                        *result = join(result.clone(), to(x));
                        place.write(from(result));
                    }
                }
                start = end;
            }
        }
    }

    /// Rows, as many as a tile has at a time: each element waits for the one before it, but not for those of other rows.
    fn across<T: Clone, A: Clone, F: Fn(&T) -> A, J: Fn(A, A) -> A, U: Fn(&A) -> T>(
        x: &[T],
        size: usize,
        to: &F,
        join: &J,
        from: &U,
        out: &mut [MaybeUninit<T>],
    ) {
        let Some(any) = x.first() else { return };
        let mut turned: [T; TILE * TURNED] = array::from_fn(|_| any.clone());
        for (x, out) in iter::zip(x.chunks_exact(TILE * size), out.chunks_exact_mut(TILE * size)) {
            let mut results = None;
            for start in (0..size).step_by(TURNED) {
                let width = TURNED.min(size - start);
                let part = &mut turned[..TILE * width];
                columns(&Matrix::apart(&x[start..], [TILE, width], size), as_places(part), TILE, Reach::Next);
                results = scanned(part, results, to, join, from);
                columns(&Matrix::of(part, width, TILE), &mut out[start..], size, Reach::Here);
            }
        }
    }

    /// Columns.
    fn down<T: Clone, A: Clone, F: Fn(&T) -> A, J: Fn(A, A) -> A, U: Fn(&A) -> T>(
        x: &[T],
        size: usize,
        inner: usize,
        to: F,
        join: J,
        from: U,
        out: &mut [MaybeUninit<T>],
    ) {
        let mut results: Scratch<A> = Scratch::with_room(inner);
        for (x, out) in iter::zip(x.chunks_exact(size * inner), out.chunks_exact_mut(size * inner)) {
            let ((first, x), (places, out)) = (x.split_at(inner), out.split_at_mut(inner));
            results.clear();
            results.extend(first.iter().map(&to));
            iter::zip(places, results.iter()).for_each(|(place, result)| _ = place.write(from(result)));
            // Row by row, in the order of memory: to go down a few rows at a time would save nothing but loads from the nearest cache.
            for (x, out) in iter::zip(x.chunks_exact(inner), out.chunks_exact_mut(inner)) {
                for (result, (x, place)) in iter::zip(results.iter_mut(), iter::zip(x, out)) {
                    *result = join(result.clone(), to(x));
                    place.write(from(result));
                }
            }
        }
    }
}

/// Rows of as many elements as a tile has: each joined with the results before it, if there are any. Gives the last ones.
#[inline(always)]
fn scanned<T, A: Clone>(
    rows: &mut [T],
    before: Option<[A; TILE]>,
    to: &impl Fn(&T) -> A,
    join: &impl Fn(A, A) -> A,
    from: &impl Fn(&A) -> T,
) -> Option<[A; TILE]> {
    let mut rows = rows.as_chunks_mut::<TILE>().0.iter_mut();
    let mut results = match before {
        Some(before) => before,
        None => {
            let first = rows.next()?;
            let results = array::from_fn(|i| to(&first[i]));
            iter::zip(first, &results).for_each(|(x, result)| *x = from(result));
            results
        }
    };
    for row in rows {
        for (result, x) in iter::zip(&mut results, row) {
            *result = join(result.clone(), to(x));
            *x = from(result);
        }
    }
    Some(results)
}

//! Scans: each element with all before it along an axis.

use core::array;
use core::iter;
use core::mem::MaybeUninit;

use super::level::in_widest;
use crate::storage::{Full, Scratch};

/// So many rows are gone through in turns, since each element of a row waits for the one before it.
const ROWS: usize = 4;
/// And so many elements of a row at a time: with more, CPUs do not look ahead as far as the next row.
const PART: usize = 16;

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
    if inner == 1 {
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

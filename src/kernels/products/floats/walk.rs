//! Products of one or two rows: the right operand is walked along, some of its rows side by side.

use core::mem::MaybeUninit;

use super::copy::Turned;
use super::problem::Start;
use super::{PASS, Problem};
use crate::kernels::simd::Simd;

/// So many rows side by side: memory is read ahead along each.
const ABREAST: usize = 4;
/// The sums of so many columns stay in the first cache.
const WIDE: usize = 2048;

/// The product of `M` rows, by the contiguous ones of the right operand: [`PASS`] of these are summed at a time, and then added to the result.
///
/// # Safety
/// As [`Sound`](super::Sound) says of a product; there are `M` rows, and those of the right operand and of the result are contiguous.
#[inline(always)]
pub(super) unsafe fn walk<S: Simd<Elem: Turned>, E: Turned<S::Elem>, const M: usize>(s: S, p: &Problem<S::Elem, E>) {
    debug_assert!(p.m == M && p.b_column == 1 && p.c_column == 1);
    for column in (0..p.n).step_by(WIDE) {
        let count = WIDE.min(p.n - column);
        let whole = count - count % S::LANES;
        let first = (s.first(count - whole), count - whole);
        let result = |i: usize, at: usize| p.c.wrapping_offset(i as isize * p.c_row).wrapping_add(column + at);
        let mut room = [const { [MaybeUninit::<S::Elem>::uninit(); WIDE] }; M];
        let sums = room.each_mut().map(|row| row.as_mut_ptr().cast::<S::Elem>());
        for row in (0..p.k).step_by(PASS) {
            let start = if row == 0 { p.start.at(0, column) } else { Start::Result };
            for (i, sums) in sums.iter().enumerate() {
                for at in (0..count).step_by(S::LANES) {
                    let from = match start {
                        Start::Zero | Start::Result => s.zero(),
                        // SAFETY: a number for each column.
                        Start::Columns(from) if at < whole => unsafe { s.load_at(from.wrapping_add(at)) },
                        // SAFETY: and for each of the last ones.
                        Start::Columns(from) => unsafe { s.load_first_at(from.wrapping_add(at), first.0) },
                        // SAFETY: a number for each row.
                        Start::Rows(from) => s.splat(unsafe { from.wrapping_add(i).read() }),
                    };
                    // SAFETY: there is room for whole vectors.
                    unsafe { s.store_at(from, sums.wrapping_add(at)) };
                }
            }
            let end = p.k.min(row + PASS);
            let abreast = (end - row) / ABREAST * ABREAST;
            for row in (row..row + abreast).step_by(ABREAST) {
                // SAFETY: so many rows, and the sums of their columns were written above.
                unsafe { add::<S, E, M, ABREAST>(s, p, [row, column], whole, first, sums) };
            }
            for row in row + abreast..end {
                // SAFETY: one of the rows that are left, and the sums of its columns were written above.
                unsafe { add::<S, E, M, 1>(s, p, [row, column], whole, first, sums) };
            }
            let onto = matches!(start, Start::Result);
            for (i, sums) in sums.iter().enumerate() {
                for at in (0..count).step_by(S::LANES) {
                    let to = result(i, at);
                    // SAFETY: a vector of sums.
                    let sum = unsafe { s.load_at(sums.wrapping_add(at)) };
                    if at < whole {
                        // SAFETY: a vector of the result, which is initialised if the sums are added to it.
                        let sum = if onto { s.add(sum, unsafe { s.load_at(to) }) } else { sum };
                        // SAFETY: its place.
                        unsafe { s.store_at(sum, to) };
                    } else {
                        // SAFETY: the last columns.
                        let sum = if onto { s.add(sum, unsafe { s.load_first_at(to, first.0) }) } else { sum };
                        // SAFETY: their places.
                        unsafe { s.store_first_at(sum, to, first.0) };
                    }
                }
            }
        }
    }
}

/// The products of `R` rows of the right operand, from a row and a column on, added to sums.
///
/// # Safety
/// There are so many rows and columns, `whole` of them and those `first` lanes behind, and sums of them.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
unsafe fn add<S: Simd<Elem: Turned>, E: Turned<S::Elem>, const M: usize, const R: usize>(
    s: S,
    p: &Problem<S::Elem, E>,
    [row, column]: [usize; 2],
    whole: usize,
    first: (S::First, usize),
    sums: [*mut S::Elem; M],
) {
    let mut x = [[s.zero(); R]; M];
    for i in 0..M {
        for r in 0..R {
            let from = p.a.wrapping_offset(i as isize * p.a_row + (row + r) as isize * p.a_column);
            // SAFETY: an element of the left operand.
            x[i][r] = s.splat(unsafe { from.read() });
        }
    }
    let rows: [*const E; R] =
        core::array::from_fn(|r| p.b.wrapping_offset((row + r) as isize * p.b_row).wrapping_add(column));
    let vector = |at: usize, y: [S::V; R]| {
        for i in 0..M {
            let to = sums[i].wrapping_add(at);
            // SAFETY: a vector of sums.
            let mut sum = unsafe { s.load_at(to) };
            for r in 0..R {
                sum = s.add_products(sum, x[i][r], y[r]);
            }
            // SAFETY: its place.
            unsafe { s.store_at(sum, to) };
        }
    };
    for at in (0..whole).step_by(S::LANES) {
        // SAFETY: a vector of each row.
        vector(at, rows.map(|row| unsafe { E::load_at(s, row.wrapping_add(at)) }));
    }
    if first.1 > 0 {
        // SAFETY: the last columns of each row.
        vector(whole, rows.map(|row| unsafe { E::load_first_at(s, row.wrapping_add(whole), first) }));
    }
}

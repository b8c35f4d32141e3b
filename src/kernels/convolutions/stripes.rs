//! One filter at a time: some rows of places are summed together, since what one reads for a place of the kernel the others read for others. So each
//! load of the source serves several rows, as it serves several filters elsewhere.

use core::mem::MaybeUninit;

use super::Tiles;
use crate::kernels::float::{Same, for_floats};
use crate::kernels::products::Summed;
use crate::kernels::simd::{Simd, compiled};
use crate::storage::Scratch;

/// So many rows of places are summed together.
const ROWS: usize = 4;
/// More products are summed in blocks, so that less is lost.
pub(super) const MOST: usize = 128;

/// Taps that follow each other down the source: each is a row further than the one before.
pub(crate) struct Run {
    /// Where the source lies for the first one.
    first: usize,
    count: usize,
    /// The number of its weight, and from one to the next.
    weight: usize,
    step: usize,
}

impl Run {
    /// The numbers of its weights.
    pub(super) fn weights(&self) -> impl Iterator<Item = usize> {
        (0..self.count).map(|i| self.weight + i * self.step)
    }
}

/// The taps in runs, for a source of rows at this distance.
pub(super) fn runs(taps: &[usize], pitch: usize) -> Scratch<Run> {
    let mut runs: Scratch<Run> = Scratch::new();
    for (weight, &tap) in taps.iter().enumerate() {
        let next = runs.iter_mut().find(|run| {
            let follows = run.first + run.count * pitch == tap;
            follows && (run.count == 1 || run.weight + run.count * run.step == weight)
        });
        match next {
            Some(run) => {
                run.step = weight.saturating_sub(run.weight) / run.count;
                run.count += 1;
            }
            None => runs.push(Run { first: tap, count: 1, weight, step: 0 }),
        }
    }
    runs
}

/// What is read: the source, the taps of a filter in runs, its weights and its bias.
pub(super) struct Job<'a, T> {
    pub source: &'a [T],
    pub runs: &'a [Run],
    pub weights: &'a [T],
    pub bias: Option<&'a T>,
    pub tiles: Tiles,
    /// From one row of places to the next, in the result.
    pub row_step: usize,
}

/// Writes the places of all rows, if elements are floats: says whether they are.
///
/// # Panics
/// If the source is shorter than the places reach, or there are fewer weights than taps, or less room than places.
pub(super) fn run<T: Summed>(job: &Job<'_, T>, out: &mut [MaybeUninit<T>]) -> bool {
    for_floats!(T, |same| {
        let Job { source, runs, weights, bias, tiles, row_step } = *job;
        let bias = bias.map(|bias| &same.slice(core::slice::from_ref(bias))[0]);
        let job = Job { source: same.slice(source), runs, weights: same.slice(weights), bias, tiles, row_step };
        Stripes::stripes(&job, same.places(out));
        true
    }, else false)
}

/// Are there such loops for these elements?
pub(super) fn can<T: 'static>() -> bool {
    Same::<T, f32>::new().is_some() || Same::<T, f64>::new().is_some()
}

compiled! { Stripes::stripes(Job) by all, each Tile by tile }

/// The places of some vectors in some rows.
///
/// Invariant: the source has as many places from each tap on, in as many rows, there is a weight for each tap of the job, and
/// room for so many places of each row, which are nobody else's for `'a`.
struct Tile<'a, T> {
    job: &'a Job<'a, T>,
    rows: usize,
    /// Places of a row, in whole vectors.
    width: usize,
    /// The source, from the first place of the first row on.
    source: *const T,
    /// Where the first place belongs.
    to: *mut T,
    /// How many places of the last vector are written: at least one.
    last: usize,
}

#[inline(always)]
fn all<S: Simd>(s: S, job: &Job<'_, S::Elem>, out: &mut [MaybeUninit<S::Elem>]) {
    let Tiles { rows, columns, pitch, .. } = job.tiles;
    if rows == 0 || columns == 0 {
        return;
    }
    let reach = (rows - 1) * pitch + columns.next_multiple_of(S::LANES);
    for run in job.runs {
        assert!(
            run.count > 0 && run.first + (run.count - 1) * pitch + reach <= job.source.len(),
            "as far as places reach"
        );
        assert!(run.weight + (run.count - 1) * run.step < job.weights.len(), "a weight for each tap");
    }
    assert!(out.len() >= (rows - 1) * job.row_step + columns, "room for all places");
    let to = out.as_mut_ptr().cast::<S::Elem>();
    for row in (0..rows).step_by(ROWS) {
        let count = ROWS.min(rows - row);
        let mut at = 0;
        while at < columns {
            let left = (columns - at).div_ceil(S::LANES);
            let most = if S::REGISTERS == 32 { 4 } else { 2 };
            let vectors = left.min(most);
            // So many rows from `row` on and so many vectors of columns from `at` on are there, and what they read, by the assertions above.
            let tile = Tile {
                job,
                rows: count,
                width: vectors * S::LANES,
                source: job.source.as_ptr().wrapping_add(row * pitch + at),
                to: to.wrapping_add(row * job.row_step + at),
                last: (columns - at - (vectors - 1) * S::LANES).min(S::LANES),
            };
            macro_rules! sizes {
                ($($rows:literal $vectors:literal)*) => {
                    match (count, vectors) {
                        $(($rows, $vectors) => s.call(OneTile::<_, $rows, $vectors>(tile)),)*
                        _ => unreachable!("a tile of {count} rows and {vectors} vectors"),
                    }
                };
            }
            sizes! {
                4 4  4 3  4 2  4 1
                3 4  3 3  3 2  3 1
                2 4  2 3  2 2  2 1
                1 4  1 3  1 2  1 1
            }
            at += vectors * S::LANES;
        }
    }
}

/// `N` vectors of places of each of `R` rows.
///
/// # Panics
/// If the tile has others.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops of constants, which are unrolled
fn tile<S: Simd, const R: usize, const N: usize>(s: S, tile: Tile<'_, S::Elem>) {
    let Tile { job, rows, width, source, to, last } = tile;
    assert!((rows, width) == (R, N * S::LANES), "the tile's own size");
    let pitch = job.tiles.pitch;
    let start = job.bias.map_or(s.zero(), |bias| s.splat(*bias));
    let mut sums = [[start; N]; R];
    for run in job.runs {
        let from = source.wrapping_add(run.first);
        let weights = job.weights.as_ptr().wrapping_add(run.weight);
        // A row of the source, for those rows of places of which it is one of the taps.
        macro_rules! add {
            ($i:expr, $first:expr, $end:expr) => {
                let from = from.wrapping_add($i * pitch);
                let mut x = [s.zero(); N];
                for v in 0..N {
                    // SAFETY: the source has the places of this row.
                    x[v] = unsafe { s.load_at(from.wrapping_add(v * S::LANES)) };
                }
                for r in $first..$end {
                    // SAFETY: there is a weight for each tap.
                    let weight = s.splat(unsafe { weights.wrapping_add(($i - r) * run.step).read() });
                    for v in 0..N {
                        sums[r][v] = s.mul_add(weight, x[v], sums[r][v]);
                    }
                }
            };
        }
        if run.count + 1 < R {
            for tap in 0..run.count {
                for r in 0..R {
                    add!(tap + r, r, r + 1);
                }
            }
            continue;
        }
        for i in 0..R - 1 {
            add!(i, 0, i + 1);
        }
        for i in R - 1..run.count {
            add!(i, 0, R);
        }
        for j in 1..R {
            let i = run.count + j - 1;
            add!(i, j, R);
        }
    }
    let first = s.first(last);
    for r in 0..R {
        let to = to.wrapping_add(r * job.row_step);
        for v in 0..N {
            let to = to.wrapping_add(v * S::LANES);
            if v + 1 < N || last == S::LANES {
                // SAFETY: there is room for the places of each row.
                unsafe { s.store_at(sums[r][v], to) };
            } else {
                // SAFETY: there is room for so many places of the last vector.
                unsafe { s.store_first_at(sums[r][v], to, first) };
            }
        }
    }
}

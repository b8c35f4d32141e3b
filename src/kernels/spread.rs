//! Means of `f32` and squares about them, in `f64`, as PyTorch computes them: no square leaves `f64`, and what sums are rounded by there is far
//! less than `f32` can hold.
//!
//! One pass sums elements and their squares. If the mean is so large beside the deviation that too little of their difference is left, another
//! pass is about the mean.

use core::mem::MaybeUninit;

use super::float::Same;
use super::rows::{Results, Rows};
use super::simd::{One, Real, Simd, Work};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;

/// The lanes of a sum.
const LANES: usize = 16;
/// Neighbouring columns that are summed together.
const COLUMNS: usize = 128;
/// Rows that columns take before their sums are stored.
const STEPS: usize = 8;
/// The squares of elements are at most so many times the squares about the mean, or that is what they are computed about.
const FAR: f64 = 4096.0;

/// What becomes of the sum of squares about a mean.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub divisor: f64,
    /// Is it the standard deviation that is asked for?
    pub root: bool,
}

impl Spread {
    #[inline(always)]
    pub(crate) fn of(self, squares: f64) -> f64 {
        let variance = squares / self.divisor;
        if self.root { num_traits::Float::sqrt(variance) } else { variance }
    }
}

/// Where the elements of results are in a row-major block: the axes that are reduced and those that stay, each as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    /// Some are reduced, some stay, some are reduced.
    Around([usize; 3]),
    /// Some stay, some are reduced, some stay.
    Between([usize; 3]),
}

impl Lie {
    /// How many results there are, and of how many elements each; the largest number where that cannot be counted, and no block has as many.
    fn results(self) -> (usize, usize) {
        match self {
            Lie::Around([outer, kept, inner]) => (kept, outer.saturating_mul(inner)),
            Lie::Between([outer, reduced, inner]) => (outer.saturating_mul(inner), reduced),
        }
    }
}

/// Where results go.
enum To<'a> {
    Spreads(Spread, &'a mut [MaybeUninit<f32>]),
    /// Means, and squares about them.
    Moments(&'a mut [[f64; 2]]),
}

impl To<'_> {
    fn len(&self) -> usize {
        match self {
            To::Spreads(_, to) => to.len(),
            To::Moments(to) => to.len(),
        }
    }
    #[inline(always)]
    fn put(&mut self, i: usize, [mean, squares]: [f64; 2]) {
        match self {
            To::Spreads(spread, to) => {
                to[i].write(spread.of(squares) as f32);
            }
            To::Moments(to) => to[i] = [mean, squares],
        }
    }
}

/// The variances or deviations of `f32`, in new memory; `None` of other elements.
///
/// # Panics
/// If the elements do not lie as it says, or are none.
#[cfg(feature = "alloc")]
pub(crate) fn spreads<T>(x: &[T], lie: Lie, spread: Spread) -> Option<Buffer<T>> {
    let same = Same::<T, f32>::new()?;
    // SAFETY: `write` writes one result for each place, or unwinds.
    Some(unsafe {
        super::norms::filled(lie.results().0, |to| write(same.slice(x), lie, To::Spreads(spread, same.places(to))))
    })
}

/// The variance or deviation of all elements, if they are `f32`.
///
/// # Panics
/// If there are none.
pub(crate) fn spread_of<T>(x: &[T], spread: Spread) -> Option<T> {
    let same = Same::<T, f32>::new()?;
    let mut moments = [[0.0; 2]];
    write(same.slice(x), Lie::Around([1, 1, x.len()]), To::Moments(&mut moments));
    Some(same.back(spread.of(moments[0][1]) as f32))
}

/// Means, and squares about them, of `f32`; tells whether it was that.
///
/// # Panics
/// If the elements do not lie as it says, or are none, or there are not as many results.
#[cfg(feature = "alloc")]
pub(crate) fn moments<T>(x: &[T], lie: Lie, to: &mut [[f64; 2]]) -> bool {
    let Some(same) = Same::<T, f32>::new() else { return false };
    write(same.slice(x), lie, To::Moments(to));
    true
}

/// The sums of elements and of their squares, of rows in memory, if they are of `f32` and not too short to gain by it.
pub(crate) fn sums_of_rows<T>(x: &Rows<'_, T>, to: &mut Results<[f64; 2]>) {
    if let (LANES.., Some(same)) = (x.count(), Same::<T, f32>::new()) {
        along(x.same(same), to);
    }
}

/// As [`sums_of_rows`], of columns.
pub(crate) fn sums_of_columns<T>(x: &Rows<'_, T>, to: &mut Results<[f64; 2]>) {
    if let Some(same) = Same::<T, f32>::new() {
        every_column(x.same(same), to);
    }
}

#[inline(never)]
fn along(x: Rows<'_, f32>, to: &mut Results<[f64; 2]>) {
    f64::widest(Along(x, to));
}

#[inline(never)]
fn every_column(x: Rows<'_, f32>, to: &mut Results<[f64; 2]>) {
    f64::widest(Down(x, to));
}

struct Along<'a, 'b>(Rows<'a, f32>, &'b mut Results<[f64; 2]>);

impl Work<f64> for Along<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = f64>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        let Along(x, to) = self;
        for i in 0..x.rows() {
            to.push(sums::<S, false, G>(s, Rows::of(x.row(i), x.count()), 0.0));
        }
    }
}

/// The first sums of columns as more results.
#[inline(always)]
fn put(to: &mut Results<[f64; 2]>, [sums, squares]: &[[f64; COLUMNS]; 2], count: usize) {
    to.extend(sums[..count].iter().zip(squares).map(|(&sum, &squares)| [sum, squares]));
}

struct Down<'a, 'b>(Rows<'a, f32>, &'b mut Results<[f64; 2]>);

impl Work<f64> for Down<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = f64>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        let Down(x, to) = self;
        let count = x.count().min(COLUMNS);
        let whole = count / S::LANES * S::LANES;
        let (means, mut sums) = ([0.0; COLUMNS], [[0.0; COLUMNS]; 2]);
        down::<S, false>(s, x, 0, whole, &means, &mut sums);
        put(to, &sums, whole);
        // Less than a vector.
        sums = [[0.0; COLUMNS]; 2];
        down::<_, false>(One(core::marker::PhantomData), x, whole, count - whole, &means, &mut sums);
        put(to, &sums, count - whole);
    }
}

/// All results.
#[inline(never)]
fn write(x: &[f32], lie: Lie, to: To<'_>) {
    let (results, n) = lie.results();
    assert!(n > 0 && results.checked_mul(n) == Some(x.len()) && to.len() == results, "results of {n} elements each");
    match lie {
        Lie::Around([1, _, inner @ ..LANES]) => {
            let mut to = to;
            x.chunks_exact(inner).enumerate().for_each(|(i, x)| to.put(i, few(x)));
        }
        _ => f64::widest(All(x, lie, to)),
    }
}

/// Of less elements than there are lanes.
#[inline(always)]
fn few(x: &[f32]) -> [f64; 2] {
    let mean = x.iter().map(|&x| f64::from(x)).sum::<f64>() / x.len() as f64;
    [mean, x.iter().map(|&x| (f64::from(x) - mean) * (f64::from(x) - mean)).sum()]
}

struct All<'a>(&'a [f32], Lie, To<'a>);

impl Work<f64> for All<'_> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = f64>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        let All(x, lie, mut to) = self;
        match lie {
            Lie::Around([1, _, inner]) => {
                for (i, x) in x.chunks_exact(inner).enumerate() {
                    to.put(i, around::<S, G>(s, Rows::of(x, inner), inner as f64));
                }
            }
            Lie::Around([outer, kept, inner]) => {
                for i in 0..kept {
                    // SAFETY: `write` has asserted that there are `outer` times `kept` rows of `inner` elements.
                    let rows = unsafe { Rows::new(x[i * inner..].as_ptr(), (kept * inner) as isize, outer, inner) };
                    to.put(i, around::<S, G>(s, rows, (outer * inner) as f64));
                }
            }
            Lie::Between([_, reduced, inner]) => {
                for (block, x) in x.chunks_exact(reduced * inner).enumerate() {
                    let rows = Rows::of(x, inner);
                    let (mut at, whole) = (0, inner / S::LANES * S::LANES);
                    while at < inner {
                        let first = block * inner + at;
                        at += if at < whole {
                            columns(s, rows, at, COLUMNS.min(whole - at), &mut to, first)
                        } else {
                            columns(One(core::marker::PhantomData), rows, at, inner - at, &mut to, first)
                        };
                    }
                }
            }
        }
    }
}

/// The mean and the squares about it, of the sums of elements and of their squares; and whether that is too little exact.
#[inline(always)]
pub(crate) fn of_sums([sum, squares]: [f64; 2], n: f64) -> ([f64; 2], bool) {
    let mean = sum / n;
    let about = squares - sum * mean;
    ([mean, about], squares > FAR * about)
}

/// The same, of the sums about what is nearly the mean.
#[inline(always)]
fn mended(mean: f64, [rest, squares]: [f64; 2], n: f64) -> [f64; 2] {
    let more = rest / n;
    let about = squares - rest * more;
    // What is NaN stays.
    [mean + more, if about < 0.0 { 0.0 } else { about }]
}

/// Of all elements of some rows, which are `n`.
#[inline(always)]
fn around<S: Simd<Elem = f64>, const G: usize>(s: S, x: Rows<'_, f32>, n: f64) -> [f64; 2] {
    let (result, is_far) = of_sums(sums::<S, false, G>(s, x, 0.0), n);
    if is_far { mended(result[0], sums::<S, true, G>(s, x, result[0]), n) } else { result }
}

/// Adds the square of an `f32`, or of what that is more than a mean. The former is not rounded in `f64`, so that a CPU that multiplies and adds
/// at once gives the same bits as others.
#[inline(always)]
fn add_square<S: Simd<Elem = f64>, const ABOUT: bool>(s: S, sum: S::V, x: S::V) -> S::V {
    if ABOUT { s.add(sum, s.mul(x, x)) } else { s.mul_add(x, x, sum) }
}

/// The sum of what elements are more than a number, or of themselves, and the sum of squares.
#[inline(always)]
fn sums<S: Simd<Elem = f64>, const ABOUT: bool, const G: usize>(s: S, x: Rows<'_, f32>, about: f64) -> [f64; 2] {
    let (mut sum, mut squares) = ([s.zero(); G], [s.zero(); G]);
    let about = s.splat(about);
    for i in 0..x.rows() {
        let (whole, rest) = x.row(i).as_chunks::<LANES>();
        for x in whole {
            for g in 0..G {
                let mut x = s.load_singles(&x[g * S::LANES..]);
                if ABOUT {
                    x = s.sub(x, about);
                }
                sum[g] = s.add(sum[g], x);
                squares[g] = add_square::<S, ABOUT>(s, squares[g], x);
            }
        }
        if rest.is_empty() {
            continue;
        }
        // The last lanes; what else there is in a row of enough elements has had its turn.
        let (mut last, skipped) = ([0.0; LANES], LANES - rest.len());
        last[skipped..].copy_from_slice(rest);
        let last = x.row(i).last_chunk::<LANES>().unwrap_or(&last);
        for g in 0..G {
            let x = s.load_singles(&last[g * S::LANES..]);
            let x = s.only(
                s.first(skipped.saturating_sub(g * S::LANES)),
                s.zero(),
                if ABOUT { s.sub(x, about) } else { x },
            );
            sum[g] = s.add(sum[g], x);
            squares[g] = add_square::<S, ABOUT>(s, squares[g], x);
        }
    }
    [total(s, sum), total(s, squares)]
}

/// All lanes of some vectors, each of the first half added to the one that is half of them further, and so on. (A loop over the lanes of a vector
/// stays one.)
#[inline(always)]
fn total<S: Simd<Elem = f64>, const G: usize>(s: S, mut lanes: [S::V; G]) -> f64 {
    let mut half = G / 2;
    while half > 0 {
        for g in 0..half {
            lanes[g] = s.add(lanes[g], lanes[g + half]);
        }
        half /= 2;
    }
    let mut x = lanes[0];
    const { assert!(S::LANES <= 8) };
    if S::LANES > 4 {
        x = s.add(x, s.swapped(x, 4));
    }
    if S::LANES > 2 {
        x = s.add(x, s.swapped(x, 2));
    }
    if S::LANES > 1 {
        x = s.add(x, s.swapped(x, 1));
    }
    s.lane(x)
}

/// The results of `count` columns, a whole number of vectors, from one of them on; returns `count`.
#[inline(always)]
fn columns<S: Simd<Elem = f64>>(
    s: S,
    x: Rows<'_, f32>,
    at: usize,
    count: usize,
    to: &mut To<'_>,
    first: usize,
) -> usize {
    let n = x.rows() as f64;
    let mut results = [[0.0; 2]; COLUMNS];
    let mut means = [0.0; COLUMNS];
    let mut sums = [[0.0; COLUMNS]; 2];
    down::<S, false>(s, x, at, count, &means, &mut sums);
    let mut far = false;
    for (i, result) in results[..count].iter_mut().enumerate() {
        let (moments, is_far) = of_sums([sums[0][i], sums[1][i]], n);
        (*result, far) = (moments, far | is_far);
        means[i] = moments[0];
    }
    if far {
        sums = [[0.0; COLUMNS]; 2];
        down::<S, true>(s, x, at, count, &means, &mut sums);
        for (i, result) in results[..count].iter_mut().enumerate() {
            *result = mended(means[i], [sums[0][i], sums[1][i]], n);
        }
    }
    for (i, result) in results[..count].iter().enumerate() {
        to.put(first + i, *result);
    }
    count
}

/// Adds the columns to their sums, some rows at a time.
#[inline(always)]
fn down<S: Simd<Elem = f64>, const ABOUT: bool>(
    s: S,
    x: Rows<'_, f32>,
    at: usize,
    count: usize,
    about: &[f64; COLUMNS],
    [sums, squares]: &mut [[f64; COLUMNS]; 2],
) {
    let mut row = 0;
    while row < x.rows() {
        let end = x.rows().min(row + STEPS);
        for v in (0..count).step_by(S::LANES) {
            let (mut sum, mut square, about) = (s.load(&sums[v..]), s.load(&squares[v..]), s.load(&about[v..]));
            for i in row..end {
                let mut x = s.load_singles(&x.row(i)[at + v..]);
                if ABOUT {
                    x = s.sub(x, about);
                }
                sum = s.add(sum, x);
                square = add_square::<S, ABOUT>(s, square, x);
            }
            let places = |to: &mut [f64], x: S::V| to[..S::LANES].copy_from_slice(&s.lanes(x)[..S::LANES]);
            places(&mut sums[v..], sum);
            places(&mut squares[v..], square);
        }
        row = end;
    }
}

//! Sums of columns of long rows that come from memory: whole rows, some at a time, since CPUs look ahead along rows.

use core::mem::MaybeUninit;
use core::ops::Range;

use super::fold::{Add, AddSquare, Fold};
use super::{Kind, ROWS, Rows};
use crate::kernels::float::{as_places, for_floats};
use crate::kernels::simd::{MOST, Real, Simd, Work};
use crate::storage::{Buffer, Full, Scratch};

/// Rows that are read side by side.
const SIDE: usize = 8;
/// Of fewer bytes the other loops are as good.
const FAR: usize = 3 << 20;
/// Rows of fewer bytes are not worth it.
const LONG: usize = 1024;
/// So many bytes of a row are summed at a time: with the sums of blocks that wait for others they stay in the nearest caches.
const WIDE: usize = 8192;

/// The sums of columns from the first one on, in the order and with the bits of [`columns_by`](super::columns_by), if that is the faster way: of all columns but the last
/// few.
pub(crate) fn wide_columns_by<T>(kind: Kind, x: &Rows<'_, T>) -> Option<Buffer<T>> {
    let row = x.count().saturating_mul(size_of::<T>());
    let is_sum = matches!(kind, Kind::Sum | Kind::SumOfSquares);
    if !is_sum || row < LONG || x.rows() < 2 * ROWS || x.rows().saturating_mul(row) < FAR {
        return None;
    }
    let len = x.count() / MOST * MOST;
    for_floats!(T, |same| Some(Buffer::written_by(len, |to| {
        Summed::sums(kind, x.same(same), same.places(to));
        // SAFETY: `Sums` writes all places.
        unsafe { Full::new(to) }
    })), else None)
}

/// The kernel for one type of elements, compiled with this crate.
trait Summed: Real {
    fn sums(kind: Kind, x: Rows<'_, Self>, to: &mut [MaybeUninit<Self>]);
}

macro_rules! summed {
    ($($t:ident)*) => { $(
        impl Summed for $t {
            #[inline(never)]
            fn sums(kind: Kind, x: Rows<'_, $t>, to: &mut [MaybeUninit<$t>]) {
                <$t>::widest(Sums(kind, x, to));
            }
        }
    )* };
}
summed! { f32 f64 }

/// The sums of as many columns as there are places, a multiple of what any vector has lanes.
struct Sums<'a, 'b, T>(Kind, Rows<'a, T>, &'b mut [MaybeUninit<T>]);

impl<T: Real> Work<T> for Sums<'_, '_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const A: usize, const B: usize, const C: usize, const D: usize>(self, s: S) {
        let Sums(kind, x, to) = self;
        match kind {
            Kind::SumOfSquares => all(s, AddSquare, x, to),
            _ => all(s, Add, x, to),
        }
    }
}

/// Part after part of all rows: blocks of [`ROWS`] rows, of which two are joined whenever both stand for as many, as by a [`Stack`](super::fold::Stack).
#[inline(always)]
fn all<S: Simd, O: Fold<S>>(s: S, fold: O, x: Rows<'_, S::Elem>, to: &mut [MaybeUninit<S::Elem>]) {
    let width = WIDE / size_of::<S::Elem>();
    // Of so many blocks as many stand by themselves as their number has digits, and one more.
    let depth = (usize::BITS - x.rows().div_ceil(ROWS).leading_zeros()) as usize + 1;
    let mut sums = Scratch::with_room(depth * width);
    sums.resize(depth * width, s.lane(s.zero()));
    for (part, to) in to.chunks_mut(width).enumerate() {
        let (mut held, mut blocks) = (0, 0usize);
        for start in (0..x.rows()).step_by(ROWS) {
            let rows = start..x.rows().min(start + ROWS);
            block(s, fold, x, rows, part * width, &mut sums[held * width..][..to.len()]);
            for _ in 0..blocks.trailing_ones() {
                held -= 1;
                join::<S, O>(s, &mut sums[held * width..], width, to.len());
            }
            held += 1;
            blocks += 1;
        }
        for above in (1..held).rev() {
            join::<S, O>(s, &mut sums[(above - 1) * width..], width, to.len());
        }
        for (to, &sum) in to.iter_mut().zip(sums.iter()) {
            to.write(sum);
        }
    }
}

/// Adds the second so many sums to the first ones, of which there are `len`.
#[inline(always)]
fn join<S: Simd, O: Fold<S>>(s: S, sums: &mut [S::Elem], width: usize, len: usize) {
    let (first, second) = sums.split_at_mut(width);
    for (a, b) in first[..len].chunks_exact_mut(S::LANES).zip(second[..len].chunks_exact(S::LANES)) {
        let sum = O::join(s, s.load(a), s.load(b));
        s.store(sum, as_places(a));
    }
}

/// The sums of some rows, from one of their columns on, one row after the other.
#[inline(always)]
fn block<S: Simd, O: Fold<S>>(
    s: S,
    fold: O,
    x: Rows<'_, S::Elem>,
    rows: Range<usize>,
    column: usize,
    sums: &mut [S::Elem],
) {
    let mut rows = x.columns(rows, column, sums.len());
    let mut is_first = true;
    while let Some(row) = rows.next() {
        if rows.left() >= SIDE - 1 {
            let mut some = [row; SIDE];
            for row in &mut some[1..] {
                *row = rows.next().expect("so many are left");
            }
            add(s, fold, some, is_first, sums);
        } else {
            add(s, fold, [row], is_first, sums);
        }
        is_first = false;
    }
}

/// Some rows more, or the first ones.
#[inline(always)]
fn add<S: Simd, O: Fold<S>, const N: usize>(
    s: S,
    fold: O,
    rows: [&[S::Elem]; N],
    is_first: bool,
    sums: &mut [S::Elem],
) {
    let rows = rows.map(|row| &row[..sums.len()]);
    for (i, sums) in sums.chunks_exact_mut(S::LANES).enumerate() {
        let at = i * S::LANES;
        let x = fold.first(s, s.load(&rows[0][at..]));
        let mut sum = if is_first { x } else { O::join(s, s.load(sums), x) };
        for row in &rows[1..] {
            sum = O::join(s, sum, fold.first(s, s.load(&row[at..])));
        }
        s.store(sum, as_places(sums));
    }
}

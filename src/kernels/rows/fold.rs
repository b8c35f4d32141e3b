//! Rows and columns of floats that lie next to each other, reduced in vectors.
//!
//! The general loops of reductions are right for everything, and the compiler makes vectors of most of them. It does not for a maximum, which
//! has to look for NaN, and it starts sums anew too slowly. What is here gives the same results to the last bit: elements meet in the same
//! order, by the same lanes, blocks and rows.

#[cfg(feature = "half")]
use core::iter;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::slice;

use num_traits::Float;

use super::{Kind, LANES, MANY, ROWS, Results, Rows, STEPS, TILE};
use crate::kernels::float::for_floats;
#[cfg(feature = "half")]
use crate::kernels::halves::{Brain, Half};
use crate::kernels::simd::{MOST, Real, Simd, Work, odd};

/// What elements lie in memory as, of which vectors of `T` are made.
pub(crate) trait Lies<T>: Copy {
    /// As many elements as a vector has lanes.
    ///
    /// # Panics
    /// If there are fewer.
    fn load<S: Simd<Elem = T>>(s: S, from: &[Self]) -> S::V;
    /// # Safety
    /// As many elements may be read as a vector has lanes.
    #[cfg_attr(not(all(feature = "std", target_arch = "x86_64")), allow(dead_code))] // for products
    #[inline(always)]
    unsafe fn load_at<S: Simd<Elem = T>>(s: S, from: *const Self) -> S::V {
        // SAFETY: the caller's elements.
        Self::load(s, unsafe { slice::from_raw_parts(from, S::LANES) })
    }
    /// As many elements as there are, if a vector has as many lanes; the other lanes are 0.
    fn load_part<S: Simd<Elem = T>>(s: S, from: &[Self]) -> S::V;
}

impl<T: Float> Lies<T> for T {
    #[inline(always)]
    fn load<S: Simd<Elem = T>>(s: S, from: &[T]) -> S::V {
        s.load(from)
    }
    #[inline(always)]
    fn load_part<S: Simd<Elem = T>>(s: S, from: &[T]) -> S::V {
        s.load_part(from)
    }
}

#[cfg(feature = "half")]
macro_rules! sixteen {
    ($($name:ident $load:ident;)*) => { $(
        impl $name {
            /// The bits.
            #[inline(always)]
            pub(in crate::kernels) fn bits(of: &[$name]) -> &[u16] {
                // SAFETY: each is nothing but its bits.
                unsafe { &*(core::ptr::from_ref(of) as *const [u16]) }
            }
        }
        impl Lies<f32> for $name {
            #[inline(always)]
            fn load<S: Simd<Elem = f32>>(s: S, from: &[$name]) -> S::V {
                s.$load($name::bits(from))
            }
            #[inline(always)]
            fn load_part<S: Simd<Elem = f32>>(s: S, from: &[$name]) -> S::V {
                if from.len() >= S::LANES {
                    return Self::load(s, from);
                }
                let mut lanes = [0; MOST];
                iter::zip(&mut lanes[..S::LANES], from).for_each(|(lane, x)| *lane = x.0);
                s.$load(&lanes)
            }
        }
    )* };
}
#[cfg(feature = "half")]
sixteen! {
    Half load_halves;
    Brain load_brains;
}

/// An operation on vectors.
pub(crate) trait Fold<S: Simd>: Copy {
    /// Does one NaN decide everything?
    const NAN: bool;
    fn first(self, s: S, x: S::V) -> S::V;
    fn join(s: S, acc: S::V, x: S::V) -> S::V;
}

macro_rules! operations {
    ($($name:ident, $nan:literal, |$s:ident, $x:ident| $first:expr, |$a:ident, $b:ident| $join:expr;)*) => { $(
        #[derive(Clone, Copy)]
        pub(crate) struct $name;
        impl<S: Simd> Fold<S> for $name {
            const NAN: bool = $nan;
            #[inline(always)]
            fn first(self, $s: S, $x: S::V) -> S::V {
                let _ = $s;
                $first
            }
            #[inline(always)]
            fn join($s: S, $a: S::V, $b: S::V) -> S::V {
                $join
            }
        }
    )* };
}
operations! {
    Add, false, |s, x| x, |a, b| s.add(a, b);
    AddSquare, false, |s, x| s.mul(x, x), |a, b| s.add(a, b);
    // Of equal ones the first.
    Highest, true, |s, x| x, |a, b| s.larger(b, a);
    Lowest, true, |s, x| x, |a, b| s.smaller(b, a);
}

/// Partial results, of which two are joined whenever both stand for as many elements: blocks `0..n` as two halves, the first of which is
/// the largest power of two that is less than `n`, and so on.
pub(crate) struct Stack<V, const N: usize> {
    places: [MaybeUninit<[V; N]>; usize::BITS as usize],
    /// How many there are.
    len: usize,
    /// How many blocks they stand for.
    blocks: usize,
}

impl<V: Copy, const N: usize> Stack<V, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Stack { places: [const { MaybeUninit::uninit() }; usize::BITS as usize], len: 0, blocks: 0 }
    }

    #[inline(always)]
    fn joined<S: Simd<V = V>, O: Fold<S>>(&mut self, s: S, mut block: [V; N]) -> [V; N] {
        self.len -= 1;
        // SAFETY: the first `len` places were written.
        let before = unsafe { self.places[self.len].assume_init_read() };
        for (x, before) in block.iter_mut().zip(before) {
            *x = O::join(s, before, *x);
        }
        block
    }

    #[inline(always)]
    pub(crate) fn push<S: Simd<V = V>, O: Fold<S>>(&mut self, s: S, _: O, mut block: [V; N]) {
        for _ in 0..self.blocks.trailing_ones() {
            block = self.joined::<S, O>(s, block);
        }
        self.blocks += 1;
        self.places[self.len].write(block);
        self.len += 1;
    }

    /// All of them as one, `block` the last.
    #[inline(always)]
    pub(crate) fn finish<S: Simd<V = V>, O: Fold<S>>(&mut self, s: S, _: O, mut block: [V; N]) -> [V; N] {
        while self.len > 0 {
            block = self.joined::<S, O>(s, block);
        }
        block
    }
}

/// The first `N` vectors.
#[inline(always)]
fn load<S: Simd, E: Lies<S::Elem>, const N: usize>(s: S, x: &[E]) -> [S::V; N] {
    assert!(x.len() >= N * S::LANES, "{N} vectors");
    let mut row = [E::load(s, x); N];
    for (v, place) in row.iter_mut().enumerate().skip(1) {
        *place = E::load(s, &x[v * S::LANES..]);
    }
    row
}

/// Looks for NaN, two vectors at a time.
#[inline(always)]
fn look<S: Simd, const N: usize>(s: S, row: &[S::V; N], mut nan: S::Which) -> S::Which {
    for pair in row.chunks(2) {
        nan = s.either(nan, s.unordered(pair[0], pair[pair.len() - 1]));
    }
    nan
}

/// Nothing is NaN.
#[inline(always)]
fn ordered<S: Simd>(s: S) -> S::Which {
    s.unordered(s.zero(), s.zero())
}

/// CPUs do not look ahead from row to row where these are far apart: so many are on their way into the second cache.
const AHEAD: usize = 24;
/// Rows that reach over more bytes than these come from memory.
const FAR: usize = 8 << 20;

/// `N` vectors of some rows, from one of their columns on, one row after the other. With `IS_FAR` later ones are asked for.
#[inline(always)]
fn steps<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const N: usize, const IS_FAR: bool>(
    s: S,
    fold: O,
    x: Rows<'_, E>,
    rows: Range<usize>,
    column: usize,
    nan: &mut S::Which,
) -> [S::V; N] {
    let ahead = x.step().wrapping_mul(AHEAD as isize);
    let mut rows = x.columns(rows, column, N * S::LANES);
    let mut acc = load::<S, E, N>(s, rows.next().expect("at least one row"));
    if O::NAN {
        *nan = look(s, &acc, *nan);
    }
    for acc in &mut acc {
        *acc = fold.first(s, *acc);
    }
    for row in rows {
        if IS_FAR {
            for line in (0..size_of_val(row)).step_by(64) {
                s.prefetch_second(row.as_ptr().wrapping_offset(ahead).wrapping_byte_add(line).cast());
            }
        }
        let row = load::<S, E, N>(s, row);
        if O::NAN {
            *nan = look(s, &row, *nan);
        }
        for (acc, x) in acc.iter_mut().zip(row) {
            *acc = O::join(s, *acc, fold.first(s, x));
        }
    }
    acc
}

/// The elements of one block, at least [`MANY`]: `4 G` vectors of lanes, of which `N` are held at a time, as `G` vectors.
#[inline(always)]
fn block<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const G: usize, const N: usize>(
    s: S,
    fold: O,
    x: &[E],
    nan: &mut S::Which,
) -> [S::V; G] {
    let rows = Rows::of(x, MANY);
    let mut all = [[s.zero(); G]; 4];
    for first in (0..4 * G).step_by(N) {
        let some = steps::<S, O, E, N, false>(s, fold, rows, 0..rows.rows(), first * S::LANES, nan);
        all.as_flattened_mut()[first..first + N].copy_from_slice(&some);
    }
    let mut rest = &x[rows.rows() * MANY..];
    let mut group = 0;
    while group < 3 && rest.len() >= LANES {
        one_more(s, fold, &mut all[group], &rest[..LANES], nan);
        rest = &rest[LANES..];
        group += 1;
    }
    one_more(s, fold, &mut all[3], rest, nan);
    let [a, b, c, d] = all;
    let mut result = a;
    for (g, result) in result.iter_mut().enumerate() {
        *result = O::join(s, O::join(s, a[g], c[g]), O::join(s, b[g], d[g]));
    }
    result
}

/// One element more for each lane of a group.
#[inline(always)]
fn one_whole<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const G: usize>(
    s: S,
    fold: O,
    acc: &mut [S::V; G],
    x: &[E],
    nan: &mut S::Which,
) {
    let x = load::<S, E, G>(s, x);
    if O::NAN {
        *nan = look(s, &x, *nan);
    }
    for (acc, x) in acc.iter_mut().zip(x) {
        *acc = O::join(s, *acc, fold.first(s, x));
    }
}

/// So many elements more for the first lanes of a group, which has as many or more.
#[inline(always)]
fn one_more<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const G: usize>(
    s: S,
    fold: O,
    acc: &mut [S::V; G],
    x: &[E],
    nan: &mut S::Which,
) {
    for (g, acc) in acc.iter_mut().enumerate() {
        let Some(rest) = x.get(g * S::LANES..).filter(|rest| !rest.is_empty()) else { return };
        let x = E::load_part(s, rest);
        if O::NAN {
            // The other lanes are 0.
            *nan = look(s, &[x], *nan);
        }
        *acc = s.only(s.first(rest.len()), O::join(s, *acc, fold.first(s, x)), *acc);
    }
}

/// A row of [`LANES`] elements or more, or `None` if one is NaN and that matters.
#[inline(always)]
pub(crate) fn row<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const G: usize, const N: usize>(
    s: S,
    fold: O,
    x: &[E],
) -> Option<S::Elem> {
    let mut nan = ordered(s);
    let lanes = if x.len() < MANY {
        short::<S, O, E, G>(s, fold, x, &mut nan)
    } else {
        blocks::<S, O, E, G, N>(s, fold, x, &mut nan)
    };
    (!O::NAN || s.bits(nan) == 0).then_some(halved::<S, O, G>(s, fold, lanes))
}

/// As many rows as a vector has lanes, from one on, each of less than [`MANY`] elements, side by side: what is left of each to be joined is joined for all of them.
/// `None` if one has a NaN that matters.
#[inline(always)]
fn side_by_side<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const G: usize>(
    s: S,
    fold: O,
    x: Rows<'_, E>,
    from: usize,
    odd: &[S::Which; 4],
) -> Option<S::V> {
    let (rows, whole) = (from..from + S::LANES, x.count() / LANES * LANES);
    let mut nan = ordered(s);
    let mut each = [[s.zero(); G]; MOST];
    let mut columns = x.columns(rows.clone(), 0, LANES);
    for lanes in each.iter_mut().take(S::LANES) {
        *lanes = load::<S, E, G>(s, columns.next()?);
        if O::NAN {
            nan = look(s, lanes, nan);
        }
        for lane in lanes {
            *lane = fold.first(s, *lane);
        }
    }
    for column in (LANES..whole).step_by(LANES) {
        let mut columns = x.columns(rows.clone(), column, LANES);
        for lanes in each.iter_mut().take(S::LANES) {
            one_whole(s, fold, lanes, columns.next()?, &mut nan);
        }
    }
    if whole < x.count() {
        let mut columns = x.columns(rows, whole, x.count() - whole);
        for lanes in each.iter_mut().take(S::LANES) {
            one_more(s, fold, lanes, columns.next()?, &mut nan);
        }
    }
    let mut joined = [s.zero(); MOST];
    for (x, lanes) in joined.iter_mut().zip(each).take(S::LANES) {
        *x = in_one::<S, O, G>(s, lanes);
    }
    (!O::NAN || s.bits(nan) == 0).then(|| halved_each(s, fold, &mut joined, odd))
}

/// The lanes of less than [`MANY`] elements.
#[inline(always)]
fn short<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const G: usize>(
    s: S,
    fold: O,
    x: &[E],
    nan: &mut S::Which,
) -> [S::V; G] {
    let mut lanes = load::<S, E, G>(s, x);
    if O::NAN {
        *nan = look(s, &lanes, *nan);
    }
    for lane in &mut lanes {
        *lane = fold.first(s, *lane);
    }
    let mut groups = x[LANES..].chunks_exact(LANES);
    for more in groups.by_ref() {
        one_whole(s, fold, &mut lanes, more, nan);
    }
    one_more(s, fold, &mut lanes, groups.remainder(), nan);
    lanes
}

/// The lanes of [`MANY`] elements or more, block by block; the last one takes what would be too little for its lanes.
#[inline(always)]
fn blocks<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const G: usize, const N: usize>(
    s: S,
    fold: O,
    x: &[E],
    nan: &mut S::Which,
) -> [S::V; G] {
    let (mut stack, mut rest) = (Stack::new(), x);
    while rest.len() >= STEPS * MANY + MANY {
        // Of a number of elements that the compiler knows.
        let (now, later) = rest.split_at(STEPS * MANY);
        stack.push(s, fold, block::<S, O, E, G, N>(s, fold, now, nan));
        rest = later;
    }
    let last = block::<S, O, E, G, N>(s, fold, rest, nan);
    stack.finish(s, fold, last)
}

/// All lanes joined: each of the first half with the one that is half of them further, and so on.
#[inline(always)]
pub(crate) fn halved<S: Simd, O: Fold<S>, const G: usize>(s: S, _: O, lanes: [S::V; G]) -> S::Elem {
    let (mut x, mut by) = (in_one::<S, O, G>(s, lanes), S::LANES / 2);
    while by > 0 {
        x = O::join(s, x, s.swapped(x, by));
        by /= 2;
    }
    s.lane(x)
}

/// All lanes joined until they are those of one vector.
#[inline(always)]
fn in_one<S: Simd, O: Fold<S>, const G: usize>(s: S, mut lanes: [S::V; G]) -> S::V {
    let mut half = G / 2;
    while half > 0 {
        for g in 0..half {
            lanes[g] = O::join(s, lanes[g], lanes[g + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// The lanes of as many vectors as there are lanes, each vector's joined as [`halved`] does, in the lane of its number.
#[inline(always)]
fn halved_each<S: Simd, O: Fold<S>>(s: S, _: O, each: &mut [S::V; MOST], odd: &[S::Which; 4]) -> S::V {
    halve_pairs::<S, O, 8>(s, each, odd[3]);
    halve_pairs::<S, O, 4>(s, each, odd[2]);
    halve_pairs::<S, O, 2>(s, each, odd[1]);
    halve_pairs::<S, O, 1>(s, each, odd[0]);
    each[0]
}

/// Of each of the first `BY` vectors and the one that is `BY` further, lanes joined with those that are `BY` further: the second one's where numbers have
/// that bit.
#[inline(always)]
fn halve_pairs<S: Simd, O: Fold<S>, const BY: usize>(s: S, each: &mut [S::V; MOST], odd: S::Which) {
    if BY >= S::LANES {
        return;
    }
    for i in 0..BY {
        let (x, y) = (each[i], each[i + BY]);
        each[i] = O::join(s, s.select(odd, s.swapped(y, BY), x), s.select(odd, y, s.swapped(x, BY)));
    }
}

/// Runs a block for the operation, whose name there is `$fold`.
macro_rules! by_kind {
    ($kind:expr, $fold:ident => $body:expr) => {
        match $kind {
            Kind::Sum => {
                let $fold = Add;
                $body
            }
            Kind::SumOfSquares => {
                let $fold = AddSquare;
                $body
            }
            Kind::Largest => {
                let $fold = Highest;
                $body
            }
            Kind::Smallest => {
                let $fold = Lowest;
                $body
            }
        }
    };
}

/// Whole rows.
struct AlongRows<'a, 'b, E, T>(Kind, Rows<'a, E>, &'b mut Results<T>);

impl<T: Real, E: Lies<T>> Work<T> for AlongRows<'_, '_, E, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        let AlongRows(kind, x, to) = self;
        to.clear();
        let (count, odd) = (x.rows().min(TILE), odd(s));
        by_kind!(kind, fold => {
            while (LANES..MANY).contains(&x.count()) && count - to.done() >= S::LANES
                && let Some(results) = side_by_side::<S, _, E, G>(s, fold, x, to.done(), &odd)
            {
                to.put_vectors(s, to.done(), &[results]);
            }
            while to.done() < count && let Some(result) = row::<S, _, E, G, N>(s, fold, x.row(to.done())) {
                to.push(result);
            }
        });
    }
}

/// Columns, [`ROWS`] rows after the other in a block, and blocks in pairs; or the places of the largest or smallest.
struct Down<'a, 'b, E, T>(Option<Kind>, bool, Rows<'a, E>, &'b mut Results<T>);

impl<T: Real, E: Lies<T>> Work<T> for Down<'_, '_, E, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
        let Down(kind, low, x, to) = self;
        to.clear();
        let mut nan = ordered(s);
        let count = x.count().min(TILE);
        let is_far = x.rows().saturating_mul(x.step().unsigned_abs()).saturating_mul(size_of::<E>()) > FAR;
        loop {
            match (kind, (count - to.done()) / S::LANES) {
                (_, 0) | (None, 1..4) => break,
                (Some(kind), 8..) if is_far => {
                    by_kind!(kind, fold => columns::<S, _, E, 8, true>(s, fold, x, to, &mut nan));
                }
                (Some(kind), 8..) => by_kind!(kind, fold => columns::<S, _, E, 8, false>(s, fold, x, to, &mut nan)),
                (Some(kind), 2..) => by_kind!(kind, fold => columns::<S, _, E, 2, false>(s, fold, x, to, &mut nan)),
                (Some(kind), _) => by_kind!(kind, fold => columns::<S, _, E, 1, false>(s, fold, x, to, &mut nan)),
                (None, _) if low => places::<S, E, true, 4>(s, x, to, &mut nan),
                (None, _) => places::<S, E, false, 4>(s, x, to, &mut nan),
            }
        }
        if s.bits(nan) != 0 {
            to.clear();
        }
    }
}

/// `N` vectors of columns, behind those that are done.
#[inline(always)]
fn columns<S: Simd, O: Fold<S>, E: Lies<S::Elem>, const N: usize, const IS_FAR: bool>(
    s: S,
    fold: O,
    x: Rows<'_, E>,
    to: &mut Results<S::Elem>,
    nan: &mut S::Which,
) {
    let column = to.done();
    let (mut stack, mut done) = (Stack::new(), 0);
    loop {
        let end = x.rows().min(done + ROWS);
        let block = steps::<S, O, E, N, IS_FAR>(s, fold, x, done..end, column, nan);
        if end == x.rows() {
            return to.put_vectors(s, column, &stack.finish(s, fold, block));
        }
        stack.push(s, fold, block);
        done = end;
    }
}

/// Where the largest of each column is, or with `LOW` the smallest: of equal ones the first; the numbers of rows as floats.
#[inline(always)]
fn places<S: Simd<Elem: Real>, E: Lies<S::Elem>, const LOW: bool, const N: usize>(
    s: S,
    x: Rows<'_, E>,
    to: &mut Results<S::Elem>,
    nan: &mut S::Which,
) {
    let column = to.done();
    let one = s.splat(num_traits::One::one());
    let mut rows = x.columns(0..x.rows(), column, N * S::LANES);
    let mut best = load::<S, E, N>(s, rows.next().expect("at least one row"));
    let mut place = [s.zero(); N];
    let mut number = s.zero();
    *nan = look(s, &best, *nan);
    for row in rows {
        number = s.add(number, one);
        let row = load::<S, E, N>(s, row);
        *nan = look(s, &row, *nan);
        for v in 0..N {
            let better = if LOW { s.above(best[v], row[v]) } else { s.above(row[v], best[v]) };
            best[v] = s.select(better, row[v], best[v]);
            place[v] = s.select(better, number, place[v]);
        }
    }
    to.put_vectors(s, column, &place);
}

/// The first element that is equal to a number, or is NaN if that is.
struct Find<'a, T>(&'a [T], T);

impl<T: Real> Work<T> for Find<'_, T> {
    type Output = usize;
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) -> usize {
        let Find(x, wanted) = self;
        let number = s.splat(wanted);
        let mut at = 0;
        // Four vectors at a time, as long as it is in none of them.
        if !wanted.is_nan() {
            for four in x.chunks_exact(4 * S::LANES) {
                let [a, b, c, d] = load::<S, T, 4>(s, four);
                let ab = s.either(s.equal(a, number), s.equal(b, number));
                let cd = s.either(s.equal(c, number), s.equal(d, number));
                if s.bits(s.either(ab, cd)) != 0 {
                    break;
                }
                at += 4 * S::LANES;
            }
        }
        for part in x[at..].chunks(S::LANES) {
            let x = if part.len() == S::LANES { s.load(part) } else { s.load_part(part) };
            let found = s.bits(if wanted.is_nan() { s.unordered(x, x) } else { s.equal(x, number) });
            if found != 0 {
                at += found.trailing_zeros() as usize;
                break;
            }
            at += S::LANES;
        }
        at.min(x.len())
    }
}

/// The kernels for one type of elements, compiled with this crate.
trait Reduced: Real {
    fn along(kind: Kind, x: Rows<'_, Self>, to: &mut Results<Self>);
    fn down(kind: Option<Kind>, low: bool, x: Rows<'_, Self>, to: &mut Results<Self>);
    fn find(x: &[Self], number: Self) -> usize;
}

macro_rules! reduced {
    ($($t:ident)*) => { $(
        impl Reduced for $t {
            #[inline(never)]
            fn along(kind: Kind, x: Rows<'_, $t>, to: &mut Results<$t>) {
                <$t>::widest(AlongRows(kind, x, to));
            }
            #[inline(never)]
            fn down(kind: Option<Kind>, low: bool, x: Rows<'_, $t>, to: &mut Results<$t>) {
                <$t>::widest(Down(kind, low, x, to));
            }
            #[inline(never)]
            fn find(x: &[$t], number: $t) -> usize {
                <$t>::widest(Find(x, number))
            }
        }
    )* };
}
reduced! { f32 f64 }

/// The same of floats of 16 bits, of which vectors of `f32` are made.
#[cfg(feature = "half")]
pub(crate) trait Narrow: Lies<f32> {
    fn along(kind: Kind, x: Rows<'_, Self>, to: &mut Results<f32>);
    fn down(kind: Kind, x: Rows<'_, Self>, to: &mut Results<f32>);
}

#[cfg(feature = "half")]
macro_rules! narrow {
    ($($t:ident)*) => { $(
        impl Narrow for $t {
            #[inline(never)]
            fn along(kind: Kind, x: Rows<'_, $t>, to: &mut Results<f32>) {
                f32::widest(AlongRows(kind, x, to));
            }
            #[inline(never)]
            fn down(kind: Kind, x: Rows<'_, $t>, to: &mut Results<f32>) {
                f32::widest(Down(Some(kind), false, x, to));
            }
        }
    )* };
}
#[cfg(feature = "half")]
narrow! { Half Brain }

/// As [`rows_by`], of floats of 16 bits by their bits.
#[cfg(feature = "half")]
pub(crate) fn narrow_rows_by<E: Narrow>(kind: Kind, x: Rows<'_, E>, to: &mut Results<f32>) {
    if x.count() >= LANES {
        E::along(kind, x, to);
    }
}

/// As [`columns_by`], of floats of 16 bits by their bits.
#[cfg(feature = "half")]
pub(crate) fn narrow_columns_by<E: Narrow>(kind: Kind, x: Rows<'_, E>, to: &mut Results<f32>) {
    E::down(kind, x, to);
}

/// Reduces as many rows as there are loops for, from the first one on: none that are too short to gain by them, and none from one
/// on that has a NaN where that matters.
pub(crate) fn rows_by<T>(kind: Kind, x: &Rows<'_, T>, to: &mut Results<T>) {
    if x.count() >= LANES {
        for_floats!(T, |same| Reduced::along(kind, x.same(same), to.same(same)), else to.clear());
    }
}

/// The first element that is equal to `number`, one of them, or NaN if that is; if there are loops for this.
pub(crate) fn first_of<T>(x: &[T], number: &T) -> Option<usize> {
    for_floats!(T, |same| Some(Reduced::find(same.slice(x), same.value(number))), else None)
}

/// Reduces as many columns as there are loops for, from the first one on; none if one is NaN and that matters.
pub(crate) fn columns_by<T>(kind: Kind, x: &Rows<'_, T>, to: &mut Results<T>) {
    for_floats!(T, |same| Reduced::down(Some(kind), false, x.same(same), to.same(same)), else to.clear());
}

/// Where the largest of each column is, or the smallest, as [`columns_by`].
pub(crate) fn places_by<T>(low: bool, x: &Rows<'_, T>, to: &mut Results<usize>) {
    for_floats!(T, |same| numbers(low, x.same(same), to), else {});
}

fn numbers<R: Reduced>(low: bool, x: Rows<'_, R>, to: &mut Results<usize>) {
    if x.rows() < R::COUNTED {
        let mut numbers = Results::new();
        R::down(None, low, x, &mut numbers);
        to.extend(numbers.as_slice().iter().map(|number| number.number()));
    }
}

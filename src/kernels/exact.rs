//! Products of floats of which nothing is lost on the way: those of `f32` in `f64`, and those of `f64` with what each multiplication has rounded
//! away, which a fused multiply-add tells.

use core::marker::PhantomData;

use super::float::for_floats;
use super::rows::{LANES, Results, Rows, TILE};
use super::simd::{One, Real, Simd, Work};

/// A product, and what is to be added to it.
#[derive(Clone, Copy)]
struct Pair<V>(V, V);

impl<V: Copy> Pair<V> {
    #[inline(always)]
    fn one<S: Simd<Elem = f64, V = V>>(s: S) -> Self {
        Pair(s.splat(1.0), s.zero())
    }
    /// Times a number.
    #[inline(always)]
    fn times<S: Simd<Elem = f64, V = V>, T: Number>(self, s: S, x: V) -> Self {
        let product = s.mul(self.0, x);
        if !T::EXACT {
            return Pair(product, self.1);
        }
        // (Less than -0 is what the CPU subtracts as it multiplies.)
        let rest = s.mul_add(self.0, x, s.sub(s.splat(-0.0), product));
        Pair(product, s.mul_add(self.1, x, rest))
    }
    #[inline(always)]
    fn joined<S: Simd<Elem = f64, V = V>, T: Number>(self, s: S, other: Self) -> Self {
        let Pair(product, rest) = self.times::<S, T>(s, other.0);
        if T::EXACT { Pair(product, s.mul_add(self.0, other.1, rest)) } else { Pair(product, rest) }
    }
    /// With what was rounded away. A product that has left the range of `f64` has no rest, and 0 keeps its sign.
    #[inline(always)]
    fn whole<S: Simd<Elem = f64, V = V>, T: Number>(self, s: S) -> V {
        let Pair(product, rest) = self;
        if !T::EXACT {
            return product;
        }
        let is_finite = s.equal(s.sub(rest, rest), s.zero());
        let whole = s.select(is_finite, s.add(product, rest), product);
        s.select(s.equal(product, s.zero()), product, whole)
    }
    #[inline(always)]
    fn swapped<S: Simd<Elem = f64, V = V>>(self, s: S, by: usize) -> Self {
        Pair(s.swapped(self.0, by), s.swapped(self.1, by))
    }
}

/// Elements that are read as `f64`, and what results become.
trait Number: Copy {
    /// Is something to be added to products?
    const EXACT: bool;
    fn load<S: Simd<Elem = f64>>(s: S, from: &[Self]) -> S::V;
    /// The products of fewer columns than a vector has lanes.
    fn few<S: Simd<Elem = f64>>(s: S, x: Rows<'_, Self>, count: usize, to: &mut Results<Self>);
    fn of(x: f64) -> Self;
    /// One result for each lane, from number `at` on.
    fn store<S: Simd<Elem = f64>>(s: S, x: S::V, at: usize, to: &mut Results<Self>);
}
impl Number for f32 {
    const EXACT: bool = false;
    #[inline(always)]
    fn load<S: Simd<Elem = f64>>(s: S, from: &[f32]) -> S::V {
        s.load_singles(from)
    }
    #[inline(always)]
    fn few<S: Simd<Elem = f64>>(_: S, x: Rows<'_, f32>, count: usize, to: &mut Results<f32>) {
        for at in 0..count {
            down::<_, f32, 1>(One(PhantomData::<f64>), x, at, to);
        }
    }
    #[inline(always)]
    fn of(x: f64) -> f32 {
        x as f32
    }
    #[inline(always)]
    fn store<S: Simd<Elem = f64>>(s: S, x: S::V, at: usize, to: &mut Results<f32>) {
        for (lane, x) in s.lanes(x)[..S::LANES].iter().enumerate() {
            to.put(at + lane, *x as f32);
        }
    }
}
impl Number for f64 {
    const EXACT: bool = true;
    #[inline(always)]
    fn load<S: Simd<Elem = f64>>(s: S, from: &[f64]) -> S::V {
        s.load(from)
    }
    #[inline(always)]
    fn few<S: Simd<Elem = f64>>(s: S, x: Rows<'_, f64>, count: usize, to: &mut Results<f64>) {
        let mut pair = Pair::one(s);
        for i in 0..x.rows() {
            pair = pair.times::<S, f64>(s, s.load_part(&x.row(i)[..count]));
        }
        let products = s.lanes(pair.whole::<S, f64>(s));
        products[..count].iter().for_each(|product| to.push(*product));
    }
    #[inline(always)]
    fn of(x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn store<S: Simd<Elem = f64>>(s: S, x: S::V, at: usize, to: &mut Results<f64>) {
        to.put_vectors(s, at, &[x]);
    }
}

/// Does the CPU round `a * b + c` once? The compiler knows.
#[inline(always)]
fn is_fused<S: Simd<Elem = f64>>(s: S) -> bool {
    let eps = f64::EPSILON;
    s.lane(s.mul_add(s.splat(1.0 + eps), s.splat(1.0 - eps), s.splat(-1.0))) != 0.0
}

/// The kernels for one type of elements, compiled with this crate.
trait Products: Real {
    fn of_rows(x: Rows<'_, Self>, to: &mut Results<Self>);
    fn of_columns(x: Rows<'_, Self>, to: &mut Results<Self>);
}

struct OfRows<'a, 'b, T>(Rows<'a, T>, &'b mut Results<T>);
struct OfColumns<'a, 'b, T>(Rows<'a, T>, &'b mut Results<T>);

macro_rules! products {
    ($($t:ident by $vectors:ident, $lanes:ident $held:literal;)*) => { $(
        impl Work<f64> for OfRows<'_, '_, $t> {
            type Output = ();
            #[inline(always)]
            fn run<S: Simd<Elem = f64>, const ONCE: usize, const N: usize, const L: usize, const TWICE: usize>(self, s: S) {
                let OfRows(x, to) = self;
                let can = !$t::EXACT || is_fused(s);
                to.fill(x.rows(), |i| can.then(|| $t::of(row::<S, $t, ONCE, $lanes>(s, x.row(i)))));
            }
        }
        impl Work<f64> for OfColumns<'_, '_, $t> {
            type Output = ();
            #[inline(always)]
            fn run<S: Simd<Elem = f64>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) {
                let OfColumns(x, to) = self;
                to.clear();
                if !$t::EXACT || is_fused(s) {
                    columns::<S, $t, $held>(s, x, x.count().min(TILE), to);
                }
            }
        }
        impl Products for $t {
            #[inline(never)]
            fn of_rows(x: Rows<'_, $t>, to: &mut Results<$t>) {
                f64::$vectors(OfRows(x, to));
            }
            #[inline(never)]
            fn of_columns(x: Rows<'_, $t>, to: &mut Results<$t>) {
                f64::widest(OfColumns(x, to));
            }
        }
    )* };
}
// What has a rest keeps the CPU busy with half as many products at a time.
products! {
    f32 by for_singles, TWICE 8;
    f64 by widest, ONCE 4;
}

/// The product of a row of [`LANES`] elements or more, in `G` vectors: as many as there are for [`LANES`], or twice as many.
#[inline(always)]
fn row<S: Simd<Elem = f64>, T: Number, const ONCE: usize, const G: usize>(s: S, x: &[T]) -> f64 {
    let mut lanes = [Pair::one(s); G];
    let whole = x.chunks_exact(G * S::LANES);
    let (halves, rest) = whole.remainder().as_chunks::<LANES>();
    for x in whole {
        for (g, lane) in lanes.iter_mut().enumerate() {
            *lane = lane.times::<S, T>(s, T::load(s, &x[g * S::LANES..]));
        }
    }
    let mut first = 0;
    for x in halves {
        for g in 0..ONCE {
            lanes[g] = lanes[g].times::<S, T>(s, T::load(s, &x[g * S::LANES..]));
        }
        first = G - ONCE;
    }
    if let Some(last) = x.last_chunk::<LANES>().filter(|_| !rest.is_empty()) {
        // Of the last elements some have had their turn.
        let had = LANES - rest.len();
        for g in 0..ONCE {
            let x = T::load(s, &last[g * S::LANES..]);
            let x = s.only(s.first(had.saturating_sub(g * S::LANES)), s.splat(1.0), x);
            lanes[first + g] = lanes[first + g].times::<S, T>(s, x);
        }
    }
    let mut half = G / 2;
    while half > 0 {
        for g in 0..half {
            lanes[g] = lanes[g].joined::<S, T>(s, lanes[g + half]);
        }
        half /= 2;
    }
    let mut x = lanes[0];
    const { assert!(S::LANES <= 8) };
    // (A loop would stay one.)
    if S::LANES > 4 {
        x = x.joined::<S, T>(s, x.swapped(s, 4));
    }
    if S::LANES > 2 {
        x = x.joined::<S, T>(s, x.swapped(s, 2));
    }
    if S::LANES > 1 {
        x = x.joined::<S, T>(s, x.swapped(s, 1));
    }
    s.lane(x.whole::<S, T>(s))
}

/// The products of so many columns.
#[inline(always)]
fn columns<S: Simd<Elem = f64>, T: Number, const HELD: usize>(s: S, x: Rows<'_, T>, count: usize, to: &mut Results<T>) {
    let mut at = 0;
    while count - at >= HELD * S::LANES {
        down::<S, T, HELD>(s, x, at, to);
        at += HELD * S::LANES;
    }
    while count - at >= S::LANES {
        down::<S, T, 1>(s, x, at, to);
        at += S::LANES;
    }
    match count.checked_sub(S::LANES) {
        // Of the last columns some have had their turn.
        Some(last) if at < count => down::<S, T, 1>(s, x, last, to),
        None => T::few(s, x, count, to),
        _ => {}
    }
}

/// The products of `N` vectors of columns.
#[inline(always)]
fn down<S: Simd<Elem = f64>, T: Number, const N: usize>(s: S, x: Rows<'_, T>, at: usize, to: &mut Results<T>) {
    let mut pairs = [Pair::one(s); N];
    for x in x.columns(0..x.rows(), at, N * S::LANES) {
        for (v, pair) in pairs.iter_mut().enumerate() {
            *pair = pair.times::<S, T>(s, T::load(s, &x[v * S::LANES..]));
        }
    }
    for (v, pair) in pairs.iter().enumerate() {
        T::store(s, pair.whole::<S, T>(s), at + v * S::LANES, to);
    }
}

/// The products of as many rows as there are loops for, from the first one on.
#[inline(always)]
pub(crate) fn products_of_rows<T>(x: &Rows<'_, T>, to: &mut Results<T>) {
    if x.count() >= LANES {
        for_floats!(T, |same| Products::of_rows(x.same(same), to.same(same)), else to.clear());
    }
}

/// The products of as many columns as there are loops for, from the first one on.
#[inline(always)]
pub(crate) fn products_of_columns<T>(x: &Rows<'_, T>, to: &mut Results<T>) {
    for_floats!(T, |same| Products::of_columns(x.same(same), to.same(same)), else to.clear());
}

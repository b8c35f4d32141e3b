//! Products of floats of which nothing is lost on the way: those of `f32` in `f64`, and those of `f64` with what each multiplication has rounded
//! away, which a fused multiply-add tells.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::float::for_floats;
use super::rows::{Results, Rows, TILE};
use super::simd::{One, Real, Simd, Work};

/// The lanes of a product.
const LANES: usize = 16;
/// Rows that columns take before their products are stored.
const STEPS: usize = 8;

/// A product, and what is to be added to it.
#[derive(Clone, Copy)]
struct Pair<V>(V, V);

impl<V: Copy> Pair<V> {
    #[inline(always)]
    fn one<S: Simd<Elem = f64, V = V>>(s: S) -> Self {
        Pair(s.splat(1.0), s.zero())
    }
    /// Times a number; `EXACT` where something is to be added.
    #[inline(always)]
    fn times<S: Simd<Elem = f64, V = V>, const EXACT: bool>(self, s: S, x: V) -> Self {
        let product = s.mul(self.0, x);
        if !EXACT {
            return Pair(product, self.1);
        }
        let rest = s.mul_add(self.0, x, s.sub(s.zero(), product));
        Pair(product, s.mul_add(self.1, x, rest))
    }
    #[inline(always)]
    fn joined<S: Simd<Elem = f64, V = V>, const EXACT: bool>(self, s: S, other: Self) -> Self {
        let Pair(product, rest) = self.times::<S, EXACT>(s, other.0);
        if EXACT { Pair(product, s.mul_add(self.0, other.1, rest)) } else { Pair(product, rest) }
    }
    /// The number. A product that has left the range of `f64` has no rest.
    #[inline(always)]
    fn number<S: Simd<Elem = f64, V = V>>(self, s: S) -> f64 {
        exact(s.lane(self.0), s.lane(self.1))
    }
}

#[inline(always)]
fn exact(product: f64, rest: f64) -> f64 {
    if rest.is_finite() { product + rest } else { product }
}

/// Elements that are read as `f64`, and what results become.
trait Number: Copy {
    fn load<S: Simd<Elem = f64>>(s: S, from: &[Self]) -> S::V;
    const ONE: Self;
    fn of(x: f64) -> Self;
}
impl Number for f32 {
    const ONE: f32 = 1.0;
    #[inline(always)]
    fn load<S: Simd<Elem = f64>>(s: S, from: &[f32]) -> S::V {
        s.load_singles(from)
    }
    #[inline(always)]
    fn of(x: f64) -> f32 {
        x as f32
    }
}
impl Number for f64 {
    const ONE: f64 = 1.0;
    #[inline(always)]
    fn load<S: Simd<Elem = f64>>(s: S, from: &[f64]) -> S::V {
        s.load(from)
    }
    #[inline(always)]
    fn of(x: f64) -> f64 {
        x
    }
}

/// Rows, if not `columns`.
struct All<'a, 'b, T> {
    x: Rows<'a, T>,
    to: &'b mut [MaybeUninit<T>],
    columns: bool,
}

macro_rules! works {
    ($($t:ident $exact:literal;)*) => { $(
        impl Work<f64> for All<'_, '_, $t> {
            type Output = usize;
            #[inline(always)]
            fn run<S: Simd<Elem = f64>, const G: usize, const N: usize, const L: usize, const M: usize>(self, s: S) -> usize {
                let All { x, to, columns } = self;
                if $exact && !is_fused(s) {
                    return 0;
                }
                if columns {
                    let count = to.len().min(x.count());
                    let whole = count / S::LANES * S::LANES;
                    down::<S, $t, $exact>(s, x, 0..whole, to);
                    if $exact {
                        return whole;
                    }
                    down::<_, $t, false>(One(PhantomData::<f64>), x, whole..count, to);
                    return count;
                }
                let count = to.len().min(x.rows());
                for (i, to) in to[..count].iter_mut().enumerate() {
                    to.write(<$t>::of(row::<S, $t, $exact, G>(s, x.row(i))));
                }
                count
            }
        }
        impl Products for $t {
            #[inline(never)]
            fn products(x: Rows<'_, $t>, to: &mut [MaybeUninit<$t>], columns: bool) -> usize {
                f64::widest(All { x, to, columns })
            }
        }
    )* };
}
/// The kernels for one type of elements, compiled with this crate.
trait Products: Real {
    fn products(x: Rows<'_, Self>, to: &mut [MaybeUninit<Self>], columns: bool) -> usize;
}
works! {
    f32 false;
    f64 true;
}

/// Does the CPU round `a * b + c` once? The compiler knows.
#[inline(always)]
fn is_fused<S: Simd<Elem = f64>>(s: S) -> bool {
    let eps = f64::EPSILON;
    s.lane(s.mul_add(s.splat(1.0 + eps), s.splat(1.0 - eps), s.splat(-1.0))) != 0.0
}

/// The product of a row of as many elements as there are lanes, or more.
#[inline(always)]
fn row<S: Simd<Elem = f64>, T: Number, const EXACT: bool, const G: usize>(s: S, x: &[T]) -> f64 {
    let mut lanes = [Pair::one(s); G];
    let (whole, rest) = x.as_chunks::<LANES>();
    for x in whole {
        for g in 0..G {
            lanes[g] = lanes[g].times::<S, EXACT>(s, T::load(s, &x[g * S::LANES..]));
        }
    }
    if !rest.is_empty() {
        // The last lanes; what else there is has had its turn.
        let (mut last, skipped) = ([T::ONE; LANES], LANES - rest.len());
        last[skipped..].copy_from_slice(rest);
        let last = x.last_chunk::<LANES>().unwrap_or(&last);
        for g in 0..G {
            let x = T::load(s, &last[g * S::LANES..]);
            let x = s.only(s.first(skipped.saturating_sub(g * S::LANES)), s.splat(1.0), x);
            lanes[g] = lanes[g].times::<S, EXACT>(s, x);
        }
    }
    let mut half = G / 2;
    while half > 0 {
        for g in 0..half {
            lanes[g] = lanes[g].joined::<S, EXACT>(s, lanes[g + half]);
        }
        half /= 2;
    }
    let mut x = lanes[0];
    const { assert!(S::LANES <= 8) };
    // (A loop would stay one.)
    if S::LANES > 4 {
        x = x.joined::<S, EXACT>(s, Pair(s.swapped(x.0, 4), s.swapped(x.1, 4)));
    }
    if S::LANES > 2 {
        x = x.joined::<S, EXACT>(s, Pair(s.swapped(x.0, 2), s.swapped(x.1, 2)));
    }
    if S::LANES > 1 {
        x = x.joined::<S, EXACT>(s, Pair(s.swapped(x.0, 1), s.swapped(x.1, 1)));
    }
    x.number(s)
}

/// The products of some columns, a whole number of vectors.
#[inline(always)]
fn down<S: Simd<Elem = f64>, T: Number, const EXACT: bool>(
    s: S,
    x: Rows<'_, T>,
    range: core::ops::Range<usize>,
    to: &mut [MaybeUninit<T>],
) {
    let (mut products, mut rests) = ([1.0; TILE], [0.0; TILE]);
    let mut first = 0;
    while first < x.rows() {
        let end = x.rows().min(first + STEPS);
        for at in range.clone().step_by(S::LANES) {
            let mut pair = Pair(s.load(&products[at..]), s.load(&rests[at..]));
            for i in first..end {
                pair = pair.times::<S, EXACT>(s, T::load(s, &x.row(i)[at..]));
            }
            products[at..][..S::LANES].copy_from_slice(&s.lanes(pair.0)[..S::LANES]);
            if EXACT {
                rests[at..][..S::LANES].copy_from_slice(&s.lanes(pair.1)[..S::LANES]);
            }
        }
        first = end;
    }
    for at in range {
        to[at].write(T::of(exact(products[at], rests[at])));
    }
}

/// The products of as many rows as there are loops for, from the first one on.
pub(crate) fn products_of_rows<T>(x: &Rows<'_, T>, to: &mut Results<T>) {
    if x.count() >= LANES {
        run(x, to, x.rows(), false);
    }
}

/// The products of as many columns as there are loops for, from the first one on.
pub(crate) fn products_of_columns<T>(x: &Rows<'_, T>, to: &mut Results<T>) {
    run(x, to, x.count(), true);
}

#[inline(always)]
fn run<T>(x: &Rows<'_, T>, to: &mut Results<T>, count: usize, columns: bool) {
    let places = &mut to.places()[..count.min(TILE)];
    let done = for_floats!(T, |same| Products::products(x.same(same), same.places(places), columns), else 0);
    // SAFETY: the kernel has written so many.
    unsafe { to.set_done(done) };
}

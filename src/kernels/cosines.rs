//! Cosines of the angles between vectors: the sums of their products and of the squares of both, in one pass.

use core::iter;
use core::mem::MaybeUninit;

use num_traits::Float;

use crate::kernels::float::{as_f64, float, for_floats};
use crate::kernels::rows::fold::{Add, halved};
use crate::kernels::simd::{Real, Simd, Work};
use crate::storage::{Buffer, Full};

/// Of vectors of fewer numbers, joining lanes would cost more than is saved.
const LONG: usize = 32;

/// Steps of lanes before they are joined.
const STEPS: usize = 32;

/// The cosine of the angle of each pair of vectors of `n` numbers that lie next to each other, if there are loops for it.
///
/// # Panics
/// If there are not as many numbers on both sides.
pub(crate) fn cosines<T: Float>(n: usize, x: &[T], y: &[T]) -> Option<Buffer<T>> {
    assert!(x.len() == y.len(), "pairs of vectors");
    if n < LONG {
        return None;
    }
    for_floats!(
        T,
        |same| Some(Buffer::written_by(x.len() / n, |to| {
            Pairs::each(&Angles { n, x: same.slice(x), y: same.slice(y) }, same.places(&mut *to));
            // SAFETY: there are as many vectors of `n` numbers, each of which has written its place.
            unsafe { Full::new(to) }
        })),
        else None
    )
}

/// Of the product of two vectors and of their squares: norms are at least 1e-8.
#[inline(always)]
pub(crate) fn cosine<T: Float>(product: T, x: T, y: T) -> T {
    let norm = |square: T| {
        let (norm, least) = (square.sqrt(), float(1e-8));
        // A norm that is NaN stays.
        if norm < least { least } else { norm }
    };
    product / (norm(x) * norm(y))
}

struct Angles<'a, T> {
    n: usize,
    x: &'a [T],
    y: &'a [T],
}

/// Not generic, so that the kernels are compiled with this crate and not with each that uses it.
trait Pairs: Real {
    fn each(of: &Angles<'_, Self>, to: &mut [MaybeUninit<Self>]);
}
macro_rules! pairs {
    ($($t:ident)*) => { $(
        impl Pairs for $t {
            #[inline(never)]
            fn each(of: &Angles<'_, $t>, to: &mut [MaybeUninit<$t>]) {
                $t::widest(Each(of, to))
            }
        }
    )* };
}
pairs! { f32 f64 }

struct Each<'a, T>(&'a Angles<'a, T>, &'a mut [MaybeUninit<T>]);

impl<T: Real> Work<T> for Each<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const ROW: usize, const HELD: usize, const SUMS: usize, const TWICE: usize>(self, s: S) {
        let Each(&Angles { n, x, y }, to) = self;
        assert!(to.len() * n == x.len() && y.len() == x.len(), "a place for each pair of vectors");
        for ((x, y), to) in iter::zip(x.chunks_exact(n), y.chunks_exact(n)).zip(to) {
            let [product, x, y] = sums::<S, SUMS>(s, x, y);
            to.write(cosine(float(product), float(x), float(y)));
        }
    }
}

/// The product of two vectors, and the squares of both: blocks of them are joined in `f64`.
#[inline(always)]
fn sums<S: Simd, const N: usize>(s: S, x: &[S::Elem], y: &[S::Elem]) -> [f64; 3] {
    let mut all = [0.0; 3];
    let most = STEPS * N * S::LANES;
    for (x, y) in iter::zip(x.chunks(most), y.chunks(most)) {
        let some = block::<S, N>(s, x, y);
        for (all, some) in iter::zip(&mut all, some) {
            *all += as_f64(halved(s, Add, some));
        }
    }
    all
}

/// The sums of a block, side by side.
#[inline(always)]
fn block<S: Simd, const N: usize>(s: S, x: &[S::Elem], y: &[S::Elem]) -> [[S::V; N]; 3] {
    let mut sums = [[s.zero(); N]; 3];
    let (x, y) = (x.chunks_exact(N * S::LANES), y.chunks_exact(N * S::LANES));
    let (few, others) = (x.remainder(), y.remainder());
    for (x, y) in iter::zip(x, y) {
        for v in 0..N {
            let at = v * S::LANES;
            add(s, &mut sums, v, s.load(&x[at..]), s.load(&y[at..]));
        }
    }
    for (v, (x, y)) in iter::zip(few.chunks(S::LANES), others.chunks(S::LANES)).enumerate() {
        // The lanes behind the last number are 0.
        add(s, &mut sums, v, s.load_part(x), s.load_part(y));
    }
    sums
}

#[inline(always)]
fn add<S: Simd, const N: usize>(s: S, sums: &mut [[S::V; N]; 3], v: usize, x: S::V, y: S::V) {
    sums[0][v] = s.mul_add(x, y, sums[0][v]);
    sums[1][v] = s.mul_add(x, x, sums[1][v]);
    sums[2][v] = s.mul_add(y, y, sums[2][v]);
}

//! Distances of many vectors from many others: tiles of some vectors and of others, of which each lane has one, so that no sum is made of lanes.

use core::mem::MaybeUninit;

use num_traits::{Float, Zero};

use crate::kernels::float::{as_places, for_floats};
use crate::kernels::simd::{Simd, compiled};
use crate::storage::Scratch;

/// What differences are folded to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Norm {
    Sum,
    /// The root of the sum of squares.
    Root,
    Largest,
}

/// So many vectors on the left are measured at a time, by so many vectors of the CPU's of others: registers hold the distances.
const ROWS: usize = 4;
const WIDE: usize = 2;

/// So many differences are folded before they are added to those before, as products of matrices are.
const BLOCK: usize = 128;

struct Apart<'a, T> {
    norm: Norm,
    /// Of so many numbers is each vector.
    n: usize,
    x: &'a [T],
    y: &'a [T],
}

compiled! { Apartness::measure(Apart) by all }

/// What the differences of each of the vectors `x`, of `n` numbers, from each of the vectors `y` are folded to, if numbers are floats of which there
/// are vectors: says whether they are.
///
/// # Panics
/// If there is no place for each of them, or vectors have no numbers.
pub(crate) fn each<T: Float>(norm: Norm, n: usize, x: &[T], y: &[T], to: &mut [T]) -> bool {
    for_floats!(
        T,
        |same| {
            let job = Apart { norm, n, x: same.slice(x), y: same.slice(y) };
            Apartness::measure(&job, as_places(same.slice_mut(to)));
        },
        else return false
    );
    true
}

/// How differences are folded.
trait Folds<S: Simd> {
    fn fold(s: S, folded: S::V, difference: S::V) -> S::V;
    fn join(s: S, a: S::V, b: S::V) -> S::V;
    /// What becomes of all of them. A root takes as long as many differences, which go on meanwhile: those of the next tile.
    #[inline(always)]
    fn end(_: S, folded: S::V) -> S::V {
        folded
    }
}

macro_rules! folds {
    ($($name:ident, |$s:ident, $folded:ident, $d:ident| $fold:expr, |$a:ident, $b:ident| $join:expr $(, |$all:ident| $end:expr)?;)*) => { $(
        struct $name;
        impl<S: Simd> Folds<S> for $name {
            #[inline(always)]
            fn fold($s: S, $folded: S::V, $d: S::V) -> S::V {
                $fold
            }
            #[inline(always)]
            fn join($s: S, $a: S::V, $b: S::V) -> S::V {
                $join
            }
            $(#[inline(always)]
            fn end($s: S, $all: S::V) -> S::V {
                $end
            })?
        }
    )* };
}
folds! {
    Sum, |s, folded, d| s.add(folded, size(s, d)), |a, b| s.add(a, b);
    Root, |s, folded, d| s.mul_add(d, d, folded), |a, b| s.add(a, b), |all| s.sqrt(all);
    Largest, |s, folded, d| largest(s, folded, size(s, d)), |a, b| largest(s, a, b);
}

/// Without its sign.
#[inline(always)]
fn size<S: Simd>(s: S, x: S::V) -> S::V {
    s.larger(x, s.sub(s.zero(), x))
}

/// The larger one, NaN if one is.
#[inline(always)]
fn largest<S: Simd>(s: S, a: S::V, b: S::V) -> S::V {
    s.select(s.unordered(a, a), a, s.larger(a, b))
}

#[inline(always)]
fn all<S: Simd>(s: S, job: &Apart<'_, S::Elem>, to: &mut [MaybeUninit<S::Elem>]) {
    match job.norm {
        Norm::Sum => tiles::<S, Sum>(s, job, to),
        Norm::Root => tiles::<S, Root>(s, job, to),
        Norm::Largest => tiles::<S, Largest>(s, job, to),
    }
}

#[inline(always)]
fn tiles<S: Simd, F: Folds<S>>(s: S, job: &Apart<'_, S::Elem>, to: &mut [MaybeUninit<S::Elem>]) {
    let Apart { n, x, y, .. } = *job;
    let (rows, columns, wide) = (x.len() / n, y.len() / n, WIDE * S::LANES);
    assert!(to.len() == rows * columns, "a place for each distance");
    // The numbers of as many others side by side; behind the last one are those of others before, or zeros, whose distances nobody reads.
    let mut panel = Scratch::with_room(n * wide);
    panel.resize(n * wide, S::Elem::zero());
    for first in (0..columns).step_by(wide) {
        let count = wide.min(columns - first);
        for (j, y) in y[first * n..][..count * n].chunks_exact(n).enumerate() {
            for (side_by_side, &y) in panel.chunks_exact_mut(wide).zip(y) {
                side_by_side[j] = y;
            }
        }
        for (x, to) in x.chunks(ROWS * n).zip(to.chunks_mut(ROWS * columns)) {
            if x.len() == ROWS * n {
                tile::<S, F, ROWS>(s, [n, columns, first, count], x, &panel, to);
            } else {
                for (x, to) in x.chunks_exact(n).zip(to.chunks_exact_mut(columns)) {
                    tile::<S, F, 1>(s, [n, columns, first, count], x, &panel, to);
                }
            }
        }
    }
}

/// `R` vectors of `n` numbers, and the others of a panel: distances go to `count` places of each row of `columns`, from the `first` on.
#[inline(always)]
fn tile<S: Simd, F: Folds<S>, const R: usize>(
    s: S,
    [n, columns, first, count]: [usize; 4],
    x: &[S::Elem],
    panel: &[S::Elem],
    to: &mut [MaybeUninit<S::Elem>],
) {
    let wide = WIDE * S::LANES;
    let mut all = [[s.zero(); WIDE]; R];
    for from in (0..n).step_by(BLOCK) {
        let len = BLOCK.min(n - from);
        let panel = &panel[from * wide..][..len * wide];
        let mut x_of = [&x[..0]; R];
        for (r, some) in x_of.iter_mut().enumerate() {
            *some = &x[r * n + from..][..len];
        }
        let mut some = [[s.zero(); WIDE]; R];
        for k in 0..len {
            let y = &panel[k * wide..][..wide];
            let mut others = [s.zero(); WIDE];
            for (v, other) in others.iter_mut().enumerate() {
                *other = s.load(&y[v * S::LANES..]);
            }
            for r in 0..R {
                let x = s.splat(x_of[r][k]);
                for v in 0..WIDE {
                    some[r][v] = F::fold(s, some[r][v], s.sub(x, others[v]));
                }
            }
        }
        for r in 0..R {
            for v in 0..WIDE {
                all[r][v] = F::join(s, all[r][v], some[r][v]);
            }
        }
    }
    for (r, all) in all.iter().enumerate() {
        let to = to[r * columns + first..][..count].chunks_mut(S::LANES);
        for (to, &all) in to.zip(all) {
            let all = F::end(s, all);
            if to.len() == S::LANES { s.store(all, to) } else { s.store_part(all, to) }
        }
    }
}

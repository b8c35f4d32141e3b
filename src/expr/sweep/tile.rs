//! The innermost loops, compiled for each width of vector registers and chosen when the program runs.

use core::array;
use core::mem::MaybeUninit;

use super::{Job, Term, blocks};
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use crate::expr::level::{Level, level};

/// The places of a tile: as many as the registers hold.
pub fn width<T>() -> usize {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    let bytes = match level() {
        Level::Avx512 => 128,
        Level::Avx2 => 64,
        Level::Baseline => 32,
    };
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    let bytes = 32;
    bytes / if size_of::<T>() <= 4 { 4 } else { 8 }
}

/// The filters of a block: as many as the registers hold.
pub fn filters() -> usize {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if level() == Level::Avx512 {
        return 8;
    }
    4
}

/// Writes all tiles of all filters.
pub fn run<T: Term>(job: &Job<T>, out: &mut [MaybeUninit<T>]) {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    match level() {
        // SAFETY: the CPU has the features of the level.
        Level::Avx512 => return unsafe { avx512(job, out) },
        // SAFETY: as above.
        Level::Avx2 => return unsafe { avx2(job, out) },
        Level::Baseline => {}
    }
    if size_of::<T>() <= 4 {
        all::<T, false, 4, 8>(job, out);
    } else {
        all::<T, false, 4, 4>(job, out);
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f,avx2,fma")]
fn avx512<T: Term>(job: &Job<T>, out: &mut [MaybeUninit<T>]) {
    if size_of::<T>() <= 4 {
        all::<T, true, 8, 32>(job, out);
    } else {
        all::<T, true, 8, 16>(job, out);
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,fma")]
fn avx2<T: Term>(job: &Job<T>, out: &mut [MaybeUninit<T>]) {
    if size_of::<T>() <= 4 {
        all::<T, true, 4, 16>(job, out);
    } else {
        all::<T, true, 4, 8>(job, out);
    }
}

/// Of the weights or of the source, what should stay in the cache while the other goes by, in bytes.
const CACHED: usize = 1 << 18;

#[inline(always)]
fn all<T: Term, const FUSED: bool, const F: usize, const P: usize>(job: &Job<T>, out: &mut [MaybeUninit<T>]) {
    let count = job.tiles.count();
    // Weights that stay in the cache go by a part of the places at a time, which does so too.
    let part = if job.packed.weights.len() * size_of::<T>() > CACHED {
        count
    } else {
        (CACHED / (P * job.taps.len().max(1) * size_of::<T>()).max(1)).max(4)
    };
    let mut from = 0;
    while from < count {
        let tiles = from..count.min(from + part);
        let mut weights = job.packed.weights.as_slice();
        for block in blocks(job.packed.filters, F) {
            let (these, rest) = weights.split_at(block.len() * job.packed.taps);
            weights = rest;
            let out = &mut out[block.start * job.plane..];
            for i in tiles.clone() {
                let (row, column, n) = job.tiles.get(i);
                let (at, to) = (row * job.tiles.pitch + column, row * job.row_step + column);
                match block.len() {
                    4 if F != 4 => tile::<T, FUSED, 4, P>(job, these, block.start, at, &mut out[to..], n),
                    2 => tile::<T, FUSED, 2, P>(job, these, block.start, at, &mut out[to..], n),
                    1 => tile::<T, FUSED, 1, P>(job, these, block.start, at, &mut out[to..], n),
                    _ => tile::<T, FUSED, F, P>(job, these, block.start, at, &mut out[to..], n),
                }
            }
        }
        from = tiles.end;
    }
}

/// One tile of `P` places for `F` filters, of which `n` places are written.
#[inline(always)]
fn tile<T: Term, const FUSED: bool, const F: usize, const P: usize>(
    job: &Job<T>,
    weights: &[T],
    first: usize,
    at: usize,
    out: &mut [MaybeUninit<T>],
    n: usize,
) {
    let mut sums: [[T; P]; F] = array::from_fn(|f| {
        let start = job.bias.map_or_else(T::zero, |bias| bias[first + f].clone());
        array::from_fn(|_| start.clone())
    });
    for (&tap, w) in job.taps.iter().zip(weights.as_chunks::<F>().0) {
        let x = job.source[tap + at..].first_chunk::<P>().expect("a source as long as the places reach");
        for f in 0..F {
            for p in 0..P {
                sums[f][p] = mul_add::<T, FUSED>(&w[f], &x[p], &sums[f][p]);
            }
        }
    }
    for (f, sums) in sums.into_iter().enumerate() {
        let out = &mut out[f * job.plane..];
        match out.first_chunk_mut::<P>() {
            Some(out) if n == P => {
                for (to, sum) in out.iter_mut().zip(sums) {
                    to.write(sum);
                }
            }
            _ => {
                for (to, sum) in out[..n].iter_mut().zip(sums) {
                    to.write(sum);
                }
            }
        }
    }
}

/// `w * x + sum`, in one operation where the processor has it.
#[inline(always)]
fn mul_add<T: Term, const FUSED: bool>(w: &T, x: &T, sum: &T) -> T {
    #[cfg(feature = "std")]
    use core::{any::TypeId, mem};
    #[cfg(feature = "std")]
    macro_rules! fused {
        ($t:ty) => {
            if FUSED && TypeId::of::<T>() == TypeId::of::<$t>() {
                // SAFETY: the types are the same.
                let [w, x, sum] = [w, x, sum].map(|x| unsafe { mem::transmute_copy::<T, $t>(x) });
                let result = w.mul_add(x, sum);
                // SAFETY: the types are the same.
                return unsafe { mem::transmute_copy::<$t, T>(&result) };
            }
        };
    }
    #[cfg(feature = "std")]
    fused!(f32);
    #[cfg(feature = "std")]
    fused!(f64);
    sum.clone() + w.clone() * x.clone()
}

//! The innermost loops, compiled for each width of vector registers and chosen when the program runs.

use core::array;
use core::mem::MaybeUninit;

use super::{Job, Term, blocks};

/// How many bytes of a tile's row there are, and how many filters a block has: as many as the registers hold.
#[derive(Clone, Copy, PartialEq)]
enum Registers {
    Few,
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx2,
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx512,
}

#[inline]
fn registers() -> Registers {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if std::is_x86_feature_detected!("avx512f") {
            return Registers::Avx512;
        }
        if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma") {
            return Registers::Avx2;
        }
    }
    Registers::Few
}

/// The places of a tile.
pub fn width<T>() -> usize {
    match (registers(), size_of::<T>() <= 4) {
        (Registers::Few, true) => 8,
        (Registers::Few, false) => 4,
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        (Registers::Avx2, true) => 16,
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        (Registers::Avx2, false) => 8,
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        (Registers::Avx512, true) => 32,
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        (Registers::Avx512, false) => 16,
    }
}

/// The filters of a block.
pub fn filters() -> usize {
    match registers() {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Registers::Avx512 => 8,
        _ => 4,
    }
}

/// Writes all tiles of all filters.
pub fn run<T: Term>(job: &Job<T>, out: &mut [MaybeUninit<T>]) {
    match registers() {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        // SAFETY: the processor has them.
        Registers::Avx512 => unsafe { avx512(job, out) },
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        // SAFETY: the processor has them.
        Registers::Avx2 => unsafe { avx2(job, out) },
        Registers::Few if size_of::<T>() <= 4 => all::<T, false, 4, 8>(job, out),
        Registers::Few => all::<T, false, 4, 4>(job, out),
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

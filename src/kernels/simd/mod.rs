//! A value that proves which instructions the CPU has, and what can be done with vectors of floats by it.
//!
//! Kernels are written once, for any [`Simd`]; [`Real::widest`] looks what the CPU has, and calls them with the proof, compiled for those
//! instructions. One more width, or architecture, is one more [`Simd`].

// What the kernels of products alone need is for the CPUs that they are for.
#![cfg_attr(not(all(feature = "std", target_arch = "x86_64")), allow(dead_code))]

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod instance;
#[cfg(target_arch = "aarch64")]
mod neon;
mod one;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(not(target_arch = "aarch64"))]
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use num_traits::{Float, One as _, ToPrimitive, Zero};

use crate::kernels::float::float;
use crate::kernels::halves::{narrow_half, widen_brain, widen_half};
pub(crate) use one::One;

/// The most lanes of a vector.
pub(crate) const MOST: usize = 16;

/// The CPU's instructions on vectors of one type of floats. Only a CPU that has them has a value of this.
///
/// # Safety
/// A vector has `LANES` lanes, and what reads and writes memory touches no more than it says.
pub(crate) unsafe trait Simd: Copy {
    type Elem: Float;
    /// A vector.
    type V: Copy;
    /// The first so many lanes.
    type First: Copy;
    /// What compares true, lane by lane.
    type Which: Copy;
    const LANES: usize;
    /// How many vectors registers hold.
    const REGISTERS: usize;
    /// Does the CPU have fused multiply-adds?
    const FUSED: bool;

    /// Does a task in code of its own, compiled for the instructions.
    fn call<K: Task<Self>>(self, task: K) -> K::Output;
    fn splat(self, x: Self::Elem) -> Self::V;
    fn first(self, lanes: usize) -> Self::First;
    /// # Safety
    /// `LANES` elements may be read.
    unsafe fn load_at(self, from: *const Self::Elem) -> Self::V;
    /// # Safety
    /// The elements of the first lanes may be read; the others are 0.
    unsafe fn load_first_at(self, from: *const Self::Elem, first: Self::First) -> Self::V;
    /// `LANES` numbers of `f32`, each as an element.
    ///
    /// # Safety
    /// They may be read.
    unsafe fn load_singles_at(self, from: *const f32) -> Self::V;
    /// # Safety
    /// `LANES` elements may be written.
    unsafe fn store_at(self, x: Self::V, to: *mut Self::Elem);
    /// # Safety
    /// The elements of the first lanes may be written.
    unsafe fn store_first_at(self, x: Self::V, to: *mut Self::Elem, first: Self::First);
    /// Past the caches where the CPU can: to be followed by a [`Fence`](super::stream::Fence).
    ///
    /// # Safety
    /// `LANES` elements may be written, from a multiple of a vector's size on.
    unsafe fn send_at(self, x: Self::V, to: *mut Self::Elem);
    /// Asks for memory that is needed soon.
    fn prefetch(self, at: *const Self::Elem);
    /// As [`prefetch`](Simd::prefetch), into the second cache: what is needed now stays in the first.
    fn prefetch_second(self, at: *const Self::Elem);

    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    fn div(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b + c`, rounded once where the CPU can.
    fn mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// As `mul_add(a, b, sum)`. Where a lane is a pair of `bf16`, the first one in the upper bits, it adds the product of the first ones, then that
    /// of the second ones, each rounded as `f32`; numbers below the least normal one are 0.
    #[inline(always)]
    fn add_products(self, sum: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.mul_add(a, b, sum)
    }
    /// Are lanes pairs of `bf16`, where products are added?
    const PAIRS: bool = false;
    /// The bits of the `bf16` that are nearest to the lanes; of what is below the least normal number, 0.
    ///
    /// # Safety
    /// `LANES` of them may be written, of a CPU with [pairs](Simd::PAIRS).
    unsafe fn store_brains_at(self, x: Self::V, to: *mut u16) {
        let _ = (x, to);
        unreachable!("pairs of `bf16`");
    }
    /// The same, of the first lanes.
    ///
    /// # Safety
    /// As many of them may be written, of a CPU with [pairs](Simd::PAIRS).
    unsafe fn store_first_brains_at(self, x: Self::V, to: *mut u16, first: Self::First) {
        let _ = (x, to, first);
        unreachable!("pairs of `bf16`");
    }
    /// The larger one; `b` if they are equal or one of them is NaN.
    fn larger(self, a: Self::V, b: Self::V) -> Self::V;
    /// The smaller one; `b` if they are equal or one of them is NaN.
    fn smaller(self, a: Self::V, b: Self::V) -> Self::V;
    fn sqrt(self, x: Self::V) -> Self::V;
    /// Is `a > b`?
    fn above(self, a: Self::V, b: Self::V) -> Self::Which;
    fn equal(self, a: Self::V, b: Self::V) -> Self::Which;
    /// Is one of the two NaN?
    fn unordered(self, a: Self::V, b: Self::V) -> Self::Which;
    fn either(self, a: Self::Which, b: Self::Which) -> Self::Which;
    /// `a` where it is true, `b` elsewhere.
    fn select(self, which: Self::Which, a: Self::V, b: Self::V) -> Self::V;
    /// `a` in the first lanes, `b` elsewhere.
    fn only(self, first: Self::First, a: Self::V, b: Self::V) -> Self::V;
    /// A bit for each lane.
    fn bits(self, which: Self::Which) -> u32;
    /// Each lane as the one whose number differs in one bit, that of `by`: a power of 2 below `LANES`.
    fn swapped(self, x: Self::V, by: usize) -> Self::V;
    /// Of the lanes of two vectors, one after the other: those of even numbers, and those of odd ones.
    fn parted(self, a: Self::V, b: Self::V) -> [Self::V; 2];
    /// The first lane.
    fn lane(self, x: Self::V) -> Self::Elem;

    /// e to the power of what is not positive, or NaN, by fused multiply-adds where the CPU has them, or with the bits of the exponential of
    /// one element.
    fn exp_of_negative<const FUSED: bool>(self, x: Self::V) -> Self::V;

    #[inline(always)]
    fn zero(self) -> Self::V {
        self.splat(Self::Elem::zero())
    }
    #[inline(always)]
    fn load(self, from: &[Self::Elem]) -> Self::V {
        assert!(from.len() >= Self::LANES, "a vector's elements");
        // SAFETY: compared just above.
        unsafe { self.load_at(from.as_ptr()) }
    }
    /// Numbers of `f32`, each as an element.
    #[inline(always)]
    fn load_singles(self, from: &[f32]) -> Self::V {
        assert!(from.len() >= Self::LANES, "a vector's elements");
        // SAFETY: compared just above.
        unsafe { self.load_singles_at(from.as_ptr()) }
    }
    /// Floats of 16 bits (`f16`), of which these are the bits, each as an element.
    #[inline(always)]
    fn load_halves(self, from: &[u16]) -> Self::V {
        let mut lanes = [Self::Elem::zero(); MOST];
        for (lane, &bits) in lanes.iter_mut().zip(&from[..Self::LANES]) {
            *lane = float(widen_half(bits).into());
        }
        self.load(&lanes)
    }
    /// As [`load_halves`](Simd::load_halves), of `bf16`.
    #[cfg_attr(not(feature = "half"), allow(dead_code))] // without it no type is known to be one
    #[inline(always)]
    fn load_brains(self, from: &[u16]) -> Self::V {
        let mut lanes = [Self::Elem::zero(); MOST];
        for (lane, &bits) in lanes.iter_mut().zip(&from[..Self::LANES]) {
            *lane = float(widen_brain(bits).into());
        }
        self.load(&lanes)
    }
    /// The bits of the floats of 16 bits (`f16`) that are nearest to the elements.
    #[inline(always)]
    fn store_halves(self, x: Self::V, to: &mut [MaybeUninit<u16>]) {
        for (to, x) in to[..Self::LANES].iter_mut().zip(self.lanes(x)) {
            to.write(narrow_half(x.to_f32().unwrap_or(f32::NAN)));
        }
    }
    /// The lanes, in the first places of an array that has as many.
    #[inline(always)]
    fn lanes(self, x: Self::V) -> [Self::Elem; MOST] {
        const { assert!(Self::LANES <= MOST) };
        let mut lanes = [Self::Elem::zero(); MOST];
        // SAFETY: the array has as many places.
        unsafe { self.store_at(x, lanes.as_mut_ptr()) };
        lanes
    }
    /// As many elements as there are, if a vector has as many lanes; the other lanes are 0.
    #[inline(always)]
    fn load_part(self, from: &[Self::Elem]) -> Self::V {
        let first = self.first(from.len());
        // SAFETY: `first` makes of more lanes than a vector has as many as it has.
        unsafe { self.load_first_at(from.as_ptr(), first) }
    }
    #[inline(always)]
    fn store(self, x: Self::V, to: &mut [MaybeUninit<Self::Elem>]) {
        assert!(to.len() >= Self::LANES, "room for a vector");
        // SAFETY: compared just above.
        unsafe { self.store_at(x, to.as_mut_ptr().cast()) }
    }
    /// As many lanes as there are places, if a vector has as many.
    #[inline(always)]
    fn store_part(self, x: Self::V, to: &mut [MaybeUninit<Self::Elem>]) {
        let first = self.first(to.len());
        // SAFETY: `first` makes of more lanes than a vector has as many as it has.
        unsafe { self.store_first_at(x, to.as_mut_ptr().cast(), first) }
    }
    /// Past the caches where the CPU can: to be followed by a [`Fence`](super::stream::Fence).
    #[inline(always)]
    fn send(self, x: Self::V, to: &mut [MaybeUninit<Self::Elem>]) {
        let is_aligned = to.as_ptr().addr().is_multiple_of(Self::LANES * size_of::<Self::Elem>());
        assert!(to.len() >= Self::LANES && is_aligned, "room for a vector");
        // SAFETY: compared just above.
        unsafe { self.send_at(x, to.as_mut_ptr().cast()) }
    }
}

/// The lanes whose number has a bit, for the bits 1, 2, 4 and 8. (Loops, without functions that would not be compiled for the vectors.)
#[inline(always)]
pub(in crate::kernels) fn odd<S: Simd>(s: S) -> [S::Which; 4] {
    let mut odd = [s.unordered(s.zero(), s.zero()); 4];
    let mut bit = 0;
    while bit < 4 {
        let mut lanes = [S::Elem::zero(); MOST];
        let mut lane = 0;
        while lane < MOST {
            if lane >> bit & 1 == 1 {
                lanes[lane] = S::Elem::one();
            }
            lane += 1;
        }
        odd[bit] = s.above(s.load(&lanes), s.zero());
        bit += 1;
    }
    odd
}

/// Asks for what is needed soon, line by line.
#[inline(always)]
pub(crate) fn ask<T>(for_elements: &[T]) {
    for line in (0..size_of_val(for_elements)).step_by(64) {
        let _at = for_elements.as_ptr().cast::<i8>().wrapping_add(line);
        #[cfg(target_arch = "x86_64")]
        x86::prefetch(_at);
    }
}

/// Does it pay to ask for lines of which each lies on a page of its own, shortly before they are read or written? On Intel's CPUs it does; on AMD's it costs more than
/// it brings (Zen 4: 312 us with it for the transpose of 1024 x 1024 `f32`, 133 us for that of 1000 x 1000; 267 us and 122 us without).
pub(crate) fn asking_pays() -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return x86::is_intel();
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    true
}

/// Does the CPU sum products of pairs of `bf16`?
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
pub(crate) fn has_pairs() -> bool {
    x86::has_pairs()
}

/// Are products of pairs of `bf16` summed faster than those of `f32`?
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
pub(crate) fn pairs_pay() -> bool {
    x86::pairs_pay()
}

/// The work on lanes of which each is a pair of `bf16`, if the CPU sums their products.
#[cfg(all(feature = "half", feature = "std", target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn in_pairs<W: Work<f32>>(work: W) -> Option<W::Output> {
    x86::in_pairs::<W, 1, 4, 2, 4>(work)
}

/// A part of a kernel that is compiled by itself.
pub(crate) trait Task<S> {
    type Output;
    /// `#[inline(always)]`, and so is all that its loops call.
    fn run(self, s: S) -> Self::Output;
}

/// What kernels do, for any instructions: with `ROW` vectors for 16 lanes, `HELD` that registers hold, `SUMS` for
/// 128 bytes and `TWICE` for twice as many.
pub(crate) trait Work<T> {
    type Output;
    /// `#[inline(always)]`, and so is all that its loops call: what is not inlined stays compiled for the target.
    fn run<S: Simd<Elem = T>, const ROW: usize, const HELD: usize, const SUMS: usize, const TWICE: usize>(
        self,
        s: S,
    ) -> Self::Output;
}

/// A float that there are vectors of.
pub(crate) trait Real: Float + Default + 'static {
    /// How far numbers count one by one, and as far as `usize` goes where that has 32 bits.
    const COUNTED: usize;
    fn number(self) -> usize;
    /// The work with the widest vectors that the CPU has, or with `HALF` with those of 32 bytes at most. To be called where nothing is generic, so that
    /// it is compiled with this crate.
    fn by_vectors<W: Work<Self>, const HALF: bool>(work: W) -> W::Output;
    #[inline(always)]
    fn widest<W: Work<Self>>(work: W) -> W::Output {
        Self::by_vectors::<W, false>(work)
    }
    /// As [`widest`](Real::widest), for what does little more than to make `f64` of `f32`: of half as many at a time a CPU makes as many or more (Zen 4,
    /// a third more).
    #[inline(always)]
    fn for_singles<W: Work<Self>>(work: W) -> W::Output {
        Self::by_vectors::<W, true>(work)
    }
    /// The same, if the CPU has more than what every CPU of its architecture has.
    fn wide<W: Work<Self>>(work: W) -> Option<W::Output>;
}

/// A kernel that is compiled with this crate, for each type of floats that there are vectors of: `Trait::name(job, out)` runs `all` on a job and the places of its
/// results, with the widest vectors that the CPU has. With `, each Tile by tile` it calls `OneTile::<_, R, N>(tile)`, each for its own numbers of rows and vectors, which
/// the tile's are compared with.
#[cfg(feature = "alloc")]
macro_rules! compiled {
    ($trait:ident::$name:ident($job:ident) by $all:ident, each $tile:ident by $one:ident) => {
        compiled! { $trait::$name($job) by $all }

        struct OneTile<'a, T, const R: usize, const N: usize>($tile<'a, T>);
        impl<S: $crate::kernels::simd::Simd, const R: usize, const N: usize> $crate::kernels::simd::Task<S>
            for OneTile<'_, S::Elem, R, N>
        {
            type Output = ();
            #[inline(always)]
            fn run(self, s: S) {
                $one::<S, R, N>(s, self.0)
            }
        }
    };
    ($trait:ident::$name:ident($job:ident) by $all:ident $({ $($more:tt)* })?) => {
        compiled! { @trait $trait $name $job [$($($more)*)?] }
        compiled! { @impl $trait $name $job f32 }
        compiled! { @impl $trait $name $job f64 }

        struct All<'a, T: $crate::kernels::simd::Real>(&'a $job<'a, T>, &'a mut [core::mem::MaybeUninit<T>]);
        impl<T: $crate::kernels::simd::Real> $crate::kernels::simd::Work<T> for All<'_, T> {
            type Output = ();
            #[inline(always)]
            fn run<
                S: $crate::kernels::simd::Simd<Elem = T>,
                const ROW: usize,
                const HELD: usize,
                const SUMS: usize,
                const TWICE: usize,
            >(
                self,
                s: S,
            ) {
                $all(s, self.0, self.1);
            }
        }
    };
    (@trait $trait:ident $name:ident $job:ident [$($more:tt)*]) => {
        /// Not generic, so that the kernels are compiled with this crate and not with each that uses it.
        trait $trait: $crate::kernels::simd::Real {
            fn $name(job: &$job<'_, Self>, out: &mut [core::mem::MaybeUninit<Self>]);
            $($more)*
        }
    };
    (@impl $trait:ident $name:ident $job:ident $t:ident) => {
        impl $trait for $t {
            #[inline(never)]
            fn $name(job: &$job<'_, $t>, out: &mut [core::mem::MaybeUninit<$t>]) {
                <$t as $crate::kernels::simd::Real>::widest(All(job, out))
            }
        }
    };
}
#[cfg(feature = "alloc")]
pub(in crate::kernels) use compiled;

macro_rules! reals {
    ($($t:ident, $digits:literal, [$($wide:literal),*] [$($half:literal),*] [$($base:literal),*] [$($one:literal),*];)*) => { $(
        impl Real for $t {
            const COUNTED: usize = 1 << $digits;
            #[inline(always)]
            fn number(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn by_vectors<W: Work<$t>, const HALF: bool>(work: W) -> W::Output {
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                let work = match x86::wide::<$t, W, HALF, $($wide),*, $($half),*>(work) {
                    Ok(output) => return output,
                    Err(work) => work,
                };
                #[cfg(target_arch = "x86_64")]
                return work.run::<_, $($base),*>(x86::Sse2(PhantomData::<$t>));
                #[cfg(target_arch = "aarch64")]
                return neon::run::<$t, W, $($base),*>(work);
                #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
                work.run::<_, $($one),*>(One(PhantomData::<$t>))
            }
            #[inline(always)]
            fn wide<W: Work<$t>>(work: W) -> Option<W::Output> {
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                return x86::wide::<$t, W, false, $($wide),*, $($half),*>(work).ok();
                #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
                {
                    let _ = work;
                    None
                }
            }
        }
    )* };
}
reals! {
    f32, 24, [1, 4, 2, 4] [2, 8, 4, 8] [4, 8, 8, 16] [16, 16, 32, 64];
    f64, 31, [2, 8, 2, 4] [4, 8, 4, 8] [8, 8, 8, 16] [16, 16, 16, 32];
}

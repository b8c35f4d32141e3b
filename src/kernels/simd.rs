//! A value that proves which instructions the CPU has, and what can be done with vectors of floats by it.
//!
//! Kernels are written once, for any [`Simd`]; [`Real::widest`] looks what the CPU has, and calls them with the proof, compiled for those
//! instructions. One more width, or architecture, is one more [`Simd`].

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use num_traits::{Float, Zero};

use super::by_type;

/// The most lanes of a vector.
pub const MOST: usize = 16;

/// The CPU's instructions on vectors of one type of floats. Only a CPU that has them has a value of this.
///
/// # Safety
/// A vector has `LANES` lanes, and what reads and writes memory touches no more than it says.
pub unsafe trait Simd: Copy {
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
    /// # Safety
    /// `LANES` elements may be written.
    unsafe fn store_at(self, x: Self::V, to: *mut Self::Elem);
    /// # Safety
    /// The elements of the first lanes may be written.
    unsafe fn store_first_at(self, x: Self::V, to: *mut Self::Elem, first: Self::First);
    /// Asks for memory that is needed soon.
    fn prefetch(self, at: *const Self::Elem);

    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    fn div(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b + c`, rounded once where the CPU can.
    fn mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The larger one; `b` if they are equal or one of them is NaN.
    fn larger(self, a: Self::V, b: Self::V) -> Self::V;
    /// The smaller one; `b` if they are equal or one of them is NaN.
    fn smaller(self, a: Self::V, b: Self::V) -> Self::V;
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
}

/// A part of a kernel that is compiled by itself.
pub trait Task<S> {
    type Output;
    /// `#[inline(always)]`, and so is all that its loops call.
    fn run(self, s: S) -> Self::Output;
}

/// What kernels do, for any instructions: with `ROW` vectors for 16 lanes, `HELD` that registers hold, `SUMS` for
/// 128 bytes and `TWICE` for twice as many.
pub trait Work<T> {
    type Output;
    /// `#[inline(always)]`, and so is all that its loops call: what is not inlined stays compiled for the target.
    fn run<S: Simd<Elem = T>, const ROW: usize, const HELD: usize, const SUMS: usize, const TWICE: usize>(
        self,
        s: S,
    ) -> Self::Output;
}

/// A float that there are vectors of.
pub trait Real: Float + Default + 'static {
    /// How far numbers count one by one, and as far as `usize` goes where that has 32 bits.
    const COUNTED: usize;
    fn number(self) -> usize;
    /// The work with the widest vectors that the CPU has. To be called where nothing is generic, so that it is compiled with this crate.
    fn widest<W: Work<Self>>(work: W) -> W::Output;
    /// The same, if the CPU has more than what every CPU of its architecture has.
    fn wide<W: Work<Self>>(work: W) -> Option<W::Output>;
}

macro_rules! reals {
    ($($t:ident, $digits:literal, [$($wide:literal),*] [$($half:literal),*] [$($base:literal),*] [$($one:literal),*];)*) => { $(
        impl Real for $t {
            const COUNTED: usize = 1 << $digits;
            #[inline(always)]
            fn number(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn widest<W: Work<$t>>(work: W) -> W::Output {
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                let work = match x86::wide::<$t, W, $($wide),*, $($half),*>(work) {
                    Ok(output) => return output,
                    Err(work) => work,
                };
                #[cfg(target_arch = "x86_64")]
                return work.run::<_, $($base),*>(x86::Sse2(PhantomData::<$t>));
                #[cfg(not(target_arch = "x86_64"))]
                work.run::<_, $($one),*>(One(PhantomData::<$t>))
            }
            #[inline(always)]
            fn wide<W: Work<$t>>(work: W) -> Option<W::Output> {
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                return x86::wide::<$t, W, $($wide),*, $($half),*>(work).ok();
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use core::marker::PhantomData;

    use super::{Simd, Task, Work};
    use crate::kernels::exp::{self, Exponent, MAGIC, MAGIC_DOUBLE};
    #[cfg(feature = "std")]
    use crate::kernels::level::{Level, level};

    #[cfg(feature = "std")]
    #[derive(Clone, Copy)]
    pub struct Avx512<T>(pub(super) PhantomData<T>);
    #[cfg(feature = "std")]
    #[derive(Clone, Copy)]
    pub struct Avx2<T>(pub(super) PhantomData<T>);
    #[derive(Clone, Copy)]
    pub struct Sse2<T>(pub(super) PhantomData<T>);

    /// Does the work, unless the CPU has no more than every one of its architecture, or is to use no more.
    #[cfg(feature = "std")]
    #[inline(always)]
    pub fn wide<
        T,
        W: Work<T>,
        const A: usize,
        const B: usize,
        const C: usize,
        const D: usize,
        const E: usize,
        const F: usize,
        const G: usize,
        const H: usize,
    >(
        work: W,
    ) -> Result<W::Output, W>
    where
        Avx512<T>: Simd<Elem = T>,
        Avx2<T>: Simd<Elem = T>,
    {
        struct Run<W, T, const A: usize, const B: usize, const C: usize, const D: usize>(W, PhantomData<T>);
        impl<T, W: Work<T>, S: Simd<Elem = T>, const A: usize, const B: usize, const C: usize, const D: usize> Task<S>
            for Run<W, T, A, B, C, D>
        {
            type Output = W::Output;
            #[inline(always)]
            fn run(self, s: S) -> W::Output {
                self.0.run::<S, A, B, C, D>(s)
            }
        }
        // The only places where such values are made: the level says that the CPU has the features.
        match level() {
            Level::Avx512 => Ok(Avx512(PhantomData).call(Run::<W, T, A, B, C, D>(work, PhantomData))),
            Level::Avx2 => Ok(Avx2(PhantomData).call(Run::<W, T, E, F, G, H>(work, PhantomData))),
            Level::Baseline => Err(work),
        }
    }

    /// The first are all ones, for masks that are read from an offset.
    static ONES32: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
    static ONES64: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];

    /// The functions of a [`Simd`], each made of instructions that are safe where the CPU has them.
    macro_rules! instructions {
        ($features:literal; $(fn $name:ident($($x:ident: $t:ty),*) -> $out:ty = $body:expr;)*) => { $(
            #[inline(always)]
            fn $name(self, $($x: $t),*) -> $out {
                #[inline]
                #[target_feature(enable = $features)]
                fn run($($x: $t),*) -> $out {
                    $body
                }
                #[allow(unused_unsafe)] // what every CPU of this architecture has
                // SAFETY: `self` proves that the CPU has the features.
                unsafe {
                    run($($x),*)
                }
            }
        )* };
        ($features:literal; $(unsafe fn $name:ident($($x:ident: $t:ty),*) $(-> $out:ty)? = $body:expr;)*) => { $(
            #[inline(always)]
            unsafe fn $name(self, $($x: $t),*) $(-> $out)? {
                #[inline]
                #[target_feature(enable = $features)]
                unsafe fn run($($x: $t),*) $(-> $out)? {
                    // SAFETY: it touches the elements that the caller has promised.
                    unsafe { $body }
                }
                // SAFETY: `self` proves that the CPU has the features; the elements are those that the caller has promised.
                unsafe { run($($x),*) }
            }
        )* };
    }

    /// One width of vectors of one type of elements.
    macro_rules! vectors {
        (
            $(#[$std:meta])*
            $name:ident $t:ident $v:ident $first:ty, $which:ty, $lanes:literal of $registers:literal, $features:literal;
            $splat:ident $add:ident $sub:ident $mul:ident $div:ident $max:ident $min:ident $lane:ident $load:ident $store:ident;
            |$of:ident| $firsts:expr; |$a:ident, $b:ident, $c:ident| $mul_add:expr; $above:expr; $equal:expr; $unordered:expr; $either:expr;
            |$s:ident| $select:expr; |$f:ident| $only:expr; |$w:ident| $bits:expr;
            |$from:ident, $m:ident| $load_first:expr; |$to:ident, $x:ident| $store_first:expr;
            |$n:ident| $power:expr; $($by:literal $swap:expr),*
        ) => {
            $(#[$std])*
            // SAFETY: each function is an instruction, or a few, on so many lanes.
            unsafe impl Simd for $name<$t> {
                type Elem = $t;
                type V = $v;
                type First = $first;
                type Which = $which;
                const LANES: usize = $lanes;
                const REGISTERS: usize = $registers;

                #[inline(always)]
                fn call<K: Task<Self>>(self, task: K) -> K::Output {
                    #[target_feature(enable = $features)]
                    fn run<K: Task<$name<$t>>>(s: $name<$t>, task: K) -> K::Output {
                        task.run(s)
                    }
                    #[allow(unused_unsafe)] // what every CPU of this architecture has
                    // SAFETY: `self` proves that the CPU has the features.
                    unsafe {
                        run(self, task)
                    }
                }
                instructions! { $features;
                    fn splat($x: $t) -> $v = $splat($x);
                    fn first($of: usize) -> $first = $firsts;
                    fn add($a: $v, $b: $v) -> $v = $add($a, $b);
                    fn sub($a: $v, $b: $v) -> $v = $sub($a, $b);
                    fn mul($a: $v, $b: $v) -> $v = $mul($a, $b);
                    fn div($a: $v, $b: $v) -> $v = $div($a, $b);
                    fn mul_add($a: $v, $b: $v, $c: $v) -> $v = $mul_add;
                    fn larger($a: $v, $b: $v) -> $v = $max($a, $b);
                    fn smaller($a: $v, $b: $v) -> $v = $min($a, $b);
                    fn above($a: $v, $b: $v) -> $which = $above;
                    fn equal($a: $v, $b: $v) -> $which = $equal;
                    fn unordered($a: $v, $b: $v) -> $which = $unordered;
                    fn either($a: $which, $b: $which) -> $which = $either;
                    fn select($s: $which, $a: $v, $b: $v) -> $v = $select;
                    fn only($f: $first, $a: $v, $b: $v) -> $v = $only;
                    fn bits($w: $which) -> u32 = $bits;
                    fn lane($x: $v) -> $t = $lane($x);
                    fn swapped($x: $v, by: usize) -> $v = match by {
                        $($by => $swap,)*
                        _ => $x,
                    };
                }
                instructions! { $features;
                    unsafe fn load_at($from: *const $t) -> $v = $load($from);
                    unsafe fn load_first_at($from: *const $t, $m: $first) -> $v = $load_first;
                    unsafe fn store_at($x: $v, $to: *mut $t) = $store($to, $x);
                    unsafe fn store_first_at($x: $v, $to: *mut $t, $m: $first) = $store_first;
                }
                #[inline(always)]
                fn exp_of_negative<const FUSED: bool>(self, x: $v) -> $v {
                    exp::exp::<Self, FUSED>(self, x)
                }
                #[inline(always)]
                fn prefetch(self, at: *const $t) {
                    // SAFETY: a hint, which any address may be given to.
                    unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
                }
            }
            $(#[$std])*
            impl Exponent for $name<$t> {
                instructions! { $features;
                    fn times_power_of_2($x: $v, $n: $v) -> $v = $power;
                }
            }
        };
    }

    /// The product with two powers of 2, of which one is the half, so that both are normal numbers. Adding a number that has the bias of
    /// exponents in its lowest bits leaves the exponent there.
    macro_rules! in_halves {
        ($x:ident $n:ident $magic:expr; $mul:ident $add:ident $sub:ident $splat:ident $bits:ident $shift:ident::<$by:literal> $floats:ident) => {{
            let magic = $splat($magic);
            let half = $add($mul($n, $splat(0.5)), magic);
            let rest = $add($sub($n, $sub(half, magic)), magic);
            let power = $floats($shift::<$by>($bits(half)));
            $mul($mul($x, power), $floats($shift::<$by>($bits(rest))))
        }};
    }

    vectors! {
        #[cfg(feature = "std")]
        Avx512 f32 __m512 u16, u16, 16 of 32, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2";
        _mm512_set1_ps _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps _mm512_max_ps _mm512_min_ps _mm512_cvtss_f32 _mm512_loadu_ps _mm512_storeu_ps;
        |lanes| ((1u32 << lanes.min(16)) - 1) as u16; |a, b, c| _mm512_fmadd_ps(a, b, c);
        _mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, b); _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a, b); _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(a, b); a | b;
        |s| _mm512_mask_blend_ps(s, b, a); |f| _mm512_mask_blend_ps(f, b, a); |w| w.into();
        |from, m| _mm512_maskz_loadu_ps(m, from); |to, x| _mm512_mask_storeu_ps(to, m, x);
        |n| _mm512_scalef_ps(x, n);
        8 _mm512_shuffle_f32x4::<0x4e>(x, x), 4 _mm512_shuffle_f32x4::<0xb1>(x, x), 2 _mm512_permute_ps::<0x4e>(x), 1 _mm512_permute_ps::<0xb1>(x)
    }
    vectors! {
        #[cfg(feature = "std")]
        Avx512 f64 __m512d u8, u8, 8 of 32, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2";
        _mm512_set1_pd _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_div_pd _mm512_max_pd _mm512_min_pd _mm512_cvtsd_f64 _mm512_loadu_pd _mm512_storeu_pd;
        |lanes| ((1u32 << lanes.min(8)) - 1) as u8; |a, b, c| _mm512_fmadd_pd(a, b, c);
        _mm512_cmp_pd_mask::<_CMP_GT_OQ>(a, b); _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(a, b); _mm512_cmp_pd_mask::<_CMP_UNORD_Q>(a, b); a | b;
        |s| _mm512_mask_blend_pd(s, b, a); |f| _mm512_mask_blend_pd(f, b, a); |w| w.into();
        |from, m| _mm512_maskz_loadu_pd(m, from); |to, x| _mm512_mask_storeu_pd(to, m, x);
        |n| _mm512_scalef_pd(x, n);
        4 _mm512_shuffle_f64x2::<0x4e>(x, x), 2 _mm512_shuffle_f64x2::<0xb1>(x, x), 1 _mm512_permute_pd::<0x55>(x)
    }
    vectors! {
        #[cfg(feature = "std")]
        Avx2 f32 __m256 __m256i, __m256, 8 of 16, "avx2,fma,bmi1,bmi2";
        _mm256_set1_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps _mm256_max_ps _mm256_min_ps _mm256_cvtss_f32 _mm256_loadu_ps _mm256_storeu_ps;
        // SAFETY: 8 of 16 numbers, from one of the first 8 on.
        |lanes| unsafe { _mm256_loadu_si256(ONES32.as_ptr().wrapping_add(8 - lanes.min(8)).cast()) }; |a, b, c| _mm256_fmadd_ps(a, b, c);
        _mm256_cmp_ps::<_CMP_GT_OQ>(a, b); _mm256_cmp_ps::<_CMP_EQ_OQ>(a, b); _mm256_cmp_ps::<_CMP_UNORD_Q>(a, b); _mm256_or_ps(a, b);
        |s| _mm256_blendv_ps(b, a, s); |f| _mm256_blendv_ps(b, a, _mm256_castsi256_ps(f)); |w| _mm256_movemask_ps(w).cast_unsigned();
        |from, m| _mm256_maskload_ps(from, m); |to, x| _mm256_maskstore_ps(to, m, x);
        |n| in_halves!(x n MAGIC + 127.0; _mm256_mul_ps _mm256_add_ps _mm256_sub_ps _mm256_set1_ps _mm256_castps_si256 _mm256_slli_epi32::<23> _mm256_castsi256_ps);
        4 _mm256_permute2f128_ps::<1>(x, x), 2 _mm256_permute_ps::<0x4e>(x), 1 _mm256_permute_ps::<0xb1>(x)
    }
    vectors! {
        #[cfg(feature = "std")]
        Avx2 f64 __m256d __m256i, __m256d, 4 of 16, "avx2,fma,bmi1,bmi2";
        _mm256_set1_pd _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd _mm256_max_pd _mm256_min_pd _mm256_cvtsd_f64 _mm256_loadu_pd _mm256_storeu_pd;
        // SAFETY: 4 of 8 numbers, from one of the first 4 on.
        |lanes| unsafe { _mm256_loadu_si256(ONES64.as_ptr().wrapping_add(4 - lanes.min(4)).cast()) }; |a, b, c| _mm256_fmadd_pd(a, b, c);
        _mm256_cmp_pd::<_CMP_GT_OQ>(a, b); _mm256_cmp_pd::<_CMP_EQ_OQ>(a, b); _mm256_cmp_pd::<_CMP_UNORD_Q>(a, b); _mm256_or_pd(a, b);
        |s| _mm256_blendv_pd(b, a, s); |f| _mm256_blendv_pd(b, a, _mm256_castsi256_pd(f)); |w| _mm256_movemask_pd(w).cast_unsigned();
        |from, m| _mm256_maskload_pd(from, m); |to, x| _mm256_maskstore_pd(to, m, x);
        |n| in_halves!(x n MAGIC_DOUBLE + 1023.0; _mm256_mul_pd _mm256_add_pd _mm256_sub_pd _mm256_set1_pd _mm256_castpd_si256 _mm256_slli_epi64::<52> _mm256_castsi256_pd);
        2 _mm256_permute2f128_pd::<1>(x, x), 1 _mm256_permute_pd::<5>(x)
    }
    vectors! {
        Sse2 f32 __m128 usize, __m128, 4 of 16, "sse2";
        _mm_set1_ps _mm_add_ps _mm_sub_ps _mm_mul_ps _mm_div_ps _mm_max_ps _mm_min_ps _mm_cvtss_f32 _mm_loadu_ps _mm_storeu_ps;
        |lanes| lanes.min(4); |a, b, c| _mm_add_ps(c, _mm_mul_ps(a, b));
        _mm_cmpgt_ps(a, b); _mm_cmpeq_ps(a, b); _mm_cmpunord_ps(a, b); _mm_or_ps(a, b);
        |s| _mm_or_ps(_mm_and_ps(s, a), _mm_andnot_ps(s, b));
        |f| {
            let s = _mm_castsi128_ps(_mm_cmplt_epi32(_mm_setr_epi32(0, 1, 2, 3), _mm_set1_epi32(f as i32)));
            _mm_or_ps(_mm_and_ps(s, a), _mm_andnot_ps(s, b))
        };
        |w| _mm_movemask_ps(w).cast_unsigned();
        |from, m| {
            let mut part = [0.0; 4];
            from.copy_to_nonoverlapping(part.as_mut_ptr(), m);
            _mm_loadu_ps(part.as_ptr())
        };
        |to, x| {
            let mut part = [0.0; 4];
            _mm_storeu_ps(part.as_mut_ptr(), x);
            part.as_ptr().copy_to_nonoverlapping(to, m)
        };
        |n| in_halves!(x n MAGIC + 127.0; _mm_mul_ps _mm_add_ps _mm_sub_ps _mm_set1_ps _mm_castps_si128 _mm_slli_epi32::<23> _mm_castsi128_ps);
        2 _mm_shuffle_ps::<0x4e>(x, x), 1 _mm_shuffle_ps::<0xb1>(x, x)
    }
    vectors! {
        Sse2 f64 __m128d usize, __m128d, 2 of 16, "sse2";
        _mm_set1_pd _mm_add_pd _mm_sub_pd _mm_mul_pd _mm_div_pd _mm_max_pd _mm_min_pd _mm_cvtsd_f64 _mm_loadu_pd _mm_storeu_pd;
        |lanes| lanes.min(2); |a, b, c| _mm_add_pd(c, _mm_mul_pd(a, b));
        _mm_cmpgt_pd(a, b); _mm_cmpeq_pd(a, b); _mm_cmpunord_pd(a, b); _mm_or_pd(a, b);
        |s| _mm_or_pd(_mm_and_pd(s, a), _mm_andnot_pd(s, b));
        |f| {
            let s = _mm_castsi128_pd(_mm_cmplt_epi32(_mm_setr_epi32(0, 0, 1, 1), _mm_set1_epi32(f as i32)));
            _mm_or_pd(_mm_and_pd(s, a), _mm_andnot_pd(s, b))
        };
        |w| _mm_movemask_pd(w).cast_unsigned();
        |from, m| {
            let mut part = [0.0; 2];
            from.copy_to_nonoverlapping(part.as_mut_ptr(), m);
            _mm_loadu_pd(part.as_ptr())
        };
        |to, x| {
            let mut part = [0.0; 2];
            _mm_storeu_pd(part.as_mut_ptr(), x);
            part.as_ptr().copy_to_nonoverlapping(to, m)
        };
        |n| in_halves!(x n MAGIC_DOUBLE + 1023.0; _mm_mul_pd _mm_add_pd _mm_sub_pd _mm_set1_pd _mm_castpd_si128 _mm_slli_epi64::<52> _mm_castsi128_pd);
        1 _mm_shuffle_pd::<1>(x, x)
    }
}

/// One lane, of any float: what any CPU does, and how elements are computed that there are no vectors of. The compiler makes vectors of
/// loops over many of them.
#[derive(Clone, Copy)]
pub struct One<T>(pub PhantomData<T>);

// SAFETY: one element is read or written, or none.
unsafe impl<T: Float> Simd for One<T> {
    type Elem = T;
    type V = T;
    type First = bool;
    type Which = bool;
    const LANES: usize = 1;
    const REGISTERS: usize = 16;

    #[inline(always)]
    fn call<K: Task<Self>>(self, task: K) -> K::Output {
        task.run(self)
    }
    #[inline(always)]
    fn splat(self, x: T) -> T {
        x
    }
    #[inline(always)]
    fn first(self, lanes: usize) -> bool {
        lanes > 0
    }
    #[inline(always)]
    unsafe fn load_at(self, from: *const T) -> T {
        // SAFETY: the caller's one element.
        unsafe { from.read() }
    }
    #[inline(always)]
    unsafe fn load_first_at(self, from: *const T, first: bool) -> T {
        // SAFETY: the caller's one element, if it is meant.
        if first { unsafe { from.read() } } else { T::zero() }
    }
    #[inline(always)]
    unsafe fn store_at(self, x: T, to: *mut T) {
        // SAFETY: the caller's place for one element.
        unsafe { to.write(x) }
    }
    #[inline(always)]
    unsafe fn store_first_at(self, x: T, to: *mut T, first: bool) {
        if first {
            // SAFETY: the caller's place for one element.
            unsafe { to.write(x) }
        }
    }
    #[inline(always)]
    fn exp_of_negative<const FUSED: bool>(self, x: T) -> T {
        by_type::exp(x)
    }
    #[inline(always)]
    fn prefetch(self, _: *const T) {}
    #[inline(always)]
    fn add(self, a: T, b: T) -> T {
        a + b
    }
    #[inline(always)]
    fn sub(self, a: T, b: T) -> T {
        a - b
    }
    #[inline(always)]
    fn mul(self, a: T, b: T) -> T {
        a * b
    }
    #[inline(always)]
    fn div(self, a: T, b: T) -> T {
        a / b
    }
    #[inline(always)]
    fn mul_add(self, a: T, b: T, c: T) -> T {
        c + a * b
    }
    #[inline(always)]
    fn larger(self, a: T, b: T) -> T {
        if a > b { a } else { b }
    }
    #[inline(always)]
    fn smaller(self, a: T, b: T) -> T {
        if a < b { a } else { b }
    }
    #[inline(always)]
    fn above(self, a: T, b: T) -> bool {
        a > b
    }
    #[inline(always)]
    fn equal(self, a: T, b: T) -> bool {
        a == b
    }
    #[inline(always)]
    fn unordered(self, a: T, b: T) -> bool {
        a.is_nan() | b.is_nan()
    }
    #[inline(always)]
    fn either(self, a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn select(self, which: bool, a: T, b: T) -> T {
        if which { a } else { b }
    }
    #[inline(always)]
    fn only(self, first: bool, a: T, b: T) -> T {
        if first { a } else { b }
    }
    #[inline(always)]
    fn bits(self, which: bool) -> u32 {
        which.into()
    }
    #[inline(always)]
    fn swapped(self, x: T, _: usize) -> T {
        x
    }
    #[inline(always)]
    fn lane(self, x: T) -> T {
        x
    }
}

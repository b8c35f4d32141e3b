//! The vectors of x86-64: AVX-512, AVX2 with FMA, and SSE2, which every such CPU has.

use core::arch::x86_64::*;
use core::marker::PhantomData;

#[cfg(feature = "std")]
use super::Work;
use super::instance::{in_halves, instructions, vectors};
use super::{Simd, Task};
use crate::kernels::exp::{self, Exponent, MAGIC, MAGIC_DOUBLE};
#[cfg(feature = "std")]
use crate::kernels::level::{Level, level, maker};

#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(super) struct Avx512<T>(pub(super) PhantomData<T>);
/// As [`Avx512`], where a lane that products are made of is a pair of `bf16`.
#[cfg(all(feature = "half", feature = "std"))]
#[derive(Clone, Copy)]
pub(super) struct Pairs<T>(pub(super) PhantomData<T>);
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(super) struct Avx2<T>(pub(super) PhantomData<T>);
#[derive(Clone, Copy)]
pub(super) struct Sse2<T>(pub(super) PhantomData<T>);

/// Work as a task, with its numbers of vectors.
#[cfg(feature = "std")]
struct Run<W, T, const A: usize, const B: usize, const C: usize, const D: usize>(W, PhantomData<T>);
#[cfg(feature = "std")]
impl<T, W: Work<T>, S: Simd<Elem = T>, const A: usize, const B: usize, const C: usize, const D: usize> Task<S>
    for Run<W, T, A, B, C, D>
{
    type Output = W::Output;
    #[inline(always)]
    fn run(self, s: S) -> W::Output {
        self.0.run::<S, A, B, C, D>(s)
    }
}

/// Does the CPU sum products of pairs of `bf16`?
#[cfg(all(feature = "half", feature = "std"))]
#[inline(always)]
pub(super) fn has_pairs() -> bool {
    level() == Level::Avx512 && std::is_x86_feature_detected!("avx512bf16")
}

/// Are products of pairs of `bf16` summed faster than those of `f32`? Intel's CPUs begin as many sums of `f32` in the time of one of pairs, or twice as many
/// (Sapphire Rapids: 89 GFLOP/s beside 179), and that without making pairs.
#[cfg(all(feature = "half", feature = "std"))]
pub(super) fn pairs_pay() -> bool {
    has_pairs() && !is_intel()
}

/// Did Intel make the CPU?
#[cfg(feature = "std")]
pub(super) fn is_intel() -> bool {
    static IS: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *IS.get_or_init(|| maker().0 == *b"GenuineIntel")
}

/// Does the work, if the CPU sums products of pairs of `bf16`.
#[cfg(all(feature = "half", feature = "std"))]
#[inline(always)]
pub(super) fn in_pairs<W: Work<f32>, const A: usize, const B: usize, const C: usize, const D: usize>(
    work: W,
) -> Option<W::Output> {
    // The only place where such a value is made: the CPU has the features.
    has_pairs().then(|| Pairs(PhantomData).call(Run::<W, f32, A, B, C, D>(work, PhantomData)))
}

/// Does the work, unless the CPU has no more than every one of its architecture, or is to use no more; with `HALF` without the widest vectors.
#[cfg(feature = "std")]
#[inline(always)]
pub(super) fn wide<
    T,
    W: Work<T>,
    const HALF: bool,
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
    // The only places where such values are made: the level says that the CPU has the features.
    match level() {
        Level::Avx512 if !HALF => Ok(Avx512(PhantomData).call(Run::<W, T, A, B, C, D>(work, PhantomData))),
        Level::Avx512 | Level::Avx2 => Ok(Avx2(PhantomData).call(Run::<W, T, E, F, G, H>(work, PhantomData))),
        Level::Baseline => Err(work),
    }
}

/// Asks for memory, into the cache that the hint says.
#[inline(always)]
fn hint<const CACHE: i32>(at: *const i8) {
    // SAFETY: a hint, which any address may be given to.
    unsafe { _mm_prefetch::<CACHE>(at) };
}

#[inline(always)]
pub(super) fn prefetch(at: *const i8) {
    hint::<_MM_HINT_T0>(at);
}

#[inline(always)]
pub(super) fn prefetch_second(at: *const i8) {
    hint::<_MM_HINT_T1>(at);
}

/// The first are all ones, for masks that are read from an offset. (Masks that are compared make products of 13 columns slower by a twelfth.)
static ONES32: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
static ONES64: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];

/// The first numbers of a vector, where no instruction reads or writes so many: all of them in an array.
macro_rules! by_copy {
    ($m:ident of $n:literal from $load:ident($from:ident)) => {{
        let mut part = [0.0; $n];
        $from.copy_to_nonoverlapping(part.as_mut_ptr(), $m);
        $load(part.as_ptr())
    }};
    ($m:ident of $n:literal to $store:ident($to:ident, $x:ident)) => {{
        let mut part = [0.0; $n];
        $store(part.as_mut_ptr(), $x);
        part.as_ptr().copy_to_nonoverlapping($to, $m)
    }};
}

/// Sixteen lanes of `f32`.
macro_rules! sixteen_lanes {
    ($(#[$has:meta])* $name:ident, $features:literal $(, |$sum:ident, $a:ident, $b:ident| $add_products:expr, |$to:ident, $x:ident| $store:expr, |$m:ident| $store_first:expr)?) => {
        vectors! {
            $(#[$has])*
            $name f32 __m512 u16, u16, 16 of 32, $features;
            _mm512_set1_ps _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps _mm512_sqrt_ps _mm512_max_ps _mm512_min_ps _mm512_cvtss_f32 _mm512_loadu_ps _mm512_storeu_ps _mm512_stream_ps;
            |lanes| ((1u32 << lanes.min(16)) - 1) as u16; |a, b, c| _mm512_fmadd_ps(a, b, c);
            _mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, b); _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a, b); _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(a, b); a | b;
            |s| _mm512_mask_blend_ps(s, b, a); |f| _mm512_mask_blend_ps(f, b, a); |w| w.into();
            |from| _mm512_loadu_ps(from);
            |from, m| _mm512_maskz_loadu_ps(m, from); |to, x| _mm512_mask_storeu_ps(to, m, x);
            |n| _mm512_scalef_ps(x, n); _mm512_xor_ps(a, b);
            {
                let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
                let odd = _mm512_or_si512(even, _mm512_set1_epi32(1));
                [_mm512_permutex2var_ps(a, even, b), _mm512_permutex2var_ps(a, odd, b)]
            };
            8 _mm512_shuffle_f32x4::<0x4e>(x, x), 4 _mm512_shuffle_f32x4::<0xb1>(x, x), 2 _mm512_permute_ps::<0x4e>(x), 1 _mm512_permute_ps::<0xb1>(x);
            |from| _mm512_cvtph_ps(_mm256_loadu_si256(from.cast())),
            |to, x| _mm256_storeu_si256(to.cast(), _mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x)),
            |from| _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(_mm256_loadu_si256(from.cast()))))
            $(=> |$sum, $a, $b| $add_products, |$to, $x| $store, |$m| $store_first)?
        }
    };
}
sixteen_lanes! {
    #[cfg(feature = "std")]
    Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c,bmi1,bmi2"
}
#[cfg(feature = "half")]
sixteen_lanes! {
    #[cfg(all(feature = "half", feature = "std"))]
    Pairs, "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma,f16c,bmi1,bmi2",
    |sum, a, b| {
        // SAFETY: vectors of as many bits, any of which are a vector of either type.
        let pairs = |x| unsafe { core::mem::transmute::<__m512, __m512bh>(x) };
        _mm512_dpbf16_ps(sum, pairs(a), pairs(b))
    },
    |to, x| to.cast::<__m256bh>().write_unaligned(_mm512_cvtneps_pbh(x)),
    |m| {
        let bits = core::mem::transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(x));
        _mm256_mask_storeu_epi16(to.cast(), m, bits)
    }
}
vectors! {
    #[cfg(feature = "std")]
    Avx512 f64 __m512d u8, u8, 8 of 32, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c,bmi1,bmi2";
    _mm512_set1_pd _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_div_pd _mm512_sqrt_pd _mm512_max_pd _mm512_min_pd _mm512_cvtsd_f64 _mm512_loadu_pd _mm512_storeu_pd _mm512_stream_pd;
    |lanes| ((1u32 << lanes.min(8)) - 1) as u8; |a, b, c| _mm512_fmadd_pd(a, b, c);
    _mm512_cmp_pd_mask::<_CMP_GT_OQ>(a, b); _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(a, b); _mm512_cmp_pd_mask::<_CMP_UNORD_Q>(a, b); a | b;
    |s| _mm512_mask_blend_pd(s, b, a); |f| _mm512_mask_blend_pd(f, b, a); |w| w.into();
    |from| _mm512_cvtps_pd(_mm256_loadu_ps(from));
    |from, m| _mm512_maskz_loadu_pd(m, from); |to, x| _mm512_mask_storeu_pd(to, m, x);
    |n| _mm512_scalef_pd(x, n); _mm512_xor_pd(a, b);
    {
        let even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
        let odd = _mm512_or_si512(even, _mm512_set1_epi64(1));
        [_mm512_permutex2var_pd(a, even, b), _mm512_permutex2var_pd(a, odd, b)]
    };
    4 _mm512_shuffle_f64x2::<0x4e>(x, x), 2 _mm512_shuffle_f64x2::<0xb1>(x, x), 1 _mm512_permute_pd::<0x55>(x)
}
vectors! {
    #[cfg(feature = "std")]
    Avx2 f32 __m256 __m256i, __m256, 8 of 16, "avx2,fma,f16c,bmi1,bmi2";
    _mm256_set1_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps _mm256_sqrt_ps _mm256_max_ps _mm256_min_ps _mm256_cvtss_f32 _mm256_loadu_ps _mm256_storeu_ps _mm256_stream_ps;
    // SAFETY: 8 of 16 numbers, from one of the first 8 on.
    |lanes| unsafe { _mm256_loadu_si256(ONES32.as_ptr().wrapping_add(8 - lanes.min(8)).cast()) }; |a, b, c| _mm256_fmadd_ps(a, b, c);
    _mm256_cmp_ps::<_CMP_GT_OQ>(a, b); _mm256_cmp_ps::<_CMP_EQ_OQ>(a, b); _mm256_cmp_ps::<_CMP_UNORD_Q>(a, b); _mm256_or_ps(a, b);
    |s| _mm256_blendv_ps(b, a, s); |f| _mm256_blendv_ps(b, a, _mm256_castsi256_ps(f)); |w| _mm256_movemask_ps(w).cast_unsigned();
    |from| _mm256_loadu_ps(from);
    |from, m| _mm256_maskload_ps(from, m); |to, x| _mm256_maskstore_ps(to, m, x);
    |n| in_halves!(x n MAGIC + 127.0; _mm256_mul_ps _mm256_add_ps _mm256_sub_ps _mm256_set1_ps _mm256_castps_si256 _mm256_slli_epi32::<23> _mm256_castsi256_ps);
    _mm256_xor_ps(a, b);
    {
        let joined = |x| _mm256_castpd_ps(_mm256_permute4x64_pd::<0xd8>(_mm256_castps_pd(x)));
        [joined(_mm256_shuffle_ps::<0x88>(a, b)), joined(_mm256_shuffle_ps::<0xdd>(a, b))]
    };
    4 _mm256_permute2f128_ps::<1>(x, x), 2 _mm256_permute_ps::<0x4e>(x), 1 _mm256_permute_ps::<0xb1>(x);
    |from| _mm256_cvtph_ps(_mm_loadu_si128(from.cast())),
    |to, x| _mm_storeu_si128(to.cast(), _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x)),
    |from| _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(_mm_loadu_si128(from.cast()))))
}
vectors! {
    #[cfg(feature = "std")]
    Avx2 f64 __m256d __m256i, __m256d, 4 of 16, "avx2,fma,f16c,bmi1,bmi2";
    _mm256_set1_pd _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd _mm256_sqrt_pd _mm256_max_pd _mm256_min_pd _mm256_cvtsd_f64 _mm256_loadu_pd _mm256_storeu_pd _mm256_stream_pd;
    // SAFETY: 4 of 8 numbers, from one of the first 4 on.
    |lanes| unsafe { _mm256_loadu_si256(ONES64.as_ptr().wrapping_add(4 - lanes.min(4)).cast()) }; |a, b, c| _mm256_fmadd_pd(a, b, c);
    _mm256_cmp_pd::<_CMP_GT_OQ>(a, b); _mm256_cmp_pd::<_CMP_EQ_OQ>(a, b); _mm256_cmp_pd::<_CMP_UNORD_Q>(a, b); _mm256_or_pd(a, b);
    |s| _mm256_blendv_pd(b, a, s); |f| _mm256_blendv_pd(b, a, _mm256_castsi256_pd(f)); |w| _mm256_movemask_pd(w).cast_unsigned();
    |from| _mm256_cvtps_pd(_mm_loadu_ps(from));
    |from, m| _mm256_maskload_pd(from, m); |to, x| _mm256_maskstore_pd(to, m, x);
    |n| in_halves!(x n MAGIC_DOUBLE + 1023.0; _mm256_mul_pd _mm256_add_pd _mm256_sub_pd _mm256_set1_pd _mm256_castpd_si256 _mm256_slli_epi64::<52> _mm256_castsi256_pd);
    _mm256_xor_pd(a, b);
    {
        let (even, odd) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
        [_mm256_permute4x64_pd::<0xd8>(even), _mm256_permute4x64_pd::<0xd8>(odd)]
    };
    2 _mm256_permute2f128_pd::<1>(x, x), 1 _mm256_permute_pd::<5>(x)
}
vectors! {
    Sse2 f32 __m128 usize, __m128, 4 of 16, "sse2";
    _mm_set1_ps _mm_add_ps _mm_sub_ps _mm_mul_ps _mm_div_ps _mm_sqrt_ps _mm_max_ps _mm_min_ps _mm_cvtss_f32 _mm_loadu_ps _mm_storeu_ps _mm_stream_ps;
    |lanes| lanes.min(4); |a, b, c| _mm_add_ps(c, _mm_mul_ps(a, b));
    _mm_cmpgt_ps(a, b); _mm_cmpeq_ps(a, b); _mm_cmpunord_ps(a, b); _mm_or_ps(a, b);
    |s| _mm_or_ps(_mm_and_ps(s, a), _mm_andnot_ps(s, b));
    |f| {
        let s = _mm_castsi128_ps(_mm_cmplt_epi32(_mm_setr_epi32(0, 1, 2, 3), _mm_set1_epi32(f as i32)));
        _mm_or_ps(_mm_and_ps(s, a), _mm_andnot_ps(s, b))
    };
    |w| _mm_movemask_ps(w).cast_unsigned();
    |from| _mm_loadu_ps(from);
    |from, m| by_copy!(m of 4 from _mm_loadu_ps(from)); |to, x| by_copy!(m of 4 to _mm_storeu_ps(to, x));
    |n| in_halves!(x n MAGIC + 127.0; _mm_mul_ps _mm_add_ps _mm_sub_ps _mm_set1_ps _mm_castps_si128 _mm_slli_epi32::<23> _mm_castsi128_ps);
    _mm_xor_ps(a, b);
    [_mm_shuffle_ps::<0x88>(a, b), _mm_shuffle_ps::<0xdd>(a, b)];
    2 _mm_shuffle_ps::<0x4e>(x, x), 1 _mm_shuffle_ps::<0xb1>(x, x)
}
vectors! {
    Sse2 f64 __m128d usize, __m128d, 2 of 16, "sse2";
    _mm_set1_pd _mm_add_pd _mm_sub_pd _mm_mul_pd _mm_div_pd _mm_sqrt_pd _mm_max_pd _mm_min_pd _mm_cvtsd_f64 _mm_loadu_pd _mm_storeu_pd _mm_stream_pd;
    |lanes| lanes.min(2); |a, b, c| _mm_add_pd(c, _mm_mul_pd(a, b));
    _mm_cmpgt_pd(a, b); _mm_cmpeq_pd(a, b); _mm_cmpunord_pd(a, b); _mm_or_pd(a, b);
    |s| _mm_or_pd(_mm_and_pd(s, a), _mm_andnot_pd(s, b));
    |f| {
        let s = _mm_castsi128_pd(_mm_cmplt_epi32(_mm_setr_epi32(0, 0, 1, 1), _mm_set1_epi32(f as i32)));
        _mm_or_pd(_mm_and_pd(s, a), _mm_andnot_pd(s, b))
    };
    |w| _mm_movemask_pd(w).cast_unsigned();
    |from| _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(from.cast())));
    |from, m| by_copy!(m of 2 from _mm_loadu_pd(from)); |to, x| by_copy!(m of 2 to _mm_storeu_pd(to, x));
    |n| in_halves!(x n MAGIC_DOUBLE + 1023.0; _mm_mul_pd _mm_add_pd _mm_sub_pd _mm_set1_pd _mm_castpd_si128 _mm_slli_epi64::<52> _mm_castsi128_pd);
    _mm_xor_pd(a, b);
    [_mm_unpacklo_pd(a, b), _mm_unpackhi_pd(a, b)];
    1 _mm_shuffle_pd::<1>(x, x)
}

//! Vectors of floats as the kernels of matrix products and of convolutions need them.
//!
//! Loops over arrays would do, if the compiler made vectors of them whatever it has done before; it does not.

use core::arch::x86_64::*;
use core::ops::Add;

#[cfg(feature = "alloc")]
use super::rounding::{MAGIC, MAGIC_DOUBLE};

/// A vector register of floats.
///
/// # Safety
/// The functions do what their names say on `LANES` elements next to each other.
#[cfg_attr(not(feature = "std"), allow(dead_code))] // products of matrices need it all
pub(crate) unsafe trait Vector: Copy {
    type Elem: Copy + Default + Add<Output = Self::Elem> + 'static;
    /// The first so many lanes.
    type Mask: Copy;
    const LANES: usize;

    /// # Safety
    /// The CPU has this vector's instructions, as for all functions here.
    unsafe fn mask(lanes: usize) -> Self::Mask;
    /// # Safety
    /// As above.
    unsafe fn splat(x: Self::Elem) -> Self;
    /// # Safety
    /// As above, and `LANES` elements may be read.
    unsafe fn load(from: *const Self::Elem) -> Self;
    /// # Safety
    /// As above, and the elements of the mask may be read; the others are 0.
    unsafe fn load_first(from: *const Self::Elem, mask: Self::Mask) -> Self;
    /// # Safety
    /// As above, and `LANES` elements may be written.
    unsafe fn store(self, to: *mut Self::Elem);
    /// # Safety
    /// As above, and the elements of the mask may be written.
    unsafe fn store_first(self, to: *mut Self::Elem, mask: Self::Mask);
    /// `self * by + plus`, rounded once where the CPU can.
    ///
    /// # Safety
    /// As above.
    unsafe fn mul_add(self, by: Self, plus: Self) -> Self;
    /// # Safety
    /// As above.
    unsafe fn add(self, other: Self) -> Self;
    /// Asks for memory that is needed soon.
    #[inline(always)]
    fn prefetch(at: *const Self::Elem) {
        // SAFETY: a hint, which any address may be given to.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
    }
    /// Each lane as the one whose number differs in one bit, that of `by`: a power of 2 below `LANES`.
    ///
    /// # Safety
    /// As above.
    unsafe fn swapped(self, by: usize) -> Self;
    /// The first lane.
    ///
    /// # Safety
    /// As above.
    unsafe fn first(self) -> Self::Elem;
    /// The sum of all lanes, by halves.
    ///
    /// # Safety
    /// As above.
    #[inline(always)]
    unsafe fn sum(self) -> Self::Elem {
        let (mut x, mut by) = (self, Self::LANES / 2);
        while by > 0 {
            // SAFETY: passed on from the caller.
            let other = unsafe { x.swapped(by) };
            // SAFETY: as above.
            x = unsafe { x.add(other) };
            by /= 2;
        }
        // SAFETY: as above.
        unsafe { x.first() }
    }
    /// What compares true, lane by lane.
    type Lanes: Copy;
    /// # Safety
    /// As above.
    unsafe fn mul(self, other: Self) -> Self;
    /// # Safety
    /// As above.
    unsafe fn sub(self, other: Self) -> Self;
    /// # Safety
    /// As above.
    unsafe fn div(self, other: Self) -> Self;
    /// The larger one; `other` if they are equal or one of them is NaN.
    ///
    /// # Safety
    /// As above.
    unsafe fn larger(self, other: Self) -> Self;
    /// The smaller one; `other` if they are equal or one of them is NaN.
    ///
    /// # Safety
    /// As above.
    unsafe fn smaller(self, other: Self) -> Self;
    /// Is `self > other`?
    ///
    /// # Safety
    /// As above.
    unsafe fn above(self, other: Self) -> Self::Lanes;
    /// # Safety
    /// As above.
    unsafe fn equal(self, other: Self) -> Self::Lanes;
    /// Is one of the two NaN?
    ///
    /// # Safety
    /// As above.
    unsafe fn unordered(self, other: Self) -> Self::Lanes;
    /// # Safety
    /// As above.
    unsafe fn either(a: Self::Lanes, b: Self::Lanes) -> Self::Lanes;
    /// `self` where it is true, `other` elsewhere.
    ///
    /// # Safety
    /// As above.
    unsafe fn select(self, which: Self::Lanes, other: Self) -> Self;
    /// A bit for each lane.
    ///
    /// # Safety
    /// As above.
    unsafe fn bits(which: Self::Lanes) -> u32;
    /// `self` in the first lanes, `other` elsewhere.
    ///
    /// # Safety
    /// As above.
    unsafe fn first_of(self, mask: Self::Mask, other: Self) -> Self;
}

/// The first 8 are all ones, for masks that are read from an offset.
static MASK32: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
static MASK64: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];

/// Functions that are made of a few instructions.
macro_rules! selections {
    ($($(#[$meta:meta])* fn $name:ident($a:ident: $v:ty, $by:ident: $type:ty, $b:ident: $v2:ty) = $body:expr;)*) => { $(
        $(#[$meta])*
        #[inline]
        fn $name($a: $v, $by: $type, $b: $v2) -> $v {
            $body
        }
    )* };
}
#[inline]
#[target_feature(enable = "avx512f")]
fn either_u16(a: u16, b: u16) -> u16 {
    a | b
}
#[inline]
#[target_feature(enable = "avx512f")]
fn either_u8(a: u8, b: u8) -> u8 {
    a | b
}
#[inline]
#[target_feature(enable = "avx512f")]
fn bits_u16(which: u16) -> i32 {
    which.into()
}
#[inline]
#[target_feature(enable = "avx512f")]
fn bits_u8(which: u8) -> i32 {
    which.into()
}
selections! {
    #[target_feature(enable = "avx512f")]
    fn select_u16(a: __m512, by: u16, b: __m512) = _mm512_mask_blend_ps(by, b, a);
    #[target_feature(enable = "avx512f")]
    fn select_u8(a: __m512d, by: u8, b: __m512d) = _mm512_mask_blend_pd(by, b, a);
    #[target_feature(enable = "avx2")]
    fn select_m256(a: __m256, by: __m256, b: __m256) = _mm256_blendv_ps(b, a, by);
    #[target_feature(enable = "avx2")]
    fn select_m256d(a: __m256d, by: __m256d, b: __m256d) = _mm256_blendv_pd(b, a, by);
    #[target_feature(enable = "avx2")]
    fn first_m256(a: __m256, by: __m256i, b: __m256) = _mm256_blendv_ps(b, a, _mm256_castsi256_ps(by));
    #[target_feature(enable = "avx2")]
    fn first_m256d(a: __m256d, by: __m256i, b: __m256d) = _mm256_blendv_pd(b, a, _mm256_castsi256_pd(by));
    #[target_feature(enable = "sse2")]
    fn select_m128(a: __m128, by: __m128, b: __m128) = _mm_or_ps(_mm_and_ps(by, a), _mm_andnot_ps(by, b));
    #[target_feature(enable = "sse2")]
    fn select_m128d(a: __m128d, by: __m128d, b: __m128d) = _mm_or_pd(_mm_and_pd(by, a), _mm_andnot_pd(by, b));
    #[target_feature(enable = "sse2")]
    fn first_m128(a: __m128, by: usize, b: __m128) = select_m128(a, _mm_castsi128_ps(_mm_cmplt_epi32(_mm_setr_epi32(0, 1, 2, 3), _mm_set1_epi32(by as i32))), b);
    #[target_feature(enable = "sse2")]
    fn first_m128d(a: __m128d, by: usize, b: __m128d) = select_m128d(a, _mm_castsi128_pd(_mm_cmplt_epi32(_mm_setr_epi32(0, 0, 1, 1), _mm_set1_epi32(by as i32))), b);
}

/// Products, comparisons and what follows from these, of vectors of any width.
macro_rules! compared {
    (
        $lanes_type:ty; $mul:path, $sub:path, $div:path, $max:path, $min:path, $gt:path, $eq:path, $unord:path, $or:path, $select:path, $bits:path, $first_of:path
    ) => {
        type Lanes = $lanes_type;
        #[inline(always)]
        unsafe fn mul(self, other: Self) -> Self {
            // SAFETY: the CPU has the instruction.
            unsafe { $mul(self, other) }
        }
        #[inline(always)]
        unsafe fn sub(self, other: Self) -> Self {
            // SAFETY: the CPU has the instruction.
            unsafe { $sub(self, other) }
        }
        #[inline(always)]
        unsafe fn div(self, other: Self) -> Self {
            // SAFETY: the CPU has the instruction.
            unsafe { $div(self, other) }
        }
        #[inline(always)]
        unsafe fn larger(self, other: Self) -> Self {
            // SAFETY: the CPU has the instruction.
            unsafe { $max(self, other) }
        }
        #[inline(always)]
        unsafe fn smaller(self, other: Self) -> Self {
            // SAFETY: the CPU has the instruction.
            unsafe { $min(self, other) }
        }
        #[inline(always)]
        unsafe fn above(self, other: Self) -> $lanes_type {
            // SAFETY: the CPU has the instruction.
            unsafe { $gt(self, other) }
        }
        #[inline(always)]
        unsafe fn equal(self, other: Self) -> $lanes_type {
            // SAFETY: the CPU has the instruction.
            unsafe { $eq(self, other) }
        }
        #[inline(always)]
        unsafe fn unordered(self, other: Self) -> $lanes_type {
            // SAFETY: the CPU has the instruction.
            unsafe { $unord(self, other) }
        }
        #[inline(always)]
        unsafe fn either(a: $lanes_type, b: $lanes_type) -> $lanes_type {
            // SAFETY: the CPU has the instruction.
            unsafe { $or(a, b) }
        }
        #[inline(always)]
        unsafe fn select(self, which: $lanes_type, other: Self) -> Self {
            // SAFETY: the CPU has the instructions.
            unsafe { $select(self, which, other) }
        }
        #[inline(always)]
        unsafe fn bits(which: $lanes_type) -> u32 {
            // SAFETY: the CPU has the instruction.
            unsafe { $bits(which) }.cast_unsigned()
        }
        #[inline(always)]
        unsafe fn first_of(self, mask: Self::Mask, other: Self) -> Self {
            // SAFETY: the CPU has the instructions.
            unsafe { $first_of(self, mask, other) }
        }
    };
}

macro_rules! vector {
    (
        $v:ty, $elem:ty, $mask:ty, $lanes:literal, $of_lanes:expr;
        $splat:ident $load:ident $store:ident $store_first:ident $mul_add:ident $add:ident;
        |$m:ident, $from:ident| $masked:expr; $first:path, |$x:ident| $($by:literal $swap:expr),*;
        $lanes_type:ty; $($comparison:path),*
    ) => {
        // SAFETY: each function is one instruction, or a few.
        unsafe impl Vector for $v {
            type Elem = $elem;
            type Mask = $mask;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn mask(lanes: usize) -> $mask {
                $of_lanes(lanes.min($lanes))
            }
            #[inline(always)]
            unsafe fn splat(x: $elem) -> Self {
                // SAFETY: the CPU has the instruction.
                unsafe { $splat(x) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $elem) -> Self {
                // SAFETY: passed on from the caller.
                unsafe { $load(from) }
            }
            #[inline(always)]
            unsafe fn load_first($from: *const $elem, $m: $mask) -> Self {
                // SAFETY: passed on from the caller.
                unsafe { $masked }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $elem) {
                // SAFETY: passed on from the caller.
                unsafe { $store(to, self) }
            }
            #[inline(always)]
            unsafe fn store_first(self, to: *mut $elem, mask: $mask) {
                // SAFETY: passed on from the caller.
                unsafe { $store_first(to, mask, self) }
            }
            #[inline(always)]
            unsafe fn mul_add(self, by: Self, plus: Self) -> Self {
                // SAFETY: the CPU has the instruction.
                unsafe { $mul_add(self, by, plus) }
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: the CPU has the instruction.
                unsafe { $add(self, other) }
            }
            #[inline(always)]
            unsafe fn swapped(self, by: usize) -> Self {
                let $x = self;
                match by {
                    // SAFETY: the CPU has the instruction.
                    $($by => unsafe { $swap },)*
                    _ => self,
                }
            }
            #[inline(always)]
            unsafe fn first(self) -> $elem {
                // SAFETY: the CPU has the instruction.
                unsafe { $first(self) }
            }

            compared! { $lanes_type; $($comparison),* }
        }
    };
}

vector! {
    __m512, f32, u16, 16, |lanes: usize| ((1u32 << lanes) - 1) as u16;
    _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_mask_storeu_ps _mm512_fmadd_ps _mm512_add_ps;
    |mask, from| _mm512_maskz_loadu_ps(mask, from);
    _mm512_cvtss_f32, |x| 8 _mm512_shuffle_f32x4::<0x4e>(x, x), 4 _mm512_shuffle_f32x4::<0xb1>(x, x), 2 _mm512_permute_ps::<0x4e>(x), 1 _mm512_permute_ps::<0xb1>(x);
    u16; _mm512_mul_ps, _mm512_sub_ps, _mm512_div_ps, _mm512_max_ps, _mm512_min_ps, _mm512_cmp_ps_mask::<_CMP_GT_OQ>, _mm512_cmp_ps_mask::<_CMP_EQ_OQ>, _mm512_cmp_ps_mask::<_CMP_UNORD_Q>, either_u16, select_u16, bits_u16, select_u16
}
vector! {
    __m512d, f64, u8, 8, |lanes: usize| ((1u32 << lanes) - 1) as u8;
    _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_mask_storeu_pd _mm512_fmadd_pd _mm512_add_pd;
    |mask, from| _mm512_maskz_loadu_pd(mask, from);
    _mm512_cvtsd_f64, |x| 4 _mm512_shuffle_f64x2::<0x4e>(x, x), 2 _mm512_shuffle_f64x2::<0xb1>(x, x), 1 _mm512_permute_pd::<0x55>(x);
    u8; _mm512_mul_pd, _mm512_sub_pd, _mm512_div_pd, _mm512_max_pd, _mm512_min_pd, _mm512_cmp_pd_mask::<_CMP_GT_OQ>, _mm512_cmp_pd_mask::<_CMP_EQ_OQ>, _mm512_cmp_pd_mask::<_CMP_UNORD_Q>, either_u8, select_u8, bits_u8, select_u8
}
vector! {
    // SAFETY: 8 of 16 numbers, from one of the first 8 on; the type has the same bits.
    __m256, f32, __m256i, 8, |lanes: usize| unsafe { MASK32.as_ptr().wrapping_add(8 - lanes).cast::<__m256i>().read_unaligned() };
    _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_maskstore_ps _mm256_fmadd_ps _mm256_add_ps;
    |mask, from| _mm256_maskload_ps(from, mask);
    _mm256_cvtss_f32, |x| 4 _mm256_permute2f128_ps::<1>(x, x), 2 _mm256_permute_ps::<0x4e>(x), 1 _mm256_permute_ps::<0xb1>(x);
    __m256; _mm256_mul_ps, _mm256_sub_ps, _mm256_div_ps, _mm256_max_ps, _mm256_min_ps, _mm256_cmp_ps::<_CMP_GT_OQ>, _mm256_cmp_ps::<_CMP_EQ_OQ>, _mm256_cmp_ps::<_CMP_UNORD_Q>, _mm256_or_ps, select_m256, _mm256_movemask_ps, first_m256
}
vector! {
    // SAFETY: 4 of 8 numbers, from one of the first 4 on; the type has the same bits.
    __m256d, f64, __m256i, 4, |lanes: usize| unsafe { MASK64.as_ptr().wrapping_add(4 - lanes).cast::<__m256i>().read_unaligned() };
    _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_maskstore_pd _mm256_fmadd_pd _mm256_add_pd;
    |mask, from| _mm256_maskload_pd(from, mask);
    _mm256_cvtsd_f64, |x| 2 _mm256_permute2f128_pd::<1>(x, x), 1 _mm256_permute_pd::<5>(x);
    __m256d; _mm256_mul_pd, _mm256_sub_pd, _mm256_div_pd, _mm256_max_pd, _mm256_min_pd, _mm256_cmp_pd::<_CMP_GT_OQ>, _mm256_cmp_pd::<_CMP_EQ_OQ>, _mm256_cmp_pd::<_CMP_UNORD_Q>, _mm256_or_pd, select_m256d, _mm256_movemask_pd, first_m256d
}

/// So many elements from memory, and zeros.
///
/// # Safety
/// They may be read; there are at most `L` of them.
#[inline(always)]
unsafe fn part<T: Copy + Default, const L: usize>(from: *const T, lanes: usize) -> [T; L] {
    let mut array = [T::default(); L];
    // SAFETY: passed on from the caller.
    unsafe { from.copy_to_nonoverlapping(array.as_mut_ptr(), lanes) };
    array
}

macro_rules! narrow {
    (
        $v:ty, $elem:ty, $lanes:literal, $splat:ident $load:ident $store:ident $mul_of:ident $add:ident;
        $first:path, |$x:ident| $($by:literal $swap:expr),*;
        $lanes_type:ty; $($comparison:path),*
    ) => {
        // SAFETY: each function is one instruction, or a few.
        unsafe impl Vector for $v {
            type Elem = $elem;
            type Mask = usize;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn mask(lanes: usize) -> usize {
                lanes.min($lanes)
            }
            #[inline(always)]
            unsafe fn splat(x: $elem) -> Self {
                // SAFETY: every CPU of this architecture has the instruction.
                unsafe { $splat(x) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $elem) -> Self {
                // SAFETY: passed on from the caller.
                unsafe { $load(from) }
            }
            #[inline(always)]
            unsafe fn load_first(from: *const $elem, lanes: usize) -> Self {
                // SAFETY: passed on from the caller.
                let array = unsafe { part::<$elem, $lanes>(from, lanes) };
                // SAFETY: an array of as many elements.
                unsafe { $load(array.as_ptr()) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $elem) {
                // SAFETY: passed on from the caller.
                unsafe { $store(to, self) }
            }
            #[inline(always)]
            unsafe fn store_first(self, to: *mut $elem, lanes: usize) {
                let mut array = [<$elem>::default(); $lanes];
                // SAFETY: an array of as many elements.
                unsafe { $store(array.as_mut_ptr(), self) };
                // SAFETY: passed on from the caller.
                unsafe { array.as_ptr().copy_to_nonoverlapping(to, lanes) };
            }
            #[inline(always)]
            unsafe fn mul_add(self, by: Self, plus: Self) -> Self {
                // SAFETY: every CPU of this architecture has the instruction.
                let product = unsafe { $mul_of(self, by) };
                // SAFETY: as above.
                unsafe { $add(plus, product) }
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: every CPU of this architecture has the instruction.
                unsafe { $add(self, other) }
            }
            #[inline(always)]
            unsafe fn swapped(self, by: usize) -> Self {
                let $x = self;
                match by {
                    // SAFETY: the CPU has the instruction.
                    $($by => unsafe { $swap },)*
                    _ => self,
                }
            }
            #[inline(always)]
            unsafe fn first(self) -> $elem {
                // SAFETY: the CPU has the instruction.
                unsafe { $first(self) }
            }

            compared! { $lanes_type; $($comparison),* }
        }
    };
}
narrow! {
    __m128, f32, 4, _mm_set1_ps _mm_loadu_ps _mm_storeu_ps _mm_mul_ps _mm_add_ps;
    _mm_cvtss_f32, |x| 2 _mm_shuffle_ps::<0x4e>(x, x), 1 _mm_shuffle_ps::<0xb1>(x, x);
    __m128; _mm_mul_ps, _mm_sub_ps, _mm_div_ps, _mm_max_ps, _mm_min_ps, _mm_cmpgt_ps, _mm_cmpeq_ps, _mm_cmpunord_ps, _mm_or_ps, select_m128, _mm_movemask_ps, first_m128
}
narrow! {
    __m128d, f64, 2, _mm_set1_pd _mm_loadu_pd _mm_storeu_pd _mm_mul_pd _mm_add_pd;
    _mm_cvtsd_f64, |x| 1 _mm_shuffle_pd::<1>(x, x);
    __m128d; _mm_mul_pd, _mm_sub_pd, _mm_div_pd, _mm_max_pd, _mm_min_pd, _mm_cmpgt_pd, _mm_cmpeq_pd, _mm_cmpunord_pd, _mm_or_pd, select_m128d, _mm_movemask_pd, first_m128d
}

/// Multiplication by powers of 2.
#[cfg(feature = "alloc")]
pub(crate) trait Exponent: Vector {
    /// `self * 2^n`, of integers `n`, rounded once: not positive ones, as far down as `self * 2^n` is 0 if `self` is near 1.
    ///
    /// # Safety
    /// The CPU has the vector's instructions.
    unsafe fn times_power_of_2(self, n: Self) -> Self;
}

#[cfg(feature = "alloc")]
macro_rules! exponents {
    ($(|$x:ident: $v:ty, $n:ident| $body:expr;)*) => { $(
        impl Exponent for $v {
            #[inline(always)]
            unsafe fn times_power_of_2(self, $n: Self) -> Self {
                let $x = self;
                // SAFETY: the CPU has the instructions.
                unsafe { $body }
            }
        }
    )* };
}
/// The product with two powers of 2, of which one is the half, so that both are normal numbers. Adding a number that has the
/// bias of exponents in its lowest bits leaves the exponent there.
#[cfg(feature = "alloc")]
macro_rules! in_halves {
    ($x:ident $n:ident $magic:expr; $mul:ident $add:ident $sub:ident $splat:ident $bits:ident $shift:ident::<$by:literal> $floats:ident) => {{
        let magic = $splat($magic);
        let half = $add($mul($n, $splat(0.5)), magic);
        let rest = $add($sub($n, $sub(half, magic)), magic);
        let power = $floats($shift::<$by>($bits(half)));
        $mul($mul($x, power), $floats($shift::<$by>($bits(rest))))
    }};
}
#[cfg(feature = "alloc")]
exponents! {
    |x: __m512, n| _mm512_scalef_ps(x, n);
    |x: __m512d, n| _mm512_scalef_pd(x, n);
    |x: __m256, n| in_halves!(x n MAGIC + 127.0; _mm256_mul_ps _mm256_add_ps _mm256_sub_ps _mm256_set1_ps _mm256_castps_si256 _mm256_slli_epi32::<23> _mm256_castsi256_ps);
    |x: __m256d, n| in_halves!(x n MAGIC_DOUBLE + 1023.0; _mm256_mul_pd _mm256_add_pd _mm256_sub_pd _mm256_set1_pd _mm256_castpd_si256 _mm256_slli_epi64::<52> _mm256_castsi256_pd);
    |x: __m128, n| in_halves!(x n MAGIC + 127.0; _mm_mul_ps _mm_add_ps _mm_sub_ps _mm_set1_ps _mm_castps_si128 _mm_slli_epi32::<23> _mm_castsi128_ps);
    |x: __m128d, n| in_halves!(x n MAGIC_DOUBLE + 1023.0; _mm_mul_pd _mm_add_pd _mm_sub_pd _mm_set1_pd _mm_castpd_si128 _mm_slli_epi64::<52> _mm_castsi128_pd);
}

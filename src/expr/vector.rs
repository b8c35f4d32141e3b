//! Vectors of floats as the kernels of matrix products and of convolutions need them.
//!
//! Loops over arrays would do, if the compiler made vectors of them whatever it has done before; it does not.

use core::arch::x86_64::*;
use core::ops::Add;

/// A vector register of floats.
///
/// # Safety
/// The functions do what their names say on `LANES` elements next to each other.
pub unsafe trait Vector: Copy {
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
    /// The sum of all lanes.
    ///
    /// # Safety
    /// As above.
    unsafe fn sum(self) -> Self::Elem;
}

/// The first 8 are all ones, for masks that are read from an offset.
static MASK32: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
static MASK64: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];

macro_rules! vector {
    (
        $v:ty, $elem:ty, $mask:ty, $lanes:literal, $of_lanes:expr;
        $splat:ident $load:ident $store:ident $store_first:ident $mul_add:ident $add:ident;
        |$m:ident, $from:ident| $masked:expr; |$sum:ident| $total:expr
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
            unsafe fn sum(self) -> $elem {
                let $sum = self;
                $total
            }
        }
    };
}

vector! {
    __m512, f32, u16, 16, |lanes: usize| ((1u32 << lanes) - 1) as u16;
    _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_mask_storeu_ps _mm512_fmadd_ps _mm512_add_ps;
    // SAFETY: the CPU has the instructions.
    |mask, from| _mm512_maskz_loadu_ps(mask, from); |x| unsafe { _mm512_reduce_add_ps(x) }
}
vector! {
    __m512d, f64, u8, 8, |lanes: usize| ((1u32 << lanes) - 1) as u8;
    _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_mask_storeu_pd _mm512_fmadd_pd _mm512_add_pd;
    // SAFETY: the CPU has the instructions.
    |mask, from| _mm512_maskz_loadu_pd(mask, from); |x| unsafe { _mm512_reduce_add_pd(x) }
}
vector! {
    // SAFETY: 8 of 16 numbers, from one of the first 8 on; the type has the same bits.
    __m256, f32, __m256i, 8, |lanes: usize| unsafe { MASK32.as_ptr().wrapping_add(8 - lanes).cast::<__m256i>().read_unaligned() };
    _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_maskstore_ps _mm256_fmadd_ps _mm256_add_ps;
    |mask, from| _mm256_maskload_ps(from, mask);
    // SAFETY: the same bits.
    |x| unsafe { core::mem::transmute::<__m256, [f32; 8]>(x) }.iter().sum()
}
vector! {
    // SAFETY: 4 of 8 numbers, from one of the first 4 on; the type has the same bits.
    __m256d, f64, __m256i, 4, |lanes: usize| unsafe { MASK64.as_ptr().wrapping_add(4 - lanes).cast::<__m256i>().read_unaligned() };
    _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_maskstore_pd _mm256_fmadd_pd _mm256_add_pd;
    |mask, from| _mm256_maskload_pd(from, mask);
    // SAFETY: the same bits.
    |x| unsafe { core::mem::transmute::<__m256d, [f64; 4]>(x) }.iter().sum()
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
    ($v:ty, $elem:ty, $lanes:literal, $splat:ident $load:ident $store:ident $mul:ident $add:ident) => {
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
                let product = unsafe { $mul(self, by) };
                // SAFETY: as above.
                unsafe { $add(plus, product) }
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: every CPU of this architecture has the instruction.
                unsafe { $add(self, other) }
            }
            #[inline(always)]
            unsafe fn sum(self) -> $elem {
                // SAFETY: the same bits.
                unsafe { core::mem::transmute::<$v, [$elem; $lanes]>(self) }.iter().sum()
            }
        }
    };
}
narrow! { __m128, f32, 4, _mm_set1_ps _mm_loadu_ps _mm_storeu_ps _mm_mul_ps _mm_add_ps }
narrow! { __m128d, f64, 2, _mm_set1_pd _mm_loadu_pd _mm_storeu_pd _mm_mul_pd _mm_add_pd }

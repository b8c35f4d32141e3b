//! The vectors of 64-bit ARM, which every such CPU has.

use core::arch::aarch64::*;
use core::marker::PhantomData;

use super::instance::{in_halves, instructions, vectors};
use super::{Simd, Task, Work};
use crate::kernels::exp::{self, Exponent, MAGIC, MAGIC_DOUBLE};

#[derive(Clone, Copy)]
pub(super) struct Neon<T>(PhantomData<T>);

/// Does the work.
#[inline(always)]
pub(super) fn run<T, W: Work<T>, const A: usize, const B: usize, const C: usize, const D: usize>(work: W) -> W::Output
where
    Neon<T>: Simd<Elem = T>,
{
    work.run::<Neon<T>, A, B, C, D>(Neon(PhantomData))
}

#[inline(always)]
fn prefetch(_: *const i8) {}

#[inline(always)]
fn prefetch_second(_: *const i8) {}

/// What is one instruction elsewhere: the larger or the smaller one, and `b` if the two are equal or one is NaN.
macro_rules! chosen {
    ($($name:ident $v:ty, |$a:ident, $b:ident| $is:expr, $select:ident;)*) => { $(
        #[inline]
        #[target_feature(enable = "neon")]
        fn $name($a: $v, $b: $v) -> $v {
            $select($is, $a, $b)
        }
    )* };
}
chosen! {
    larger32 float32x4_t, |a, b| vcgtq_f32(a, b), vbslq_f32;
    smaller32 float32x4_t, |a, b| vcgtq_f32(b, a), vbslq_f32;
    larger64 float64x2_t, |a, b| vcgtq_f64(a, b), vbslq_f64;
    smaller64 float64x2_t, |a, b| vcgtq_f64(b, a), vbslq_f64;
}

#[inline]
#[target_feature(enable = "neon")]
fn lane32(x: float32x4_t) -> f32 {
    vgetq_lane_f32::<0>(x)
}
#[inline]
#[target_feature(enable = "neon")]
fn lane64(x: float64x2_t) -> f64 {
    vgetq_lane_f64::<0>(x)
}

/// The numbers of lanes, and a bit for each.
#[inline]
#[target_feature(enable = "neon")]
fn numbers32() -> (uint32x4_t, uint32x4_t) {
    let number = vcombine_u32(vcreate_u32(1 << 32), vcreate_u32(3 << 32 | 2));
    (number, vshlq_u32(vdupq_n_u32(1), vreinterpretq_s32_u32(number)))
}
#[inline]
#[target_feature(enable = "neon")]
fn numbers64() -> (uint64x2_t, uint64x2_t) {
    let number = vcombine_u64(vcreate_u64(0), vcreate_u64(1));
    (number, vshlq_u64(vdupq_n_u64(1), vreinterpretq_s64_u64(number)))
}

vectors! {
    Neon f32 float32x4_t usize, uint32x4_t, 4 of 32, "neon";
    vdupq_n_f32 vaddq_f32 vsubq_f32 vmulq_f32 vdivq_f32 vsqrtq_f32 larger32 smaller32 lane32 vld1q_f32 vst1q_f32 vst1q_f32;
    |lanes| lanes.min(4); |a, b, c| vfmaq_f32(c, a, b);
    vcgtq_f32(a, b); vceqq_f32(a, b); vmvnq_u32(vandq_u32(vceqq_f32(a, a), vceqq_f32(b, b))); vorrq_u32(a, b);
    |s| vbslq_f32(s, a, b); |f| vbslq_f32(vcltq_u32(numbers32().0, vdupq_n_u32(f as u32)), a, b);
    |w| vaddvq_u32(vandq_u32(w, numbers32().1));
    |from| vld1q_f32(from);
    |from, m| {
        let mut part = [0.0; 4];
        from.copy_to_nonoverlapping(part.as_mut_ptr(), m);
        vld1q_f32(part.as_ptr())
    };
    |to, x| {
        let mut part = [0.0; 4];
        vst1q_f32(part.as_mut_ptr(), x);
        part.as_ptr().copy_to_nonoverlapping(to, m)
    };
    |n| in_halves!(x n MAGIC + 127.0; vmulq_f32 vaddq_f32 vsubq_f32 vdupq_n_f32 vreinterpretq_u32_f32 vshlq_n_u32::<23> vreinterpretq_f32_u32);
    vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
    [vuzp1q_f32(a, b), vuzp2q_f32(a, b)];
    2 vextq_f32::<2>(x, x), 1 vrev64q_f32(x)
}
vectors! {
    Neon f64 float64x2_t usize, uint64x2_t, 2 of 32, "neon";
    vdupq_n_f64 vaddq_f64 vsubq_f64 vmulq_f64 vdivq_f64 vsqrtq_f64 larger64 smaller64 lane64 vld1q_f64 vst1q_f64 vst1q_f64;
    |lanes| lanes.min(2); |a, b, c| vfmaq_f64(c, a, b);
    vcgtq_f64(a, b); vceqq_f64(a, b); veorq_u64(vandq_u64(vceqq_f64(a, a), vceqq_f64(b, b)), vdupq_n_u64(u64::MAX)); vorrq_u64(a, b);
    |s| vbslq_f64(s, a, b); |f| vbslq_f64(vcltq_u64(numbers64().0, vdupq_n_u64(f as u64)), a, b);
    |w| vaddvq_u64(vandq_u64(w, numbers64().1)) as u32;
    |from| vcvt_f64_f32(vld1_f32(from));
    |from, m| {
        let mut part = [0.0; 2];
        from.copy_to_nonoverlapping(part.as_mut_ptr(), m);
        vld1q_f64(part.as_ptr())
    };
    |to, x| {
        let mut part = [0.0; 2];
        vst1q_f64(part.as_mut_ptr(), x);
        part.as_ptr().copy_to_nonoverlapping(to, m)
    };
    |n| in_halves!(x n MAGIC_DOUBLE + 1023.0; vmulq_f64 vaddq_f64 vsubq_f64 vdupq_n_f64 vreinterpretq_u64_f64 vshlq_n_u64::<52> vreinterpretq_f64_u64);
    vreinterpretq_f64_u64(veorq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b)));
    [vuzp1q_f64(a, b), vuzp2q_f64(a, b)];
    1 vextq_f64::<1>(x, x)
}

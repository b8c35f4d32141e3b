//! The exponential: what it is computed from, and how vectors compute it.

#![allow(clippy::excessive_precision)] // the digits of published coefficients

pub(crate) use super::rounding::{MAGIC, MAGIC_DOUBLE};

/// The logarithm of 2 in two parts, of which the first has few digits.
pub(crate) const LN2_HI: f32 = 0.693_359_375;
pub(crate) const LN2_LO: f32 = -2.121_944_4e-4;
/// `(exp(r) - 1 - r) / r^2` where `|r| <= ln(2) / 2`: the highest power first.
pub(crate) const TAIL: [f32; 6] =
    [1.987_569_15e-4, 1.398_199_950_7e-3, 8.333_451_907_3e-3, 4.166_579_589_4e-2, 0.166_666_654_59, 0.500_000_012_01];
/// Where the exponential is 0, also if it is multiplied by the exponent.
pub(crate) const LEAST: f32 = -130.0;

pub(crate) const LN2_HI_DOUBLE: f64 = 6.931_471_803_691_238_164_90e-1;
pub(crate) const LN2_LO_DOUBLE: f64 = 1.908_214_929_270_587_700_02e-10;
/// As [`TAIL`].
pub(crate) const TAIL_DOUBLE: [f64; 12] = [
    1.0 / 6_227_020_800.0,
    1.0 / 479_001_600.0,
    1.0 / 39_916_800.0,
    1.0 / 3_628_800.0,
    1.0 / 362_880.0,
    1.0 / 40_320.0,
    1.0 / 5_040.0,
    1.0 / 720.0,
    1.0 / 120.0,
    1.0 / 24.0,
    1.0 / 6.0,
    0.5,
];
pub(crate) const LEAST_DOUBLE: f64 = -746.0;

#[cfg(all(feature = "alloc", target_arch = "x86_64"))]
pub(crate) use vectors::{Numbers, exp_of_negative};
#[cfg(all(feature = "alloc", target_arch = "x86_64"))]
mod vectors {
    use crate::kernels::vector::{Exponent, Vector};

    /// The numbers above, by type.
    pub(crate) trait Numbers: Sized + 'static {
        const LEAST: Self;
        const LOG2_E: Self;
        const MAGIC: Self;
        const MINUS_MAGIC: Self;
        const MINUS_LN2_HI: Self;
        const MINUS_LN2_LO: Self;
        const ONE: Self;
        const TAIL: &'static [Self];
        /// Is what is lost in the reduced argument given back?
        const EXACT: bool;
    }
    macro_rules! numbers {
        ($($t:ident $exact:literal $least:ident $magic:ident $high:ident $low:ident $tail:ident;)*) => { $(
            impl Numbers for $t {
                const LEAST: $t = super::$least;
                const LOG2_E: $t = core::$t::consts::LOG2_E;
                const MAGIC: $t = super::$magic;
                const MINUS_MAGIC: $t = -super::$magic;
                const MINUS_LN2_HI: $t = -super::$high;
                const MINUS_LN2_LO: $t = -super::$low;
                const ONE: $t = 1.0;
                const TAIL: &'static [$t] = &super::$tail;
                const EXACT: bool = $exact;
            }
        )* };
    }
    numbers! {
        f32 false LEAST MAGIC LN2_HI LN2_LO TAIL;
        f64 true LEAST_DOUBLE MAGIC_DOUBLE LN2_HI_DOUBLE LN2_LO_DOUBLE TAIL_DOUBLE;
    }

    /// `a * b + c`, rounded once if it is to be and the CPU can.
    ///
    /// # Safety
    /// The CPU has the vector's instructions.
    #[inline(always)]
    unsafe fn mul_add<V: Vector, const FUSED: bool>(a: V, b: V, c: V) -> V {
        if FUSED {
            // SAFETY: passed on from the caller.
            return unsafe { a.mul_add(b, c) };
        }
        // SAFETY: as above.
        let product = unsafe { a.mul(b) };
        // SAFETY: as above.
        unsafe { product.add(c) }
    }

    /// e to the power of what is not positive, or NaN. What is not `FUSED` has the bits of the exponential of one element.
    ///
    /// # Safety
    /// The CPU has the vector's instructions.
    #[inline(always)]
    pub(crate) unsafe fn exp_of_negative<V: Exponent<Elem: Numbers>, const FUSED: bool>(x: V) -> V {
        macro_rules! numbers {
            ($($name:ident = $number:ident;)*) => {
                // SAFETY: passed on from the caller.
                $(let $name = unsafe { V::splat(V::Elem::$number) };)*
            };
        }
        numbers! {
            least = LEAST;
            log2_e = LOG2_E;
            magic = MAGIC;
            minus_magic = MINUS_MAGIC;
            minus_high = MINUS_LN2_HI;
            minus_low = MINUS_LN2_LO;
            one = ONE;
        }
        // SAFETY: as above, for everything here. NaN stays.
        let x = unsafe { least.larger(x) };
        // SAFETY: as above.
        let shifted = unsafe { mul_add::<V, FUSED>(x, log2_e, magic) };
        // SAFETY: as above.
        let n = unsafe { shifted.add(minus_magic) };
        // SAFETY: as above.
        let high = unsafe { mul_add::<V, FUSED>(n, minus_high, x) };
        // SAFETY: as above.
        let r = unsafe { mul_add::<V, FUSED>(n, minus_low, high) };
        // SAFETY: as above.
        let mut tail = unsafe { V::splat(V::Elem::TAIL[0]) };
        for &c in &V::Elem::TAIL[1..] {
            // SAFETY: as above.
            let c = unsafe { V::splat(c) };
            // SAFETY: as above.
            tail = unsafe { mul_add::<V, FUSED>(tail, r, c) };
        }
        // SAFETY: as above.
        let square = unsafe { r.mul(r) };
        let less_one = if FUSED || !V::Elem::EXACT {
            // SAFETY: as above.
            unsafe { mul_add::<V, FUSED>(square, tail, r) }
        } else {
            // SAFETY: as above.
            let lost = unsafe { high.sub(r) };
            // SAFETY: as above.
            let lost = unsafe { mul_add::<V, false>(n, minus_low, lost) };
            // SAFETY: as above.
            let rest = unsafe { mul_add::<V, false>(square, tail, lost) };
            // SAFETY: as above.
            unsafe { rest.add(r) }
        };
        // SAFETY: as above.
        let y = unsafe { less_one.add(one) };
        // SAFETY: as above.
        unsafe { y.times_power_of_2(n) }
    }
}

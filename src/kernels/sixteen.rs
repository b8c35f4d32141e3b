//! Floats of 16 bits, `f16` and `bf16`, which are computed in `f32` and rounded once, as PyTorch does.
//!
//! A sum of such numbers in their own type stands still where a term is less than half of its last bit (at 256 ones in `bf16`, at 2048 in
//! `f16`), and squares overflow (at 256 in `f16`). PyTorch calls the type in which they are computed `opmath_t`.
//!
//! Public signatures say nothing of it. The types are recognised: of the crate `half` by their identity, if the feature `half` says which
//! crate that is ([`ByType`]); and where elements are [`Float`]s by the numbers that they have, whatever crate they are from
//! ([`ByNumbers`]).

use num_traits::Float;

use super::rows::Reducer;
#[cfg(feature = "alloc")]
use crate::storage::{Buffer, Scratch};

/// Might elements be such numbers? For all other sizes the compiler makes no code for what follows the question, asked in `const { }`.
pub(crate) const fn can_be<T>() -> bool {
    size_of::<T>() == 2
}

/// How floats of 16 bits are recognised, and how they become `f32` and are rounded back.
pub(crate) trait Sixteen<T>: Copy {
    /// Are elements `T` such floats?
    fn is() -> bool;
    /// The same number.
    fn widen(x: &T) -> f32;
    /// The nearest one. Only asked for if elements [are](Sixteen::is) such floats.
    fn narrow(x: f32) -> T;
}

/// By the identity of the types in the crate `half`.
#[derive(Clone, Copy)]
pub(crate) struct ByType;

/// By the numbers that floats of any type have.
#[derive(Clone, Copy)]
pub(crate) struct ByNumbers;

#[cfg(feature = "half")]
impl<T> Sixteen<T> for ByType {
    #[inline(always)]
    fn is() -> bool {
        use super::types::type_of;
        type_of::<T>() == type_of::<half::f16>() || type_of::<T>() == type_of::<half::bf16>()
    }
    #[inline(always)]
    fn widen(x: &T) -> f32 {
        use super::types::as_type;
        if let Some(x) = as_type::<T, half::f16>(x) {
            return widen_f16(x.to_bits());
        }
        match as_type::<T, half::bf16>(x) {
            Some(x) => f32::from_bits(u32::from(x.to_bits()) << 16),
            None => unreachable!("an element that is no float of 16 bits"),
        }
    }
    #[inline(always)]
    fn narrow(x: f32) -> T {
        use super::types::{same, type_of};
        if type_of::<T>() == type_of::<half::f16>() {
            same(half::f16::from_f32(x))
        } else {
            same(half::bf16::from_f32(x))
        }
    }
}

#[cfg(not(feature = "half"))]
impl<T> Sixteen<T> for ByType {
    #[inline(always)]
    fn is() -> bool {
        false
    }
    fn widen(_: &T) -> f32 {
        unreachable!("no type is recognised")
    }
    fn narrow(_: f32) -> T {
        unreachable!("no type is recognised")
    }
}

impl<T: Float> Sixteen<T> for ByNumbers {
    #[inline(always)]
    fn is() -> bool {
        // The distances from 1 to the next larger number, in `f16` and in `bf16`.
        let has = |epsilon: f32| T::epsilon().to_f32() == Some(epsilon);
        can_be::<T>() && (<ByType as Sixteen<T>>::is() || has(1.0 / 1024.0) || has(1.0 / 128.0))
    }
    #[inline(always)]
    fn widen(x: &T) -> f32 {
        if <ByType as Sixteen<T>>::is() { ByType::widen(x) } else { x.to_f32().unwrap_or(f32::NAN) }
    }
    #[inline(always)]
    fn narrow(x: f32) -> T {
        if <ByType as Sixteen<T>>::is() { ByType::narrow(x) } else { T::from(x).unwrap_or_else(T::nan) }
    }
}

/// An `f16` as `f32`, without a jump, so that many are converted at a time.
#[cfg(feature = "half")]
#[inline(always)]
fn widen_f16(bits: u16) -> f32 {
    /// What the exponents of the two types start from differs by this power of 2: 2^112.
    const MORE: f32 = f32::from_bits((127 + 112) << 23);
    let magnitude = u32::from(bits & 0x7fff) << 13;
    let scaled = (f32::from_bits(magnitude) * MORE).to_bits();
    // The largest exponent is of infinity and NaN in either type.
    let magnitude = if magnitude >= 0x1f << 23 { magnitude | 0xff << 23 } else { scaled };
    f32::from_bits(magnitude | u32::from(bits & 0x8000) << 16)
}

/// A reduction of `f32`, of elements that become such first.
pub(crate) struct InSingle<R, C>(pub R, pub C);

impl<T, R: Reducer<f32, Output = f32>, C: Sixteen<T>> Reducer<T> for InSingle<R, C> {
    type Acc = R::Acc;
    type Output = T;
    #[inline(always)]
    fn first(&self, x: T, i: usize) -> R::Acc {
        self.0.first(C::widen(&x), i)
    }
    #[inline(always)]
    fn step(&self, acc: &mut R::Acc, x: T, i: usize) {
        self.0.step(acc, C::widen(&x), i);
    }
    #[inline(always)]
    fn join(&self, acc: &mut R::Acc, other: R::Acc) {
        self.0.join(acc, other);
    }
    #[inline(always)]
    fn finish(&self, acc: R::Acc) -> T {
        C::narrow(self.0.finish(acc))
    }
    fn empty(&self) -> T {
        C::narrow(self.0.empty())
    }
}

/// Elements that are floats of 16 bits as `f32`.
#[cfg(feature = "alloc")]
pub(crate) fn wide_slice<T, C: Sixteen<T>>(x: &[T], _: C) -> Scratch<f32> {
    x.iter().map(C::widen).collect()
}

/// Results that were computed in `f32`, rounded.
#[cfg(feature = "alloc")]
pub(crate) fn rounded<T, C: Sixteen<T>>(x: &[f32], _: C) -> Buffer<T> {
    Buffer::from_iter(x.len(), x.iter().map(|&x| C::narrow(x)))
}

//! Functions of floats of any type.

use num_traits::Float;

/// Can `f32` hold what the type does, and nothing of it is more than a number? So of `f32` itself, `f16` and `bf16`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_single<T: Float>() -> bool {
    let is_f32 = || T::epsilon().to_f32() == Some(f32::EPSILON) && T::max_value().to_f32() == Some(f32::MAX);
    size_of::<T>() == 2 || size_of::<T>() == 4 && is_f32()
}

/// Is it `f64`, as far as numbers tell?
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_double<T: Float>() -> bool {
    let is_f64 = || T::epsilon().to_f64() == Some(f64::EPSILON) && T::max_value().to_f64() == Some(f64::MAX);
    size_of::<T>() == 8 && is_f64()
}

/// Functions by type: [`simd_math`](super::simd_math)'s where there is one, for what `f32` can hold and for `f64`, and Rust's for everything else.
/// Constants decide which it is when the program is compiled; there are no closures on the way, which nothing makes inline. The second name is that of the
/// function by fused multiply-adds.
macro_rules! vectorised {
    ($($(#[$doc:meta])* $name:ident $(or $fused:ident)? $(and $double:ident)?, $x:ident => $other:expr;)*) => { $(
        $crate::kernels::by_type::function! { [$($fused)?] [$($double)?] $(#[$doc])* $name, $x => $other }
    )* };
}

/// One of these, and the one by fused multiply-adds if there is one.
macro_rules! function {
    ([] [$($double:ident)?] $(#[$doc:meta])* $name:ident, $x:ident => $other:expr) => {
        $crate::kernels::by_type::function! {
            @ $(#[$doc])* $name: $crate::kernels::simd_math::$name $(, $crate::kernels::simd_math::$double)?; $x => $other
        }
    };
    ([$fused:ident] [$($double:ident)?] $(#[$doc:meta])* $name:ident, $x:ident => $other:expr) => {
        $crate::kernels::by_type::function! {
            @ $(#[$doc])* $name: $crate::kernels::simd_math::$name::<false> $(, $crate::kernels::simd_math::$double::<false>)?;
            $x => $other
        }
        $crate::kernels::by_type::function! {
            @ $fused: $crate::kernels::simd_math::$name::<true> $(, $crate::kernels::simd_math::$double::<true>)?;
            x => $name(x)
        }
    };
    (@ $(#[$doc:meta])* $name:ident: $single:expr $(, $double:expr)?; $x:ident => $other:expr) => {
        $(#[$doc])*
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub(crate) fn $name<T: Float>($x: T) -> T {
            if $crate::kernels::by_type::is_single::<T>()
                && let Some(x) = $x.to_f32()
                && let Some(y) = T::from($single(x))
            {
                return y;
            }
            $(
                if $crate::kernels::by_type::is_double::<T>()
                    && let Some(x) = $x.to_f64()
                    && let Some(y) = T::from($double(x))
                {
                    return y;
                }
            )?
            $other
        }
    };
}
pub(crate) use {function, vectorised};

vectorised! {
    exp and exp_double, x => x.exp();
    ln or fused_ln and ln_double, x => x.ln();
}

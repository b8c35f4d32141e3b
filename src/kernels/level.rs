//! How wide the CPU's vectors are: the shared loops are compiled for each width, and the widest that the machine has is run.
//!
//! In builds with debug assertions the loops are compiled once: without optimisation three of each cost minutes and win nothing.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86 {
    use core::arch::x86_64::__cpuid;
    use core::sync::atomic::{AtomicU8, Ordering};

    /// What the CPU offers beyond the target that the program is compiled for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[repr(u8)]
    pub(crate) enum Level {
        /// Nothing, or nothing is to be used.
        Baseline = 1,
        /// 32 bytes at a time.
        Avx2 = 2,
        /// 64 bytes at a time.
        Avx512 = 3,
    }

    /// 0 before the first look.
    static LEVEL: AtomicU8 = AtomicU8::new(0);

    /// The widest level that the CPU has. The environment variable `SHAPED_SIMD` (`baseline`, `avx2`) asks for less.
    #[inline(always)]
    pub(crate) fn level() -> Level {
        match LEVEL.load(Ordering::Relaxed) {
            1 => Level::Baseline,
            2 => Level::Avx2,
            3 => Level::Avx512,
            _ => detect(),
        }
    }

    /// Who made the CPU, and of which family it is.
    pub(crate) fn maker() -> ([u8; 12], u32) {
        #[allow(unused_unsafe)] // of later compilers
        // SAFETY: every CPU of this architecture has the instruction.
        let (maker, version) = unsafe { (__cpuid(0), __cpuid(1).eax) };
        let mut name = [0; 12];
        name.copy_from_slice([maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes).as_flattened());
        (name, (version >> 8 & 0xf) + (version >> 20 & 0xff))
    }

    #[cold]
    #[inline(never)]
    fn detect() -> Level {
        let has_avx2 = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("fma")
            && std::is_x86_feature_detected!("f16c")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2");
        let has_avx512 = has_avx2
            && std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512vl");
        let has = match (has_avx2, has_avx512) {
            (_, true) => Level::Avx512,
            (true, false) => Level::Avx2,
            _ => Level::Baseline,
        };
        let asked = match std::env::var("SHAPED_SIMD").as_deref() {
            Ok("baseline") => Level::Baseline,
            Ok("avx2") => Level::Avx2,
            _ => Level::Avx512,
        };
        let level = has.min(asked);
        LEVEL.store(level as u8, Ordering::Relaxed);
        level
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) use x86::{Level, level, maker};

/// The widest vectors by which elements are moved, and little is computed: where those of 64 bytes are read and written in halves anyway, halves by themselves take less
/// time (Zen 4: 83 us for 1024 x 1024 sums of an `f32` and itself, and 87 us by whole ones; a flip 91 us and 102 us).
#[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
#[inline(always)]
pub(crate) fn level_of_moves() -> Level {
    use core::sync::atomic::{AtomicU8, Ordering};

    /// 0 before the first look.
    static MOVES: AtomicU8 = AtomicU8::new(0);
    #[cold]
    #[inline(never)]
    fn detect() -> Level {
        // The CPUs of this family that have vectors of 64 bytes are Zen 4.
        let level = if maker() == (*b"AuthenticAMD", 25) { Level::Avx2 } else { Level::Avx512 };
        MOVES.store(level as u8, Ordering::Relaxed);
        level
    }
    match MOVES.load(Ordering::Relaxed) {
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => detect(),
    }
}

/// Rows of so many bytes and more are written from the start of a cache line on, whatever their places: what is before it is a row of its own.
pub(crate) const LONG: usize = 2048;

/// The widest vectors with which to write rows of so many places next to each other. Of those of 64 bytes each lies in two cache lines where rows
/// begin in the middle of one: beyond the nearest cache that costs more than vectors of half the size do, of which every other one lies so. Where little is computed,
/// as [elements are moved](level_of_moves); floats of 16 bits are not little.
#[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
#[inline(always)]
pub(crate) fn for_rows<T>(out: &[T], row: usize, heavy: bool) -> Level {
    /// Of a result of fewer bytes, all that is read and written may be in the nearest cache.
    const NEAR: usize = 24 << 10;
    if !heavy && size_of::<T>() >= 4 && level_of_moves() < Level::Avx512 {
        return level_of_moves();
    }
    let row = row * size_of::<T>();
    let step = if row < size_of_val(out) { row } else { 0 };
    if size_of_val(out) < NEAR || row >= LONG || (out.as_ptr().addr() | step).is_multiple_of(64) {
        Level::Avx512
    } else {
        Level::Avx2
    }
}

/// So many of these places, which are a row, come before the first start of a cache line; 0 of a row that is not [`LONG`], or starts there.
#[inline(always)]
pub(crate) fn before_line<T>(out: &[T]) -> usize {
    if size_of_val(out) < LONG { 0 } else { out.as_ptr().align_offset(64).min(out.len()) }
}

/// Does every CPU of the target have fused multiply-adds?
pub(crate) const FUSED: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));

/// Work that is compiled for each width of vectors.
pub(crate) trait Wide {
    type Output;
    /// Does the work. It is to be `#[inline(always)]`, and so is everything that its loops call: what is not inlined stays
    /// compiled for the target. That excludes closures, which nothing makes inline. What is `FUSED` is compiled for a CPU that has fused multiply-adds.
    fn run<const FUSED: bool>(self) -> Self::Output;
}

/// Does the work in the widest vectors that the CPU has. A call costs about a nanosecond.
#[inline]
pub(crate) fn widest<W: Wide>(work: W) -> W::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
        fn avx512<W: Wide>(work: W) -> W::Output {
            work.run::<true>()
        }
        #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
        fn avx2<W: Wide>(work: W) -> W::Output {
            work.run::<true>()
        }
        match level() {
            // SAFETY: the level says that the CPU has the features.
            Level::Avx512 => return unsafe { avx512(work) },
            // SAFETY: the level says that the CPU has the features.
            Level::Avx2 => return unsafe { avx2(work) },
            Level::Baseline => {}
        }
    }
    work.run::<FUSED>()
}

/// As [`in_widest!`], of a function that calls itself: the `#[inline(always)]` one gets as its last argument what it is to call.
macro_rules! recursive {
    (
        $(#[$meta:meta])*
        fn $name:ident<$($t:ident: $bound:path),*; const $n:ident>($($arg:ident: $type:ty),* $(,)?) -> $out:ty = $body:ident;
    ) => {
        $(#[$meta])*
        #[inline(never)]
        fn $name<$($t: $bound,)* const $n: usize>($($arg: $type),*) -> $out {
            #[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
            {
                use $crate::kernels::level::{Level, again_for, level};
                match level() {
                    Level::Avx512 => again_for! {
                        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
                        $body<$($t: $bound),*; const $n>($($arg: $type),*) -> $out
                    },
                    Level::Avx2 => again_for! {
                        #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
                        $body<$($t: $bound),*; const $n>($($arg: $type),*) -> $out
                    },
                    Level::Baseline => {}
                }
            }
            $crate::kernels::level::again_for! { #[inline(never)] $body<$($t: $bound),*; const $n>($($arg: $type),*) -> $out }
        }
    };
}

/// Returns from a function what one returns that is compiled for features of the CPU's level, and calls itself.
macro_rules! again_for {
    (#[$how:meta] $body:ident<$($t:ident: $bound:path),*; const $n:ident>($($arg:ident: $type:ty),*) -> $out:ty) => {{
        #[$how]
        fn again<$($t: $bound,)* const $n: usize>($($arg: $type),*) -> $out {
            $body::<$($t,)* $n>($($arg,)* again::<$($t,)* $n>)
        }
        #[allow(unused_unsafe)] // without features
        // SAFETY: the level says that the CPU has the features, if any.
        return unsafe { again::<$($t,)* $n>($($arg),*) };
    }};
}

/// Functions that are compiled for each width of vectors, and run in the widest that the CPU has, or in the widest up to the one that stands behind
/// `by`. What their loops call is to be `#[inline(always)]`, or to be closures so short that they are inlined without being told. Their bodies know
/// whether they are compiled for a CPU that has fused multiply-adds: `FUSED`.
macro_rules! in_widest {
    ($(
        $(#[$meta:meta])*
        $vis:vis fn $name:ident<$($t:ident: $bound:path),*>($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? $(, by ($most:expr))? $body:block
    )*) => { $(
        $(#[$meta])*
        #[inline(never)]
        #[allow(clippy::too_many_arguments)] // sizes, operands, gradient, result
        $vis fn $name<$($t: $bound),*>($($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            #[allow(clippy::too_many_arguments)]
            fn body<$($t: $bound,)* const FUSED: bool>($($arg: $type),*) $(-> $out)? $body
            #[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
            {
                use $crate::kernels::level::{Level, level};
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
                #[allow(clippy::too_many_arguments)]
                fn avx512<$($t: $bound),*>($($arg: $type),*) $(-> $out)? {
                    body::<$($t,)* true>($($arg),*)
                }
                #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
                #[allow(clippy::too_many_arguments)]
                fn avx2<$($t: $bound),*>($($arg: $type),*) $(-> $out)? {
                    body::<$($t,)* true>($($arg),*)
                }
                match level()$(.min($most))? {
                    // SAFETY: the level says that the CPU has the features.
                    Level::Avx512 => return unsafe { avx512::<$($t),*>($($arg),*) },
                    // SAFETY: the level says that the CPU has the features.
                    Level::Avx2 => return unsafe { avx2::<$($t),*>($($arg),*) },
                    Level::Baseline => {}
                }
            }
            body::<$($t,)* { $crate::kernels::level::FUSED }>($($arg),*)
        }
    )* };
}
pub(crate) use {again_for, in_widest, recursive};

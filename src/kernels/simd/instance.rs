//! How a [`Simd`](super::Simd) is made of instructions: a table of them for each width of vectors and type of elements.

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
        $splat:ident $add:ident $sub:ident $mul:ident $div:ident $sqrt:ident $max:ident $min:ident $lane:ident $load:ident $store:ident $send:ident;
        |$of:ident| $firsts:expr; |$a:ident, $b:ident, $c:ident| $mul_add:expr; $above:expr; $equal:expr; $unordered:expr; $either:expr;
        |$s:ident| $select:expr; |$f:ident| $only:expr; |$w:ident| $bits:expr;
        |$singles:ident| $load_singles:expr; |$from:ident, $m:ident| $load_first:expr; |$to:ident, $x:ident| $store_first:expr;
        |$n:ident| $power:expr; $apart:expr; $parted:expr; $($by:literal $swap:expr),*
        $(; |$halves:ident| $load_halves:expr, |$to_halves:ident, $singles_of:ident| $store_halves:expr, |$brains:ident| $load_brains:expr)?
        $(=> |$sum:ident, $left:ident, $right:ident| $add_products:expr, |$to_brains:ident, $sums:ident| $store_brains:expr, |$some:ident| $store_first_brains:expr)?
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
            // As all have but those of every x86-64.
            const FUSED: bool = !matches!($features.as_bytes(), b"sse2");

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
                fn sqrt($x: $v) -> $v = $sqrt($x);
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
                fn parted($a: $v, $b: $v) -> [$v; 2] = $parted;
                fn swapped($x: $v, by: usize) -> $v = match by {
                    $($by => $swap,)*
                    _ => $x,
                };
            }
            instructions! { $features;
                unsafe fn load_at($from: *const $t) -> $v = $load($from);
                unsafe fn load_first_at($from: *const $t, $m: $first) -> $v = $load_first;
                unsafe fn load_singles_at($singles: *const f32) -> $v = $load_singles;
                unsafe fn store_at($x: $v, $to: *mut $t) = $store($to, $x);
                unsafe fn send_at($x: $v, $to: *mut $t) = $send($to, $x);
                unsafe fn store_first_at($x: $v, $to: *mut $t, $m: $first) = $store_first;
            }
            $(
                #[inline(always)]
                fn load_halves(self, from: &[u16]) -> $v {
                    assert!(from.len() >= $lanes, "a vector's elements");
                    // SAFETY: compared just above.
                    unsafe { self.load_halves_at(from.as_ptr()) }
                }
                #[inline(always)]
                fn load_brains(self, from: &[u16]) -> $v {
                    assert!(from.len() >= $lanes, "a vector's elements");
                    // SAFETY: compared just above.
                    unsafe { self.load_brains_at(from.as_ptr()) }
                }
                #[inline(always)]
                fn store_halves(self, $singles_of: $v, to: &mut [core::mem::MaybeUninit<u16>]) {
                    assert!(to.len() >= $lanes, "room for a vector");
                    // SAFETY: compared just above.
                    unsafe { self.store_halves_at($singles_of, to.as_mut_ptr().cast()) }
                }
            )?
            $(
                const PAIRS: bool = true;
                instructions! { $features;
                    fn add_products($sum: $v, $left: $v, $right: $v) -> $v = $add_products;
                }
                instructions! { $features;
                    unsafe fn store_brains_at($sums: $v, $to_brains: *mut u16) = $store_brains;
                    unsafe fn store_first_brains_at($sums: $v, $to_brains: *mut u16, $some: $first) = $store_first_brains;
                }
            )?
            #[inline(always)]
            fn exp_of_negative<const FUSED: bool>(self, x: $v) -> $v {
                exp::exp::<Self, FUSED>(self, x)
            }
            #[inline(always)]
            fn prefetch(self, at: *const $t) {
                prefetch(at.cast());
            }
            #[inline(always)]
            fn prefetch_second(self, at: *const $t) {
                prefetch_second(at.cast());
            }
        }
        $(
            #[cfg(feature = "std")]
            impl $name<$t> {
                instructions! { $features;
                    unsafe fn load_halves_at($halves: *const u16) -> $v = $load_halves;
                    unsafe fn load_brains_at($brains: *const u16) -> $v = $load_brains;
                    unsafe fn store_halves_at($singles_of: $v, $to_halves: *mut u16) = $store_halves;
                }
            }
        )?
        $(#[$std])*
        impl Exponent for $name<$t> {
            instructions! { $features;
                fn times_power_of_2($x: $v, $n: $v) -> $v = $power;
                fn bits_apart($a: $v, $b: $v) -> $v = $apart;
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
pub(super) use {in_halves, instructions, vectors};

//! Kernels of gradients: what the rules of operations do on the way back. They know neither shapes nor tapes: slices, sizes and steps go in.
//!
//! Sizes and steps are listed from the innermost axis on. Gradients lie in row-major order, in one block. Most kernels *add* to what is there,
//! since a value that is used twice has two gradients; those that work in a gradient's own memory say so. Long sums are made in parts, so
//! that a sum of a million `f32` is as exact as one of a few hundred.

#![allow(dead_code)] // until the rules of the tape call them

pub(crate) mod along;
pub(crate) mod classes;
pub(crate) mod losses;
pub(crate) mod norms;
pub(crate) mod picks;
pub(crate) mod pools;
pub(crate) mod strides;
#[cfg(test)]
pub(crate) mod tests;

use num_traits::Float;

/// Functions that are compiled for each width of vectors, and run in the widest that the CPU has. What their loops call is to be
/// `#[inline(always)]`, or to be closures so short that they are inlined without being told.
macro_rules! in_widest {
    ($(
        $(#[$meta:meta])*
        $vis:vis fn $name:ident<$($t:ident: $bound:path),*>($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? $body:block
    )*) => { $(
        $(#[$meta])*
        #[inline(never)]
        #[allow(clippy::too_many_arguments)] // sizes, operands, gradient, result
        $vis fn $name<$($t: $bound),*>($($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            #[allow(clippy::too_many_arguments)]
            fn body<$($t: $bound),*>($($arg: $type),*) $(-> $out)? $body
            #[cfg(all(feature = "std", target_arch = "x86_64", not(debug_assertions)))]
            {
                use $crate::kernels::level::{Level, level};
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
                #[allow(clippy::too_many_arguments)]
                fn avx512<$($t: $bound),*>($($arg: $type),*) $(-> $out)? {
                    body($($arg),*)
                }
                #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
                #[allow(clippy::too_many_arguments)]
                fn avx2<$($t: $bound),*>($($arg: $type),*) $(-> $out)? {
                    body($($arg),*)
                }
                match level() {
                    // SAFETY: the level says that the CPU has the features.
                    Level::Avx512 => return unsafe { avx512($($arg),*) },
                    // SAFETY: the level says that the CPU has the features.
                    Level::Avx2 => return unsafe { avx2($($arg),*) },
                    Level::Baseline => {}
                }
            }
            body($($arg),*)
        }
    )* };
}
pub(crate) use in_widest;

/// A constant as an element.
#[inline(always)]
fn float<T: Float>(x: f64) -> T {
    T::from(x).expect("a float for every number")
}

/// `to += x`, element by element.
#[inline(always)]
fn add_to<T: Float>(to: &mut [T], x: &[T]) {
    for (to, x) in to.iter_mut().zip(x) {
        *to = *to + *x;
    }
}

/// So many elements are summed in a loop before their sum is added to others.
const BLOCK: usize = 256;

/// The sum of a block, in as many lanes as vectors have.
#[inline(always)]
fn block_sum<T: Float>(x: &[T]) -> T {
    let mut lanes = [T::zero(); 16];
    let (whole, rest) = x.as_chunks::<16>();
    for x in whole {
        add_to(&mut lanes, x);
    }
    add_to(&mut lanes, rest);
    let mut half = 8;
    while half > 0 {
        for i in 0..half {
            lanes[i] = lanes[i] + lanes[i + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// A sum of many sums, of which so many at a time are added to the rest.
struct Total<T> {
    recent: T,
    count: usize,
    before: T,
}

/// How many sums are recent.
const RECENT: usize = 128;

impl<T: Float> Total<T> {
    #[inline(always)]
    fn new() -> Self {
        Total { recent: T::zero(), count: 0, before: T::zero() }
    }
    #[inline(always)]
    fn push(&mut self, x: T) {
        self.recent = self.recent + x;
        self.count += 1;
        if self.count == RECENT {
            (self.before, self.recent, self.count) = (self.before + self.recent, T::zero(), 0);
        }
    }
    #[inline(always)]
    fn total(&self) -> T {
        self.before + self.recent
    }
}

/// The sum of as many products as there are pairs, made of blocks.
#[inline(always)]
fn sum_of<T: Float>(a: &[T], b: &[T], f: impl Fn(T, T) -> T) -> T {
    let mut total = Total::new();
    let mut block = [T::zero(); BLOCK];
    for (a, b) in a.chunks(BLOCK).zip(b.chunks(BLOCK)) {
        let n = a.len().min(b.len());
        for ((to, a), b) in block.iter_mut().zip(a).zip(b) {
            *to = f(*a, *b);
        }
        total.push(block_sum(&block[..n]));
    }
    total.total()
}

//! The sum of products of two long rows of floats, in vectors.

use core::iter;

use crate::kernels::float::for_floats;
use crate::kernels::rows::fold::{Add, Stack, halved};
use crate::kernels::simd::{Real, Simd, Work};

/// From so many products on the call costs less than it saves.
const LONG: usize = 128;

/// Steps of a sum's lanes before blocks are joined in pairs: one sum of thousands would lose a little with each.
const STEPS: usize = 32;

/// The sum of products of two slices of one length, if there are loops for it.
#[inline(always)]
pub(super) fn long_dot<T: 'static>(left: &[T], right: &[T]) -> Option<T> {
    if left.len() < LONG {
        return None;
    }
    for_floats!(T, |same| Some(same.back(Products::dot(same.slice(left), same.slice(right)))), else None)
}

/// Not generic, so that the kernels are compiled with this crate and not with each that uses it.
trait Products: Real {
    fn dot(left: &[Self], right: &[Self]) -> Self;
}
macro_rules! products {
    ($($t:ident)*) => { $(
        impl Products for $t {
            #[inline(never)]
            fn dot(left: &[$t], right: &[$t]) -> $t {
                $t::widest(Dot(left, right))
            }
        }
    )* };
}
products! { f32 f64 }

struct Dot<'a, T>(&'a [T], &'a [T]);

impl<T: Real> Work<T> for Dot<'_, T> {
    type Output = T;
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const ROW: usize, const HELD: usize, const SUMS: usize, const TWICE: usize>(
        self,
        s: S,
    ) -> T {
        let Dot(left, right) = self;
        let most = STEPS * TWICE * S::LANES;
        let mut stack = Stack::<S::V, TWICE>::new();
        let (mut left, mut right) = (left, &right[..left.len()]);
        while left.len() > most {
            stack.push(s, Add, block::<S, TWICE>(s, &left[..most], &right[..most]));
            (left, right) = (&left[most..], &right[most..]);
        }
        let last = block::<S, TWICE>(s, left, right);
        halved(s, Add, stack.finish(s, Add, last))
    }
}

/// The sums of products of a block, side by side.
#[inline(always)]
fn block<S: Simd, const N: usize>(s: S, left: &[S::Elem], right: &[S::Elem]) -> [S::V; N] {
    let mut sums = [s.zero(); N];
    let (left, right) = (left.chunks_exact(N * S::LANES), right.chunks_exact(N * S::LANES));
    let (few, more) = (left.remainder(), right.remainder());
    for (a, b) in iter::zip(left, right) {
        for (v, sum) in sums.iter_mut().enumerate() {
            let at = v * S::LANES;
            *sum = s.mul_add(s.load(&a[at..]), s.load(&b[at..]), *sum);
        }
    }
    let rest = iter::zip(few.chunks(S::LANES), more.chunks(S::LANES));
    for (sum, (a, b)) in iter::zip(&mut sums, rest) {
        // The lanes behind the last element are 0.
        *sum = s.mul_add(s.load_part(a), s.load_part(b), *sum);
    }
    sums
}

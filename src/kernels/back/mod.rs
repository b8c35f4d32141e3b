//! Kernels of gradients: what the rules of operations do on the way back. They know neither shapes nor tapes: slices, sizes and steps go in.
//!
//! Sizes and steps are listed from the innermost axis on. Gradients lie in row-major order, in one block. Most kernels *add* to what is there,
//! since a value that is used twice has two gradients; those that work in a gradient's own memory say so. Long sums are made in parts, so
//! that a sum of a million `f32` is as exact as one of a few hundred.

pub(crate) mod along;
pub(crate) mod borders;
pub(crate) mod classes;
pub(crate) mod columns;
pub(crate) mod losses;
pub(crate) mod moved;
pub(crate) mod norms;
pub(crate) mod picks;
pub(crate) mod pools;
pub(crate) mod strides;
#[cfg(test)]
pub(crate) mod tests;

use num_traits::Float;

use crate::kernels::level::in_widest;

/// `to += x`, element by element.
#[inline(always)]
fn add_to<T: Float>(to: &mut [T], x: &[T]) {
    for (to, x) in to.iter_mut().zip(x) {
        *to = *to + *x;
    }
}

in_widest! {
    /// `to += x`, element by element.
    pub(crate) fn add<T: Float>(to: &mut [T], x: &[T]) {
        add_to(to, x);
    }

    /// `g = f(g, x, y)`, element by element, in the gradient's own memory.
    pub(crate) fn each<T: Float, F: Fn(T, T, T) -> T>(grad: &mut [T], x: &[T], y: &[T], f: F) {
        for ((g, x), y) in grad.iter_mut().zip(x).zip(y) {
            *g = f(*g, *x, *y);
        }
    }
}

in_widest! {
    /// `g = f(g)`, element by element, in the gradient's own memory.
    pub(crate) fn alone<T: Float, F: Fn(T) -> T>(grad: &mut [T], f: F) {
        for g in grad {
            *g = f(*g);
        }
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

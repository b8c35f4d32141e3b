//! Gradients of what was picked by indices: they are added where it came from.

use num_traits::Float;

use super::add_to;
use super::strides::each_place;
use crate::kernels::level::in_widest;

/// Of `index_select` (and of an embedding, where `size` is the number of rows and there is one outer block): block `i` of `inner` elements
/// of the gradient is added to block `indices[i]` of `size`, in each of the outer blocks.
///
/// # Panics
/// If an index is not below `size`, or there are not as many elements.
pub(crate) fn add_selected<T: Float>(
    [size, inner]: [usize; 2],
    indices: impl ExactSizeIterator<Item = usize> + Clone,
    grad: &[T],
    to: &mut [T],
) {
    let from = indices.len() * inner;
    if from == 0 || size == 0 {
        return;
    }
    assert!(grad.len() / from * size * inner == to.len(), "as many blocks as outer ones");
    for (g, to) in grad.chunks_exact(from).zip(to.chunks_exact_mut(size * inner)) {
        for (g, i) in g.chunks_exact(inner).zip(indices.clone()) {
            assert!(i < size, "index {i} of {size}");
            add_to(&mut to[i * inner..][..inner], g);
        }
    }
}

/// Of `gather` and `take_along_axis`: each element of the gradient is added at its place in `to`, by the steps of all axes but the one of the
/// places (whose step is 0 here), plus the place times that axis's own step. Places are read by steps of their own, for they may be stretched. The
/// opposite, for values that were scattered, is to gather them.
///
/// # Panics
/// If a place is beyond `to`.
pub(crate) fn add_picked<T: Float>(
    sizes: &[usize],
    steps: [&[isize]; 2],
    step: usize,
    places: &[usize],
    grad: &[T],
    to: &mut [T],
) {
    let mut grad = grad.iter();
    each_place(sizes, steps, [0; 2], |[at, by]| {
        let to = &mut to[at as usize + places[by as usize] * step];
        *to = *to + *grad.next().expect("a gradient for each place");
    });
}

/// A random number for each count: two rounds of a mix of 32 bits (C. Wellons' "lowbias32"), between which half of the seed comes in.
#[cfg_attr(not(debug_assertions), inline(always))]
fn random([low, high]: [u32; 2], count: u32) -> u32 {
    let mix = |mut x: u32| {
        x = (x ^ x >> 16).wrapping_mul(0x7feb_352d);
        x = (x ^ x >> 15).wrapping_mul(0x846c_a68b);
        x ^ x >> 16
    };
    mix(mix(count ^ low).wrapping_add(high))
}

in_widest! {
    /// Puts 0 in place of elements at random, so many of 2^32, and scales the others: the same ones for the same seed, and as many elements.
    pub(crate) fn drop_at_random<T: Float>(seed: u64, dropped: u64, scale: T, x: &mut [T]) {
        let Ok(dropped) = u32::try_from(dropped) else {
            x.fill(T::zero());
            return;
        };
        // A long tensor is parts that can be counted, each with a seed of its own.
        for (part, x) in x.chunks_mut(1 << 31).enumerate() {
            let seed = seed.wrapping_add(part as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let seed = [seed as u32, (seed >> 32) as u32];
            for (i, x) in (0u32..).zip(x) {
                *x = if random(seed, i) < dropped { T::zero() } else { *x * scale };
            }
        }
    }
}

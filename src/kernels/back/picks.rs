//! Gradients of what was picked by indices: they are added where it came from.

use num_traits::Float;

use super::add_to;
use super::strides::each_place;

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

//! Convolutions by kernels of one place, of images whose channels lie next to each other: each image is a matrix, a row for each place, and its result the product of the
//! weights by its columns. These are turned a panel at a time, into the nearest cache; planes that are laid out for a sweep go through the second one.

use core::mem::MaybeUninit;

use super::source::Convolution;
use crate::kernels::products::{Matrix, Summed, plus_column};

/// Sums of so many products are added in the order of the sweeps, so that they have the same bits; and the more filters there are, the less is saved.
const MOST: usize = 128;
/// Fewer filters are sums along vectors of products; of fewer channels little is computed of what is turned.
const FEW: usize = 9;

/// Is there such a product for each image?
pub(super) fn is_product<T>(of: &Convolution<'_, T>) -> bool {
    let sizes = of.sizes;
    let once = (sizes.kernel, sizes.stride, sizes.padding, sizes.groups) == ([1, 1], [1, 1], [0, 0], 1);
    once && of.channels_last && sizes.channels.iter().all(|channels| (FEW..=MOST).contains(channels))
}

/// Writes the planes of these images, if there are kernels for these elements: says whether there are.
pub(super) fn run<T: Summed>(of: &Convolution<'_, T>, x: &[T], out: &mut [MaybeUninit<T>]) -> bool {
    let ([channels, filters], [height, width]) = (of.sizes.channels, of.sizes.input);
    let places = height * width;
    if places == 0 {
        return false;
    }
    let weights = Matrix::of(of.weights, filters, channels);
    assert!(x.len() / channels * filters == out.len(), "a place for each result");
    x.chunks_exact(channels * places)
        .zip(out.chunks_exact_mut(filters * places))
        .all(|(x, out)| plus_column(&weights, &Matrix::of(x, places, channels).transposed(), of.bias, out))
}

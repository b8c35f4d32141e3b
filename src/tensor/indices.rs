//! A function of each index.

use core::iter;

use crate::shape::Shape;

/// A function of each index, in row-major order, again and again.
pub(super) fn by_index<T, S: Shape, const N: usize>(
    shape: S,
    mut f: impl FnMut([usize; N]) -> T,
) -> impl Iterator<Item = T> {
    let dims = shape.dims();
    let mut index = [0; N];
    iter::repeat_with(move || {
        let element = f(index);
        for (i, size) in index.iter_mut().rev().zip(dims.sizes) {
            *i += 1;
            if *i < size {
                break;
            }
            *i = 0;
        }
        element
    })
}

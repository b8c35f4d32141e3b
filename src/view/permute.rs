//! Views of the same elements with their axes in another order: nothing is copied.

use super::View;
use crate::kind::Kind;
use crate::shape::layout::{Layout, Strided};
use crate::shape::permute::{AxesSwapped, AxisOrder, Permute, Permuted, SwapAxes, Transpose, Transposed};
use crate::shape::{Shape, run_time};

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// The axes as `places` says: `O` is the shape with its axes in that order.
    #[inline]
    fn reordered<O: Shape>(self, places: &AxisOrder) -> View<'a, T, O, Strided, K> {
        let shape = run_time::shape(&places.sizes(&self.shape.dims().sizes));
        let layout = Strided(places.strides(&self.strides_by_axis()));
        // An index leads to the element at the index with its numbers in the old order, since each has moved with its size and its
        // stride.
        self.part(0, shape, layout)
    }

    /// As [`Permutations::permute`](crate::Permutations::permute), for as long as the view's own borrow.
    #[inline]
    pub fn permute<A>(self, _axes: A) -> View<'a, T, Permuted<S, A>, Strided, K>
    where
        S: Permute<A>,
    {
        self.reordered(const { &S::PLACES })
    }

    /// As [`Operand::transpose`](super::Operand::transpose), for as long as the view's own borrow.
    #[inline]
    pub fn transpose(self) -> View<'a, T, Transposed<S>, Strided, K>
    where
        S: Transpose,
    {
        self.reordered(const { &AxisOrder::swapping(S::RANK, 0, 1) })
    }

    /// As [`AxisSwaps::swap_axes`](crate::AxisSwaps::swap_axes), for as long as the view's own borrow.
    #[inline]
    pub fn swap_axes<A, B>(self, _a: A, _b: B) -> View<'a, T, AxesSwapped<S, A, B>, Strided, K>
    where
        S: SwapAxes<A, B>,
    {
        self.reordered(const { &S::PLACES })
    }
}

//! Views of the same elements with other axes and sizes: nothing is copied.

use core::any::TypeId;

use super::{Operand, View, ViewMut};
use crate::kind::Kind;
use crate::shape::axes::{Squeeze, Squeezed, Unsqueeze, Unsqueezed};
use crate::shape::broadcast::BroadcastTo;
use crate::shape::diagnostics::Contiguous;
use crate::shape::dims::{inserted, removed};
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::reshape::{AxesFlattened, Flatten, FlattenAxes, Flattened, Reshape};
use crate::shape::{Shape, StaticShape, run_time};

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// As [`Stretches::broadcast_to`](crate::Stretches::broadcast_to), for as long as the view's own borrow.
    #[inline]
    pub fn broadcast_to<O: StaticShape>(self) -> View<'a, T, O, Y::StretchedTo<O>, K>
    where
        S: BroadcastTo<O>,
    {
        self.stretch(O::VALUE)
    }

    /// As [`Expansions::expand_as`](crate::Expansions::expand_as), for as long as the view's own borrow.
    #[inline]
    pub fn expand_as<R: Operand>(self, other: &R) -> View<'a, T, R::Shape, Y::StretchedTo<R::Shape>, K>
    where
        S: BroadcastTo<R::Shape>,
    {
        self.stretch(other.view().shape())
    }

    #[inline]
    pub(crate) fn stretch<O: Shape>(self, to: O) -> View<'a, T, O, Y::StretchedTo<O>, K>
    where
        S: BroadcastTo<O>,
    {
        self.stretch_to_joint(to)
    }

    /// The view stretched to the shape that it makes with another.
    #[inline]
    pub(crate) fn stretch_to_joint<O: Shape>(self, to: O) -> View<'a, T, O, Y::StretchedTo<O>, K> {
        run_time::stretches(self.shape, to);
        let layout = self.layout.stretched_to(self.shape, to);
        // `S` fits `O`, so an index of `O` leads to the element at the index of `S` that is 0 wherever the axis is stretched, with stride
        // 0; if `S` has no elements, nor has `O`.
        self.part(0, to, layout)
    }

    /// As [`Unsqueezes::unsqueeze`](crate::Unsqueezes::unsqueeze), for as long as the view's own borrow.
    #[inline]
    pub fn unsqueeze<A>(self, _axis: A) -> View<'a, T, Unsqueezed<S, A>, Y::Reaxed<Unsqueezed<S, A>>, K>
    where
        S: Unsqueeze<A>,
    {
        let place = const { S::PLACE };
        let shape = run_time::shape(&inserted(self.shape.dims().sizes, place, 1));
        let layout = self.layout.reaxed(self.shape, |strides| inserted(strides, place, 0));
        // The only index along the new axis is 0, so each index leads to the same element as without it.
        self.part(0, shape, layout)
    }

    /// As [`Squeezes::squeeze`](crate::Squeezes::squeeze), for as long as the view's own borrow.
    #[inline]
    pub fn squeeze<A>(self, _axis: A) -> View<'a, T, Squeezed<S, A>, Y::Reaxed<Squeezed<S, A>>, K>
    where
        S: Squeeze<A>,
    {
        let place = const { S::PLACE };
        let shape = run_time::shape(&removed(self.shape.dims().sizes, place, 1));
        let layout = self.layout.reaxed(self.shape, |strides| removed(strides, place, 0));
        // The only index along the axis was 0, so each index leads to the same element as with it.
        self.part(0, shape, layout)
    }

    /// As [`Reshapes::reshape`](crate::Reshapes::reshape), for as long as the view's own borrow.
    #[inline]
    pub fn reshape<O>(self) -> View<'a, T, O, RowMajor, K>
    where
        S: Reshape<O>,
        O: Shape + Contiguous<Y, S::Shown>,
    {
        let shape = run_time::reshaped(self.shape);
        self.row_by_row(shape)
    }

    /// As [`Operand::flatten`], for as long as the view's own borrow.
    #[inline]
    pub fn flatten(self) -> View<'a, T, Flattened<S>, RowMajor, K>
    where
        S: Flatten,
        Flattened<S>: Contiguous<Y, S::Shown>,
    {
        self.row_by_row(StaticShape::VALUE)
    }

    /// As [`AxisMerges::flatten_axes`](crate::AxisMerges::flatten_axes), for as long as the view's own borrow.
    #[inline]
    pub fn flatten_axes<A, B>(self, _from: A, _to: B) -> View<'a, T, AxesFlattened<S, A, B>, RowMajor, K>
    where
        S: FlattenAxes<A, B>,
        AxesFlattened<S, A, B>: Contiguous<Y, S::Shown>,
    {
        self.row_by_row(self.shape.flattened())
    }

    /// The elements in another shape, row by row as they lie.
    ///
    /// # Panics
    /// If the layout is not row by row.
    #[inline(always)]
    fn row_by_row<O: Shape>(self, shape: O) -> View<'a, T, O, RowMajor, K> {
        assert!(TypeId::of::<Y>() == TypeId::of::<RowMajor>(), "a layout that is row by row");
        // They lie in a row, from the first to the last.
        self.part(0, shape, RowMajor)
    }
}

impl<'a, T, S: Shape, Y: Layout<S>> View<'a, T, S, Y> {
    /// The elements as a slice, if they lie row by row.
    #[inline(always)]
    pub(crate) fn as_block(self) -> Option<&'a [T]> {
        if TypeId::of::<Y>() != TypeId::of::<RowMajor>() {
            return None;
        }
        // A layout that is row by row, whatever the type is called: the comparison is of what both reach.
        Some(self.part(0, self.shape, RowMajor).as_slice())
    }
}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// The same elements in another shape of as many, to change them; see [`Reshapes::reshape`](crate::Reshapes::reshape). O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let mut pairs = x.view_mut().reshape::<shape![3, 2]>();
    /// pairs *= &tensor![1, -1];
    /// assert_eq!(x, tensor![[1, -2, 3], [-4, 5, -6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let mut pairs = x.view_mut().reshape::<shape![2, 2]>();
    /// ```
    #[inline]
    pub fn reshape<O: Shape>(self) -> ViewMut<'a, T, O>
    where
        S: Reshape<O>,
    {
        let shape: O = run_time::reshaped(self.shape);
        assert!(self.elements.len() == shape.numel(), "as many elements as the shape has");
        ViewMut::over(self.elements, shape)
    }
}

//! Views of a part of an axis: nothing is copied.

use super::{View, ViewMut};
use crate::shape::axes::Axis;
use crate::shape::diagnostics::Outermost;
use crate::shape::layout::{Layout, Leading};
use crate::shape::narrow::{Narrow, Narrowed};
use crate::shape::size::StaticSize;
use crate::shape::{Shape, run_time};

/// The layout of a part of an axis.
pub(crate) type PartOf<S, Y, A, D> = <<S as Narrow<A, D>>::Outer as Leading>::Part<S, Y, Narrowed<S, A, D>>;

/// Are the elements from `start` on, as many as `D` says, within an axis of this size?
#[inline]
fn within<D: StaticSize>(start: usize, size: usize) -> bool {
    start.checked_add(D::SIZE).is_some_and(|end| end <= size)
}

#[cold]
#[inline(never)]
#[track_caller]
fn outside(axis: isize, start: usize, len: usize, size: usize) -> ! {
    panic!("cannot narrow axis {axis} of size {size} to {len} elements from {start} on")
}

impl<'a, T, S: Shape, Y: Layout<S>> View<'a, T, S, Y> {
    /// As [`Narrows::narrow`](crate::Narrows::narrow), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the part ends beyond the axis.
    #[inline]
    #[track_caller]
    pub fn narrow<const I: isize, D: StaticSize>(
        self,
        axis: Axis<I>,
        start: usize,
        size: D,
    ) -> View<'a, T, Narrowed<S, Axis<I>, D>, PartOf<S, Y, Axis<I>, D>>
    where
        S: Narrow<Axis<I>, D>,
    {
        match self.try_narrow(axis, start, size) {
            Some(part) => part,
            None => outside(I, start, D::SIZE, self.shape.dims().sizes[S::PLACE]),
        }
    }

    /// As [`Narrows::try_narrow`](crate::Narrows::try_narrow), for as long as the view's own borrow.
    #[inline]
    pub fn try_narrow<const I: isize, D: StaticSize>(
        self,
        _axis: Axis<I>,
        start: usize,
        _size: D,
    ) -> Option<View<'a, T, Narrowed<S, Axis<I>, D>, PartOf<S, Y, Axis<I>, D>>>
    where
        S: Narrow<Axis<I>, D>,
    {
        let place = const { S::PLACE };
        let mut sizes = self.shape.dims().sizes;
        if !within::<D>(start, sizes[place]) {
            return None;
        }
        sizes[place] = D::SIZE;
        let shape: Narrowed<S, Axis<I>, D> = run_time::shape(&sizes);
        let offset = (start as isize).wrapping_mul(self.strides_by_axis()[place]);
        let layout = S::Outer::part(self.layout, self.shape, |strides| strides);
        // An index within the part, with `start` added on the axis, is within the shape. If the layout is row-major, the axis is the outermost
        // one, so that the part has no gaps.
        Some(self.part(offset, shape, layout))
    }
}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// A part of the outermost axis, to change it: `[4, 3]` from 1 on, of size 2 -> `[2, 3]`. PyTorch's `x.narrow(0, 1, 2)`, NumPy's
    /// `x[1:3]`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut pictures: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::zeros();
    /// let two: Tensor<f32, shape![2, 32, 14, 14]> = Tensor::ones();
    /// let mut part = pictures.view_mut().narrow(Axis::<0>, 1, Dim::<2>);
    /// part += &two;
    /// assert_eq!((pictures[[0, 0, 0, 0]], pictures[[1, 0, 0, 0]], pictures[[3, 0, 0, 0]]), (0.0, 1.0, 0.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mut pictures: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::zeros();
    /// pictures.view_mut().narrow(Axis::<1>, 1, Dim::<2>);
    /// ```
    ///
    /// # Panics
    /// If the part ends beyond the axis.
    #[inline]
    #[track_caller]
    pub fn narrow<const I: isize, D: StaticSize>(
        self,
        _axis: Axis<I>,
        start: usize,
        _size: D,
    ) -> ViewMut<'a, T, Narrowed<S, Axis<I>, D>>
    where
        S: Narrow<Axis<I>, D, Outer: Leading<IsEmpty: Outermost<Axis<I>, S::Shown>>>,
    {
        let place = const { S::PLACE };
        let mut sizes = self.shape.dims().sizes;
        if !within::<D>(start, sizes[place]) {
            outside(I, start, D::SIZE, sizes[place]);
        }
        sizes[place] = D::SIZE;
        let inner = crate::shape::dims::product(&sizes[..place]);
        let elements = &mut self.elements[start * inner..(start + D::SIZE) * inner];
        ViewMut::over(elements, run_time::shape(&sizes))
    }
}

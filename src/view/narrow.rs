//! Views of a part of an axis: nothing is copied.

use super::parts::{Cut, cut, outside};
use super::{View, ViewMut};
use crate::kind::Kind;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::Outermost;
use crate::shape::layout::{Layout, Leading};
use crate::shape::narrow::{Narrow, Narrowed};
use crate::shape::size::StaticSize;
use crate::shape::{Shape, run_time};

/// The layout of a part of an axis.
pub(crate) type PartOf<S, Y, A, D> = Cut<<S as Narrow<A, D>>::Outer, S, Y, Narrowed<S, A, D>>;

#[cold]
#[track_caller]
fn too_long(axis: isize, start: usize, len: usize, size: usize) -> ! {
    outside("narrow", axis, size, format_args!(" to {len} elements from {start} on"))
}

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
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
    ) -> View<'a, T, Narrowed<S, Axis<I>, D>, PartOf<S, Y, Axis<I>, D>, K>
    where
        S: Narrow<Axis<I>, D>,
    {
        match self.try_narrow(axis, start, size) {
            Some(part) => part,
            None => too_long(I, start, D::SIZE, self.shape.dims().sizes[S::PLACE]),
        }
    }

    /// As [`Narrows::try_narrow`](crate::Narrows::try_narrow), for as long as the view's own borrow.
    #[inline]
    pub fn try_narrow<const I: isize, D: StaticSize>(
        self,
        _axis: Axis<I>,
        start: usize,
        _size: D,
    ) -> Option<View<'a, T, Narrowed<S, Axis<I>, D>, PartOf<S, Y, Axis<I>, D>, K>>
    where
        S: Narrow<Axis<I>, D>,
    {
        let place = const { S::PLACE };
        let sizes = cut(self.shape.dims().sizes, place, start, D::SIZE, 1)?;
        Some(self.starting_at::<S::Outer, _>(place, start, run_time::shape(&sizes), |strides| strides))
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
        let sizes = self.shape.dims().sizes;
        let Some(sizes) = cut(sizes, place, start, D::SIZE, 1) else {
            too_long(I, start, D::SIZE, sizes[place]);
        };
        let inner = crate::shape::dims::product(&sizes[..place]);
        let elements = &mut self.elements[start * inner..(start + D::SIZE) * inner];
        ViewMut::over(elements, run_time::shape(&sizes))
    }
}

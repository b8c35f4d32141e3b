//! Iteration over an axis: a view for each place on it.

use core::iter::FusedIterator;
use core::mem;
use core::ops::Range;

use super::parts::Cut;
use super::{View, ViewMut};
use crate::kind::{Eager, Kind};
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::Outermost;
use crate::shape::dims::removed;
use crate::shape::layout::{Layout, Leading};
use crate::shape::parts::{AxisIndexed, IndexAxis, Split};
use crate::shape::size::StaticSize;
use crate::shape::verbs::{select, split};
use crate::shape::{Shape, run_time};

/// The views along an axis, from the first place on; see [`AxisPlaces::axis_iter`](crate::AxisPlaces::axis_iter).
///
/// Invariant: for each `i` in `left`, there is a first view, and where it starts moved by `i * stride` is where a view of its shape and layout
/// starts, whose elements are borrowed for `'a`.
pub struct AxisIter<'a, T, O: Shape, Z: Layout<O>, K: Kind<T> = Eager> {
    /// That of place 0, if the axis has one.
    first: Option<View<'a, T, O, Z, K>>,
    stride: isize,
    left: Range<usize>,
}

impl<T, O: Shape, Z: Layout<O>, K: Kind<T>> Clone for AxisIter<'_, T, O, Z, K> {
    fn clone(&self) -> Self {
        AxisIter { left: self.left.clone(), ..*self }
    }
}

impl<'a, T, O: Shape, Z: Layout<O>, K: Kind<T>> AxisIter<'a, T, O, Z, K> {
    /// The view at a place that was in `left`.
    #[inline]
    fn at(&self, i: usize) -> Option<View<'a, T, O, Z, K>> {
        let first = self.first?;
        let offset = (i as isize).wrapping_mul(self.stride);
        let ptr = if const { K::NUMBERS } {
            // SAFETY: by the invariant; `stride` is 0 where there are no elements.
            unsafe { first.ptr.offset(offset) }
        } else {
            // As `View::part` moves what has no elements.
            first.moved(offset)
        };
        Some(View { ptr, ..first })
    }
}

impl<'a, T, O: Shape, Z: Layout<O>, K: Kind<T>> Iterator for AxisIter<'a, T, O, Z, K> {
    type Item = View<'a, T, O, Z, K>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let i = self.left.next()?;
        self.at(i)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let i = self.left.nth(n)?;
        self.at(i)
    }
}

impl<T, O: Shape, Z: Layout<O>, K: Kind<T>> DoubleEndedIterator for AxisIter<'_, T, O, Z, K> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let i = self.left.next_back()?;
        self.at(i)
    }
}

impl<T, O: Shape, Z: Layout<O>, K: Kind<T>> ExactSizeIterator for AxisIter<'_, T, O, Z, K> {}
impl<T, O: Shape, Z: Layout<O>, K: Kind<T>> FusedIterator for AxisIter<'_, T, O, Z, K> {}

/// What [`axis_iter`](crate::AxisPlaces::axis_iter) gives.
pub(super) type AxisIterOf<'a, T, S, Y, A, K> =
    AxisIter<'a, T, AxisIndexed<S, A>, Cut<<S as IndexAxis<A>>::Outer, S, Y, AxisIndexed<S, A>>, K>;

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// As [`AxisPlaces::axis_iter`](crate::AxisPlaces::axis_iter), for as long as the view's own borrow.
    #[inline]
    pub fn axis_iter<A>(self, _axis: A) -> AxisIterOf<'a, T, S, Y, A, K>
    where
        S: IndexAxis<A>,
    {
        let place = const { <S as Along<A, select>>::PLACE };
        let sizes = self.shape.dims().sizes;
        let left = 0..sizes[place];
        let shape: AxisIndexed<S, A> = run_time::shape(&removed(sizes, place, 1));
        let stride = if shape.numel() == 0 { 0 } else { self.strides_by_axis()[place] };
        let layout = <S as IndexAxis<A>>::Outer::part(self.layout, self.shape, |strides| removed(strides, place, 0));
        // An index with `i` inserted at the axis is within this view. If the layout is row by row, the axis is the outermost one, so that
        // what is left has no gaps. The invariant, for the places in between too: `part` compares how far the first view reaches, and the
        // last.
        let last = (left.end.saturating_sub(1) as isize).wrapping_mul(stride);
        let first = (left.end != 0).then(|| {
            self.part(last, shape, layout);
            self.part(0, shape, layout)
        });
        AxisIter { first, stride, left }
    }

    /// As [`AxisViews::outer_iter`](crate::AxisViews::outer_iter), for as long as the view's own borrow.
    #[inline]
    pub fn outer_iter(self) -> AxisIterOf<'a, T, S, Y, Axis<0>, K>
    where
        S: IndexAxis<Axis<0>>,
    {
        self.axis_iter(Axis)
    }
}

/// The mutable views along the outermost axis; see [`ViewMut::outer_iter_mut`].
pub struct OuterIterMut<'a, T, O: Shape> {
    rest: &'a mut [T],
    left: usize,
    shape: O,
}

impl<'a, T, O: Shape> Iterator for OuterIterMut<'a, T, O> {
    type Item = ViewMut<'a, T, O>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (now, rest) = mem::take(&mut self.rest).split_at_mut(self.shape.numel());
        self.rest = rest;
        Some(ViewMut::over(now, self.shape))
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T, O: Shape> DoubleEndedIterator for OuterIterMut<'_, T, O> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (rest, now) = mem::take(&mut self.rest).split_at_mut(self.left * self.shape.numel());
        self.rest = rest;
        Some(ViewMut::over(now, self.shape))
    }
}

impl<T, O: Shape> ExactSizeIterator for OuterIterMut<'_, T, O> {}
impl<T, O: Shape> FusedIterator for OuterIterMut<'_, T, O> {}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// Both parts of the outermost axis, to change them at once: `[4, 3]` after 1 -> `[1, 3]` and `[3, 3]`. As a slice's
    /// `split_at_mut`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut pictures: Tensor<f32, shape![4, 2, 2]> = Tensor::arange();
    /// let (mut first, rest) = pictures.view_mut().split_at_mut(Axis::<0>, One);
    /// first += rest.index_axis(Axis::<0>, 2); // [1, 2, 2] += [2, 2]
    /// assert_eq!(pictures.index_axis(Axis::<0>, 0).to_tensor(), tensor![[12.0, 14.0], [16.0, 18.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mut pictures: Tensor<f32, shape![4, 2, 2]> = Tensor::arange();
    /// pictures.view_mut().split_at_mut(Axis::<0>, Dim::<5>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is shorter than the first part.
    #[inline]
    #[track_caller]
    pub fn split_at_mut<A, D: StaticSize>(
        self,
        _axis: A,
        _size: D,
    ) -> (ViewMut<'a, T, S::First>, ViewMut<'a, T, S::Rest>)
    where
        S: Split<A, D, Outer: Leading<IsEmpty: Outermost<A, S::Shown>>>,
    {
        let place = const { <S as Along<A, split>>::PLACE };
        let mut sizes = self.shape.dims().sizes;
        let Some(rest) = sizes[place].checked_sub(D::SIZE) else {
            let axis = <S as Along<A, split>>::NUMBER;
            panic!("cannot split axis {axis} of size {} after {} elements", sizes[place], D::SIZE);
        };
        let inner = crate::shape::dims::product(&sizes[..place]);
        let (first, second) = self.elements.split_at_mut(D::SIZE * inner);
        sizes[place] = D::SIZE;
        let first = ViewMut::over(first, run_time::shape(&sizes));
        sizes[place] = rest;
        (first, ViewMut::over(second, run_time::shape(&sizes)))
    }

    /// One place of the outermost axis, to change it: `[4, 3]` at 1 -> `[3]`. NumPy's `x[1]`. O(1), no copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2], [3, 4]];
    /// let mut row = x.view_mut().index_axis_mut(Axis::<0>, 1);
    /// row *= 10;
    /// assert_eq!(x, tensor![[1, 2], [30, 40]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].view_mut().index_axis_mut(Axis::<1>, 1);
    /// ```
    ///
    /// # Panics
    /// If there is no such place on the axis.
    #[inline]
    #[track_caller]
    pub fn index_axis_mut<A>(self, _axis: A, index: usize) -> ViewMut<'a, T, AxisIndexed<S, A>>
    where
        S: IndexAxis<A, Outer: Leading<IsEmpty: Outermost<A, S::Shown>>>,
    {
        let place = const { <S as Along<A, select>>::PLACE };
        let mut sizes = self.shape.dims().sizes;
        let axis = <S as Along<A, select>>::NUMBER;
        assert!(index < sizes[place], "cannot index axis {axis} of size {} at {index}", sizes[place]);
        sizes[place] = 1;
        let shape: AxisIndexed<S, A> = run_time::shape(&sizes);
        let inner = shape.numel();
        ViewMut::over(&mut self.elements[index * inner..(index + 1) * inner], shape)
    }

    /// The places of the outermost axis in turn, to change them: of `[4, 3]`, four times `[3]`. ndarray's `outer_iter_mut`. No
    /// copy.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut x = tensor![[1, 2], [3, 4], [5, 6]];
    /// for (i, mut row) in x.view_mut().outer_iter_mut().enumerate() {
    ///     row *= i as i32;
    /// }
    /// assert_eq!(x, tensor![[0, 0], [3, 4], [10, 12]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<i32, shape![]>::zeros().view_mut().outer_iter_mut();
    /// ```
    #[inline]
    pub fn outer_iter_mut(self) -> OuterIterMut<'a, T, AxisIndexed<S, Axis<0>>>
    where
        S: IndexAxis<Axis<0>>,
    {
        let place = const { <S as Along<Axis<0>, select>>::PLACE };
        let mut sizes = self.shape.dims().sizes;
        let left = mem::replace(&mut sizes[place], 1);
        OuterIterMut { rest: self.elements, left, shape: run_time::shape(&sizes) }
    }
}

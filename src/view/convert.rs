//! The same elements under other names of their axes, or under another type of their order; nothing copied.

use super::{View, ViewMut};
use crate::kind::Kind;
use crate::shape::convert::{Fix, Free, Rename};
use crate::shape::layout::{Layout, Strided};
use crate::shape::size_error::SizeError;
use crate::shape::{Shape, run_time};

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// The same elements and sizes as another shape, which has the sizes of the view's own.
    #[inline]
    fn called<O: Shape>(self, shape: O) -> View<'a, T, O, Y::Reaxed<O>, K> {
        let layout = self.layout.reaxed(self.shape, |strides| strides);
        // An index leads where it led before; only what the types know of the sizes has changed.
        self.part(0, shape, layout)
    }

    /// The same elements, their strides known at run time: one type for views of any order, so that a branch, a `struct` or a `Vec` can hold either. O(1), no
    /// copy.
    ///
    /// ```
    /// use shaped::{Strided, prelude::*};
    /// let (x, turned) = (tensor![[1, 2], [3, 4]], true);
    /// let y: View<i32, shape![2, 2], Strided> = if turned { x.transpose() } else { x.view().strided() };
    /// assert_eq!(y, tensor![[1, 3], [2, 4]]);
    /// ```
    #[inline]
    pub fn strided(self) -> View<'a, T, S, Strided, K> {
        let layout = Strided(self.strides_by_axis());
        self.part(0, self.shape, layout)
    }

    /// As [`Renames::rename`](crate::Renames::rename), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    #[track_caller]
    pub fn rename<O: Shape>(self) -> View<'a, T, O, Y::Reaxed<O>, K>
    where
        S: Rename<O>,
    {
        let shape = run_time::renamed(self.shape);
        self.called(shape)
    }

    /// As [`Fixes::fix`](crate::Fixes::fix), for as long as the view's own borrow.
    ///
    /// # Errors
    /// If a run-time axis does not have the static size.
    #[inline]
    pub fn fix<O: Shape>(self) -> Result<View<'a, T, O, Y::Reaxed<O>, K>, SizeError>
    where
        S: Fix<O>,
    {
        let shape = run_time::fixed(self.shape)?;
        Ok(self.called(shape))
    }

    /// As [`Frees::free`](crate::Frees::free), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    #[track_caller]
    pub fn free<O: Shape>(self) -> View<'a, T, O, Y::Reaxed<O>, K>
    where
        S: Free<O>,
    {
        let shape = run_time::renamed(self.shape);
        self.called(shape)
    }
}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    /// The same elements under other names, to change them; see [`Renames::rename`](crate::Renames::rename). O(1), no copy.
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    #[track_caller]
    pub fn rename<O: Shape>(self) -> ViewMut<'a, T, O>
    where
        S: Rename<O>,
    {
        ViewMut::over(self.elements, run_time::renamed(self.shape))
    }

    /// The same elements with run-time axes made static, to change them; see [`Fixes::fix`](crate::Fixes::fix). O(1), no copy.
    ///
    /// # Errors
    /// If a run-time axis does not have the static size.
    #[inline]
    pub fn fix<O: Shape>(self) -> Result<ViewMut<'a, T, O>, SizeError<Self>>
    where
        S: Fix<O>,
    {
        match run_time::fixed(self.shape) {
            Ok(shape) => Ok(ViewMut::over(self.elements, shape)),
            Err(error) => Err(error.with(self)),
        }
    }

    /// The same elements with static axes made run-time ones, to change them; see [`Frees::free`](crate::Frees::free). O(1), no copy.
    ///
    /// # Panics
    /// If the new shape has one name twice, with two sizes.
    #[inline]
    #[track_caller]
    pub fn free<O: Shape>(self) -> ViewMut<'a, T, O>
    where
        S: Free<O>,
    {
        ViewMut::over(self.elements, run_time::renamed(self.shape))
    }
}

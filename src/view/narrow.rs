//! Views of a part of an axis: nothing is copied.

use super::parts::{Cut, cut, outside};
use super::{View, ViewMut};
use crate::kind::Kind;
use crate::shape::diagnostics::Outermost;
use crate::shape::dims::{MAX_RANK, product};
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

/// The sizes of a part of an axis.
///
/// # Panics
/// If it ends beyond the axis.
#[track_caller]
pub(super) fn narrowed(
    old: [usize; MAX_RANK],
    axis: isize,
    place: usize,
    start: usize,
    len: usize,
) -> [usize; MAX_RANK] {
    match cut(old, place, start, len, 1) {
        Some(sizes) => sizes,
        None => too_long(axis, start, len, old[place]),
    }
}

/// A method of what can be changed that gives a part of an axis, of a static size or of one that is known at run time.
macro_rules! narrows {
    ($(#[$doc:meta])* fn $name:ident($size:ident: $of:ident) -> $type:ident<$shape:ty> where $fits:path) => {
        $(#[$doc])*
        #[inline]
        #[track_caller]
        pub fn $name<A, D: $of>(self, _axis: A, start: usize, $size: D) -> $type<'a, T, $shape>
        where
            S: $fits,
        {
            let place = const { S::PLACE };
            let sizes = narrowed(self.shape.dims().sizes, S::NUMBER, place, start, $size.get());
            self.cut(place, start, &sizes)
        }
    };
}
pub(super) use narrows;

impl<'a, T, S: Shape, Y: Layout<S>, K: Kind<T>> View<'a, T, S, Y, K> {
    /// As [`Narrows::narrow`](crate::Narrows::narrow), for as long as the view's own borrow.
    ///
    /// # Panics
    /// If the part ends beyond the axis.
    #[inline]
    #[track_caller]
    pub fn narrow<A, D: StaticSize>(
        self,
        axis: A,
        start: usize,
        size: D,
    ) -> View<'a, T, Narrowed<S, A, D>, PartOf<S, Y, A, D>, K>
    where
        S: Narrow<A, D>,
    {
        match self.try_narrow(axis, start, size) {
            Some(part) => part,
            None => too_long(S::NUMBER, start, D::SIZE, self.shape.dims().sizes[S::PLACE]),
        }
    }

    /// As [`Narrows::try_narrow`](crate::Narrows::try_narrow), for as long as the view's own borrow.
    #[inline]
    pub fn try_narrow<A, D: StaticSize>(
        self,
        _axis: A,
        start: usize,
        _size: D,
    ) -> Option<View<'a, T, Narrowed<S, A, D>, PartOf<S, Y, A, D>, K>>
    where
        S: Narrow<A, D>,
    {
        let place = const { S::PLACE };
        let sizes = cut(self.shape.dims().sizes, place, start, D::SIZE, 1)?;
        Some(self.starting_at::<S::Outer, _>(place, start, run_time::shape(&sizes), |strides| strides))
    }
}

impl<'a, T, S: Shape> ViewMut<'a, T, S> {
    narrows! {
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
        fn narrow(_size: StaticSize) -> ViewMut<Narrowed<S, A, D>>
        where Narrow<A, D, Outer: Leading<IsEmpty: Outermost<A, S::Shown>>>
    }

    /// From `start` on of the outermost axis that is not of size 1, with the sizes that are left.
    pub(super) fn cut<O: Shape>(self, place: usize, start: usize, sizes: &[usize; MAX_RANK]) -> ViewMut<'a, T, O> {
        let inner = product(&sizes[..place]);
        ViewMut::over(&mut self.elements[start * inner..][..sizes[place] * inner], run_time::shape(sizes))
    }
}

//! How the elements of a view lie in memory.

use core::fmt::Debug;

use super::Shape;
use super::dims::{Dims, MAX_RANK, Strides};
use super::form::{Form, Jumps};
use super::number::{Bool, No, Yes};
use super::size::Size;

/// How the elements of a view of shape `S` lie in memory. Sealed: the layouts are the types of this module.
pub trait Layout<S: Shape>: Copy + Debug + Send + Sync + 'static + sealed::Sealed {
    /// The sizes of the contiguous elements that are read, where the view is a stretching of such.
    #[doc(hidden)]
    const SOURCE: Option<Dims>;
    /// Are all strides known when the program is compiled?
    #[doc(hidden)]
    type IsKnown: Bool;
    /// How the elements go along the innermost loop over a shape that the view is stretched to.
    #[doc(hidden)]
    type Form<O: Shape>: Form;
    /// The strides, from the last axis on.
    #[doc(hidden)]
    fn strides(&self, shape: S) -> Strides;
    /// The lowest and the highest place that indices within a shape that has elements lead to, as seen from the first element; none if
    /// `isize` cannot count that.
    #[doc(hidden)]
    #[inline(always)]
    fn reach(&self, shape: S) -> Option<(isize, isize)> {
        reach(&shape.dims().sizes, &self.strides(shape), S::RANK)
    }
    /// The layout with other axes of size 1.
    #[doc(hidden)]
    type Reaxed<O: Shape>: Layout<O>;
    /// The same elements with axes of size 1 inserted or removed, which moves the strides as `moved` does.
    #[doc(hidden)]
    fn reaxed<O: Shape>(self, shape: S, moved: impl FnOnce(Strides) -> Strides) -> Self::Reaxed<O>;
    /// The layout once axes are stretched.
    #[doc(hidden)]
    type StretchedTo<O: Shape>: Layout<O>;
    /// The same elements, stretched.
    #[doc(hidden)]
    fn stretched_to<O: Shape>(self, shape: S, to: O) -> Self::StretchedTo<O>;
}

/// Row by row, without gaps: the last axis is contiguous.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowMajor;

/// The contiguous elements of a shape `From`, some of its axes stretched: read again and again, with stride 0.
#[derive(Clone, Copy, Debug)]
pub struct Stretched<From>(pub(crate) From);

/// Any strides, known at run time.
#[derive(Clone, Copy, Debug)]
pub struct Strided(pub(crate) Strides);

impl<S: Shape> Layout<S> for RowMajor {
    const SOURCE: Option<Dims> = Some(S::DIMS);
    type IsKnown = S::IsStatic;
    type Form<O: Shape> = O::Form<S>;
    #[inline(always)]
    fn strides(&self, shape: S) -> Strides {
        shape.dims().strides()
    }
    #[inline(always)]
    fn reach(&self, shape: S) -> Option<(isize, isize)> {
        let last = shape.numel().checked_sub(1)?;
        Some((0, isize::try_from(last).ok()?))
    }
    type Reaxed<O: Shape> = RowMajor;
    #[inline(always)]
    fn reaxed<O: Shape>(self, _: S, _: impl FnOnce(Strides) -> Strides) -> RowMajor {
        RowMajor
    }
    type StretchedTo<O: Shape> = Stretched<S>;
    #[inline(always)]
    fn stretched_to<O: Shape>(self, shape: S, _: O) -> Stretched<S> {
        Stretched(shape)
    }
}

impl<S: Shape, From: Shape> Layout<S> for Stretched<From> {
    const SOURCE: Option<Dims> = Some(From::DIMS);
    type IsKnown = From::IsStatic;
    type Form<O: Shape> = O::Form<From>;
    #[inline(always)]
    fn strides(&self, shape: S) -> Strides {
        From::DIMS.stretched(&self.0.dims().strides(), &shape.dims())
    }
    type Reaxed<O: Shape> = Strided;
    fn reaxed<O: Shape>(self, shape: S, moved: impl FnOnce(Strides) -> Strides) -> Strided {
        Strided(moved(Layout::<S>::strides(&self, shape)))
    }
    type StretchedTo<O: Shape> = Self;
    #[inline(always)]
    fn stretched_to<O: Shape>(self, _: S, _: O) -> Self {
        self
    }
}

impl<S: Shape> Layout<S> for Strided {
    const SOURCE: Option<Dims> = None;
    type IsKnown = No;
    type Form<O: Shape> = Jumps;
    #[inline(always)]
    fn strides(&self, _: S) -> Strides {
        self.0
    }
    type Reaxed<O: Shape> = Strided;
    fn reaxed<O: Shape>(self, _: S, moved: impl FnOnce(Strides) -> Strides) -> Strided {
        Strided(moved(self.0))
    }
    type StretchedTo<O: Shape> = Self;
    fn stretched_to<O: Shape>(self, _: S, to: O) -> Self {
        Strided(S::DIMS.stretched(&self.0, &to.dims()))
    }
}

/// The axes outside another, which say whether a part of that one lies without gaps.
pub trait Leading {
    /// Are there none?
    type IsEmpty;
    /// The layout of a part.
    type Part<S: Shape, Y: Layout<S>, O: Shape>: Layout<O>;
    /// As a value, the strides moved as the part's axes are.
    fn part<S: Shape, Y: Layout<S>, O: Shape>(
        layout: Y,
        shape: S,
        moved: impl FnOnce(Strides) -> Strides,
    ) -> Self::Part<S, Y, O>;
}

impl Leading for () {
    type IsEmpty = Yes;
    type Part<S: Shape, Y: Layout<S>, O: Shape> = Y::Reaxed<O>;
    #[inline]
    fn part<S: Shape, Y: Layout<S>, O: Shape>(
        layout: Y,
        shape: S,
        moved: impl FnOnce(Strides) -> Strides,
    ) -> Y::Reaxed<O> {
        layout.reaxed(shape, moved)
    }
}

impl<L: Shape, D: Size> Leading for (L, D) {
    type IsEmpty = No;
    type Part<S: Shape, Y: Layout<S>, O: Shape> = Strided;
    #[inline]
    fn part<S: Shape, Y: Layout<S>, O: Shape>(layout: Y, shape: S, moved: impl FnOnce(Strides) -> Strides) -> Strided {
        Strided(moved(layout.strides(shape)))
    }
}

/// The lowest and the highest place that indices within these sizes, none of which is 0, lead to; none if `isize` cannot count that.
#[inline]
fn reach(sizes: &[usize; MAX_RANK], strides: &Strides, rank: usize) -> Option<(isize, isize)> {
    let (mut lowest, mut highest) = (0isize, 0isize);
    for (&size, &stride) in sizes.iter().zip(strides).take(rank) {
        if stride != 0 && size != 1 {
            let way = isize::try_from(size.wrapping_sub(1)).ok()?.checked_mul(stride)?;
            if way < 0 {
                lowest = lowest.checked_add(way)?;
            } else {
                highest = highest.checked_add(way)?;
            }
        }
    }
    Some((lowest, highest))
}

mod sealed {
    /// What only this crate implements.
    pub trait Sealed {}
    impl Sealed for super::RowMajor {}
    impl<From> Sealed for super::Stretched<From> {}
    impl Sealed for super::Strided {}
}

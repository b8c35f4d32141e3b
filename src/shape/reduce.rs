//! Reductions on the type level: which axes go, and what is left of the shape.
//!
//! A set of axes becomes a mask, counted from the last axis and no longer than it must be: beyond its end all axes stay, so
//! that code generic over leading axes needs no bound for them.

use super::axes::Axis;
use super::diagnostics::{AxesIn, AxisSet, FindsAxes, HasAxes, Locate, Masked, MasksAxes, Once};
use super::dims::{Dims, MAX_RANK};
use super::flat::Flat;
use super::list::Shape;
use super::mask::{Gone, Kept, KnownPlace, Mask, PlaceMask, Twice};
use super::run_time;
use super::size::{One, Size};
use super::verbs::reduce;
use super::verdict::never_comes;

/// A shape whose axes `A` can be reduced: [`Axis`], or a tuple of up to four of them, in any order, none named twice.
///
/// ```
/// use shaped::{Reduce, Reduced, prelude::*};
/// let _: Tensor<f32, Reduced<shape![4, 32, 14, 14], (Axis<0>, Axis<-1>)>> = Tensor::<f32, shape![32, 14]>::zeros();
///
/// // Over any number of leading axes no bound is needed ...
/// fn total<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, L> {
///     x.sum(Axis::<-1>)
/// }
/// // ... and over any shape and any axes, this trait is the one to name.
/// fn mean_square<S: Shape + Reduce<A>, A>(x: &Tensor<f32, S>, axes: A) -> Tensor<f32, Reduced<S, A>> {
///     x.map(|x| x * x).mean(axes)
/// }
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{Reduced, prelude::*};
/// let _: Tensor<f32, Reduced<shape![4, 3], Axis<2>>> = Tensor::zeros();
/// ```
#[diagnostic::on_unimplemented(
    message = "shape `{Self}` is not known to have the axes `{A}`",
    label = "axes are `Axis::<0>`, `Axis::<-1>`; a generic shape with a last axis is `(L, D)`, and a model's result is stated by `Output = shape![B, 10]`",
    note = "this needs axes that are known to be there; a bound may ask for one, too: `S: shaped::Reduce<{A}>`"
)]
pub trait Reduce<A>: Shape {
    /// The shape without the axes.
    type Output: Shape;
    /// The shape with the axes at size 1.
    type KeepDim: Shape;
    /// A bit for each axis that goes, counted from the last axis.
    #[doc(hidden)]
    const MASK: u16;

    /// The shape without the axes, as a value.
    #[doc(hidden)]
    #[inline]
    fn reduced(self) -> Self::Output {
        let Dims { rank, sizes, .. } = self.dims();
        let mut left = [1; MAX_RANK];
        let kept = (0..rank).filter(|axis| Self::MASK >> axis & 1 == 0);
        for (to, axis) in left.iter_mut().zip(kept) {
            *to = sizes[axis];
        }
        run_time::shape(&left)
    }
    /// The shape with the axes at size 1, as a value.
    #[doc(hidden)]
    #[inline]
    fn kept(self) -> Self::KeepDim {
        let mut sizes = self.dims().sizes;
        for (axis, size) in sizes.iter_mut().enumerate() {
            if Self::MASK >> axis & 1 == 1 {
                *size = 1;
            }
        }
        run_time::shape(&sizes)
    }
}

/// A shape without its axes `A`: `Reduced<shape![4, 32, 3], Axis<1>>` is `shape![4, 3]`.
pub type Reduced<S, A> = <S as Reduce<A>>::Output;

/// A shape with its axes `A` at size 1: `ReducedKeepDim<shape![4, 32, 3], Axis<1>>` is `shape![4, 1, 3]`.
pub type ReducedKeepDim<S, A> = <S as Reduce<A>>::KeepDim;

macro_rules! reduce {
    ($([$($generics:tt)*] $s:ty, $shown:ty;)*) => { $(
        impl<$($generics)* A: AxisSet, Open> Reduce<A> for $s
        where
            A: AxesIn<$s, Open> + Masked<$s, Open = Open>,
            <<A as Masked<$s>>::Mask as Mask>::Repeats: Once<reduce, A, $shown>,
            <A as Masked<$s>>::Mask: HasAxes<reduce, $s, A, $shown>,
        {
            type Output = <<A as Masked<$s>>::Mask as HasAxes<reduce, $s, A, $shown>>::Output;
            type KeepDim = <<A as Masked<$s>>::Mask as HasAxes<reduce, $s, A, $shown>>::KeepDim;
            const MASK: u16 = <<A as Masked<$s>>::Mask as Mask>::BITS;
        }
    )* };
}
// For both forms of a shape by themselves: of a generic one, which may be either, the compiler says that this trait is missing, and it is the bound to
// write.
reduce! {
    [] (), ();
    [L: Shape, D: Size,] (L, D), <L::Shown as Flat>::Push<D>;
}

// Of several implementations the compiler waits for the axes before it asks what they are, and says of `x.sum(Axis)` first what is missing.
never_comes! {
    #[doc(hidden)]
    #[diagnostic::do_not_recommend]
    impl<S: Shape> Reduce<Absent> for S {
        type Output = S;
        type KeepDim = S;
        const MASK: u16 = 0;
    }
}

// One for each axis: of one for all of them the compiler would say, too, that it does not know which.
macro_rules! axes {
    ($($axis:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl AxisSet for Axis<$axis> {}
        #[diagnostic::do_not_recommend]
        impl<S: Shape> MasksAxes<S> for Axis<$axis>
        where
            Self: Locate<S::Rank, S::Shown, Place: PlaceMask>,
        {
            type Mask = <<Self as Locate<S::Rank, S::Shown>>::Place as PlaceMask>::Mask;
            type Open = <<Self as Locate<S::Rank, S::Shown>>::Place as PlaceMask>::Open;
        }
        #[diagnostic::do_not_recommend]
        impl<S: Shape> FindsAxes<S> for Axis<$axis> where Self: Locate<S::Rank, S::Shown, Place: KnownPlace> {}
    )* };
}
axes! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 -1 -2 -3 -4 -5 -6 -7 -8 -9 -10 -11 -12 -13 -14 -15 -16 }

#[diagnostic::do_not_recommend]
impl<A: AxisSet> AxisSet for (A,) {}
#[diagnostic::do_not_recommend]
impl<S: Shape, A: MasksAxes<S>> MasksAxes<S> for (A,) {
    type Mask = A::Mask;
    type Open = A::Open;
}
#[diagnostic::do_not_recommend]
impl<S: Shape, A: FindsAxes<S>> FindsAxes<S> for (A,) {}

#[diagnostic::do_not_recommend]
impl<S: Shape, A: AxisSet + FindsAxes<S>, Open> AxesIn<S, Open> for A {}

macro_rules! sets {
    ($($first:ident $($rest:ident)+;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$first: AxisSet, $($rest: AxisSet),+> AxisSet for ($first, $($rest,)+) {}
        #[diagnostic::do_not_recommend]
        impl<S: Shape, $first: MasksAxes<S>, $($rest: MasksAxes<S>),+> MasksAxes<S> for ($first, $($rest,)+) {
            type Mask = <$first::Mask as Mask>::Or<<($($rest,)+) as MasksAxes<S>>::Mask>;
            type Open = ($first::Open, $($rest::Open,)+);
        }
        #[diagnostic::do_not_recommend]
        impl<S: Shape, $first: FindsAxes<S>, $($rest: FindsAxes<S>),+> FindsAxes<S> for ($first, $($rest,)+) {}
    )* };
}
sets! {
    A B;
    A B C;
    A B C D;
}

#[diagnostic::do_not_recommend]
impl<Verb, S: Shape, A, Of> HasAxes<Verb, S, A, Of> for () {
    type Output = S;
    type KeepDim = S;
}

#[diagnostic::do_not_recommend]
impl<Verb, M: HasAxes<Verb, L, A, Of>, L: Shape, D: Size, A, Of> HasAxes<Verb, (L, D), A, Of> for (Kept, M) {
    type Output = (M::Output, D);
    type KeepDim = (M::KeepDim, D);
}

#[diagnostic::do_not_recommend]
impl<Verb, M: HasAxes<Verb, L, A, Of>, L: Shape, D: Size, A, Of> HasAxes<Verb, (L, D), A, Of> for (Gone, M) {
    type Output = M::Output;
    type KeepDim = (M::KeepDim, One);
}

// Refused by `Once`; one error is enough.
#[diagnostic::do_not_recommend]
impl<Verb, M: HasAxes<Verb, L, A, Of>, L: Shape, D: Size, A, Of> HasAxes<Verb, (L, D), A, Of> for (Twice, M) {
    type Output = M::Output;
    type KeepDim = (M::KeepDim, One);
}

never_comes! {
    #[diagnostic::do_not_recommend]
    impl<Verb, S: Shape, A, Of> HasAxes<Verb, S, A, Of> for Absent {
        type Output = S;
        type KeepDim = S;
    }
}

#[diagnostic::do_not_recommend]
impl<Verb, A, Of> Once<Verb, A, Of> for () {}

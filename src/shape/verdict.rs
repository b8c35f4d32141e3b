//! The verdicts on two sizes, and on two shapes axis by axis.

use core::convert::Infallible;
use core::marker::PhantomData;

use super::axes::{Axis, NextOuter};
use super::broadcast::Explain;
use super::flat::Flat;

/// Two sizes or two shapes fit; this is the result.
pub struct Fits<S>(PhantomData<S>);
/// A good verdict. What only such a verdict can be is a trait under this one, which no program can name, so that none makes a verdict good.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no verdict that two shapes fit",
    label = "the verdicts on shapes are the library's own",
    note = "a program implements no trait of `shaped::errors`; where two sizes have one number but two names, `x.rename()` makes them one"
)]
pub trait Good {}
impl<S> Good for Fits<S> {}

/// What this crate implements a trait for, given the trait's own parameters `By`. A trait under this one no program can implement, since it
/// can't name this one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement a trait of the library's own",
    label = "what implements it is the library's",
    note = "a program implements no trait of `shaped::errors`"
)]
pub trait Ours<By = ()> {}

/// What has an implementation for each type by itself: of any other, `Itself` stays open, and where a result goes through it, an operation on that
/// says nothing more.
pub trait Concrete {
    /// The type itself.
    type Itself;
}

/// A type that never comes.
///
/// Of a trait of two to five implementations, any of which a type that is still to be inferred could mean, the compiler lists them, in an error
/// of its own; of one with more than five it says nothing, where it has said already which type is to be annotated. So such a trait is
/// implemented for these types, too ([`never_comes!`]), and `x.matmul(&Tensor::ones())` is one error.
pub enum Absent<const N: usize, T = ()> {
    #[doc(hidden)]
    Never(Infallible, PhantomData<T>),
}

impl<const N: usize, T> Absent<N, T> {
    /// What is asked of one.
    pub(crate) fn never(&self) -> ! {
        match self {
            Self::Never(never, _) => match *never {},
        }
    }
}

/// Implementations for [`Absent`], as many as it takes: what is written once, with `Absent` or `Absent<T>` for the type.
macro_rules! never_comes {
    (@$n:literal [$($of:tt)*]) => {
        const _: () = {
            type Absent<T = ()> = $crate::shape::verdict::Absent<$n, T>;
            $($of)*
        };
    };
    ($($of:tt)*) => {
        $crate::shape::verdict::never_comes!(@0 [$($of)*]);
        $crate::shape::verdict::never_comes!(@1 [$($of)*]);
        $crate::shape::verdict::never_comes!(@2 [$($of)*]);
        $crate::shape::verdict::never_comes!(@3 [$($of)*]);
        $crate::shape::verdict::never_comes!(@4 [$($of)*]);
    };
}
pub(crate) use never_comes;

/// Two sizes differ, and neither is 1.
pub struct Differ<A, B>(PhantomData<(A, B)>);
/// Two shapes clash: the verdict on their outer axes, and the one on the last.
pub struct Clash<Outer, Last>(PhantomData<(Outer, Last)>);

impl<S, D> And<Fits<D>> for Fits<S> {
    type Verdict = Fits<(S, D)>;
}

impl<S, A, B> And<Differ<A, B>> for Fits<S> {
    type Verdict = Clash<Self, Differ<A, B>>;
}

impl<V, W, Last> And<Last> for Clash<V, W> {
    type Verdict = Clash<Self, Last>;
}

/// A verdict on two sizes.
pub trait OfSizes {
    /// The verdict with this one, on one more axis.
    type After<V: Outer>: Outer;
    /// `F`, and in front of it the left size if they differ.
    type Left<F: Flat>: Flat;
    /// `F`, and in front of it the right size if they differ.
    type Right<F: Flat>: Flat;
    /// `F`, and in front of it their axis if they differ.
    type Axis<F: Flat, At>: Flat;
}

impl<D> OfSizes for Fits<D> {
    type After<V: Outer> = V::With<D>;
    type Left<F: Flat> = F;
    type Right<F: Flat> = F;
    type Axis<F: Flat, At> = F;
}

impl<A, B> OfSizes for Differ<A, B> {
    type After<V: Outer> = Clash<V, Self>;
    type Left<F: Flat> = F::Unshift<A>;
    type Right<F: Flat> = F::Unshift<B>;
    type Axis<F: Flat, At> = F::Unshift<At>;
}

/// A verdict on the outer axes of two shapes.
pub trait Outer: Explain + Explain<Axis<-3>> {
    /// `K`, once all axes are known.
    type Known<K>;
    /// The verdict with an axis on which both fit.
    type With<D>: Outer;
    /// `F`, and in front of it the left sizes that clash.
    type Lefts<F: Flat>: Flat;
    /// `F`, and in front of it the right sizes that clash.
    type Rights<F: Flat>: Flat;
    /// `F`, and in front of it the axes that clash, the last one of the verdict being `At`.
    type Axes<At: NextOuter, F: Flat>: Flat;
}

impl<S> Outer for Fits<S> {
    type Known<K> = K;
    type With<D> = Fits<(S, D)>;
    type Lefts<F: Flat> = F;
    type Rights<F: Flat> = F;
    type Axes<At: NextOuter, F: Flat> = F;
}

impl<V: Outer, W: OfSizes> Outer for Clash<V, W> {
    type Known<K> = V::Known<K>;
    type With<D> = Clash<Self, Fits<D>>;
    type Lefts<F: Flat> = V::Lefts<W::Left<F>>;
    type Rights<F: Flat> = V::Rights<W::Right<F>>;
    type Axes<At: NextOuter, F: Flat> = <V as Outer>::Axes<At::Next, W::Axis<F, At>>;
}

/// A verdict on the outer axes with one more axis.
pub trait And<Last> {
    type Verdict;
}

/// No place, or no axis, in a list that is too short.
pub struct Missing;

impl<Last> And<Last> for Missing {
    type Verdict = Missing;
}

/// An axis of this size, for texts.
pub struct HasSize<D>(PhantomData<D>);

//! What attends takes sequences of its own width: any shape whose last axes are steps and that width.

use crate::shape::Shape;
use crate::shape::size::{One, Size, StaticSize};
use crate::shape::verdict::never_comes;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Steps of width `D`, of any leading axes.
pub(super) type StepsOf<L, N, D> = ((L, N), D);

/// What is done with `N` steps of width `D`.
pub trait OnSteps<L, N, D, T> {
    fn run<X: Operand<Elem = T, Shape = StepsOf<L, N, D>>>(self, x: &X) -> Tensor<T, StepsOf<L, N, D>, X::Kind>;
}

/// A layer whose steps attend to all, or, if it is `causal`, to none that come after.
pub(super) struct Attends<'a, M> {
    pub layer: &'a M,
    pub causal: bool,
}

/// Steps of some width. `F` is the shape once more, flat, and `D` the width that is asked for.
#[diagnostic::on_unimplemented(
    message = "cannot attend to shape {F} in width {D}",
    label = "two axes are needed at least, steps and their width",
    note = "[.., N, {D}] -> [.., N, {D}]; one step is `x.unsqueeze(Axis::<-2>)`"
)]
pub trait Sequences<D, F>: Shape {
    /// The axes in front of the steps.
    type Outer: Shape;
    /// The number of steps.
    type Steps: Size;
    /// The width of each.
    type Width: Size;
    #[doc(hidden)]
    fn run<T, V, X>(on: V, x: &X) -> Tensor<T, Self, X::Kind>
    where
        V: OnSteps<Self::Outer, Self::Steps, D, T>,
        X: Operand<Elem = T, Shape = Self>,
        Self::Width: StepWidth<D, F>;
}
#[diagnostic::do_not_recommend]
impl<L: Shape, N: Size, E: Size, D, F> Sequences<D, F> for StepsOf<L, N, E> {
    type Outer = L;
    type Steps = N;
    type Width = E;
    #[inline]
    fn run<T, V, X>(on: V, x: &X) -> Tensor<T, Self, X::Kind>
    where
        V: OnSteps<L, N, D, T>,
        X: Operand<Elem = T, Shape = Self>,
        E: StepWidth<D, F>,
    {
        E::run(on, x)
    }
}
never_comes! {
    #[diagnostic::do_not_recommend]
    impl<F> Sequences<Absent, F> for () {
        type Outer = ();
        type Steps = One;
        type Width = One;
        fn run<T, V: OnSteps<(), One, Absent, T>, X: Operand<Elem = T, Shape = ()>>(_: V, _: &X) -> Tensor<T, (), X::Kind>
        where
            One: StepWidth<Absent, F>,
        {
            unreachable!("no layer is of a width that never comes")
        }
    }
}

/// The width itself. (So the text says which axis it is that differs.)
#[diagnostic::on_unimplemented(
    message = "cannot attend to shape {F} in width {D}",
    label = "the input's last axis is {Self}, the layer's width is {D}",
    note = "[.., N, {D}] -> [.., N, {D}]; of [.., {D}, N] it is `x.transpose()`, and a `Linear` in front makes {D} numbers of {Self}"
)]
pub trait StepWidth<D, F>: Size {
    #[doc(hidden)]
    fn run<L, N, T, V, X>(on: V, x: &X) -> Tensor<T, StepsOf<L, N, Self>, X::Kind>
    where
        L: Shape,
        N: Size,
        V: OnSteps<L, N, D, T>,
        X: Operand<Elem = T, Shape = StepsOf<L, N, Self>>;
}
#[diagnostic::do_not_recommend]
impl<D: StaticSize, F> StepWidth<D, F> for D {
    #[inline]
    fn run<L, N, T, V, X>(on: V, x: &X) -> Tensor<T, StepsOf<L, N, D>, X::Kind>
    where
        L: Shape,
        N: Size,
        V: OnSteps<L, N, D, T>,
        X: Operand<Elem = T, Shape = StepsOf<L, N, D>>,
    {
        on.run(x)
    }
}

//! The shapes of recurrent layers and cells.

use super::Shape;
use super::diagnostics::{CellInputs, LayerInputs, StepOf, StepsOf};
use super::list::LeavesOpen;
use super::size::{Size, StaticSize, Sum};
use super::verdict::HasSize;

/// A recurrent layer that goes through its steps from the first to the last: the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneWay;

/// A recurrent layer that goes through its steps from the first to the last, and from the last to the first, with weights of their own:
/// PyTorch's `bidirectional=True`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BothWays;

/// How often a recurrent layer goes through its steps: [`OneWay`] or [`BothWays`]. No program implements it.
pub trait Ways: sealed::Sealed + Clone + Default + 'static {
    /// Once or twice.
    #[doc(hidden)]
    const COUNT: usize;
}
mod sealed {
    pub trait Sealed {}
}
impl sealed::Sealed for OneWay {}
impl sealed::Sealed for BothWays {}
impl Ways for OneWay {
    const COUNT: usize = 1;
}
impl Ways for BothWays {
    const COUNT: usize = 2;
}

/// So many for each way: of `D` that is `D`, or twice as many.
pub trait EachWay<D: StaticSize>: Ways {
    /// The product.
    type Of: StaticSize;
}
impl<D: StaticSize> EachWay<D> for OneWay {
    type Of = D;
}
impl<D: StaticSize> EachWay<D> for BothWays {
    type Of = Sum<D, D>;
}

/// What a recurrent layer runs over: `[.., steps, I] -> [.., steps, H]`, or `[.., steps, 2 H]` in both ways, with states `[.., N, H]` of `N`
/// layers.
#[diagnostic::on_unimplemented(
    message = "a recurrent layer of `{I}` inputs cannot run over shape `{Self}`",
    label = "it runs over steps: the last two axes are the steps, and `{I}`"
)]
pub trait Recurrent<I: Size, H: StaticSize, N: StaticSize, W>: Shape {
    /// The shape of what it gives.
    type Output: Shape;
    /// The shape of its states.
    type States: Shape;
    /// The axes before the steps: of one number for each sequence.
    #[doc(hidden)]
    type Leading: Shape;
}

type Given<S, I> = <I as StepsOf<S, <S as Shape>::Shown>>::Given;

impl<S: Shape, I: Size, H: StaticSize, N: StaticSize, W, Open> Recurrent<I, H, N, W> for S
where
    I: StepsOf<S, S::Shown>,
    HasSize<I>: LayerInputs<HasSize<Given<S, I>>, <W as EachWay<H>>::Of, Given<S, I>, I, S::Shown, Open>
        + LeavesOpen<HasSize<Given<S, I>>, Open = Open>,
    W: EachWay<H> + EachWay<N>,
{
    // Through `LayerInputs`, so that the compiler finds a clash where it works out the result: see `Exactly`.
    type Output = (
        (<I as StepsOf<S, S::Shown>>::Leading, <I as StepsOf<S, S::Shown>>::Steps),
        <HasSize<I> as LayerInputs<HasSize<Given<S, I>>, <W as EachWay<H>>::Of, Given<S, I>, I, S::Shown, Open>>::Out,
    );
    type States = ((<I as StepsOf<S, S::Shown>>::Leading, <W as EachWay<N>>::Of), H);
    type Leading = <I as StepsOf<S, S::Shown>>::Leading;
}

/// What a recurrent cell takes: `[.., I]` with a state `[.., H]`.
pub trait RecurrentStep<I: Size, H: Size>: Shape {
    /// The shape of the state.
    type State: Shape;
}

type GivenStep<S, I> = <I as StepOf<S, <S as Shape>::Shown>>::Given;

impl<S: Shape, I: Size, H: Size, Open> RecurrentStep<I, H> for S
where
    I: StepOf<S, S::Shown>,
    HasSize<I>: CellInputs<HasSize<GivenStep<S, I>>, H, GivenStep<S, I>, I, S::Shown, Open>
        + LeavesOpen<HasSize<GivenStep<S, I>>, Open = Open>,
{
    type State = (
        <I as StepOf<S, S::Shown>>::Leading,
        <HasSize<I> as CellInputs<HasSize<GivenStep<S, I>>, H, GivenStep<S, I>, I, S::Shown, Open>>::Out,
    );
}

pub(crate) mod row {
    #![allow(unsafe_code)] // declares sizes

    use crate::shape::axis::axis;

    axis!(
        /// Elements in a row, whatever shape they are of.
        pub(crate) Elements
    );
    axis!(
        /// The rows of weights, which a layer knows by number.
        pub(crate) Rows
    );
    axis!(
        /// The columns of weights, which a layer knows by number.
        pub(crate) Columns
    );
}

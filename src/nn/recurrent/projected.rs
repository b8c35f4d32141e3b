//! The calls of `ProjectedLstm`, whose states and cell states have shapes of their own.

use num_traits::Float;

use super::LstmState;
use super::layers::{
    After, Leading, Next, Output, ProjectedLstm, Shown, States, counted, output_of, same_states, states_of,
    wide_states_of,
};
use super::stack::{Asked, row};
use super::state::zeros_beside;
use crate::error::StepsError;
use crate::kind::Kind;
use crate::ops::recurrent::Results;
use crate::shape::Shape;
use crate::shape::diagnostics::{CellStateOf, IndexNumber, LengthsOf, StateOf};
use crate::shape::recurrent::{Recurrent, Ways};
use crate::shape::size::StaticSize;
use crate::tensor::Tensor;
use crate::view::{Operand, Values};

/// The shape of cell states beside states of shape `R`.
type Cells<R, H> = (<R as Shape>::Init, H);
/// The same beside the next ones, of shape `R`, once it is clear that the given ones, of shape `C`, go with the input. The verdict makes their type, as
/// it does that of [`Next`].
type NextCells<C, R, S, Needed, H> = (
    <R as Shape>::Init,
    <C as CellStateOf<
        Cells<Needed, H>,
        <S as Shape>::Shown,
        <C as Shape>::Shown,
        <Cells<Needed, H> as Shape>::Shown,
    >>::Then<H>,
);

impl<I: StaticSize, H: StaticSize, P: StaticSize, N: StaticSize, W: Ways, T: Float + 'static>
    ProjectedLstm<I, H, P, N, W, T>
{
    /// The outputs of all steps, `[.., steps, P]`, and the states and cell states after the last one, `[.., N, P]` and `[.., N, H]`. In both ways
    /// there are twice as many: the second of each layer is the one after the first step. PyTorch's `layer(x)`, whose states have the axis of the
    /// layers first.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = ProjectedLstm::<dim!(4), dim!(6), dim!(3)>::default();
    /// let (y, state) = layer.forward_with_state(&Tensor::<f32, shape![8, 20, 4]>::ones());
    /// assert_eq!((y.sizes(), state.h.sizes(), state.c.sizes()), ([8, 20, 3], [8, 1, 3], [8, 1, 6]));
    /// ```
    pub fn forward_with_state<S, X>(
        &self,
        x: &X,
    ) -> (
        Tensor<T, Output<S, I, P, N, W>, X::Kind>,
        LstmState<States<S, I, P, N, W>, T, X::Kind, Cells<States<S, I, P, N, W>, H>>,
    )
    where
        S: Recurrent<I, P, N, W>,
        X: Operand<Elem = T, Shape = S>,
    {
        let asked = Asked { states: &[], lengths: None, outputs: true, last: true, dropout: self.dropout };
        Self::made(x, self.stack.run(x, asked))
    }

    /// As [`forward_with_state`](Self::forward_with_state), from a state on: what it gives for two parts of a sequence, one after the other, is what it
    /// gives for the whole. PyTorch's `layer(x, state)`.
    ///
    /// # Panics
    /// If a run-time axis of the state has another size than that of the input.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = ProjectedLstm::<dim!(4), dim!(6), dim!(3)>::default();
    /// let (first, rest) = (Tensor::<f32, shape![8, 20, 4]>::ones(), Tensor::<f32, shape![8, 5, 4]>::ones());
    /// let (_, state) = layer.forward_with_state(&first);
    /// let (y, state) = layer.forward_from(&rest, &state);
    /// assert_eq!(y.sizes(), [8, 5, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let layer = ProjectedLstm::<dim!(4), dim!(6), dim!(3)>::default();
    /// let (first, rest) = (Tensor::<f32, shape![8, 20, 4]>::ones(), Tensor::<f32, shape![9, 5, 4]>::ones());
    /// let (_, state) = layer.forward_with_state(&first);
    /// layer.forward_from(&rest, &state); // of another batch
    /// ```
    #[track_caller]
    pub fn forward_from<S, X, R, C>(
        &self,
        x: &X,
        state: &LstmState<R, T, X::Kind, C>,
    ) -> (
        Tensor<T, Output<S, I, P, N, W>, X::Kind>,
        LstmState<
            Next<R, S, I, P, N, W>,
            T,
            X::Kind,
            NextCells<C, Next<R, S, I, P, N, W>, S, States<S, I, P, N, W>, H>,
        >,
    )
    where
        S: Recurrent<I, P, N, W>,
        X: Operand<Elem = T, Shape = S>,
        R: Shape + StateOf<States<S, I, P, N, W>, S::Shown, R::Shown, <States<S, I, P, N, W> as Shape>::Shown>,
        C: Shape
            + CellStateOf<
                Cells<States<S, I, P, N, W>, H>,
                S::Shown,
                C::Shown,
                <Cells<States<S, I, P, N, W>, H> as Shape>::Shown,
            >,
    {
        same_states(x.view().shape(), state.h.view().shape());
        same_states(x.view().shape(), state.c.view().shape());
        let states = [row(state.h.view()), row(state.c.view())];
        let asked = Asked { states: &states, lengths: None, outputs: true, last: true, dropout: self.dropout };
        Self::made(x, self.stack.run(x, asked))
    }

    /// As [`forward_with_state`](Self::forward_with_state), of sequences of different lengths, `[..]`: as [`Lstm::forward_lengths`](super::Lstm::forward_lengths).
    ///
    /// # Errors
    /// If a length is negative, or more than there are steps.
    ///
    /// # Panics
    /// If there is not one length for each sequence of a run-time axis.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = ProjectedLstm::<dim!(4), dim!(6), dim!(3)>::default();
    /// let (y, state) = layer.forward_lengths(&Tensor::<f32, shape![3, 20, 4]>::ones(), &tensor![20, 3, 7])?;
    /// assert_eq!((y[[1, 3, 0]], state.c.sizes()), (0.0, [3, 1, 6]));
    /// # Ok::<(), shaped::StepsError>(())
    /// ```
    #[track_caller]
    pub fn forward_lengths<S, X, J>(
        &self,
        x: &X,
        lengths: &J,
    ) -> Result<
        (
            Tensor<T, Output<S, I, P, N, W>, X::Kind>,
            LstmState<After<J::Shape, S, I, P, N, W>, T, X::Kind, Cells<After<J::Shape, S, I, P, N, W>, H>>,
        ),
        StepsError,
    >
    where
        S: Recurrent<I, P, N, W>,
        X: Operand<Elem = T, Shape = S>,
        J: Values<Elem: IndexNumber>,
        J::Shape: LengthsOf<Leading<S, I, P, N, W>, S::Shown, Shown<J::Shape>, Shown<Leading<S, I, P, N, W>>>,
    {
        let lengths = counted(lengths, x.view().shape())?;
        let lengths = Some(&lengths[..]);
        let asked = Asked { states: &[], lengths, outputs: true, last: true, dropout: self.dropout };
        Ok(Self::made(x, self.stack.run(x, asked)))
    }

    /// Zeros, `[.., N, P]` and `[.., N, H]`, beside an input: what the steps start from, of the input's kind.
    pub fn zero_state<S, X>(
        &self,
        x: &X,
    ) -> LstmState<States<S, I, P, N, W>, T, X::Kind, Cells<States<S, I, P, N, W>, H>>
    where
        S: Recurrent<I, P, N, W>,
        X: Operand<Elem = T, Shape = S>,
    {
        let (from, sizes) = (x.view().shape(), Self::sizes());
        let (h, c) = (states_of(from, &sizes), wide_states_of(from, &sizes, sizes.hidden));
        LstmState { h: zeros_beside(x, h), c: zeros_beside(x, c) }
    }

    /// The results as tensors, states of this shape.
    fn made<S, X, R, C>(
        x: &X,
        results: Results<<X::Kind as Kind<T>>::Storage>,
    ) -> (Tensor<T, Output<S, I, P, N, W>, X::Kind>, LstmState<R, T, X::Kind, C>)
    where
        S: Recurrent<I, P, N, W>,
        X: Operand<Elem = T, Shape = S>,
        R: Shape,
        C: Shape,
    {
        let (from, sizes) = (x.view().shape(), Self::sizes());
        let (Some(y), Some(h), Some(c)) = (results.outputs, results.states, results.cell_states) else {
            unreachable!("what was asked for")
        };
        let h = Tensor::made(h, states_of(from, &sizes));
        let c = Tensor::made(c, wide_states_of(from, &sizes, sizes.hidden));
        (Tensor::made(y, output_of(from, &sizes)), LstmState { h, c })
    }
}

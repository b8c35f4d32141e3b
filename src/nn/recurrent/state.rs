//! The state of an LSTM.

use num_traits::{Float, Zero};

use super::stack::{Row, row};
use crate::kind::{Eager, Kind, Real, Traced};
use crate::ops::Copies;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Tensor;
use crate::view::Operand;

/// What an LSTM knows of the steps that it has read: of a [`Lstm`](super::Lstm) of `N` layers `[.., N, H]`, of a [`LstmCell`](super::LstmCell)
/// `[.., H]`. PyTorch's `(h, c)`, whose first axis, that of the layers, is here the one before the last. Of a
/// [`ProjectedLstm`](super::ProjectedLstm) the cell states have a shape `C` of their own.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let cell = LstmCell::<dim!(3), dim!(5)>::default();
/// let mut state = LstmState::<shape![2, 5]>::zeros();
/// for t in 0..4 {
///     let x = Tensor::<f32, shape![2, 3]>::full(t as f32);
///     state = cell.forward(&x, &state);
/// }
/// assert_eq!(state.h.sizes(), [2, 5]);
/// ```
pub struct LstmState<S: Shape, T = f32, K: Kind<T> = Eager, C: Shape = S> {
    /// The state, which is the last output of each layer.
    pub h: Tensor<T, S, K>,
    /// The cell state.
    pub c: Tensor<T, C, K>,
}

impl<S: Shape, T: Clone, K: Kind<T, Storage: Clone>, C: Shape> Clone for LstmState<S, T, K, C> {
    fn clone(&self) -> Self {
        LstmState { h: self.h.clone(), c: self.c.clone() }
    }
}

impl<S: StaticShape, T: Clone + Zero> LstmState<S, T> {
    /// What an LSTM starts from.
    pub fn zeros() -> Self {
        LstmState { h: Tensor::zeros(), c: Tensor::zeros() }
    }
}

impl<S: Shape, T: Clone + Zero> LstmState<S, T> {
    /// What an LSTM starts from, for run-time axes.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// axis!(Batch);
    /// let state = LstmState::<shape![Batch, 5]>::zeros_with(Batch(2));
    /// assert_eq!(state.c.sizes(), [2, 5]);
    /// ```
    ///
    /// # Panics
    /// As [`Tensor::zeros_with`].
    pub fn zeros_with(sizes: impl crate::shape::run_time::RunTimeSizes<S>) -> Self {
        let h = Tensor::zeros_with(sizes);
        LstmState { c: h.clone(), h }
    }
}

impl<S: StaticShape, T: Clone + Zero> Default for LstmState<S, T> {
    fn default() -> Self {
        LstmState::zeros()
    }
}

impl<S: Shape, T: Real, C: Shape> LstmState<S, T, Traced<'_>, C> {
    /// The numbers, of which no tape knows: what the next piece of a long sequence starts from, by
    /// [`Tracer::constant`](crate::grad::Tracer::constant). Copies them. PyTorch's `(h.detach(), c.detach())`.
    pub fn value(&self) -> LstmState<S, T, Eager, C> {
        LstmState { h: self.h.value().to_tensor(), c: self.c.value().to_tensor() }
    }
}

/// What a layer knows of the steps that it has read, as its kind shows it: a tensor, or two.
pub(super) trait State<S: Shape, T, K: Kind<T>> {
    fn shape(&self) -> S;
    /// Shows the tensors in turn.
    fn with_rows<R>(&self, f: impl FnOnce(&[Row<'_, T, K>]) -> R) -> R;
    fn made(states: Option<K::Storage>, cell_states: Option<K::Storage>, shape: S) -> Self;
    /// What the steps of an input start from.
    fn zeros_beside<X: Operand<Elem = T, Kind = K>>(x: &X, shape: S) -> Self
    where
        T: Float;
}

impl<S: Shape, T, K: Kind<T>> State<S, T, K> for Tensor<T, S, K> {
    fn shape(&self) -> S {
        self.view().shape()
    }
    fn with_rows<R>(&self, f: impl FnOnce(&[Row<'_, T, K>]) -> R) -> R {
        f(&[row(self.view())])
    }
    fn made(states: Option<K::Storage>, _: Option<K::Storage>, shape: S) -> Self {
        Tensor::made(states.expect("what was asked for"), shape)
    }
    fn zeros_beside<X: Operand<Elem = T, Kind = K>>(x: &X, shape: S) -> Self
    where
        T: Float,
    {
        zeros_beside(x, shape)
    }
}

impl<S: Shape, T, K: Kind<T>> State<S, T, K> for LstmState<S, T, K> {
    fn shape(&self) -> S {
        self.h.view().shape()
    }
    fn with_rows<R>(&self, f: impl FnOnce(&[Row<'_, T, K>]) -> R) -> R {
        f(&[row(self.h.view()), row(self.c.view())])
    }
    fn made(states: Option<K::Storage>, cell_states: Option<K::Storage>, shape: S) -> Self {
        let [h, c] = [states, cell_states].map(|one| Tensor::made(one.expect("what was asked for"), shape));
        LstmState { h, c }
    }
    fn zeros_beside<X: Operand<Elem = T, Kind = K>>(x: &X, shape: S) -> Self
    where
        T: Float,
    {
        LstmState { h: zeros_beside(x, shape), c: zeros_beside(x, shape) }
    }
}

/// Zeros of a shape, beside an operand.
pub(super) fn zeros_beside<X: Operand<Elem: Float>, S: Shape>(x: &X, shape: S) -> Tensor<X::Elem, S, X::Kind> {
    let zeros = Tensor::<X::Elem, S>::from_parts(crate::storage::Buffer::filled(shape.numel(), X::Elem::zero()), shape);
    zeros.view().foreign::<X::Kind>(x.view().note()).to_tensor()
}

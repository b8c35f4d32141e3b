//! `LstmCell`, `GruCell` and `RnnCell`: one step.

use alloc::vec::Vec;
use core::marker::PhantomData;

use num_traits::Float;

use super::stack::row;
use super::state::zeros_beside;
use super::{LstmState, RnnFunction};
use crate::kernels::recurrent::{Cell, Spec};
use crate::kind::Kind;
use crate::nn::{
    Converts, OptionalBias, Param, Parameter, ParameterMut, Parameters, Role, Tanh, bound, child, fill_uniform,
};
use crate::ops::recurrent::{Erased, Results, recurrent};
use crate::ops::rows;
use crate::shape::diagnostics::StateOf;
use crate::shape::recurrent::RecurrentStep;
use crate::shape::size::{Dim, One, StaticSize};
use crate::shape::verdict::Ours;
use crate::shape::{Shape, run_time};
use crate::tensor::Tensor;
use crate::view::Operand;

/// The state of a cell.
type State<S, I, H> = <S as RecurrentStep<I, H>>::State;

/// The state after one of shape `R`: the same, once it is clear that it is the cell's own. Its type is made through the verdict, so that the compiler
/// says just that, once.
type Next<R, S, I, H> = (
    <R as Shape>::Init,
    <R as StateOf<State<S, I, H>, <S as Shape>::Shown, <R as Shape>::Shown, <State<S, I, H> as Shape>::Shown>>::Then<H>,
);

/// Makes sure that a state is that of an input of shape `from`, which the types have related.
///
/// # Panics
/// If a run-time axis has another size.
#[track_caller]
fn same_states<S: Shape, R: Shape>(from: S, state: R) {
    if const { S::STATIC && R::STATIC } {
        return;
    }
    let (from, state) = (from.dims(), state.dims());
    for axis in 1..from.rank {
        if from.sizes[axis] != state.sizes[axis] {
            run_time::differ(axis, S::name(axis), from.sizes[axis], state.sizes[axis]);
        }
    }
}

/// The shape of a state, for an input of shape `from`.
fn state_of<S: Shape, O: Shape>(from: S, hidden: usize) -> O {
    let mut dims = from.dims();
    dims.sizes[0] = hidden;
    run_time::shape(&dims.sizes)
}

/// A cell of a kind, with `G` matrices of weights.
macro_rules! cell {
    ($(#[$doc:meta])* $name:ident<I, H $(, $f:ident: $of:ident = $default:ident)?>, $g:ty, $by:literal, $cell:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<I: StaticSize, H: StaticSize, $($f: $of = $default,)? T = f32> {
            #[doc = concat!("`[", $by, ", H, I]`: what the input meets. In files `[", $by, " H, I]`, as PyTorch has it.")]
            pub weight_ih: Param<((((), $g), H), I), T>,
            #[doc = concat!("`[", $by, ", H, H]`: what the state meets. In files `[", $by, " H, H]`.")]
            pub weight_hh: Param<((((), $g), H), H), T>,
            #[doc = concat!("`[", $by, ", H]`, if there is one. In files `[", $by, " H]`.")]
            pub bias_ih: Option<Param<(((), $g), H), T>>,
            #[doc = concat!("`[", $by, ", H]`, if there is one. In files `[", $by, " H]`.")]
            pub bias_hh: Option<Param<(((), $g), H), T>>,
            $(function: PhantomData<$f>,)?
        }

        #[diagnostic::do_not_recommend]
        impl<I: StaticSize, H: StaticSize, $($f: $of,)? T: Float, U: Float> Converts<T, U> for $name<I, H, $($f,)? T> {
            type Converted = $name<I, H, $($f,)? U>;
            fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> $name<I, H, $($f,)? U> {
                $name {
                    weight_ih: self.weight_ih.convert(f),
                    weight_hh: self.weight_hh.convert(f),
                    bias_ih: self.bias_ih.convert(f),
                    bias_hh: self.bias_hh.convert(f),
                    $(function: PhantomData::<$f>,)?
                }
            }
        }

        impl<I: StaticSize, H: StaticSize, $($f: $of,)? T> Ours for $name<I, H, $($f,)? T> {}
        #[diagnostic::do_not_recommend]
        impl<I: StaticSize, H: StaticSize, $($f: $of,)? T: Float> OptionalBias for $name<I, H, $($f,)? T> {
            fn unbiased() -> Self {
                Self::without_bias()
            }
        }

        /// Weights and biases of zeros.
        impl<I: StaticSize, H: StaticSize, $($f: $of,)? T: Float> Default for $name<I, H, $($f,)? T> {
            fn default() -> Self {
                let bias = || Some(Param::zeros());
                $name { bias_ih: bias(), bias_hh: bias(), ..Self::without_bias() }
            }
        }

        impl<I: StaticSize, H: StaticSize, $($f: $of,)? T: Float> $name<I, H, $($f,)? T> {
            /// The cell without biases, with weights of zeros. PyTorch's `bias=False`.
            pub fn without_bias() -> Self {
                $name {
                    weight_ih: Param::zeros(),
                    weight_hh: Param::zeros(),
                    bias_ih: None,
                    bias_hh: None,
                    $(function: PhantomData::<$f>,)?
                }
            }
        }

        impl<I: StaticSize, H: StaticSize, $($f: $of,)? T: Float + 'static> $name<I, H, $($f,)? T> {
            /// One step from these states.
            fn step<X: Operand<Elem = T>>(
                &self,
                x: &X,
                states: &[super::stack::Row<'_, T, X::Kind>],
            ) -> Results<<X::Kind as Kind<T>>::Storage> {
                let x = x.view();
                let dims = x.shape().dims();
                let note = x.note();
                let read = x.read();
                let elements = read.as_ref().map_or(crate::storage::Elements::Lent(&[][..]), rows::elements);
                let mut all = Vec::with_capacity(4 + states.len());
                all.extend([row(self.weight_ih.on::<X::Kind>(note)), row(self.weight_hh.on::<X::Kind>(note))]);
                let biases = [&self.bias_ih, &self.bias_hh];
                let bias = biases.iter().any(|bias| bias.is_some());
                // One without the other is one of zeros beside it.
                let zeros = Param::zeros();
                if bias {
                    all.extend(biases.map(|bias| row(bias.as_ref().unwrap_or(&zeros).on::<X::Kind>(note))));
                }
                all.extend_from_slice(states);
                let spec = Spec {
                    cell: $cell,
                    batch: dims.sizes[1..dims.rank.max(1)].iter().product(),
                    steps: 1,
                    inputs: I::SIZE,
                    hidden: H::SIZE,
                    layers: 1,
                    directions: 1,
                    bias,
                    projected: None,
                    drop: None,
                    outputs: false,
                    states: true,
                };
                recurrent(spec, Erased::new(&x, &elements), &all, None)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<I: StaticSize, H: StaticSize, $($f: $of,)? T: Float> Parameters<T> for $name<I, H, $($f,)? T> {
            fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
            fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
                let from = all.len();
                self.weight_ih.collect(&child(prefix, "weight_ih"), all);
                self.weight_hh.collect(&child(prefix, "weight_hh"), all);
                self.bias_ih.collect(&child(prefix, "bias_ih"), all);
                self.bias_hh.collect(&child(prefix, "bias_hh"), all);
                all[from..].iter_mut().for_each(|one| one.sizes = in_files(&one.sizes));
            }
            fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
                let from = all.len();
                self.weight_ih.collect_mut(&child(prefix, "weight_ih"), all);
                self.weight_hh.collect_mut(&child(prefix, "weight_hh"), all);
                self.bias_ih.collect_mut(&child(prefix, "bias_ih"), all);
                self.bias_hh.collect_mut(&child(prefix, "bias_hh"), all);
                all[from..].iter_mut().for_each(|one| one.sizes = in_files(&one.sizes));
            }
            crate::nn::__visits! { T { weight_ih weight_hh bias_ih bias_hh } }
            fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
                let bound = bound(H::SIZE);
                self.visit_mut(&mut |_: Role, elements: &mut [T]| fill_uniform(elements, bound, uniform));
            }
        }
    };
}

/// The first two axes as one.
fn in_files(sizes: &[usize]) -> Vec<usize> {
    match sizes {
        [gates, hidden, rest @ ..] => core::iter::once(gates * hidden).chain(rest.iter().copied()).collect(),
        _ => sizes.to_vec(),
    }
}

cell! {
    /// One step of an LSTM: `[.., I]` with a state `[.., H]` -> a state `[.., H]`, for any number of leading axes. PyTorch's
    /// `nn.LSTMCell(I, H)`, with its names and its order of gates: input, forget, cell, output. Many steps of a sequence that is there are
    /// faster as one call of [`Lstm`](super::Lstm).
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// fn read<L: Shape, I: StaticSize, H: StaticSize>(
    ///     cell: &LstmCell<I, H>,
    ///     steps: &[Tensor<f32, (L, I)>],
    ///     state: LstmState<(L, H)>,
    /// ) -> LstmState<(L, H)> {
    ///     steps.iter().fold(state, |state, x| cell.forward(x, &state))
    /// }
    /// let steps = [Tensor::ones(), Tensor::zeros()];
    /// let state = read(&LstmCell::<dim!(4), dim!(6)>::default(), &steps, LstmState::<shape![2, 6]>::zeros());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let cell = LstmCell::<dim!(4), dim!(6)>::default();
    /// cell.forward(&Tensor::<f32, shape![2, 6]>::ones(), &LstmState::<shape![2, 6]>::zeros());
    /// ```
    LstmCell<I, H>, Dim<4>, "4", Cell::Lstm
}

cell! {
    /// One step of a GRU: `[.., I]` with a state `[.., H]` -> `[.., H]`, for any number of leading axes. PyTorch's `nn.GRUCell(I, H)`, with its
    /// names and its order of gates: reset, update, new.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let cell = GruCell::<dim!(4), dim!(6)>::default();
    /// let state: Tensor<f32, shape![2, 6]> = cell.forward(&Tensor::<f32, shape![2, 4]>::ones(), &Tensor::<f32, shape![2, 6]>::zeros());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let cell = GruCell::<dim!(4), dim!(6)>::default();
    /// cell.forward(&Tensor::<f32, shape![2, 4]>::ones(), &Tensor::<f32, shape![2, 4]>::zeros());
    /// ```
    GruCell<I, H>, Dim<3>, "3", Cell::Gru
}

cell! {
    /// One step of a plain recurrent layer, `tanh(W x + b + U h + c)`, or `relu` of it: `[.., I]` with a state `[.., H]` -> `[.., H]`, for any
    /// number of leading axes. PyTorch's `nn.RNNCell(I, H)`, with its names.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let cell = RnnCell::<dim!(4), dim!(6), Relu>::default();
    /// let state: Tensor<f32, shape![2, 6]> = cell.forward(&Tensor::<f32, shape![2, 4]>::ones(), &Tensor::<f32, shape![2, 6]>::zeros());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let cell = RnnCell::<dim!(4), dim!(6)>::default();
    /// cell.forward(&Tensor::<f32, shape![2, 4]>::ones(), &Tensor::<f32, shape![3, 6]>::zeros());
    /// ```
    RnnCell<I, H, F: RnnFunction = Tanh>, One, "1", F::CELL.0
}

impl<I: StaticSize, H: StaticSize, T: Float + 'static> LstmCell<I, H, T> {
    /// The state after a step. PyTorch's `cell(x, (h, c))`. Allocates the result and the gates.
    ///
    /// # Panics
    /// If a run-time axis of the state has another size than that of the input.
    #[track_caller]
    pub fn forward<S, X, R>(&self, x: &X, state: &LstmState<R, T, X::Kind>) -> LstmState<Next<R, S, I, H>, T, X::Kind>
    where
        S: RecurrentStep<I, H>,
        X: Operand<Elem = T, Shape = S>,
        R: Shape + StateOf<State<S, I, H>, S::Shown, R::Shown, <State<S, I, H> as Shape>::Shown>,
    {
        let given = state.h.view().shape();
        same_states(x.view().shape(), given);
        let shape = state_of(x.view().shape(), H::SIZE);
        let results = self.step(x, &[row(state.h.view()), row(state.c.view())]);
        let (Some(h), Some(c)) = (results.states, results.cell_states) else { unreachable!("what was asked for") };
        LstmState { h: Tensor::made(h, shape), c: Tensor::made(c, shape) }
    }

    /// Zeros, `[.., H]`, beside an input: what the first step starts from, of the input's kind.
    pub fn zero_state<S, X>(&self, x: &X) -> LstmState<State<S, I, H>, T, X::Kind>
    where
        S: RecurrentStep<I, H>,
        X: Operand<Elem = T, Shape = S>,
    {
        let shape: State<S, I, H> = state_of(x.view().shape(), H::SIZE);
        LstmState { h: zeros_beside(x, shape), c: zeros_beside(x, shape) }
    }
}

/// The steps of cells whose state is a tensor.
macro_rules! of_tensors {
    ($([$($generics:tt)*] $cell:ty, $pytorch:literal;)*) => { $(
        impl<$($generics)*> $cell {
            #[doc = concat!("The state after a step. PyTorch's `", $pytorch, "`. Allocates the result and the gates.")]
            ///
            /// # Panics
            /// If a run-time axis of the state has another size than that of the input.
            #[track_caller]
            pub fn forward<S, X, R>(&self, x: &X, state: &Tensor<T, R, X::Kind>) -> Tensor<T, Next<R, S, I, H>, X::Kind>
            where
                S: RecurrentStep<I, H>,
                X: Operand<Elem = T, Shape = S>,
                R: Shape + StateOf<State<S, I, H>, S::Shown, R::Shown, <State<S, I, H> as Shape>::Shown>,
            {
                let given = state.view().shape();
                same_states(x.view().shape(), given);
        let shape = state_of(x.view().shape(), H::SIZE);
                let results = self.step(x, &[row(state.view())]);
                Tensor::made(results.states.expect("what was asked for"), shape)
            }

            /// Zeros, `[.., H]`, beside an input: what the first step starts from, of the input's kind.
            pub fn zero_state<S, X>(&self, x: &X) -> Tensor<T, State<S, I, H>, X::Kind>
            where
                S: RecurrentStep<I, H>,
                X: Operand<Elem = T, Shape = S>,
            {
                zeros_beside(x, state_of::<_, State<S, I, H>>(x.view().shape(), H::SIZE))
            }
        }
    )* };
}
of_tensors! {
    [I: StaticSize, H: StaticSize, T: Float + 'static] GruCell<I, H, T>, "cell(x, h)";
    [I: StaticSize, H: StaticSize, F: RnnFunction, T: Float + 'static] RnnCell<I, H, F, T>, "cell(x, h)";
}

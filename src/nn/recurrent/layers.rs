//! `Lstm`, `Gru` and `Rnn`: layers that read whole sequences.

use core::marker::PhantomData;

use num_traits::Float;

use super::stack::{Asked, Stack, StackSizes};
use super::state::State;
use super::{LstmState, RnnFunction};
use crate::error::StepsError;
use crate::kernels::recurrent::Cell;
use crate::kind::Kind;
use crate::nn::own_elements::own_layer;
use crate::nn::{Converts, OptionalBias, Parameters, Tanh};
use crate::ops::recurrent::Results;
use crate::shape::diagnostics::{IndexNumber, LengthsOf, StateOf};
use crate::shape::recurrent::{OneWay, Recurrent, Ways};
use crate::shape::size::{One, StaticSize};
use crate::shape::verdict::Ours;
use crate::shape::{Shape, run_time};
use crate::tensor::Tensor;
use crate::view::{Operand, Values};
use alloc::vec::Vec;

/// What a layer gives for an input of shape `S`.
pub(super) type Output<S, I, H, N, W> = <S as Recurrent<I, H, N, W>>::Output;
/// A shape as errors show it.
pub(super) type Shown<S> = <S as Shape>::Shown;
/// Its states.
pub(super) type States<S, I, H, N, W> = <S as Recurrent<I, H, N, W>>::States;
/// The states of a layer that goes on from states of shape `R`: the same, once it is clear that they are its own. Their type is made through the
/// verdict, so that the compiler says just that, once.
pub(super) type Next<R, S, I, H, N, W> = (
    <R as Shape>::Init,
    <R as StateOf<States<S, I, H, N, W>, Shown<S>, Shown<R>, Shown<States<S, I, H, N, W>>>>::Then<H>,
);
/// The states of a layer that reads as many steps as lengths of shape `R` say.
pub(super) type After<R, S, I, H, N, W> = (
    <States<S, I, H, N, W> as Shape>::Init,
    <R as LengthsOf<Leading<S, I, H, N, W>, Shown<S>, Shown<R>, Shown<Leading<S, I, H, N, W>>>>::Then<H>,
);
/// The shape of the sequences, one of which has steps.
pub(super) type Leading<S, I, H, N, W> = <S as Recurrent<I, H, N, W>>::Leading;

/// The shape of the states of a layer, for an input of shape `from`: the sizes of both are at the same places.
pub(super) fn states_of<S: Shape, O: Shape>(from: S, sizes: &StackSizes) -> O {
    wide_states_of(from, sizes, sizes.state())
}

/// The same, of states of a width.
pub(super) fn wide_states_of<S: Shape, O: Shape>(from: S, sizes: &StackSizes, width: usize) -> O {
    let mut dims = from.dims();
    (dims.sizes[0], dims.sizes[1]) = (width, sizes.layers * sizes.directions);
    run_time::shape(&dims.sizes)
}

/// The shape of what a layer gives.
pub(super) fn output_of<S: Shape, O: Shape>(from: S, sizes: &StackSizes) -> O {
    let mut dims = from.dims();
    dims.sizes[0] = sizes.state() * sizes.directions;
    run_time::shape(&dims.sizes)
}

/// Makes sure that states are those of an input of shape `from`, which the types have related.
///
/// # Panics
/// If a run-time axis has another size.
#[track_caller]
pub(super) fn same_states<S: Shape, R: Shape>(from: S, states: R) {
    if const { S::STATIC && R::STATIC } {
        return;
    }
    let (from, states) = (from.dims(), states.dims());
    for axis in 2..from.rank {
        if from.sizes[axis] != states.sizes[axis] {
            run_time::differ(axis, S::name(axis), from.sizes[axis], states.sizes[axis]);
        }
    }
}

/// How many steps each sequence has, of an input of shape `from`.
///
/// # Panics
/// If a run-time axis of the lengths has another size.
#[track_caller]
pub(super) fn counted<S: Shape, J: Values<Elem: IndexNumber>>(lengths: &J, from: S) -> Result<Vec<usize>, StepsError> {
    let (from, of) = (from.dims(), lengths.view().shape().dims());
    let steps = from.sizes[1];
    for axis in 0..of.rank {
        if from.sizes[axis + 2] != of.sizes[axis] {
            run_time::differ(axis, S::name(axis + 2), from.sizes[axis + 2], of.sizes[axis]);
        }
    }
    let count = |(sequence, &length): (usize, &J::Elem)| match length.count() {
        Some(n) if n <= steps => Ok(n),
        _ => Err(StepsError { sequence, length: length.number(), steps }),
    };
    lengths.iter().enumerate().map(count).collect()
}

/// A layer of a kind: the struct, what it is made of, and what all kinds have.
macro_rules! layer {
    (
        $(#[$doc:meta])*
        $name:ident<I, H $(=> $p:ident)?, N, W $(, $f:ident: $of:ident = $default:ident)?> by $cell:expr, of $width:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<
            I: StaticSize,
            H: StaticSize,
            $($p: StaticSize,)?
            N: StaticSize = One,
            W: Ways = OneWay,
            $($f: $of = $default,)?
            T = f32,
        > {
            pub(super) stack: Stack<T>,
            /// How likely an element is dropped between two layers while a model is trained
            /// ([`Tape::train`](crate::grad::Tape::train)): PyTorch's `dropout`. 0 by default.
            pub dropout: f64,
            kind: PhantomData<(I, H, $($p,)? N, W $(, $f)?)>,
        }

        #[diagnostic::do_not_recommend]
        impl<I: StaticSize, H: StaticSize, $($p: StaticSize,)? N: StaticSize, W: Ways, $($f: $of,)? T: Float, U: Float> Converts<T, U>
            for $name<I, H, $($p,)? N, W, $($f,)? T>
        {
            type Converted = $name<I, H, $($p,)? N, W, $($f,)? U>;
            fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> $name<I, H, $($p,)? N, W, $($f,)? U> {
                $name { stack: self.stack.convert(f), dropout: self.dropout, kind: PhantomData }
            }
        }

        impl<I: StaticSize, H: StaticSize, $($p: StaticSize,)? N: StaticSize, W: Ways, $($f: $of,)? T: Float> $name<I, H, $($p,)? N, W, $($f,)? T> {
            pub(super) fn sizes() -> StackSizes {
                // None, or one.
                let projected = <[usize]>::first(&[$($p::SIZE)?]).copied();
                let (inputs, hidden) = (I::SIZE, H::SIZE);
                StackSizes { cell: $cell, inputs, hidden, layers: N::SIZE, directions: W::COUNT, projected }
            }

            /// The layer without biases, with weights of zeros. PyTorch's `bias=False`.
            pub fn without_bias() -> Self {
                $name { stack: Stack::new(Self::sizes(), false), dropout: 0.0, kind: PhantomData }
            }
        }

        impl<I: StaticSize, H: StaticSize, $($p: StaticSize,)? N: StaticSize, W: Ways, $($f: $of,)? T> Ours for $name<I, H, $($p,)? N, W, $($f,)? T> {}
        #[diagnostic::do_not_recommend]
        impl<I: StaticSize, H: StaticSize, $($p: StaticSize,)? N: StaticSize, W: Ways, $($f: $of,)? T: Float> OptionalBias
            for $name<I, H, $($p,)? N, W, $($f,)? T>
        {
            fn unbiased() -> Self {
                Self::without_bias()
            }
        }

        /// Weights and biases of zeros.
        impl<I: StaticSize, H: StaticSize, $($p: StaticSize,)? N: StaticSize, W: Ways, $($f: $of,)? T: Float> Default
            for $name<I, H, $($p,)? N, W, $($f,)? T>
        {
            fn default() -> Self {
                $name { stack: Stack::new(Self::sizes(), true), dropout: 0.0, kind: PhantomData }
            }
        }

        own_layer! { [S: Shape, I: StaticSize, H: StaticSize, $($p: StaticSize,)? N: StaticSize, W: Ways, $($f: $of,)? T: Float + 'static]
            $name<I, H, $($p,)? N, W, $($f,)? T> where [S: Recurrent<I, $width, N, W>] {
            type Output = Output<S, I, $width, N, W>;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                let shape = output_of(x.view().shape(), &Self::sizes());
                let asked = Asked { states: &[], lengths: None, outputs: true, last: false, dropout: self.dropout };
                Tensor::made(self.stack.run(x, asked).outputs.expect("what was asked for"), shape)
            }
        }}

        #[diagnostic::do_not_recommend]
        impl<I: StaticSize, H: StaticSize, $($p: StaticSize,)? N: StaticSize, W: Ways, $($f: $of,)? T: Float> Parameters<T>
            for $name<I, H, $($p,)? N, W, $($f,)? T>
        {
            crate::nn::parameters::parameters_of! { T, Stack, stack }
            fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
        }
    };
}

layer! {
    /// Long short-term memory: `[.., steps, I] -> [.., steps, H]`, in `N` layers, of which each reads what the one before gives. In
    /// [`BothWays`](crate::nn::BothWays) the result is `[.., steps, 2 H]` (in generic code `Sum<H, H>`). PyTorch's `nn.LSTM(I, H, N, batch_first=True)`, with its names
    /// (`weight_ih_l0`) and its order of gates.
    ///
    /// [`Module::forward`](crate::nn::Module::forward) gives the outputs of all steps, [`forward_with_state`](Self::forward_with_state) the last
    /// states beside them, [`forward_from`](Self::forward_from) goes on from a state, and [`forward_lengths`](Self::forward_lengths) reads
    /// sequences of different lengths. Axes before the steps are free; sequences that come as `[steps, batch, I]` are
    /// `x.swap_axes(Axis::<0>, Axis::<1>)`.
    ///
    /// All steps are one operation: one product for what they read of the input, a product for each step of the state, and one pass over the
    /// gates. It allocates the result and gates of some steps; on a tape the gates and states of all steps, six times `H` numbers for each.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// axis!(Batch);
    /// axis!(Seq);
    /// let layer = Lstm::<dim!(40), dim!(64)>::default();
    /// let x = Tensor::<f32, shape![Batch, Seq, 40]>::zeros_with((Batch(2), Seq(7)));
    /// assert_eq!(layer.forward(&x).sizes(), [2, 7, 64]);
    /// let layer = Lstm::<dim!(40), dim!(64), dim!(3), BothWays>::default();
    /// assert_eq!(layer.forward(&x).sizes(), [2, 7, 128]);
    /// assert_eq!(layer.named_parameters()[4].name, "weight_ih_l0_reverse");
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let layer = Lstm::<dim!(40), dim!(64)>::default();
    /// layer.forward(&Tensor::<f32, shape![2, 7, 80]>::zeros());
    /// ```
    Lstm<I, H, N, W> by Cell::Lstm, of H
}

layer! {
    /// An [`Lstm`] whose states are what a matrix makes of the `H` hidden numbers: `[.., steps, I] -> [.., steps, P]`, in `N` layers; in
    /// [`BothWays`](crate::nn::BothWays) `[.., steps, 2 P]` (in generic code `Sum<P, P>`). States are `[.., N, P]`, cell states `[.., N, H]`. PyTorch's
    /// `nn.LSTM(I, H, N, proj_size=P, batch_first=True)`, with its names (`weight_hr_l0`). It costs what an [`Lstm`] does, and a product for each step.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = ProjectedLstm::<dim!(40), dim!(64), dim!(16)>::default();
    /// let y: Tensor<f32, shape![2, 7, 16]> = layer.forward(&Tensor::<f32, shape![2, 7, 40]>::zeros());
    /// assert_eq!(layer.named_parameters()[4].name, "weight_hr_l0");
    /// assert_eq!(layer.named_parameters()[4].sizes, [16, 64]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let layer = ProjectedLstm::<dim!(40), dim!(64), dim!(16)>::default();
    /// layer.forward(&Tensor::<f32, shape![2, 7, 64]>::zeros());
    /// ```
    ProjectedLstm<I, H => P, N, W> by Cell::Lstm, of P
}

layer! {
    /// Gated recurrent units: `[.., steps, I] -> [.., steps, H]`, in `N` layers; in [`BothWays`](crate::nn::BothWays) `[.., steps, 2 H]`. PyTorch's
    /// `nn.GRU(I, H, N, batch_first=True)`, with its names and its order of gates. It reads and costs what an [`Lstm`] does, with three
    /// gates in place of four; its state is a tensor, `[.., N, H]`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = Gru::<dim!(40), dim!(64)>::default();
    /// let (y, state) = layer.forward_with_state(&Tensor::<f32, shape![2, 7, 40]>::zeros());
    /// assert_eq!((y.sizes(), state.sizes()), ([2, 7, 64], [2, 1, 64]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let layer = Gru::<dim!(40), dim!(64)>::default();
    /// layer.forward(&Tensor::<f32, shape![40]>::zeros());
    /// ```
    Gru<I, H, N, W> by Cell::Gru, of H
}

layer! {
    /// A plain recurrent layer, whose state is `tanh(W x + b + U h + c)`, or `relu` of it by [`Relu`](crate::nn::Relu) as `F`:
    /// `[.., steps, I] -> [.., steps, H]`, in `N` layers; in [`BothWays`](crate::nn::BothWays) `[.., steps, 2 H]`. PyTorch's
    /// `nn.RNN(I, H, N, batch_first=True)`, with its names. Its state is a tensor, `[.., N, H]`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = Rnn::<dim!(4), dim!(6), One, OneWay, Relu>::default();
    /// let y: Tensor<f32, shape![2, 7, 6]> = layer.forward(&Tensor::<f32, shape![2, 7, 4]>::zeros());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let layer = Rnn::<dim!(4), dim!(6)>::default();
    /// layer.forward(&Tensor::<f32, shape![2, 4, 7]>::zeros());
    /// ```
    Rnn<I, H, N, W, F: RnnFunction = Tanh> by F::CELL.0, of H
}

/// A state that is a tensor.
type TensorState<S, T, K> = Tensor<T, S, K>;

/// The calls of layers, whose states are of a type.
macro_rules! calls {
    ($layer:ident $([$f:ident: $function:ident,])?, $example:literal, $state:ident: $states:literal, $h:literal;) => {
        impl<I: StaticSize, H: StaticSize, N: StaticSize, W: Ways, $($f: $function,)? T: Float + 'static> $layer<I, H, N, W, $($f,)? T> {
            #[doc = concat!("The outputs of all steps, `[.., steps, H]`, and the ", $states, " after the last one, `[.., N, H]`.")]
            /// In both ways there are twice as many: the second of each layer is the one after the first step. PyTorch's `layer(x)`, whose
            /// states have the axis of the layers first.
            ///
            /// ```
            /// use shaped::{nn::*, prelude::*};
            #[doc = concat!("let layer = ", $example, "::default();")]
            /// let (y, state) = layer.forward_with_state(&Tensor::<f32, shape![8, 20, 4]>::ones());
            #[doc = concat!("assert_eq!((y.sizes(), ", $h, ".sizes()), ([8, 20, 6], [8, 1, 6]));")]
            /// ```
            pub fn forward_with_state<S, X>(
                &self,
                x: &X,
            ) -> (Tensor<T, Output<S, I, H, N, W>, X::Kind>, $state<States<S, I, H, N, W>, T, X::Kind>)
            where
                S: Recurrent<I, H, N, W>,
                X: Operand<Elem = T, Shape = S>,
            {
                let shape = states_of(x.view().shape(), &Self::sizes());
                let asked = Asked { states: &[], lengths: None, outputs: true, last: true, dropout: self.dropout };
                Self::made(x, shape, self.stack.run(x, asked))
            }

            /// As [`forward_with_state`](Self::forward_with_state), from a state on: what it gives for two parts of a sequence, one after the other, is what
            /// it gives for the whole. PyTorch's `layer(x, state)`.
            ///
            /// # Panics
            /// If a run-time axis of the state has another size than that of the input.
            ///
            /// ```
            /// use shaped::{nn::*, prelude::*};
            #[doc = concat!("let layer = ", $example, "::default();")]
            /// let (first, rest) = (Tensor::<f32, shape![8, 20, 4]>::ones(), Tensor::<f32, shape![8, 5, 4]>::ones());
            /// let (_, state) = layer.forward_with_state(&first);
            /// let (y, state) = layer.forward_from(&rest, &state);
            /// assert_eq!(y.sizes(), [8, 5, 6]);
            /// ```
            ///
            /// ```compile_fail,E0277
            /// use shaped::{nn::*, prelude::*};
            #[doc = concat!("let layer = ", $example, "::default();")]
            /// let (first, rest) = (Tensor::<f32, shape![8, 20, 4]>::ones(), Tensor::<f32, shape![9, 5, 4]>::ones());
            /// let (_, state) = layer.forward_with_state(&first);
            /// layer.forward_from(&rest, &state); // of another batch
            /// ```
            #[track_caller]
            pub fn forward_from<S, X, R>(
                &self,
                x: &X,
                state: &$state<R, T, X::Kind>,
            ) -> (Tensor<T, Output<S, I, H, N, W>, X::Kind>, $state<Next<R, S, I, H, N, W>, T, X::Kind>)
            where
                S: Recurrent<I, H, N, W>,
                X: Operand<Elem = T, Shape = S>,
                R: Shape + StateOf<States<S, I, H, N, W>, S::Shown, R::Shown, <States<S, I, H, N, W> as Shape>::Shown>,
            {
                same_states(x.view().shape(), state.shape());
                let shape = states_of(x.view().shape(), &Self::sizes());
                state.with_rows(|states| {
                    let asked = Asked { states, lengths: None, outputs: true, last: true, dropout: self.dropout };
                    Self::made(x, shape, self.stack.run(x, asked))
                })
            }

            /// As [`forward_with_state`](Self::forward_with_state), of sequences of different lengths, `[..]`, which start at the first step: what is
            /// behind a sequence is not read, and the outputs there are zeros. The way back starts at a sequence's own last step. PyTorch's
            /// `pack_padded_sequence`, `layer` and `pad_packed_sequence`, without sorting.
            ///
            /// # Errors
            /// If a length is negative, or more than there are steps.
            ///
            /// # Panics
            /// If there is not one length for each sequence of a run-time axis.
            ///
            /// ```
            /// use shaped::{nn::*, prelude::*};
            #[doc = concat!("let layer = ", $example, "::default();")]
            /// let x = Tensor::<f32, shape![3, 20, 4]>::ones();
            /// let (y, state) = layer.forward_lengths(&x, &tensor![20, 3, 7])?;
            /// assert_eq!(y[[1, 3, 0]], 0.0);
            /// let error = layer.forward_lengths(&x, &tensor![20, 3, 21]).err().unwrap();
            /// assert_eq!(error.to_string(), "sequence 2 has 21 steps, and there are 20");
            /// # Ok::<(), shaped::StepsError>(())
            /// ```
            ///
            /// ```compile_fail,E0277
            /// use shaped::{nn::*, prelude::*};
            #[doc = concat!("let layer = ", $example, "::default();")]
            /// layer.forward_lengths(&Tensor::<f32, shape![3, 20, 4]>::ones(), &tensor![20, 3]);
            /// ```
            #[track_caller]
            pub fn forward_lengths<S, X, J>(
                &self,
                x: &X,
                lengths: &J,
            ) -> Result<(Tensor<T, Output<S, I, H, N, W>, X::Kind>, $state<After<J::Shape, S, I, H, N, W>, T, X::Kind>), StepsError>
            where
                S: Recurrent<I, H, N, W>,
                X: Operand<Elem = T, Shape = S>,
                J: Values<Elem: IndexNumber>,
                J::Shape: LengthsOf<Leading<S, I, H, N, W>, S::Shown, Shown<J::Shape>, Shown<Leading<S, I, H, N, W>>>,
            {
                let shape = states_of(x.view().shape(), &Self::sizes());
                let lengths = counted(lengths, x.view().shape())?;
                let lengths = Some(&lengths[..]);
                let asked = Asked { states: &[], lengths, outputs: true, last: true, dropout: self.dropout };
                Ok(Self::made(x, shape, self.stack.run(x, asked)))
            }

            /// Zeros, `[.., N, H]`, beside an input: what the steps start from, of the input's kind.
            ///
            /// ```
            /// use shaped::{nn::*, prelude::*};
            #[doc = concat!("let layer = ", $example, "::default();")]
            /// let x = Tensor::<f32, shape![8, 20, 4]>::ones();
            /// let mut state = layer.zero_state(&x);
            /// for _ in 0..3 {
            ///     state = layer.forward_from(&x, &state).1;
            /// }
            /// ```
            pub fn zero_state<S, X>(&self, x: &X) -> $state<States<S, I, H, N, W>, T, X::Kind>
            where
                S: Recurrent<I, H, N, W>,
                X: Operand<Elem = T, Shape = S>,
            {
                State::zeros_beside(x, states_of(x.view().shape(), &Self::sizes()))
            }

            /// The results as tensors, states of this shape.
            fn made<S, X, R>(
                x: &X,
                shape: R,
                results: Results<<X::Kind as Kind<T>>::Storage>,
            ) -> (Tensor<T, Output<S, I, H, N, W>, X::Kind>, $state<R, T, X::Kind>)
            where
                S: Recurrent<I, H, N, W>,
                X: Operand<Elem = T, Shape = S>,
                R: Shape,
            {
                let Results { outputs, states, cell_states } = results;
                let outputs = outputs.expect("what was asked for");
                (Tensor::made(outputs, output_of(x.view().shape(), &Self::sizes())), State::made(states, cell_states, shape))
            }
        }
    };
}
// Each by itself: of a call that does not fit the compiler shows what it is made of.
calls! { Lstm, "Lstm::<dim!(4), dim!(6)>", LstmState: "states and cell states", "state.h"; }
calls! { Gru, "Gru::<dim!(4), dim!(6)>", TensorState: "states", "state"; }
calls! { Rnn [F: RnnFunction,], "Rnn::<dim!(4), dim!(6)>", TensorState: "states", "state"; }

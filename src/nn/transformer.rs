//! Layers of transformers.

use core::fmt::Debug;
use core::marker::PhantomData;

use num_traits::Float;

use super::converts::converts;
use super::module::Module;
use super::own_elements::own_layer;
use super::sequences::{Attends, OnSteps, Sequences, StepWidth, StepsOf};
use super::{Dropout, LayerNorm, Linear, MultiHeadAttention, Relu, fields};
use crate::kind::Kind;
use crate::ops::Copies;
use crate::ops::reduce::float;
use crate::shape::Shape;
use crate::shape::diagnostics::SplitsIntoHeads;
use crate::shape::heads::Heads;
use crate::shape::size::{Size, StaticSize};
use crate::shape::verdict::Ours;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Each half of a [`TransformerEncoderLayer`] is normalised after what it gives has been added. PyTorch's default, `norm_first=False`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NormLast;

/// Each half of a [`TransformerEncoderLayer`] normalises what it takes. PyTorch's `norm_first=True`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NormFirst;

/// Where a layer normalises.
pub trait NormOrder: Copy + Default + Debug + Ours {
    /// Before attention and linear layers?
    const FIRST: bool;
}
impl Ours for NormLast {}
impl NormOrder for NormLast {
    const FIRST: bool = false;
}
impl Ours for NormFirst {}
impl NormOrder for NormFirst {
    const FIRST: bool = true;
}

/// Attention of a sequence to itself, in `H` heads, and two linear layers, of width `F` between them, each added to what it takes: `[.., N, D] ->
/// [.., N, D]`. PyTorch's `nn.TransformerEncoderLayer(D, H, F, batch_first=True)`, with its names. The activation `A` is [`Relu`] if no other is named,
/// such as [`Gelu`](super::Gelu), and the order [`NormLast`] or [`NormFirst`]. While a model is trained, elements are dropped where PyTorch drops them: of
/// what both halves give, between the linear layers, and of the weights of attention.
///
/// [`Module::forward`] attends to the whole sequence, [`forward_causal`](Self::forward_causal) to what came before.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// axis!(Batch);
/// axis!(Seq);
/// type Block = TransformerEncoderLayer<dim!(32), dim!(4), dim!(64), Gelu, NormFirst>;
/// let layers: [Block; 2] = Default::default(); // `nn.TransformerEncoder(layer, 2)`
/// let x = Tensor::<f32, shape![Batch, Seq, 32]>::zeros_with((Batch(2), Seq(7)));
/// let y = layers.iter().fold(x, |x, layer| layer.forward(&x));
/// assert_eq!(y.sizes(), [2, 7, 32]);
/// ```
///
/// ```compile_fail,E0599
/// use shaped::{nn::*, prelude::*};
/// let layer = TransformerEncoderLayer::<dim!(32), dim!(5), dim!(64)>::default(); // five heads do not share 32 evenly
/// ```
#[derive(Clone, Debug)]
pub struct TransformerEncoderLayer<D: StaticSize, H: StaticSize, F: StaticSize, A = Relu, O = NormLast, T = f32> {
    /// Attention of the sequence to itself.
    pub self_attn: MultiHeadAttention<D, H, T>,
    /// From `D` to `F`.
    pub linear1: Linear<D, F, T>,
    /// From `F` to `D`.
    pub linear2: Linear<F, D, T>,
    /// Of the half that attends.
    pub norm1: LayerNorm<D, T>,
    /// Of the half of linear layers.
    pub norm2: LayerNorm<D, T>,
    /// What is dropped in training: of what both halves give, and between the linear layers.
    pub dropout: Dropout<T>,
    /// Between the linear layers.
    pub activation: A,
    order: PhantomData<O>,
}

impl<D: Heads<H>, H: StaticSize, F: StaticSize, A, O, T> SplitsIntoHeads<D, H>
    for TransformerEncoderLayer<D, H, F, A, O, T>
{
}

/// Weights of zeros, norms of scale 1, and PyTorch's dropout of 0.1.
impl<D: StaticSize, H: StaticSize, F: StaticSize, A: Default, O, T: Float> Default
    for TransformerEncoderLayer<D, H, F, A, O, T>
where
    Self: SplitsIntoHeads<D, H>,
{
    fn default() -> Self {
        let mut self_attn = MultiHeadAttention::zeros();
        self_attn.dropout = 0.1;
        TransformerEncoderLayer {
            self_attn,
            linear1: Linear::default(),
            linear2: Linear::default(),
            norm1: LayerNorm::default(),
            norm2: LayerNorm::default(),
            dropout: Dropout(float(0.1)),
            activation: A::default(),
            order: PhantomData,
        }
    }
}

impl<D: Heads<H>, H: StaticSize, F: StaticSize, A, O: NormOrder, T: Float + 'static>
    TransformerEncoderLayer<D, H, F, A, O, T>
{
    /// As [`Module::forward`], where the step `i` attends to no step after `i`. PyTorch's `is_causal=True` with its mask.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = TransformerEncoderLayer::<dim!(4), dim!(2), dim!(8)>::default();
    /// let y: Tensor<f32, shape![5, 4]> = layer.forward_causal(&Tensor::<f32, shape![5, 4]>::ones());
    /// ```
    pub fn forward_causal<S, L: Shape, N: Size, X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind>
    where
        S: Shape + Sequences<D, <S as Shape>::Shown, Outer = L, Steps = N, Width: StepWidth<D, <S as Shape>::Shown>>,
        A: Module<StepsOf<L, N, F>, T, Output = StepsOf<L, N, F>>,
    {
        S::run(Attends { layer: self, causal: true }, x)
    }

    /// What a half gives, added to what it takes.
    fn half<L: Shape, N: Size, K: Kind<T>>(
        &self,
        x: Tensor<T, StepsOf<L, N, D>, K>,
        norm: &LayerNorm<D, T>,
        half: impl FnOnce(&Tensor<T, StepsOf<L, N, D>, K>) -> Tensor<T, StepsOf<L, N, D>, K>,
    ) -> Tensor<T, StepsOf<L, N, D>, K> {
        let given = if O::FIRST { half(&norm.forward(&x)) } else { half(&x) };
        let sum = self.dropout.forward_owned(given) + x;
        if O::FIRST { sum } else { norm.forward_owned(sum) }
    }
}

impl<L: Shape, N: Size, D: Heads<H>, H: StaticSize, F: StaticSize, A, O: NormOrder, T: Float + 'static>
    OnSteps<L, N, D, T> for Attends<'_, TransformerEncoderLayer<D, H, F, A, O, T>>
where
    A: Module<StepsOf<L, N, F>, T, Output = StepsOf<L, N, F>>,
{
    fn run<X: Operand<Elem = T, Shape = StepsOf<L, N, D>>>(self, x: &X) -> Tensor<T, StepsOf<L, N, D>, X::Kind> {
        let layer = self.layer;
        let x = layer.half(x.to_tensor(), &layer.norm1, |x| layer.self_attn.attend(x, x, self.causal));
        layer.half(x, &layer.norm2, |x| {
            let inner = layer.activation.forward_owned(layer.linear1.forward(x));
            layer.linear2.forward(&layer.dropout.forward_owned(inner))
        })
    }
}

own_layer! {
    [S, L: Shape, N: Size, D: Heads<H>, H: StaticSize, F: StaticSize, A, O: NormOrder, T: Float + 'static]
    TransformerEncoderLayer<D, H, F, A, O, T> where [
        S: Shape + Sequences<D, <S as Shape>::Shown, Outer = L, Steps = N, Width: StepWidth<D, <S as Shape>::Shown>>,
        A: Module<StepsOf<L, N, F>, T, Output = StepsOf<L, N, F>>,
    ] {
        type Output = S;
        fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
            S::run(Attends { layer: self, causal: false }, x)
        }
    }
}

fields!([D: StaticSize, H: StaticSize, F: StaticSize, A, O, T: Float] TransformerEncoderLayer<D, H, F, A, O, T> {
    self_attn, linear1, linear2, norm1, norm2
} reset |layer, uniform| {
    super::Parameters::<T>::reset_parameters(&mut layer.self_attn, uniform);
    super::Parameters::<T>::reset_parameters(&mut layer.linear1, uniform);
    super::Parameters::<T>::reset_parameters(&mut layer.linear2, uniform);
    super::Parameters::<T>::reset_parameters(&mut layer.norm1, uniform);
    super::Parameters::<T>::reset_parameters(&mut layer.norm2, uniform);
});
converts! {
    [D: StaticSize, H: StaticSize, F: StaticSize, A: Copy, O] TransformerEncoderLayer<D, H, F, A, O, T>,
    TransformerEncoderLayer TransformerEncoderLayer<D, H, F, A, O, U> {
        self_attn linear1 linear2 norm1 norm2 dropout;
    } { activation order };
}

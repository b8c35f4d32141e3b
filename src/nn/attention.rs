//! Multi-head attention.

use alloc::vec::Vec;

use num_traits::Float;

use super::activation::no_parameters;
use super::converts::converts;
use super::module::Layer;
use super::own_elements::{OwnLayer, own_layer};
use super::sequences::{Attends, OnSteps, Sequences, StepWidth, StepsOf};
use super::{Linear, Matrix, Param, Parameter, ParameterMut, Parameters, child, fill_uniform};
use crate::kind::Kind;
use crate::ops::{Attention, Attentions, Copies, Projections, Rotary, Rotations};
use crate::shape;
use crate::shape::Shape;
use crate::shape::attention::TurnPairs;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::SplitsIntoHeads;
use crate::shape::given::Given;
use crate::shape::heads::Heads;
use crate::shape::layout::{Layout, RowMajor, Strided};
use crate::shape::size::{Dim, Size, StaticSize};
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// Attention in `H` heads, each of width `D / H`: `[.., N, D] -> [.., N, D]`. PyTorch's
/// `nn.MultiheadAttention(D, H, batch_first=True)`, with its names.
///
/// [`Module::forward`](super::Module::forward) attends to the input itself, [`forward_causal`](Self::forward_causal) to what came
/// before, and [`forward_to`](Self::forward_to) to another tensor.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// axis!(Batch);
/// axis!(Seq);
/// let layer = MultiHeadAttention::<dim!(32), dim!(4)>::default();
/// let x = Tensor::<f32, shape![Batch, Seq, 32]>::zeros_with((Batch(2), Seq(7)));
/// assert_eq!(layer.forward(&x).sizes(), [2, 7, 32]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let layer = MultiHeadAttention::<dim!(32), dim!(4)>::default();
/// layer.forward(&Tensor::<f32, shape![2, 7, 64]>::zeros());
/// ```
#[derive(Clone, Debug)]
#[rustfmt::skip] // the compiler shows the line
pub struct MultiHeadAttention<D: StaticSize, H: StaticSize, T = f32> { // width, heads; other elements are last
    /// `[3, D, D]`: the weights of queries, keys and values. In files `[3 D, D]`, as PyTorch has it.
    pub in_proj_weight: Param<((((), Dim<3>), D), D), T>,
    /// `[3, D]`, in files `[3 D]`.
    pub in_proj_bias: Matrix<Dim<3>, D, T>,
    /// What is made of all heads together.
    pub out_proj: Linear<D, D, T>,
    /// How likely it is that a query misses a key while a model is trained. PyTorch's `dropout`.
    pub dropout: f64,
    heads: core::marker::PhantomData<H>,
}

impl<D: Heads<H>, H: StaticSize, T> SplitsIntoHeads<D, H> for MultiHeadAttention<D, H, T> {}

/// Weights and biases of zeros, and nothing dropped.
impl<D: StaticSize, H: StaticSize, T: Float> Default for MultiHeadAttention<D, H, T>
where
    Self: SplitsIntoHeads<D, H>,
{
    fn default() -> Self {
        Self::zeros()
    }
}

impl<D: StaticSize, H: StaticSize, T: Float> MultiHeadAttention<D, H, T> {
    /// Weights and biases of zeros, also of what cannot attend.
    pub(super) fn zeros() -> Self {
        MultiHeadAttention {
            in_proj_weight: Param::zeros(),
            in_proj_bias: Param::zeros(),
            out_proj: Linear::default(),
            dropout: 0.0,
            heads: core::marker::PhantomData,
        }
    }
}

/// Steps, split into heads.
type Split<L, N, H, E> = (((L, N), H), E);

impl<D: Heads<H>, H: StaticSize, T: Float + 'static> MultiHeadAttention<D, H, T> {
    /// Queries (0), keys (1) or values (2) of an input, not yet in heads.
    fn project<L: Shape, N: Size, X: Operand<Elem = T, Shape = StepsOf<L, N, D>>>(
        &self,
        x: &X,
        which: usize,
    ) -> Tensor<T, StepsOf<L, N, D>, X::Kind> {
        let note = x.view().note();
        let weight = self.in_proj_weight.on::<X::Kind>(note);
        let bias = self.in_proj_bias.on::<X::Kind>(note);
        let weight: View<'_, T, shape![D, D], RowMajor, X::Kind> =
            weight.at_place(which * D::SIZE * D::SIZE, (((), D::VALUE), D::VALUE));
        let bias: View<'_, T, shape![D], RowMajor, X::Kind> = bias.at_place(which * D::SIZE, ((), D::VALUE));
        x.linear(&weight, &bias)
    }

    /// The heads next to each other again, and mixed.
    fn merge<L: Shape, N: Size, Y: Layout<Split<L, N, H, D::Each>>, K: Kind<T>>(
        &self,
        heads: View<'_, T, Split<L, N, H, D::Each>, Y, K>,
    ) -> Tensor<T, StepsOf<L, N, D>, K> {
        let heads = heads.to_tensor();
        let (((outer, steps), _), _) = heads.shape();
        OwnLayer::forward(
            &self.out_proj,
            &Tensor::<T, StepsOf<L, N, D>, K>::made(heads.into_storage(), ((outer, steps), D::VALUE)),
        )
    }

    /// Attends to what came before: the step `i` to no step after `i`. PyTorch's `is_causal=True`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = MultiHeadAttention::<dim!(4), dim!(2)>::default();
    /// let y: Tensor<f32, shape![5, 4]> = layer.forward_causal(&Tensor::<f32, shape![5, 4]>::ones());
    /// ```
    pub fn forward_causal<S, X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind>
    where
        S: Shape + Sequences<D, <S as Shape>::Shown, Width: StepWidth<D, <S as Shape>::Shown>>,
    {
        S::run(Attends { layer: self, causal: true }, x)
    }

    /// Attends to another tensor: `[.., N, D]` and `[.., M, D]` -> `[.., N, D]`. PyTorch's `layer(x, to, to)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let layer = MultiHeadAttention::<dim!(4), dim!(2)>::default();
    /// let (x, to) = (Tensor::<f32, shape![5, 4]>::ones(), Tensor::<f32, shape![9, 4]>::ones());
    /// let y: Tensor<f32, shape![5, 4]> = layer.forward_to(&x, &to);
    /// ```
    pub fn forward_to<L, N, M, X, Y>(&self, x: &X, to: &Y) -> Tensor<T, StepsOf<L, N, D>, X::Kind>
    where
        L: Shape,
        N: Size,
        M: Size,
        X: Operand<Elem = T, Shape = StepsOf<L, N, D>>,
        Y: Operand<Elem = T, Shape = StepsOf<L, M, D>, Kind = X::Kind>,
    {
        self.attend(x, to, false)
    }

    /// Attends to another tensor, or to the same one: the step `i` to no step after `i`, if that is `causal`.
    pub(super) fn attend<L, N, M, X, Y>(&self, x: &X, to: &Y, causal: bool) -> Tensor<T, StepsOf<L, N, D>, X::Kind>
    where
        L: Shape,
        N: Size,
        M: Size,
        X: Operand<Elem = T, Shape = StepsOf<L, N, D>>,
        Y: Operand<Elem = T, Shape = StepsOf<L, M, D>, Kind = X::Kind>,
    {
        let options = Attention::new().dropout(self.dropout);
        let (q, k, v) = (self.project(x, 0), self.project(to, 1), self.project(to, 2));
        let attended = in_heads::<L, N, D, H, T, _>(&q).attention_with(
            &in_heads::<L, M, D, H, T, _>(&k),
            &in_heads::<L, M, D, H, T, _>(&v),
            if causal { options.causal() } else { options },
        );
        self.merge(attended.view().swap_axes(Axis::<-3>, Axis::<-2>))
    }
}

/// `[.., N, D] -> [.., H, N, D / H]`. No copy.
fn in_heads<L: Shape, N: Size, D: Heads<H>, H: StaticSize, T, K: Kind<T>>(
    x: &Tensor<T, StepsOf<L, N, D>, K>,
) -> View<'_, T, (((L, H), N), D::Each), Strided, K> {
    let ((outer, steps), _) = x.shape();
    let split: View<'_, T, Split<L, N, H, D::Each>, RowMajor, K> =
        x.view().at_place(0, (((outer, steps), H::VALUE), D::Each::VALUE));
    split.swap_axes(Axis::<-3>, Axis::<-2>)
}

impl<L: Shape, N: Size, D: Heads<H>, H: StaticSize, T: Float + 'static> OnSteps<L, N, D, T>
    for Attends<'_, MultiHeadAttention<D, H, T>>
{
    fn run<X: Operand<Elem = T, Shape = StepsOf<L, N, D>>>(self, x: &X) -> Tensor<T, StepsOf<L, N, D>, X::Kind> {
        self.layer.attend(x, x, self.causal)
    }
}

own_layer! { [S, D: StaticSize, H: StaticSize, T: Float + 'static] MultiHeadAttention<D, H, T> where [
    <S as Given>::Then<D>: Heads<H>,
    S: Shape + Sequences<D, <S as Shape>::Shown, Width: StepWidth<D, <S as Shape>::Shown>>,
] {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        S::run(Attends { layer: self, causal: false }, x)
    }
}}

#[diagnostic::do_not_recommend]
impl<D: StaticSize, H: StaticSize, T: Float> Parameters<T> for MultiHeadAttention<D, H, T> {
    fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
    fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
        let (weight, bias) = (&self.in_proj_weight, &self.in_proj_bias);
        let sizes = alloc::vec![3 * D::SIZE, D::SIZE];
        all.push(Parameter { name: child(prefix, "in_proj_weight"), sizes, elements: weight.as_slice() });
        let sizes = alloc::vec![3 * D::SIZE];
        all.push(Parameter { name: child(prefix, "in_proj_bias"), sizes, elements: bias.as_slice() });
        self.out_proj.collect(&child(prefix, "out_proj"), all);
    }
    fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
        let (weight, bias) = (&mut self.in_proj_weight, &mut self.in_proj_bias);
        let sizes = alloc::vec![3 * D::SIZE, D::SIZE];
        all.push(ParameterMut { name: child(prefix, "in_proj_weight"), sizes, elements: weight.as_mut_slice() });
        let sizes = alloc::vec![3 * D::SIZE];
        all.push(ParameterMut { name: child(prefix, "in_proj_bias"), sizes, elements: bias.as_mut_slice() });
        self.out_proj.collect_mut(&child(prefix, "out_proj"), all);
    }
    super::__visits! { T { in_proj_weight in_proj_bias out_proj } }
    fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
        // Xavier's bound for a matrix of `[3 D, D]`, as in PyTorch; biases are zeros.
        #[allow(clippy::cast_precision_loss)]
        let bound = Float::sqrt(6.0 / (4 * D::SIZE).max(1) as f64);
        fill_uniform(self.in_proj_weight.as_mut_slice(), bound, uniform);
        self.in_proj_bias.as_mut_slice().fill(T::zero());
        self.out_proj.reset_parameters(uniform);
        if let Some(bias) = &mut self.out_proj.bias {
            bias.as_mut_slice().fill(T::zero());
        }
    }
}
converts! {
    [D: StaticSize, H: StaticSize] MultiHeadAttention<D, H, T>, MultiHeadAttention MultiHeadAttention<D, H, U> {
        in_proj_weight in_proj_bias out_proj;
    } { dropout heads };
}

/// The numbers of each step turned in pairs, by where it stands: `[.., N, D] -> [.., N, D]`, of queries and of keys. The options are
/// [`Rotary`](crate::Rotary). Hugging Face's `LlamaRotaryEmbedding` and `apply_rotary_pos_emb` together.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let rotary = RotaryEmbedding(Rotary::new().base(500_000.0));
/// let y: Tensor<f32, shape![8, 10, 64]> = rotary.forward(&Tensor::<f32, shape![8, 10, 64]>::ones());
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// RotaryEmbedding::default().forward(&Tensor::<f32, shape![10, 63]>::ones());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RotaryEmbedding(pub Rotary);

impl<S: TurnPairs, T: Float> Layer<(S, T)> for RotaryEmbedding {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.rotary(self.0)
    }
}
no_parameters!([] RotaryEmbedding;);

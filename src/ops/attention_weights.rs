//! The weights of attention, which its result alone does not show.

use num_traits::Float;

use super::attention_back::grid;
use super::attention_rule::Attention;
use super::wide::wide;
use crate::expr;
use crate::kernels::back::along::softmax;
use crate::kernels::products::{ProductSizes, gemm};
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::attention::Attend;
use crate::shape::diagnostics::FloatElement;
use crate::shape::dims::{Dims, product};
use crate::shape::given::Given;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

operation! {
    /// The weights of attention of queries to keys `K`, for any leading axes: batches, heads.
    trait AttentionWeights[K][K]
    for X where [<K as Given>::Then<X::Elem>: FloatElement + 'static, X: Operand<Shape: Attend<K::Size, K::Size>> + ?Sized, K: Beside<X::Elem, X::Kind>] {
        /// The shape of the weights.
        type Weights: Shape = <X::Shape as Attend<K::Size, K::Size>>::Scores;
    }

    /// For each query how much it attends to each key: the softmax of the products of query and keys, over the root of their width, by the options of
    /// [`attention_with`](super::Attentions::attention_with): `[8, 12, 5, 64]` and `[8, 12, 7, 64]` -> `[8, 12, 5, 7]`. By these weights the values'
    /// mean is what [`attention`](super::Attentions::attention) gives, `weights.matmul(&v)`, so that both are had at the cost of one. What PyTorch's
    /// `nn.MultiheadAttention` gives beside its result, for each head (`average_attn_weights=False`). Nothing is dropped of them. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [10000.0, 0.0]];
    /// let (k, v) = (tensor![[1.0, 0.0], [0.0, 1.0]], tensor![[1.0], [3.0]]);
    /// let weights = q.attention_weights(&k, Attention::new());
    /// assert_eq!(weights, tensor![[0.5, 0.5], [1.0, 0.0]]);
    /// assert_eq!(weights.matmul(&v), q.attention(&k, &v));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [10000.0, 0.0]];
    /// q.attention_weights(&tensor![[1.0, 0.0, 0.0]], Attention::new());
    /// ```
    #[doc(alias = "MultiheadAttention")]
    #[doc(alias = "need_weights")]
    fn attention_weights(&self, k: &K, options: Attention) -> Tensor<Self::Elem, Self::Weights, Self::Kind> {
        let q = self.view();
        let k = k.beside(q.note());
        let (sizes, _) = run_time::attention(q.shape(), k.shape(), k.shape());
        let shape: Self::Weights = run_time::shape(&sizes);
        let back = WeightsBack { q: q.shape().dims(), k: k.shape().dims(), rule: options };
        let forward = |(q, k): (View<'_, _, _, _>, View<'_, _, _, _>)| back.of(&q, &k, shape);
        Tensor::made(X::Kind::apply_op((q, k), shape, forward, back), shape)
    }
}

/// The way back of weights, of queries and keys of these sizes.
#[derive(Clone, Copy)]
pub(super) struct WeightsBack {
    pub q: Dims,
    pub k: Dims,
    pub rule: Attention,
}
held!(WeightsBack; lowered);

impl WeightsBack {
    fn of<T: Float + 'static, Q, K, O: Shape>(&self, q: &Q, k: &K, shape: O) -> Buffer<T>
    where
        Q: Values<Elem = T, Shape: Attend<K::Shape, K::Shape, Scores = O>>,
        K: Values<Elem = T>,
    {
        if const { can_be::<T>() }
            && let (Some(q), Some(k)) = (wide(q, ByNumbers), wide(k, ByNumbers))
        {
            return rounded(self.of(&q.view(), &k.view(), shape).as_slice(), ByNumbers);
        }
        if shape.numel() == 0 {
            return Buffer::with_capacity(0);
        }
        let mut weights: Buffer<T> = expr::product_into(q.view(), k.view(), true, None, None, shape);
        self.weigh(weights.as_mut_slice());
        weights
    }

    /// Weights of products of queries and keys.
    fn weigh<T: Float>(&self, weights: &mut [T]) {
        let scale = self.rule.factor::<T>(self.q.sizes[0]);
        let [queries, keys] = [self.q.sizes[1], self.k.sizes[1]];
        expr::score(scale, None, 0, 0..keys, weights);
        self.rule.weigh(0, 0..keys, [queries, keys], weights);
    }
}

impl<T: Real> Backward<T> for WeightsBack {
    fn name(&self) -> &'static str {
        "attention_weights"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::RESULT.operand(0, wanted.has(1)).operand(1, wanted.has(0))
    }

    fn backward(&self, at: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let [depth, queries, keys] = [self.q.sizes[0], self.q.sizes[1], self.k.sizes[1]];
        let scale = self.rule.factor::<T>(depth);
        softmax([keys, 1], at.out(), grad.as_mut_slice());
        grad.as_mut_slice().iter_mut().for_each(|slope| *slope = *slope * scale);
        let sequences = if queries * keys == 0 { 0 } else { product(&self.q.sizes[2..self.q.rank]) };
        for (operand, [own, other]) in [[queries, keys], [keys, queries]].into_iter().enumerate() {
            if !to.wants(operand) {
                continue;
            }
            let x = at.elements(1 - operand);
            to.accumulate(operand, |to| {
                for i in 0..sequences {
                    let slopes = grid(&grad.as_slice()[i * queries * keys..][..queries * keys], keys);
                    let slopes = if operand == 0 { slopes } else { slopes.transposed() };
                    let x = grid(&x[i * other * depth..][..other * depth], depth);
                    let sizes = ProductSizes { m: own, k: other, n: depth };
                    gemm(slopes, x, sizes, true, &mut to[i * own * depth..][..own * depth]);
                }
            });
        }
        to.free(grad);
    }
}

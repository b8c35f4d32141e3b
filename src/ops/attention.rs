//! Scaled dot-product attention.

use alloc::vec::Vec;

use num_traits::{Float, Zero};

use super::attention_back::{AttentionBack, Masking, Open, drop_weights};
use super::attention_rule::Attention;
use super::normalize::softmax_rows;
use super::wide::wide;
use crate::expr;
use crate::kernels::random::Drop;
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, rounded};
use crate::kind::{Back, Kind};
use crate::shape::attention::{Attend, Attended};
use crate::shape::broadcast::MasksScores;
use crate::shape::diagnostics::{FloatElement, MaskFor};
use crate::shape::layout::Layout;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

operation! {
    /// Attention of queries to keys `K` and values `V`, for any leading axes: batches, heads.
    trait Attentions[K, V][K, V]
    for X given [L: Shape, N: Shape] where [X: Operand<Elem: FloatElement + 'static, Shape: Attend<L, N>> + ?Sized, K: Beside<X::Elem, X::Kind, Size = L>, V: Beside<X::Elem, X::Kind, Size = N>] {
        /// The shape of the result.
        type Attended: Shape = Attended<X::Shape, K::Size, V::Size>;
    }

    /// For each query the mean of the values, weighted by the softmax of the products of query and keys, over the root of their
    /// width: `[8, 12, 5, 64]`, `[8, 12, 7, 64]` and `[8, 12, 7, 32]` -> `[8, 12, 5, 32]`. PyTorch's
    /// `F.scaled_dot_product_attention(q, k, v)`. Allocates the result and the scores, `[8, 12, 5, 7]`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [1000.0, 0.0]];
    /// let (k, v) = (tensor![[1.0, 0.0], [0.0, 1.0]], tensor![[1.0], [3.0]]);
    /// assert_eq!(q.attention(&k, &v), tensor![[2.0], [1.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [1000.0, 0.0]];
    /// let (k, v) = (tensor![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], tensor![[1.0], [3.0]]);
    /// q.attention(&k, &v);
    /// ```
    #[doc(alias = "scaled_dot_product_attention")]
    #[track_caller]
    fn attention(&self, k: &K, v: &V) -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        self.attention_with(k, v, Attention::new())
    }

    /// As [`attention`](Self::attention), where the query at step `i` attends to no key after step `i`. PyTorch's
    /// `F.scaled_dot_product_attention(q, k, v, is_causal=True)`. Allocates the result and the scores.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [0.0, 0.0]];
    /// assert_eq!(q.attention_causal(&q, &tensor![[1.0], [3.0]]), tensor![[1.0], [2.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [0.0, 0.0]];
    /// q.attention_causal(&q, &tensor![[1.0], [2.0], [3.0]]);
    /// ```
    #[doc(alias = "scaled_dot_product_attention")]
    #[track_caller]
    fn attention_causal(&self, k: &K, v: &V) -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        self.attention_with(k, v, Attention::new().causal())
    }

    /// As [`attention`](Self::attention), with what [`Attention`] says of the scale and of what is hidden from a query by where it is. PyTorch's
    /// `F.scaled_dot_product_attention(q, k, v, is_causal=…, scale=…)`. Allocates the result and the scores.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0], [0.0], [0.0]];
    /// // Each step sees itself and the one before it.
    /// let seen = Attention::new().causal().window(2);
    /// assert_eq!(q.attention_with(&q, &tensor![[1.0], [3.0], [8.0]], seen), tensor![[1.0], [2.0], [5.5]]);
    /// ```
    ///
    /// Heads in groups, of which each has one head of keys and values (grouped-query attention): the queries of a group are an axis more, along which
    /// keys and values are stretched and not copied. PyTorch's `enable_gqa=True`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let q: Tensor<f32, shape![2, 8, 5, 4]> = Tensor::ones();
    /// let kv: Tensor<f32, shape![2, 2, 7, 4]> = Tensor::ones();
    /// let q = q.reshape::<shape![2, 2, 4, 5, 4]>(); // two groups of four heads
    /// let kv = kv.unsqueeze(Axis::<2>);
    /// let kv = kv.broadcast_to::<shape![2, 2, 4, 7, 4]>();
    /// let y = q.attention_with(&kv, &kv, Attention::new().causal());
    /// assert_eq!(y.reshape::<shape![2, 8, 5, 4]>().sizes(), [2, 8, 5, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [1000.0, 0.0]];
    /// q.attention_with(&tensor![[1.0], [0.0]], &q, Attention::new());
    /// ```
    #[doc(alias = "scaled_dot_product_attention")]
    #[track_caller]
    fn attention_with(&self, k: &K, v: &V, options: Attention) -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        let q = self.view();
        attended(q, k.beside(q.note()), v.beside(q.note()), options, |_, _| {}, Open)
    }
}

operation! {
    /// Attention under a mask `M`.
    trait MaskedAttentions[K, V, M][K, V, M]
    for X where [X: Operand<Elem: FloatElement + 'static, Shape: AttendMasked<K::Size, V::Size, M::Shape>> + ?Sized, K: Beside<X::Elem, X::Kind>, V: Beside<X::Elem, X::Kind>, M: Values<Elem: MaskFor<X::Elem>>] {
        /// The shape of the result.
        type Attended: Shape = Attended<X::Shape, K::Size, V::Size>;
    }

    /// As [`attention`](Attentions::attention), under a mask that broadcasts to the scores, `[…, Tq, Tk]`: of `bool`, where `true` means that the
    /// query may attend to the key, or of numbers, which are added to the scores. A query that may attend to nothing gives
    /// zeros. PyTorch's `F.scaled_dot_product_attention(q, k, v, attn_mask=mask)`. Allocates the result and the scores.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [0.0, 0.0]];
    /// let mask = tensor![true, false]; // for all queries
    /// assert_eq!(q.attention_masked(&q, &tensor![[1.0], [3.0]], &mask), tensor![[1.0], [1.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0, 0.0], [0.0, 0.0]];
    /// let mask = tensor![true, false, true];
    /// q.attention_masked(&q, &tensor![[1.0], [3.0]], &mask);
    /// ```
    #[doc(alias = "scaled_dot_product_attention")]
    #[track_caller]
    fn attention_masked(&self, k: &K, v: &V, mask: &M) -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        self.attention_masked_with(k, v, mask, Attention::new())
    }

    /// As [`attention_masked`](Self::attention_masked), with what [`Attention`] says of the scale and of what else is hidden. PyTorch's
    /// `F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=…)`, which takes no `is_causal` beside a mask. Allocates the result and the scores.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0], [0.0], [0.0]];
    /// let padding = tensor![false, true, true];
    /// let y = q.attention_masked_with(&q, &tensor![[1.0], [3.0], [8.0]], &padding, Attention::new().causal());
    /// assert_eq!(y, tensor![[0.0], [3.0], [5.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let q = tensor![[0.0], [0.0], [0.0]];
    /// let mask = tensor![true, false]; // for two keys, and there are three
    /// q.attention_masked_with(&q, &q, &mask, Attention::new().causal());
    /// ```
    #[doc(alias = "scaled_dot_product_attention")]
    #[track_caller]
    fn attention_masked_with(
        &self,
        k: &K,
        v: &V,
        mask: &M,
        options: Attention,
    ) -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        let q = self.view();
        let (k, v) = (k.beside(q.note()), v.beside(q.note()));
        let (scores, _) = run_time::attention(q.shape(), k.shape(), v.shape());
        let stretched = X::Shape::stretch(mask.view(), run_time::shape(&scores));
        let mut elements = stretched.iter();
        let masked = |_: usize, scores: &mut [X::Elem]| {
            scores.iter_mut().zip(elements.by_ref()).for_each(|(score, mask)| *score = mask.masked(*score));
        };
        // What a mask makes of 0 is what it adds: a number, or minus infinity where nothing is attended to.
        let terms = mask.iter().map(|mask| mask.masked(X::Elem::zero()));
        let mask = mask.view();
        let lies = (mask.as_ptr().addr(), mask.strides_by_axis());
        attended(q, k, v, options, masked, Masking { terms, of: mask.shape().dims(), lies })
    }
}

/// Attention of any kind under a mask, which is `masking` on the way back.
#[track_caller]
fn attended<T, Q, K, V, X, Y, Z, Is, M>(
    q: View<'_, T, Q, X, Is>,
    k: View<'_, T, K, Y, Is>,
    v: View<'_, T, V, Z, Is>,
    rule: Attention,
    mut mask: impl FnMut(usize, &mut [T]),
    masking: M,
) -> Tensor<T, Attended<Q, K, V>, Is>
where
    T: Float + 'static,
    Q: Attend<K, V>,
    K: Shape,
    V: Shape,
    X: Layout<Q>,
    Y: Layout<K>,
    Z: Layout<V>,
    Is: Kind<T>,
    AttentionBack<M>: Back<T>,
{
    let (_, sizes) = run_time::attention(q.shape(), k.shape(), v.shape());
    let shape: Attended<Q, K, V> = run_time::shape(&sizes);
    let drops = if rule.dropped == 0.0 { None } else { Is::seed(q.note()) };
    let drops = drops.map(|seed| Drop::new(seed, rule.dropped));
    let back = AttentionBack { q: q.shape().dims(), k: k.shape().dims(), v: v.shape().dims(), rule, drops, masking };
    let queries = q.shape().dims().sizes[1];
    let mask = |row: usize, scores: &mut [T]| {
        rule.hide(row % queries, scores);
        mask(row, scores);
    };
    let forward =
        |(q, k, v): (View<'_, T, Q, X>, View<'_, T, K, Y>, View<'_, T, V, Z>)| attend(&q, &k, &v, (rule, drops), mask);
    Tensor::made(Is::apply((q, k, v), shape, forward, back), shape)
}

/// Attention whose rows of scores, one for each query, are changed by `mask` before their softmax is taken.
#[track_caller]
fn attend<T, Q, K, V>(
    q: &Q,
    k: &K,
    v: &V,
    (rule, drops): (Attention, Option<Drop>),
    mut mask: impl FnMut(usize, &mut [T]),
) -> Buffer<T>
where
    T: Float + 'static,
    Q: Values<Elem = T, Shape: Attend<K::Shape, V::Shape>> + ?Sized,
    K: Values<Elem = T>,
    V: Values<Elem = T>,
{
    if const { can_be::<T>() }
        && let (Some(q), Some(k), Some(v)) = (wide(q, ByNumbers), wide(k, ByNumbers), wide(v, ByNumbers))
    {
        // What the mask makes of 0 is what it adds: a number, or minus infinity where nothing is attended to.
        let mut masks = Vec::new();
        let mut mask = |i: usize, scores: &mut [f32]| {
            masks.clear();
            masks.resize(scores.len(), T::zero());
            mask(i, &mut masks);
            for (score, mask) in scores.iter_mut().zip(&masks) {
                *score = if *mask == T::neg_infinity() { f32::NEG_INFINITY } else { *score + ByNumbers::widen(mask) };
            }
        };
        let mask: &mut dyn FnMut(usize, &mut [f32]) = &mut mask;
        return rounded(attend(&q.view(), &k.view(), &v.view(), (rule, drops), mask).as_slice(), ByNumbers);
    }
    let (q, k, v) = (q.view(), k.view(), v.view());
    let (scores, sizes) = run_time::attention(q.shape(), k.shape(), v.shape());
    let scores: <Q::Shape as Attend<K::Shape, V::Shape>>::Scores = run_time::shape(&scores);
    let shape: Attended<Q::Shape, K::Shape, V::Shape> = run_time::shape(&sizes);
    // The scores can be many where the result has no elements.
    if shape.numel() == 0 {
        return Buffer::with_capacity(0);
    }
    let scale = rule.factor::<T>(q.shape().dims().sizes[0]);
    let mut weights: Buffer<T> = expr::product_into(q, k, true, None, None, scores);
    softmax_rows(weights.as_mut_slice(), scores.dims().sizes[0], |i, row| {
        row.iter_mut().for_each(|x| *x = *x * scale);
        mask(i, row);
    });
    drop_weights(drops, 0, scores.dims().sizes[0], weights.as_mut_slice());
    expr::product_into(View::over(weights.as_slice(), scores), v, false, None, None, shape)
}

/// Queries that attend under a mask of shape `M`, which broadcasts to the scores, `[…, Tq, Tk]`.
pub trait AttendMasked<K: Shape, V: Shape, M: Shape>: Attend<K, V> {
    /// The mask as the scores' shape.
    #[doc(hidden)]
    type Layout<Y: Layout<M>>: Layout<Self::Scores>;
    /// The mask, stretched to the scores.
    #[doc(hidden)]
    fn stretch<T, Y: Layout<M>>(
        mask: View<'_, T, M, Y>,
        to: Self::Scores,
    ) -> View<'_, T, Self::Scores, Self::Layout<Y>>;
}

impl<Q: Shape + Attend<K, V>, K: Shape, V: Shape, M: Shape> AttendMasked<K, V, M> for Q
where
    M: MasksScores<Q::Scores>,
{
    type Layout<Y: Layout<M>> = Y::StretchedTo<Q::Scores>;
    #[inline]
    fn stretch<T, Y: Layout<M>>(mask: View<'_, T, M, Y>, to: Q::Scores) -> View<'_, T, Q::Scores, Self::Layout<Y>> {
        mask.stretch_to_joint(to)
    }
}

//! Scaled dot-product attention.

use alloc::vec::Vec;
use core::ops::Range;

use num_traits::{Float, Zero};

use super::attention_back::{AttentionBack, Masking, Open, drop_weights};
use super::attention_rule::Attention;
use super::wide::wide;
use crate::expr;
use crate::kernels::products::Unit;
use crate::kernels::random::Drop;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded, widened};
use crate::kind::{Back, Kind};
use crate::shape::attention::{Attend, Attended};
use crate::shape::broadcast::MasksScores;
use crate::shape::diagnostics::{FloatElement, MaskFor};
use crate::shape::dims::Dims;
use crate::shape::given::Given;
use crate::shape::layout::Layout;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

operation! {
    /// Attention of queries to keys `K` and values `V`, for any leading axes: batches, heads.
    trait Attentions[K, V][K, V]
    for X given [L: Shape, N: Shape] where [<K as Given>::Then<X::Elem>: FloatElement + 'static, X: Operand<Shape: Attend<L, N>> + ?Sized, K: Beside<X::Elem, X::Kind, Size = L>, V: Beside<X::Elem, X::Kind, Size = N>] {
        /// The shape of the result.
        type Attended: Shape = Attended<X::Shape, K::Size, V::Size>;
    }

    /// For each query the mean of the values, weighted by the softmax of the products of query and keys, over the root of their
    /// width: `[8, 12, 5, 64]`, `[8, 12, 7, 64]` and `[8, 12, 7, 32]` -> `[8, 12, 5, 32]`. PyTorch's
    /// `F.scaled_dot_product_attention(q, k, v)`. Allocates the result and, some queries at a time, their scores.
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
    fn attention(&self, k: &K, v: &V) // or `q.attention_causal(&k, &v)`, `q.attention_masked(&k, &v, &mask)`
    -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        self.attention_with(k, v, Attention::new())
    }

    /// As [`attention`](Self::attention), where the query at step `i` attends to no key after step `i`. Both count from the first one: a query that
    /// comes after all keys, as of a cache, attends to all of them by [`attention`](Self::attention). PyTorch's
    /// `F.scaled_dot_product_attention(q, k, v, is_causal=True)`. Allocates the result and, some queries at a time, their scores.
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
    fn attention_causal( // as `q.attention_causal(&k, &v)`: each place attends to itself and those before it
        &self, k: &K, v: &V) -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        self.attention_with(k, v, Attention::new().causal())
    }

    /// As [`attention`](Self::attention), with what [`Attention`] says of the scale and of what is hidden from a query by where it is. PyTorch's
    /// `F.scaled_dot_product_attention(q, k, v, is_causal=…, scale=…)`. Allocates the result and, some queries at a time, their scores.
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
    fn attention_with( // options are `Attention::new()`: `q.attention_with(&k, &v, Attention::new().scale(0.1))`
        &self, k: &K, v: &V, options: Attention) -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        let q = self.view();
        attended(q, k.beside(q.note()), v.beside(q.note()), options, None, Open)
    }
}

operation! {
    /// Attention under a mask `M`.
    trait MaskedAttentions[K, V, M][K, V, M]
    for X where [<K as Given>::Then<X::Elem>: FloatElement + 'static, X: Operand<Shape: AttendMasked<K::Size, V::Size, M::Shape>> + ?Sized, K: Beside<X::Elem, X::Kind>, V: Beside<X::Elem, X::Kind>, M: Values<Elem: MaskFor<X::Elem>>] {
        /// The shape of the result.
        type Attended: Shape = Attended<X::Shape, K::Size, V::Size>;
    }

    /// As [`attention`](Attentions::attention), under a mask that broadcasts to the scores, `[…, Tq, Tk]`: of `bool`, where `true` means that the
    /// query may attend to the key, or of numbers, which are added to the scores. A query that may attend to nothing gives
    /// zeros. Values that are hidden have to be numbers: 0 times NaN is NaN. PyTorch's `F.scaled_dot_product_attention(q, k, v, attn_mask=mask)`. Allocates the result and, some queries at a time, their scores.
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
    fn attention_masked( // as `q.attention_masked(&k, &v, &mask)`, `true` where it attends
        &self, k: &K, v: &V, mask: &M) -> Tensor<Self::Elem, Self::Attended, Self::Kind> {
        self.attention_masked_with(k, v, mask, Attention::new())
    }

    /// As [`attention_masked`](Self::attention_masked), with what [`Attention`] says of the scale and of what else is hidden. PyTorch's
    /// `F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=…)`, which takes no `is_causal` beside a mask. Allocates the
    /// result and, some queries at a time, their scores.
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
        let scores: <X::Shape as Attend<K::Size, V::Size>>::Scores = run_time::shape(&scores);
        run_time::stretches(mask.view().shape(), scores);
        // What a mask makes of 0 is what it adds: a number, or minus infinity where nothing is attended to.
        let added: Vec<X::Elem> = mask.iter().map(|mask| mask.masked(X::Elem::zero())).collect();
        let mask = mask.view();
        let lies = (mask.as_ptr().addr(), mask.strides_by_axis());
        let of = mask.shape().dims();
        attended(q, k, v, options, Some((&added, of)), Masking { terms: added.iter().copied(), of, lies })
    }
}

/// Attention of any kind under a mask, of what is added to scores, row by row, and of its sizes; it is `masking` on the way back.
#[track_caller]
fn attended<T, Q, K, V, X, Y, Z, Is, M>(
    q: View<'_, T, Q, X, Is>,
    k: View<'_, T, K, Y, Is>,
    v: View<'_, T, V, Z, Is>,
    rule: Attention,
    mask: Option<(&[T], Dims)>,
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
    let forward =
        |(q, k, v): (View<'_, T, Q, X>, View<'_, T, K, Y>, View<'_, T, V, Z>)| attend(&q, &k, &v, rule, drops, mask);
    Tensor::made(Is::apply_op((q, k, v), shape, forward, back), shape)
}

/// Attention, of which this is dropped, under a mask.
#[track_caller]
fn attend<T, Q, K, V>(
    q: &Q,
    k: &K,
    v: &V,
    rule: Attention,
    drops: Option<Drop>,
    mask: Option<(&[T], Dims)>,
) -> Buffer<T>
where
    T: Float + 'static,
    Q: Values<Elem = T, Shape: Attend<K::Shape, V::Shape>> + ?Sized,
    K: Values<Elem = T>,
    V: Values<Elem = T>,
{
    if const { can_be::<T>() }
        && let Some(sums) = by_unit(&q.view(), &k.view(), &v.view(), rule, drops, mask)
    {
        return sums;
    }
    if const { can_be::<T>() }
        && let (Some(q), Some(k), Some(v)) = (wide(q, ByNumbers), wide(k, ByNumbers), wide(v, ByNumbers))
    {
        let mask = mask.map(|(terms, of)| (widened(terms, ByNumbers), of));
        let mask = mask.as_ref().map(|(terms, of)| (terms.as_slice(), *of));
        return rounded(attend(&q.view(), &k.view(), &v.view(), rule, drops, mask).as_slice(), ByNumbers);
    }
    let (q, k, v) = (q.view(), k.view(), v.view());
    let (shape, scores, weighing) =
        weighing::<Q::Shape, K::Shape, V::Shape>((q.shape(), k.shape(), v.shape()), rule, drops);
    let scale = rule.factor::<T>(q.shape().dims().sizes[0]);
    let seen = |steps| weighing.seen(steps);
    let weigh = |from, some, scores: &mut [T]| weighing.weigh(from, some, scores);
    expr::weighted((q, k, v), shape, scale, terms(mask, scores), seen, weigh)
}

/// The same of `bf16` with scores in `f32`, if the CPU has a unit for products of such numbers.
fn by_unit<T, Q: Shape + Attend<K, V>, K: Shape, V: Shape>(
    q: &View<'_, T, Q, impl Layout<Q>>,
    k: &View<'_, T, K, impl Layout<K>>,
    v: &View<'_, T, V, impl Layout<V>>,
    rule: Attention,
    drops: Option<Drop>,
    mask: Option<(&[T], Dims)>,
) -> Option<Buffer<T>>
where
    T: Float + 'static,
{
    let unit = Unit::new()?;
    let mask = mask.map(|(terms, of)| (widened(terms, ByNumbers), of));
    let mask = mask.as_ref().map(|(terms, of)| (terms.as_slice(), *of));
    let (shape, scores, weighing) = weighing::<Q, K, V>((q.shape(), k.shape(), v.shape()), rule, drops);
    let scale = rule.factor::<f32>(q.shape().dims().sizes[0]);
    let seen = |steps| weighing.seen(steps);
    let weigh = |from, some, scores: &mut [f32]| weighing.weigh(from, some, scores);
    Some(expr::weighted_by_unit(unit, (q, k, v), shape, scale, terms(mask, scores), seen, weigh))
}

/// What is added to scores of these sizes.
fn terms<T>(mask: Option<(&[T], Dims)>, scores: Dims) -> Option<expr::Terms<'_, T>> {
    mask.map(|(elements, of)| expr::Terms { elements, steps: of.stretched(&of.strides(), &scores), scores })
}

/// What becomes of scores.
struct Weighing {
    rule: Attention,
    drops: Option<Drop>,
    queries: usize,
    keys: usize,
}

impl Weighing {
    fn seen(&self, steps: Range<usize>) -> Range<usize> {
        self.rule.seen(steps, self.keys)
    }
    fn weigh<T: Float>(&self, from: usize, some: Range<usize>, scores: &mut [T]) {
        self.rule.weigh(from, some.clone(), [self.queries, self.keys], scores);
        drop_weights(self.drops, from, some.len(), scores);
    }
}

/// The result's shape, the sizes of the scores, and what becomes of them.
fn weighing<Q: Shape + Attend<K, V>, K: Shape, V: Shape>(
    (q, k, v): (Q, K, V),
    rule: Attention,
    drops: Option<Drop>,
) -> (Attended<Q, K, V>, Dims, Weighing) {
    let (scores, sizes) = run_time::attention(q, k, v);
    let scores: Q::Scores = run_time::shape(&scores);
    let scores = scores.dims();
    let [keys, queries] = [scores.sizes[0], scores.sizes[1]];
    (run_time::shape(&sizes), scores, Weighing { rule, drops, queries, keys })
}

/// Queries that attend under a mask of shape `M`, which broadcasts to the scores, `[…, Tq, Tk]`.
pub trait AttendMasked<K: Shape, V: Shape, M: Shape>: Attend<K, V> {}
impl<Q: Shape + Attend<K, V>, K: Shape, V: Shape, M: MasksScores<Q::Scores>> AttendMasked<K, V, M> for Q {}

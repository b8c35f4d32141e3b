//! The way back of attention: its weights are computed again, a block of queries at a time.

use num_traits::Float;

use super::attention_rule::Attention;
use crate::expr;
use crate::kernels::back::along::softmax;
use crate::kernels::products::{Grid, ProductSizes, gemm};
use crate::kernels::random::Drop;
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::shape::dims::{Dims, Strides, product};
use crate::storage::Buffer;

/// The way back of attention, of queries, keys and values of these sizes.
pub(super) struct AttentionBack<M> {
    pub q: Dims,
    pub k: Dims,
    pub v: Dims,
    pub rule: Attention,
    /// What is dropped of the weights.
    pub drops: Option<Drop>,
    pub masking: M,
}

/// No mask.
pub(super) struct Open;
held!(AttentionBack<Open>; lowered_at);

/// What is added to scores, as a mask of these sizes has it.
pub(super) struct Masking<I> {
    pub terms: I,
    pub of: Dims,
    /// Where the mask's elements lie: the address of the first one, and the strides.
    #[cfg_attr(not(feature = "graph"), allow(dead_code))] // lowerings read it
    pub lies: (usize, Strides),
}

held!(AttentionBack<Masking<I>> where [I: Iterator<Item = T>], |AttentionBack { q, k, v, rule, drops, masking }, memory| {
    let Masking { mut terms, of, .. } = masking;
    let terms = memory.alloc_with(product(&of.sizes[..of.rank]), |_| terms.next().unwrap_or(T::zero()));
    AttentionBack { q, k, v, rule, drops, masking: Terms { terms, of } }
}; lowered_at);

/// As the tape keeps it.
struct Terms<'t, T> {
    terms: &'t [T],
    of: Dims,
}

impl<T: Real> Backward<T> for AttentionBack<Open> {
    fn name(&self) -> &'static str {
        if self.rule.causal { "attention_causal" } else { "attention" }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        self.backward_under(None, at, grad, to);
    }
}

impl<T: Real> Backward<T> for AttentionBack<Terms<'_, T>> {
    fn name(&self) -> &'static str {
        "attention_masked"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let Terms { terms, of } = self.masking;
        let mut scores = self.q;
        scores.sizes[0] = self.k.sizes[1];
        let terms = expr::Terms { elements: terms, steps: of.stretched(&of.strides(), &scores), scores };
        self.backward_under(Some(&terms), at, grad, to);
    }
}

pub(super) fn grid<T>(elements: &[T], rows: usize) -> Grid<'_, T> {
    Grid { elements, rows, columns: 1 }
}

/// So many weights are computed at a time, or those of one query: they stay in a core's own cache.
const WEIGHTS: usize = 1 << 16;

/// Drops weights of queries from this one on, or what has their gradients.
pub(super) fn drop_weights<T: Float>(drops: Option<Drop>, first: usize, keys: usize, weights: &mut [T]) {
    if let Some(drops) = drops {
        weights.chunks_exact_mut(keys.max(1)).enumerate().for_each(|(i, row)| drops.of_row(first + i).drop(row));
    }
}

impl<M> AttentionBack<M> {
    fn backward_under<T: Real>(
        &self,
        terms: Option<&expr::Terms<'_, T>>,
        at: &Step<'_, T>,
        grad: Buffer<T>,
        to: &mut Gradients<'_, '_, T>,
    ) {
        let [depth, queries, keys, width] = [self.q.sizes[0], self.q.sizes[1], self.k.sizes[1], self.v.sizes[0]];
        let (q, k, v) = (at.elements(0), at.elements(1), at.elements(2));
        // Where these are copies, what they were copied of is free.
        (0..3).for_each(|i| at.let_go(i));
        let mut gradients = [&q, &k, &v].map(|of| to.room(of.len()));
        let [to_q, to_k, to_v] = gradients.each_mut().map(Buffer::as_mut_slice);
        let sequences = if queries * keys == 0 { 0 } else { product(&self.q.sizes[2..self.q.rank]) };
        if sequences == 0 || width == 0 {
            for to in [&mut *to_q, &mut *to_k, &mut *to_v] {
                to.fill(T::zero());
            }
        }
        let scale = self.rule.factor::<T>(depth);
        let block = (WEIGHTS / keys.max(1)).clamp(1, queries.max(1));
        let (mut weights, mut slopes) = (to.room(block * keys), to.room(block * keys));
        let mut left = to.room(if self.drops.is_some() { block * keys } else { 0 });
        for i in 0..if width == 0 { 0 } else { sequences } {
            let (k, v) = (
                grid(&k[i * keys * depth..][..keys * depth], depth),
                grid(&v[i * keys * width..][..keys * width], width),
            );
            let (to_k, to_v) =
                (&mut to_k[i * keys * depth..][..keys * depth], &mut to_v[i * keys * width..][..keys * width]);
            for first in (0..queries).step_by(block) {
                let (m, row) = (block.min(queries - first), i * queries + first);
                let q = grid(&q[row * depth..][..m * depth], depth);
                let g = grid(&grad.as_slice()[row * width..][..m * width], width);
                let weights = &mut weights.as_mut_slice()[..m * keys];
                gemm(q, k.transposed(), ProductSizes { m, k: depth, n: keys }, false, weights);
                expr::score(scale, terms, row, 0..keys, weights);
                self.rule.weigh(row, 0..keys, [queries, keys], weights);
                let add = first > 0;
                let left = match self.drops {
                    None => &*weights,
                    Some(_) => {
                        let left = &mut left.as_mut_slice()[..m * keys];
                        left.copy_from_slice(weights);
                        drop_weights(self.drops, row, keys, left);
                        &*left
                    }
                };
                gemm(grid(left, keys).transposed(), g, ProductSizes { m: keys, k: m, n: width }, add, to_v);
                let slopes = &mut slopes.as_mut_slice()[..m * keys];
                gemm(g, v.transposed(), ProductSizes { m, k: width, n: keys }, false, slopes);
                drop_weights(self.drops, row, keys, slopes);
                softmax([keys, 1], weights, slopes);
                slopes.iter_mut().for_each(|slope| *slope = *slope * scale);
                let s = grid(slopes, keys);
                gemm(s, k, ProductSizes { m, k: keys, n: depth }, false, &mut to_q[row * depth..][..m * depth]);
                gemm(s.transposed(), q, ProductSizes { m: keys, k: m, n: depth }, add, to_k);
            }
        }
        for memory in [weights, slopes, left, grad] {
            to.free(memory);
        }
        let [to_q, to_k, to_v] = gradients;
        to.give(0, to_q);
        to.give(1, to_k);
        to.give(2, to_v);
    }
}

//! Attention: values weighted by what becomes of products of queries and keys, some queries at a time, so that their scores stay in a core's own cache.

use core::mem::MaybeUninit;
use core::ops::Range;

use num_traits::Float;

use super::stack::Stack;
#[cfg(feature = "rayon")]
use crate::kernels::parallel;
use crate::kernels::products::{Matrix, Plain, Unit, Ways};
use crate::shape::Shape;
use crate::shape::dims::{Dims, Strides};
use crate::shape::layout::Layout;
use crate::storage::{Buffer, Full, Written};
use crate::view::View;

/// So many scores are computed at a time, or those of one query.
const SCORES: usize = 1 << 16;
/// As many queries make a product that is worth its start.
const FEW: usize = 32;

/// What is added to scores, and where these do not count, minus infinity: `elements` by these steps, for all scores of these sizes.
pub(crate) struct Terms<'a, T> {
    pub elements: &'a [T],
    pub steps: Strides,
    pub scores: Dims,
}

impl<T: Float> Terms<'_, T> {
    /// Of the scores of a query, one of all, those of some keys.
    fn add_to(&self, mut query: usize, keys: Range<usize>, scores: &mut [T]) {
        let mut at = 0;
        for axis in 1..self.scores.rank {
            at += self.steps[axis] as usize * (query % self.scores.sizes[axis]);
            query /= self.scores.sizes[axis];
        }
        // What does not count does not, whatever the score is.
        let sum = |score: T, term: T| if term == T::neg_infinity() { term } else { score + term };
        match self.steps[0] as usize {
            1 => {
                let terms = &self.elements[at + keys.start..at + keys.end];
                scores.iter_mut().zip(terms).for_each(|(score, &term)| *score = sum(*score, term));
            }
            step => {
                let terms = &self.elements[at..];
                scores.iter_mut().zip(keys).for_each(|(score, key)| *score = sum(*score, terms[key * step]));
            }
        }
    }
}

/// Makes scores of products of queries, from this one of all on, and some keys.
pub(crate) fn score<T: Float>(
    scale: T,
    terms: Option<&Terms<'_, T>>,
    from: usize,
    keys: Range<usize>,
    scores: &mut [T],
) {
    scores.iter_mut().for_each(|score| *score = *score * scale);
    if let Some(terms) = terms {
        for (i, scores) in scores.chunks_exact_mut(keys.len().max(1)).enumerate() {
            terms.add_to(from + i, keys.clone(), scores);
        }
    }
}

/// Attention of stacks of queries to keys and values, of this shape. `seen` says which keys any of some queries of a stack may see, and `weigh` makes
/// weights of the scores that those keys have of queries, from this one of all on: products of the two times `scale`, and the terms.
///
/// # Panics
/// If the sizes do not fit.
pub(crate) fn weighted<T, Q: Shape, X: Layout<Q>, K: Shape, Y: Layout<K>, V: Shape, Z: Layout<V>, O: Shape>(
    (q, k, v): (View<'_, T, Q, X>, View<'_, T, K, Y>, View<'_, T, V, Z>),
    shape: O,
    scale: T,
    terms: Option<Terms<'_, T>>,
    seen: impl Fn(Range<usize>) -> Range<usize> + Sync,
    weigh: impl Fn(usize, Range<usize>, &mut [T]) + Sync,
) -> Buffer<T>
where
    T: Float + 'static,
{
    let heads =
        Heads { q: Stack::of(&q), k: Stack::of(&k), v: Stack::of(&v), scale, terms, out: shape.dims(), ways: Plain };
    #[cfg(feature = "rayon")]
    let shares = parallel::shares::<T>();
    #[cfg(not(feature = "rayon"))]
    let shares = false;
    Buffer::written_by(shape.numel(), |places| heads.write(places, shares, &seen, &weigh))
}

/// As [`weighted`], of `bf16`, by the CPU's unit for their products: scores and weights are `f32`.
pub(crate) fn weighted_by_unit<E, Q: Shape, X: Layout<Q>, K: Shape, Y: Layout<K>, V: Shape, Z: Layout<V>, O: Shape>(
    ways: Unit<E>,
    (q, k, v): (&View<'_, E, Q, X>, &View<'_, E, K, Y>, &View<'_, E, V, Z>),
    shape: O,
    scale: f32,
    terms: Option<Terms<'_, f32>>,
    seen: impl Fn(Range<usize>) -> Range<usize> + Sync,
    weigh: impl Fn(usize, Range<usize>, &mut [f32]) + Sync,
) -> Buffer<E> {
    let heads = Heads { q: Stack::of(q), k: Stack::of(k), v: Stack::of(v), scale, terms, out: shape.dims(), ways };
    Buffer::written_by(shape.numel(), |places| heads.write(places, true, &seen, &weigh))
}

/// Stacks of queries, keys and values, and what becomes of them: nothing here depends on the shapes' types.
struct Heads<'a, E, T, W> {
    q: Stack<'a, E>,
    k: Stack<'a, E>,
    v: Stack<'a, E>,
    scale: T,
    terms: Option<Terms<'a, T>>,
    out: Dims,
    ways: W,
}

impl<E, T: Float + 'static, W: Ways<E, T>> Heads<'_, E, T, W> {
    /// With `shares`, elements are floats that any thread may read and write.
    fn write<'p>(
        &self,
        places: &'p mut [MaybeUninit<E>],
        #[cfg_attr(not(feature = "rayon"), allow(unused_variables))] shares: bool,
        seen: &(impl Fn(Range<usize>) -> Range<usize> + Sync),
        weigh: &(impl Fn(usize, Range<usize>, &mut [T]) + Sync),
    ) -> Full<'p, E> {
        let (queries, [keys, width]) = (self.q.matrix_sizes()[0], self.v.matrix_sizes());
        let (mut written, places) = Written::to(places);
        if places.is_empty() {
            return written.finish(places);
        }
        let (qs, ks, vs) = (self.q.stretched(&self.out), self.k.stretched(&self.out), self.v.stretched(&self.out));
        let block = (SCORES / keys.max(1)).clamp(1, queries);
        // What only a part of the queries sees is not computed of the others.
        let block = if seen(0..queries) == seen(0..1) { block } else { block.min(FEW) };
        let some = |range: Range<usize>, places: &mut [MaybeUninit<E>], written: &mut Written<E>| {
            for (i, places) in range.zip(places.chunks_exact_mut(queries * width)) {
                let (q, k, v) = (qs.matrix(i), ks.matrix(i), vs.matrix(i));
                for (first, places) in (0..queries).step_by(block).zip(places.chunks_mut(block * width)) {
                    let rows = first..queries.min(first + block);
                    let keys = seen(rows.clone());
                    let (q, k, v) = (q.some_rows(rows.clone()), k.some_rows(keys.clone()), v.some_rows(keys.clone()));
                    let mut scores = Buffer::written_by(rows.len() * keys.len(), |places| {
                        self.ways.scores(&q, &k.transposed(), places)
                    });
                    let from = i * queries + first;
                    score(self.scale, self.terms.as_ref(), from, keys.clone(), scores.as_mut_slice());
                    weigh(from, keys.clone(), scores.as_mut_slice());
                    let weights = Matrix::of(scores.as_slice(), rows.len(), keys.len());
                    self.ways.weighted(&weights, &v, places, written);
                }
            }
        };
        let matrices = places.len() / (queries * width);
        #[cfg(feature = "rayon")]
        if shares {
            let work = (matrices * queries).saturating_mul(keys).saturating_mul(self.q.matrix_sizes()[1] + width);
            let parts = parallel::parts(matrices, 1, work);
            if parts > 1 {
                let some = |range: Range<usize>, places: &mut [MaybeUninit<E>]| {
                    let (mut written, places) = Written::to(places);
                    some(range, places, &mut written);
                    written.finish(places);
                };
                // SAFETY: operands, results and terms are floats, which any thread may read and write; the closures are `Sync`.
                unsafe { parallel::split_places(places, queries * width, parts, some) };
                written.done = places.len();
                return written.finish(places);
            }
        }
        some(0..matrices, places, &mut written);
        written.finish(places)
    }
}

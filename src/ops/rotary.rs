//! Rotary embeddings: pairs of numbers turned by the step that they stand at.

use alloc::vec::Vec;

use num_traits::Float;

use super::reduce::float;
use super::rows::elements;
use super::wide::wide;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::Shape;
use crate::shape::attention::TurnPairs;
use crate::shape::diagnostics::FloatElement;
use crate::shape::given::{Given, Only};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

/// Options of [`rotary`](crate::methods::Rotations::rotary): how fast pairs turn, where the steps begin, and which numbers are a pair.
///
/// ```
/// use shaped::prelude::*;
/// // As Llama 3 does, of words behind 100 that are in the cache.
/// let rotary = Rotary::new().base(500_000.0).start(100);
/// let q: Tensor<f32, shape![8, 1, 64]> = Tensor::ones();
/// assert_eq!(q.rotary(rotary).sizes(), [8, 1, 64]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotary {
    base: f64,
    start: usize,
    interleaved: bool,
}

impl Default for Rotary {
    fn default() -> Self {
        Rotary::new()
    }
}

impl Rotary {
    /// A base of 10000, from step 0 on, each number of the first half of the width with the one of the second half.
    pub const fn new() -> Self {
        Rotary { base: 10_000.0, start: 0, interleaved: false }
    }

    /// At each step the pair `j` of `D / 2` turns by `base` to the power of `-2 j / D`. Hugging Face's `rope_theta`.
    #[must_use]
    pub const fn base(self, base: f64) -> Self {
        Rotary { base, ..self }
    }

    /// The number of the first step: of how many came before.
    #[must_use]
    pub const fn start(self, start: usize) -> Self {
        Rotary { start, ..self }
    }

    /// Each number at an even place with the one behind it, as in the paper and in Llama's own code; Hugging Face's `rotary_interleaved`.
    #[must_use]
    pub const fn interleaved(self) -> Self {
        Rotary { interleaved: true, ..self }
    }

    #[cfg_attr(not(feature = "graph"), allow(dead_code))] // lowerings ask
    pub(super) const fn is_interleaved(self) -> bool {
        self.interleaved
    }
}

operation! {
    /// Pairs of numbers that are turned by the step that they stand at.
    trait Rotations[K][K] for X where [<K as Given>::Then<X::Elem>: FloatElement, X: Operand + ?Sized, <K as Given>::Then<X::Shape>: TurnPairs] {}

    /// Rotary embedding: the numbers of each step of `[…, N, D]` in pairs, each turned by an angle in proportion to the step, so that products of
    /// queries and keys depend on how far apart they stand: -> `[…, N, D]`. Hugging Face's `apply_rotary_pos_emb`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let q: Tensor<f64, shape![3, 2]> = tensor![[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]];
    /// let turned = q.rotary(Rotary::new());
    /// assert!(turned.all_close(&tensor![[1.0, 0.0], [1f64.cos(), 1f64.sin()], [2f64.cos(), 2f64.sin()]], 1e-12, 1e-12));
    /// // One step alone, which is the third.
    /// let third = q.narrow(Axis::<0>, 2, One).rotary(Rotary::new().start(2));
    /// assert_eq!(third, turned.narrow(Axis::<0>, 2, One));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![4, 5]>::ones().rotary(Rotary::new()); // five numbers are no pairs
    /// ```
    ///
    /// # Panics
    /// If the last axis is a run-time one, and odd.
    #[doc(alias = "apply_rotary_pos_emb")]
    fn rotary( // as `q.rotary(Rotary::new())`, from a place on `Rotary::new().start(n)`
        &self, options: Rotary) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [(): Only<K>]
    {
        let x = self.view();
        let sizes = x.shape().dims().sizes;
        assert!(sizes[0].is_multiple_of(2), "rotary: a width of {} is odd", sizes[0]);
        let back = RotaryBack { options, steps: sizes[1], width: sizes[0] };
        Tensor::made(X::Kind::apply_op((x,), x.shape(), |(x,): (View<'_, _, _, _>,)| back.of(&x), back), x.shape())
    }
}

/// The way back of pairs that have been turned: they are turned back.
#[derive(Clone, Copy)]
pub(super) struct RotaryBack {
    pub(super) options: Rotary,
    pub(super) steps: usize,
    pub(super) width: usize,
}
held!(RotaryBack; lowered);

impl RotaryBack {
    /// The cosines and sines of each step, `[steps, width / 2]` both.
    pub(super) fn angles(&self) -> [Vec<f64>; 2] {
        let half = self.width / 2;
        let mut both = [Vec::with_capacity(self.steps * half), Vec::with_capacity(self.steps * half)];
        for step in 0..self.steps {
            #[allow(clippy::cast_precision_loss)]
            for j in 0..half {
                let speed = Float::powf(self.options.base, -2.0 * j as f64 / self.width as f64);
                let (sin, cos) = Float::sin_cos((self.options.start + step) as f64 * speed);
                both[0].push(cos);
                both[1].push(sin);
            }
        }
        both
    }

    fn of<T: Float, X: Values<Elem = T>>(&self, x: &X) -> Buffer<T> {
        if const { can_be::<T>() }
            && let Some(x) = wide(x, ByNumbers)
        {
            return rounded(self.of(&x.view()).as_slice(), ByNumbers);
        }
        let mut turned = Buffer::from_vec(elements(x).to_vec());
        self.turn(turned.as_mut_slice(), false);
        turned
    }

    fn turn<T: Float>(&self, x: &mut [T], back: bool) {
        if x.is_empty() {
            return;
        }
        let half = self.width / 2;
        let [cos, sin] = self.angles().map(|of| of.into_iter().map(float::<T>).collect::<Vec<_>>());
        let way = if back { -T::one() } else { T::one() };
        for (i, row) in x.chunks_exact_mut(self.width).enumerate() {
            let at = i % self.steps * half;
            let angles = cos[at..][..half].iter().zip(&sin[at..][..half]);
            let turn = |a: &mut T, b: &mut T, (&cos, &sin): (&T, &T)| {
                let sin = way * sin;
                (*a, *b) = (*a * cos - *b * sin, *b * cos + *a * sin);
            };
            if self.options.interleaved {
                row.as_chunks_mut::<2>().0.iter_mut().zip(angles).for_each(|([a, b], by)| turn(a, b, by));
            } else {
                let (first, second) = row.split_at_mut(half);
                first.iter_mut().zip(second).zip(angles).for_each(|((a, b), by)| turn(a, b, by));
            }
        }
    }
}

impl<T: Real> Backward<T> for RotaryBack {
    fn name(&self) -> &'static str {
        "rotary"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        self.turn(grad.as_mut_slice(), true);
        to.give(0, grad);
    }
}

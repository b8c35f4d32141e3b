//! Elements dropped at random.

use num_traits::{Float, Zero};

use super::Copies;
use super::reduce::float;
use crate::expr;
use crate::kernels::random::{OF_ROW, drop_at_random};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, Values, View};

/// Elements dropped at random, while a network is trained.
pub trait Dropouts: Operand {
    /// Each element is 0 with probability `p`, and is divided by `1 - p` if it is not, so that its mean stays: `[4, 3]` -> `[4, 3]`.
    /// With `p` of 0 all elements stay as they are, and with 1 all are 0. PyTorch's `F.dropout(x, p)` (NaN and infinities that are
    /// dropped are 0 here). Allocates the result.
    ///
    /// `random` is asked for 32 random bits for each element, in row-major order: `|| rng.next_u32()`.
    ///
    /// # Panics
    /// If `p` is not from 0 to 1.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let mut state = 1u32;
    /// let mut random = move || {
    ///     state = state.wrapping_mul(1664525).wrapping_add(1013904223);
    ///     state
    /// };
    /// let x: Tensor<f32, shape![64, 100]> = Tensor::ones();
    /// let y = x.dropout(0.5, &mut random);
    /// assert!(y.iter().all(|&y| y == 0.0 || y == 2.0));
    /// assert!((y.mean_all() - 1.0).abs() < 0.05);
    /// assert_eq!(x.dropout(0.0, &mut random), x);
    /// ```
    #[track_caller]
    fn dropout(&self, p: f64, mut random: impl FnMut() -> u32) -> Tensor<Self::Elem, Self::Shape>
    where
        Self: Values,
        Self::Elem: Float,
    {
        let Share { dropped, scale } = Share::new(p);
        let scale = float::<Self::Elem>(scale);
        self.map(|x| if u64::from(random()) < dropped { Self::Elem::zero() } else { x * scale })
    }

    /// As [`dropout`](Self::dropout), while a tape trains, [`tape.train(seed)`](crate::grad::Tape::train), by random numbers of its own; of any other
    /// tensor the same elements again. The same seed drops the same elements. PyTorch's `F.dropout(x, p, self.training)`. Allocates the result.
    ///
    /// # Panics
    /// If `p` is not from 0 to 1.
    ///
    /// ```
    /// use shaped::{grad::Tape, prelude::*};
    /// let x: Tensor<f32, shape![64, 100]> = Tensor::ones();
    /// assert_eq!(x.dropout_in_training(0.5), x);
    /// let mut tape = Tape::new(&x);
    /// tape.train(1);
    /// let (_, slopes) = tape.value_and_grad(&x, |tape| tape.input(&x).dropout_in_training(0.5).sum_all());
    /// assert!(slopes.iter().all(|&slope| slope == 0.0 || slope == 2.0));
    /// assert!((slopes.mean_all() - 1.0).abs() < 0.05);
    /// ```
    #[track_caller]
    fn dropout_in_training(&self, p: f64) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where
        Self::Elem: Float,
    {
        let x = self.view();
        let share = Share::new(p);
        match Self::Kind::seed(x.note()) {
            None => x.to_tensor(),
            Some(seed) => {
                let back = DropoutBack { seed, share };
                let forward = |(x,): (View<'_, _, _, _>,)| {
                    let mut y = expr::copy(&x);
                    back.drop(y.as_mut_slice());
                    y
                };
                Tensor::made(Self::Kind::apply((x,), x.shape(), forward, back), x.shape())
            }
        }
    }
}

impl<X: Operand + ?Sized> Dropouts for X {}

/// Of the 2^32 numbers, so many drop an element; the others are scaled.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub dropped: u64,
    pub scale: f64,
}

impl Share {
    #[track_caller]
    fn new(p: f64) -> Self {
        assert!((0.0..=1.0).contains(&p), "dropout: the probability is {p}, and is to be from 0 to 1");
        Share { dropped: (p * 4294967296.0) as u64, scale: if p < 1.0 { 1.0 / (1.0 - p) } else { 0.0 } }
    }
}

/// The way back of elements that were dropped, by the same random numbers again.
#[derive(Clone, Copy)]
pub(super) struct DropoutBack {
    /// Where there are no numbers, the number of the seed.
    pub seed: u64,
    pub share: Share,
}
held!(DropoutBack; lowered_at);

impl DropoutBack {
    /// Each element with this probability.
    #[track_caller]
    pub(super) fn new(seed: u64, p: f64) -> Self {
        DropoutBack { seed, share: Share::new(p) }
    }

    /// Drops elements of one of many rows, by random numbers of its own.
    pub(super) fn drop_of_row<T: Float>(&self, row: usize, x: &mut [T]) {
        let seed = self.seed.wrapping_add((row as u64).wrapping_mul(OF_ROW));
        DropoutBack { seed, ..*self }.drop(x);
    }

    fn drop<T: Float>(&self, x: &mut [T]) {
        drop_at_random(self.seed, self.share.dropped, float(self.share.scale), x);
    }
}

impl<T: Real> Backward<T> for DropoutBack {
    fn name(&self) -> &'static str {
        "dropout"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        self.drop(grad.as_mut_slice());
        to.give(0, grad);
    }
}

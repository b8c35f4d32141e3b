//! Elements dropped at random.

use num_traits::{Float, Zero};

use super::Copies;
use super::reduce::float;
use crate::expr;
use crate::kernels::random::Drop;
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
    #[rustfmt::skip] // the compiler shows the line
    fn dropout( // as `x.dropout(0.1, || rng.next_u32())`; on a tape it is `x.dropout_in_training(0.1)`, as a layer `Dropout(0.1)`
        &self, p: f64, mut random: impl FnMut() -> u32) -> Tensor<Self::Elem, Self::Shape>
    where
        Self: Values,
        Self::Elem: Float,
    {
        let Drop { dropped, scale, .. } = Drop::new(0, p);
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
        let all = Drop::new(0, p);
        match Self::Kind::seed(x.note()) {
            None => x.to_tensor(),
            Some(seed) => {
                let back = Drop { seed, ..all };
                let forward = |(x,): (View<'_, _, _, _>,)| {
                    let mut y = expr::copy(&x);
                    back.drop(y.as_mut_slice());
                    y
                };
                Tensor::made(Self::Kind::apply_op((x,), x.shape(), forward, back), x.shape())
            }
        }
    }
}

impl<X: Operand + ?Sized> Dropouts for X {}

// Elements that were dropped, by the same random numbers again.
held!(Drop; lowered_at);

impl<T: Real> Backward<T> for Drop {
    fn name(&self) -> &'static str {
        "dropout"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        (*self).drop(grad.as_mut_slice());
        to.give(0, grad);
    }
}

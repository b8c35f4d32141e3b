//! Elements dropped at random.

use num_traits::{Float, Zero};

use super::Copies;
use super::reduce::float;
use crate::tensor::Tensor;
use crate::view::{Operand, Values};

/// Elements dropped at random, while a network is trained.
pub trait Dropouts: Values {
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
        Self::Elem: Float,
    {
        assert!((0.0..=1.0).contains(&p), "dropout: the probability is {p}, and is to be from 0 to 1");
        // Of the 2^32 numbers, so many drop an element.
        let dropped = (p * 4294967296.0) as u64;
        let scale = float::<Self::Elem>(if p < 1.0 { 1.0 / (1.0 - p) } else { 0.0 });
        self.map(|x| if u64::from(random()) < dropped { Self::Elem::zero() } else { x * scale })
    }
}

impl<X: Values + ?Sized> Dropouts for X {}

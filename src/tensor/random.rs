//! Random tensors. All numbers come from the generator that is handed in, in row-major order: the same seed gives the same tensor.

use core::fmt::Debug;
use core::ops::Range;

use num_traits::{Float, FromPrimitive};
use rand::distr::uniform::SampleUniform;
use rand::distr::{Bernoulli, Distribution, Uniform};
use rand::{Rng, RngExt};

use super::Tensor;
use crate::shape::run_time::RunTimeSizes;
use crate::shape::size::{Size, StaticSize};
use crate::shape::{Shape, StaticShape};
use crate::storage::Buffer;

/// A tensor whose elements are drawn one after the other.
pub(super) fn drawn<T, S: Shape>(shape: S, draw: impl FnMut() -> T) -> Tensor<T, S> {
    let numel = shape.numel();
    Tensor::from_parts(Buffer::from_iter(numel, core::iter::repeat_with(draw).take(numel)), shape)
}

/// Numbers of the normal distribution with mean 0 and deviation 1, by the polar method, which gives two at a time.
pub(super) fn standard_normal<R: Rng + ?Sized>(rng: &mut R) -> impl FnMut() -> f64 {
    let mut second = None;
    move || {
        if let Some(second) = second.take() {
            return second;
        }
        loop {
            let (x, y) = (2.0 * rng.random::<f64>() - 1.0, 2.0 * rng.random::<f64>() - 1.0);
            let square = x * x + y * y;
            if square < 1.0 && square > 0.0 {
                let scale = Float::sqrt(-2.0 * Float::ln(square) / square);
                second = Some(y * scale);
                return x * scale;
            }
        }
    }
}

/// A number as an element; too large ones are infinite.
pub(super) fn element<T: Float>(x: f64) -> T {
    T::from(x).expect("every float type has a nearest number")
}

fn uniform<T: SampleUniform + Debug, S: Shape, R: Rng + ?Sized>(
    shape: S,
    range: Range<T>,
    rng: &mut R,
) -> Tensor<T, S> {
    match Uniform::new(&range.start, &range.end) {
        Ok(uniform) => drawn(shape, || uniform.sample(rng)),
        Err(error) => panic!("uniform: nothing can be drawn from {range:?}: {error}"),
    }
}

fn normal<T: Float + Debug, S: Shape, R: Rng + ?Sized>(shape: S, mean: T, std: T, rng: &mut R) -> Tensor<T, S> {
    assert!(std >= T::zero(), "normal: the deviation {std:?} is not 0 or more");
    let of = |x: T| x.to_f64().expect("every float is a number of 64 bits");
    let (mean, std, mut next) = (of(mean), of(std), standard_normal(rng));
    drawn(shape, || element(mean + std * next()))
}

fn bernoulli<S: Shape, R: Rng + ?Sized>(shape: S, p: f64, rng: &mut R) -> Tensor<bool, S> {
    let Ok(distribution) = Bernoulli::new(p) else { panic!("bernoulli: the probability {p} is not within 0 and 1") };
    drawn(shape, || distribution.sample(rng))
}

impl<T, S> Tensor<T, S> {
    /// Numbers of a range, its end left out, all equally likely; floats or integers. PyTorch's `torch.empty(shape).uniform_(a, b)`
    /// and `torch.randint(a, b, shape)`, NumPy's `rng.uniform(a, b, shape)` and `rng.integers(a, b, shape)`.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::prelude::*;
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let x: Tensor<f32, shape![64, 10]> = Tensor::uniform(-1.0..1.0, &mut rng);
    /// let dice: Tensor<u8, shape![100]> = Tensor::uniform(1..7, &mut rng);
    /// assert!(dice.iter().all(|dots| (1..=6).contains(dots)));
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7); // the same seed, the same numbers
    /// assert_eq!(x, Tensor::uniform(-1.0..1.0, &mut rng));
    /// ```
    ///
    /// # Panics
    /// If the range is empty, or not finite.
    pub fn uniform<R: Rng + ?Sized>(range: Range<T>, rng: &mut R) -> Self
    where
        S: StaticShape,
        T: SampleUniform + Debug,
    {
        uniform(S::VALUE, range, rng)
    }

    /// Numbers of the normal distribution. PyTorch's `torch.normal(mean, std, shape)`, NumPy's `rng.normal(mean, std, shape)`.
    ///
    /// They are computed with 64 bits, by roots and logarithms whose last bit may differ between machines.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::prelude::*;
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let x: Tensor<f64, shape![100, 100]> = Tensor::normal(5.0, 2.0, &mut rng);
    /// assert!((x.mean_all() - 5.0).abs() < 0.1);
    /// ```
    ///
    /// # Panics
    /// If the deviation is negative or NaN.
    pub fn normal<R: Rng + ?Sized>(mean: T, std: T, rng: &mut R) -> Self
    where
        S: StaticShape,
        T: Float + Debug,
    {
        normal(S::VALUE, mean, std, rng)
    }
}

impl<T, S: Shape> Tensor<T, S> {
    /// As [`uniform`](Tensor::uniform), in a shape with run-time sizes.
    ///
    /// # Panics
    /// If the range is empty, or not finite.
    pub fn uniform_with<R: Rng + ?Sized>(sizes: impl RunTimeSizes<S>, range: Range<T>, rng: &mut R) -> Self
    where
        T: SampleUniform + Debug,
    {
        uniform(sizes.to_shape(), range, rng)
    }

    /// As [`normal`](Tensor::normal), in a shape with run-time sizes.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let noise = Tensor::<f32, shape![Batch, 784]>::normal_with(Batch(32), 0.0, 0.1, &mut rng);
    /// assert_eq!(noise.sizes(), [32, 784]);
    /// ```
    ///
    /// # Panics
    /// If the deviation is negative or NaN.
    pub fn normal_with<R: Rng + ?Sized>(sizes: impl RunTimeSizes<S>, mean: T, std: T, rng: &mut R) -> Self
    where
        T: Float + Debug,
    {
        normal(sizes.to_shape(), mean, std, rng)
    }
}

impl<S> Tensor<bool, S> {
    /// A mask that is true with a probability. PyTorch's `torch.bernoulli(torch.full(shape, p))`, NumPy's
    /// `rng.random(shape) < p`.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::prelude::*;
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let mask: Tensor<bool, shape![8, 8]> = Tensor::bernoulli(0.25, &mut rng);
    /// assert_eq!(Tensor::<bool, shape![3]>::bernoulli(1.0, &mut rng), tensor![true, true, true]);
    /// ```
    ///
    /// # Panics
    /// If the probability is not within 0 and 1.
    pub fn bernoulli<R: Rng + ?Sized>(p: f64, rng: &mut R) -> Self
    where
        S: StaticShape,
    {
        bernoulli(S::VALUE, p, rng)
    }
}

impl<S: Shape> Tensor<bool, S> {
    /// As [`bernoulli`](Tensor::bernoulli), in a shape with run-time sizes.
    ///
    /// # Panics
    /// If the probability is not within 0 and 1.
    pub fn bernoulli_with<R: Rng + ?Sized>(sizes: impl RunTimeSizes<S>, p: f64, rng: &mut R) -> Self {
        bernoulli(sizes.to_shape(), p, rng)
    }
}

impl<T: FromPrimitive, D: StaticSize> Tensor<T, ((), D)> {
    /// 0 to n - 1 in random order, all orders equally likely. PyTorch's `torch.randperm(n)`, NumPy's `rng.permutation(n)`.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::prelude::*;
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let order: Tensor<usize, shape![5]> = Tensor::randperm(&mut rng);
    /// let mut sorted = order.into_vec();
    /// sorted.sort();
    /// assert_eq!(sorted, [0, 1, 2, 3, 4]);
    /// ```
    ///
    /// # Panics
    /// If the element type cannot hold n - 1: `Tensor::<u8, shape![257]>::randperm(..)`.
    pub fn randperm<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut order = Tensor::arange();
        order.shuffle(rng);
        order
    }
}

impl<T, L: Shape, D: Size> Tensor<T, (L, D)> {
    /// Puts the parts along the outermost axis (the rows, of a matrix) in random order, in place, all orders equally likely. NumPy's
    /// `rng.shuffle(x)`, PyTorch's `x[torch.randperm(len(x))]`.
    ///
    /// Two tensors are shuffled alike by two generators with the same seed.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::prelude::*;
    /// let mut images: Tensor<u16, shape![100, 8, 8]> = Tensor::arange();
    /// let mut labels: Tensor<u16, shape![100]> = Tensor::arange();
    /// images.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(7));
    /// labels.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(7));
    /// assert!((0..100).all(|i| images[[i, 0, 0]] == 64 * labels[[i]]));
    /// ```
    pub fn shuffle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let dims = Tensor::shape(self).dims(); // the method is a trait's too
        let parts = dims.sizes[dims.rank - 1];
        let part = self.as_slice().len().checked_div(parts).unwrap_or(0);
        if part == 0 {
            return;
        }
        for i in (1..parts).rev() {
            let j = rng.random_range(0..=i);
            if j < i {
                let (head, tail) = self.as_mut_slice().split_at_mut(i * part);
                head[j * part..][..part].swap_with_slice(&mut tail[..part]);
            }
        }
    }
}

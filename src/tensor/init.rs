//! Random weights to start from, scaled by the number of inputs and outputs, as PyTorch's `torch.nn.init` has them.

use num_traits::Float;
use rand::{Rng, RngExt};

use super::Tensor;
use super::random::{drawn, element, standard_normal};
use crate::shape::StaticShape;
use crate::shape::diagnostics::InputsAndOutputs;

/// The shape of a weight: `[out, in]`, or `[out, in, height, width]` and the like for a convolution, as PyTorch lays them out. It
/// says how many inputs each output has, and how many outputs each input.
///
/// ```
/// use shaped::prelude::*;
/// use shaped::Fans;
/// assert_eq!((<shape![10, 128]>::FAN_IN, <shape![10, 128]>::FAN_OUT), (128, 10));
/// assert_eq!((<shape![32, 16, 3, 3]>::FAN_IN, <shape![32, 16, 3, 3]>::FAN_OUT), (16 * 9, 32 * 9));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// use shaped::Fans;
/// assert_eq!(<shape![10]>::FAN_IN, 10);
/// ```
pub trait Fans: StaticShape {
    /// The inputs of each output: the second size times all that follow.
    const FAN_IN: usize;
    /// The outputs of each input: the first size times all that follow the second.
    const FAN_OUT: usize;
}

impl<S: StaticShape + InputsAndOutputs<S::Shown>> Fans for S {
    const FAN_IN: usize = S::SIZES[1] * receptive(S::SIZES);
    const FAN_OUT: usize = S::SIZES[0] * receptive(S::SIZES);
}

/// How many inputs an output takes from each channel.
const fn receptive(sizes: &[usize]) -> usize {
    let mut product = 1;
    let mut axis = 2;
    while axis < sizes.len() {
        product *= sizes[axis];
        axis += 1;
    }
    product
}

/// Which number the scale of a weight keeps in balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fan {
    /// The inputs of each output, so that values stay in scale on the way forward. PyTorch's `mode="fan_in"`.
    In,
    /// The outputs of each input, so that gradients stay in scale on the way back. PyTorch's `mode="fan_out"`.
    Out,
}

impl Fan {
    fn of<S: Fans>(self) -> f64 {
        match self {
            Fan::In => S::FAN_IN as f64,
            Fan::Out => S::FAN_OUT as f64,
        }
    }
}

/// Numbers within a bound, in 64 bits, so that both ends stay within it for every type that is rounded to.
fn within<T: Float, S: StaticShape, R: Rng + ?Sized>(bound: f64, rng: &mut R) -> Tensor<T, S> {
    drawn(S::VALUE, || element(bound * (2.0 * rng.random::<f64>() - 1.0)))
}

fn spread<T: Float, S: StaticShape, R: Rng + ?Sized>(std: f64, rng: &mut R) -> Tensor<T, S> {
    let mut next = standard_normal(rng);
    drawn(S::VALUE, || element(std * next()))
}

/// The deviation that keeps the scale through a layer and a rectifier with this slope below zero.
fn kaiming(slope: f64, fan: f64) -> f64 {
    // A weight without elements has no scale.
    Float::sqrt(2.0 / ((1.0 + slope * slope) * fan.max(1.0)))
}

fn xavier<S: Fans>(gain: f64) -> f64 {
    gain * Float::sqrt(2.0 / ((S::FAN_IN + S::FAN_OUT) as f64).max(1.0))
}

/// The deviation of numbers that are equally likely up to a bound is the bound over this.
const SQRT_3: f64 = 1.732_050_807_568_877_2;

impl<T: Float, S> Tensor<T, S> {
    /// Weights for layers before a ReLU, uniform within `sqrt(6 / ((1 + slope²) fan))`. PyTorch's
    /// `nn.init.kaiming_uniform_(w, a=slope, mode=fan)`; the slope is 0 for ReLU, and that below zero for a leaky one.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::{Fan, prelude::*};
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let w: Tensor<f32, shape![32, 16, 3, 3]> = Tensor::kaiming_uniform(0.0, Fan::In, &mut rng);
    /// assert!(w.iter().all(|x| x.abs() <= (6.0_f32 / 144.0).sqrt()));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::{Fan, prelude::*};
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let w: Tensor<f32, shape![32]> = Tensor::kaiming_uniform(0.0, Fan::In, &mut rng);
    /// ```
    pub fn kaiming_uniform<R: Rng + ?Sized>(slope: f64, fan: Fan, rng: &mut R) -> Self
    where
        S: StaticShape,
        S: Fans,
    {
        within(SQRT_3 * kaiming(slope, fan.of::<S>()), rng)
    }

    /// Weights for layers before a ReLU, normal with deviation `sqrt(2 / ((1 + slope²) fan))`. PyTorch's
    /// `nn.init.kaiming_normal_(w, a=slope, mode=fan)`.
    pub fn kaiming_normal<R: Rng + ?Sized>(slope: f64, fan: Fan, rng: &mut R) -> Self
    where
        S: StaticShape,
        S: Fans,
    {
        spread(kaiming(slope, fan.of::<S>()), rng)
    }

    /// Weights for layers before tanh or a sigmoid, uniform within `gain sqrt(6 / (fan in + fan out))`. PyTorch's
    /// `nn.init.xavier_uniform_(w, gain)`; the gain is 1, and 5/3 before tanh.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::prelude::*;
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let w: Tensor<f32, shape![64, 128]> = Tensor::xavier_uniform(1.0, &mut rng);
    /// assert!(w.iter().all(|x| x.abs() <= (6.0_f32 / 192.0).sqrt()));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::prelude::*;
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let w: Tensor<f32, shape![64]> = Tensor::xavier_uniform(1.0, &mut rng);
    /// ```
    pub fn xavier_uniform<R: Rng + ?Sized>(gain: f64, rng: &mut R) -> Self
    where
        S: StaticShape,
        S: Fans,
    {
        within(SQRT_3 * xavier::<S>(gain), rng)
    }

    /// Weights for layers before tanh or a sigmoid, normal with deviation `gain sqrt(2 / (fan in + fan out))`. PyTorch's
    /// `nn.init.xavier_normal_(w, gain)`.
    pub fn xavier_normal<R: Rng + ?Sized>(gain: f64, rng: &mut R) -> Self
    where
        S: StaticShape,
        S: Fans,
    {
        spread(xavier::<S>(gain), rng)
    }

    /// Uniform within `1 / sqrt(fan_in)`: what weights and biases of PyTorch's `nn.Linear` and `nn.Conv2d` start from, `fan_in`
    /// being [that of the weight](Fans::FAN_IN) for both. With a fan of 0, zeros.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use shaped::{Fans, prelude::*};
    /// type Weight = shape![10, 128];
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    /// let weight: Tensor<f32, Weight> = Tensor::fan_in_uniform(Weight::FAN_IN, &mut rng);
    /// let bias: Tensor<f32, shape![10]> = Tensor::fan_in_uniform(Weight::FAN_IN, &mut rng);
    /// assert!(weight.iter().chain(bias.iter()).all(|x| x.abs() <= 1.0 / 128.0_f32.sqrt()));
    /// ```
    pub fn fan_in_uniform<R: Rng + ?Sized>(fan_in: usize, rng: &mut R) -> Self
    where
        S: StaticShape,
    {
        within(if fan_in == 0 { 0.0 } else { 1.0 / Float::sqrt(fan_in as f64) }, rng)
    }
}

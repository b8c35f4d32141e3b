//! A rectifier whose slope is learned.

use core::marker::PhantomData;

use num_traits::Float;

use super::converts::converts;
use super::own_elements::own_layer;
use super::{Param, Vector, fields};
use crate::ops::LearnedSlopes;
use crate::ops::reduce::float;
use crate::shape::Shape;
use crate::shape::at::{Along, SizeAt};
use crate::shape::axes::Axis;
use crate::shape::diagnostics::SlopeForEach;
use crate::shape::size::{One, StaticSize};
use crate::shape::verbs::normalize;
use crate::tensor::Tensor;
use crate::view::Operand;

/// A slope for negative elements that is learned, one for all, or one for each of `C` channels: `[..] -> [..]`. PyTorch's `nn.PReLU(C)`, whose channels are
/// the second axis, as they are here if `A` names no other.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let x = tensor![[-1.0f32, -2.0, 3.0]];
/// assert_eq!(Prelu::<One>::default().forward(&x), tensor![[-0.25, -0.5, 3.0]]);
/// let of_channels = Prelu::<dim!(3)>::new(tensor![0.0, 0.5, 0.5]);
/// assert_eq!(of_channels.forward(&x), tensor![[0.0, -1.0, 3.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// Prelu::<dim!(2)>::default().forward(&tensor![[-1.0f32, -2.0, 3.0]]);
/// ```
#[derive(Clone, Debug)]
pub struct Prelu<C: StaticSize = One, A = Axis<1>, T = f32> {
    /// `[C]`, the slopes.
    pub weight: Vector<C, T>,
    axis: PhantomData<A>,
}

impl<C: StaticSize, A, T> Prelu<C, A, T> {
    /// The layer with these slopes, `[C]`. No copy.
    pub fn new(weight: Tensor<T, ((), C)>) -> Self {
        Prelu { weight: weight.into(), axis: PhantomData }
    }
}

/// PyTorch's slopes of 0.25.
impl<C: StaticSize, A, T: Float> Default for Prelu<C, A, T> {
    fn default() -> Self {
        Prelu { weight: Param::new(Tensor::full(float(0.25))), axis: PhantomData }
    }
}

own_layer! { [S, C: StaticSize, const I: isize, T: Float] Prelu<C, Axis<I>, T> where [
    S: Shape + Along<Axis<I>, normalize>,
    ((), C): SlopeForEach<((), SizeAt<S, Axis<I>, normalize>), C, SizeAt<S, Axis<I>, normalize>, Axis<I>, S::Shown>,
] {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.prelu(Axis::<I>, &self.weight)
    }
}}

fields!([C: StaticSize, A, T: Float] Prelu<C, A, T> { weight } reset |layer, _| *layer = Prelu::default());
converts! {
    [C: StaticSize, A] Prelu<C, A, T>, Prelu Prelu<C, A, U> { weight; } { axis };
}

//! Layers without their bias.

use core::ops::{Deref, DerefMut};

use super::module::{Layer, passes_on};
use super::structure::parameters_within;
use crate::kernels::products::Then;
use crate::kind::Kind;
use crate::shape::Shape;
use crate::shape::verdict::Ours;
use crate::tensor::Tensor;
use crate::view::Operand;

/// A layer without its bias, `nn.Linear(I, O, bias=False)`, as part of a model's type, so that `Default` and `load_state_dict` agree on it: a
/// [`Linear`](super::Linear), a convolution, a recurrent layer or a cell. Otherwise it is that layer: its fields are read through it.
/// One whose weights are at hand needs no such type: [`Linear::without_bias(weights)`](super::Linear::without_bias) and the like make it.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// type Stem = (WithoutBias<Conv2d<dim!(3), dim!(64), dim!(7), Conv<dim!(2), SamePadding>>>, BatchNorm2d<dim!(64)>, Relu);
/// let stem = Stem::default();
/// let y: Tensor<f32, shape![1, 64, 16, 16]> = stem.forward(&Tensor::<f32, shape![1, 3, 32, 32]>::ones());
/// assert_eq!(stem.named_parameters()[1].name, "1.weight"); // there is no "0.bias"
/// assert_eq!(stem.0.weight.sizes(), [64, 3, 7, 7]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let layer: WithoutBias<LayerNorm<dim!(64)>> = Default::default();
/// ```
#[derive(Clone, Debug)]
pub struct WithoutBias<M>(M);

/// Layers that can do without their bias: what [`WithoutBias`] takes. No program implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no layer whose bias can be left out",
    label = "`WithoutBias` does not take this layer",
    note = "it takes `Linear`, `Bilinear`, convolutions, `Lstm`, `Gru`, `Rnn` and their cells"
)]
pub trait OptionalBias: Ours {
    /// The layer without bias, with weights of zeros.
    #[doc(hidden)]
    fn unbiased() -> Self;
}

// The bound stands here alone, so that a layer that has no bias is one error, wherever its type is named.
/// Weights of zeros, and no bias.
impl<M: OptionalBias> Default for WithoutBias<M> {
    fn default() -> Self {
        WithoutBias(M::unbiased())
    }
}

impl<M> Deref for WithoutBias<M> {
    type Target = M;
    fn deref(&self) -> &M {
        &self.0
    }
}

impl<M> DerefMut for WithoutBias<M> {
    fn deref_mut(&mut self) -> &mut M {
        &mut self.0
    }
}

passes_on!([M: Layer<(S, T)>] Layer for WithoutBias<M>, it => &it.0);
parameters_within! { [M] WithoutBias; }

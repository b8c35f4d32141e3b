//! The linear layer.

use num_traits::Float;

use super::converts::converts;
use super::own_elements::{OwnLayer, own_layer};
use super::{Matrix, OptionalBias, Vector, WeightTensor, bound, fields, fill_uniform};
use crate::kernels::products::Then;
use crate::ops::{affine, affine_no_bias};
use crate::shape;
use crate::shape::Shape;
use crate::shape::affine::{Affine, NoBias};
use crate::shape::size::StaticSize;
use crate::shape::verdict::Ours;
use crate::tensor::Tensor;
use crate::view::Operand;

/// `x W^T + b`: `[.., I] -> [.., O]`, for any number of leading axes. PyTorch's `nn.Linear(I, O)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let layer = Linear::new(tensor![[1.0, 2.0], [0.0, 1.0], [1.0, 0.0]], tensor![0.5, 0.0, 0.0]); // [out, in], [out]
/// assert_eq!(layer.forward(&tensor![[3.0f32, 4.0]]), tensor![[11.5, 4.0, 3.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let layer = Linear::<dim!(784), dim!(10)>::default();
/// layer.forward(&Tensor::<f32, shape![64, 28, 28]>::zeros());
/// ```
#[derive(Clone, Debug)]
#[rustfmt::skip] // the compiler shows the line
pub struct Linear<I: StaticSize, O: StaticSize, T = f32> { // as `Linear<dim!(784), dim!(10)>`; other elements are last
    /// `[O, I]`, as PyTorch keeps it.
    pub weight: Matrix<O, I, T>,
    /// `[O]`, if there is one.
    pub bias: Option<Vector<O, T>>,
}

impl<I: StaticSize, O: StaticSize, T> Linear<I, O, T> {
    /// The layer with these weights, `[O, I]`, and this bias, `[O]`. No copy.
    #[rustfmt::skip] // the compiler shows the line
    pub fn new<W: WeightTensor<Elem = T, Shape = shape![O, I]>>(weight: W, bias: W::Bias<shape![O]>) -> Self { // [out, in]: of [in, out] the `transpose()`
        Linear { weight: weight.into_param(), bias: Some(bias.into()) }
    }

    /// The layer with these weights, `[O, I]`, and no bias. PyTorch's `nn.Linear(I, O, bias=False)`. No copy.
    pub fn without_bias(weight: Tensor<T, shape![O, I]>) -> Self {
        Linear { weight: weight.into(), bias: None }
    }
}

impl<I: StaticSize, O: StaticSize, T> Ours for Linear<I, O, T> {}
#[diagnostic::do_not_recommend]
impl<I: StaticSize, O: StaticSize, T: Float> OptionalBias for Linear<I, O, T> {
    fn unbiased() -> Self {
        Linear::without_bias(Tensor::zeros())
    }
}

/// Weights and bias of zeros.
impl<I: StaticSize, O: StaticSize, T: Float> Default for Linear<I, O, T> {
    fn default() -> Self {
        Linear::new(Tensor::zeros(), Tensor::zeros())
    }
}

own_layer! { [S: Shape, I: StaticSize, O: StaticSize, T: Float + 'static, Z: Shape] Linear<I, O, T> where [
    S: Affine<shape![O, I], Output = Z> + Affine<shape![O, I], shape![O], Output = Z>,
] {
    type Output = <S as Affine<shape![O, I], NoBias>>::Output;
    const APPLIES: bool = true;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
        OwnLayer::forward_then(self, x, None)
    }
    fn forward_then<X: Operand<Elem = T, Shape = S>>(
        &self,
        x: &X,
        then: Option<Then<T>>,
    ) -> Tensor<T, Self::Output, X::Kind> {
        match &self.bias {
            Some(bias) => affine(x.view(), &self.weight, bias, then),
            None => affine_no_bias(x.view(), &self.weight, then),
        }
    }
}}

fields!([I: StaticSize, O: StaticSize, T: Float] Linear<I, O, T> { weight, bias } reset |layer, uniform| {
    let bound = bound(I::SIZE);
    fill_uniform(layer.weight.as_mut_slice(), bound, uniform);
    if let Some(bias) = &mut layer.bias {
        fill_uniform(bias.as_mut_slice(), bound, uniform);
    }
});
converts! {
    [I: StaticSize, O: StaticSize] Linear<I, O, T>, Linear Linear<I, O, U> { weight bias; };
}

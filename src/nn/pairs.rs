//! Layers of two inputs: `CosineSimilarity`, `PairwiseDistance`, `Bilinear`.

use num_traits::Float;

use super::activation::no_parameters;
use super::converts::converts;
use super::module::{entered_by_view, left};
use super::{OptionalBias, Param, Vector, WeightTensor, bound, fields, fill_uniform};
use crate::ops::bilinear::mapped;
use crate::ops::{PairDistances, Similarities};
use crate::shape;
use crate::shape::Shape;
use crate::shape::affine::{BilinearMap, BilinearOf};
use crate::shape::axes::Axis;
use crate::shape::size::StaticSize;
use crate::shape::verdict::Ours;
use crate::tensor::Tensor;
use crate::view::Operand;

/// The cosine of the angle between vectors along an axis, `Axis::<1>` by default: `[4, 3]` and `[4, 3]` -> `[4]`. PyTorch's
/// `nn.CosineSimilarity(dim)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let (x, y) = (tensor![[3.0, 4.0], [1.0, 0.0]], tensor![[6.0, 8.0], [0.0, 5.0]]);
/// assert_eq!(CosineSimilarity::default().forward(&x, &y), tensor![1.0, 0.0]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// CosineSimilarity(Axis::<-1>).forward(&tensor![[3.0, 4.0]], &tensor![6.0, 8.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CosineSimilarity<A = Axis<1>>(pub A);

/// Along PyTorch's axis, 1.
impl Default for CosineSimilarity {
    fn default() -> Self {
        CosineSimilarity(Axis)
    }
}

impl<A: Copy> CosineSimilarity<A> {
    /// [`cosine_similarity`](Similarities::cosine_similarity) along the layer's axis. PyTorch's `layer(x, other)`.
    pub fn forward<X: Similarities<R, A>, R>(&self, x: &X, other: &R) -> Tensor<X::Elem, X::Similarity, X::Kind> {
        x.cosine_similarity(other, self.0)
    }
}

/// The distance of each vector of the last axis from the one in its place, by the norm of an order, 2 by default: `[4, 3]` and `[4, 3]` -> `[4]`.
/// PyTorch's `nn.PairwiseDistance(p)`, which adds 1e-6 to each difference, as is done here.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let (x, y) = (tensor![[0.0, 0.0], [3.0, 4.0]], tensor![[3.0, 4.0], [3.0, 5.0]]);
/// assert!(PairwiseDistance::default().forward(&x, &y).all_close(&tensor![5.0, 1.0], 1e-5, 0.0));
/// assert!(PairwiseDistance(1.0).forward(&x, &y).all_close(&tensor![7.0, 1.0], 1e-5, 0.0));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// PairwiseDistance(2.0).forward(&tensor![[0.0, 0.0], [3.0, 4.0]], &tensor![[3.0, 4.0]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PairwiseDistance(pub f64);

/// PyTorch's order of 2.
impl Default for PairwiseDistance {
    fn default() -> Self {
        PairwiseDistance(2.0)
    }
}

impl PairwiseDistance {
    /// [`pairwise_distance`](PairDistances::pairwise_distance) by the layer's order. PyTorch's `layer(x, other)`.
    ///
    /// # Panics
    /// If the order is negative or NaN, or a run-time axis has two sizes.
    #[track_caller]
    pub fn forward<X: PairDistances<R>, R>(&self, x: &X, other: &R) -> Tensor<X::Elem, X::Distances, X::Kind> {
        x.pairwise_distance(other, self.0)
    }
}

/// Of two vectors for each output the sum of all products of their elements, each times a weight, plus a bias: `[.., I]` and `[.., J]` -> `[.., O]`, for any
/// number of leading axes. PyTorch's `nn.Bilinear(I, J, O)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let layer = Bilinear::new(tensor![[[1.0, 0.0], [0.0, 1.0]]], tensor![0.5]); // [out, left, right], [out]
/// assert_eq!(layer.forward(&tensor![[1.0f32, 2.0]], &tensor![[3.0, 4.0]]), tensor![[11.5]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let layer = Bilinear::<dim!(20), dim!(30), dim!(40)>::default();
/// layer.forward(&Tensor::<f32, shape![128, 20]>::zeros(), &Tensor::<f32, shape![128, 20]>::zeros());
/// ```
#[derive(Clone, Debug)]
pub struct Bilinear<I: StaticSize, J: StaticSize, O: StaticSize, T = f32> {
    /// `[O, I, J]`, as PyTorch keeps it.
    pub weight: Param<((((), O), I), J), T>,
    /// `[O]`, if there is one.
    pub bias: Option<Vector<O, T>>,
}

impl<I: StaticSize, J: StaticSize, O: StaticSize, T> Bilinear<I, J, O, T> {
    /// The layer with these weights, `[O, I, J]`, and this bias, `[O]`. No copy.
    pub fn new<W: WeightTensor<Elem = T, Shape = shape![O, I, J]>>(weight: W, bias: W::Bias<shape![O]>) -> Self {
        Bilinear { weight: weight.into_param(), bias: Some(bias.into()) }
    }

    /// The layer with these weights, `[O, I, J]`, and no bias. PyTorch's `nn.Bilinear(I, J, O, bias=False)`. No copy.
    pub fn without_bias(weight: Tensor<T, shape![O, I, J]>) -> Self {
        Bilinear { weight: weight.into(), bias: None }
    }
}

impl<I: StaticSize, J: StaticSize, O: StaticSize, T: Float + 'static> Bilinear<I, J, O, T> {
    /// What the layer makes of two operands. PyTorch's `layer(x, other)`.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    pub fn forward<S, Q, X, R>(&self, x: &X, other: &R) -> Tensor<T, BilinearOf<S, Q, shape![O, I, J]>, X::Kind>
    where
        S: BilinearMap<Q, shape![O, I, J]>,
        Q: Shape,
        X: Operand<Elem = T, Shape = S>,
        R: Operand<Elem = T, Shape = Q, Kind = X::Kind>,
    {
        let x = x.view();
        entered_by_view::<Self, _>(&x);
        let weight = self.weight.on::<X::Kind>(x.note());
        left(mapped(x, other.view(), weight, self.bias.as_ref().map(|bias| bias.on::<X::Kind>(x.note()))))
    }
}

impl<I: StaticSize, J: StaticSize, O: StaticSize, T> Ours for Bilinear<I, J, O, T> {}
#[diagnostic::do_not_recommend]
impl<I: StaticSize, J: StaticSize, O: StaticSize, T: Float> OptionalBias for Bilinear<I, J, O, T> {
    fn unbiased() -> Self {
        Bilinear::without_bias(Tensor::zeros())
    }
}

/// Weights and bias of zeros.
impl<I: StaticSize, J: StaticSize, O: StaticSize, T: Float> Default for Bilinear<I, J, O, T> {
    fn default() -> Self {
        Bilinear::new(Tensor::zeros(), Tensor::zeros())
    }
}

fields!([I: StaticSize, J: StaticSize, O: StaticSize, T: Float] Bilinear<I, J, O, T> { weight, bias } reset |layer, uniform| {
    let bound = bound(I::SIZE);
    fill_uniform(layer.weight.as_mut_slice(), bound, uniform);
    if let Some(bias) = &mut layer.bias {
        fill_uniform(bias.as_mut_slice(), bound, uniform);
    }
});
converts! {
    [I: StaticSize, J: StaticSize, O: StaticSize] Bilinear<I, J, O, T>, Bilinear Bilinear<I, J, O, U> { weight bias; };
}
no_parameters! {
    [A: Clone] CosineSimilarity<A>;
    [] PairwiseDistance;
}

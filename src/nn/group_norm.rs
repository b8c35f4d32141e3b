//! Normalisation of the channels of each example: in groups, and each by itself.

use core::marker::PhantomData;

use num_traits::Float;

use super::activation::no_parameters;
use super::converts::converts;
use super::module::Layer;
use super::own_elements::own_layer;
use super::{Param, Vector, fields};
use crate::ops::reduce::float;
use crate::ops::{GroupNormalizations, InstanceNormalizations, LocalResponse, LocalResponses, instance_norm_no_affine};
use crate::shape;
use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::normalize::{Channelwise, GroupedChannels};
use crate::shape::size::StaticSize;
use crate::shape::verbs::normalize;
use crate::tensor::Tensor;
use crate::view::Operand;

/// The channels of each example in `G` groups, each of which is normalised to mean 0 and variance 1 together with all axes inside, then each
/// channel scaled and shifted: `[B, C, ..] -> [B, C, ..]`. PyTorch's `nn.GroupNorm(G, C)`. The channels are the axis `A`, `Axis<1>` as
/// PyTorch's; of pictures without a batch `GroupNorm<G, C, f32, Axis<-3>>`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let norm = GroupNorm::<dim!(2), dim!(4)>::default();
/// let y = norm.forward(&tensor![[1.0f32, 3.0, 5.0, 15.0]]);
/// assert!(y.all_close(&tensor![[-1.0, 1.0, -1.0, 1.0]], 1e-4, 1e-4));
/// ```
///
/// Three groups of 32 channels:
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// GroupNorm::<dim!(3), dim!(32)>::default().forward(&Tensor::<f32, shape![8, 32, 14, 14]>::ones());
/// ```
#[derive(Clone, Debug)]
pub struct GroupNorm<G: StaticSize, C: StaticSize, T = f32, A = Axis<1>> {
    /// `[C]`, the scale.
    pub weight: Vector<C, T>,
    /// `[C]`, the shift.
    pub bias: Vector<C, T>,
    /// Added to the variance.
    pub eps: T,
    groups: PhantomData<(G, A)>,
}

/// Scale 1, shift 0, and PyTorch's `eps` of 1e-5.
impl<G: StaticSize, C: StaticSize, T: Float, A> Default for GroupNorm<G, C, T, A> {
    fn default() -> Self {
        GroupNorm { weight: Param::ones(), bias: Param::zeros(), eps: float(1e-5), groups: PhantomData }
    }
}

own_layer! { [S, G: StaticSize, C: StaticSize, T: Float, A: Default] GroupNorm<G, C, T, A> where [
    S: Shape + GroupedChannels<A, G, (shape![C], shape![C])>,
] {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.group_norm(A::default(), G::VALUE, &self.weight, &self.bias, self.eps)
    }
}}

fields!([G: StaticSize, C: StaticSize, T: Float, A] GroupNorm<G, C, T, A> { weight, bias } reset |layer, _| {
    *layer = GroupNorm { eps: layer.eps, ..GroupNorm::default() };
});

/// Each channel of each example normalised to mean 0 and variance 1 over all axes inside: of pictures `[B, C, H, W] -> [B, C, H, W]`. The
/// channels are the axis `A`. PyTorch's `nn.InstanceNorm1d`, `nn.InstanceNorm2d` and `nn.InstanceNorm3d`.
///
/// As in PyTorch there are no weights, unless they are asked for, [`affine`](Self::affine); and no running statistics.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let y = InstanceNorm1d::<dim!(2)>::default().forward(&tensor![[[1.0f32, 3.0], [5.0, 15.0]]]);
/// assert!(y.all_close(&tensor![[[-1.0, 1.0], [-1.0, 1.0]]], 1e-4, 1e-4));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// InstanceNorm2d::<dim!(32)>::default().forward(&Tensor::<f32, shape![8, 16, 14, 14]>::ones());
/// ```
#[derive(Clone, Debug)]
pub struct InstanceNorm<C: StaticSize, A, T = f32> {
    /// `[C]`, the scale, if there is one.
    pub weight: Option<Vector<C, T>>,
    /// `[C]`, the shift, if there is one.
    pub bias: Option<Vector<C, T>>,
    /// Added to the variance.
    pub eps: T,
    axis: PhantomData<A>,
}

/// Of sequences, `[.., C, L]`. PyTorch's `nn.InstanceNorm1d(C)`.
pub type InstanceNorm1d<C, T = f32> = InstanceNorm<C, Axis<-2>, T>;
/// Of pictures, `[.., C, H, W]`. PyTorch's `nn.InstanceNorm2d(C)`.
pub type InstanceNorm2d<C, T = f32> = InstanceNorm<C, Axis<-3>, T>;
/// Of volumes, `[.., C, D, H, W]`. PyTorch's `nn.InstanceNorm3d(C)`.
pub type InstanceNorm3d<C, T = f32> = InstanceNorm<C, Axis<-4>, T>;

impl<C: StaticSize, A, T: Float> InstanceNorm<C, A, T> {
    /// With a scale of 1 and a shift of 0 for each channel, which are learned. PyTorch's `nn.InstanceNorm2d(C, affine=True)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(InstanceNorm2d::<dim!(32)>::affine().num_parameters(), 64);
    /// ```
    pub fn affine() -> Self {
        InstanceNorm { weight: Some(Param::ones()), bias: Some(Param::zeros()), ..Self::default() }
    }
}

/// Without weights, and PyTorch's `eps` of 1e-5.
impl<C: StaticSize, A, T: Float> Default for InstanceNorm<C, A, T> {
    fn default() -> Self {
        InstanceNorm { weight: None, bias: None, eps: float(1e-5), axis: PhantomData }
    }
}

own_layer! { [S, C: StaticSize, A: Default, T: Float] InstanceNorm<C, A, T> where [
    S: Shape + Channelwise<A, (shape![C], shape![C])>,
] {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        match (&self.weight, &self.bias) {
            (Some(weight), Some(bias)) => x.instance_norm(A::default(), weight, bias, self.eps),
            (Some(weight), None) => x.instance_norm(A::default(), weight, &Vector::<C, T>::zeros(), self.eps),
            (None, Some(bias)) => x.instance_norm(A::default(), &Vector::<C, T>::ones(), bias, self.eps),
            (None, None) => instance_norm_no_affine::<_, _, _, _, A>(x.view(), self.eps),
        }
    }
}}

fields!([C: StaticSize, A, T: Float] InstanceNorm<C, A, T> { weight, bias } reset |layer, _| {
    layer.weight.iter_mut().for_each(|weight| *weight = Param::ones());
    layer.bias.iter_mut().for_each(|bias| *bias = Param::zeros());
});
converts! {
    [G: StaticSize, C: StaticSize, A] GroupNorm<G, C, T, A>, GroupNorm GroupNorm<G, C, U, A> { weight bias; eps } { groups };
    [C: StaticSize, A] InstanceNorm<C, A, T>, InstanceNorm InstanceNorm<C, A, U> { weight bias; eps } { axis };
}

/// Each element over a power of the squares at its place in the channels around its own: `[..] -> [..]`, by [`LocalResponse`]. PyTorch's
/// `nn.LocalResponseNorm(size, alpha, beta, k)`, whose channels are the second axis, as they are here if `A` names no other.
///
/// ```
/// use shaped::{LocalResponse, nn::*, prelude::*};
/// let x: Tensor<f32, shape![8, 96, 13, 13]> = Tensor::ones();
/// let layer = LocalResponseNorm::new(LocalResponse::new(5).k(2.0));
/// assert_eq!(layer.forward(&x), x.local_response_norm(Axis::<1>, LocalResponse::new(5).k(2.0)));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{LocalResponse, nn::*, prelude::*};
/// LocalResponseNorm::new(LocalResponse::new(5)).forward(&tensor![1.0f32, 2.0]); // no second axis
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LocalResponseNorm<A = Axis<1>> {
    /// How elements are divided.
    pub options: LocalResponse,
    axis: PhantomData<A>,
}

impl LocalResponseNorm {
    /// The layer with these options, of channels on the second axis.
    pub const fn new(options: LocalResponse) -> Self {
        LocalResponseNorm::along(options)
    }
}

impl<A> LocalResponseNorm<A> {
    /// The layer with these options, of channels on any axis: `LocalResponseNorm::<Axis<-1>>::along(…)`.
    pub const fn along(options: LocalResponse) -> Self {
        LocalResponseNorm { options, axis: PhantomData }
    }
}

impl<S: Shape + Along<Axis<I>, normalize>, const I: isize, T: Float> Layer<(S, T)> for LocalResponseNorm<Axis<I>> {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.local_response_norm(Axis::<I>, self.options)
    }
}
no_parameters!([A: Clone] LocalResponseNorm<A>;);

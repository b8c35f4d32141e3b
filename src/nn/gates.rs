//! Gates, and functions of elements with bounds of one's own.

use num_traits::Float;

use super::activation::no_parameters;
use super::converts::converts;
use super::module::Layer;
use crate::ops::{Activations, Math, Normalizations};
use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::parts::{Chunk, Chunked};
use crate::shape::size::Dim;
use crate::tensor::Tensor;
use crate::view::Operand;

/// The first half of an axis times the sigmoid of the second: `[.., 2 D] -> [.., D]`. PyTorch's `nn.GLU(dim)`. A run-time axis keeps its name.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let x = tensor![[1.0f32, 2.0, 0.0, f32::INFINITY]];
/// assert_eq!(Glu(Axis::<-1>).forward(&x), tensor![[0.5, 2.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// Glu(Axis::<-1>).forward(&tensor![[1.0f32, 2.0, 3.0]]); // no two halves
/// ```
///
/// # Panics
/// If the size of a run-time axis is odd.
#[derive(Clone, Copy, Debug, Default)]
pub struct Glu<A = Axis<-1>>(pub A);

impl<S: Shape + Chunk<Axis<I>, Dim<2>>, T: Float, const I: isize> Layer<(S, T)> for Glu<Axis<I>> {
    type Output = Chunked<S, Axis<I>, Dim<2>>;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
        let [value, gate] = x.view().chunks(self.0, Dim::<2>);
        gate.sigmoid() * value
    }
}

/// Exponentials of the negative that add up to 1 along an axis: `[..] -> [..]`. PyTorch's `nn.Softmin(dim)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let x = tensor![[1.0f32, 2.0], [3.0, 5.0]];
/// assert_eq!(Softmin(Axis::<-1>).forward(&x), (-&x).softmax(Axis::<-1>));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// Softmin(Axis::<2>).forward(&tensor![[1.0f32, 2.0], [3.0, 5.0]]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Softmin<A = Axis<-1>>(pub A);

impl<S: Shape + Along<A>, T: Float, A: Copy> Layer<(S, T)> for Softmin<A> {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        (-x.view()).softmax(self.0)
    }
}

/// Each element, but not less than the first number and not more than the second: `[..] -> [..]`. PyTorch's `nn.Hardtanh(min, max)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// assert_eq!(Hardtanh::default().forward(&tensor![-2.0f32, 0.5, 7.0]), tensor![-1.0, 0.5, 1.0]);
/// assert_eq!(Hardtanh(0.0, 4.0).forward(&tensor![-2.0f32, 0.5, 7.0]), tensor![0.0, 0.5, 4.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hardtanh<T = f32>(pub T, pub T);

/// Between -1 and 1.
impl<T: Float> Default for Hardtanh<T> {
    fn default() -> Self {
        Hardtanh(-T::one(), T::one())
    }
}

impl<S: Shape, T: Float> Layer<(S, T)> for Hardtanh<T> {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.clamp(self.0, self.1)
    }
}

no_parameters! {
    [A: Clone] Glu<A>;
    [A: Clone] Softmin<A>;
}
no_parameters! {
    @ [U] Hardtanh<U>;
}
converts! {
    [] Hardtanh<T>, Hardtanh Hardtanh<U> { ; 0 1 };
}

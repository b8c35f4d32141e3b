//! Layers that put a border around.

use num_traits::Float;

use super::activation::no_parameters;
use super::converts::Converts;
use super::module::Layer;
use crate::ops::Pads;
use crate::shape::Shape;
use crate::shape::diagnostics::WidthTuple;
use crate::shape::repeat::{Pad, Padded};
use crate::tensor::Tensor;
use crate::view::Operand;

/// A border of zeros: a pair `(before, after)` for each axis, the last one for the last axis: `[.., H, W]` by
/// `((One, One), (Dim::<2>, Dim::<2>))` -> `[.., H + 2, W + 4]`. PyTorch's `nn.ZeroPad1d` and `nn.ZeroPad2d`, whose widths start with the last
/// axis: there this is `nn.ZeroPad2d((2, 2, 1, 1))`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let pad = ZeroPad(((One, Dim::<0>),));
/// assert_eq!(pad.forward(&tensor![[1.0f32, 2.0], [3.0, 4.0]]), tensor![[0.0, 1.0, 2.0], [0.0, 3.0, 4.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// ZeroPad(((One, One), (One, One))).forward(&tensor![1.0f32, 2.0]); // two axes of one
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeroPad<W>(pub W);

impl<S: Shape + Pad<W>, W: WidthTuple + Copy, T: Float> Layer<(S, T)> for ZeroPad<W> {
    type Output = Padded<S, W>;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
        x.pad(self.0, T::zero())
    }
}

/// A border of one value, as wide as [`ZeroPad`]'s. PyTorch's `nn.ConstantPad1d` and `nn.ConstantPad2d`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// assert_eq!(ConstantPad(((One, One),), 9.0).forward(&tensor![1.0f32, 2.0]), tensor![9.0, 1.0, 2.0, 9.0]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// ConstantPad(((One, One), (One, One)), 9.0).forward(&tensor![1.0f32, 2.0]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstantPad<W, T = f32>(pub W, pub T);

impl<S: Shape + Pad<W>, W: WidthTuple + Copy, T: Float> Layer<(S, T)> for ConstantPad<W, T> {
    type Output = Padded<S, W>;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
        x.pad(self.0, self.1)
    }
}

no_parameters! {
    [W: Clone] ZeroPad<W>;
}
no_parameters! {
    @ [W, U] ConstantPad<W, U>;
}

#[diagnostic::do_not_recommend]
impl<T, U, W: Clone> Converts<T, U> for ConstantPad<W, T> {
    type Converted = ConstantPad<W, U>;
    fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> ConstantPad<W, U> {
        ConstantPad(self.0.clone(), f(&self.1))
    }
}

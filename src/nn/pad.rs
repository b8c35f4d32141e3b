//! Layers that put a border around.

use num_traits::Float;

use super::activation::no_parameters;
use super::converts::Converts;
use super::module::Layer;
use crate::ops::{CircularPads, Pads, ReflectedPads, ReplicatedPads};
use crate::shape::Shape;
use crate::shape::border::{Border, Circular, Reflect, Replicate};
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

macro_rules! borders {
    ($($(#[$doc:meta])* $name:ident $rule:ident $method:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<W>(pub W);

        impl<S: Shape + Border<W, $rule>, W: WidthTuple + Copy, T: Float> Layer<(S, T)> for $name<W> {
            type Output = Padded<S, W>;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
                x.$method(self.0)
            }
        }
        no_parameters!([W: Clone] $name<W>;);
    )* };
}
borders! {
    /// A border that mirrors, as wide as [`ZeroPad`]'s. PyTorch's `nn.ReflectionPad1d`, `nn.ReflectionPad2d` and `nn.ReflectionPad3d`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(ReflectionPad(((Dim::<2>, One),)).forward(&tensor![1.0f32, 2.0, 3.0]), tensor![3.0, 2.0, 1.0, 2.0, 3.0, 2.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// ReflectionPad(((Dim::<2>, One),)).forward(&tensor![1.0f32, 2.0]);
    /// ```
    ReflectionPad Reflect pad_reflect;
    /// A border of the first and the last elements, as wide as [`ZeroPad`]'s. PyTorch's `nn.ReplicationPad1d`, `nn.ReplicationPad2d` and
    /// `nn.ReplicationPad3d`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(ReplicationPad(((Dim::<2>, One),)).forward(&tensor![1.0f32, 2.0]), tensor![1.0, 1.0, 1.0, 2.0, 2.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// ReplicationPad(((One, One), (One, One))).forward(&tensor![1.0f32, 2.0]);
    /// ```
    ReplicationPad Replicate pad_replicate;
    /// A border that goes on at the other end, as wide as [`ZeroPad`]'s. PyTorch's `nn.CircularPad1d`, `nn.CircularPad2d` and `nn.CircularPad3d`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(CircularPad(((Dim::<2>, One),)).forward(&tensor![1.0f32, 2.0]), tensor![1.0, 2.0, 1.0, 2.0, 1.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// CircularPad(((Dim::<3>, One),)).forward(&tensor![1.0f32, 2.0]);
    /// ```
    CircularPad Circular pad_circular;
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

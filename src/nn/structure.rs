//! Layers that only pass on, reshape or add.

use core::marker::PhantomData;

use num_traits::Float;

use super::activation::no_parameters;
use super::converts::converts;
use super::module::{Layer, Module};
use crate::kind::Kind;
use crate::ops::reduce::float;
use crate::ops::{AlphaDropouts, Copies, Dropouts, Dropouts1d, Dropouts2d, Dropouts3d};
use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::{HasPlanes, KeepsShape};
use crate::shape::reshape::{AxesFlattened, FlattenAxes};
use crate::shape::verbs::dropout;
use crate::tensor::Tensor;
use crate::view::Operand;

/// Gives what it takes. PyTorch's `nn.Identity()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity;

impl<S: Shape, T: Clone> Layer<(S, T)> for Identity {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.to_tensor()
    }
    fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, S, K> {
        x
    }
}

/// A row is a layer that drops at random while a model is trained.
macro_rules! dropouts {
    ($($(#[$doc:meta])* $name:ident [$($bound:tt)*] $method:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<T = f32>(pub T);

        /// PyTorch's `p` of 0.5.
        impl<T: Float> Default for $name<T> {
            fn default() -> Self {
                $name(float(0.5))
            }
        }

        impl<S: Shape $($bound)*, T: Float> Layer<(S, T)> for $name<T> {
            type Output = S;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
                x.$method(self.0.to_f64().unwrap_or(0.0))
            }
            fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, S, K> {
                if K::training(x.view().note()) { Layer::forward(self, &x) } else { x }
            }
        }
        no_parameters! { @ [U] $name<U>; }
        converts! { [] $name<T>, $name $name<U> { ; 0 }; }
    )* };
}
dropouts! {
    /// Each element is 0 with probability `p` while a model is trained ([`Tape::train`](crate::grad::Tape::train)), and the others are divided by
    /// `1 - p`; else nothing changes: `[..] -> [..]`. PyTorch's `nn.Dropout(p)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(Dropout::<f32>::default().0, 0.5);
    /// assert_eq!(Dropout(0.1f32).forward(&tensor![1.0, 2.0]), tensor![1.0, 2.0]); // no tape trains
    /// ```
    Dropout [] dropout_in_training;
    /// As [`Dropout`], of whole channels, what the last axis holds: `[.., L] -> [.., L]`. PyTorch's `nn.Dropout1d(p)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(Dropout1d(0.1f32).forward(&tensor![[1.0, 2.0]]), tensor![[1.0, 2.0]]); // no tape trains
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// Dropout1d(0.1f32).forward(&Tensor::<f32, shape![]>::ones());
    /// ```
    Dropout1d [+ Along<Axis<-1>, dropout>] dropout1d_in_training;
    /// As [`Dropout`], of whole channels, planes of height and width: `[.., H, W] -> [.., H, W]`. PyTorch's `nn.Dropout2d(p)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let x: Tensor<f32, shape![8, 16, 4, 4]> = Tensor::ones();
    /// assert_eq!(Dropout2d::default().forward(&x), x); // no tape trains
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// Dropout2d(0.1f32).forward(&tensor![1.0, 2.0]);
    /// ```
    Dropout2d [+ HasPlanes<<S as Shape>::Shown>] dropout2d_in_training;
    /// As [`Dropout`], of whole channels, volumes of depth, height and width: `[.., D, H, W] -> [.., D, H, W]`. PyTorch's `nn.Dropout3d(p)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let x: Tensor<f32, shape![16, 2, 4, 4]> = Tensor::ones();
    /// assert_eq!(Dropout3d::default().forward(&x), x); // no tape trains
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// Dropout3d(0.1f32).forward(&tensor![[1.0, 2.0]]);
    /// ```
    Dropout3d [+ Along<Axis<-3>, dropout>] dropout3d_in_training;
    /// As [`Dropout`], so that mean 0 and variance 1 stay, between layers with [`Selu`](super::Selu): `[..] -> [..]`. PyTorch's `nn.AlphaDropout(p)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// assert_eq!(AlphaDropout(0.1f32).forward(&tensor![1.0, 2.0]), tensor![1.0, 2.0]); // no tape trains
    /// ```
    AlphaDropout [] alpha_dropout_in_training;
}

/// One axis in place of all from one to another, by default all but the first: `[B, 32, 2, 2] -> [B, 128]`. PyTorch's
/// `nn.Flatten()`. Its name is its value, `Flatten`, and [`axes`](Flatten::axes) is for others.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// axis!(Batch);
/// let x = Tensor::<f32, shape![Batch, 32, 2, 2]>::zeros_with(Batch(5));
/// let y: Tensor<f32, shape![Batch, 128]> = Flatten.forward(&x);
/// let model = (Flatten, Linear::<dim!(128), dim!(10)>::default());
/// let scores: Tensor<f32, shape![Batch, 10]> = model.forward(&x);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Flatten<A = Axis<1>, B = Axis<-1>> {
    axes: PhantomData<(A, B)>,
}

/// All axes but the first become one: the value of the type of this name.
#[allow(non_upper_case_globals)] // as the value of a struct without fields
pub const Flatten: Flatten = Flatten::axes(Axis, Axis);

impl<A: Copy, B: Copy> Flatten<A, B> {
    /// From one axis to another: `[16, 32, 2, 2] -> [512, 2, 2]`. PyTorch's `nn.Flatten(start_dim, end_dim)`.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let x: Tensor<f32, shape![16, 32, 2, 2]> = Tensor::zeros();
    /// let y: Tensor<f32, shape![512, 2, 2]> = Flatten::axes(Axis::<0>, Axis::<1>).forward(&x);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::*, prelude::*};
    /// let x: Tensor<f32, shape![16, 32]> = Tensor::zeros();
    /// Flatten::axes(Axis::<1>, Axis::<2>).forward(&x);
    /// ```
    pub const fn axes(_from: A, _to: B) -> Self {
        Flatten { axes: PhantomData }
    }
}

impl Default for Flatten {
    fn default() -> Self {
        Flatten
    }
}

impl<S: Shape, T: Clone, A, B> Layer<(S, T)> for Flatten<A, B>
where
    S: FlattenAxes<A, B>,
{
    type Output = AxesFlattened<S, A, B>;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, Self::Output, X::Kind> {
        Layer::<(S, T)>::forward_owned(self, x.to_tensor())
    }
    fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, Self::Output, K> {
        let shape = x.shape().flattened();
        Tensor::made(x.into_storage(), shape)
    }
}

/// What a module gives, added to what it takes: `[..] -> [..]`. PyTorch's `x + module(x)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let block = Residual(Relu);
/// assert_eq!(block.forward(&tensor![-1.0f32, 2.0]), tensor![-1.0, 4.0]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let block = Residual(Linear::<dim!(2), dim!(3)>::default());
/// block.forward(&tensor![-1.0f32, 2.0]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Residual<M>(pub M);

impl<S: Shape, T: Float, M: Module<S, T>> Layer<(S, T)> for Residual<M>
where
    M::Output: KeepsShape<S, S::Shown, <M::Output as Shape>::Shown>,
{
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        let given = self.0.forward(x);
        let shape: S = given.shape().kept();
        let given: Tensor<T, S, X::Kind> = Tensor::made(given.into_storage(), shape);
        given + x.view()
    }
}

#[diagnostic::do_not_recommend]
impl<S, Takes, Gives> KeepsShape<S, Takes, Gives> for S {
    #[inline]
    fn kept(self) -> S {
        self
    }
}

/// The parameters of what holds one module are that module's.
macro_rules! parameters_within {
    ($([$m:ident] $name:ident;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T, $m: $crate::nn::Parameters<T>> $crate::nn::Parameters<T> for $name<$m> {
            $crate::nn::parameters::parameters_of! { T, $m, 0 }
            fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
                self.0.structs(prefix, found);
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T, U, $m: $crate::nn::Converts<T, U>> $crate::nn::Converts<T, U> for $name<$m> {
            type Converted = $name<$m::Converted>;
            fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> $name<$m::Converted> {
                $name(self.0.convert(f))
            }
        }
    )* };
}
pub(super) use parameters_within;
parameters_within! { [M] Residual; }

no_parameters! {
    [] Identity;
    [A: Clone, B: Clone] Flatten<A, B>;
}

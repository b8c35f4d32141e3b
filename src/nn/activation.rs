//! Activations as layers, which have no parameters and work on tensors that are not needed any more in their own memory.

use core::any::TypeId;

use num_traits::{Float, Zero};

use super::converts::converts;
use super::module::{Layer, finished};
use crate::expr::node::{FnMut1, FnMut2};
use crate::kernels::level::{Wide, widest};
use crate::kernels::products::Then;
use crate::kind::Kind;
use crate::ops::each::each_into;
use crate::ops::reduce::float;
use crate::ops::slope::Slope;
use crate::ops::{Activations, Math, Normalizations, activation as f};
use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::answered;
use crate::tensor::Tensor;
use crate::view::Operand;

/// No parameters.
macro_rules! no_parameters {
    ($([$($generics:tt)*] $t:ty;)*) => { $(
        no_parameters! { @ [$($generics)*] $t; }
        #[diagnostic::do_not_recommend]
        impl<T, Q, $($generics)*> $crate::nn::Converts<T, Q> for $t {
            type Converted = Self;
            fn convert(&self, _: &mut dyn FnMut(&T) -> Q) -> Self {
                self.clone()
            }
        }
    )* };
    // With numbers of its own.
    ($(@ [$($generics:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T, $($generics)*> $crate::nn::Parameters<T> for $t {
            fn collect<'a>(&'a self, _: &str, _: &mut alloc::vec::Vec<$crate::nn::Parameter<'a, T>>) {}
            fn collect_mut<'a>(&'a mut self, _: &str, _: &mut alloc::vec::Vec<$crate::nn::ParameterMut<'a, T>>) {}
            fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
            fn visit<'a>(&'a self, _: &mut dyn FnMut(super::Role, &'a [T])) {}
            fn visit_mut<'a>(&'a mut self, _: &mut dyn FnMut(super::Role, &'a mut [T])) {}
            fn zip<const N: usize>(_: [&mut Self; N], _: &mut dyn FnMut(super::Role, [&mut [T]; N])) {}
        }
    )* };
}
pub(super) use no_parameters;

/// A function of an element as one of an element and nothing, which replaces it.
struct Replaced<F>(F);

impl<T, F: FnMut1<T>> FnMut2<T, ()> for Replaced<F> {
    type Output = F::Output;
    #[inline(always)]
    fn call(&mut self, x: T, (): ()) -> F::Output {
        self.0.call(x)
    }
}

/// The function of each element, in the tensor's own memory where nobody else needs it.
#[inline]
fn in_place<T: Clone, S: Shape, K: Kind<T>>(x: Tensor<T, S, K>, f: impl Slope<T>) -> Tensor<T, S, K> {
    each_into(x, f.clone(), Replaced(f))
}

/// As [`in_place`], of a slice.
struct Each<'a, T, F>(&'a mut [T], F);

impl<T: Clone, F: FnMut1<T, Output = T>> Wide for Each<'_, T, F> {
    type Output = ();
    #[inline(always)]
    fn run<const FUSED: bool>(mut self) {
        for x in self.0 {
            *x = self.1.call_in(FUSED, x.clone());
        }
    }
}

/// A layer for each function of elements.
macro_rules! layers {
    ($($(#[$doc:meta])* $name:ident [$($bound:tt)*] $method:ident;)*) => { $(
        $(#[$doc])*
        ///
        /// ```
        /// use shaped::{nn::*, prelude::*};
        /// let x = tensor![[-1.0f32, 0.0], [0.5, 2.0]];
        #[doc = concat!("assert_eq!(", stringify!($name), ".forward(&x), x.", stringify!($method), "());")]
        /// ```
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl<S: Shape, T: $($bound)*> Layer<(S, T)> for $name {
            type Output = S;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
                x.$method()
            }
            #[inline]
            fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, S, K> {
                in_place(x, f::$name {})
            }
            #[inline]
            fn forward_after<K: Kind<T>>(
                &self,
                first: impl FnOnce(Option<Then<T>>) -> Tensor<T, S, K>,
                then: Option<Then<T>>,
            ) -> Tensor<T, S, K> {
                fn each<T: $($bound)*>(elements: &mut [T]) {
                    widest(Each(elements, f::$name {}));
                }
                if !const { K::FUSES } {
                    return in_place(first(None), f::$name {});
                }
                let relu = TypeId::of::<f::$name>() == TypeId::of::<f::Relu>();
                finished(first(Some(Then { each, relu })), then)
            }
        }
        no_parameters!([] $name;);
        answered! { LayerIsName [new()]: [] $name; }
    )* };
}
layers! {
    /// 0 in place of negative elements: `[..] -> [..]`. PyTorch's `nn.ReLU()`.
    Relu [Clone + PartialOrd + Zero] relu;
    /// Between 0 and 6: `[..] -> [..]`. PyTorch's `nn.ReLU6()`.
    Relu6 [Float] relu6;
    /// `x * P(X <= x)`, by the error function: `[..] -> [..]`. PyTorch's `nn.GELU()`.
    Gelu [Float] gelu;
    /// `Gelu` by `tanh`: `[..] -> [..]`. PyTorch's `nn.GELU("tanh")`.
    GeluTanh [Float] gelu_tanh;
    /// `x * sigmoid(x)`: `[..] -> [..]`. PyTorch's `nn.SiLU()`.
    Silu [Float] silu;
    /// `1 / (1 + exp(-x))`: `[..] -> [..]`. PyTorch's `nn.Sigmoid()`.
    Sigmoid [Float] sigmoid;
    /// The logarithm of `Sigmoid`: `[..] -> [..]`. PyTorch's `nn.LogSigmoid()`.
    LogSigmoid [Float] log_sigmoid;
    /// `ln(1 + exp(x))`: `[..] -> [..]`. PyTorch's `nn.Softplus()`.
    Softplus [Float] softplus;
    /// `Elu` with a scale: `[..] -> [..]`. PyTorch's `nn.SELU()`.
    Selu [Float] selu;
    /// `x * tanh(softplus(x))`: `[..] -> [..]`. PyTorch's `nn.Mish()`.
    Mish [Float] mish;
    /// A sigmoid of straight lines: `[..] -> [..]`. PyTorch's `nn.Hardsigmoid()`.
    HardSigmoid [Float] hard_sigmoid;
    /// `x * hard_sigmoid(x)`: `[..] -> [..]`. PyTorch's `nn.Hardswish()`.
    HardSwish [Float] hard_swish;
    /// The hyperbolic tangent: `[..] -> [..]`. PyTorch's `nn.Tanh()`.
    Tanh [Float] tanh;
}

/// A small slope for negative elements: `[..] -> [..]`. PyTorch's `nn.LeakyReLU(slope)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// assert_eq!(LeakyRelu(0.5f32).forward(&tensor![-2.0, 2.0]), tensor![-1.0, 2.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LeakyRelu<T = f32>(pub T);

/// PyTorch's slope of 0.01.
impl<T: Float> Default for LeakyRelu<T> {
    fn default() -> Self {
        LeakyRelu(float(0.01))
    }
}

impl<S: Shape, T: Float> Layer<(S, T)> for LeakyRelu<T> {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.leaky_relu(self.0)
    }
    #[inline]
    fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, S, K> {
        in_place(x, f::LeakyRelu { slope: self.0 })
    }
}

/// `alpha (exp(x) - 1)` for negative elements: `[..] -> [..]`. PyTorch's `nn.ELU(alpha)`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// assert_eq!(Elu(1.0f32).forward(&tensor![f32::NEG_INFINITY, 2.0]), tensor![-1.0, 2.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Elu<T = f32>(pub T);

/// PyTorch's `alpha` of 1.
impl<T: Float> Default for Elu<T> {
    fn default() -> Self {
        Elu(T::one())
    }
}

impl<S: Shape, T: Float> Layer<(S, T)> for Elu<T> {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.elu(self.0)
    }
    #[inline]
    fn forward_owned<K: Kind<T>>(&self, x: Tensor<T, S, K>) -> Tensor<T, S, K> {
        in_place(x, f::Elu { alpha: self.0 })
    }
}

macro_rules! along_an_axis {
    ($($(#[$doc:meta])* $name:ident $method:ident;)*) => { $(
        $(#[$doc])*
        ///
        /// ```
        /// use shaped::{nn::*, prelude::*};
        /// let x = tensor![[1.0f32, 2.0], [3.0, 5.0]];
        #[doc = concat!("assert_eq!(", stringify!($name), "(Axis::<-1>).forward(&x), x.", stringify!($method), "(Axis::<-1>));")]
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use shaped::{nn::*, prelude::*};
        #[doc = concat!(stringify!($name), "(Axis::<2>).forward(&tensor![[1.0f32, 2.0], [3.0, 5.0]]);")]
        /// ```
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name<A = Axis<-1>>(pub A);

        impl<S: Shape + Along<A>, T: Float, A: Copy> Layer<(S, T)> for $name<A> {
            type Output = S;
            fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
                x.$method(self.0)
            }
        }
        no_parameters!([A: Clone] $name<A>;);
        answered! { LayerIsField [new(field)]: [A,] $name<A>; }
    )* };
}
along_an_axis! {
    /// Exponentials that add up to 1 along an axis: `[..] -> [..]`. PyTorch's `nn.Softmax(dim)`.
    Softmax softmax;
    /// The logarithm of `Softmax`: `[..] -> [..]`. PyTorch's `nn.LogSoftmax(dim)`.
    LogSoftmax log_softmax;
}

no_parameters! {
    @ [U] LeakyRelu<U>;
    @ [U] Elu<U>;
}
converts! {
    [] LeakyRelu<T>, LeakyRelu LeakyRelu<U> { ; 0 };
    [] Elu<T>, Elu Elu<U> { ; 0 };
}

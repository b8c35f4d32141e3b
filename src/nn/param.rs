//! `Param` and `Buffer`: what a model keeps, which meets a tape where it stands beside a recorded tensor.

use alloc::vec::Vec;
use core::fmt;

use num_traits::{One, Zero};

use super::parameters::{Parameter, ParameterMut, Parameters, Role};
use crate::kind::Kind;
use crate::ops::{OfKind, RightOperand};
use crate::shape::layout::RowMajor;
use crate::shape::verdict::Ours;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Tensor;
use crate::view::{Operand, Stands, View};

macro_rules! kept {
    ($(
        $(#[$doc:meta])*
        $name:ident $role:ident
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<S: Shape, T = f32> {
            tensor: Tensor<T, S>,
        }

        impl<S: Shape, T> $name<S, T> {
            /// Of these numbers. No copy.
            pub fn new(tensor: Tensor<T, S>) -> Self {
                $name { tensor }
            }

            /// The numbers, to be read: what is computed of them is an eager tensor, of which no tape knows. PyTorch's `p.detach()`.
            pub fn value(&self) -> &Tensor<T, S> {
                &self.tensor
            }

            /// The numbers, to be changed.
            pub fn value_mut(&mut self) -> &mut Tensor<T, S> {
                &mut self.tensor
            }

            /// The numbers as a tensor. No copy.
            pub fn into_value(self) -> Tensor<T, S> {
                self.tensor
            }

            /// The elements row by row.
            pub fn as_slice(&self) -> &[T] {
                self.tensor.as_slice()
            }

            /// The elements row by row, to be changed.
            pub fn as_mut_slice(&mut self) -> &mut [T] {
                self.tensor.as_mut_slice()
            }

            /// The sizes, outermost axis first.
            pub fn sizes(&self) -> crate::shape::list::Sizes<S> {
                Operand::sizes(&self.tensor)
            }

            /// As a view beside what knows `note`.
            pub(crate) fn on<K: Kind<T>>(&self, note: K::Note) -> View<'_, T, S, RowMajor, K> {
                self.tensor.view().known(K::parameter(note, self.tensor.as_slice()))
            }
        }

        impl<S: StaticShape, T: Zero + Clone> $name<S, T> {
            /// Zeros.
            pub fn zeros() -> Self {
                $name { tensor: Tensor::zeros() }
            }
        }

        impl<S: StaticShape, T: One + Clone> $name<S, T> {
            /// Ones.
            pub fn ones() -> Self {
                $name { tensor: Tensor::ones() }
            }
        }

        /// Zeros.
        impl<S: StaticShape, T: Zero + Clone> Default for $name<S, T> {
            fn default() -> Self {
                $name::zeros()
            }
        }

        impl<S: Shape, T> From<Tensor<T, S>> for $name<S, T> {
            fn from(tensor: Tensor<T, S>) -> Self {
                $name { tensor }
            }
        }

        impl<S: Shape, T: PartialEq> PartialEq for $name<S, T> {
            fn eq(&self, other: &Self) -> bool {
                Operand::sizes(&self.tensor).as_ref() == Operand::sizes(&other.tensor).as_ref()
                    && self.tensor.as_slice() == other.tensor.as_slice()
            }
        }

        impl<S: Shape, T> fmt::Debug for $name<S, T>
        where
            Tensor<T, S>: fmt::Debug,
        {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.tensor.fmt(f)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<S: Shape, T, E, K: Kind<E> + Kind<T>> Stands<T, K> for $name<S, E> {
            type Of = E;
            type Size = S;
            type Lie = RowMajor;
            type In = K;
            #[inline(always)]
            fn stand(&self, note: <K as Kind<E>>::Note) -> View<'_, E, S, RowMajor, K> {
                self.on(note)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<S: Shape, T: Clone> RightOperand<T> for &$name<S, T> {
            type Shape = S;
            type Given = Self;
            #[inline(always)]
            fn given(self) -> Self {
                self
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'p, S: Shape, T: Clone, K: Kind<T>> OfKind<T, K> for &'p $name<S, T> {
            type Side = View<'p, T, S, RowMajor, K>;
            #[inline(always)]
            fn side(self, note: K::Note) -> View<'p, T, S, RowMajor, K> {
                self.on(note)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<S: Shape, T> Parameters<T> for $name<S, T> {
            fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
                self.tensor.collect(prefix, all);
            }
            fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
                self.tensor.collect_mut(prefix, all);
            }
            fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
            fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T])) {
                f(Role::$role, self.tensor.as_slice());
            }
            fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T])) {
                f(Role::$role, self.tensor.as_mut_slice());
            }
            fn zip<const N: usize>(all: [&mut Self; N], f: &mut dyn FnMut(Role, [&mut [T]; N])) {
                f(Role::$role, all.map(|one| one.tensor.as_mut_slice()));
            }
        }
    )* };
}

kept! {
    /// What is learned: numbers of shape `S`. PyTorch's `nn.Parameter`.
    ///
    /// It stands on the right side of an operator, or is an argument of an operation, beside tensors of every kind: beside an eager one it is
    /// read, beside a recorded one the tape knows it as a parameter of the model. It has no operations of its own, of which no tape would
    /// know: `x.with(&parameter)` makes it a tensor of `x`'s kind, and `parameter.value()` an eager one.
    ///
    /// ```
    /// use shaped::{Kind, nn::Param, prelude::*};
    /// fn scaled<K: Kind>(x: &Tensor<f32, shape![4, 3], K>, scale: &Param<shape![3]>) -> Tensor<f32, shape![4, 3], K> {
    ///     x * scale
    /// }
    /// let scale = Param::new(tensor![1.0, 2.0, 3.0]);
    /// assert_eq!(scaled(&Tensor::ones(), &scale)[[3, 2]], 3.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::Param, prelude::*};
    /// let scale = Param::new(tensor![1.0f32, 2.0, 3.0]);
    /// let y = Tensor::<f32, shape![3, 4]>::ones() * &scale;
    /// ```
    Param Learned

    /// What a model keeps beside what is learned, such as running statistics: numbers of shape `S`, in files and lists like a [`Param`], that no
    /// gradient is asked of. PyTorch's buffer, `register_buffer`.
    ///
    /// ```
    /// use shaped::{nn::Buffer, prelude::*};
    /// let mean = Buffer::new(tensor![1.0, 2.0]);
    /// assert_eq!(tensor![[1.0, 4.0]] - &mean, tensor![[0.0, 2.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::{nn::Buffer, prelude::*};
    /// let mean = Buffer::new(tensor![1.0, 2.0]);
    /// let y = tensor![[1.0], [4.0], [0.0]] - &mean - tensor![1.0, 2.0, 3.0];
    /// ```
    Buffer Statistic
}

/// Parameters as tensors, beside all that can be read.
pub trait ParameterTensors: Operand {
    /// A parameter among the tensors of this one's kind: of a recorded tensor, what the model's gradient is asked of. Copies it where it is
    /// computed at once. JAX has no word for it; PyTorch's parameters are tensors.
    ///
    /// ```
    /// use shaped::{nn::Param, prelude::*};
    /// let weight = Param::new(tensor![3.0f32, 4.0]);
    /// let x = tensor![1.0f32];
    /// assert_eq!(x.with(&weight).square().sum_all(), 25.0);
    /// ```
    ///
    /// In a model that is generic over its input:
    ///
    /// ```
    /// use shaped::{nn::Param, prelude::*};
    /// fn scaled<X: Operand<Elem = f32, Shape = shape![4, 3]>>(x: &X, log_scale: &Param<shape![3]>) -> Tensor<f32, shape![4, 3], X::Kind> {
    ///     x.view() * x.with(log_scale).exp()
    /// }
    /// let log_scale = Param::new(Tensor::zeros());
    /// assert_eq!(scaled(&Tensor::ones(), &log_scale)[[3, 2]], 1.0);
    /// ```
    fn with<P: Shape>(&self, parameter: &Param<P, Self::Elem>) -> Tensor<Self::Elem, P, Self::Kind>
    where
        Self::Elem: Clone;
}

impl<X: Operand + ?Sized> ParameterTensors for X {
    fn with<P: Shape>(&self, parameter: &Param<P, Self::Elem>) -> Tensor<Self::Elem, P, Self::Kind>
    where
        Self::Elem: Clone,
    {
        let parameter = parameter.on::<X::Kind>(self.view().note());
        match <X::Kind as Kind<X::Elem>>::held(parameter.note()) {
            Some(storage) => Tensor::made(storage, parameter.shape()),
            None => crate::ops::Copies::to_tensor(&parameter),
        }
    }
}

/// The tensor of weights that a layer is made of. No program implements it.
#[diagnostic::on_unimplemented(
    message = "a layer's `new` takes its weights and bias, and `{Self}` is no tensor of weights",
    label = "sizes stand in the layer's type: `Linear::<dim!(784), dim!(10)>::default()`, `Conv2d::<dim!(3), dim!(16), dim!(3)>::default()`; of a view it is `x.to_tensor()`"
)]
pub trait WeightTensor: Ours {
    /// The elements.
    type Elem;
    /// The shape.
    type Shape: Shape;
    /// The bias beside it.
    type Bias<S: Shape>: Into<Param<S, Self::Elem>>;
    /// No copy.
    fn into_param(self) -> Param<Self::Shape, Self::Elem>;
}

impl<T, S: Shape> Ours for Tensor<T, S> {}
#[diagnostic::do_not_recommend]
impl<T, S: Shape> WeightTensor for Tensor<T, S> {
    type Elem = T;
    type Shape = S;
    type Bias<B: Shape> = Tensor<T, B>;
    fn into_param(self) -> Param<S, T> {
        self.into()
    }
}

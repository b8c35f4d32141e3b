//! `Converts`: the same model of other elements.

// Circle with param.rs, parameters.rs: what `model!` declares is converted, too.

use alloc::vec::Vec;

use super::parameters::in_tuples;
use super::{Buffer, Param, Parameters};
use crate::ops::Copies;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// Models of elements `T` that there are of elements `U`, too: tensors, parameters, all layers, tuples and lists of them, and what
/// [`model!`](crate::model) declares `in T`. PyTorch's `model.to(dtype)`.
///
/// A struct that is declared with `f32` alone is not, which [`grad::jvp`](crate::grad::jvp) says.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let model = (Linear::<dim!(3), dim!(2)>::default(), Relu, LayerNorm::<dim!(2)>::default());
/// let double: (Linear<dim!(3), dim!(2), f64>, Relu, LayerNorm<dim!(2), f64>) = model.convert(&mut |x: &f32| f64::from(*x));
/// assert_eq!(double.forward(&tensor![[1.0f64, 2.0, 3.0]]).sizes(), [1, 2]);
/// ```
///
/// ```compile_fail,E0308
/// use shaped::{nn::*, prelude::*};
/// let model = Linear::<dim!(3), dim!(2)>::default();
/// let double: Linear<dim!(4), dim!(2), f64> = model.convert(&mut |x: &f32| f64::from(*x));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a model of one type of elements, and none of `{U}`",
    label = "the type of its elements has to be a parameter",
    note = "`model! {{ struct Net<…> in T {{ … }} }}` declares such a model, of layers like `Linear<I, O, T>`"
)]
pub trait Converts<T, U>: Parameters<T> {
    /// The same model of elements `U`.
    type Converted: Parameters<U>;

    /// The same model, with a function of each number: of parameters, statistics, and what a layer holds besides, such as `eps`.
    fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> Self::Converted;
}

#[diagnostic::do_not_recommend]
impl<T: Clone, U, S: Shape> Converts<T, U> for Tensor<T, S> {
    type Converted = Tensor<U, S>;
    fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> Tensor<U, S> {
        self.map(|x| f(&x))
    }
}

macro_rules! kept {
    ($($name:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Clone, U, S: Shape> Converts<T, U> for $name<S, T> {
            type Converted = $name<S, U>;
            fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> $name<S, U> {
                $name::new(self.value().convert(f))
            }
        }
    )* };
}
kept! { Param Buffer }

/// Layers of elements `T`, the same of elements `U`; their parts, their numbers, and what has no elements.
macro_rules! converts {
    ($([$($generics:tt)*] $t:ty, $name:ident $of:ty $(where [$($where:tt)*])? {
        $($part:ident)*; $($number:tt)*
    } $({ $($same:ident)* })?;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: num_traits::Float, U: num_traits::Float, $($generics)*> $crate::nn::Converts<T, U> for $t $(where $($where)*)? {
            type Converted = $of;
            fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> $of {
                $name {
                    $($part: $crate::nn::Converts::convert(&self.$part, f),)*
                    $($number: f(&self.$number),)*
                    $($($same: self.$same,)*)?
                }
            }
        }
    )* };
}
pub(super) use converts;

#[diagnostic::do_not_recommend]
impl<T, U, P: Converts<T, U>> Converts<T, U> for Option<P> {
    type Converted = Option<P::Converted>;
    fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> Option<P::Converted> {
        self.as_ref().map(|part| part.convert(f))
    }
}

#[diagnostic::do_not_recommend]
impl<T, U, P: Converts<T, U>> Converts<T, U> for Vec<P> {
    type Converted = Vec<P::Converted>;
    fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> Vec<P::Converted> {
        self.iter().map(|part| part.convert(f)).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<T, U, P: Converts<T, U>, const N: usize> Converts<T, U> for [P; N] {
    type Converted = [P::Converted; N];
    fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> [P::Converted; N] {
        self.each_ref().map(|part| part.convert(f))
    }
}

macro_rules! tuples {
    ($($part:ident $at:tt)*) => {
        #[diagnostic::do_not_recommend]
        impl<T, U, $($part: Converts<T, U>),*> Converts<T, U> for ($($part,)*) {
            type Converted = ($($part::Converted,)*);
            fn convert(&self, f: &mut dyn FnMut(&T) -> U) -> ($($part::Converted,)*) {
                ($(self.$at.convert(f),)*)
            }
        }
    };
}
in_tuples!(tuples);

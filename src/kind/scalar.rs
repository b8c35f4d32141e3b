//! One value of a kind: what a reduction over all axes gives.

// Circle with mod.rs: every kind is one of floats, and the eager one is there.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Eager;

/// One value of a kind: what a reduction over all axes gives, such as a loss. An element where they are there, and a tensor of shape `()` where
/// not, or where it is recorded.
///
/// In code that serves every kind it is added, subtracted, multiplied and divided, by others of its kind and by numbers on the right, where
/// elements are `f32` or `f64`; beside a tensor it stands as [`Tensor::of_one`](crate::Tensor::of_one).
///
/// ```
/// use shaped::{Scalar, grad::grad, prelude::*};
/// fn loss<S: Shape, X: Operand<Elem = f32, Shape = S>>(x: &X) -> Scalar<X::Kind> {
///     x.square().mean_all() + x.abs().mean_all() * 0.5
/// }
/// let x = tensor![2.0f32, -4.0];
/// assert_eq!(loss(&x), 11.5);
/// assert_eq!(grad(&x, |tape| loss(&tape.input(&x))), tensor![2.25, -4.25]);
/// ```
pub type Scalar<K, T = f32> = <K as Scalars<T>>::Scalar;

/// What [`Scalar`] is for each kind. Sealed.
pub trait Scalars<T>: super::sealed::Sealed {
    /// One value.
    type Scalar;
}

/// One float of a kind, with which code that serves every kind computes: kinds say of `f32` and `f64` that theirs are.
pub trait FloatValue<T>: Clone + Neg<Output = Self> + FourOperations<Self> + FourOperations<T> {}
impl<T, X: Clone + Neg<Output = X> + FourOperations<X> + FourOperations<T>> FloatValue<T> for X {}

/// A value that is added, subtracted, multiplied and divided by `R` on the right, and stays what it is.
pub trait FourOperations<R>:
    Sized + Add<R, Output = Self> + Sub<R, Output = Self> + Mul<R, Output = Self> + Div<R, Output = Self>
{
}
impl<R, X> FourOperations<R> for X where
    X: Add<R, Output = X> + Sub<R, Output = X> + Mul<R, Output = X> + Div<R, Output = X>
{
}

/// A kind of floats among others, which every kind is.
pub trait FloatKind: Scalars<f32, Scalar: FloatValue<f32>> + Scalars<f64, Scalar: FloatValue<f64>> {}
impl<K> FloatKind for K where K: Scalars<f32, Scalar: FloatValue<f32>> + Scalars<f64, Scalar: FloatValue<f64>> {}

impl<T> Scalars<T> for Eager {
    type Scalar = T;
}

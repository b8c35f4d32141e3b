//! `debug_shape!`: the shape of an expression, by the compiler.

use core::marker::PhantomData;

use crate::expr::lazy::Lazy;
use crate::shape::Shape;
use crate::view::Values;

/// Prints the shape of an expression when the program is compiled, as an error at this place. PyTorch's `print(x.shape)`, without
/// running the program.
///
/// It takes tensors, views, lazy expressions, and references to them, in generic code too, where axes that are not known
/// are printed by their names. `cargo check` of
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
/// let weights: Tensor<f32, shape![16, 3, 5, 5]> = Tensor::zeros();
/// shaped::debug_shape!(images.conv2d(&weights, Conv::new()));
/// ```
///
/// answers `error[E0277]: the shape is (DIM<8>, DIM<16>, DIM<28>, DIM<28>)`. As it never compiles, it cannot be left behind by
/// mistake. To see a shape when the program runs, print `x.sizes()`; to state one, annotate it:
///
/// ```
/// use shaped::prelude::*;
/// let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
/// let weights: Tensor<f32, shape![16, 3, 5, 5]> = Tensor::zeros();
/// let features: Tensor<f32, shape![8, 16, 28, 28]> = images.conv2d(&weights, Conv::new());
/// assert_eq!(features.sizes(), [8, 16, 28, 28]);
/// ```
#[macro_export]
macro_rules! debug_shape {
    ($x:expr $(,)?) => {
        $crate::__private::Answer::ask($crate::__private::question(&$x))
    };
}

/// What has a shape to ask for.
pub trait HasShape {
    /// The shape.
    type Shape: Shape;
}

impl<X: Values> HasShape for X {
    type Shape = X::Shape;
}

impl<E, S: Shape> HasShape for Lazy<E, S> {
    type Shape = S;
}

impl<E, S: Shape> HasShape for &Lazy<E, S> {
    type Shape = S;
}

/// The shape of an operand or a lazy expression, as a question.
pub fn question<X: HasShape>(_: &X) -> PhantomData<(<X::Shape as Shape>::Shown, X::Shape)> {
    PhantomData
}

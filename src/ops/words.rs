//! Of what words of PyTorch and NumPy are guessed: `src/shape/diagnostics/words.rs` has them, with their answers.

use crate::expr::lazy::Lazy;
use crate::kind::Kind;
use crate::shape::diagnostics::TensorWords;
use crate::shape::layout::Layout;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{View, ViewMut};

// Not references: a program's own method on what they refer to comes first.
#[cfg(feature = "alloc")]
impl<T, S: Shape, K: Kind<T>> TensorWords for Tensor<T, S, K> {}
impl<T, S: Shape, Y: Layout<S>, K: Kind<T>> TensorWords for View<'_, T, S, Y, K> {}
impl<T, S: Shape> TensorWords for ViewMut<'_, T, S> {}
impl<T, S: StaticShape> TensorWords for Inline<T, S> {}
impl<E, S> TensorWords for Lazy<E, S> {}

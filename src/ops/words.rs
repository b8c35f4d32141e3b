//! Of what words of PyTorch and NumPy are guessed: `src/shape/diagnostics/words.rs` has them, with their answers.

use crate::expr::lazy::Lazy;
use crate::shape::diagnostics::TensorWords;
use crate::view::Operand;

impl<X: Operand + ?Sized> TensorWords for X {}
impl<E, S> TensorWords for Lazy<E, S> {}

//! Three models of handwritten digits, as PyTorch trained them, and the digits.

mod cnn;
mod data;
mod transformer;

pub use cnn::Cnn;
pub use data::{Digits, read_model};
pub use transformer::Transformer;

use shaped::{nn::*, prelude::*};

axis!(
    /// How many digits: known once they are read.
    pub Batch
);

/// Scores of the ten digits for each picture.
pub type Logits<B> = Tensor<f32, shape![B, 10]>;

/// `[.., 64] -> [.., 10]`.
pub type Mlp = (Linear<dim!(64), dim!(128)>, Relu, Linear<dim!(128), dim!(64)>, Relu, Linear<dim!(64), dim!(10)>);

//! Three models of handwritten digits, and the digits.

mod cnn;
mod data;
mod reads;
mod transformer;

pub use cnn::Cnn;
pub use data::{Digits, read_model};
pub use reads::Reads;
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

//! What the three models have in common: each reads pictures, computed at once or on a tape.

use shaped::{Kind, nn::*, prelude::*};

use super::{Batch, Cnn, Mlp, Transformer};

/// A model that reads digits.
pub trait Reads: Parameters + Default + Clone {
    /// What it is.
    const NAME: &'static str;
    /// What its files are called.
    const FILE: &'static str;

    /// Scores of the ten digits for each picture: the same code while a model learns and when it has learned.
    fn scores<K: Kind>(&self, images: &Tensor<f32, shape![Batch, 8, 8], K>) -> Tensor<f32, shape![Batch, 10], K>;
}

impl Reads for Mlp {
    const NAME: &'static str = "perceptron";
    const FILE: &'static str = "digits_mlp";
    fn scores<K: Kind>(&self, images: &Tensor<f32, shape![Batch, 8, 8], K>) -> Tensor<f32, shape![Batch, 10], K> {
        self.forward(&images.flatten_axes(Axis::<1>, Axis::<2>))
    }
}

impl Reads for Cnn {
    const NAME: &'static str = "convolutions";
    const FILE: &'static str = "digits_cnn";
    fn scores<K: Kind>(&self, images: &Tensor<f32, shape![Batch, 8, 8], K>) -> Tensor<f32, shape![Batch, 10], K> {
        self.forward(&images.unsqueeze(Axis::<1>))
    }
}

impl Reads for Transformer {
    const NAME: &'static str = "transformer";
    const FILE: &'static str = "digits_transformer";
    fn scores<K: Kind>(&self, images: &Tensor<f32, shape![Batch, 8, 8], K>) -> Tensor<f32, shape![Batch, 10], K> {
        self.forward(images)
    }
}

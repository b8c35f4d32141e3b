// Labels may be words.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 784]> = Tensor::zeros();
    let weights: Tensor<f32, shape![10, 784]> = Tensor::zeros();
    let _ = einsum!(batch pixel, pixel class -> batch class; &x, &weights);
}

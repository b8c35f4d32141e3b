// A vector is no matrix.
use shaped::prelude::*;

fn main() {
    let weights: Tensor<f32, shape![10, 784]> = Tensor::zeros();
    let pixels: Tensor<f32, shape![784]> = Tensor::zeros();
    let _ = weights.matmul(&pixels);
}

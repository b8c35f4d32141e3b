// A number is no matrix.
use shaped::prelude::*;

fn main() {
    let weights: Tensor<f32, shape![10, 784]> = Tensor::zeros();
    let scale: Tensor<f32, shape![]> = Tensor::ones();
    let _ = weights.matmul(&scale);
}

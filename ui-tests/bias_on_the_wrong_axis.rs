// A bias per colour has shape [3, 1, 1].
use shaped::prelude::*;

fn main() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let bias: Tensor<f32, shape![3]> = Tensor::ones();
    let _ = &images + &bias;
}

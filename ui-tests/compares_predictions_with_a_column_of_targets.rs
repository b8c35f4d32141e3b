use shaped::prelude::*;

fn main() {
    let predicted: Tensor<f32, shape![64]> = Tensor::ones();
    let target: Tensor<f32, shape![64, 1]> = Tensor::zeros();
    let loss = predicted.mse_loss(&target);
}

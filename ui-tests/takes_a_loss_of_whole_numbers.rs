use shaped::prelude::*;

fn main() {
    let predicted: Tensor<i32, shape![8, 10]> = Tensor::ones();
    let target: Tensor<i32, shape![8, 10]> = Tensor::zeros();
    let _ = predicted.mse_loss(&target);
}

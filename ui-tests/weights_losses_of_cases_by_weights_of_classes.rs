use shaped::prelude::*;

fn main() {
    let losses: Tensor<f32, shape![64]> = Tensor::ones();
    let weights: Tensor<f32, shape![10]> = Tensor::ones();
    let _ = &losses * &weights;
}

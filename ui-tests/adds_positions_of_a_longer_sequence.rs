use shaped::prelude::*;

fn main() {
    let tokens: Tensor<f32, shape![8, 128, 64]> = Tensor::ones();
    let positions: Tensor<f32, shape![256, 64]> = Tensor::zeros();
    let _ = &tokens + &positions;
}

// Sizes of four digits and more are spelled digit by digit.
use shaped::prelude::*;

fn main() {
    let tokens: Tensor<f32, shape![16, 4096]> = Tensor::zeros();
    let positions: Tensor<f32, shape![4095]> = Tensor::zeros();
    let _ = &tokens + &positions;
}

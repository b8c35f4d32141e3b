use shaped::prelude::*;

fn main() {
    let tokens: Tensor<f32, shape![8, 5, 512]> = Tensor::ones();
    let weight: Tensor<f32, shape![10, 768]> = Tensor::ones();
    let y = tokens.linear_no_bias(&weight);
}

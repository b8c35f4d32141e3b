use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![64, 784]> = Tensor::ones();
    let weight: Tensor<f32, shape![784]> = Tensor::ones();
    let y = x.linear_no_bias(&weight);
}

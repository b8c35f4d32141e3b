use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![64, 784]> = Tensor::ones();
    let weight: Tensor<f32, shape![10, 784]> = Tensor::ones();
    let bias: Tensor<f32, shape![1]> = Tensor::ones();
    let y = x.linear(&weight, &bias);
}

use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![64, 784]> = Tensor::ones();
    let weight: Tensor<f32, shape![784, 10]> = Tensor::ones(); // PyTorch's are [out, in]
    let bias: Tensor<f32, shape![10]> = Tensor::ones();
    let y = x.linear(&weight, &bias);
}

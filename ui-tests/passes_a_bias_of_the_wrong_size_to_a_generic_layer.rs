use shaped::prelude::*;

fn linear<B: Size, I: Size, O: Size>(
    x: &Tensor<f32, shape![B, I]>,
    weights: &Tensor<f32, shape![I, O]>,
    bias: &Tensor<f32, shape![O]>,
) -> Tensor<f32, shape![B, O]> {
    x.matmul(weights) + bias
}

fn main() {
    let x: Tensor<f32, shape![32, 784]> = Tensor::zeros();
    let weights: Tensor<f32, shape![784, 10]> = Tensor::zeros();
    let bias: Tensor<f32, shape![100]> = Tensor::zeros();
    linear(&x, &weights, &bias);
}

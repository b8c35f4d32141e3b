use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 784]> = Tensor::zeros();
    let weights: Tensor<f32, shape![784, 10]> = Tensor::zeros();
    let _y: Tensor<f32, shape![32, 784]> = x.matmul(&weights);
}

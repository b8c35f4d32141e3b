use shaped::prelude::*;

fn main() {
    let mut weights: Tensor<f32, shape![784, 10]> = Tensor::ones();
    let gradient: Tensor<f32, shape![10, 784]> = Tensor::ones();
    weights -= gradient * 0.1;
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut weights: Tensor<f32, shape![784, 10]> = Tensor::ones();
    let gradient: Tensor<f32, shape![10, 784]> = Tensor::ones();
    weights -= gradient.transpose().to_tensor() * 0.1;
}

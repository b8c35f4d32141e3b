use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let weights: Tensor<f32, shape![10, 784]> = Tensor::zeros();
    let pixels: Tensor<f32, shape![784]> = Tensor::zeros();
    assert_eq!(weights.matmul(&pixels).sizes(), [10]);
}

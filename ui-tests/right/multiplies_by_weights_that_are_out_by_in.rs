use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![32, 784]> = Tensor::zeros();
    let weights: Tensor<f32, shape![784, 10]> = Tensor::zeros();
    assert_eq!(x.matmul(&weights).sizes(), [32, 10]);
}

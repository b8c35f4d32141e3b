use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 784]> = Tensor::ones();
    let weight: Tensor<f32, shape![784, 10]> = Tensor::ones();
    let _ = x.matmul(&weight);
}

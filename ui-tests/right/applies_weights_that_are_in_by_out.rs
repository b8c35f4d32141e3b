use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 784]> = Tensor::ones();
    let weight: Tensor<f32, shape![10, 784]> = Tensor::ones();
    let bias: Tensor<f32, shape![10]> = Tensor::ones();
    let y = x.linear(&weight, &bias);
    assert_eq!(y.sizes(), [64, 10]);
}

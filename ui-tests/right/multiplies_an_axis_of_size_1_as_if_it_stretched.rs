use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 1]> = Tensor::zeros();
    let weights: Tensor<f32, shape![1, 5]> = Tensor::zeros();
    assert_eq!(x.matmul(&weights).sizes(), [3, 5]);
}

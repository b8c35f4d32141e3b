use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let a: Tensor<f32, shape![9, 2, 1, 4]> = Tensor::zeros();
    let b: Tensor<f32, shape![1, 6, 1]> = Tensor::zeros();
    assert_eq!((&a * &b).sizes(), [9, 2, 6, 4]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let weights: Tensor<f32, shape![10, 784]> = Tensor::zeros();
    let scale: Tensor<f32, shape![]> = Tensor::ones();
    assert_eq!((&weights * &scale).sizes(), [10, 784]);
}

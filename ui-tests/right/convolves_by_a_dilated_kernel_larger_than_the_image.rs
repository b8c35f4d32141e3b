use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 4, 4]> = Tensor::zeros();
    let weights: Tensor<f32, shape![8, 8, 1, 3]> = Tensor::zeros();
    assert_eq!(features.conv2d(&weights, Conv::new()).sizes(), [8, 4, 2]);
}

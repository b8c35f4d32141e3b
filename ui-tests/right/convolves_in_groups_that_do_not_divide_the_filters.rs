use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 6, 14, 14]> = Tensor::zeros();
    let weights: Tensor<f32, shape![15, 2, 3, 3]> = Tensor::zeros();
    assert_eq!(features.conv2d(&weights, Conv::new().groups(Dim::<3>)).sizes(), [8, 15, 12, 12]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::zeros();
    let weights: Tensor<f32, shape![32, 1, 3, 3]> = Tensor::zeros();
    let depthwise = Conv::new().groups(Dim::<32>);
    assert_eq!(features.conv2d(&weights, depthwise).sizes(), [8, 32, 12, 12]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 16, 14, 14]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 2, 2]> = Tensor::zeros();
    let twice = TransposedConv::new().stride(Dim::<2>);
    assert_eq!(features.conv_transpose2d(&weights, twice).sizes(), [8, 3, 28, 28]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 16, 2, 2]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 3, 4]> = Tensor::zeros();
    let options = TransposedConv::new().padding(One);
    assert_eq!(features.conv_transpose2d(&weights, options).sizes(), [8, 3, 2, 3]);
}

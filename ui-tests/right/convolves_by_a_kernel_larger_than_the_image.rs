use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 64, 4, 4]> = Tensor::zeros();
    let weights: Tensor<f32, shape![64, 64, 7, 3]> = Tensor::zeros();
    let same = Conv::new().padding((Dim::<3>, One));
    assert_eq!(features.conv2d(&weights, same).sizes(), [8, 64, 4, 4]);
}

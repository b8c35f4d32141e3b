use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 3, 4, 4]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 5, 5]> = Tensor::zeros();
    let same = Conv::new().padding(Dim::<2>);
    assert_eq!(images.conv2d(&weights, same).sizes(), [8, 16, 4, 4]);
}

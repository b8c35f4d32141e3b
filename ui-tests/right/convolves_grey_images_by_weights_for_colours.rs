use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 1, 28, 28]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 1, 5, 5]> = Tensor::zeros();
    assert_eq!(images.conv2d(&weights, Conv::new()).sizes(), [8, 16, 24, 24]);
}

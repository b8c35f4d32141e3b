use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 5, 5]> = Tensor::zeros();
    let _ = images.conv2d(&weights, Conv::same());
}

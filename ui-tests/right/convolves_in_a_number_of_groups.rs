use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 4, 32, 32]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 2, 3, 3]> = Tensor::zeros();
    let _ = images.conv2d(&weights, Conv::new().groups(Dim::<2>)).relu();
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 1, 1]> = Tensor::zeros();
    assert_eq!(images.conv2d(&weights, Conv::new()).sizes(), [8, 16, 32, 32]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    let weights: Tensor<f32, shape![16, 3, 5, 5]> = Tensor::ones();
    assert_eq!(images.conv2d(&weights, Conv::new()).sizes(), [8, 16, 28, 28]);
}

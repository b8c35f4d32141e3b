use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 32, 32, 3]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    let images = images.permute(axes![0, 3, 1, 2]);
    assert_eq!(images.conv2d(&weights, Conv::new().padding(One)).sizes(), [8, 16, 32, 32]);
}

use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![Batch, 3, 32, 32]> = Tensor::zeros_with(Batch(2));
    let weights: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    let y: Tensor<f32, shape![Batch, 16, 30, 30]> = images.conv2d(&weights, Conv::new());
    assert_eq!(y.sizes(), [2, 16, 30, 30]);
}

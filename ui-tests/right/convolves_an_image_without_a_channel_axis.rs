use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let image: Tensor<f32, shape![28, 28]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 1, 3, 3]> = Tensor::zeros();
    assert_eq!(image.unsqueeze(Axis::<-3>).conv2d(&weights, Conv::new()).sizes(), [16, 26, 26]);
}

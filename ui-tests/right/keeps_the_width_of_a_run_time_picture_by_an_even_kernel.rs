use shaped::prelude::*;

axis!(Width);

#[test]
fn compiles_and_runs() {
    let line: Tensor<f32, shape![1, 32, Width]> = Tensor::zeros_with(Width(640));
    let weights: Tensor<f32, shape![16, 1, 3, 3]> = Tensor::zeros();
    let y: Tensor<f32, shape![16, 32, Width]> = line.conv2d(&weights, Conv::same());
    assert_eq!(y.sizes(), [16, 32, 640]);
}

use shaped::prelude::*;

axis!(Width);

#[test]
fn compiles_and_runs() {
    let line: Tensor<f32, shape![1, 4, Width]> = Tensor::zeros_with(Width(640));
    let weights: Tensor<f32, shape![16, 1, 5, 5]> = Tensor::zeros();
    let y = line.conv2d(&weights, Conv::new().padding((One, Dim::<0>)));
    assert_eq!(y.sizes(), [16, 2, 636]);
}

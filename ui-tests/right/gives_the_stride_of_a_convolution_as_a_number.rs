use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 2, 2]> = Tensor::zeros();
    assert_eq!(images.conv2d(&weights, Conv::new().stride(Dim::<2>)).sizes(), [8, 16, 16, 16]);
}

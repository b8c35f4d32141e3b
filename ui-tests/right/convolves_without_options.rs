use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let weight: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    assert_eq!(x.conv2d(&weight, Conv::new()).sizes(), [8, 16, 30, 30]);
}

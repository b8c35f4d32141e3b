use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let w: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    assert_eq!(x.conv2d(&w, Conv::new()).sizes(), [8, 16, 30, 30]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 8, 32, 32]> = Tensor::zeros();
    let w: Tensor<f32, shape![16, 3, 3, 3, 3]> = Tensor::zeros();
    assert_eq!(x.conv3d(&w, Conv::new()).sizes(), [16, 6, 30, 30]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 8, 8, 8]> = Tensor::zeros();
    let w: Tensor<f32, shape![8, 3, 3, 3, 3]> = Tensor::zeros();
    let _ = x.conv3d(&w, Conv::new());
}

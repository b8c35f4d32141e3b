use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let predicted: Tensor<i32, shape![8, 10]> = Tensor::ones();
    let target: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let _ = predicted.cast::<f32>().mse_loss(&target);
}

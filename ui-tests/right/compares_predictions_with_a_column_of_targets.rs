use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let predicted: Tensor<f32, shape![64]> = Tensor::ones();
    let target: Tensor<f32, shape![64, 1]> = Tensor::zeros();
    let loss = predicted.mse_loss(&target.squeeze(Axis::<-1>));
    assert_eq!(loss, 1.0);
}

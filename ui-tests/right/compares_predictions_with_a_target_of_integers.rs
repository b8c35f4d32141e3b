use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let predicted: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let target = Tensor::<i64, shape![8, 3]>::zeros();
    assert_eq!(predicted.mse_loss(&target.cast::<f32>()), 1.0);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let thresholds: Tensor<f32, shape![32, 1]> = Tensor::zeros();
    let _ = scores.greater(&thresholds);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![4, 32, 8]> = Tensor::zeros();
    let _ = scores.mean(Axis::<2>);
}

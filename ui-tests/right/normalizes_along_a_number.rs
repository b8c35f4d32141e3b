use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let _ = scores.softmax(Axis::<-1>);
}

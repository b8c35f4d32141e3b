use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let labels: Tensor<usize, shape![32]> = Tensor::zeros();
    let _ = scores.gather(Axis::<1>, &labels.unsqueeze(Axis::<-1>));
}

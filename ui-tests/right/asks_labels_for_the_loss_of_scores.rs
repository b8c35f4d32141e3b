use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let labels: Tensor<usize, shape![8]> = Tensor::zeros();
    let _ = scores.cross_entropy(&labels);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let logits: Tensor<f32, shape![64, 10]> = Tensor::zeros();
    let classes: Tensor<usize, shape![64]> = Tensor::zeros();
    let weights: Tensor<f32, shape![10]> = Tensor::ones();
    let _ = logits.cross_entropy_weighted(&classes, &weights);
}

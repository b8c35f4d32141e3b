use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let logits: Tensor<f32, shape![8, 3, 28, 28]> = Tensor::zeros();
    let target: Tensor<f32, shape![8, 3, 28, 28]> = Tensor::zeros();
    let loss = logits.binary_cross_entropy_with_logits(&target);
    assert!((loss - 2f32.ln()).abs() < 1e-6);
}

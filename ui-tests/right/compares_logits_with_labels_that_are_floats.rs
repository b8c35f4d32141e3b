use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let logits: Tensor<f32, shape![64, 10]> = Tensor::zeros();
    let labels: Tensor<u32, shape![64]> = Tensor::zeros();
    let loss = logits.cross_entropy(&labels);
    assert!((loss - 10f32.ln()).abs() < 1e-6);
}

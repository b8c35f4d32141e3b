use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let logits: Tensor<f32, shape![10]> = Tensor::zeros();
    let label: Inline<u8, shape![]> = Inline::full(0);
    let loss = logits.nll_loss(&label);
    assert_eq!(loss, 0.0);
}

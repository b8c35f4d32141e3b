use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut logits: Tensor<f32, shape![2, 50257]> = Tensor::zeros();
    logits += Tensor::<f32, shape![50257]>::ones();
    assert_eq!(logits[[1, 50256]], 1.0);
}

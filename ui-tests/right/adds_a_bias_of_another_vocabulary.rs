use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let logits: Tensor<f32, shape![2, 50257]> = Tensor::zeros();
    let bias: Tensor<f32, shape![50257]> = Tensor::ones();
    assert_eq!((&logits + &bias).sizes(), [2, 50257]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![32, 768]> = Tensor::ones();
    let scale: Tensor<f32, shape![768]> = Tensor::full(2.0);
    let y = tokens.rms_norm(&scale, 0.0);
    assert_eq!(y, Tensor::full(2.0));
}

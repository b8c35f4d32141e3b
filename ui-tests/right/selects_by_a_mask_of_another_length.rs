use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![8, 512]> = Tensor::zeros();
    let padding: Tensor<bool, shape![8, 512]> = Tensor::full(false);
    let _ = padding.select(0.0, &tokens);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![32, 768]> = Tensor::ones();
    let _ = &tokens - tokens.mean_keepdim(Axis::<-1>);
}

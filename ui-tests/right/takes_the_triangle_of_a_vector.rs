use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let weights: Tensor<f32, shape![10, 10]> = Tensor::zeros();
    let _ = weights.tril(0);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let weights: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let _ = weights.not_equal(0.0).select(1.0, 0.0);
}

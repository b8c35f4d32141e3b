use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![10]> = Tensor::zeros();
    assert_eq!(scores.adaptive_avg_pool1d(One).sizes(), [1]);
}

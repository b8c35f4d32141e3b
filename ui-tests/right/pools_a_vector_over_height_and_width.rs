use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![10]> = Tensor::zeros();
    assert_eq!(scores.max_pool1d(Pool::new(Dim::<2>)).sizes(), [5]);
}

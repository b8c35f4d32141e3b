use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let labels: Tensor<i64, shape![8, 1]> = Tensor::zeros();
    assert_eq!(scores.gather(Axis::<1>, &labels).sizes(), [8, 1]);
}

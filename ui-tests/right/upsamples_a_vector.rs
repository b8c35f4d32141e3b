use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![1, 10]> = Tensor::zeros();
    assert_eq!(scores.upsample_nearest2d(Dim::<2>).sizes(), [2, 20]);
}

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let points: Tensor<f32, shape![4, 1, 1]> = Tensor::ones();
    let scores: Tensor<f32, shape![4, 32, 8]> = Tensor::ones();
    let sum = &points + &scores;
    assert_eq!(sum.sizes(), [4, 32, 8]);
}
